// SPDX-License-Identifier: Apache-2.0
// The signs on the board beside its pieces: squares, frames, dots, rings and arrows, in layers. First the layers, which
// draw any sign, then the signs of a position, its annotations, a picked-up piece and an engine's moves.

import { EXTENSION_POINT, Extension } from 'cm-chessboard/src/model/Extension.js'
import { svg } from '../page/dom.js'

/** @import { Move, Position } from 'binbo' */
/** @import { Arrow, SquareMark } from 'binbo/pgn' */
/** @import { Chessboard } from 'cm-chessboard/src/Chessboard.js' */

/**
 * @typedef {{ shape: 'square' | 'frame' | 'dot' | 'ring', square: string, class: string }} SquareSign
 * @typedef {{ shape: 'arrow', from: string, to: string, width: number, class: string }} ArrowSign width: a fraction of a
 *   square
 * @typedef {SquareSign | ArrowSign} Sign
 */

/** From bottom to top; isAbove: above the pieces. @type {[name: string, isAbove: boolean][]} */
const LAYERS = [
  ['last', false],
  ['premove', false],
  ['picked', false],
  ['check', false],
  ['marks', false],
  ['targets', true],
  ['arrows', true],
  ['engine', true],
  ['hint', true],
  ['threat', true],
  ['drawing', true],
  ['cursor', true],
]

export class Overlay extends Extension {
  /** @type {Map<string, { group: SVGElement, signs: Sign[] }>} */
  #layers = new Map()
  /** @type {Set<string>} */
  #movable = new Set()

  /** @param {Chessboard} chessboard */
  constructor(chessboard) {
    super(chessboard)
    const { coordinatesGroup, markersLayer, markersTopLayer } = chessboard.view
    markersLayer.after(coordinatesGroup)
    for (const [name, isAbove] of LAYERS) {
      const group = svg('g', { class: `layer ${name}`, 'aria-hidden': 'true' })
      const layer = isAbove ? markersTopLayer : markersLayer
      layer.append(group)
      this.#layers.set(name, { group, signs: [] })
    }
    this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => {
      for (const name of this.#layers.keys()) this.#redraw(name)
      this.#markMovable()
    })
  }

  /**
   * Replaces a layer's signs.
   * @param {string} name
   * @param {Sign[]} signs
   */
  draw(name, signs) {
    const layer = this.#layers.get(name)
    if (!layer || (layer.signs.length === 0 && signs.length === 0)) return
    layer.signs = signs
    this.#redraw(name)
  }

  /** @param {Iterable<string>} squares with pieces that can be picked up */
  setMovable(squares) {
    this.#movable = new Set(squares)
    this.#markMovable()
  }

  #markMovable() {
    for (const square of this.chessboard.view.boardGroup.querySelectorAll('.square'))
      square.classList.toggle('movable', this.#movable.has(square.getAttribute('data-square') ?? ''))
  }

  /** @param {string} name */
  #redraw(name) {
    const { view } = this.chessboard
    const { group, signs } = /** @type {{ group: SVGElement, signs: Sign[] }} */ (this.#layers.get(name))
    group.setAttribute('transform', `scale(${view.squareWidth})`)
    group.replaceChildren(
      ...signs.map(sign => (sign.shape === 'arrow' ? this.#arrow(sign) : this.#onSquare(sign))),
    )
  }

  /** @param {SquareSign} sign */
  #onSquare({ shape, square, class: name }) {
    const { x, y } = this.#corner(square)
    const attributes = { class: `${shape} ${name}`, 'data-sign': square }
    if (shape === 'square') return svg('rect', { ...attributes, x, y, width: 1, height: 1 })
    if (shape === 'frame')
      return svg('rect', { ...attributes, x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.04 })
    return svg('circle', { ...attributes, cx: x + 0.5, cy: y + 0.5, r: shape === 'dot' ? 0.13 : 0.45 })
  }

  /** @param {ArrowSign} sign */
  #arrow({ from, to, width, class: name }) {
    const start = this.#corner(from)
    const end = this.#corner(to)
    const length = Math.hypot(end.x - start.x, end.y - start.y)
    const turn = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI
    const half = width / 2
    const head = { length: width * 2, half: width * 1.45 }
    const neck = length - head.length
    // Along the x axis, from beside the centre of the first square to the centre of the last.
    const outline = `M0.28 ${-half}H${neck}V${-head.half}L${length} 0L${neck} ${head.half}V${half}H0.28Z`
    return svg('path', {
      class: `arrow ${name}`,
      'data-sign': from + to,
      d: outline,
      transform: `translate(${start.x + 0.5} ${start.y + 0.5}) rotate(${turn})`,
    })
  }

  /** @param {string} square @returns {{ x: number, y: number }} in squares */
  #corner(square) {
    const { view } = this.chessboard
    const { x, y } = view.squareToPoint(square)
    return { x: x / view.squareWidth || 0, y: y / view.squareWidth || 0 }
  }
}

const MARK_WIDTH = 0.17
/** By rank, the best first. */
const ENGINE_WIDTHS = [0.19, 0.13, 0.09]

/** @param {Move | null} move @returns {Sign[]} */
export const lastMoveSigns = move =>
  (move ? [move.from, move.to] : []).map(square => ({
    shape: 'square',
    square,
    class: 'last',
  }))

/** @param {Position} position @returns {Sign[]} for a king in check */
export function checkSigns(position) {
  const king = position.isCheck ? position.king(position.sideToMove) : null
  return king ? [{ shape: 'ring', square: king, class: 'check' }] : []
}

/** @param {string} square @returns {Sign[]} under a picked-up piece */
export const pickedSigns = square => [
  { shape: 'square', square, class: 'picked' },
  { shape: 'frame', square, class: 'picked' },
]

/** @param {string} origin a square, or such as 'N@' @param {string} to @returns {Sign[]} */
export const premoveSigns = (origin, to) =>
  [origin, to]
    .filter(square => square[1] !== '@')
    .flatMap(square => [
      { shape: 'square', square, class: 'premove' },
      { shape: 'frame', square, class: 'premove' },
    ])

/**
 * @param {Iterable<string>} targets
 * @param {string | null} hovered square under the dragged piece
 * @param {(square: string) => string | null} pieceOn
 * @returns {Sign[]} a dot on an empty square, a ring around a piece
 */
export function targetSigns(targets, hovered, pieceOn) {
  const squares = [...targets]
  /** @type {Sign[]} */
  const signs = squares.map(square => ({
    shape: pieceOn(square) ? 'ring' : 'dot',
    square,
    class: 'target',
  }))
  if (hovered && squares.includes(hovered)) signs.push({ shape: 'frame', square: hovered, class: 'hovered' })
  return signs
}

/** @param {SquareMark[]} squares @returns {Sign[]} */
export const markSigns = squares =>
  squares.map(({ square, color }) => ({ shape: 'ring', square, class: `mark ${color}` }))

/** @param {Arrow[]} arrows @returns {Sign[]} */
export const markArrows = arrows =>
  arrows
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, color }) => ({ shape: 'arrow', from, to, width: MARK_WIDTH, class: `mark ${color}` }))

/**
 * @param {{ from: string, to: string, rank: number }[]} arrows
 * @returns {Sign[]} the best one on top
 */
export const engineArrows = arrows =>
  arrows
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ from, to, rank }) => ({
      shape: 'arrow',
      from,
      to,
      width: ENGINE_WIDTHS[Math.min(rank, ENGINE_WIDTHS.length) - 1],
      class: rank === 1 ? 'engine best' : 'engine',
    }))

/** @param {{ from: string, to: string } | null} move a drop has one square @returns {Sign[]} */
export function threatSigns(move) {
  if (!move) return []
  const { from, to } = move
  if (from === to) return [{ shape: 'ring', square: to, class: 'threat' }]
  return [{ shape: 'arrow', from, to, width: ENGINE_WIDTHS[0], class: 'threat' }]
}
