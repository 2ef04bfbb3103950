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
  /** The squares of pieces that can be picked up, without a class for each. */
  #movable = new CSSStyleSheet()

  /** @param {Chessboard} chessboard */
  constructor(chessboard) {
    super(chessboard)
    const { coordinatesGroup, markersLayer, markersTopLayer } = chessboard.view
    markersLayer.after(coordinatesGroup)
    // The glow behind a king in check.
    markersLayer.append(
      svg(
        'radialGradient',
        { id: 'check-glow', r: 0.7 },
        svg('stop', { offset: 0.52 }),
        svg('stop', { offset: 0.72 }),
      ),
    )
    for (const [name, isAbove] of LAYERS) {
      const group = svg('g', { class: `layer ${name}`, 'aria-hidden': 'true' })
      const layer = isAbove ? markersTopLayer : markersLayer
      layer.append(group)
      this.#layers.set(name, { group, signs: [] })
    }
    this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => {
      for (const name of this.#layers.keys()) this.#redraw(name)
    })
    document.adoptedStyleSheets.push(this.#movable)
  }

  /**
   * Replaces a layer's signs.
   * @param {string} name
   * @param {Sign[]} signs
   */
  draw(name, signs) {
    const layer = this.#layers.get(name)
    if (!layer || JSON.stringify(layer.signs) === JSON.stringify(signs)) return
    layer.signs = signs
    this.#redraw(name)
  }

  /** @param {Iterable<string>} squares with pieces that can be picked up */
  setMovable(squares) {
    const list = Array.from(squares, square => `.own .square[data-square="${square}"]`).join()
    this.#movable.replaceSync(list && `${list} { cursor: grab; touch-action: none; }`)
  }

  /** @param {string} name */
  #redraw(name) {
    const { view } = this.chessboard
    const { group, signs } = /** @type {{ group: SVGElement, signs: Sign[] }} */ (this.#layers.get(name))
    const scale = `scale(${view.squareWidth})`
    if (group.getAttribute('transform') !== scale) group.setAttribute('transform', scale)
    group.replaceChildren(
      ...signs.map(sign => (sign.shape === 'arrow' ? this.#arrow(sign) : this.#onSquare(sign))),
    )
  }

  /** @param {SquareSign} sign */
  #onSquare({ shape, square, class: name }) {
    const { x, y } = this.#corner(square)
    const attributes = { class: `${shape} ${name}`, 'data-sign': square }
    if (shape === 'dot') return svg('circle', { ...attributes, cx: x + 0.5, cy: y + 0.5, r: 0.16 })
    if (shape === 'ring')
      return svg('path', { ...attributes, d: RING, transform: `translate(${x + 0.5} ${y + 0.5})` })
    // The line of a square is inside it, so that squares beside each other do not share it.
    const inset = shape === 'square' ? 0.015 : 0.04
    const width = 1 - 2 * inset
    return svg('rect', { ...attributes, x: x + inset, y: y + inset, width, height: width })
  }

  /** @param {ArrowSign} sign */
  #arrow({ from, to, width, class: name }) {
    const shape = arrowShape(this.#corner(from), this.#corner(to), width)
    return svg('path', { class: `arrow ${name}`, 'data-sign': from + to, ...shape })
  }

  /** @param {string} square @returns {{ x: number, y: number }} in squares */
  #corner(square) {
    const { view } = this.chessboard
    const { x, y } = view.squareToPoint(square)
    return { x: x / view.squareWidth || 0, y: y / view.squareWidth || 0 }
  }
}

/** Between two circles around the origin. */
const RING = 'M.47 0A.47 .47 0 1 1 -.47 0A.47 .47 0 1 1 .47 0M.39 0A.39 .39 0 1 0 -.39 0A.39 .39 0 1 0 .39 0Z'

/**
 * @param {{ x: number, y: number }} start the upper left corner of a square, in squares
 * @param {{ x: number, y: number }} end that of another square
 * @param {number} width of the shaft
 * @returns {{ d: string, transform: string }} a path from beside the centre of the first square to the centre of the last
 */
export function arrowShape(start, end, width) {
  const length = Math.hypot(end.x - start.x, end.y - start.y)
  const turn = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI
  const half = width / 2
  const head = width * 1.4
  const neck = length - width * 2
  return {
    d: `M0.28 ${-half}H${neck}V${-head}L${length} 0L${neck} ${head}V${half}H0.28Z`,
    transform: `translate(${start.x + 0.5} ${start.y + 0.5}) rotate(${turn})`,
  }
}

const MARK_WIDTH = 0.15
/** By rank, the best first. */
const ENGINE_WIDTHS = [0.17, 0.12, 0.09]

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
  return king ? [{ shape: 'square', square: king, class: 'check' }] : []
}

/** @param {string} square @returns {Sign[]} under a picked-up piece */
export const pickedSigns = square => [{ shape: 'square', square, class: 'picked' }]

/** @param {string} origin a square, or such as 'N@' @param {string} to @returns {Sign[]} */
export const premoveSigns = (origin, to) =>
  [origin, to]
    .filter(square => square[1] !== '@')
    .map(square => ({ shape: 'square', square, class: 'premove' }))

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
