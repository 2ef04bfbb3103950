// SPDX-License-Identifier: Apache-2.0
// An open file of games: the progress of reading, a filter, the list, the way to the games beside the opened one, and
// the errors of the selected game.

import { codeLink, h, icon } from '../page/dom.js'
import { asSize } from '../page/figures.js'
import { allow, keepFocus } from '../page/focus.js'
import { resultSign } from '../study/descriptions.js'
import { playersOf } from '../study/titles.js'
import { countText } from './game-index.js'
import { GameList } from './game-list.js'

/** @import { Column, Row } from './game-index.js' */
/** @import { OpenFile } from './open-file.js' */
/** @import { PgnFile, Reading } from './pgn-file.js' */

/** Milliseconds without a key before the filter is applied. */
const PAUSE = 150

const COLUMNS = /** @type {[Column, string, string][]} */ ([
  ['number', 'No.', 'No. of the game'],
  ['white', 'White', 'White'],
  ['black', 'Black', 'Black'],
  ['result', 'Result', 'result'],
  ['date', 'Date', 'date'],
  ['eco', 'ECO', 'ECO code'],
  ['moves', 'Moves', 'number of moves'],
  ['event', 'Event', 'event'],
])

export class FileView {
  #openFile
  /** Is the first game found to be opened once it is known? */
  #opensFirst = false
  /** The state of the list that was drawn. */
  #restarts = -1
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #bar = h('progress', { 'aria-label': 'How much of the file is read' })
  #progress = h('span', {})
  #cancel = h('button', { type: 'button', onclick: () => this.file.cancel() }, 'Cancel')
  #problem = h('p', { class: 'error', role: 'alert' })
  #count = h('p', { class: 'soft', role: 'status' })
  #chosen = h('div', { class: 'pgn-chosen' })
  #text = h('input', {
    type: 'search',
    placeholder: 'Player, event, result or year',
    autocomplete: 'off',
    oninput: () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#search(), PAUSE)
    },
    onkeydown: event => this.#press(event),
  })
  #errorsOnly = h('input', { type: 'checkbox', onchange: () => this.#search() })
  #filter = h(
    'div',
    { class: 'pgn-filter' },
    h('label', {}, h('span', { class: 'visually-hidden' }, 'Find'), this.#text),
    h('label', { class: 'check' }, this.#errorsOnly, 'Errors only'),
  )
  #previous = stepButton('back', 'Previous game', () => this.#step('previous'))
  #next = stepButton('forward', 'Next game', () => this.#step('next'))
  #place = h('p', { class: 'pgn-place soft' })
  #steps = h('div', { class: 'pgn-steps' }, this.#previous, this.#place, this.#next)
  #sorters
  #list
  #end

  /** @param {OpenFile} openFile @param {PgnFile} file */
  constructor(openFile, file) {
    this.#openFile = openFile
    /** The file that it shows. */
    this.file = file
    this.#list = new GameList(file, {
      onOpen: row => openFile.open(row),
      onSelect: row => this.#describe(row),
    })
    this.#sorters = COLUMNS.map(([column, label, name]) => {
      const onclick = () => this.#sort(column)
      return h('button', { type: 'button', class: `pgn-${column}`, 'data-name': name, onclick }, label)
    })
    const close = h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'aria-label': 'Close the file',
        title: 'Close the file',
        onclick: () => openFile.close(),
      },
      icon('close'),
    )
    this.element = h(
      'div',
      { class: 'pgn-games' },
      h('div', { class: 'pgn-head' }, h('h2', {}, file.name), close),
      h('div', { class: 'pgn-reading' }, this.#bar, this.#progress, this.#count, this.#cancel),
      this.#problem,
      this.#filter,
      h(
        'div',
        { class: 'pgn-table' },
        h('div', { class: 'pgn-sorters', role: 'group', 'aria-label': 'Sort by' }, ...this.#sorters),
        this.#list.element,
      ),
      this.#steps,
      this.#chosen,
    )
    this.#end = file.onChange(() => this.#draw())
    this.#showSorting()
    this.#draw()
    this.mark()
  }

  /** @returns {HTMLElement} what gets the focus when the file is shown */
  get start() {
    return this.#filter.hidden ? this.#cancel : this.#text
  }

  /** Ends it; it must not be used again. */
  close() {
    clearTimeout(this.#timer)
    this.#end()
    this.#list.close()
  }

  /** Shows which game of the file is on the board. */
  async mark() {
    const { opened } = this.#openFile
    this.#list.mark(opened?.number ?? 0)
    this.#showPlace()
    if (!opened) return
    this.#describe(opened)
    const { place } = await this.file.near(opened.number)
    if (place >= 0 && this.#openFile.opened === opened) this.#list.show(place)
  }

  #search() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.file.filter({ text: this.#text.value, errorsOnly: this.#errorsOnly.checked })
  }

  /** @param {Column} column again: the other way round */
  #sort(column) {
    const { sorting } = this.file.wanted
    this.file.filter({ sorting: { column, down: sorting.column === column && !sorting.down } })
    this.#showSorting()
  }

  #showSorting() {
    const { column, down } = this.file.wanted.sorting
    for (const [at, [name]] of COLUMNS.entries()) {
      const sorter = this.#sorters[at]
      const isSorted = name === column
      sorter.setAttribute('aria-pressed', String(isSorted))
      sorter.dataset.order = isSorted ? (down ? 'down' : 'up') : ''
      const order = isSorted ? (down ? ', descending' : ', ascending') : ''
      sorter.setAttribute('aria-label', `Sort by ${sorter.dataset.name}${order}`)
    }
  }

  /** @param {KeyboardEvent} event in the field of the filter */
  #press(event) {
    if (event.key === 'Enter') {
      this.#opensFirst = true
      this.#search()
    } else if (event.key === 'ArrowDown') {
      this.#list.element.focus()
      this.#list.show(Math.max(0, this.#list.selected))
    } else return
    event.preventDefault()
  }

  #draw() {
    keepFocus(
      this.element,
      () => (this.file.reading.readable > 0 ? this.#text : this.#cancel),
      () => {
        this.#drawReading()
        this.#drawGames()
      },
    )
  }

  #drawReading() {
    const { reading } = this.file
    const isReading = reading.phase === 'reading'
    this.#bar.hidden = this.#cancel.hidden = !isReading
    if (reading.totalBytes > 0) {
      this.#bar.max = reading.totalBytes
      this.#bar.value = reading.bytes
    }
    this.#progress.textContent = progressText(reading)
    const { text, code } = problemWords(this.file)
    // Text that is written again is announced again.
    const problem = `${text} ${code}`.trim()
    if (this.#problem.textContent !== problem)
      this.#problem.replaceChildren(text, ...(code ? [' ', codeLink(code) ?? ''] : []))
  }

  #drawGames() {
    const { reading, settled } = this.file
    const isReading = reading.phase === 'reading'
    const isEmpty = !isReading && reading.readable === 0
    for (const part of [this.#filter, this.#list.element.parentElement, this.#steps, this.#chosen])
      if (part) part.hidden = isEmpty
    if (!settled) return
    if (this.#restarts !== reading.restarts) {
      this.#list.reset(reading.found)
      this.#restarts = reading.restarts
    } else this.#list.grow(reading.found)
    const count = isReading || isEmpty ? '' : foundText(reading)
    if (this.#count.textContent !== count) this.#count.textContent = count
    // That all are shown is plain to see.
    this.#count.classList.toggle('visually-hidden', reading.found === reading.games)
    this.#showPlace()
    if (this.#opensFirst) this.#openFirst()
  }

  async #openFirst() {
    this.#opensFirst = false
    const [row] = await this.file.rows(0, 1)
    if (row) await this.#openFile.open(row)
  }

  /** Asked for again with every change: the filter decides which games are beside the opened one. */
  async #showPlace() {
    const { opened } = this.#openFile
    const { previous, next } = await this.file.near(opened?.number ?? 0)
    allow(this.#previous, opened !== null && previous !== null)
    allow(this.#next, next !== null)
    const games = this.file.reading.games.toLocaleString('en')
    const place = opened ? `Game ${opened.number.toLocaleString('en')} of ${games}` : ''
    if (this.#place.textContent !== place) this.#place.textContent = place
  }

  /** @param {'previous' | 'next'} way from the opened game; without one to the first */
  async #step(way) {
    const near = await this.file.near(this.#openFile.opened?.number ?? 0)
    const row = near[way]
    if (row) await this.#openFile.open(row)
  }

  /** @param {Row | null} row */
  #describe(row) {
    this.#chosen.replaceChildren(...(row ? faultsOf(row) : []))
  }
}

/** @param {string} picture @param {string} label @param {() => void} onclick */
const stepButton = (picture, label, onclick) =>
  h('button', { type: 'button', class: 'quiet', 'aria-label': label, title: label, onclick }, icon(picture))

/** @param {Row} row @returns {Node[]} none for a game without errors and warnings */
function faultsOf(row) {
  const { number, result, errors, errorTexts, warningTexts } = row
  const label = errors > 0 ? 'Errors of this game' : 'Warnings of this game'
  const more = errors - errorTexts.length
  const items = errorTexts.map(({ text, code }) => h('li', {}, text, ' ', codeLink(code)))
  if (more > 0) items.push(h('li', {}, countText(more, 'more error')))
  items.push(...warningTexts.map(({ text, code }) => h('li', {}, text, ' ', codeLink(code))))
  if (items.length === 0) return []
  const title = `Game ${number}: ${playersOf(row)} ${resultSign(result)}`
  return [h('strong', {}, title), h('ul', { 'aria-label': label }, ...items)]
}

/** @param {Reading} reading */
function progressText({ phase, bytes, totalBytes, games, readable, faulty }) {
  const counted = countText(games, 'game')
  if (phase === 'reading') return `${asSize(bytes)} of ${asSize(totalBytes)}, ${counted}`
  const errors = faulty > 0 ? `, ${faulty.toLocaleString('en')} with errors` : ''
  const part = phase === 'done' ? asSize(totalBytes) : `the first ${asSize(bytes)} of ${asSize(totalBytes)}`
  return readable === 0 ? '' : `${counted}${errors}, in ${part}`
}

/** @param {PgnFile} file @returns {import('../page/error-words.js').Words} an empty text if all is well */
function problemWords({ reading: { phase, readable, games, failure, firstError }, name, isKept }) {
  const words = (/** @type {string} */ text, code = '') => ({ text, code })
  if (phase === 'failed') return words(`${failure}${games > 0 ? ' The games before that are here.' : ''}`)
  if (phase === 'cancelled') return words('Reading was stopped: these are the games up to that point.')
  if (phase === 'reading' || readable > 0) return words('')
  const none = `There is no game in ${isKept ? name : 'this text'}.`
  if (firstError) return words(`${none} ${firstError.text}`, firstError.code)
  return words(`${none} Games in PGN look like this: [White "Anna"] [Black "Ben"] 1. e4 e5 *`)
}

/** @param {Reading} reading */
const foundText = ({ found, games }) =>
  found === games
    ? 'All games are shown.'
    : `${countText(found, 'game')} of ${games.toLocaleString('en')} found.`
