// SPDX-License-Identifier: Apache-2.0
// The constants and types of chess.js.

/**
 * A color, as chess.js writes it.
 * @typedef {'w' | 'b'} Color
 */
/**
 * A kind of piece, as a small letter.
 * @typedef {'p' | 'n' | 'b' | 'r' | 'q' | 'k'} PieceSymbol
 */
/**
 * The name of a square, such as 'e4'.
 * @typedef {`${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`} Square
 */
/**
 * A piece and its color.
 * @typedef {{ color: Color, type: PieceSymbol }} Piece
 */
/**
 * A mark of a move's quality, as PGN writes it behind the move.
 * @typedef {'!' | '?' | '!!' | '!?' | '?!' | '??'} Suffix
 */
/** A numeric annotation glyph (PGN standard 10). @typedef {number} NAG */

/** The color White. */
export const WHITE = /** @type {const} */ ('w')
/** The color Black. */
export const BLACK = /** @type {const} */ ('b')
/** A pawn. */
export const PAWN = /** @type {const} */ ('p')
/** A knight. */
export const KNIGHT = /** @type {const} */ ('n')
/** A bishop. */
export const BISHOP = /** @type {const} */ ('b')
/** A rook. */
export const ROOK = /** @type {const} */ ('r')
/** A queen. */
export const QUEEN = /** @type {const} */ ('q')
/** A king. */
export const KING = /** @type {const} */ ('k')

/** The start position. */
export const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** By C's number of a type. */
export const SYMBOLS = /** @type {readonly PieceSymbol[]} */ ([...' pnbrqk'])

/** @type {readonly Color[]} By C's number of a color. */
export const COLOR_LETTERS = [WHITE, BLACK]

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
