// SPDX-License-Identifier: Apache-2.0
// Game states: C's bytes, followed by what only JS has, as JSON: headers and the details of a manual result.

import { bytesIn } from '../core/brand.js'
import { releaseBuffer, takeBytes, writeBytes, writeText } from '../core/buffer.js'
import { chessError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { STATUS_MANUAL_WINNER } from '../core/generated/bindings.js'
import { decodeStrictly } from '../core/utf8.js'
import { wasm } from '../core/wasm.js'
import { areDefault, headerEntries } from './headers.js'
import { frozenJson, isManual, manualDraw, manualWinner } from './status.js'

/** @import { GameRecord, RecordContents } from './game-record.js' */
/** @import { Json } from './status.js' */

/**
 * The JSON part. It is empty in a state without any of these.
 * @typedef {{ headers?: [string, string][], winner?: Json, detail?: Json }} Extra
 */

/**
 * @param {number} game a handle
 * @param {GameRecord | undefined} record of the game
 * @returns {Uint8Array} owned by the caller
 * @throws {ChessError} ERR_GAME_STOPPED, ERR_MEMORY; ERR_ARGUMENT when the headers cannot be written
 */
export function writeState(game, record) {
  try {
    const extra = record === undefined ? '' : extraText(record)
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
  const { handle, extra } = takeState(bytesIn(bytes, 'A state is a Uint8Array'))
  const status = wasm.binbo_game_status(handle)
  try {
    const text = decodeStrictly(extra)
    const contents = readExtra(text, status === STATUS_MANUAL_WINNER)
    if (contents.result !== undefined && !isManual(status)) {
      throw new RangeError('no result by hand')
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

/**
 * @param {GameRecord} record
 * @returns {string} JSON; empty when there is nothing to keep
 * @throws {ChessError} ERR_ARGUMENT when the headers cannot be written
 */
function extraText({ headers, result }) {
  /** @type {Extra} */
  const extra = {}
  const entries = headerEntries(headers)
  if (!areDefault(entries)) extra.headers = entries
  if (result?.over) {
    if (result.type === 'winner') extra.winner = result.winner
    if ('detail' in result) extra.detail = result.detail
  }
  return Object.keys(extra).length === 0 ? '' : JSON.stringify(extra)
}

/**
 * @param {string} text of extraText()
 * @param {boolean} isWinner whether the state's status is a manual winner
 * @returns {RecordContents}
 * @throws {Error} of any kind, for a text that extraText() does not write
 */
function readExtra(text, isWinner) {
  /** @type {Extra} */
  const extra = text === '' ? {} : JSON.parse(text)
  const { headers, winner, detail } = extra
  if ((winner !== undefined) !== isWinner) throw new RangeError('winner and status do not agree')
  return {
    headers: headers === undefined ? undefined : new Map(headers.map(readHeader)),
    result: resultOf(winner, detail),
  }
}

/**
 * @param {Json} [winner]
 * @param {Json} [detail]
 */
function resultOf(winner, detail) {
  const why = detail === undefined ? undefined : frozenJson(detail, 'detail')
  if (winner !== undefined) return manualWinner(frozenJson(winner, 'winner'), why)
  return why === undefined ? undefined : manualDraw(why)
}

/**
 * @param {unknown} entry
 * @returns {[string, string]}
 */
function readHeader(entry) {
  const [name, value] = /** @type {unknown[]} */ (entry)
  if (typeof name !== 'string' || typeof value !== 'string') throw new TypeError('not a header')
  return [name, value]
}
