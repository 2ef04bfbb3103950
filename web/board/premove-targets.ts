// SPDX-License-Identifier: Apache-2.0
// The target squares of premoves: how a piece moves on an empty board, because the other side moves first.

import type { Color, PieceType, Pocket, Position, Promotion } from 'binbo'
import { TRAIT_COMMON_KING } from '../../js/core/generated/bindings.js'
import { hasTrait } from '../../js/game/traits.js'
import { isPocket, POCKET } from './targets.js'

/** By square. */
type Pieces = Map<string, { color: Color; type: PieceType }>

/** The directions of each type of piece. */
const STEPS: Record<string, [files: number, ranks: number][]> = {
  knight: [
    [1, 2],
    [2, 1],
    [-1, 2],
    [-2, 1],
    [1, -2],
    [2, -1],
    [-1, -2],
    [-2, -1],
  ],
  bishop: [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ],
  rook: [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ],
}
STEPS.queen = [...STEPS.bishop, ...STEPS.rook]
STEPS.king = STEPS.queen

/**
 * Pieces do not block the way, and squares of own pieces are targets: the other side may capture those pieces.
 * @param position with the other side to move
 * @param color of the piece
 * @returns empty if the origin has no piece of the colour
 */
export function premoveTargets(position: Position, color: Color, origin: string): Set<string> {
  const pieces = piecesOf(position)
  if (isPocket(origin)) return dropTargets(position, pieces, color, POCKET[origin[0]])
  const piece = pieces.get(origin)
  if (piece?.color !== color) return new Set()
  const { type } = piece
  const [file, rank] = placeOf(origin)
  const targets = type === 'pawn' ? pawnTargets(file, rank, color) : walk(file, rank, type)
  if (type === 'king')
    for (const square of castlingTargets(position, pieces, color, origin)) targets.add(square)
  return targets
}

/**
 * @param position with the other side to move
 * @returns the pieces that a pawn may promote to; empty for other premoves
 */
export function premovePromotions(position: Position, origin: string, to: string): Promotion[] {
  const isPawn = piecesOf(position).get(origin)?.type === 'pawn'
  if (!isPawn || !/[18]$/.test(to)) return []
  return hasTrait(position.variant, TRAIT_COMMON_KING) ? ['q', 'n', 'r', 'b', 'k'] : ['q', 'n', 'r', 'b']
}

/**
 * @param position with the other side to move
 * @returns the origins of pieces that can be premoved
 */
export function premoveOrigins(position: Position, color: Color): string[] {
  const squares = position.pieces().flatMap(([square, owner]) => (owner === color ? [square] : []))
  const drops = position.pockets ? Object.keys(POCKET).map(letter => `${letter}@`) : []
  return [...squares, ...drops].filter(origin => premoveTargets(position, color, origin).size > 0)
}

const piecesOf = (position: Position): Pieces =>
  new Map(position.pieces().map(([square, color, type]) => [square, { color, type }]))

function walk(file: number, rank: number, type: PieceType) {
  const targets: Set<string> = new Set()
  const maxSteps = type === 'knight' || type === 'king' ? 1 : 7
  for (const [files, ranks] of STEPS[type])
    for (let step = 1; step <= maxSteps; step++) add(targets, file + files * step, rank + ranks * step)
  return targets
}

function pawnTargets(file: number, rank: number, color: Color) {
  const up = color === 'white' ? 1 : -1
  const targets: Set<string> = new Set()
  for (const side of [-1, 0, 1]) add(targets, file + side, rank + up)
  // In Horde, pawns on the first rank may also go two squares.
  const ahead = color === 'white' ? rank : 7 - rank
  if (ahead <= 1) add(targets, file, rank + 2 * up)
  return targets
}

/** @param king the square of the king */
function castlingTargets(position: Position, pieces: Pieces, color: Color, king: string) {
  const { castling } = position.setup()
  const own = [...castling].filter(letter => letter < 'a' === (color === 'white'))
  const rank = king[1]
  return own.flatMap(right => {
    const rook = rookOf(right.toLowerCase(), pieces, king, color)
    if (!rook) return []
    const isShort = rook > king
    return [rook, `${isShort ? 'g' : 'c'}${rank}`].filter(square => square !== king)
  })
}

/** @param right k, q or a file, in lower case @returns the rook's square; undefined if there is none */
function rookOf(right: string, pieces: Pieces, king: string, color: Color) {
  const files = right === 'k' ? [...'hgfedcb'] : right === 'q' ? [...'abcdefg'] : [right]
  return files
    .map(file => file + king[1])
    .find(square => {
      const { color: owner, type } = pieces.get(square) ?? {}
      return type === 'rook' && owner === color && (right !== 'k' || square > king)
    })
}

function dropTargets({ pockets }: Position, pieces: Pieces, color: Color, type: keyof Pocket) {
  const targets: Set<string> = new Set()
  if (!pockets?.[color][type]) return targets
  for (let index = 0; index < 64; index++) {
    const square = squareAt(index % 8, index >> 3)
    const isEdge = index < 8 || index >= 56
    if (!pieces.has(square) && !(type === 'pawn' && isEdge)) targets.add(square)
  }
  return targets
}

/** @param rank may be off the board */
function add(targets: Set<string>, file: number, rank: number) {
  if (file >= 0 && file < 8 && rank >= 0 && rank < 8) targets.add(squareAt(file, rank))
}

/** @returns both count from 0 */
const placeOf = (square: string): [file: number, rank: number] => [
  square.charCodeAt(0) - 97,
  Number(square[1]) - 1,
]

/** @param rank both count from 0 */
const squareAt = (file: number, rank: number): string => 'abcdefgh'[file] + (rank + 1)
