// SPDX-License-Identifier: Apache-2.0
// The exports of the entry.

export type { Game } from '../../game/public.js'
export type { AnnotatedPosition } from './annotations.js'
export { Chess } from './chess.js'
export type { CastlingRights } from './chess-board.js'
export type { MoveSquares } from './chess-moves.js'
export type { Color, NAG, Piece, PieceSymbol, Square, Suffix } from './constants.js'
export {
  BISHOP,
  BLACK,
  DEFAULT_POSITION,
  KING,
  KNIGHT,
  NAG_TO_SYMBOL,
  nagToGlyph,
  PAWN,
  QUEEN,
  ROOK,
  SEVEN_TAG_ROSTER,
  SQUARES,
  SUFFIX_LIST,
  WHITE,
} from './constants.js'
export { validateFen } from './fen.js'
export { Move } from './move.js'
export { xoroshiro128 } from './position-hash.js'
