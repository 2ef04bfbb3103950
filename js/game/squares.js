// SPDX-License-Identifier: Apache-2.0
// Names and numbers of squares, colours and pieces.

import { argumentError, chessError } from '../core/errors.js'

/** @typedef {'white' | 'black'} Color */
/** @typedef {'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king'} PieceType */
/** @typedef {'q' | 'r' | 'b' | 'n'} Promotion */
/** @typedef {`${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`} Square */

/** By index: a1 = 0, b1 = 1 … h8 = 63. */
export const SQUARES = Array.from({ length: 64 }, (_, i) => squareName(i))

/** @type {readonly Color[]} By C's number. */
export const COLORS = ['white', 'black']

/** @type {readonly PieceType[]} By C's number; 0 is no piece. */
export const PIECE_TYPES = [
  /** @type {any} */ (undefined),
  'pawn',
  'knight',
  'bishop',
  'rook',
  'queen',
  'king',
]

/** @type {readonly Promotion[]} By number in a packed move; 0 is none. */
export const PROMOTIONS = [/** @type {any} */ (undefined), 'n', 'b', 'r', 'q']

/** @param {number} index */
function squareName(index) {
  return /** @type {Square} */ ('abcdefgh'[index & 7] + ((index >> 3) + 1))
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
export function squareError(square) {
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
  if (index < 0) throw argumentError("a colour is 'white' or 'black'", color)
  return index
}

/**
 * @param {Uint8Array} board what stands on a1 to h8, as C writes it
 * @param {boolean} asIndex squares as indexes, not as names
 * @returns {[square: Square | number, color: Color, type: PieceType][]} from h8 down to a1
 */
export function pieceList(board, asIndex) {
  /** @type {[Square | number, Color, PieceType][]} */
  const list = []
  for (let i = board.length - 1; i >= 0; i--) {
    const piece = board[i]
    if (piece !== 0) list.push([asIndex ? i : SQUARES[i], COLORS[piece >> 3], PIECE_TYPES[piece & 7]])
  }
  return list
}
