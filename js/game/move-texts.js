// SPDX-License-Identifier: Apache-2.0
// Many moves in one crossing: texts, one a line.

import { argumentError, chessError } from '../core/errors.js'

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
