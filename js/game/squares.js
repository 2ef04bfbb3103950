// SPDX-License-Identifier: Apache-2.0
// Names and numbers of squares, colors and pieces.

import { argumentError, chessError } from '../core/errors.js'
import {
  BISHOP,
  BLACK,
  KING,
  KNIGHT,
  MOVE_DROP_BISHOP,
  MOVE_DROP_KNIGHT,
  MOVE_DROP_PAWN,
  MOVE_DROP_QUEEN,
  MOVE_DROP_ROOK,
  MOVE_PROMOTE_BISHOP,
  MOVE_PROMOTE_KNIGHT,
  MOVE_PROMOTE_QUEEN,
  MOVE_PROMOTE_ROOK,
  PACKED_KING,
  PAWN,
  PIECE_COLOR_SHIFT,
  QUEEN,
  ROOK,
  WHITE,
} from '../core/generated/bindings.js'
import { SQUARES } from '../core/move-word.js'
import { choice } from '../core/options.js'

export { SQUARES }

/** The same for users. @type {readonly Square[]} */
export const SQUARE_NAMES = Object.freeze([...SQUARES])

/**
 * A side.
 * @typedef {'white' | 'black'} Color
 */
/**
 * A kind of piece.
 * @typedef {'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king'} PieceType
 */
/** @typedef {'q' | 'r' | 'b' | 'n' | 'k'} Promotion 'k' in antichess only */
/**
 * How the piece of a promotion may be given: boards give it as any string, editors complete these.
 * @typedef {Promotion | (string & {})} PromotionName
 */
/**
 * The piece of a drop, as indexMove() takes it.
 * @typedef {'P' | 'N' | 'B' | 'R' | 'Q'} DropLetter
 */
/**
 * The name of a square, such as 'e4'.
 * @typedef {`${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`} Square
 */
/**
 * How a square may be given: by its name, which boards give as any string, or by its index, a1 = 0 to h8 = 63.
 * @typedef {Square | number | (string & {})} SquareName
 */

const TYPE_MASK = (1 << PIECE_COLOR_SHIFT) - 1

/** @type {readonly Color[]} By C's number. */
export const COLORS = byNumber({ [WHITE]: 'white', [BLACK]: 'black' })

/**
 * @param {Color} color
 * @returns {Color}
 */
export const otherColor = color => (color === 'white' ? 'black' : 'white')

/** @type {readonly PieceType[]} By C's number; 0 is no piece. */
export const PIECE_TYPES = byNumber({
  [PAWN]: 'pawn',
  [KNIGHT]: 'knight',
  [BISHOP]: 'bishop',
  [ROOK]: 'rook',
  [QUEEN]: 'queen',
  [KING]: 'king',
})

/** @type {readonly (Promotion | DropLetter | 'K')[]} Promotions and what is dropped, by code in a packed move; 0 is none. */
export const CODES = byNumber({
  [MOVE_PROMOTE_KNIGHT]: 'n',
  [MOVE_PROMOTE_BISHOP]: 'b',
  [MOVE_PROMOTE_ROOK]: 'r',
  [MOVE_PROMOTE_QUEEN]: 'q',
  [PACKED_KING]: 'k',
  [MOVE_DROP_PAWN]: 'P',
  [MOVE_DROP_KNIGHT]: 'N',
  [MOVE_DROP_BISHOP]: 'B',
  [MOVE_DROP_ROOK]: 'R',
  [MOVE_DROP_QUEEN]: 'Q',
  [MOVE_DROP_QUEEN + 1]: 'K', // which C refuses
})

/**
 * @template T
 * @param {Record<number, T>} values
 * @returns {T[]}
 */
function byNumber(values) {
  /** @type {T[]} */
  const list = []
  for (const [number, value] of Object.entries(values)) list[Number(number)] = value
  return list
}

/**
 * @param {unknown} square a name or an index
 * @returns {number} 0 to 63, or -1 when it is neither
 */
export function squareIndex(square) {
  if (typeof square === 'number') return Number.isInteger(square) && square >= 0 && square < 64 ? square : -1
  if (typeof square !== 'string' || square.length !== 2) return -1
  const file = square.charCodeAt(0) - 97
  const rank = square.charCodeAt(1) - 49
  return ((file | rank) & ~7) === 0 ? rank * 8 + file : -1
}

/**
 * Is this the name of a square? For values from outside, such as attributes of a page's elements.
 * @param {unknown} value
 * @returns {value is Square}
 */
export function isSquare(value) {
  return typeof value === 'string' && squareIndex(value) >= 0
}

/**
 * @param {unknown} square a name or an index
 * @returns {number} 0 to 63
 * @throws {ChessError} ERR_MOVE_SQUARE
 */
export function requireSquare(square) {
  const index = squareIndex(square)
  if (index < 0) throw squareError(square)
  return index
}

/** @param {unknown} square */
function squareError(square) {
  const input = typeof square === 'string' || typeof square === 'number' ? String(square) : undefined
  return chessError('ERR_MOVE_SQUARE', '', { input })
}

/**
 * @param {unknown} color
 * @returns {number} C's number
 * @throws {ChessError} ERR_ARGUMENT
 */
export function requireColor(color) {
  const index = COLORS.indexOf(/** @type {Color} */ (color))
  if (index < 0) throw argumentError("A color is 'white' or 'black'", color)
  return index
}

/**
 * @param {unknown} type a PieceType
 * @returns {number} its number in C
 * @throws {ChessError} ERR_ARGUMENT
 */
export function requireType(type) {
  const number = PIECE_TYPES.indexOf(/** @type {PieceType} */ (type))
  if (number < 0) throw argumentError("A piece's type is a word such as 'knight'", type)
  return number
}

/**
 * @param {number} piece as C writes it
 * @returns {Color}
 */
export const colorOfPiece = piece => COLORS[piece >> PIECE_COLOR_SHIFT]

/**
 * @param {number} piece as C writes it
 * @returns {number} PAWN to KING
 */
export const typeOfPiece = piece => piece & TYPE_MASK

/**
 * @param {Uint8Array} board what stands on a1 to h8, as C writes it
 * @param {unknown} as 'notation' for names of squares, 'index' for indexes
 * @returns {[square: Square | number, color: Color, type: PieceType][]} from h8 down to a1
 * @throws {ChessError} ERR_ARGUMENT
 */
export function pieceList(board, as) {
  const asIndex = choice('The form', as, ['notation', 'index']) === 1
  /** @type {[Square | number, Color, PieceType][]} */
  const list = []
  for (let i = board.length - 1; i >= 0; i--) {
    const piece = board[i]
    if (piece !== 0)
      list.push([asIndex ? i : SQUARES[i], colorOfPiece(piece), PIECE_TYPES[typeOfPiece(piece)]])
  }
  return list
}
