// SPDX-License-Identifier: Apache-2.0
// Moves: packed numbers (bit diagram in src/move.h), UCI text, and the objects that users see.

import { argumentError, chessError } from '../core/errors.js'
import {
  FLAG_CAPTURE,
  FLAG_DOUBLE,
  FLAG_EN_PASSANT,
  FLAG_KINGSIDE,
  FLAG_PROMOTION,
  FLAG_QUEENSIDE,
  IF_PROMOTING,
} from '../core/generated/bindings.js'
import { sanText } from '../core/sans.js'
import { COLORS, PIECE_TYPES, PROMOTIONS, requireSquare, SQUARES } from './squares.js'

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

/** @type {readonly [number, MoveFlag][]} */
const FLAG_NAMES = [
  [FLAG_CAPTURE, 'capture'],
  [FLAG_EN_PASSANT, 'enpassant'],
  [FLAG_DOUBLE, 'double'],
  [FLAG_KINGSIDE, 'kingside'],
  [FLAG_QUEENSIDE, 'queenside'],
  [FLAG_PROMOTION, 'promotion'],
]

const SQUARES_MASK = 0xfff
const PROMOTION_SHIFT = 12
/** A record is four 32-bit words. */
export const RECORD_WORDS = 4

/** @type {string[]} UCI texts by packed squares, made when first asked for. */
const uciTexts = new Array(SQUARES_MASK + 1).fill('')

/**
 * @param {number} count
 * @param {Uint16Array} packed
 * @returns {string[]} the UCI texts of the first so many
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
  uciTexts[squares] ||= SQUARES[squares & 63] + SQUARES[squares >> 6]
  const text = uciTexts[squares]
  return squares === packed ? text : text + PROMOTIONS[packed >> PROMOTION_SHIFT]
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
  const squares = fromFile | (fromRank << 3) | (toFile << 6) | (toRank << 9)
  if (length === 4) return squares
  const promotion = promotionNumber(text[4])
  return promotion < 0 ? -1 : squares | (promotion << PROMOTION_SHIFT)
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
  return (number << PROMOTION_SHIFT) | IF_PROMOTING
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
  return requireSquare(from) | (requireSquare(to) << 6) | promotionBits(promotion)
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
  return requireIndex(from) | (requireIndex(to) << 6) | bits
}

/** @param {unknown} index */
function requireIndex(index) {
  return requireSquare(typeof index === 'number' ? index : undefined)
}

/**
 * Makes a Move of a record (layout in src/wasm/api.h).
 * @param {Int32Array} words records
 * @param {number} at the word where one starts
 * @returns {Move}
 */
export function readMove(words, at) {
  const head = words[at]
  const tail = words[at + 1]
  const packed = head & 0xffff
  const captured = head >>> 24
  const flags = tail & 0xff
  /** @type {Move} */
  const move = {
    from: SQUARES[packed & 63],
    to: SQUARES[(packed >> 6) & 63],
    uci: uciText(packed),
    san: sanText(words[at + 2], words[at + 3]),
    color: COLORS[(tail >> 8) & 1],
    piece: PIECE_TYPES[(head >> 16) & 0xff],
    flags: flags === 0 ? [] : flagNames(flags),
  }
  if (captured !== 0) move.captured = PIECE_TYPES[captured]
  if (packed > SQUARES_MASK) move.promotion = PROMOTIONS[packed >> PROMOTION_SHIFT]
  return move
}

/**
 * @param {number} flags FLAG_* bits
 * @returns {MoveFlag[]}
 */
export function flagNames(flags) {
  /** @type {MoveFlag[]} */
  const names = []
  for (const [bit, name] of FLAG_NAMES) if (flags & bit) names.push(name)
  return names
}

/**
 * @param {Int32Array} words records
 * @param {number} count how many
 * @returns {Move[]}
 */
export function readMoves(words, count) {
  /** @type {Move[]} */
  const moves = new Array(count)
  for (let i = 0; i < count; i++) moves[i] = readMove(words, i * RECORD_WORDS)
  return moves
}

/**
 * @param {number} packed
 * @returns {[number, number] | [number, number, Promotion]} from, to and the promotion, if there is one
 */
export function indexMove(packed) {
  const from = packed & 63
  const to = (packed >> 6) & 63
  return packed > SQUARES_MASK ? [from, to, PROMOTIONS[packed >> PROMOTION_SHIFT]] : [from, to]
}
