// SPDX-License-Identifier: Apache-2.0
// A list of any number of games; only the rows in sight are in the page. How far it is scrolled it alone knows.

import { html, nothing } from 'lit-html'
import { ref } from 'lit-html/directives/ref.js'
import { repeat } from 'lit-html/directives/repeat.js'
import { styleMap } from 'lit-html/directives/style-map.js'
import { resultSign } from '../study/descriptions.js'
import { knownDate } from '../study/headers.js'
import { playerName } from '../study/titles.js'
import { countText } from './game-index.js'
import { rowAt } from './pgn-file.js'

/** @import { App } from '../app.js' */
/** @import { FileState } from '../state.js' */
/** @import { Row } from './game-index.js' */

/** Height of a row in CSS pixels, as in pgn.css. */
const ROW_HEIGHT = 48
/** The limit of browsers for an element's height: longer lists scroll faster. */
const MAX_HEIGHT = 8_000_000
/** Rows before and after those in sight that are asked for before they are seen. */
const MARGIN = 20

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
  #app
  #redraw
  /** @type {Element | undefined} */
  #box
  /** Pixels of all rows that are above those in sight. */
  #top = 0
  #height = 0
  #resizes = new ResizeObserver(() => this.#measure())

  /** @param {App} app @param {() => void} redraw draws its view */
  constructor(app, redraw) {
    this.#app = app
    this.#redraw = redraw
    app.store.react(({ file }, before) => this.#follow(file, before?.file ?? null))
  }

  /** @param {FileState} file */
  view(file) {
    const { list, selection, model } = file
    const first = Math.floor(this.#top / ROW_HEIGHT)
    const end = Math.min(list.found, Math.ceil((this.#top + this.#height) / ROW_HEIGHT))
    const places = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
    const height = Math.min(list.found * ROW_HEIGHT, MAX_HEIGHT)
    const press = (/** @type {KeyboardEvent} */ event) => {
      const { place } = model.selection
      const view = Math.max(1, Math.floor(this.#height / ROW_HEIGHT) - 1)
      if (event.key === 'Enter') this.#app.openFile.openAt(place)
      else if (Object.hasOwn(KEYS, event.key)) model.select(KEYS[event.key](place, view))
      else return
      event.preventDefault()
    }
    return html`<div class="pgn-list" role="listbox" tabindex="0" aria-label="Games" ${ref(this.#watch)}
      aria-activedescendant=${places.includes(selection.place) ? optionId(selection.place) : nothing}
      @scroll=${this.#measure} @keydown=${press}><div class="pgn-space" role="presentation"
      style=${styleMap({ '--height': `${height}px` })}><div class="pgn-window" role="presentation"
      style=${styleMap({ '--shift': `${first * ROW_HEIGHT - this.#top}px` })}>${repeat(
        places,
        place => place,
        place => this.#option(file, place),
      )}</div></div></div>`
  }

  /** @param {FileState} file @param {number} place */
  #option(file, place) {
    const { model, list, selection, opened } = file
    const row = rowAt(file, place)
    const open = () => {
      model.select(place)
      this.#app.openFile.openAt(place)
    }
    return html`<div class=${row ? 'pgn-row loaded' : 'pgn-row'} role="option" id=${optionId(place)}
      aria-posinset=${place + 1} aria-setsize=${list.found} aria-selected=${place === selection.place}
      aria-current=${row && row.number === opened?.number ? 'true' : nothing} @click=${open}>${
        row ? cells(row) : html`<span class="pgn-white">…</span>`
      }</div>`
  }

  /** @param {Element} [box] */
  #watch = box => {
    this.#resizes.disconnect()
    this.#box = box
    this.#top = 0
    if (box) this.#resizes.observe(box)
  }

  /** Takes over how far it is scrolled, asks for the rows in sight, and draws them. */
  #measure = () => {
    const { file } = this.#app.openFile
    if (!this.#box || !file) return
    const { found, from, rows } = file.list
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    const whole = found * ROW_HEIGHT
    const isLong = whole > MAX_HEIGHT
    this.#top = isLong ? (scrollTop / (scrollHeight - clientHeight)) * (whole - clientHeight) : scrollTop
    this.#height = clientHeight
    const first = Math.floor(this.#top / ROW_HEIGHT)
    const end = Math.ceil((this.#top + clientHeight) / ROW_HEIGHT)
    const isMissing =
      first - MARGIN < from ? from > 0 : end + MARGIN > from + rows.length && from + rows.length < found
    if (isMissing && first !== file.wanted.from) file.look(first)
    this.#redraw()
  }

  /** Scrolls to the start of another list, and to what is selected. @param {FileState | null} file @param {FileState | null} before */
  #follow(file, before) {
    if (!this.#box || !file) return
    const { place } = file.selection
    if (file.list.restarts !== before?.list.restarts) this.#box.scrollTop = 0
    if (file.selection === before?.selection || place < 0) return
    const latest = place * ROW_HEIGHT
    const earliest = latest + ROW_HEIGHT - this.#height
    const top = this.#top > latest ? latest : Math.max(this.#top, earliest)
    if (top === this.#top) return
    const whole = file.list.found * ROW_HEIGHT
    const { scrollHeight, clientHeight } = this.#box
    const isLong = whole > MAX_HEIGHT
    this.#box.scrollTop = isLong ? (top / (whole - clientHeight)) * (scrollHeight - clientHeight) : top
  }
}

/** @param {number} place */
const optionId = place => `pgn-game-${place}`

/** @param {Row} row */
function cells(row) {
  const { number, result, event, date, eco, moves, errors, warningTexts } = row
  const faults = errors > 0 ? countText(errors, 'error') : warningTexts.length > 0 ? 'Warning' : ''
  // Screen readers need the spaces.
  return html`<span class="pgn-number">${number} </span><span class="pgn-white"><span>${playerName(
    row.white,
  )}</span> <small>${row.whiteElo} </small></span><span class="pgn-black"><span>${playerName(
    row.black,
  )}</span> <small>${row.blackElo} </small></span><span class="pgn-result">${resultSign(
    result,
  )} </span><span class="pgn-date">${knownDate(date)} </span><span class="pgn-eco">${eco} </span><span
    class="pgn-moves">${moves} </span><span class=${faults ? 'pgn-event pgn-faults' : 'pgn-event'}>${
      faults || event
    } </span>`
}
