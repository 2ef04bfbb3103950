// SPDX-License-Identifier: Apache-2.0
// Lists of moves, each in one call of C: legal moves in the forms that users ask for, the moves of a game, of a line
// given as texts, and moves to be played.

import { io16, io32, releaseBuffer, takeBytes, writeBytes, writeText } from '../core/buffer.js'
import { argumentError, chessError, typeName } from '../core/errors.js'
import { checked, moveListFailure } from '../core/failure.js'
import { ANY_SQUARE, DROPS, LIST_PACKED, LIST_WORDS } from '../core/generated/bindings.js'
import { checkOptions } from '../core/options.js'
import { sanOf } from '../core/san.js'
import { wasm } from '../core/wasm.js'
import { changed, use } from './game-life.js'
import { indexMove, moveOf, parseUci, uciTextsOf } from './move.js'
import { COLORS, requireSquare, requireType } from './squares.js'

/** @import { GameLife } from './game-life.js' */
/** @import { Move } from './move.js' */
/** @import { PieceType, Square } from './squares.js' */
/**
 * The moves of one piece alone.
 * @typedef {object} LegalMovesOptions
 * @property {Square | number | undefined} [from] the moves of the piece that stands here
 * @property {PieceType | undefined} [drop] the drops of this piece (crazyhouse)
 */
/**
 * A form in which legalMoves() gives the moves.
 * @typedef {'move' | 'uci' | 'san' | 'index' | 'packed' | 'count'} LegalMovesForm
 */

const OPTION_NAMES = ['from', 'drop']
/** Stands in for a text that cannot be a line; it is no move, so that C stops at the right ply. */
const NO_MOVE = '?'

/**
 * @param {number} game a handle
 * @param {unknown} form a LegalMovesForm
 * @param {unknown} options LegalMovesOptions
 * @returns {unknown} what Game.legalMoves() promises for the form
 * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE, ERR_GAME_STOPPED
 */
export function legalMoves(game, form, options) {
  const from = options === undefined ? ANY_SQUARE : readFrom(options)
  switch (form) {
    case 'uci':
      return uciTextsOf(checked(wasm.binbo_game_legal_moves(game, LIST_PACKED, from)), io16())
    case 'san':
      return sanList(checked(wasm.binbo_game_legal_moves(game, LIST_WORDS, from)))
    case 'move':
      return legalList(game, checked(wasm.binbo_game_legal_moves(game, LIST_WORDS, from)))
    case 'index':
      return indexList(checked(wasm.binbo_game_legal_moves(game, LIST_PACKED, from)))
    case 'packed':
      return packedList(checked(wasm.binbo_game_legal_moves(game, LIST_PACKED, from)))
    case 'count':
      return checked(wasm.binbo_game_legal_count(game, from))
    default:
      throw argumentError(
        "Before any options, legalMoves() takes 'move', 'uci', 'san', 'index', 'packed' or 'count'",
        form,
      )
  }
}

/** @param {unknown} options */
function readFrom(options) {
  const { from, drop } = checkOptions(options, OPTION_NAMES)
  if (drop !== undefined) {
    if (from !== undefined) throw argumentError('From and drop exclude each other')
    return DROPS + requireType(drop)
  }
  return from === undefined ? ANY_SQUARE : requireSquare(from)
}

/** @param {number} count */
function sanList(count) {
  const words = io32()
  /** @type {string[]} */
  const list = new Array(count)
  for (let i = 0; i < count; i++) list[i] = sanOf(words[i])
  return list
}

/** @param {number} count */
function indexList(count) {
  const packed = io16()
  /** @type {ReturnType<typeof indexMove>[]} */
  const list = new Array(count)
  for (let i = 0; i < count; i++) list[i] = indexMove(packed[i])
  return list
}

/** @param {number} count */
const packedList = count => io16().slice(0, count)

/**
 * @param {number} game a handle
 * @param {number} count of move words in the buffer
 * @returns {Move[]}
 */
function legalList(game, count) {
  const takesRook = takesRookIn(game)
  const color = COLORS[wasm.binbo_game_side_to_move(game)]
  const words = io32()
  /** @type {Move[]} */
  const list = new Array(count)
  for (let i = 0; i < count; i++) list[i] = /** @type {Move} */ (moveOf(words[i], takesRook, color))
  return list
}

/**
 * @param {number} game a handle
 * @returns {boolean} whether its castling is written as king takes rook
 */
export const takesRookIn = game => wasm.binbo_game_geometry(game) === 1

/**
 * @param {number} game a handle
 * @param {number} word of C, 0 for none
 * @param {number} mover whose move it is: 0 for the side to move, 1 for the other one
 * @returns {Move | null}
 */
export function moveOfGame(game, word, mover) {
  return moveOf(word, takesRookIn(game), COLORS[wasm.binbo_game_side_to_move(game) ^ mover])
}

/**
 * @param {number} game a handle
 * @param {Int32Array} words of moves one after the other
 * @param {number} ply of the position that the first one was played in
 * @returns {Move[]}
 */
export function lineOfGame(game, words, ply) {
  const takesRook = takesRookIn(game)
  const first = wasm.binbo_game_side_to_move(game) ^ (ply & 1) ^ (wasm.binbo_game_ply(game) & 1)
  /** @type {Move[]} */
  const list = new Array(words.length)
  for (let i = 0; i < list.length; i++) {
    list[i] = /** @type {Move} */ (moveOf(words[i], takesRook, COLORS[first ^ (i & 1)]))
  }
  return list
}

/**
 * @param {number} game a handle
 * @returns {Int32Array} the words of all moves played, owned by the caller
 * @throws {ChessError} ERR_GAME_STOPPED, ERR_MEMORY
 */
export function wordsOfGame(game) {
  return takeWords(checked(wasm.binbo_game_moves(game)))
}

/** @param {number} count of move words in the buffer */
function takeWords(count) {
  return new Int32Array(takeBytes(count * Int32Array.BYTES_PER_ELEMENT).buffer)
}

/**
 * Reads moves that follow here. Nothing is played, and draws do not end the line.
 * @param {GameLife} game
 * @param {unknown} moves an iterable of strings, UCI or SAN
 * @returns {Int32Array} their words, owned by the caller
 * @throws {ChessError} with ply; ERR_MOVE_*, ERR_SAN_*, ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function wordsOfTexts(game, moves) {
  const texts = collectMoves(moves)
  return takeWords(callWithMoves(texts, length => wasm.binbo_game_line(use(game), length)))
}

/**
 * Plays moves given as texts, all or none.
 * @param {GameLife} game
 * @param {unknown} moves an iterable of strings, UCI or SAN
 * @returns {number} C's status
 * @throws {ChessError} with ply; ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER, ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function playTexts(game, moves) {
  const texts = Array.isArray(moves) ? [...moves] : collectMoves(moves)
  const count = packTexts(texts)
  const played = count > 0 ? wasm.binbo_game_play_packed(use(game), count) : -1
  if (played >= 0) return played
  const status = callWithMoves(collectMoves(texts), length => wasm.binbo_game_play(use(game), length))
  releaseBuffer()
  return status
}

/**
 * Writes moves that are all UCI to the buffer: less work for both sides than text. What cannot be played is read again
 * as text, which finds the place of the error.
 * @param {unknown[]} texts
 * @returns {number} how many; 0 when one is not UCI, or there are too many
 */
function packTexts(texts) {
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
 * @param {GameLife} game
 * @param {Int32Array} words
 * @throws {ChessError} ERR_MOVE_ILLEGAL with its ply, ERR_GAME_STOPPED, ERR_MEMORY
 */
export function playWords(game, words) {
  try {
    writeBytes(new Uint8Array(words.buffer, words.byteOffset, words.byteLength))
    checked(wasm.binbo_game_append(use(game), words.length))
    changed(game)
  } finally {
    releaseBuffer()
  }
}

/**
 * @param {unknown} moves an iterable of strings
 * @returns {string[]} all of them
 * @throws {ChessError} ERR_ARGUMENT; what the iterator throws passes through
 */
function collectMoves(moves) {
  if (typeof moves !== 'object' || moves === null || !(Symbol.iterator in moves)) {
    throw argumentError('Moves are an array, or another iterable, of strings', moves)
  }
  /** @type {string[]} */
  const texts = []
  for (const text of /** @type {Iterable<unknown>} */ (moves)) {
    if (typeof text !== 'string') {
      const ply = texts.length + 1
      throw chessError('ERR_ARGUMENT', `Moves are strings, in UCI or SAN; ply ${ply} is ${typeName(text)}`, {
        ply,
      })
    }
    texts.push(text)
  }
  return texts
}

/**
 * @param {string[]} texts
 * @param {(length: number) => number} call what reads them from the buffer, one a line
 * @returns {number} its result, which may lie in a larger buffer: releaseBuffer() or takeBytes() must follow
 */
function callWithMoves(texts, call) {
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
