// SPDX-License-Identifier: Apache-2.0
// Writes the SAN of a move word, without a board. src/san.c reads SAN.

import {
  BISHOP,
  KING,
  KNIGHT,
  MOVE_CASTLE,
  MOVE_DROP_PAWN,
  MOVE_PROMOTE_BISHOP,
  MOVE_PROMOTE_KING,
  MOVE_PROMOTE_KNIGHT,
  MOVE_PROMOTE_QUEEN,
  MOVE_PROMOTE_ROOK,
  PAWN,
  QUEEN,
  ROOK,
  SAN_FILE,
  SAN_RANK,
  WORD_CHECK,
  WORD_MATE,
  WORD_ORIGIN_SHIFT,
} from './generated/bindings.js'
import {
  CAPTURED,
  checkOf,
  fromOf,
  isKingside,
  isNullMove,
  KINDS,
  kindOf,
  MOVE_WORD_MASK,
  pieceOf,
  SQUARES,
  toOf,
} from './move-word.js'

const FROM_FILE = SAN_FILE << WORD_ORIGIN_SHIFT
const FROM_RANK = SAN_RANK << WORD_ORIGIN_SHIFT
/** Bits that are 0 in usual moves: plain moves whose SAN does not name the origin. */
const UNUSUAL = KINDS | FROM_FILE | FROM_RANK

const LETTERS = table({ [KNIGHT]: 'N', [BISHOP]: 'B', [ROOK]: 'R', [QUEEN]: 'Q', [KING]: 'K' })
const PROMOTIONS = table({
  [MOVE_PROMOTE_KNIGHT]: '=N',
  [MOVE_PROMOTE_BISHOP]: '=B',
  [MOVE_PROMOTE_ROOK]: '=R',
  [MOVE_PROMOTE_QUEEN]: '=Q',
  [MOVE_PROMOTE_KING]: '=K',
})
const CHECK_MARKS = table({ [WORD_CHECK]: '+', [WORD_MATE]: '#' })

/**
 * @param texts texts by number, below 16
 * @returns the texts as an array, with '' for missing numbers
 */
function table(texts: Record<number, string>): string[] {
  return Object.assign(new Array(16).fill(''), texts)
}

/** SANs of usual moves, made on first use: by square (6 bits), piece and capture (4 bits), and check (2 bits). */
const plainSans = new Array(1 << 12).fill('')
const CAPTURE_GROUP = 8
/** The group of pawns that capture towards the h-file: that of captures by piece 0, which no piece has. */
const EASTWARD = CAPTURE_GROUP

/** SANs of all other moves, each in the slot of its word's hash, until another one replaces it. */
const OTHERS_BITS = 12
const otherWords = new Int32Array(1 << OTHERS_BITS)
const otherSans = new Array(1 << OTHERS_BITS).fill('--')

/** @returns such as 'Nf3', 'O-O', 'exd8=Q#', 'P@e6', '--' */
export function sanOf(word: number): string {
  if ((word & UNUSUAL) !== 0) return otherSan(word & MOVE_WORD_MASK)
  let group = pieceOf(word)
  if ((word & CAPTURED) !== 0) {
    const isEastward = group === PAWN && (word & 7) < (toOf(word) & 7)
    group = isEastward ? EASTWARD : group | CAPTURE_GROUP
  }
  const index = toOf(word) | (group << 6) | (checkOf(word) << 10)
  return plainSans[index] || (plainSans[index] = makeSan(word))
}

function otherSan(word: number) {
  const slot = Math.imul(word, 0x9e3779b1) >>> (32 - OTHERS_BITS)
  if (otherWords[slot] !== word) {
    otherWords[slot] = word
    otherSans[slot] = makeSan(word)
  }
  return otherSans[slot]
}

function makeSan(word: number) {
  if (isNullMove(word)) return '--'
  const mark = CHECK_MARKS[checkOf(word)]
  const kind = kindOf(word)
  if (kind === MOVE_CASTLE) return (isKingside(word) ? 'O-O' : 'O-O-O') + mark
  const letter = LETTERS[pieceOf(word)]
  if (kind >= MOVE_DROP_PAWN) return `${letter || 'P'}@${SQUARES[toOf(word)]}${mark}`
  const capture = (word & CAPTURED) !== 0 ? 'x' : ''
  return letter + originOf(word) + capture + SQUARES[toOf(word)] + PROMOTIONS[kind] + mark
}

function originOf(word: number) {
  const from = SQUARES[fromOf(word)]
  const isPawnCapture = pieceOf(word) === PAWN && (word & CAPTURED) !== 0
  const file = isPawnCapture || (word & FROM_FILE) !== 0 ? from[0] : ''
  return (word & FROM_RANK) !== 0 ? file + from[1] : file
}
