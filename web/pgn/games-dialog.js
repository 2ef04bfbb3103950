// SPDX-License-Identifier: Apache-2.0
// The dialog with the games of a file: how far the reading is, a filter, the list, and the game that is selected.

import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { countOf, GameList, playersOf } from './game-list.js'

/** @typedef {import('./game-index.js').Row} Row */
/** @typedef {import('./pgn-file.js').PgnFile} PgnFile */
/** @typedef {import('./pgn-file.js').Reading} Reading */

/** Milliseconds without a key before the filter changes. */
const PAUSE = 150

/**
 * @param {PgnFile} file
 * @param {object} options
 * @param {number} options.place of the game that is selected, or -1
 * @param {(row: Row, place: number) => void} options.onOpen also called for the only game of a file
 * @param {(files: File[]) => void} options.onFiles
 * @returns {HTMLDialogElement}
 */
export function openList(file, { place, onOpen, onFiles }) {
  const bar = h('progress', { 'aria-label': 'How much of the file is read' })
  const progress = h('span', {})
  const cancel = h('button', { type: 'button', onclick: () => file.cancel() }, 'Cancel')
  const problem = h('p', { class: 'error', role: 'alert' })
  const count = h('p', { class: 'soft', role: 'status' })
  const field = h('input', {
    type: 'search',
    placeholder: 'Player, event, result or year',
    autocomplete: 'off',
  })
  const errorsOnly = h('input', { type: 'checkbox' })
  const chosen = h('div', { class: 'pgn-chosen' })
  const open = h('button', { type: 'button', class: 'primary', onclick: () => list.open() }, 'Open game')
  const another = h('input', {
    type: 'file',
    class: 'visually-hidden',
    multiple: true,
    tabindex: -1,
    'aria-label': 'Another file',
    onchange: () => onFiles(Array.from(another.files ?? [])),
  })
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
  let isNew = file.reading.phase === 'reading'
  let isReset = true

  function search() {
    isReset = true
    file.filter(field.value, errorsOnly.checked)
  }

  function draw() {
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
    if (reading.filters > 0 || !isReading) {
      if (settled && isReset) list.reset(reading.found)
      else if (settled) list.grow(reading.found)
    } else list.grow(reading.found)
    if (settled) isReset = false
    if (settled && !isReading) count.textContent = isEmpty ? '' : foundWords(reading)
    if (isNew && reading.phase === 'done') {
      isNew = false
      if (reading.games === 1 && !isEmpty) file.rows(0, 1).then(([row]) => row && onOpen(row, 0))
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const stop = file.onChange(draw)
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, PAUSE)
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
    h(
      'div',
      { class: 'actions' },
      another,
      h('button', { type: 'button', onclick: () => another.click() }, 'Another file'),
      open,
    ),
  )
  if (file.reading.filters > 0) search()
  draw()
  if (place >= 0) list.show(place)
  return dialog
}

/** @param {Row} row @returns {Node[]} */
function describe(row) {
  const { number, result, event, date, errors, errorTexts } = row
  const facts = [`Game ${number}`, result, event, date].filter(Boolean).join(', ')
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
function progressWords({ phase, bytes, totalBytes, games, faulty }) {
  const counted = countOf(games, 'game')
  if (phase === 'reading') return `${sizeOf(bytes)} of ${sizeOf(totalBytes)}, ${counted}`
  const errors = faulty > 0 ? `, ${faulty.toLocaleString('en')} with errors` : ''
  const part = phase === 'done' ? sizeOf(totalBytes) : `the first ${sizeOf(bytes)} of ${sizeOf(totalBytes)}`
  return `${counted}${errors}, in ${part}`
}

/** @param {Reading} reading @param {string} name */
function problemWords({ phase, readable, games, failure }, name) {
  if (phase === 'failed')
    return `The reading stopped: ${failure}. ${games > 0 ? 'The games before that are here.' : ''}`
  if (phase === 'cancelled') return 'The reading was cancelled: these are the games up to there.'
  if (phase === 'reading' || readable > 0) return ''
  return `There is no game in ${name}. Games in PGN look like this: [White "Anna"] [Black "Ben"] 1. e4 e5 *`
}

/** @param {Reading} reading */
const foundWords = ({ found, games }) =>
  found === games
    ? 'All games are shown.'
    : `${countOf(found, 'game')} of ${games.toLocaleString('en')} found.`

/** @param {number} bytes */
const sizeOf = bytes =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3).toLocaleString('en')} kB` : `${(bytes / 1e6).toFixed(1)} MB`
