// SPDX-License-Identifier: Apache-2.0
// Many moves in one crossing: texts, one a line, or move words.

import { releaseBuffer, writeBytes } from '../core/buffer.js'
import { argumentError, chessError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { wasm } from '../core/wasm.js'
import { use } from './game-life.js'

/** @typedef {import('./game-life.js').GameLife} GameLife */

/** Stands in for a text that cannot be a line; it is no move, so that C stops at the right ply. */
const NO_MOVE = '?'

/**
 * @param {unknown} moves an iterable of strings
 * @returns {string[]} all of them
 * @throws {ChessError} ERR_ARGUMENT; what the iterator throws passes through
 */
export function collectMoves(moves) {
  if (typeof moves !== 'object' || moves === null || !(Symbol.iterator in moves)) {
    throw argumentError('moves are an array, or another iterable, of strings', moves)
  }
  /** @type {string[]} */
  const texts = []
  for (const text of /** @type {Iterable<unknown>} */ (moves)) {
    if (typeof text !== 'string') {
      throw chessError('ERR_ARGUMENT', 'moves are strings', { ply: texts.length + 1 })
    }
    texts.push(text)
  }
  return texts
}

/**
 * @param {readonly string[]} texts
 * @returns {string} as binbo_game_play() and binbo_game_line() take them
 */
export function moveLines(texts) {
  return texts.map(text => (text === '' || text.includes('\n') ? NO_MOVE : text)).join('\n')
}

/**
 * Plays moves in a game, all or none. Draws by rule do not end it before the last move.
 * @param {GameLife} game
 * @param {Uint32Array} words move words (src/move_word.h)
 * @throws {ChessError} ERR_MOVE_ILLEGAL with its ply, ERR_GAME_STOPPED, ERR_MEMORY
 */
export function appendWords(game, words) {
  try {
    const size = writeBytes(new Uint8Array(words.buffer, words.byteOffset, words.byteLength))
    checked(wasm.binbo_game_append(use(game), size / words.BYTES_PER_ELEMENT))
  } finally {
    releaseBuffer()
  }
}
