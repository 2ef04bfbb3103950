// SPDX-License-Identifier: Apache-2.0
// Lists of moves, each with one call of C: legal moves in the forms of legalMoves(), the moves of a game, the moves of a line
// of texts, and moves to play.

import { io16, ioHalves, ioWords, releaseBuffer, takeBytes, writeBytes, writeText } from '../core/buffer.js'
import { argumentError, chessError, typeName } from '../core/errors.js'
import { checked, moveListFailure } from '../core/failure.js'
import { ANY_SQUARE, DROPS, LIST_PACKED, LIST_WORDS } from '../core/generated/bindings.js'
import { isNullMove } from '../core/move-word.js'
import { checkOptions, isIterable } from '../core/options.js'
import { sanOf } from '../core/san-writer.js'
import { wasm } from '../core/wasm.js'
import type { Game } from './game.js'
import { ANSWER, CHANGED, HANDLE, TAKES_ROOK } from './internals.js'
import type { Move, MoveSquares } from './move.js'
import { indexMove, moveOf, packMove, parseUci, uciTextsOf } from './move.js'
import type { PositionReader } from './position-reader.js'
import type { PieceType, SquareName } from './squares.js'
import { COLORS, requireSquare, requireType } from './squares.js'

/** Selects the moves of one piece. */
export type LegalMovesOptions = {
  /** The moves of the piece on this square. */
  from?: SquareName | undefined
  /** The drops of this piece (crazyhouse). */
  drop?: PieceType | undefined
}
/** A form in which legalMoves() gives the moves. */
export type LegalMovesForm = 'move' | 'uci' | 'san' | 'index' | 'packed' | 'count'

const OPTION_NAMES = ['from', 'drop']
/** Replaces a text that cannot be a line. It is not a move, so C stops at the right ply. */
const NO_MOVE = '?'
const MOVES = 'Moves are an array of strings'
/** The most moves of an iterable that is not an array. */
const MOST_MOVES = 1e6

const readWords = (handle: number, from = ANY_SQUARE) =>
  ioWords(checked(wasm.binbo_game_legal_moves(handle, LIST_WORDS, from)))
const readPacked = (handle: number, from = ANY_SQUARE) =>
  ioHalves(checked(wasm.binbo_game_legal_moves(handle, LIST_PACKED, from)))
const readCount = (handle: number, from = ANY_SQUARE) => checked(wasm.binbo_game_legal_count(handle, from))

/**
 * @param from a square, or DROPS + a piece type; default: all
 * @returns the words of the legal moves; borrowed
 */
export const legalWords = (reader: PositionReader, from?: number): Int32Array =>
  reader[ANSWER]('words', readWords, from)

/**
 * @param from as above
 * @returns the legal moves, packed; borrowed
 */
export const legalPacked = (reader: PositionReader, from?: number): Uint16Array =>
  reader[ANSWER]('packed', readPacked, from)

/**
 * @param form a LegalMovesForm
 * @param options LegalMovesOptions
 * @returns the result of legalMoves() in this form
 * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE, ERR_GAME_STOPPED
 */
export function legalMoves(reader: PositionReader, form: unknown, options: unknown): unknown {
  const from = options === undefined ? undefined : readFrom(options)
  switch (form) {
    case 'uci':
      return uciTextsOf(legalPacked(reader, from))
    case 'san':
      return sanList(legalWords(reader, from))
    case 'move':
      return legalList(reader, legalWords(reader, from))
    case 'index':
      return indexList(legalPacked(reader, from))
    case 'packed':
      return legalPacked(reader, from).slice()
    case 'count':
      return reader[ANSWER]('count', readCount, from)
    default:
      throw argumentError(
        "Before any options, legalMoves() takes 'move', 'uci', 'san', 'index', 'packed' or 'count'",
        form,
      )
  }
}

function readFrom(options: unknown) {
  const { from, drop } = checkOptions(options, OPTION_NAMES)
  if (drop !== undefined) {
    if (from !== undefined) throw argumentError('From and drop exclude each other')
    return DROPS + requireType(drop)
  }
  return from === undefined ? undefined : requireSquare(from)
}

function sanList(words: Int32Array) {
  const count = words.length
  const list: string[] = new Array(count)
  for (let i = 0; i < count; i++) list[i] = sanOf(words[i])
  return list
}

function indexList(packed: Uint16Array) {
  const count = packed.length
  const list: ReturnType<typeof indexMove>[] = new Array(count)
  for (let i = 0; i < count; i++) list[i] = indexMove(packed[i])
  return list
}

function legalList(reader: PositionReader, words: Int32Array): Move[] {
  const kingTakesRook = reader[TAKES_ROOK]()
  const color = reader.sideToMove
  const count = words.length
  const list: Move[] = new Array(count)
  for (let i = 0; i < count; i++) list[i] = moveOf(words[i], kingTakesRook, color)
  return list
}

export function canPlay(reader: PositionReader, move: string | MoveSquares): boolean {
  try {
    const handle = reader[HANDLE]()
    const packed = typeof move === 'string' ? parseUci(move) : packMove(move)
    if (packed >= 0) return wasm.binbo_game_is_legal(handle, packed) === 1
    return wasm.binbo_game_is_legal_text(handle, writeText(`${move}`)) === 1
  } catch {
    return false
  } finally {
    releaseBuffer()
  }
}

/**
 * @param game a handle
 * @returns whether castling is written as king takes rook
 */
export const takesRookIn = (game: number): boolean => wasm.binbo_game_geometry(game) === 1

/**
 * @param game a handle
 * @param word C's word of the move, 0 for none
 * @param mover 0: the side to move has the move; 1: the other side
 */
export function moveOfGame(game: number, word: number, mover: number): Move | null {
  if (isNullMove(word)) return null
  return moveOf(word, takesRookIn(game), COLORS[wasm.binbo_game_side_to_move(game) ^ mover])
}

/**
 * @param game a handle
 * @param words the words of consecutive moves
 * @param played how many of them the game has played: all or none
 */
export function lineOfGame(game: number, words: Int32Array, played: number): Move[] {
  const takesRook = takesRookIn(game)
  const first = wasm.binbo_game_side_to_move(game) ^ (played & 1)
  const list: Move[] = new Array(words.length)
  for (let i = 0; i < list.length; i++) {
    list[i] = moveOf(words[i], takesRook, COLORS[first ^ (i & 1)])
  }
  return list
}

/**
 * @param game a handle
 * @returns the words of all moves of the game, owned by the caller
 * @throws {ChessError} ERR_GAME_STOPPED, ERR_MEMORY
 */
export function wordsOfGame(game: number): Int32Array {
  return takeWords(checked(wasm.binbo_game_moves(game)))
}

/** @param count the number of move words in the buffer */
function takeWords(count: number) {
  return new Int32Array(takeBytes(count * Int32Array.BYTES_PER_ELEMENT).buffer)
}

/**
 * Reads a line of moves from here. Nothing is played, and draws do not end the line.
 * @param moves an iterable of strings, UCI or SAN
 * @returns their words, owned by the caller
 * @throws {ChessError} with ply; ERR_MOVE_*, ERR_SAN_*, ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function wordsOfTexts(reader: PositionReader, moves: unknown): Int32Array {
  const texts = collectMoves(moves, reader)
  // This comes first, because it may use the buffer in which the texts are passed.
  const handle = reader[HANDLE]()
  return takeWords(callWithMoves(texts, length => wasm.binbo_game_line(handle, length)))
}

/**
 * Plays moves given as texts, all or none.
 * @param moves an iterable of strings, UCI or SAN
 * @returns C's status
 * @throws {ChessError} with ply; ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER, ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function playTexts(game: Game, moves: unknown): number {
  const texts = Array.isArray(moves) ? [...moves] : collectMoves(moves, game)
  const count = packTexts(texts)
  const played = count > 0 ? wasm.binbo_game_play_packed(game[HANDLE](), count) : -1
  if (played >= 0) return played
  const status = callWithMoves(collectMoves(texts), length => wasm.binbo_game_play(game[HANDLE](), length))
  releaseBuffer()
  return status
}

/**
 * Writes moves to the buffer in packed form, if all are UCI: less work than text for JS and C. If a move cannot be played,
 * they are read again as text, to find the place of the error.
 * @returns the number of moves; 0 if one is not UCI, or if there are too many
 */
function packTexts(texts: unknown[]): number {
  const { length } = texts
  const packed = io16()
  if (length > packed.length) return 0
  for (let i = 0; i < length; i++) {
    const text = texts[i]
    const move = typeof text === 'string' ? parseUci(text) : -1
    if (move < 0) return 0
    packed[i] = move
  }
  return length
}

/**
 * Plays moves given as words, all or none. Draws by rule do not end the game before the last one.
 * @throws {ChessError} ERR_MOVE_ILLEGAL with its ply, ERR_GAME_STOPPED, ERR_MEMORY
 */
export function playWords(game: Game, words: Int32Array) {
  try {
    writeBytes(new Uint8Array(words.buffer, words.byteOffset, words.byteLength))
    checked(wasm.binbo_game_append(game[HANDLE](), words.length))
    game[CHANGED]()
  } finally {
    releaseBuffer()
  }
}

/**
 * @param moves an iterable of strings
 * @param reader the position in which they are played; not needed for an array
 * @returns all moves
 * @throws {ChessError} ERR_ARGUMENT with its ply; for iterables other than arrays also as wordsOfTexts(), and for more
 *   than MOST_MOVES; errors of the iterator unchanged
 */
function collectMoves(moves: unknown, reader?: PositionReader): string[] {
  if (!isIterable(moves)) throw argumentError(MOVES, moves)
  const texts: string[] = []
  for (const text of moves) {
    if (typeof text !== 'string') {
      const ply = texts.length + 1
      throw chessError('ERR_ARGUMENT', `${MOVES}, in UCI or SAN; ply ${ply} is ${typeName(text)}`, { ply })
    }
    const count = texts.push(text)
    // An endless iterable is read up to its first illegal move.
    if (reader && !Array.isArray(moves) && !(count & (count - 1)) && wordsOfTexts(reader, texts)[MOST_MOVES])
      throw argumentError(MOVES)
  }
  return texts
}

/**
 * @param call reads the moves from the buffer, one on each line
 * @returns the result of the call, which may be in a larger buffer: releaseBuffer() or takeBytes() must follow
 */
function callWithMoves(texts: string[], call: (length: number) => number): number {
  const lines = texts.map(text => (text === '' || text.includes('\n') ? NO_MOVE : text)).join('\n')
  try {
    const result = call(writeText(lines))
    if (result < 0) throw moveListFailure(result, texts)
    return result
  } catch (error) {
    releaseBuffer()
    throw error
  }
}
