// SPDX-License-Identifier: Apache-2.0
// The dialogs for a file of games: one to choose it; one with the progress of reading, a filter, the list, and the
// selected game.

import { resultSign } from '../game/descriptions.js'
import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { asSize } from '../page/figures.js'
import { keepFocus } from '../page/focus.js'
import { countOf, playersOf } from './game-index.js'
import { GameList } from './game-list.js'

/** @typedef {import('./game-index.js').Row} Row */
/** @typedef {import('./pgn-file.js').PgnFile} PgnFile */
/** @typedef {import('./pgn-file.js').Reading} Reading */

/** Milliseconds without a key before the filter is applied. */
const PAUSE = 150
/** The file types that are offered first; any file can be chosen. */
const ACCEPT = '.pgn,.txt,application/x-chess-pgn,text/plain'

/**
 * @param {(files: File[]) => void} onFiles
 * @param {HTMLElement | null} earlier
 * @returns {HTMLDialogElement}
 */
export const openChooser = (onFiles, earlier) =>
  openDialog(
    'Open games',
    {},
    h(
      'div',
      { class: 'pgn-choose' },
      h('label', {}, 'PGN file, of any size', chooser({}, onFiles)),
      h(
        'p',
        { class: 'soft' },
        'You can also drop files anywhere on the page, or paste text. Nothing is sent anywhere: the games stay on this device.',
      ),
      earlier,
    ),
  )

/**
 * @typedef {object} ListOptions
 * @property {number} selected number of the selected game, or 0
 * @property {boolean} isNew if the file has one game only, it is opened at once
 * @property {(row: Row) => void} onOpen
 * @property {(files: File[]) => void} onFiles
 * @property {HTMLElement | null} earlier
 */

/**
 * @param {PgnFile} file
 * @param {ListOptions} options
 * @returns {HTMLDialogElement}
 */
export const openList = (file, options) => new GamesDialog(file, options).dialog

class GamesDialog {
  #file
  #onOpen
  #opensOnlyGame
  /** Was the filter changed since the list was drawn? */
  #isFiltered = false
  #bar = h('progress', { 'aria-label': 'How much of the file is read' })
  #progress = h('span', {})
  #cancel = h('button', { type: 'button', onclick: () => this.#file.cancel() }, 'Cancel')
  #problem = h('p', { class: 'error', role: 'alert' })
  #count = h('p', { class: 'soft', role: 'status' })
  #chosen = h('div', { class: 'pgn-chosen' })
  #open = h('button', { type: 'button', class: 'primary', onclick: () => this.#list.open() }, 'Open game')
  #another
  #text
  #errorsOnly
  #filter
  #list

  /** @param {PgnFile} file @param {ListOptions} options */
  constructor(file, { selected, isNew, onOpen, onFiles, earlier }) {
    this.#file = file
    this.#onOpen = onOpen
    this.#opensOnlyGame = isNew
    const { text, errorsOnly } = file.wanted
    this.#text = h('input', {
      type: 'search',
      autofocus: true,
      value: text,
      placeholder: 'Player, event, result or year',
      autocomplete: 'off',
    })
    this.#errorsOnly = h('input', { type: 'checkbox', checked: errorsOnly })
    this.#filter = h(
      'div',
      { class: 'pgn-filter' },
      h('label', {}, 'Find', this.#text),
      h('label', { class: 'check' }, this.#errorsOnly, 'Only games with errors'),
    )
    this.#list = new GameList(file, { onOpen, onSelect: row => this.#select(row) })
    const picker = chooser({ hidden: true, 'aria-label': 'PGN file, of any size' }, onFiles)
    this.#another = h('button', { type: 'button', onclick: () => picker.click() }, 'Another file')
    this.#open.disabled = true
    this.#listen()
    this.dialog = openDialog(
      file.name,
      { class: 'wide', onClose: file.onChange(() => this.#draw()) },
      h(
        'div',
        { class: 'pgn-games' },
        h('div', { class: 'pgn-reading' }, this.#bar, this.#progress, this.#cancel),
        this.#problem,
        this.#filter,
        this.#count,
        this.#list.element,
        this.#chosen,
      ),
      h('div', { class: 'actions' }, picker, this.#another, this.#open),
      earlier,
    )
    this.#draw()
    file.near(selected).then(({ place }) => {
      if (place >= 0) this.#list.show(place)
    })
  }

  #listen() {
    const search = () => {
      this.#isFiltered = true
      this.#file.filter(this.#text.value, this.#errorsOnly.checked)
    }
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    this.#text.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(search, PAUSE)
    })
    this.#text.addEventListener('keydown', event => {
      // Some browsers' search fields consume Escape even if there is nothing to clear.
      if (event.key !== 'Escape' || this.#text.value !== '') return
      event.preventDefault()
      this.dialog.close()
    })
    this.#errorsOnly.addEventListener('change', search)
  }

  /** @param {Row | null} row */
  #select(row) {
    this.#open.disabled = row === null
    this.#chosen.replaceChildren(...(row ? describe(row) : []))
  }

  #draw() {
    keepFocus(
      this.dialog,
      () => (this.#file.reading.readable > 0 ? this.#text : this.#another),
      () => {
        this.#drawReading()
        this.#drawGames()
      },
    )
    this.#openOnlyGame()
  }

  #drawReading() {
    const { reading, name } = this.#file
    const isReading = reading.phase === 'reading'
    this.#bar.hidden = this.#cancel.hidden = !isReading
    if (reading.totalBytes > 0) {
      this.#bar.max = reading.totalBytes
      this.#bar.value = reading.bytes
    }
    this.#progress.textContent = progressText(reading)
    this.#problem.textContent = problemText(reading, name)
  }

  #drawGames() {
    const { reading, settled } = this.#file
    const isReading = reading.phase === 'reading'
    const isEmpty = !isReading && reading.readable === 0
    for (const part of [this.#filter, this.#list.element, this.#chosen, this.#open]) part.hidden = isEmpty
    if (!settled) return
    if (this.#isFiltered) this.#list.reset(reading.found)
    else this.#list.grow(reading.found)
    this.#isFiltered = false
    if (!isReading) this.#count.textContent = isEmpty ? '' : foundText(reading)
  }

  #openOnlyGame() {
    const { phase, readable, firstReadable } = this.#file.reading
    if (!this.#opensOnlyGame || phase !== 'done') return
    this.#opensOnlyGame = false
    if (readable !== 1) return
    this.#file.rows(firstReadable, firstReadable + 1).then(([row]) => row && this.#onOpen(row))
  }
}

/**
 * @param {Record<string, string | boolean>} attributes
 * @param {(files: File[]) => void} onFiles
 */
function chooser(attributes, onFiles) {
  const onchange = () => onFiles(Array.from(input.files ?? []))
  const input = h('input', { type: 'file', accept: ACCEPT, multiple: true, ...attributes, onchange })
  return input
}

/** @param {Row} row @returns {Node[]} */
function describe(row) {
  const { number, result, event, date, errors, errorTexts, warningTexts } = row
  const facts = [`Game ${number}`, resultSign(result), event, date].filter(Boolean).join(', ')
  const label = errors > 0 ? 'Errors of this game' : 'Warnings of this game'
  const more = errors - errorTexts.length
  const items = errorTexts.map(text => h('li', {}, text))
  if (more > 0) items.push(h('li', {}, countOf(more, 'more error')))
  items.push(...warningTexts.map(text => h('li', {}, `Warning: ${text}`)))
  return [
    h('strong', {}, playersOf(row)),
    h('span', { class: 'soft' }, facts),
    ...(items.length > 0 ? [h('ul', { 'aria-label': label }, ...items)] : []),
  ]
}

/** @param {Reading} reading */
function progressText({ phase, bytes, totalBytes, games, readable, faulty }) {
  const counted = countOf(games, 'game')
  if (phase === 'reading') return `${asSize(bytes)} of ${asSize(totalBytes)}, ${counted}`
  const errors = faulty > 0 ? `, ${faulty.toLocaleString('en')} with errors` : ''
  const part = phase === 'done' ? asSize(totalBytes) : `the first ${asSize(bytes)} of ${asSize(totalBytes)}`
  return readable === 0 ? `No games, in ${part}` : `${counted}${errors}, in ${part}`
}

/** @param {Reading} reading @param {string} name */
function problemText({ phase, readable, games, failure, firstError }, name) {
  if (phase === 'failed')
    return `Reading failed: ${failure}. ${games > 0 ? 'The games before that are here.' : ''}`
  if (phase === 'cancelled') return 'Reading was cancelled: these are the games up to that point.'
  if (phase === 'reading' || readable > 0) return ''
  if (firstError) return `There is no game in ${name}. The first error: ${firstError}.`
  return `There is no game in ${name}. Games in PGN look like this: [White "Anna"] [Black "Ben"] 1. e4 e5 *`
}

/** @param {Reading} reading */
const foundText = ({ found, games }) =>
  found === games
    ? 'All games are shown.'
    : `${countOf(found, 'game')} of ${games.toLocaleString('en')} found.`
