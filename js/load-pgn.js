// SPDX-License-Identifier: Apache-2.0
// Feeds a PGN to C, chunk by chunk.

import { io8, ioCapacity, takeText, writeBytes } from './core/buffer.js'
import { argumentError } from './core/errors.js'
import { checked, pgnFailure } from './core/failure.js'
import { wasm } from './core/wasm.js'

const encoder = new TextEncoder()

/**
 * Reads the first game of a PGN into a game, which keeps what it holds on any error.
 * @param {number} game a handle
 * @param {unknown} source a string or a Uint8Array
 * @param {boolean} strict for its FEN tag
 * @returns {{ status: number, tags: string }} C's status, and the tags as binbo_pgn_tags() writes them
 * @throws {ChessError} ERR_PGN_*, ERR_ARGUMENT, ERR_MEMORY, ERR_GAME_STOPPED
 */
export function loadPgn(game, source, strict) {
  checked(wasm.binbo_game_ply(game))
  if (typeof source !== 'string' && !isBytes(source)) {
    throw argumentError('a PGN is a string or a Uint8Array')
  }
  checked(wasm.binbo_pgn_begin(game, strict ? 1 : 0))
  const fed = typeof source === 'string' ? feedText(source) : feedBytes(source)
  if (fed < 0) throw pgnFailure(fed, source)
  const tags = takeText(checked(wasm.binbo_pgn_tags()))
  const status = wasm.binbo_pgn_finish(game)
  if (status < 0) throw pgnFailure(status, source)
  return { status, tags }
}

/**
 * @param {unknown} value
 * @returns {value is Uint8Array} of whatever realm
 */
export function isBytes(value) {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]'
}

/**
 * @param {string} text
 * @returns {number} the answer to the last chunk fed
 */
function feedText(text) {
  const step = Math.floor(ioCapacity() / 3)
  let start = 0
  for (;;) {
    const end = chunkEnd(text, start + step)
    const chunk = start === 0 && end === text.length ? text : text.slice(start, end)
    const { written } = encoder.encodeInto(chunk, io8())
    const answer = wasm.binbo_pgn_feed(written, end === text.length ? 1 : 0)
    if (answer !== 0 || end === text.length) return answer
    start = end
  }
}

/**
 * @param {string} text
 * @param {number} end
 * @returns {number} the same or one less, so that no surrogate pair is split
 */
function chunkEnd(text, end) {
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end
}

/**
 * @param {Uint8Array} bytes
 * @returns {number} the answer to the last chunk fed
 */
function feedBytes(bytes) {
  const step = ioCapacity()
  let start = 0
  for (;;) {
    const end = Math.min(start + step, bytes.length)
    const chunk = end - start === bytes.length ? bytes : bytes.subarray(start, end)
    const answer = wasm.binbo_pgn_feed(writeBytes(chunk), end === bytes.length ? 1 : 0)
    if (answer !== 0 || end === bytes.length) return answer
    start = end
  }
}
