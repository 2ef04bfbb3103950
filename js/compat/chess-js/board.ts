// SPDX-License-Identifier: Apache-2.0
// The board of one of C's games in the form of chess.js, and boards with one changed square. Squares count from a1, as in C;
// castling rights are 1, 2, 4 and 8 for the letters of KQkq.

import { io8 } from '../../core/buffer.js'
import { checked } from '../../core/failure.js'
import {
  EN_PASSANT_ALWAYS,
  MOVE_CASTLE,
  MOVE_EN_PASSANT,
  PIECE_COLOR_SHIFT,
} from '../../core/generated/bindings.js'
import { capturedOf, fromOf, kindOf, pieceOf, toOf } from '../../core/move-word.js'
import { wasm } from '../../core/wasm.js'
import type { Color, Piece, PieceSymbol, Square } from './constants.js'
import { COLOR_LETTERS, SQUARES, SYMBOLS } from './constants.js'
import { targetOf } from './move.js'

const TYPE_MASK = (1 << PIECE_COLOR_SHIFT) - 1
/** Letters by C's number of a piece. */
export const LETTERS = '1PNBRQK11pnbrqk'
const KING = 6
const BISHOP = 3
const KNIGHT = 2

/** Pieces by C's number. */
const PIECES: (Piece | undefined)[] = Array.from(LETTERS, (letter, man) =>
  letter === '1'
    ? undefined
    : { type: SYMBOLS[man & TYPE_MASK], color: COLOR_LETTERS[man >> PIECE_COLOR_SHIFT] },
)

/** @param man C's number @returns a new object */
export function pieceOfMan(man: number): Piece | undefined {
  const piece = PIECES[man]
  return piece && { type: piece.type, color: piece.color }
}

/** @returns C's number, 0 for no piece */
export function manOf(type: unknown, color: unknown): number {
  const number = SYMBOLS.indexOf(type)
  const us = COLOR_LETTERS.indexOf(color)
  return number < 1 || us < 0 ? 0 : (us << PIECE_COLOR_SHIFT) | number
}

/** @returns a1 = 0 to h8 = 63; -1 for other values */
export function squareIndex(square: unknown): number {
  if (typeof square !== 'string' || square.length !== 2) return -1
  const file = square.charCodeAt(0) - 97
  const rank = square.charCodeAt(1) - 49
  return ((file | rank) & ~7) === 0 ? rank * 8 + file : -1
}

/** @returns the pieces on a1 to h8, a copy */
export const menOf = (handle: number): Uint8Array => io8().slice(0, checked(wasm.binbo_game_pieces(handle)))

const WHITE_KING = 6
const WHITE_ROOK = 4
const BLACK_KING = 14
const BLACK_ROOK = 12

/** @returns the castling rights whose king and rook are on their home squares */
export function possibleRights(men: Uint8Array): number {
  let rights = 0
  if (men[4] === WHITE_KING) {
    if (men[7] === WHITE_ROOK) rights = 1
    if (men[0] === WHITE_ROOK) rights |= 2
  }
  if (men[60] === BLACK_KING) {
    if (men[63] === BLACK_ROOK) rights |= 4
    if (men[56] === BLACK_ROOK) rights |= 8
  }
  return rights
}

/** The facts of a position besides its board and the side to move. */
export type Rest = {
  /** the castling rights */
  rights: number
  /** a square, or NO_SQUARE */
  enPassant: number
  /** the last two fields of a FEN */
  clocks: string
}

export const NO_SQUARE = 64

export function restOf(handle: number): Rest {
  const rights = checked(wasm.binbo_game_rights(handle, EN_PASSANT_ALWAYS))
  const clocks = `${wasm.binbo_game_halfmove_clock(handle)} ${wasm.binbo_game_fullmove_number(handle)}`
  return { rights: rights & 15, enPassant: rights >> 4, clocks }
}

/** The castling field of a FEN, by rights. */
const RIGHTS = Array.from({ length: 16 }, (_, rights) =>
  rights === 0 ? '-' : [...'KQkq'].filter((_letter, bit) => (rights >> bit) & 1).join(''),
)

/** @param side C's number of the side to move */
export function boardFen(men: Uint8Array, side: number, { rights, enPassant, clocks }: Rest): string {
  const target = enPassant === NO_SQUARE ? '-' : SQUARES[enPassant ^ 56]
  return `${placementOf(men)} ${COLOR_LETTERS[side]} ${RIGHTS[rights]} ${target} ${clocks}`
}

/** @returns the first field of a FEN */
function placementOf(men: Uint8Array): string {
  let text = ''
  for (let first = 56; first >= 0; first -= 8) {
    let empty = 0
    for (let at = first; at < first + 8; at++) {
      const man = men[at]
      if (man === 0) empty++
      else {
        if (empty > 0) text += empty
        text += LETTERS[man]
        empty = 0
      }
    }
    if (empty > 0) text += empty
    if (first > 0) text += '/'
  }
  return text
}

/** @returns the squares of the man, from a8 to h1 */
export function squaresOf(men: Uint8Array, man: number): Square[] {
  const squares: Square[] = []
  for (let i = 0; i < 64; i++) if (men[i ^ 56] === man) squares.push(SQUARES[i])
  return squares
}

/**
 * Takes back a move on a board that may have changed since.
 * @param men the board, which is changed
 * @param color C's number of the side that has moved
 */
export function unmove(men: Uint8Array, word: number, color: number) {
  if (word === 0) return
  const us = color << PIECE_COLOR_SHIFT
  const from = fromOf(word)
  const target = targetOf(word)
  const kind = kindOf(word)
  men[target] = 0
  // Another king may have been put on the board since.
  if (pieceOf(word) === KING) men.set(men.map(man => (man === (us | KING) ? 0 : man)))
  men[from] = us | pieceOf(word)
  if (kind === MOVE_CASTLE) {
    // The piece on the rook's square goes back: as in chess.js, it may now be another piece, or none.
    const passed = (from + target) >> 1
    men[toOf(word)] = men[passed]
    men[passed] = 0
  } else if (capturedOf(word)) {
    const place = kind === MOVE_EN_PASSANT ? (from & 56) | (target & 7) : target
    men[place] = (us ^ (1 << PIECE_COLOR_SHIFT)) | capturedOf(word)
  }
}

/** @returns the ranks from a8 to h1 */
export function boardOf(men: Uint8Array): ({ square: Square; type: PieceSymbol; color: Color } | null)[][] {
  const ranks = new Array(8)
  for (let row = 0; row < 8; row++) {
    const rank = new Array(8)
    for (let file = 0; file < 8; file++) {
      const piece = PIECES[men[8 * (7 - row) + file]]
      rank[file] = piece ? { square: SQUARES[8 * row + file], type: piece.type, color: piece.color } : null
    }
    ranks[row] = rank
  }
  return ranks
}

const CELLS = Array.from(LETTERS, letter => (letter === '1' ? ' . ' : ` ${letter} `))

export function asciiOf(men: Uint8Array): string {
  const edge = '   +------------------------+\n'
  let text = edge
  for (let rank = 7; rank >= 0; rank--) {
    text += ` ${rank + 1} |`
    for (let at = 8 * rank; at < 8 * rank + 8; at++) text += CELLS[men[at]]
    text += '|\n'
  }
  return `${text}${edge}     a  b  c  d  e  f  g  h`
}

/** As in chess.js: bare kings, one minor piece, or bishops that are all on squares of one color. */
export function isInsufficient(men: Uint8Array): boolean {
  let count = 0
  let knights = 0
  const bishops = [0, 0]
  for (let square = 0; square < 64; square++) {
    const type = men[square] & TYPE_MASK
    if (type !== 0) count++
    if (type === KNIGHT) knights++
    if (type === BISHOP) bishops[((square >> 3) ^ square) & 1]++
  }
  const [dark, light] = bishops
  if (count === 3 && (knights === 1 || dark + light === 1)) return true
  return count === 2 || (count === dark + light + 2 && (dark === 0 || light === 0))
}
