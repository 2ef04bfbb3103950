// SPDX-License-Identifier: Apache-2.0
// The engine's lines: a row for each, which never changes its height, with moves that are buttons. While somebody
// chooses among them, they stay what they are.

import { h } from '../page/dom.js'
import { LineRow } from './line-row.js'

/** @typedef {import('binbo').Move} Move */
/** @typedef {import('./line-row.js').ShownLine} ShownLine */

/** Milliseconds after which a finger's click has come, and a pointer that went away does not come back at once. */
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
  /** Did the moves go away since a pointer was pressed? Its click is for them. */
  #isOutdated = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #leaving
  /** What was to be shown last. @type {(ShownLine | undefined)[]} */
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
        // The moves go away: who uses keys stays in the row, others go through the game with the arrow keys.
        if (isByKey) row.focus()
        else this.root.focus({ preventScroll: true })
        this.#play(moves)
      })
      this.#rows.push(row)
      this.root.append(row.root)
    }
  }

  /** Another position: what was shown is of the last one. */
  clear() {
    // A pointer that rests where it was chooses nothing of what comes.
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

  /** What is held keeps its moves. */
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
