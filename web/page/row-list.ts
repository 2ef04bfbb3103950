// SPDX-License-Identifier: Apache-2.0
// A list of any number of rows; only the visible ones are in the document. The list alone knows how far it is scrolled.

import { html, nothing } from 'lit-html'
import { ref } from 'lit-html/directives/ref.js'
import { repeat } from 'lit-html/directives/repeat.js'
import { styleMap } from 'lit-html/directives/style-map.js'
import { say } from './texts.js'

/** The state of a list. A place is the index of a row. */
export type Rows<Row> = {
  /** number of rows */
  found: number
  /** place of the first loaded row */
  from: number
  /** the loaded rows */
  rows: readonly Row[]
  /** place of the first visible row, as it was requested last */
  asked: number
  /** changes with the set of rows and with their order */
  restarts: number
  /** a new object with each selection; place -1: none */
  selection: { readonly place: number }
}

/** The source of the rows, and what happens to them. */
export type RowSource<Row> = {
  /** the beginning of the rows' ids */
  id: string
  read: () => Rows<Row> | null
  /** loads rows around a place, the first visible one */
  look: (place: number) => unknown
  /** selects the nearest existing row */
  select: (place: number) => unknown
  open: (place: number) => unknown
  /** whether a click only selects, and a double click opens; default: a click opens */
  isSelectedFirst?: () => boolean
  /** default: 'Games' */
  label?: string
  /** returns a template */
  cells: (row: Row) => unknown
  /** whether the row's game is on the board */
  isCurrent: (row: Row) => boolean
}

/** The limit of browsers for an element's height: longer lists scroll faster. */
const MAX_HEIGHT = 8_000_000
/** Rows before and after the visible ones that are loaded in advance. */
const MARGIN = 20

/** The place of the selected row after a key; `view` is the number of visible rows. */
const KEYS: Record<string, (place: number, view: number) => number> = {
  ArrowUp: place => place - 1,
  ArrowDown: place => place + 1,
  PageUp: (place, view) => place - view,
  PageDown: (place, view) => place + view,
  Home: () => 0,
  End: () => Number.POSITIVE_INFINITY,
}

export class RowList<Row extends object> {
  #source: RowSource<Row>
  #redraw: () => void
  #box: Element | undefined
  /** Pixels of all rows above the visible ones. */
  #top = 0
  #height = 0
  /** The height of a row in CSS pixels: the list's --row. */
  #row = 48
  /** The state at the last follow(). */
  #before: Rows<Row> | null = null
  #resizes = new ResizeObserver(() => this.#measure())

  /** @param redraw draws the view again */
  constructor(source: RowSource<Row>, redraw: () => void) {
    this.#source = source
    this.#redraw = redraw
  }

  view(rows: Rows<Row>) {
    const { id, select, open, label = say`Games` } = this.#source
    const { found, selection } = rows
    const first = Math.floor(this.#top / this.#row)
    const end = Math.min(found, Math.ceil((this.#top + this.#height) / this.#row))
    const places = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
    const height = Math.min(found * this.#row, MAX_HEIGHT)
    const press = (event: KeyboardEvent) => {
      // Several keys may be pressed within a frame.
      const { place } = this.#source.read()?.selection ?? selection
      const view = Math.max(1, Math.floor(this.#height / this.#row) - 1)
      if (event.key === 'Enter') open(place)
      else if (Object.hasOwn(KEYS, event.key)) select(KEYS[event.key](place, view))
      else return
      event.preventDefault()
    }
    return html`<div class="pgn-list" role="listbox" tabindex="0" aria-label=${label} ${ref(this.#watch)}
      aria-activedescendant=${places.includes(selection.place) ? `${id}${selection.place}` : nothing}
      @scroll=${this.#measure} @keydown=${press}><div class="pgn-space" role="presentation"
      style=${styleMap({ '--height': `${height}px` })}><div class="pgn-window" role="presentation"
      style=${styleMap({ '--shift': `${first * this.#row - this.#top}px` })}>${repeat(
        places,
        place => place,
        place => this.#option(rows, place),
      )}</div></div></div>`
  }

  #option({ found, from, rows, selection }: Rows<Row>, place: number) {
    const { id, select, open, cells, isCurrent, isSelectedFirst = () => false } = this.#source
    const row = rows[place - from]
    const choose = () => {
      select(place)
      if (!isSelectedFirst()) open(place)
    }
    return html`<div class=${row ? 'pgn-row loaded' : 'pgn-row'} role="option" id=${`${id}${place}`}
      aria-posinset=${place + 1} aria-setsize=${found} aria-selected=${place === selection.place}
      aria-current=${row && isCurrent(row) ? 'true' : nothing} @click=${choose} @dblclick=${() => isSelectedFirst() && open(place)}>${
        row ? cells(row) : html`<span class="pgn-white">…</span>`
      }</div>`
  }

  #watch = (box?: Element) => {
    this.#resizes.disconnect()
    this.#box = box
    this.#top = 0
    if (box) this.#resizes.observe(box)
  }

  /** Reads the scroll position, requests the visible rows, and draws them. */
  #measure = () => {
    const shown = this.#source.read()
    if (!this.#box || !shown) return
    const { found, from, rows, asked } = shown
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    this.#row = Number.parseFloat(getComputedStyle(this.#box).getPropertyValue('--row'))
    const whole = found * this.#row
    const isLong = whole > MAX_HEIGHT
    this.#top = isLong ? (scrollTop / (scrollHeight - clientHeight)) * (whole - clientHeight) : scrollTop
    this.#height = clientHeight
    const first = Math.floor(this.#top / this.#row)
    const end = Math.ceil((this.#top + clientHeight) / this.#row)
    const isMissing =
      first - MARGIN < from ? from > 0 : end + MARGIN > from + rows.length && from + rows.length < found
    if (isMissing && first !== asked) this.#source.look(first)
    this.#redraw()
  }

  /** Scrolls to the start of a new list, and to a new selection. Call it after each change. */
  follow() {
    const before = this.#before
    const shown = this.#source.read()
    this.#before = shown
    if (!this.#box || !shown) return
    const { restarts, selection, found } = shown
    const { place } = selection
    if (restarts !== before?.restarts) this.#box.scrollTop = 0
    // A list without a height is not measured yet.
    if (selection === before?.selection || place < 0 || this.#height === 0) return
    const latest = place * this.#row
    const earliest = latest + this.#row - this.#height
    const top = this.#top > latest ? latest : Math.max(this.#top, earliest)
    if (top === this.#top) return
    const whole = found * this.#row
    const { scrollHeight, clientHeight } = this.#box
    const isLong = whole > MAX_HEIGHT
    this.#box.scrollTop = isLong ? (top / (whole - clientHeight)) * (scrollHeight - clientHeight) : top
  }
}
