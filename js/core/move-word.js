// SPDX-License-Identifier: Apache-2.0
// What a move word says (drawn in src/wasm/api.h): its parts, and SAN.
//
// All functions look at the lower 26 bits only, so that a word may carry more above.

import {
  BISHOP,
  KING,
  KNIGHT,
  MOVE_CASTLE,
  MOVE_KIND_SHIFT,
  MOVE_PROMOTE_BISHOP,
  MOVE_PROMOTE_KNIGHT,
  MOVE_PROMOTE_QUEEN,
  MOVE_PROMOTE_ROOK,
  MOVE_TO_SHIFT,
  PAWN,
  QUEEN,
  ROOK,
  SAN_FILE,
  SAN_RANK,
  WORD_CAPTURED_SHIFT,
  WORD_CHECK,
  WORD_CHECK_SHIFT,
  WORD_MATE,
  WORD_OP_SHIFT,
  WORD_ORIGIN_SHIFT,
  WORD_PIECE_SHIFT,
} from './generated/bindings.js'

/** @typedef {import('../game/squares.js').Square} Square */

/** By index: a1 = 0, b1 = 1 … h8 = 63. */
export const SQUARES = Array.from(
  { length: 64 },
  (_, i) => /** @type {Square} */ ('abcdefgh'[i & 7] + ((i >> 3) + 1)),
)

/** The part of a word that describes a move. */
export const MOVE_WORD_MASK = (1 << WORD_OP_SHIFT) - 1
/** The part that tells moves of one position apart. */
export const MOVE_MASK = (1 << WORD_PIECE_SHIFT) - 1

const SQUARE_MASK = 63
const KIND_MASK = 15
const PIECE_MASK = 7
const CHECK_MASK = 3
const CAPTURED = PIECE_MASK << WORD_CAPTURED_SHIFT
const FROM_FILE = SAN_FILE << WORD_ORIGIN_SHIFT
const FROM_RANK = SAN_RANK << WORD_ORIGIN_SHIFT

const LETTERS = table({ [KNIGHT]: 'N', [BISHOP]: 'B', [ROOK]: 'R', [QUEEN]: 'Q', [KING]: 'K' })
const PROMOTIONS = table({
  [MOVE_PROMOTE_KNIGHT]: '=N',
  [MOVE_PROMOTE_BISHOP]: '=B',
  [MOVE_PROMOTE_ROOK]: '=R',
  [MOVE_PROMOTE_QUEEN]: '=Q',
})
const CHECK_MARKS = table({ [WORD_CHECK]: '+', [WORD_MATE]: '#' })

/**
 * @param {Record<number, string>} texts by small numbers
 * @returns {string[]} the same, with '' where there is none
 */
function table(texts) {
  return Object.assign(new Array(KIND_MASK + 1).fill(''), texts)
}

/** @param {number} word */
export const fromOf = word => word & SQUARE_MASK

/** @param {number} word */
export const toOf = word => (word >> MOVE_TO_SHIFT) & SQUARE_MASK

/**
 * @param {number} word
 * @returns {number} a MoveKind of src/move.h
 */
export const kindOf = word => (word >> MOVE_KIND_SHIFT) & KIND_MASK

/**
 * @param {number} word
 * @returns {number} what moves, PAWN to KING; 0 for a null move
 */
export const pieceOf = word => (word >> WORD_PIECE_SHIFT) & PIECE_MASK

/**
 * @param {number} word
 * @returns {number} what is captured, PAWN to QUEEN, or 0
 */
export const capturedOf = word => (word >> WORD_CAPTURED_SHIFT) & PIECE_MASK

/**
 * @param {number} word
 * @returns {boolean}
 */
export const isNullMove = word => (word & MOVE_WORD_MASK) === 0

/**
 * @param {number} word a castling
 * @returns {boolean} whether it is the one with the rook nearer to the h-file
 */
export const isKingside = word => toOf(word) > fromOf(word)

/**
 * SANs without origin, promotion and castling, made when first asked for: by square (6 bits), by piece and capture
 * (4 bits), by check (2 bits).
 */
const plainSans = new Array(1 << 12).fill('')
const CAPTURE_GROUP = 8
/** A pawn that captures towards the h-file has the group that captures by no piece would have. */
const EASTWARD = CAPTURE_GROUP

/** All others: each in the slot of its word's hash, until another takes it. */
const OTHERS_BITS = 10
const otherWords = new Int32Array(1 << OTHERS_BITS)
const otherSans = new Array(1 << OTHERS_BITS).fill('--')

/**
 * @param {number} word
 * @returns {string} such as 'Nf3', 'O-O', 'exd8=Q#', '--'
 */
export function sanOf(word) {
  const kind = kindOf(word)
  const isSpecial = kind !== 0 && kind <= MOVE_CASTLE
  if (isSpecial || (word & (FROM_FILE | FROM_RANK)) !== 0) return otherSan(word & MOVE_WORD_MASK)
  let group = pieceOf(word)
  if ((word & CAPTURED) !== 0) {
    const isEastward = group === PAWN && (word & 7) < (toOf(word) & 7)
    group = isEastward ? EASTWARD : group | CAPTURE_GROUP
  }
  const index = toOf(word) | (group << 6) | (((word >> WORD_CHECK_SHIFT) & CHECK_MASK) << 10)
  return plainSans[index] || (plainSans[index] = makeSan(word))
}

/** @param {number} word */
function otherSan(word) {
  const slot = Math.imul(word, 0x9e3779b1) >>> (32 - OTHERS_BITS)
  if (otherWords[slot] !== word) {
    otherWords[slot] = word
    otherSans[slot] = makeSan(word)
  }
  return otherSans[slot]
}

/** @param {number} word */
function makeSan(word) {
  if (isNullMove(word)) return '--'
  const mark = CHECK_MARKS[(word >> WORD_CHECK_SHIFT) & CHECK_MASK]
  const kind = kindOf(word)
  if (kind === MOVE_CASTLE) return (isKingside(word) ? 'O-O' : 'O-O-O') + mark
  const capture = (word & CAPTURED) !== 0 ? 'x' : ''
  return LETTERS[pieceOf(word)] + originOf(word) + capture + SQUARES[toOf(word)] + PROMOTIONS[kind] + mark
}

/** @param {number} word */
function originOf(word) {
  const from = SQUARES[fromOf(word)]
  const isPawnCapture = pieceOf(word) === PAWN && (word & CAPTURED) !== 0
  const file = isPawnCapture || (word & FROM_FILE) !== 0 ? from[0] : ''
  return (word & FROM_RANK) !== 0 ? file + from[1] : file
}
