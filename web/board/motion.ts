// SPDX-License-Identifier: Apache-2.0
// Animates moves. It replaces the board library's animation queue: each position is drawn immediately, and only the picture of
// a piece glides to its square. No position waits for an animation.

import type { AnimationQueue, BoardColor, Chessboard, View } from 'cm-chessboard/src/Chessboard.js'
import { Position } from 'cm-chessboard/src/model/Position.js'
import { svg } from '../page/dom.js'
import { setting } from '../page/settings.js'

const MILLISECONDS = 180
/** Castling changes this many squares; no other move changes more. */
const MAX_CHANGES = 4
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
const isOff = () => reducedMotion.matches || !setting('animation', true)

export class Motion implements AnimationQueue {
  #chessboard: Chessboard
  #dropped: string | null = null

  constructor(chessboard: Chessboard) {
    this.#chessboard = chessboard
  }

  /** @param square where the user has dropped a piece, which therefore does not glide in the next position */
  dropOn(square: string | null) {
    this.#dropped = square
  }

  async enqueuePositionChange(from: Position, to: Position, animated: boolean) {
    const { view } = this.#chessboard
    const changed = to.squares.map((_, index) => index).filter(at => from.squares[at] !== to.squares[at])
    if (changed.length === 0) return
    const dropped = this.#dropped
    this.#dropped = null
    if (changed.length > MAX_CHANGES) return drawAnew(view, ['piecesGroup'], () => view.redrawPieces())
    // Only changed squares: the library's own redraw recreates all pieces.
    for (const at of changed) {
      const square = Position.indexToSquare(at)
      if (from.squares[at]) view.getPieceElement(square)?.remove()
      const piece = to.squares[at]
      if (piece) view.drawPieceOnSquare(square, piece)
    }
    if (!animated || isOff()) return
    for (const [start, end] of glides(changed, from.squares, to.squares)) {
      const piece = view.getPieceElement(Position.indexToSquare(end))
      if (!piece || Position.indexToSquare(end) === dropped) continue
      const places = [start, end].map(index => view.indexToPoint(index))
      piece.animate(
        places.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
        { duration: MILLISECONDS, easing: 'ease-in-out' },
      )
    }
  }

  async enqueueTurnBoard(_: Position, color: BoardColor) {
    const { state, view } = this.#chessboard
    state.orientation = color
    drawAnew(view, ['boardGroup', 'coordinatesGroup', 'piecesGroup'], () => {
      view.redrawBoard()
      view.redrawPieces()
    })
  }

  destroy() {}
}

/** Draws into new groups outside the document, which then changes once a group instead of hundreds of times. */
function drawAnew(
  view: View,
  names: ('boardGroup' | 'coordinatesGroup' | 'piecesGroup')[],
  draw: () => void,
) {
  const before = names.map(name => view[name])
  for (const name of names) {
    const attributes = Array.from(view[name].attributes, ({ name, value }) => [name, value])
    view[name] = svg('g', Object.fromEntries(attributes))
  }
  draw()
  for (const [at, name] of names.entries()) before[at].replaceWith(view[name])
}

/**
 * Finds the pieces that moved: for each square with a new piece, a square that the same piece left.
 * @param changed squares
 */
function glides(
  changed: number[],
  before: (string | null)[],
  after: (string | null)[],
): [start: number, end: number][] {
  const left = changed.filter(index => before[index])
  const found: [number, number][] = []
  for (const end of changed.filter(index => after[index])) {
    const start = left.find(index => before[index] === after[end])
    if (start !== undefined) found.push([start, end])
  }
  return found
}
