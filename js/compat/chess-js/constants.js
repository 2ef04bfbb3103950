// SPDX-License-Identifier: Apache-2.0
// The constants and types of chess.js.

/** @typedef {'w' | 'b'} Color */
/** @typedef {'p' | 'n' | 'b' | 'r' | 'q' | 'k'} PieceSymbol */
/** @typedef {`${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`} Square */
/** @typedef {{ color: Color, type: PieceSymbol }} Piece */
/** @typedef {'!' | '?' | '!!' | '!?' | '?!' | '??'} Suffix */
/** A numeric annotation glyph (PGN standard 10). @typedef {number} NAG */

export const WHITE = /** @type {const} */ ('w')
export const BLACK = /** @type {const} */ ('b')
export const PAWN = /** @type {const} */ ('p')
export const KNIGHT = /** @type {const} */ ('n')
export const BISHOP = /** @type {const} */ ('b')
export const ROOK = /** @type {const} */ ('r')
export const QUEEN = /** @type {const} */ ('q')
export const KING = /** @type {const} */ ('k')

/** The start position. */
export const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** By C's number of a type. */
export const SYMBOLS = /** @type {readonly PieceSymbol[]} */ ([...' pnbrqk'])

/** @type {readonly Color[]} By C's number of a color. */
export const COLORS = [WHITE, BLACK]

/** From a8 to h1, rank by rank, as boards are drawn. @type {Square[]} */
export const SQUARES = Array.from(
  { length: 64 },
  (_, i) => /** @type {Square} */ ('abcdefgh'[i & 7] + (8 - (i >> 3))),
)

/** The tags that every PGN has (PGN standard 8.1.1), with their values for unknown. @type {Record<string, string>} */
export const SEVEN_TAG_ROSTER = {
  Event: '?',
  Site: '?',
  Date: '????.??.??',
  Round: '?',
  White: '?',
  Black: '?',
  Result: '*',
}

/** The annotations that may follow a move directly. */
export const SUFFIX_LIST = /** @type {const} */ (['!', '?', '!!', '!?', '?!', '??'])

/** The signs of some NAGs. @type {Readonly<Record<NAG, string>>} */
export const NAG_TO_SYMBOL = {
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '-+',
  22: '⨀',
  32: '↑↑',
  36: '↑',
  40: '→',
  44: '=∞',
  132: '⇆',
  138: '⊕',
  140: '∆',
  146: 'N',
}

/**
 * @param {NAG} nag
 * @returns {string | undefined} its sign, where it has one
 */
export const nagToGlyph = nag => NAG_TO_SYMBOL[nag]
