// SPDX-License-Identifier: Apache-2.0
// The board on the page: 64 buttons in a grid. A move is made by two clicks, by dragging, or with the arrow
// keys and Enter. The view knows what it is shown and which moves it may offer, and no rules of chess.

import { followDrag } from './drag.js'
import { pieceElement } from './piece.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('binbo').PieceType} PieceType */
/** @typedef {import('binbo').Square} Square */

/**
 * What there is to see.
 * @typedef {object} BoardPosition
 * @property {Map<Square, { color: Color, type: PieceType }>} pieces
 * @property {Square[]} last the squares of the last move
 * @property {Square | null} check where a king stands in check
 * @property {Map<Square, Square[]>} targets where each piece may go, none for the others
 */

const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const KEYS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
})

export class BoardView {
  #root
  #onMove
  /** @type {Map<Square, HTMLButtonElement>} */
  #squares = new Map()
  /** @type {BoardPosition} */
  #position = { pieces: new Map(), last: [], check: null, targets: new Map() }
  /** @type {Square | null} */
  #selected = null
  /** @type {Square} */
  #focused = 'e2'
  #flipped = false

  /**
   * @param {HTMLElement} root an empty element, which becomes the board
   * @param {(from: Square, to: Square) => void} onMove called for a move among the targets
   */
  constructor(root, onMove) {
    this.#root = root
    this.#onMove = onMove
    root.addEventListener('click', event => this.#onClick(event))
    root.addEventListener('keydown', event => this.#onKey(event))
    root.addEventListener('focusin', event => this.#onFocus(event))
    followDrag(root, {
      canLift: square => this.#position.targets.has(/** @type {Square} */ (square)),
      onLift: square => this.#select(/** @type {Square} */ (square)),
      onDrop: (from, to) => this.#drop(/** @type {Square} */ (from), /** @type {Square | null} */ (to)),
    })
    this.#build()
  }

  get flipped() {
    return this.#flipped
  }

  flip() {
    this.#flipped = !this.#flipped
    this.#build()
    this.#paint()
  }

  /** @param {BoardPosition} position */
  show(position) {
    this.#position = position
    this.#selected = null
    this.#paint()
  }

  #build() {
    const ranks = this.#flipped ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1]
    const files = this.#flipped ? FILES.toReversed() : FILES
    this.#squares.clear()
    this.#root.replaceChildren(
      ...ranks.map((rank, y) => {
        const row = document.createElement('div')
        row.className = 'rank'
        row.setAttribute('role', 'row')
        row.append(...files.map((file, x) => this.#buildSquare(file, rank, x, y)))
        return row
      }),
    )
  }

  /** @param {string} file @param {number} rank @param {number} x from the left @param {number} y from the top */
  #buildSquare(file, rank, x, y) {
    const name = /** @type {Square} */ (`${file}${rank}`)
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset.square = name
    button.setAttribute('role', 'gridcell')
    if (y === 7) button.dataset.file = file
    if (x === 0) {
      const label = document.createElement('span')
      label.className = 'rank-name'
      label.textContent = String(rank)
      label.setAttribute('aria-hidden', 'true')
      button.append(label)
    }
    this.#squares.set(name, button)
    return button
  }

  #paint() {
    const { pieces, last, check, targets } = this.#position
    const offered = this.#selected ? (targets.get(this.#selected) ?? []) : []
    for (const [name, button] of this.#squares) {
      const piece = pieces.get(name)
      const isTarget = offered.includes(name)
      const classes = ['square', isDark(name) ? 'dark' : 'light']
      if (last.includes(name)) classes.push('last')
      if (check === name) classes.push('check')
      if (targets.has(name)) classes.push('movable')
      if (this.#selected === name) classes.push('selected')
      if (isTarget) classes.push('target')
      if (piece) classes.push('occupied')
      button.className = classes.join(' ')
      button.tabIndex = name === this.#focused ? 0 : -1
      button.setAttribute('aria-selected', String(this.#selected === name))
      button.setAttribute('aria-label', squareLabel(name, piece, check === name, isTarget))
      button.querySelector('.piece')?.remove()
      if (piece) button.append(pieceElement(piece.color, piece.type))
    }
  }

  /** @param {Square | null} square */
  #select(square) {
    this.#selected = square
    this.#paint()
  }

  /** @param {Event} event */
  #onClick(event) {
    const square = squareOf(event.target)
    if (!square) return
    const { targets } = this.#position
    const from = this.#selected
    if (from && targets.get(from)?.includes(square)) {
      this.#select(null)
      this.#onMove(from, square)
    } else {
      this.#select(square !== from && targets.has(square) ? square : null)
    }
  }

  /** @param {Square} from @param {Square | null} to */
  #drop(from, to) {
    const legal = to !== null && this.#position.targets.get(from)?.includes(to)
    if (to !== from) this.#select(null)
    if (legal) this.#onMove(from, to)
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key === 'Escape') this.#select(null)
    const step = KEYS[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const names = [...this.#squares.keys()]
    const index = names.indexOf(this.#focused)
    const x = Math.max(0, Math.min(7, (index % 8) + step[0]))
    const y = Math.max(0, Math.min(7, Math.floor(index / 8) + step[1]))
    this.#squares.get(names[y * 8 + x])?.focus()
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    const square = squareOf(event.target)
    if (!square) return
    this.#squares.get(this.#focused)?.setAttribute('tabindex', '-1')
    this.#focused = square
    this.#squares.get(square)?.setAttribute('tabindex', '0')
  }
}

/** @param {Square} square */
const isDark = square => (square.charCodeAt(0) + square.charCodeAt(1)) % 2 === 0

/** @param {EventTarget | null} target @returns {Square | null} */
function squareOf(target) {
  const button = target instanceof Element ? target.closest('[data-square]') : null
  return button instanceof HTMLElement ? /** @type {Square} */ (button.dataset.square) : null
}

/**
 * @param {string} name
 * @param {{ color: Color, type: PieceType } | undefined} piece
 * @param {boolean} inCheck
 * @param {boolean} isTarget
 */
function squareLabel(name, piece, inCheck, isTarget) {
  const words = [name]
  if (piece) words.push(`${piece.color} ${piece.type}`)
  if (inCheck) words.push('in check')
  if (isTarget) words.push(piece ? 'can be captured' : 'can be moved to')
  return words.join(', ')
}
