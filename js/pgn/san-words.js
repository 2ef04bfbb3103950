// SPDX-License-Identifier: Apache-2.0
// What a move word says (src/move_word.h): SAN, UCI and the Move that users see.
//
//    31      26 25    24 23      22 21        19 18     16 15    12 11      6 5       0
//   +----------+--------+----------+------------+---------+--------+---------+---------+
//   |    0     | check  |  origin  |  captured  |  piece  |  kind  |   to    |  from   |
//   +----------+--------+----------+------------+---------+--------+---------+---------+
//
// All functions look at the lower 26 bits only, so that a word may carry more above.

import {
  FLAG_CAPTURE,
  FLAG_DOUBLE,
  FLAG_EN_PASSANT,
  FLAG_KINGSIDE,
  FLAG_PROMOTION,
  FLAG_QUEENSIDE,
  PAWN,
} from '../core/generated/bindings.js'
import { flagNames, uciText } from '../game/move.js'
import { PIECE_TYPES, PROMOTIONS, SQUARES } from '../game/squares.js'

/** @typedef {import('../game/move.js').Move} Move */
/** @typedef {import('../game/squares.js').Color} Color */

export const MOVE_MASK = (1 << 26) - 1
/** The part of a word that says which move it is. */
export const SQUARES_AND_KIND = 0xffff

const CHECK_SHIFT = 24
const ORIGIN_FILE = 1 << 22
const ORIGIN_RANK = 1 << 23
const CAPTURED = 7 << 19
const CAPTURED_SHIFT = 19
const PIECE_SHIFT = 16
const KIND_SHIFT = 12
const TO_SHIFT = 6

const LAST_PROMOTION = 4
const CASTLING = 5
const EN_PASSANT = 6
const DOUBLE = 7

const LETTERS = ' PNBRQK'
const PROMOTION_LETTERS = ' NBRQ'
const CHECK_MARKS = ['', '+', '#']

/**
 * SANs of moves that show no origin, no promotion and no castling, made when first asked for: by square
 * (6 bits), by piece and capture (4 bits), by check (2 bits).
 */
const plainSans = new Array(1 << 12).fill('')
/** A pawn that captures towards the h-file goes where captures by no piece would. */
const EASTWARD = 8

/** @param {number} word */
const kindOf = word => (word >> KIND_SHIFT) & 15

/** @param {number} word */
const toOf = word => (word >> TO_SHIFT) & 63

/** @param {number} word */
const pieceOf = word => (word >> PIECE_SHIFT) & 7

/**
 * @param {number} word
 * @returns {string} such as 'Nf3', 'O-O', 'exd8=Q#', '--'
 */
export function sanOf(word) {
  const kind = kindOf(word)
  const isSpecial = kind !== 0 && kind <= CASTLING
  if (isSpecial || (word & (ORIGIN_FILE | ORIGIN_RANK)) !== 0) return makeSan(word)
  let group = pieceOf(word)
  if ((word & CAPTURED) !== 0) group = group === PAWN && (word & 7) < (toOf(word) & 7) ? EASTWARD : group | 8
  const index = toOf(word) | (group << 6) | (((word >> CHECK_SHIFT) & 3) << 10)
  return plainSans[index] || (plainSans[index] = makeSan(word))
}

/** @param {number} word */
function makeSan(word) {
  if ((word & MOVE_MASK) === 0) return '--'
  const mark = CHECK_MARKS[(word >> CHECK_SHIFT) & 3]
  const kind = kindOf(word)
  if (kind === CASTLING) return (isKingside(word) ? 'O-O' : 'O-O-O') + mark
  const promotion = kind !== 0 && kind <= LAST_PROMOTION ? `=${PROMOTION_LETTERS[kind]}` : ''
  const capture = (word & CAPTURED) !== 0 ? 'x' : ''
  return originOf(word) + capture + SQUARES[toOf(word)] + promotion + mark
}

/** @param {number} word */
function originOf(word) {
  const from = SQUARES[word & 63]
  if (pieceOf(word) === PAWN) return (word & CAPTURED) !== 0 ? from[0] : ''
  const file = (word & ORIGIN_FILE) !== 0 ? from[0] : ''
  const rank = (word & ORIGIN_RANK) !== 0 ? from[1] : ''
  return LETTERS[pieceOf(word)] + file + rank
}

/** @param {number} word a castling, king takes rook */
const isKingside = word => toOf(word) > (word & 63)

/**
 * @param {number} word
 * @param {boolean} isChess960 castling is king takes rook
 * @returns {string} such as 'e7e8q'; '0000' for a null move
 */
export function uciOf(word, isChess960) {
  return (word & MOVE_MASK) === 0 ? '0000' : uciText(packedOf(word, isChess960))
}

/**
 * @param {number} word
 * @param {boolean} isChess960
 * @returns {number} from | to << 6 | promotion << 12
 */
function packedOf(word, isChess960) {
  const kind = kindOf(word)
  const squares = word & 0xfff
  if (kind <= LAST_PROMOTION) return squares | (kind << KIND_SHIFT)
  if (kind !== CASTLING || isChess960) return squares
  const from = word & 63
  return from | (((from & 56) | (isKingside(word) ? 6 : 2)) << TO_SHIFT)
}

/**
 * @param {number} word
 * @param {boolean} isChess960 castling is king takes rook, else king to g or c
 * @param {Color} color who moves
 * @returns {Move | null} null for a null move
 */
export function moveOf(word, isChess960, color) {
  if ((word & MOVE_MASK) === 0) return null
  const packed = packedOf(word, isChess960)
  const captured = (word & CAPTURED) >> CAPTURED_SHIFT
  /** @type {Move} */
  const move = {
    from: SQUARES[packed & 63],
    to: SQUARES[(packed >> TO_SHIFT) & 63],
    uci: uciText(packed),
    san: sanOf(word),
    color,
    piece: PIECE_TYPES[pieceOf(word)],
    flags: flagNames(flagsOf(word)),
  }
  if (captured !== 0) move.captured = PIECE_TYPES[captured]
  if (packed >> KIND_SHIFT !== 0) move.promotion = PROMOTIONS[packed >> KIND_SHIFT]
  return move
}

/** @param {number} word */
function flagsOf(word) {
  const kind = kindOf(word)
  const capture = (word & CAPTURED) !== 0 ? FLAG_CAPTURE : 0
  if (kind === CASTLING) return isKingside(word) ? FLAG_KINGSIDE : FLAG_QUEENSIDE
  if (kind === EN_PASSANT) return capture | FLAG_EN_PASSANT
  if (kind === DOUBLE) return FLAG_DOUBLE
  return kind === 0 ? capture : capture | FLAG_PROMOTION
}
