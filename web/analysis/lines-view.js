// SPDX-License-Identifier: Apache-2.0
// The engine's lines: a row of fixed height for each, with moves that are buttons. While the user is choosing among
// them, the moves stay as they are.

import { h, writeText } from '../page/dom.js'
import { moveNumber } from '../study/nodes.js'
import { SHOWN_PLIES } from './lines.js'

/** @import { Move } from 'binbo' */
/** @import { ShownLine } from './lines.js' */

/** Milliseconds after pointerleave: time for the click of a finger, and for a pointer that returns. */
const LINGER = 400

export class LinesView {
  root = h('ol', {
    class: 'lines',
    tabindex: -1,
    'aria-label': 'Best lines. A move plays its line up to there.',
  })
  /** @type {LineRow[]} */
  #rows = []
  #isPointedAt = false
  /** Were the moves replaced since the pointer was pressed? Then its click was for the old ones. */
  #isOutdated = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #leaving
  /** The latest lines, shown or not. @type {(ShownLine | undefined)[]} */
  #lines = []
  #firstPly = 0
  #play

  /** @param {(moves: Move[]) => void} play */
  constructor(play) {
    this.#play = play
    this.root.addEventListener('pointermove', () => this.#point())
    this.root.addEventListener('pointerdown', () => {
      this.#isOutdated = false
      this.#point()
    })
    this.root.addEventListener('pointerleave', () => {
      clearTimeout(this.#leaving)
      this.#leaving = setTimeout(() => {
        this.#letGo()
        this.#draw()
      }, LINGER)
    })
    this.root.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.root.contains(relatedTarget))) this.#draw()
    })
  }

  /** @param {number} count of rows */
  resize(count) {
    while (this.#rows.length > count) this.#rows.pop()?.root.remove()
    while (this.#rows.length < count) {
      const row = new LineRow(this.#rows.length + 1, (moves, isByKey) => {
        if (this.#isOutdated && !isByKey) return
        // The moves are replaced: keyboard users stay in the row, for others the arrow keys go through the game.
        if (isByKey) row.focus()
        else this.root.focus({ preventScroll: true })
        this.#play(moves)
      })
      this.#rows.push(row)
      this.root.append(row.root)
    }
  }

  /** Removes the moves, for another position. */
  clear() {
    // A pointer that does not move is not choosing among the next moves.
    this.#letGo()
    this.#isOutdated = true
    this.#lines = []
    for (const row of this.#rows) row.show(null, 0)
  }

  /**
   * @param {(ShownLine | undefined)[]} lines
   * @param {number} firstPly of their first moves, 0 for White's move 1
   */
  show(lines, firstPly) {
    this.#lines = lines
    this.#firstPly = firstPly
    this.#draw()
  }

  /** While the user is choosing, rows keep their moves. */
  #draw() {
    const isHeld = this.#isPointedAt || this.#rows.some(row => row.isReached)
    for (const [index, row] of this.#rows.entries()) {
      const line = this.#lines[index] ?? null
      if (isHeld && !row.isEmpty) row.showScore(line)
      else row.show(line, this.#firstPly)
    }
  }

  #point() {
    clearTimeout(this.#leaving)
    this.#isPointedAt = true
    this.root.classList.add('held')
  }

  #letGo() {
    this.#isPointedAt = false
    this.root.classList.remove('held')
  }
}

/** One line: its score, and its moves as a toolbar with one tab stop and arrow keys. */
class LineRow {
  #score = h('span', { class: 'score', 'aria-hidden': 'true' })
  #words = h('span', { class: 'visually-hidden' })
  #moves
  root
  /** @type {{ button: HTMLButtonElement, number: HTMLElement, san: HTMLElement }[]} */
  #buttons = []
  /** @type {Move[]} */
  #shown = []
  /** Index of the button in the tab order. */
  #tabStop = 0

  /**
   * @param {number} rank 1 is the best
   * @param {(moves: Move[], isByKey: boolean) => void} play
   */
  constructor(rank, play) {
    this.#moves = h('div', {
      class: 'line-moves',
      role: 'toolbar',
      tabindex: -1,
      'aria-label': `Line ${rank}`,
      onkeydown: event => this.#key(event),
    })
    this.root = h('li', { class: 'line' }, this.#score, this.#words, this.#moves)
    for (let index = 0; index < SHOWN_PLIES; index++) {
      const number = h('span', { class: 'number' })
      const san = h('span', { class: 'san' })
      const onclick = (/** @type {MouseEvent} */ { detail }) =>
        play(this.#shown.slice(0, index + 1), detail === 0)
      const onfocus = () => this.#setTabStop(index)
      const attributes = { type: 'button', class: 'quiet', tabindex: -1, hidden: true, onclick, onfocus }
      const button = h('button', attributes, number, san)
      this.#buttons.push({ button, number, san })
      this.#moves.append(button)
    }
  }

  /** @returns {boolean} whether the row has no moves */
  get isEmpty() {
    return this.#shown.length === 0
  }

  /** @returns {boolean} whether one of its moves has the keyboard focus */
  get isReached() {
    return this.#moves.querySelector('button:focus-visible') !== null
  }

  /** Focuses the row itself, which stays when its moves are replaced. */
  focus() {
    this.#moves.focus()
  }

  /** @param {ShownLine | null} line @param {number} firstPly */
  show(line, firstPly) {
    this.#shown = line?.moves ?? []
    const focused = this.#buttons.findIndex(({ button }) => button === document.activeElement)
    if (focused >= this.#shown.length) this.focus()
    this.#writeScore(line)
    for (const [index, { button, number, san }] of this.#buttons.entries()) {
      const move = this.#shown[index]
      button.hidden = move === undefined
      if (!move) continue
      const ply = firstPly + index
      writeText(number, ply % 2 === 0 || index === 0 ? `${moveNumber(ply)} ` : '')
      writeText(san, move.san)
    }
    this.#setTabStop(this.#tabStop < this.#shown.length ? this.#tabStop : 0)
  }

  /** Keeps the moves. @param {ShownLine | null} line its score is shown if its first move is the one shown */
  showScore(line) {
    if (line?.moves[0]?.uci === this.#shown[0]?.uci) this.#writeScore(line)
  }

  /** @param {ShownLine | null} line */
  #writeScore(line) {
    writeText(this.#score, line?.verdict.text ?? '')
    writeText(this.#words, line ? `${line.verdict.words}.` : '')
  }

  /** @param {number} index */
  #setTabStop(index) {
    this.#buttons[this.#tabStop].button.tabIndex = -1
    this.#tabStop = index
    this.#buttons[index].button.tabIndex = 0
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const last = this.#shown.length - 1
    const at = this.#buttons.findIndex(({ button }) => button === document.activeElement)
    const to = /** @type {Record<string, number>} */ ({
      ArrowLeft: Math.max(0, at - 1),
      ArrowRight: Math.min(last, at + 1),
      Home: 0,
      End: last,
    })[event.key]
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (last >= 0) this.#buttons[to].button.focus()
  }
}
