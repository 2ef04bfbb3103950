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
import { SQUARES as NAMES } from '../core/move-word.js'
import type { Lookup } from '../core/options.js'
import { choice } from '../core/options.js'

/** The names of all squares by index, a1 = 0 to h8 = 63. */
export const SQUARES: readonly Square[] = Object.freeze([...NAMES])

/** A side. */
export type Color = 'white' | 'black'
/** A kind of piece. */
export type PieceType = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king'
/** The piece of a promotion; 'k' only in antichess. */
export type Promotion = 'q' | 'r' | 'b' | 'n' | 'k'
/**
 * How the piece of a promotion may be given: a letter, a word, or a letter with the mover's color. Dialogs and boards have it as
 * any string, so the type takes these, too.
 */
export type PromotionName =
  | Promotion
  | Uppercase<Promotion>
  | Exclude<PieceType, 'pawn'>
  | Capitalize<Exclude<PieceType, 'pawn'>>
  | `${'w' | 'b'}${Uppercase<Promotion>}`
  | (string & {})
/** The piece of a drop, as indexMove() takes it. */
export type DropLetter = 'P' | 'N' | 'B' | 'R' | 'Q'
/** The name of a square, such as 'e4'. */
export type Square = `${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
/** A square as users may give it: its name, any string for boards, or its index, a1 = 0 to h8 = 63. */
export type SquareName = Square | number | (string & {})

const TYPE_MASK = (1 << PIECE_COLOR_SHIFT) - 1

/** Colors by C's number. */
export const COLORS: Lookup<Color> = byNumber<Color>({ [WHITE]: 'white', [BLACK]: 'black' })

export const otherColor = (color: Color): Color => (color === 'white' ? 'black' : 'white')

/** Types by C's number; 0 is an empty square. */
export const PIECE_TYPES: Lookup<PieceType> = byNumber<PieceType>({
  [PAWN]: 'pawn',
  [KNIGHT]: 'knight',
  [BISHOP]: 'bishop',
  [ROOK]: 'rook',
  [QUEEN]: 'queen',
  [KING]: 'king',
})

/** Promotions and dropped pieces by their code in a packed move; 0 means neither. */
export const CODES: Lookup<Promotion | DropLetter | 'K'> = byNumber<Promotion | DropLetter | 'K'>({
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

export function byNumber<T>(values: Record<number, T>): T[] {
  return Object.assign([], values)
}

/**
 * @param square a name or an index
 * @returns 0 to 63; -1 if it is neither
 */
export function squareIndex(square: unknown): number {
  if (typeof square === 'number') return Number.isInteger(square) && square >= 0 && square < 64 ? square : -1
  if (typeof square !== 'string' || square.length !== 2) return -1
  const file = square.charCodeAt(0) - 97
  const rank = square.charCodeAt(1) - 49
  return ((file | rank) & ~7) === 0 ? rank * 8 + file : -1
}

/** Is this the name of a square? For values from outside, such as attributes of elements. */
export function isSquare(value: unknown): value is Square {
  return typeof value === 'string' && squareIndex(value) >= 0
}

/**
 * @param square a name or an index
 * @returns 0 to 63
 * @throws {ChessError} ERR_MOVE_SQUARE
 */
export function requireSquare(square: unknown): number {
  const index = squareIndex(square)
  if (index < 0) throw squareError(square)
  return index
}

function squareError(square: unknown) {
  const input = typeof square === 'string' || typeof square === 'number' ? String(square) : undefined
  return chessError('ERR_MOVE_SQUARE', '', { input })
}

/**
 * @returns C's number
 * @throws {ChessError} ERR_ARGUMENT
 */
export function requireColor(color: unknown): number {
  const index = COLORS.indexOf(color)
  if (index < 0) throw argumentError("A color is 'white' or 'black'", color)
  return index
}

/**
 * @param type a PieceType
 * @returns its number in C
 * @throws {ChessError} ERR_ARGUMENT
 */
export function requireType(type: unknown): number {
  const number = PIECE_TYPES.indexOf(type)
  if (number < 0) throw argumentError("A piece's type is a word such as 'knight'", type)
  return number
}

/** @param piece C's number of a piece */
export const colorOfPiece = (piece: number): Color => COLORS[piece >> PIECE_COLOR_SHIFT]

/**
 * @param piece C's number of a piece
 * @returns PAWN to KING
 */
export const typeOfPiece = (piece: number): number => piece & TYPE_MASK

/**
 * @param board C's numbers of the pieces on a1 to h8
 * @param as 'notation' for names of squares, 'index' for indexes
 * @returns the pieces from h8 down to a1
 * @throws {ChessError} ERR_ARGUMENT
 */
export function pieceList(
  board: Uint8Array,
  as: unknown,
): [square: Square | number, color: Color, type: PieceType][] {
  const asIndex = choice('The form', as, ['notation', 'index']) === 1
  const list: [Square | number, Color, PieceType][] = []
  for (let i = board.length - 1; i >= 0; i--) {
    const piece = board[i]
    if (piece !== 0) list.push([asIndex ? i : NAMES[i], colorOfPiece(piece), PIECE_TYPES[typeOfPiece(piece)]])
  }
  return list
}
