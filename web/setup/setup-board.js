// SPDX-License-Identifier: Apache-2.0
// The board to set a position up on: 64 buttons that know no rules. Pieces are dragged, or placed with the current tool or
// with their letters on the keyboard.

import { drag } from '../board/drag.js'
import { nameOf, picture } from '../board/pieces.js'
import { h } from '../page/dom.js'
import { SQUARES } from '../study/draft.js'

/** @import { Square } from 'binbo' */
/** @import { Placement } from '../study/draft.js' */
/** @typedef {[Square, string][]} Changes FEN letters by square; '' empties it, PROMOTE changes whether it is promoted */

/** The tool, the key and the mark for promoted pieces. */
export const PROMOTE = '~'

/** @type {Record<string, [files: number, ranks: number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

export class SetupBoard {
  #tool
  #onChange
  /** @type {Map<Square, HTMLButtonElement>} */
  #buttons = new Map()
  /** @type {Placement} */
  #pieces = new Map()
  #flipped = false
  /** @type {Square} the one in the tab order */
  #current = 'e1'
  /** @type {Square | null} its piece moves to the square that is chosen next */
  #picked = null

  /**
   * @param {() => string} tool a piece's letter, 'erase', 'move' or PROMOTE
   * @param {(changes: Changes) => void} onChange called for each change by the user
   */
  constructor(tool, onChange) {
    this.#tool = tool
    this.#onChange = onChange
    for (const square of SQUARES) this.#buttons.set(square, this.#button(square))
    this.element = h('div', {
      class: 'setup-board',
      role: 'grid',
      'aria-label': 'Board to set up',
      'aria-describedby': 'setup-keys',
    })
    this.#arrange()
  }

  /**
   * @param {Placement} pieces
   * @param {Square[]} marked squares with a problem
   */
  show(pieces, marked) {
    for (const [square, button] of this.#buttons) {
      const letter = pieces.get(square) ?? ''
      if (letter !== (this.#pieces.get(square) ?? ''))
        button.replaceChildren(...(letter ? [picture(letter[0])] : []))
      const isPromoted = letter.endsWith(PROMOTE)
      button.classList.toggle('promoted', isPromoted)
      button.classList.toggle('marked', marked.includes(square))
      button.setAttribute(
        'aria-label',
        `${square}, ${nameOf(letter[0] ?? '')}${isPromoted ? ', promoted' : ''}${marked.includes(square) ? ', see the problem' : ''}`,
      )
    }
    this.#pieces = pieces
    this.unpick()
  }

  flip() {
    this.#flipped = !this.#flipped
    this.#arrange()
  }

  /** Puts a picked-up piece back. */
  unpick() {
    if (this.#picked) this.#buttons.get(this.#picked)?.removeAttribute('aria-selected')
    this.#picked = null
  }

  /** @param {Square} square */
  #button(square) {
    const shade = (square.charCodeAt(0) + Number(square[1])) % 2 === 0 ? 'dark' : 'light'
    return h('button', {
      type: 'button',
      role: 'gridcell',
      class: `setup-square ${shade}`,
      'data-square': square,
      tabindex: square === this.#current ? 0 : -1,
      onclick: () => this.#choose(square),
      onfocus: () => this.#moveTabStop(square),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event, square),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event, square),
    })
  }

  /** Puts the buttons into the order in which the board is seen. */
  #arrange() {
    const order = this.#flipped ? [...SQUARES].reverse() : SQUARES
    const rows = Array.from({ length: 8 }, (_, row) =>
      h(
        'div',
        { role: 'row' },
        ...order.slice(row * 8, row * 8 + 8).map((square, column) => {
          const button = /** @type {HTMLButtonElement} */ (this.#buttons.get(square))
          button.dataset.file = row === 7 ? square[0] : ''
          button.dataset.rank = column === 0 ? square[1] : ''
          return button
        }),
      ),
    )
    this.element.replaceChildren(...rows)
  }

  /** @param {Square} square */
  #choose(square) {
    const tool = this.#tool()
    const there = this.#pieces.get(square) ?? ''
    if (tool === PROMOTE) this.#onChange([[square, PROMOTE]])
    else if (tool === 'erase') this.#onChange([[square, '']])
    else if (tool !== 'move') this.#onChange([[square, tool === there[0] ? '' : tool]])
    else if (this.#picked && this.#picked !== square) this.#move(this.#picked, square)
    else if (this.#picked) this.unpick()
    else if (there) {
      this.#picked = square
      this.#buttons.get(square)?.setAttribute('aria-selected', 'true')
    }
  }

  /** @param {Square} from @param {Square} to */
  #move(from, to) {
    this.#onChange([
      [from, ''],
      [to, this.#pieces.get(from) ?? ''],
    ])
  }

  /** @param {PointerEvent} event @param {Square} square */
  #press(event, square) {
    const letter = this.#pieces.get(square)
    if (!letter) return
    dragPiece(event, letter, to => {
      if (!to) this.#onChange([[square, '']])
      else if (to !== square) this.#move(square, to)
    })
  }

  /** @param {KeyboardEvent} event @param {Square} square */
  #key(event, square) {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key in ARROWS) this.#step(square, ARROWS[key])
    else if (/^[KQRBNP]$/i.test(key)) this.#onChange([[square, key]])
    else if (key === 'Delete' || key === 'Backspace') this.#onChange([[square, '']])
    else if (key === PROMOTE) this.#onChange([[square, PROMOTE]])
    else return
    event.preventDefault()
  }

  /** @param {Square} square @param {[files: number, ranks: number]} step as the board is seen */
  #step(square, [files, ranks]) {
    const way = this.#flipped ? -1 : 1
    const file = String.fromCharCode(square.charCodeAt(0) + files * way)
    const next = /** @type {Square} */ (`${file}${Number(square[1]) + ranks * way}`)
    this.#buttons.get(next)?.focus()
  }

  /** @param {Square} square */
  #moveTabStop(square) {
    this.#buttons.get(this.#current)?.setAttribute('tabindex', '-1')
    this.#buttons.get(square)?.setAttribute('tabindex', '0')
    this.#current = square
  }
}

/**
 * Drags a piece with mouse, pen or finger until it is dropped.
 * @param {PointerEvent} event that pressed the piece
 * @param {string} letter of the piece
 * @param {(square: Square | null) => void} drop null beside the board; not called for a press without a drag
 */
export const dragPiece = (event, letter, drop) =>
  drag(event, letter[0], { drop: (x, y) => drop(squareAt(x, y)) })

/** @param {number} x @param {number} y @returns {Square | null} */
function squareAt(x, y) {
  const square = document.elementFromPoint(x, y)?.closest('.setup-square')
  return square instanceof HTMLElement ? /** @type {Square} */ (square.dataset.square) : null
}
