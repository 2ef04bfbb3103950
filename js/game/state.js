// SPDX-License-Identifier: Apache-2.0
// Game states: C's bytes, followed by what only JS knows, as JSON.

import { releaseBuffer, takeBytes, writeBytes, writeText } from '../core/buffer.js'
import { argumentError, chessError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { STATUS_MANUAL_WINNER } from '../core/generated/bindings.js'
import { wasm } from '../core/wasm.js'
import { readExtra } from './game-record.js'
import { isBytes } from './load-pgn.js'
import { isManual } from './status.js'

/** @typedef {import('./game-record.js').RecordContents} RecordContents */

/**
 * @param {number} game a handle
 * @param {string} extra what only JS knows
 * @returns {Uint8Array} owned by the caller
 * @throws {ChessError} ERR_GAME_STOPPED, ERR_MEMORY
 */
export function writeState(game, extra) {
  try {
    return takeBytes(checked(wasm.binbo_game_state(game, writeText(extra))))
  } finally {
    releaseBuffer()
  }
}

/**
 * @param {unknown} bytes of writeState()
 * @returns {{ handle: number, status: number, contents: RecordContents }} a new game, owned by the caller
 * @throws {ChessError} ERR_STATE_*, ERR_ARGUMENT, ERR_MEMORY
 */
export function readState(bytes) {
  if (!isBytes(bytes)) throw argumentError('a state is a Uint8Array', bytes)
  const { handle, extra } = takeState(bytes)
  const status = wasm.binbo_game_status(handle)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(extra)
    const contents = readExtra(text, status === STATUS_MANUAL_WINNER)
    if (contents.result !== undefined && !isManual(status)) {
      throw new RangeError('words without a manual result')
    }
    return { handle, status, contents }
  } catch (cause) {
    wasm.binbo_game_free(handle)
    throw chessError('ERR_STATE_FORMAT', '', { cause })
  }
}

/** @param {Uint8Array} bytes */
function takeState(bytes) {
  try {
    const handle = checked(wasm.binbo_game_from_state(writeBytes(bytes)))
    return { handle, extra: takeBytes(wasm.binbo_state_extra_length() >>> 0) }
  } finally {
    releaseBuffer()
  }
}
