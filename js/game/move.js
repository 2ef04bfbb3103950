// SPDX-License-Identifier: Apache-2.0
// Moves: C's move words become the objects and texts that users see, and users' input becomes packed moves.
// src/wasm/api.h describes both.

import { argumentError, chessError } from '../core/errors.js'
import {
  IF_PROMOTING,
  MOVE_CASTLE,
  MOVE_DOUBLE,
  MOVE_EN_PASSANT,
  MOVE_KIND_SHIFT,
  MOVE_PLAIN,
  MOVE_PROMOTE_QUEEN,
  MOVE_TO_SHIFT,
} from '../core/generated/bindings.js'
import { capturedOf, fromOf, isKingside, isNullMove, kindOf, pieceOf, SQUARES } from '../core/move-word.js'
import { sanOf } from '../core/san.js'
import { PIECE_TYPES, PROMOTIONS, requireSquare } from './squares.js'

/** @typedef {import('../core/errors.js').ChessError} ChessError */
/** @typedef {import('./squares.js').Color} Color */
/** @typedef {import('./squares.js').PieceType} PieceType */
/** @typedef {import('./squares.js').Promotion} Promotion */
/** @typedef {import('./squares.js').Square} Square */

/** @typedef {'capture' | 'enpassant' | 'double' | 'kingside' | 'queenside' | 'promotion'} MoveFlag */

/**
 * A move that was or can be played. Castling goes to g or c in standard chess; in Chess960 `uci` and
 * `to` are king takes rook.
 * @typedef {object} Move
 * @property {Square} from
 * @property {Square} to
 * @property {string} uci such as 'e7e8q'
 * @property {string} san such as 'e8=Q+'
 * @property {Color} color who moves
 * @property {PieceType} piece what moves
 * @property {PieceType} [captured]
 * @property {Promotion} [promotion]
 * @property {MoveFlag[]} flags
 */

/**
 * A move given by its squares: names, or indexes a1 = 0 to h8 = 63.
 * @typedef {object} MoveSquares
 * @property {Square | number} from
 * @property {Square | number} to
 * @property {Promotion | null | undefined} [promotion] default: queen; ignored where no pawn promotes, as boards name
 *   one with every move
 */

const SQUARES_MASK = (1 << MOVE_KIND_SHIFT) - 1
/** Where a king that castles goes in standard chess, on its rank. */
const KINGSIDE_FILE = 6
const QUEENSIDE_FILE = 2

/**
 * @param {number} word a move word
 * @param {boolean} isChess960 whether castling is king takes rook, else king to g or c
 * @param {Color} color who moves
 * @returns {Move | null} null for a null move
 */
export function moveOf(word, isChess960, color) {
  if (isNullMove(word)) return null
  const packed = packedOf(word, isChess960)
  const captured = capturedOf(word)
  /** @type {Move} */
  const move = {
    from: SQUARES[fromOf(word)],
    to: SQUARES[(packed & SQUARES_MASK) >> MOVE_TO_SHIFT],
    uci: uciText(packed),
    san: sanOf(word),
    color,
    piece: PIECE_TYPES[pieceOf(word)],
    flags: flagsOf(kindOf(word), captured !== 0, word),
  }
  if (captured !== 0) move.captured = PIECE_TYPES[captured]
  if (packed > SQUARES_MASK) move.promotion = PROMOTIONS[packed >> MOVE_KIND_SHIFT]
  return move
}

/**
 * @param {number} word a move word
 * @param {boolean} isChess960 as in moveOf()
 * @returns {string} such as 'e7e8q'; '0000' for a null move
 */
export function uciOf(word, isChess960) {
  return isNullMove(word) ? '0000' : uciText(packedOf(word, isChess960))
}

/**
 * @param {number} word a move word
 * @param {boolean} isChess960
 * @returns {number} packed
 */
function packedOf(word, isChess960) {
  const kind = kindOf(word)
  const squares = word & SQUARES_MASK
  if (kind <= MOVE_PROMOTE_QUEEN) return squares | (kind << MOVE_KIND_SHIFT)
  if (kind !== MOVE_CASTLE || isChess960) return squares
  const from = fromOf(word)
  const to = (from & 56) | (isKingside(word) ? KINGSIDE_FILE : QUEENSIDE_FILE)
  return from | (to << MOVE_TO_SHIFT)
}

/**
 * @param {number} kind
 * @param {boolean} captures
 * @param {number} word
 * @returns {MoveFlag[]}
 */
function flagsOf(kind, captures, word) {
  switch (kind) {
    case MOVE_PLAIN:
      return captures ? ['capture'] : []
    case MOVE_DOUBLE:
      return ['double']
    case MOVE_CASTLE:
      return [isKingside(word) ? 'kingside' : 'queenside']
    case MOVE_EN_PASSANT:
      return ['capture', 'enpassant']
    default:
      return captures ? ['capture', 'promotion'] : ['promotion']
  }
}

/** @type {string[]} UCI texts by packed squares, made when first asked for. */
const uciTexts = new Array(SQUARES_MASK + 1).fill('')

/**
 * @param {number} count
 * @param {Uint16Array} packed
 * @returns {string[]} the UCI texts of the first `count` moves
 */
export function uciTextsOf(count, packed) {
  /** @type {string[]} */
  const list = new Array(count)
  for (let i = 0; i < count; i++) {
    const move = packed[i]
    list[i] = (move <= SQUARES_MASK ? uciTexts[move] : '') || uciText(move)
  }
  return list
}

/**
 * @param {number} packed
 * @returns {string} such as 'e2e4' or 'a7a8n'
 */
export function uciText(packed) {
  const squares = packed & SQUARES_MASK
  uciTexts[squares] ||= SQUARES[fromOf(squares)] + SQUARES[squares >> MOVE_TO_SHIFT]
  const text = uciTexts[squares]
  return squares === packed ? text : text + PROMOTIONS[packed >> MOVE_KIND_SHIFT]
}

/**
 * @param {string} text
 * @returns {number} the packed move, or -1 when this is not UCI
 */
export function parseUci(text) {
  const { length } = text
  if (length !== 4 && length !== 5) return -1
  const fromFile = text.charCodeAt(0) - 97
  const fromRank = text.charCodeAt(1) - 49
  const toFile = text.charCodeAt(2) - 97
  const toRank = text.charCodeAt(3) - 49
  if (((fromFile | fromRank | toFile | toRank) & ~7) !== 0) return -1
  const squares = fromFile | (fromRank << 3) | (((toRank << 3) | toFile) << MOVE_TO_SHIFT)
  if (length === 4) return squares
  const promotion = promotionNumber(text[4])
  return promotion < 0 ? -1 : squares | (promotion << MOVE_KIND_SHIFT)
}

/**
 * @param {string} text that parseUci() did not take
 * @returns {ChessError} ERR_MOVE_SYNTAX, or ERR_MOVE_PROMOTION when only the last letter is wrong
 */
export function uciError(text) {
  if (/^(?:[a-h][1-8]){2}[a-zA-Z]$/.test(text)) {
    return chessError('ERR_MOVE_PROMOTION', '', { offset: 4, input: text })
  }
  const good = /^(?:[a-h](?:[1-8](?:[a-h](?:[1-8][qrbn]?)?)?)?)?/.exec(text)?.[0] ?? ''
  return chessError('ERR_MOVE_SYNTAX', '', { offset: good.length, input: text })
}

/**
 * @param {string} letter
 * @returns {number} 1 n, 2 b, 3 r, 4 q, or -1
 */
function promotionNumber(letter) {
  return letter === undefined ? -1 : PROMOTIONS.indexOf(/** @type {Promotion} */ (letter))
}

/**
 * @param {unknown} promotion a letter, null or undefined
 * @returns {number} its bits in a packed move for C, IF_PROMOTING among them
 * @throws {ChessError} ERR_MOVE_PROMOTION
 */
function promotionBits(promotion) {
  if (promotion === undefined || promotion === null) return 0
  const number = promotionNumber(/** @type {string} */ (promotion))
  if (number < 0) {
    throw chessError('ERR_MOVE_PROMOTION', '', {
      input: typeof promotion === 'string' ? promotion : undefined,
    })
  }
  return (number << MOVE_KIND_SHIFT) | IF_PROMOTING
}

/**
 * @param {unknown} move squares by name or index, and perhaps a promotion
 * @returns {number} packed; with a promotion, IF_PROMOTING too
 * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE, ERR_MOVE_PROMOTION
 */
export function packMove(move) {
  if (typeof move !== 'object' || move === null) {
    throw argumentError('a move is a string or { from, to, promotion }')
  }
  const { from, to, promotion } = /** @type {Record<string, unknown>} */ (move)
  return requireSquare(from) | (requireSquare(to) << MOVE_TO_SHIFT) | promotionBits(promotion)
}

/**
 * @param {unknown} from an index
 * @param {unknown} to an index
 * @param {unknown} promotion a letter, null or undefined
 * @returns {number} packed; with a promotion, IF_PROMOTING too
 * @throws {ChessError} ERR_MOVE_SQUARE, ERR_MOVE_PROMOTION
 */
export function packIndexes(from, to, promotion) {
  const bits = promotionBits(promotion)
  return requireIndex(from) | (requireIndex(to) << MOVE_TO_SHIFT) | bits
}

/** @param {unknown} index */
function requireIndex(index) {
  return requireSquare(typeof index === 'number' ? index : undefined)
}

/**
 * @param {number} packed
 * @returns {[number, number] | [number, number, Promotion]} from, to and the promotion, if there is one
 */
export function indexMove(packed) {
  const from = fromOf(packed)
  const to = (packed & SQUARES_MASK) >> MOVE_TO_SHIFT
  return packed > SQUARES_MASK ? [from, to, PROMOTIONS[packed >> MOVE_KIND_SHIFT]] : [from, to]
}
