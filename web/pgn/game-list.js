// SPDX-License-Identifier: Apache-2.0
// A list of any number of games; only the visible rows are in the page.

import { h } from '../page/dom.js'
import { resultSign } from '../study/descriptions.js'
import { knownDate } from '../study/headers.js'
import { playerName } from '../study/titles.js'
import { countText } from './game-index.js'

/** @import { Row } from './game-index.js' */
/** @import { PgnFile } from './pgn-file.js' */

/** Height of a row in CSS pixels, as in pgn.css. */
const ROW_HEIGHT = 48
/** The limit of browsers for an element's height: longer lists scroll faster. */
const MAX_HEIGHT = 8_000_000
/** Rows per request. */
const PAGE_ROWS = 100
/** Pages that are cached. */
const MAX_PAGES = 20

/** The place of the selected row after a key; `view` is the number of visible rows. */
const KEYS = /** @type {Record<string, (place: number, view: number) => number>} */ ({
  ArrowUp: place => place - 1,
  ArrowDown: place => place + 1,
  PageUp: (place, view) => place - view,
  PageDown: (place, view) => place + view,
  Home: () => 0,
  End: () => Number.POSITIVE_INFINITY,
})

export class GameList {
  #file
  #onSelect
  #onOpen
  #count = 0
  #selected = -1
  /** The number of the game on the board, or 0. */
  #marked = 0
  /** @type {Map<number, Row[]>} by the number of the page */
  #pages = new Map()
  /** @type {Map<number, Promise<void>>} pages that are being loaded */
  #loading = new Map()
  /** Counts the filters: answers for an earlier one are dropped. */
  #generation = 0
  #frame = 0
  #resizes = new ResizeObserver(() => this.#draw())
  /** @type {Map<number, HTMLElement>} the rows in the page, by place */
  #drawn = new Map()
  #window = h('div', { class: 'pgn-window', role: 'presentation' })
  #space = h('div', { class: 'pgn-space', role: 'presentation' }, this.#window)

  /**
   * @param {PgnFile} file
   * @param {{ onSelect: (row: Row | null) => void, onOpen: (row: Row) => void }} listeners
   */
  constructor(file, { onSelect, onOpen }) {
    this.#file = file
    this.#onSelect = onSelect
    this.#onOpen = onOpen
    this.element = h(
      'div',
      {
        class: 'pgn-list',
        role: 'listbox',
        tabindex: 0,
        'aria-label': 'Games',
        onscroll: () => this.#draw(),
        onkeydown: event => this.#press(event),
        onclick: event => this.#click(placeOf(event)),
      },
      this.#space,
    )
    this.#resizes.observe(this.element)
  }

  /** @returns {number} place of the selected game, or -1 */
  get selected() {
    return this.#selected
  }

  /** Ends it; it must not be used again. */
  close() {
    this.#resizes.disconnect()
    cancelAnimationFrame(this.#frame)
  }

  /** Marks the game that is on the board. @param {number} number in the file, or 0 */
  mark(number) {
    this.#marked = number
    this.#draw()
  }

  /** @param {number} count of games by now */
  grow(count) {
    if (count === this.#count) return
    const lastPage = Math.floor(this.#count / PAGE_ROWS)
    this.#count = count
    // It may have been loaded when it was not full.
    this.#pages.delete(lastPage)
    this.#draw()
  }

  /** Shows other games. @param {number} count */
  reset(count) {
    this.#generation++
    this.#pages.clear()
    this.#loading.clear()
    this.#drawn.clear()
    this.#count = count
    this.#selected = -1
    this.#onSelect(null)
    this.element.scrollTop = 0
    this.#draw()
  }

  /** @param {number | null} place */
  async #click(place) {
    if (place === null) return
    await this.#load(Math.floor(place / PAGE_ROWS))
    this.#select(place)
    this.#open()
  }

  /** Opens the selected game. */
  #open() {
    const row = this.#row(this.#selected)
    if (row) this.#onOpen(row)
  }

  /** @param {number} place selects a row and shows it */
  async show(place) {
    await this.#load(Math.floor(place / PAGE_ROWS))
    this.#select(place)
  }

  get #viewHeight() {
    return this.element.clientHeight
  }

  /** @returns {number} scroll position, in pixels of all rows */
  get #top() {
    const { scrollTop, scrollHeight } = this.element
    const whole = this.#count * ROW_HEIGHT
    if (whole <= MAX_HEIGHT) return scrollTop
    return (scrollTop / (scrollHeight - this.#viewHeight)) * (whole - this.#viewHeight)
  }

  /** @param {number} top */
  #scrollTo(top) {
    const whole = this.#count * ROW_HEIGHT
    const range = this.element.scrollHeight - this.#viewHeight
    this.element.scrollTop = whole <= MAX_HEIGHT ? top : (top / (whole - this.#viewHeight)) * range
  }

  #draw() {
    this.#space.style.setProperty('--height', `${Math.min(this.#count * ROW_HEIGHT, MAX_HEIGHT)}px`)
    const digits = String(this.#file.reading.games).length
    this.element.parentElement?.style.setProperty('--digits', String(digits))
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#drawNow()
    })
  }

  #drawNow() {
    const top = this.#top
    const first = Math.floor(top / ROW_HEIGHT)
    const end = Math.min(this.#count, Math.ceil((top + this.#viewHeight) / ROW_HEIGHT))
    this.#window.style.setProperty('--shift', `${first * ROW_HEIGHT - top}px`)
    const places = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
    this.#replaceRows(places.map(place => this.#option(place)))
    const isVisible = places.includes(this.#selected)
    if (isVisible) this.element.setAttribute('aria-activedescendant', optionId(this.#selected))
    else this.element.removeAttribute('aria-activedescendant')
    for (const page of new Set(places.map(place => Math.floor(place / PAGE_ROWS)))) this.#load(page)
  }

  /**
   * Rows that stay are not moved: a row that is replaced between two clicks gets no double click.
   * @param {HTMLElement[]} options
   */
  #replaceRows(options) {
    const shown = Array.from(this.#window.children)
    if (options.length === shown.length && options.every((option, index) => option === shown[index])) return
    this.#window.replaceChildren(...options)
    this.#drawn = new Map(options.map(option => [Number(option.dataset.place), option]))
  }

  /** @param {number} page */
  async #load(page) {
    if (this.#pages.has(page)) return
    const request = this.#loading.get(page) ?? this.#request(page)
    this.#loading.set(page, request)
    await request
  }

  /** @param {number} page */
  async #request(page) {
    const generation = this.#generation
    const rows = await this.#file.rows(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
    if (generation !== this.#generation) return
    this.#loading.delete(page)
    if (this.#pages.size >= MAX_PAGES) this.#pages.clear()
    this.#pages.set(page, rows)
    // Games may have been added in the meantime.
    const expected = Math.min(PAGE_ROWS, this.#count - page * PAGE_ROWS)
    if (rows.length < expected) this.#pages.delete(page)
    this.#draw()
  }

  /** @param {number} place @returns {Row | undefined} */
  #row(place) {
    return this.#pages.get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS]
  }

  /** @param {number} place @returns {HTMLElement} */
  #option(place) {
    const row = this.#row(place)
    const drawn = this.#drawn.get(place)
    const isDrawn = drawn !== undefined && drawn.classList.contains('loaded') === Boolean(row)
    const option = isDrawn ? drawn : makeOption(place, row)
    option.setAttribute('aria-selected', String(place === this.#selected))
    option.setAttribute('aria-setsize', String(this.#count))
    if (row && row.number === this.#marked) option.setAttribute('aria-current', 'true')
    else option.removeAttribute('aria-current')
    return option
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key === 'Enter') this.#open()
    else if (Object.hasOwn(KEYS, event.key)) {
      const view = Math.max(1, Math.floor(this.#viewHeight / ROW_HEIGHT) - 1)
      this.#select(KEYS[event.key](this.#selected, view))
    } else return
    event.preventDefault()
  }

  /** @param {number} wanted place; the nearest one that exists is selected */
  #select(wanted) {
    if (this.#count === 0) return
    const place = Math.max(0, Math.min(this.#count - 1, wanted))
    this.#selected = place
    const top = this.#top
    const latest = place * ROW_HEIGHT
    const earliest = latest + ROW_HEIGHT - this.#viewHeight
    if (top > latest) this.#scrollTo(latest)
    else if (top < earliest) this.#scrollTo(earliest)
    this.#draw()
    this.#reportSelection(place)
  }

  /** @param {number} place */
  async #reportSelection(place) {
    await this.#load(Math.floor(place / PAGE_ROWS))
    if (place === this.#selected) this.#onSelect(this.#row(place) ?? null)
  }
}

/** @param {number} place @param {Row} [row] undefined until it is loaded */
const makeOption = (place, row) =>
  h(
    'div',
    {
      class: row ? 'pgn-row loaded' : 'pgn-row',
      role: 'option',
      id: optionId(place),
      'data-place': place,
      'aria-posinset': place + 1,
    },
    ...(row ? cells(row) : [h('span', { class: 'pgn-white' }, '…')]),
  )

/** @param {number} place */
const optionId = place => `pgn-game-${place}`

/** @param {Event} event @returns {number | null} null between the rows */
function placeOf({ target }) {
  const row = target instanceof Element ? target.closest('.pgn-row') : null
  return row && Number(row.getAttribute('data-place'))
}

/** @param {Row} row @returns {Node[]} */
function cells(row) {
  const { number, white, black, whiteElo, blackElo, result, event, date, eco, moves, errors, warningTexts } =
    row
  const faults = errors > 0 ? countText(errors, 'error') : warningTexts.length > 0 && 'Warning'
  return [
    cell('number', number),
    cell('white', playerName(white), whiteElo && h('small', {}, ` ${whiteElo}`)),
    cell('black', playerName(black), blackElo && h('small', {}, ` ${blackElo}`)),
    cell('result', resultSign(result)),
    cell('date', knownDate(date)),
    cell('eco', eco),
    cell('moves', moves),
    faults ? cell('event faults', faults) : cell('event', event),
  ]
}

/** @param {string} name @param {...import('../page/dom.js').Child} children */
const cell = (name, ...children) => h('span', { class: name.replace(/\b(?=\w)/g, 'pgn-') }, ...children, ' ')
