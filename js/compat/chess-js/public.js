// SPDX-License-Identifier: Apache-2.0
// The exports of the entry.

/** @typedef {import('./annotations.js').AnnotatedPosition} AnnotatedPosition */
/** @typedef {import('./constants.js').Color} Color */
/** @typedef {import('./constants.js').NAG} NAG */
/** @typedef {import('./constants.js').Piece} Piece */
/** @typedef {import('./constants.js').PieceSymbol} PieceSymbol */
/** @typedef {import('./constants.js').Square} Square */
/** @typedef {import('./constants.js').Suffix} Suffix */

export { Chess } from './chess.js'
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
