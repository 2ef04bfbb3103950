// SPDX-License-Identifier: Apache-2.0
// What is drawn on the board beside its pieces: squares, dots, rings and arrows, in layers. It knows where things are,
// not what they mean: their classes say how they look.

import { EXTENSION_POINT, Extension } from 'cm-chessboard/src/model/Extension.js'
import { svg } from '../page/dom.js'

/** @typedef {import('cm-chessboard/src/Chessboard.js').Chessboard} Chessboard */

/**
 * @typedef {{ shape: 'square' | 'frame' | 'dot' | 'ring', square: string, class: string }} SquareSign
 * @typedef {{ shape: 'arrow', from: string, to: string, width: number, class: string }} ArrowSign its width is a part of
 *   a square's
 * @typedef {SquareSign | ArrowSign} Sign
 */

/** From below to above; coordinates and pieces stand on the first ones. @type {[name: string, isAbove: boolean][]} */
const LAYERS = [
  ['last', false],
  ['picked', false],
  ['check', false],
  ['marks', false],
  ['targets', true],
  ['arrows', true],
  ['engine', true],
  ['hint', true],
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
   * Draws a layer anew.
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
    // Along the x axis, from the edge of a piece's middle to the middle of the square where it goes.
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
