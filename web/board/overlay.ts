// SPDX-License-Identifier: Apache-2.0
// The signs on the board: squares, frames, dots, rings and arrows, in layers below and above the pieces. The layers are
// SVG elements made by hand, since the board's library makes the elements around them.

import type { Move, Position } from 'binbo'
import type { Arrow, SquareMark } from 'binbo/pgn'
import type { Chessboard } from 'cm-chessboard/src/Chessboard.js'
import { EXTENSION_POINT, Extension } from 'cm-chessboard/src/model/Extension.js'
import { svg } from '../page/dom.js'

type SquareSign = { shape: 'square' | 'frame' | 'dot' | 'ring'; square: string; class: string }

/** `width`: a fraction of a square. */
type ArrowSign = { shape: 'arrow'; from: string; to: string; width: number; class: string }

export type Sign = SquareSign | ArrowSign

type Layer = { group: SVGElement; signs: Sign[] }

/** From bottom to top; `isAbove`: above the pieces. */
const LAYERS: [name: string, isAbove: boolean][] = [
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
  #layers: Map<string, Layer> = new Map()
  /** Styles the squares of pieces that can be picked up: one rule is faster than a class for each square. */
  #movable = new CSSStyleSheet()

  constructor(chessboard: Chessboard) {
    super(chessboard)
    const { coordinatesGroup, markersLayer, markersTopLayer } = chessboard.view
    markersLayer.after(coordinatesGroup)
    // For the glow behind a king in check.
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
      for (const layer of this.#layers.values()) this.#redraw(layer)
    })
    document.adoptedStyleSheets.push(this.#movable)
  }

  /** Replaces a layer's signs. */
  draw(name: string, signs: Sign[]) {
    const layer = this.#layers.get(name)
    if (!layer || JSON.stringify(layer.signs) === JSON.stringify(signs)) return
    layer.signs = signs
    this.#redraw(layer)
  }

  /** @param squares with pieces that can be picked up */
  setMovable(squares: Iterable<string>) {
    const list = Array.from(squares, square => `.own .square[data-square="${square}"]`).join()
    this.#movable.replaceSync(list && `${list} { cursor: grab; touch-action: none; }`)
  }

  #redraw({ group, signs }: Layer) {
    const { view } = this.chessboard
    const scale = `scale(${view.squareWidth})`
    if (group.getAttribute('transform') !== scale) group.setAttribute('transform', scale)
    group.replaceChildren(
      ...signs.map(sign => (sign.shape === 'arrow' ? this.#arrow(sign) : this.#onSquare(sign))),
    )
  }

  #onSquare({ shape, square, class: name }: SquareSign) {
    const { x, y } = this.#corner(square)
    const attributes = { class: `${shape} ${name}`, 'data-sign': square }
    if (shape === 'dot') return svg('circle', { ...attributes, cx: x + 0.5, cy: y + 0.5, r: 0.16 })
    if (shape === 'ring')
      return svg('path', { ...attributes, d: RING, transform: `translate(${x + 0.5} ${y + 0.5})` })
    // The line is inside the square, so that adjacent squares do not share it.
    const inset = shape === 'square' ? 0.015 : 0.04
    const width = 1 - 2 * inset
    return svg('rect', { ...attributes, x: x + inset, y: y + inset, width, height: width })
  }

  #arrow({ from, to, width, class: name }: ArrowSign) {
    const shape = arrowShape(this.#corner(from), this.#corner(to), width)
    return svg('path', { class: `arrow ${name}`, 'data-sign': from + to, ...shape })
  }

  /** @returns the upper left corner, in squares */
  #corner(square: string): { x: number; y: number } {
    const { view } = this.chessboard
    const { x, y } = view.squareToPoint(square)
    return { x: x / view.squareWidth || 0, y: y / view.squareWidth || 0 }
  }
}

/** The path between two circles around the origin. */
const RING = 'M.47 0A.47 .47 0 1 1 -.47 0A.47 .47 0 1 1 .47 0M.39 0A.39 .39 0 1 0 -.39 0A.39 .39 0 1 0 .39 0Z'

/**
 * @param start the upper left corner of the first square, in squares
 * @param end the upper left corner of the last square
 * @param width of the shaft, in squares
 * @returns a path from near the centre of the first square to the centre of the last
 */
export function arrowShape(
  start: { x: number; y: number },
  end: { x: number; y: number },
  width: number,
): { d: string; transform: string } {
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
/** Widths of an engine's arrows by rank, the best first. */
const ENGINE_WIDTHS = [0.17, 0.12, 0.09]

export const lastMoveSigns = (move: Move | null): Sign[] =>
  (move ? [move.from, move.to] : []).map(square => ({
    shape: 'square',
    square,
    class: 'last',
  }))

/** @returns the sign of a king in check */
export function checkSigns(position: Position): Sign[] {
  const king = position.isCheck ? position.king(position.sideToMove) : null
  return king ? [{ shape: 'square', square: king, class: 'check' }] : []
}

/** @returns the sign under a picked-up piece */
export const pickedSigns = (square: string): Sign[] => [{ shape: 'square', square, class: 'picked' }]

/** @param origin a square, or such as 'N@' */
export const premoveSigns = (origin: string, to: string): Sign[] =>
  [origin, to]
    .filter(square => square[1] !== '@')
    .map(square => ({ shape: 'square', square, class: 'premove' }))

/**
 * @param hovered the square under the dragged piece
 * @returns a dot on each empty target, and a ring around each piece on a target
 */
export function targetSigns(
  targets: Iterable<string>,
  hovered: string | null,
  pieceOn: (square: string) => string | null,
): Sign[] {
  const squares = [...targets]
  const signs: Sign[] = squares.map(square => ({
    shape: pieceOn(square) ? 'ring' : 'dot',
    square,
    class: 'target',
  }))
  if (hovered && squares.includes(hovered)) signs.push({ shape: 'frame', square: hovered, class: 'hovered' })
  return signs
}

export const markSigns = (squares: SquareMark[]): Sign[] =>
  squares.map(({ square, color }) => ({ shape: 'ring', square, class: `mark ${color}` }))

export const markArrows = (arrows: Arrow[]): Sign[] =>
  arrows
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, color }) => ({ shape: 'arrow', from, to, width: MARK_WIDTH, class: `mark ${color}` }))

/** @returns the arrows of an engine's moves, the best one on top */
export const engineArrows = (arrows: { from: string; to: string; rank: number }[]): Sign[] =>
  arrows
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ from, to, rank }) => ({
      shape: 'arrow',
      from,
      to,
      width: ENGINE_WIDTHS[Math.min(rank, ENGINE_WIDTHS.length) - 1],
      class: rank === 1 ? 'engine best' : 'engine',
    }))

/** @param move a drop has `from` equal to `to` */
export function threatSigns(move: { from: string; to: string } | null): Sign[] {
  if (!move) return []
  const { from, to } = move
  if (from === to) return [{ shape: 'ring', square: to, class: 'threat' }]
  return [{ shape: 'arrow', from, to, width: ENGINE_WIDTHS[0], class: 'threat' }]
}
