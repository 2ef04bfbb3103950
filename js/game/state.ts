// SPDX-License-Identifier: Apache-2.0
// States of games: C's bytes, and then JSON with the data that only JS has: headers and the details of a manual result.

import { bytesIn } from '../core/brand.js'
import { releaseBuffer, takeBytes, writeBytes, writeText } from '../core/buffer.js'
import { chessError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { STATUS_MANUAL_WINNER } from '../core/generated/bindings.js'
import { decodeStrictly } from '../core/utf8.js'
import { wasm } from '../core/wasm.js'
import type { GameRecord, RecordContents } from './game-record.js'
import { areDefault, headerEntries } from './headers.js'
import type { Json } from './status.js'
import { isManual, manualDraw, manualWinner } from './status.js'

/** The JSON part; empty in a state without any of these. */
type Extra = { headers?: [string, string][]; winner?: Json; detail?: Json }

/**
 * @param game a handle
 * @param record the record of the game
 * @returns the state; owned by the caller
 * @throws {ChessError} ERR_GAME_STOPPED, ERR_MEMORY; ERR_ARGUMENT if the headers cannot be written
 */
export function writeState(game: number, record: GameRecord | undefined): Uint8Array<ArrayBuffer> {
  try {
    const extra = record === undefined ? '' : extraText(record)
    return takeBytes(checked(wasm.binbo_game_state(game, writeText(extra))))
  } finally {
    releaseBuffer()
  }
}

/**
 * @param bytes the result of writeState()
 * @returns a new game, owned by the caller
 * @throws {ChessError} ERR_STATE_*, ERR_ARGUMENT, ERR_MEMORY
 */
export function readState(bytes: unknown): { handle: number; status: number; contents: RecordContents } {
  const { handle, extra } = takeState(bytesIn(bytes, 'A state is a Uint8Array'))
  const status = wasm.binbo_game_status(handle)
  try {
    const text = decodeStrictly(extra)
    return { handle, status, contents: readExtra(text, status) }
  } catch (cause) {
    wasm.binbo_game_free(handle)
    throw chessError('ERR_STATE_FORMAT', '', { cause })
  }
}

function takeState(bytes: Uint8Array) {
  try {
    const handle = checked(wasm.binbo_game_from_state(writeBytes(bytes)))
    return { handle, extra: takeBytes(wasm.binbo_state_extra_length() >>> 0) }
  } finally {
    releaseBuffer()
  }
}

/**
 * @returns JSON; '' for an empty record
 * @throws {ChessError} ERR_ARGUMENT if the headers cannot be written
 */
function extraText({ headers, result }: GameRecord): string {
  const extra: Extra = {}
  const entries = headerEntries(headers)
  if (!areDefault(entries)) extra.headers = entries
  if (result?.over) {
    if (result.type === 'winner') extra.winner = result.winner
    if ('detail' in result) extra.detail = result.detail
  }
  return Object.keys(extra).length === 0 ? '' : JSON.stringify(extra)
}

/**
 * @param text of extraText()
 * @param status of the state
 * @throws {Error} of any kind, for a text that extraText() does not write
 */
function readExtra(text: string, status: number): RecordContents {
  const extra: Extra = text === '' ? {} : JSON.parse(text)
  const { headers, winner, detail } = extra
  const fits =
    (winner !== undefined) === (status === STATUS_MANUAL_WINNER) && (detail === undefined || isManual(status))
  if (!fits) throw new RangeError('result and status do not agree')
  return {
    headers: headers === undefined ? undefined : new Map(headers.map(readHeader)),
    result: resultOf(winner, detail),
  }
}

function resultOf(winner?: Json, detail?: Json) {
  if (winner !== undefined) return manualWinner(winner, detail)
  return detail === undefined ? undefined : manualDraw(detail)
}

function readHeader([name, value]: readonly unknown[]): [string, string] {
  if (typeof name !== 'string' || typeof value !== 'string') throw new TypeError('not a header')
  return [name, value]
}
