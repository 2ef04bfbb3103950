// SPDX-License-Identifier: Apache-2.0
// What search() looks for, as the program of src/database/query.h.

import { argumentError } from '../core/errors.js'
import { IGNORE_CASTLING, IGNORE_EN_PASSANT, IGNORE_TURN } from '../core/generated/bindings.js'
import { checkOptions } from '../core/options.js'
import { Position } from '../game/position.js'
import { PIECE_TYPES, requireSquare, requireType } from '../game/squares.js'
import { VARIANTS } from '../game/variants.js'
import { countMen } from '../pgn/men.js'
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

/** @import { PositionSource } from '../game/position.js' */
/** @import { PieceType, Promotion, Square, SquareName } from '../game/squares.js' */
/** @import { Store } from './store.js' */

/**
 * A move; all that is given must fit.
 * @typedef {object} MoveQuery
 * @property {string | undefined} [san] its SAN; signs of check and '!' or '?' do not count
 * @property {SquareName | undefined} [from] of a drop the same as `to`
 * @property {SquareName | undefined} [to] as in a Move: castling goes to g or c, in Chess960 to the rook
 * @property {PieceType | undefined} [piece] the piece that moves, or is dropped
 * @property {PieceType | undefined} [captured]
 * @property {PieceType | Promotion | undefined} [promotion]
 */

/**
 * What holds at a ply of a game, or does not: an exact position; pieces on squares, null for an empty one; material such
 * as 'KRPvKR', of either colour; the move that led there; or queries put together. `all` and `any` hold at one ply; `not`
 * within others at that ply, alone in games where it never holds; `then` where its last query holds and the others held
 * before, each at a later ply than the one before it; `streak` the same at consecutive plies.
 * @typedef {{ position: PositionSource, ignore?: readonly ('castling' | 'enPassant' | 'turn')[] | undefined }
 *   | { board: Partial<Record<Square, string | null>> } | { material: string } | { move: MoveQuery }
 *   | { all: readonly GameQuery[] } | { any: readonly GameQuery[] } | { not: GameQuery }
 *   | { then: readonly GameQuery[] } | { streak: readonly GameQuery[] }} GameQuery
 */

/**
 * A query for C.
 * @typedef {object} Program
 * @property {Uint32Array} words
 * @property {{ fen: string, variant: number, ignored: number }[]} positions
 * @property {boolean} negated whether games are wanted where it never holds
 */

const LISTS = new Map([
  ['all', QUERY_ALL],
  ['any', QUERY_ANY],
  ['then', QUERY_THEN],
  ['streak', QUERY_STREAK],
])
const MOVE_NAMES = ['san', 'from', 'to', 'piece', 'captured', 'promotion']
const IGNORED = { castling: IGNORE_CASTLING, enPassant: IGNORE_EN_PASSANT, turn: IGNORE_TURN }
const LETTERS = 'PNBRQKpnbrqk'
/** The number of no man: men.h. */
const NOBODY = LETTERS.length
const PROMOTION_LETTERS = 'pnbrqk'
/** Their sets of bits in query.h; bit 6 is none. */
const ANY_PIECE = 63
const NO_PIECE = 64
const ANYTHING = 127
const ANY_CASTLING = 7
const ANY_ORIGIN = 15
const ANY_SQUARE = [0xffffffff, 0xffffffff]
const CASTLING = /^([O0])-\1(-\1)?$/
const SAN = /^(?:([KQRBN])?([a-h])?([1-8])?(x)?([a-h][1-8])(?:=?([QRBNK]))?|([PNBRQ])?@([a-h][1-8]))$/
const FILE_ORIGIN = 1
const RANK_ORIGIN = 2
const MOST_LEVELS = 16
const MOST_POSITIONS = 64

/**
 * @param {unknown} query GameQuery
 * @returns {Program}
 * @throws {ChessError} ERR_ARGUMENT; of positions ERR_FEN_*; of squares ERR_MOVE_SQUARE
 */
export function compileQuery(query) {
  const negated = nameOf(query) === 'not'
  /** @type {Program['positions']} */
  const positions = []
  const words = Uint32Array.from(compile(negated ? /** @type {any} */ (query).not : query, positions, 1))
  return { words, positions, negated }
}

/**
 * Makes it the query that C has.
 * @param {Store} store
 * @param {Program} program
 * @throws {ChessError} ERR_ARGUMENT where it is too large; ERR_DATABASE_MEMORY
 */
export function useProgram(store, program) {
  if (store.query === program) return
  store.query = undefined
  program.positions.forEach(({ fen, variant, ignored }, index) => {
    if (store.wasm.binbo_database_position(index, store.writeText(fen), variant, ignored) === 0)
      throw argumentError('The position cannot be looked for', fen)
  })
  const { words } = program
  const at = store.input(4 * words.length)
  store.views().words.set(words, at / 4)
  if (store.wasm.binbo_database_query(words.length) === 0) throw argumentError('The query is too large')
  store.query = program
}

/**
 * @param {unknown} query
 * @returns {string} the name of its kind
 * @throws {ChessError} ERR_ARGUMENT
 */
function nameOf(query) {
  const names = Object.keys(Object(query)).filter(name => name !== 'ignore')
  const known = ['position', 'board', 'material', 'move', 'not', ...LISTS.keys()]
  if (names.length === 1 && known.includes(names[0])) return names[0]
  throw argumentError(`A query has one of ${known.join(', ')}`, names.join(', ') || query)
}

/**
 * @param {unknown} query
 * @param {Program['positions']} positions to which those of the query are added
 * @param {number} level from 1
 * @returns {number[]} words
 */
function compile(query, positions, level) {
  if (level > MOST_LEVELS) throw argumentError(`Queries stand at most ${MOST_LEVELS} deep in each other`)
  const name = nameOf(query)
  const given = /** @type {any} */ (query)
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
      if (given.move === undefined) throw argumentError('move has what a move must have', given.move)
      return node(QUERY_MOVE, moveWords(checkOptions(given.move, MOVE_NAMES)))
    case 'not':
      return node(QUERY_NOT, compile(given.not, positions, level + 1))
    default: {
      const list = given[name]
      if (!Array.isArray(list) || list.length === 0) throw argumentError(`${name} is a list of queries`, list)
      if (name === 'streak' && list.length > 31) throw argumentError('A streak has at most 31 queries')
      const notes = name === 'then' || name === 'streak' ? [0] : []
      const inner = list.flatMap(one => compile(one, positions, level + 1))
      return node(/** @type {number} */ (LISTS.get(name)), [...notes, ...inner])
    }
  }
}

/** @param {number} op @param {number[]} words */
const node = (op, words) => [op, words.length + 2, ...words]

/**
 * @param {{ position: PositionSource, ignore?: unknown }} query
 * @param {Program['positions']} positions
 * @returns {number[]} its number
 */
function addPosition({ position, ignore = [] }, positions) {
  if (!Array.isArray(ignore))
    throw argumentError("ignore is a list of 'castling', 'enPassant' and 'turn'", ignore)
  let ignored = 0
  for (const name of ignore) {
    if (!Object.hasOwn(IGNORED, name))
      throw argumentError("ignore is a list of 'castling', 'enPassant' and 'turn'", name)
    ignored |= IGNORED[/** @type {keyof typeof IGNORED} */ (name)]
  }
  const { fen, variant } = Position.from(position)
  if (positions.length === MOST_POSITIONS)
    throw argumentError(`A query has at most ${MOST_POSITIONS} positions`)
  positions.push({ fen, variant: VARIANTS.indexOf(variant), ignored })
  return [positions.length - 1]
}

/**
 * @param {unknown} board squares and letters of a FEN; null for an empty square
 * @returns {number[]} a word for each square
 */
function boardWords(board) {
  const squares = Object.entries(Object(board))
  if (typeof board !== 'object' || squares.length === 0)
    throw argumentError('board has at least one square', board)
  return squares.map(([name, letter]) => {
    const man =
      letter === null
        ? NOBODY
        : typeof letter === 'string' && letter.length === 1
          ? LETTERS.indexOf(letter)
          : -1
    if (man < 0) throw argumentError('A piece on the board is one of PNBRQKpnbrqk, or null for none', letter)
    return requireSquare(name) | (man << 8)
  })
}

/**
 * @param {string} material such as 'KRPvKR'
 * @returns {number[]} its counts, and those with the colours exchanged, a byte each
 */
function materialWords(material) {
  const counts = [...countMen(material)].filter((_, half) => half % 2 === 0)
  const both = Uint8ClampedArray.from([...counts, ...counts.slice(6), ...counts.slice(0, 6)])
  return [...new Uint32Array(both.buffer)]
}

/** @param {unknown} type a word, or a letter @returns {number} from 0, a pawn */
function typeOf(type) {
  const letter =
    typeof type === 'string' && type.length === 1 ? PROMOTION_LETTERS.indexOf(type.toLowerCase()) : -1
  return letter >= 0 ? letter : requireType(type) - requireType(PIECE_TYPES[1])
}

/** @param {unknown} square @returns {number[]} the set of this square */
function setOf(square) {
  if (square === undefined) return ANY_SQUARE
  const index = requireSquare(square)
  return index < 32 ? [1 << index, 0] : [0, 1 << (index - 32)]
}

/**
 * @param {Record<string, unknown>} move MoveQuery
 * @returns {number[]}
 */
function moveWords({ san, from, to, piece, captured, promotion }) {
  const sets = san === undefined ? noSan() : sanSets(san)
  if (piece !== undefined) sets.pieces &= 1 << typeOf(piece)
  if (captured !== undefined) sets.captured &= 1 << typeOf(captured)
  if (promotion !== undefined) sets.promotions &= 1 << typeOf(promotion)
  /** @param {number[]} a @param {number[]} b */
  const both = (a, b) => [a[0] & b[0], a[1] & b[1]]
  return [
    ofBoth(sets.pieces),
    ofBoth(sets.captured & ANY_PIECE) | (sets.captured & NO_PIECE ? 1 << NOBODY : 0),
    sets.promotions,
    sets.castling,
    sets.origins,
    sets.drops,
    ...both(sets.from, setOf(from)),
    ...both(sets.to, setOf(to)),
  ]
}

/** @param {number} types a set of bits @returns {number} the men of these types, of both colours */
const ofBoth = types => types | (types << 6)

const noSan = () => ({
  pieces: ANY_PIECE,
  captured: ANYTHING,
  promotions: ANYTHING,
  castling: ANY_CASTLING,
  origins: ANY_ORIGIN,
  from: ANY_SQUARE,
  to: ANY_SQUARE,
  drops: 3,
})

/**
 * @param {unknown} san
 * @returns {ReturnType<typeof noSan>} what a move of this SAN has
 */
function sanSets(san) {
  if (typeof san !== 'string') throw argumentError("san is a move such as 'Nf3'", san)
  const text = san.replace(/(?<![+#!?])[+#!?]+$/, '')
  const castling = CASTLING.exec(text)
  if (castling) return { ...noSan(), castling: castling[2] ? 4 : 2 }
  const parts = SAN.exec(text)
  if (!parts) throw argumentError("san is a move such as 'Nf3'", san)
  const [, letter, file, rank, takes, to, promotion, dropped, target] = parts
  const sets = { ...noSan(), castling: 1, to: setOf(to ?? target), drops: target ? 2 : 1 }
  sets.pieces = 1 << typeOf(letter ?? (dropped || 'p'))
  sets.captured = takes ? ANY_PIECE : NO_PIECE
  sets.promotions = promotion ? 1 << typeOf(promotion) : NO_PIECE
  sets.from = squaresOf(file, rank)
  if (letter) sets.origins = 1 << ((file ? FILE_ORIGIN : 0) | (rank ? RANK_ORIGIN : 0))
  return sets
}

/**
 * @param {string | undefined} file
 * @param {string | undefined} rank
 * @returns {number[]} the set of the squares on them
 */
function squaresOf(file, rank) {
  const words = [0, 0]
  for (let square = 0; square < 64; square++) {
    const fits = (!file || 'abcdefgh'[square & 7] === file) && (!rank || String((square >> 3) + 1) === rank)
    if (fits) words[square >> 5] |= 1 << (square & 31)
  }
  return words
}
