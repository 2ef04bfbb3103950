// SPDX-License-Identifier: Apache-2.0
// Compiles a query of search() into the program of src/database/query.h.

import { contentError } from '../core/content-error.js'
import { argumentError } from '../core/errors.js'
import {
  IGNORE_CASTLING,
  IGNORE_EN_PASSANT,
  IGNORE_TURN,
  WORD_CHECK,
  WORD_MATE,
} from '../core/generated/bindings.js'
import { isObject } from '../core/objects.js'
import { hasKey } from '../core/options.js'
import { promotionCode } from '../game/move.js'
import type { PositionSource } from '../game/position.js'
import { Position } from '../game/position.js'
import type { PieceType, PromotionName, Square, SquareName } from '../game/squares.js'
import { CODES, PIECE_TYPES, requireSquare, requireType } from '../game/squares.js'
import { VARIANTS } from '../game/variants.js'
import { countMen } from '../pgn/men.js'
import { readOptions } from './game-set.js'
import {
  QUERY_ALL,
  QUERY_ANY,
  QUERY_BOARD,
  QUERY_MATERIAL,
  QUERY_MOVE,
  QUERY_NOT,
  QUERY_POSITION,
  QUERY_STREAK,
  QUERY_THEN,
} from './generated/bindings.js'
import type { Store } from './store.js'

/** Conditions on a move, which must meet all of them. */
export type MoveQuery = {
  /**
   * Its SAN. A sign is a condition: with 'x' it captures, with '+' it gives check but not mate, with '#' mate; without a sign all of
   * these count, except that a pawn's capture has its file: 'exd5'. '!' and '?' are ignored.
   */
  san?: string | undefined
  /** The square that the piece leaves; for a drop, the same as `to`. */
  from?: SquareName | undefined
  /** The square that it goes to, as in a Move: castling goes to g or c, in Chess960 to the rook. */
  to?: SquareName | undefined
  /** The piece that moves, or is dropped. */
  piece?: PieceType | undefined
  captured?: PieceType | undefined
  /** As move() takes it: 'q', 'Queen'; with a color, such as 'wQ', only that player's promotions. */
  promotion?: PromotionName | undefined
}

/**
 * A condition at a ply of a game: an exact position; pieces on squares, null for an empty one; material such as 'KRPvKR', of
 * either color; the move that led to the position; or a combination of queries. `all` and `any` hold if all or any of their
 * queries hold at the ply. `not` holds if its query does not hold at the ply; as the whole query, if that holds at no ply of
 * the game. `then` holds if its last query holds at the ply and the others held at earlier plies, in their order; `streak` is
 * the same at consecutive plies.
 */
export type GameQuery =
  | { position: PositionSource; ignore?: readonly ('castling' | 'enPassant' | 'turn')[] | undefined }
  | { board: Partial<Record<Square, string | null>> }
  | { material: string }
  | { move: MoveQuery }
  | { all: readonly GameQuery[] }
  | { any: readonly GameQuery[] }
  | { not: GameQuery }
  | { then: readonly GameQuery[] }
  | { streak: readonly GameQuery[] }

/** A query for C. */
export type Program = {
  words: Uint32Array
  positions: { fen: string; variant: number; ignored: number }[]
  /** whether to find the games in which it never holds */
  negated: boolean
}

const LISTS = new Map([
  ['all', QUERY_ALL],
  ['any', QUERY_ANY],
  ['then', QUERY_THEN],
  ['streak', QUERY_STREAK],
])
const MOVE_NAMES = ['san', 'from', 'to', 'piece', 'captured', 'promotion']
const IGNORED = { castling: IGNORE_CASTLING, enPassant: IGNORE_EN_PASSANT, turn: IGNORE_TURN }
const PIECE_LETTERS = 'PNBRQKpnbrqk'
/** The number of an empty square in men.h. */
const NOBODY = PIECE_LETTERS.length
const PROMOTION_LETTERS = 'pnbrqk'
/** Sets of piece types as bits, as in query.h; bit 6 means no piece. */
const ANY_PIECE = 63
const NO_PIECE = 64
const ANYTHING = 127
const ANY_CASTLING = 7
const ANY_ORIGIN = 15
const ANY_MARK = 7
const ANY_SQUARE = [0xffffffff, 0xffffffff]
const CASTLING = /^([O0])-\1(-\1)?$/
const SAN = /^(?:([KQRBN])?([a-h])?([1-8])?(x)?([a-h][1-8])(?:=?([QRBNK]))?|([PNBRQ])?@([a-h][1-8]))$/
const FILE_ORIGIN = 1
const RANK_ORIGIN = 2
const MOST_LEVELS = 16
const MOST_POSITIONS = 64

/**
 * @param query GameQuery
 * @throws {ChessError} ERR_ARGUMENT; ERR_FEN_* for positions; ERR_MOVE_SQUARE for squares
 */
export function compileQuery(query: unknown): Program {
  const negated = nameOf(query) === 'not'
  const positions: Program['positions'] = []
  const words = Uint32Array.from(compile(negated ? Object(query).not : query, positions, 1))
  return { words, positions, negated }
}

/**
 * Passes the query to C, unless C has it already.
 * @throws {ChessError} ERR_ARGUMENT if it is too large; ERR_DATABASE_MEMORY
 */
export function useProgram(store: Store, program: Program) {
  if (store.query === program) return
  store.query = undefined
  program.positions.forEach(({ fen, variant, ignored }, index) => {
    if (store.wasm.binbo_database_position(index, store.writeText(fen), variant, ignored) === 0)
      throw argumentError('The position cannot be searched', fen)
  })
  const { words } = program
  const at = store.input(4 * words.length)
  store.views().words.set(words, at / 4)
  if (store.wasm.binbo_database_query(words.length) === 0) throw argumentError('The query is too large')
  store.query = program
}

/** @throws {ChessError} ERR_ARGUMENT, ERR_FEN_* */
export function positionOf(source: PositionSource): Position {
  if (isObject(source) && 'root' in source)
    throw argumentError('A PgnGame has many positions: pass one of its nodes, such as game.root')
  return Position.from(source)
}

/**
 * @returns the kind of the query, which is the name of its field
 * @throws {ChessError} ERR_ARGUMENT
 */
function nameOf(query: unknown): string {
  const names = Object.keys(Object(query)).filter(name => name !== 'ignore')
  const known = ['position', 'board', 'material', 'move', 'not', ...LISTS.keys()]
  if (names.length === 1 && known.includes(names[0])) return names[0]
  const details = `A query has one of ${known.join(', ')}`
  throw names.length > 0 ? argumentError(details, names.join(', ')) : contentError(details, query)
}

/**
 * @param positions gets the positions of the query
 * @param level from 1
 * @returns the words of the program
 */
function compile(query: unknown, positions: Program['positions'], level: number): number[] {
  if (level > MOST_LEVELS) throw argumentError(`Queries may be nested at most ${MOST_LEVELS} deep`)
  const name = nameOf(query)
  const given: Record<string, never> & { position: never } = Object(query)
  if (name !== 'position' && given.ignore !== undefined)
    throw argumentError('ignore is for a position', given.ignore)
  switch (name) {
    case 'position':
      return node(QUERY_POSITION, addPosition(given, positions))
    case 'board':
      return node(QUERY_BOARD, boardWords(given.board))
    case 'material':
      return node(QUERY_MATERIAL, materialWords(given.material))
    case 'move':
      if (given.move === undefined) throw argumentError('move is an object of conditions', given.move)
      return node(QUERY_MOVE, moveWords(readOptions(given.move, MOVE_NAMES)))
    case 'not':
      return node(QUERY_NOT, compile(given.not, positions, level + 1))
    default: {
      const list: unknown[] = given[name]
      if (!Array.isArray(list) || list.length === 0) throw contentError(`${name} is a list of queries`, list)
      if (name === 'streak' && list.length > 31) throw argumentError('A streak has at most 31 queries')
      const notes = name === 'then' || name === 'streak' ? [0] : []
      const inner = list.flatMap(one => compile(one, positions, level + 1))
      return node(LISTS.get(name) as number, [...notes, ...inner])
    }
  }
}

const node = (op: number, words: number[]) => [op, words.length + 2, ...words]

/** @returns the index of the position, as a list of words */
function addPosition(
  { position, ignore = [] }: { position: PositionSource; ignore?: unknown },
  positions: Program['positions'],
): number[] {
  if (!Array.isArray(ignore))
    throw argumentError("ignore is a list of 'castling', 'enPassant' and 'turn'", ignore)
  let ignored = 0
  for (const name of ignore) {
    if (!hasKey(IGNORED, name))
      throw argumentError("ignore is a list of 'castling', 'enPassant' and 'turn'", name)
    ignored |= IGNORED[name]
  }
  const { fen, variant } = positionOf(position)
  if (positions.length === MOST_POSITIONS)
    throw argumentError(`A query has at most ${MOST_POSITIONS} positions`)
  positions.push({ fen, variant: VARIANTS.indexOf(variant), ignored })
  return [positions.length - 1]
}

/**
 * @param board squares and letters of a FEN; null for an empty square
 * @returns a word for each square
 */
function boardWords(board: unknown): number[] {
  const squares = Object.entries(Object(board))
  if (typeof board !== 'object' || squares.length === 0)
    throw contentError('board has at least one square', board)
  return squares.map(([name, letter]) => {
    const man =
      letter === null
        ? NOBODY
        : typeof letter === 'string' && letter.length === 1
          ? PIECE_LETTERS.indexOf(letter)
          : -1
    if (man < 0) throw argumentError('A piece on the board is one of PNBRQKpnbrqk, or null for none', letter)
    return requireSquare(name) | (man << 8)
  })
}

/**
 * @param material such as 'KRPvKR'
 * @returns the number of pieces of each kind, and the same with the colors exchanged, a byte for each number
 */
function materialWords(material: string): number[] {
  const counts = [...countMen(material)].filter((_, half) => half % 2 === 0)
  const both = Uint8ClampedArray.from([...counts, ...counts.slice(6), ...counts.slice(0, 6)])
  return [...new Uint32Array(both.buffer)]
}

/** @param type the name of a piece type, or its letter @returns its number, from 0 for a pawn */
function typeOf(type: unknown): number {
  const letter =
    typeof type === 'string' && type.length === 1 ? PROMOTION_LETTERS.indexOf(type.toLowerCase()) : -1
  return letter >= 0 ? letter : requireType(type) - requireType(PIECE_TYPES[1])
}

/** @returns the square as a bit of two words; all squares if it is undefined */
function setOf(square: unknown): number[] {
  if (square === undefined) return ANY_SQUARE
  const index = requireSquare(square)
  return index < 32 ? [1 << index, 0] : [0, 1 << (index - 32)]
}

/** @param move MoveQuery */
function moveWords({ san, from, to, piece, captured, promotion }: Record<string, unknown>): number[] {
  const sets = san === undefined ? anyMove() : sanSets(san)
  if (piece !== undefined) sets.pieces &= 1 << typeOf(piece)
  if (captured !== undefined) sets.captured &= 1 << typeOf(captured)
  let men = ofBothColors(sets.pieces)
  if (promotion !== undefined) {
    const promoted = promotionSets(promotion)
    men &= promoted.men
    sets.promotions &= promoted.types
  }
  const both = (a: number[], b: number[]) => [a[0] & b[0], a[1] & b[1]]
  return [
    men,
    ofBothColors(sets.captured & ANY_PIECE) | (sets.captured & NO_PIECE ? 1 << NOBODY : 0),
    sets.promotions,
    sets.castling,
    sets.origins,
    sets.drops,
    sets.marks,
    ...both(sets.from, setOf(from)),
    ...both(sets.to, setOf(to)),
  ]
}

/** @returns the type as a bit, and the pieces of the color that it names, or of both */
function promotionSets(promotion: unknown): { types: number; men: number } {
  // The target shows the color.
  const [asWhite, asBlack] = [63, 0].map(to => CODES[promotionCode(promotion, to)])
  const letter = asWhite ?? asBlack
  if (letter === undefined)
    throw argumentError("promotion is a piece such as 'q', 'queen' or 'wQ'", promotion)
  const men = (asWhite === undefined ? 0 : ANY_PIECE) | (asBlack === undefined ? 0 : ANY_PIECE << 6)
  return { types: 1 << PROMOTION_LETTERS.indexOf(letter.toLowerCase()), men }
}

/** @param types a set of bits @returns the pieces of these types, of both colors */
const ofBothColors = (types: number): number => types | (types << 6)

const anyMove = () => ({
  pieces: ANY_PIECE,
  captured: ANYTHING,
  promotions: ANYTHING,
  castling: ANY_CASTLING,
  origins: ANY_ORIGIN,
  from: ANY_SQUARE,
  to: ANY_SQUARE,
  drops: 3,
  marks: ANY_MARK,
})

/** @returns the sets of the moves that this SAN can mean */
function sanSets(san: unknown): ReturnType<typeof anyMove> {
  if (typeof san !== 'string') throw argumentError("san is a move such as 'Nf3'", san)
  const text = san.replace(/(?<![+#!?])[+#!?]+$/, '')
  const signs = san.slice(text.length)
  const marks = signs.includes('#') ? 1 << WORD_MATE : signs.includes('+') ? 1 << WORD_CHECK : ANY_MARK
  const castling = CASTLING.exec(text)
  if (castling) return { ...anyMove(), castling: castling[2] ? 4 : 2, marks }
  const parts = SAN.exec(text)
  if (!parts) throw argumentError("san is a move such as 'Nf3'", san)
  const [, letter, file, rank, takes, to, promotion, dropped, target] = parts
  const sets = { ...anyMove(), castling: 1, to: setOf(to ?? target), drops: target ? 2 : 1, marks }
  sets.pieces = 1 << typeOf(letter ?? (dropped || 'p'))
  sets.captured = takes ? ANY_PIECE : letter ? ANYTHING : NO_PIECE
  sets.promotions = promotion ? 1 << typeOf(promotion) : NO_PIECE
  sets.from = squaresOf(file, rank)
  if (letter) sets.origins = 1 << ((file ? FILE_ORIGIN : 0) | (rank ? RANK_ORIGIN : 0))
  return sets
}

/** @returns the squares of a file and a rank as bits of two words; undefined means any */
function squaresOf(file: string | undefined, rank: string | undefined): number[] {
  const words = [0, 0]
  for (let square = 0; square < 64; square++) {
    const fits = (!file || 'abcdefgh'[square & 7] === file) && (!rank || String((square >> 3) + 1) === rank)
    if (fits) words[square >> 5] |= 1 << (square & 31)
  }
  return words
}
