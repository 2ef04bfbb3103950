// SPDX-License-Identifier: Apache-2.0
// The pockets of Crazyhouse in the strips beside the board: pieces to drop by drag, by click and by keyboard.

import { h } from '../page/dom.js'
import { allow, isAllowed } from '../page/focus.js'
import { announce } from '../page/notices.js'
import { colorName, pieceName } from '../study/descriptions.js'
import { drag } from './drag.js'
import { picture } from './pieces.js'
import { POCKET } from './targets.js'

/** @import { Color } from 'binbo' */
/** @import { Board } from './board.js' */

/** Fills the places for pockets of the page. @param {Board} board */
export function mountPockets(board) {
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.pocket[data-color]'))
  const pockets = Array.from(places, place => new Pocket(place, board))
  const show = () => {
    for (const pocket of pockets) pocket.show()
  }
  board.onChange(show)
  show()
}

class Pocket {
  #place
  #board
  #color
  /** By kind. @type {Map<string, HTMLButtonElement>} */
  #buttons

  /** @param {HTMLElement} place @param {Board} board */
  constructor(place, board) {
    this.#place = place
    this.#board = board
    this.#color = /** @type {Color} */ (place.dataset.color)
    this.#buttons = new Map(Object.keys(POCKET).map(kind => [kind, this.#button(kind)]))
    place.setAttribute('role', 'group')
    place.setAttribute('aria-label', `${colorName(this.#color)}’s pocket`)
  }

  show() {
    const { shown, held, origins } = this.#board
    const counts = shown.position?.pockets?.[this.#color]
    if (!counts) return this.#place.replaceChildren()
    if (!this.#place.firstChild) this.#place.append(...this.#buttons.values())
    const isOwn = this.#isOwn()
    for (const [kind, button] of this.#buttons) {
      const count = String(counts[POCKET[kind]])
      button.setAttribute('aria-pressed', String(isOwn && held === `${kind}@`))
      allow(button, isOwn && origins.has(`${kind}@`))
      if (button.dataset.count === count) continue
      button.dataset.count = count
      button.setAttribute('aria-label', `${pieceName(kind)}, ${count}`)
      const badge = /** @type {HTMLElement} */ (button.lastElementChild)
      badge.textContent = count
      badge.hidden = count === '0'
    }
  }

  /** @returns {boolean} whether its side may drop pieces, now or in advance */
  #isOwn() {
    const { moves, premoveFor } = this.#board.shown
    return (moves[0]?.color ?? premoveFor) === this.#color
  }

  /** @param {string} kind @returns {string} as in a FEN */
  #letter(kind) {
    return this.#color === 'white' ? kind : kind.toLowerCase()
  }

  /** @param {string} kind */
  #button(kind) {
    const origin = `${kind}@`
    const board = this.#board
    const button = h(
      'button',
      {
        type: 'button',
        title: `Drop a ${pieceName(kind)}`,
        onclick: (/** @type {MouseEvent} */ event) => {
          if (board.held === origin) return board.putDown(null)
          // Enter and Space are clicks without a count: the squares are chosen with the keyboard, too. The focus announces
          // a square, so it moves first.
          if (event.detail === 0) board.focus()
          board.hold(origin)
        },
        onpointerdown: (/** @type {PointerEvent} */ event) => {
          if (!isAllowed(button)) return
          drag(event, this.#letter(kind), {
            start: () => board.hold(origin),
            drop: (x, y) => board.putDown(squareAt(x, y)),
            cancel: () => board.putDown(null),
          })
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== 'Enter' || isAllowed(button)) return
          announce(`The ${pieceName(kind)} cannot be dropped now.`)
        },
      },
      picture(this.#letter(kind)),
      h('b', { 'aria-hidden': 'true' }),
    )
    return button
  }
}

/** @param {number} x @param {number} y @returns {string | null} */
const squareAt = (x, y) =>
  document.elementFromPoint(x, y)?.closest('#board [data-square]')?.getAttribute('data-square') ?? null
