// SPDX-License-Identifier: Apache-2.0
// The dialogs of a file of games: one to choose it; one that shows how far the reading is, a filter, the list, and the
// game that is selected.

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

/** Milliseconds without a key before the filter changes. */
const PAUSE = 150
/** What a file chooser offers; any file may be chosen. */
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
        'Files can be dropped anywhere on the page, too, and text can be pasted. Nothing is sent anywhere: the games stay on this device.',
      ),
      earlier,
    ),
  )

/**
 * @param {PgnFile} file
 * @param {object} options
 * @param {number} options.selected the number of the game that is, or 0
 * @param {boolean} options.isNew its only game is opened at once
 * @param {(row: Row) => void} options.onOpen
 * @param {(files: File[]) => void} options.onFiles
 * @param {HTMLElement | null} options.earlier
 * @returns {HTMLDialogElement}
 */
export function openList(file, { selected, isNew, onOpen, onFiles, earlier }) {
  const bar = h('progress', { 'aria-label': 'How much of the file is read' })
  const progress = h('span', {})
  const cancel = h('button', { type: 'button', onclick: () => file.cancel() }, 'Cancel')
  const problem = h('p', { class: 'error', role: 'alert' })
  const count = h('p', { class: 'soft', role: 'status' })
  const { text, errorsOnly: wasErrorsOnly } = file.wanted
  const field = h('input', {
    type: 'search',
    autofocus: true,
    value: text,
    placeholder: 'Player, event, result or year',
    autocomplete: 'off',
  })
  const errorsOnly = h('input', { type: 'checkbox', checked: wasErrorsOnly })
  const chosen = h('div', { class: 'pgn-chosen' })
  const open = h('button', { type: 'button', class: 'primary', onclick: () => list.open() }, 'Open game')
  const another = chooser({ hidden: true, 'aria-label': 'PGN file, of any size' }, onFiles)
  const other = h('button', { type: 'button', onclick: () => another.click() }, 'Another file')
  const list = new GameList(file, {
    onOpen,
    onSelect: row => {
      open.disabled = row === null
      chosen.replaceChildren(...(row ? describe(row) : []))
    },
  })
  const filter = h(
    'div',
    { class: 'pgn-filter' },
    h('label', {}, 'Find', field),
    h('label', { class: 'check' }, errorsOnly, 'Only games with errors'),
  )
  let isFresh = isNew
  let isReset = false

  function search() {
    isReset = true
    file.filter(field.value, errorsOnly.checked)
  }

  function draw() {
    keepFocus(dialog, () => (file.reading.readable > 0 ? field : other), drawAll)
  }

  function drawAll() {
    const { reading, settled } = file
    const isReading = reading.phase === 'reading'
    const isEmpty = !isReading && reading.readable === 0
    bar.hidden = cancel.hidden = !isReading
    if (reading.totalBytes > 0) {
      bar.max = reading.totalBytes
      bar.value = reading.bytes
    }
    progress.textContent = progressWords(reading)
    problem.textContent = problemWords(reading, file.name)
    filter.hidden = list.element.hidden = chosen.hidden = open.hidden = isEmpty
    if (settled && isReset) list.reset(reading.found)
    else if (settled) list.grow(reading.found)
    if (settled) isReset = false
    if (settled && !isReading) count.textContent = isEmpty ? '' : foundWords(reading)
    if (isFresh && reading.phase === 'done') {
      isFresh = false
      const { readable, firstReadable } = reading
      if (readable === 1) file.rows(firstReadable, firstReadable + 1).then(([row]) => row && onOpen(row))
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const stop = file.onChange(draw)
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, PAUSE)
  })
  field.addEventListener('keydown', event => {
    // Some browsers' search fields keep Escape for themselves, also where there is nothing to clear.
    if (event.key !== 'Escape' || field.value !== '') return
    event.preventDefault()
    dialog.close()
  })
  errorsOnly.addEventListener('change', search)
  open.disabled = true
  const dialog = openDialog(
    file.name,
    { class: 'wide', onClose: stop },
    h(
      'div',
      { class: 'pgn-games' },
      h('div', { class: 'pgn-reading' }, bar, progress, cancel),
      problem,
      filter,
      count,
      list.element,
      chosen,
    ),
    h('div', { class: 'actions' }, another, other, open),
    earlier,
  )
  draw()
  file.near(selected).then(({ place }) => {
    if (place >= 0) list.show(place)
  })
  return dialog
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
  const { number, result, event, date, errors, errorTexts } = row
  const facts = [`Game ${number}`, resultSign(result), event, date].filter(Boolean).join(', ')
  const more = errors - errorTexts.length
  const items = errorTexts.map(text => h('li', {}, text))
  if (more > 0) items.push(h('li', {}, `${countOf(more, 'more error')}`))
  return [
    h('strong', {}, playersOf(row)),
    h('span', { class: 'soft' }, facts),
    ...(items.length > 0 ? [h('ul', { 'aria-label': 'Errors of this game' }, ...items)] : []),
  ]
}

/** @param {Reading} reading */
function progressWords({ phase, bytes, totalBytes, games, readable, faulty }) {
  const counted = countOf(games, 'game')
  if (phase === 'reading') return `${asSize(bytes)} of ${asSize(totalBytes)}, ${counted}`
  const errors = faulty > 0 ? `, ${faulty.toLocaleString('en')} with errors` : ''
  const part = phase === 'done' ? asSize(totalBytes) : `the first ${asSize(bytes)} of ${asSize(totalBytes)}`
  return readable === 0 ? `No games, in ${part}` : `${counted}${errors}, in ${part}`
}

/** @param {Reading} reading @param {string} name */
function problemWords({ phase, readable, games, failure, firstError }, name) {
  if (phase === 'failed')
    return `The reading stopped: ${failure}. ${games > 0 ? 'The games before that are here.' : ''}`
  if (phase === 'cancelled') return 'The reading was cancelled: these are the games up to there.'
  if (phase === 'reading' || readable > 0) return ''
  if (firstError) return `There is no game in ${name}. What is wrong first: ${firstError}.`
  return `There is no game in ${name}. Games in PGN look like this: [White "Anna"] [Black "Ben"] 1. e4 e5 *`
}

/** @param {Reading} reading */
const foundWords = ({ found, games }) =>
  found === games
    ? 'All games are shown.'
    : `${countOf(found, 'game')} of ${games.toLocaleString('en')} found.`
