// SPDX-License-Identifier: Apache-2.0
// The engine's lines: each is a row of fixed height that opens to its full text. A move is a button that plays the line up
// to that move. While the user points at the rows, their moves do not change.

import type { Position } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { listenerOf } from '../page/dom.js'
import { hasMoved } from '../page/focus.js'
import { rove } from '../page/roving.js'
import { say } from '../page/texts.js'
import { hasFigurines, moveNumber, shownSan } from '../study/nodes.js'
import type { ShownLine } from './analysis-state.js'
import type { Page, State } from './analysis-view.js'

/** Milliseconds that the moves stay after pointerleave: for the click of a finger, or a pointer that returns. */
const LINGER = 400
/** White's share above or below which a side is ahead. */
const AHEAD = { white: 0.505, black: 0.495 }

export class LinesView {
  #page: Page
  #redraw: () => void
  /** The lines in their rows; empty before a position has lines. */
  #rows: (ShownLine | undefined)[] = []
  /** The same, or the previous position's lines, whose hidden elements are used again. */
  #drawn = this.#rows
  /** The node and the position where the lines begin. */
  #node: PgnNode | null = null
  #start: Position | null = null
  #isPointedAt = false
  /** The move that the pointer has moved to. */
  #pointed: HTMLElement | null = null
  /** Were the moves replaced after the pointer was pressed? Then its click is ignored. */
  #isOutdated = false
  #leaving: ReturnType<typeof setTimeout> | undefined
  /** By row, the index of the move in the tab order. */
  #stops: number[] = []
  /** The row that had the focus last. */
  #toolbar: HTMLElement | null = null
  /** Where the move that the user points at is in the window. */
  anchor: DOMRect | null = null

  constructor(page: Page, redraw: () => void) {
    this.#page = page
    this.#redraw = redraw
  }

  /** @returns the row that gets the focus when the focused move disappears */
  get toolbar(): HTMLElement | null {
    return this.#toolbar?.checkVisibility({ visibilityProperty: true }) ? this.#toolbar : null
  }

  /** @param options.away whether the lines are invisible but keep their space */
  view({ analysis, node, position }: State, { away, hidden }: { away: boolean; hidden: boolean }) {
    const { lines, lineCount, firstPly, openLine } = analysis
    const isStale = lines.length === 0
    if (isStale || node !== this.#node) this.#clear()
    this.#node = node
    this.#start = position
    if (!isStale) this.#drawn = this.#rows = this.#update(lines, openLine)
    const name = ['lines', away && 'away', isStale && 'stale', this.#isPointedAt && 'held']
    return html`<ol class=${name.filter(Boolean).join(' ')} ?hidden=${hidden} tabindex="-1"
      aria-label=${say`Best lines. A move plays its line up to there.`} @pointermove=${this.#move} @pointerdown=${this.#press}
      @pointerleave=${this.#leave} @focusin=${this.#reach} @focusout=${this.#lose}
      @click=${this.#click}>${Array.from({ length: lineCount }, (_, row) =>
        this.#row(row, firstPly, openLine === row + 1),
      )}</ol>`
  }

  #row(row: number, firstPly: number, isOpen: boolean) {
    const { verdict, moves = [] } = this.#drawn[row] ?? {}
    const share = verdict?.share ?? 0.5
    const side = share > AHEAD.white ? 'white' : share < AHEAD.black ? 'black' : 'even'
    const stop = Math.min(this.#stops[row] ?? 0, moves.length - 1)
    const number = (ply: number, index: number) => (ply % 2 === 0 || index === 0 ? `${moveNumber(ply)} ` : '')
    return html`<li class=${isOpen ? 'line open' : 'line'} data-row=${row}><span class="score" data-side=${side}
      aria-hidden="true">${verdict?.text}</span><span class="visually-hidden">${verdict ? `${verdict.words}.` : ''}</span><div
      class="line-moves" role="toolbar" tabindex="-1" aria-label=${say`Line ${row + 1}`} @keydown=${rove}>${moves.map(
        ({ san }, index) =>
          html`<button type="button" class="quiet" data-index=${index} tabindex=${index === stop ? 0 : -1}
            aria-label=${hasFigurines() ? `${moveNumber(firstPly + index)} ${san}` : nothing}><span
            class="number">${number(firstPly + index, index)}</span><span class="san">${shownSan(san)}</span></button>`,
      )}</div><button type="button" class="quiet opener" aria-expanded=${isOpen} aria-label=${say`All of line ${row + 1}`}
      ?hidden=${moves.length === 0} @click=${() => this.#page.analyst.toggleLine(row + 1)}><svg class="icon"
      viewBox="0 0 24 24" aria-hidden="true"><path d="M6 9.5l6 6 6-6"></path></svg></button></li>`
  }

  /** Takes new lines; rows that the user points at keep their moves. @param openLine 0 for none */
  #update(lines: readonly ShownLine[], openLine: number) {
    const isReached = document.querySelector('#analysis .lines button:focus-visible') !== null
    if (!this.#isPointedAt && !isReached) return [...lines]
    const count = Math.max(lines.length, this.#rows.length)
    return Array.from({ length: count }, (_, row) => {
      const [line, shown] = [lines[row], this.#rows[row]]
      if (!shown || !line) return shown ?? line
      if (line.moves[0].uci !== shown.moves[0].uci) return shown
      // A row that was opened shows the rest of its line.
      const isLonger =
        openLine === row + 1 && shown.moves.every(({ uci }, index) => uci === line.moves[index]?.uci)
      return isLonger ? line : { ...shown, verdict: line.verdict }
    })
  }

  /** For another position. A pointer that does not move does not point at the new moves. */
  #clear() {
    this.#isPointedAt = false
    this.#pointed = null
    this.#isOutdated = true
    this.#rows = []
  }

  /** Shows the position after the move under the pointer. A move that comes under a resting pointer shows none. */
  #move = ({ target, pointerType }: PointerEvent) => {
    if (!hasMoved()) return
    this.#point()
    const { button } = placeOf(target)
    if (pointerType !== 'mouse' || button === this.#pointed) return
    // Without lines there is nothing to show yet.
    this.#pointed = this.#rows.length > 0 ? button : null
    this.#preview(button)
  }

  #point() {
    clearTimeout(this.#leaving)
    if (this.#isPointedAt) return
    this.#isPointedAt = true
    this.#redraw()
  }

  #press = () => {
    this.#isOutdated = false
    this.#point()
  }

  #leave = () => {
    this.#pointed = null
    this.#page.analyst.point(null)
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => {
      this.#isPointedAt = false
      this.#redraw()
    }, LINGER)
  }

  #reach = ({ target }: FocusEvent) => {
    const { button, row, index } = placeOf(target)
    if (!button) return
    this.#toolbar = button.parentElement
    this.#stops[row] = index
    if (button.matches(':focus-visible')) this.#preview(button)
    this.#redraw()
  }

  #lose = (event: FocusEvent) => {
    const { relatedTarget } = event
    if (relatedTarget instanceof Node && listenerOf(event, Element).contains(relatedTarget)) return
    this.#page.analyst.point(null)
    this.#redraw()
  }

  #preview(target: EventTarget | null) {
    const { button, row, index } = placeOf(target)
    this.anchor = button?.getBoundingClientRect() ?? null
    const moves = button && this.#rows[row]?.moves.slice(0, index + 1)
    this.#page.analyst.point(moves && this.#start ? { start: this.#start, moves } : null)
  }

  #click = (event: MouseEvent) => {
    const { button, row, index } = placeOf(event.target)
    const moves = this.#rows[row]?.moves
    const isByKey = event.detail === 0
    if (!button || !moves || (this.#isOutdated && !isByKey)) return
    // The rows are not yet those of the position.
    if (this.#start !== this.#page.study.position) return
    // The moves will be replaced: keyboard users stay in the row; for others, arrow keys then go through the game.
    const next = isByKey ? button.parentElement : listenerOf(event, HTMLElement)
    next?.focus({ preventScroll: !isByKey })
    this.#page.study.playLine(moves.slice(0, index + 1).map(({ uci }) => uci))
  }
}

/** @param target in the lines */
function placeOf(target: EventTarget | null) {
  const button = target instanceof Element ? target.closest('.line-moves button') : null
  const row = Number(button?.closest('li')?.dataset.row)
  return {
    button: button instanceof HTMLElement ? button : null,
    row,
    index: Number(button instanceof HTMLElement ? button.dataset.index : -1),
  }
}
