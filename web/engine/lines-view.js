// SPDX-License-Identifier: Apache-2.0
// The engine's lines: a row for each, which never changes its height, with moves that are buttons.

import { h } from '../page/dom.js'

/** @typedef {import('binbo').Move} Move */
/** @typedef {import('./verdict.js').Verdict} Verdict */

/**
 * @typedef {object} ShownLine
 * @property {Verdict} verdict
 * @property {Move[]} moves
 */

/** Moves of a row; what does not fit on the screen is scrolled to. */
export const SHOWN_PLIES = 12

export class LinesView {
  root = h('ol', { class: 'lines', 'aria-label': 'Best lines. A move plays its line up to there.' })
  /** @type {Row[]} */
  #rows = []
  #isPressed = false

  /** @param {(moves: Move[]) => void} play */
  constructor(play) {
    this.play = play
    // What a finger is on stays what it is until the finger is lifted, and its click has come.
    this.root.addEventListener('pointerdown', () => {
      this.#isPressed = true
    })
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, () =>
        setTimeout(() => {
          this.#isPressed = false
        }),
      )
  }

  /** @param {number} count of rows */
  resize(count) {
    while (this.#rows.length > count) this.#rows.pop()?.root.remove()
    while (this.#rows.length < count) {
      const row = new Row(this.play)
      this.#rows.push(row)
      this.root.append(row.root)
    }
  }

  /** Another position: what was shown is of the last one. */
  clear() {
    for (const row of this.#rows) row.show(null, 1)
  }

  /**
   * @param {(ShownLine | undefined)[]} lines
   * @param {number} firstPly of their first moves: 2 for White's first move of a game, 3 for Black's
   */
  show(lines, firstPly) {
    if (this.#isPressed) return
    for (const [index, row] of this.#rows.entries()) row.show(lines[index] ?? null, firstPly)
  }
}

class Row {
  #score = h('span', { class: 'score', 'aria-hidden': 'true' })
  #words = h('span', { class: 'visually-hidden' })
  #moves = h('span', { class: 'line-moves' })
  root = h('li', { class: 'line' }, this.#score, this.#words, this.#moves)
  /** @type {{ button: HTMLButtonElement, number: HTMLElement, san: HTMLElement }[]} */
  #buttons = []
  /** @type {Move[]} */
  #shown = []

  /** @param {(moves: Move[]) => void} play */
  constructor(play) {
    for (let index = 0; index < SHOWN_PLIES; index++) {
      const number = h('span', { class: 'number' })
      const san = h('span', { class: 'san' })
      const onclick = () => play(this.#shown.slice(0, index + 1))
      const button = h('button', { type: 'button', class: 'quiet', hidden: true, onclick }, number, san)
      this.#buttons.push({ button, number, san })
      this.#moves.append(button)
    }
  }

  /** @param {ShownLine | null} line @param {number} firstPly */
  show(line, firstPly) {
    this.#shown = line?.moves ?? []
    write(this.#score, line?.verdict.text ?? '')
    write(this.#words, line ? `${line.verdict.words}.` : '')
    for (const [index, { button, number, san }] of this.#buttons.entries()) {
      const move = this.#shown[index]
      button.hidden = move === undefined
      if (!move) continue
      const ply = firstPly + index
      const dots = ply % 2 === 0 ? '.' : index === 0 ? '…' : ''
      write(number, dots && `${Math.floor(ply / 2)}${dots} `)
      write(san, move.san)
    }
  }
}

/** Leaves alone what is written there already: layout costs more than a comparison. @param {Element} target @param {string} text */
function write(target, text) {
  if (target.textContent !== text) target.textContent = text
}
