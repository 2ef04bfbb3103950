// SPDX-License-Identifier: Apache-2.0
// Finds out whether a side can still mate, for dead positions (FIDE 5.2.2) and flag falls (FIDE 6.9).

import { releaseBuffer, takeBytes } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import {
  CAN_WIN_NO,
  CAN_WIN_UNKNOWN,
  CAN_WIN_YES,
  EFFORT_HIGH,
  EFFORT_LOW,
  EFFORT_MOST,
  EFFORT_NORMAL,
} from '../core/generated/bindings.js'
import { isObject } from '../core/objects.js'
import { checkOptions, choice } from '../core/options.js'
import { wasm } from '../core/wasm.js'
import { ANSWER } from './internals.js'
import { uciTextsOf } from './move.js'
import type { PositionReader } from './position-reader.js'
import { byNumber } from './squares.js'

/**
 * The approximate number of positions that are searched: 'low' 64, 'normal' 30,000, 'high' 1,000,000, or a number from 1 to
 * 10,000,000. The same effort gives the same answer everywhere.
 */
export type Effort = 'low' | 'normal' | 'high' | { positions: number }
/** The effort of canWin(), isDead() and helpmate(). */
export type EffortOptions = {
  /** Default 'normal'. */
  effort?: Effort | undefined
}
/** The answer of canWin(): 'yes' and 'no' are proved. */
export type CanWin = 'yes' | 'no' | 'unknown'
/** How flag() judges whether the other side could win. */
export type FlagOptions = {
  /** 'fide' (default): by canWin(); 'material': by hasMatingMaterial(). */
  rules?: 'fide' | 'material' | undefined
}

const EFFORTS: ReadonlyMap<unknown, number> = new Map([
  ['low', EFFORT_LOW],
  ['normal', EFFORT_NORMAL],
  ['high', EFFORT_HIGH],
])
/** By C's number. */
const ANSWERS = byNumber<CanWin>({ [CAN_WIN_NO]: 'no', [CAN_WIN_YES]: 'yes', [CAN_WIN_UNKNOWN]: 'unknown' })
const FLAG_RULES = ['fide', 'material']

/**
 * @param options EffortOptions
 * @returns the number of positions
 * @throws {ChessError} ERR_ARGUMENT
 */
function readEffort(options: unknown): number {
  const { effort = 'normal' } = checkOptions(options, ['effort'])
  const known = EFFORTS.get(effort)
  if (known !== undefined) return known
  if (isObject(effort)) {
    const { positions } = checkOptions(effort, ['positions'])
    if (Number.isInteger(positions) && Number(positions) > 0 && Number(positions) <= EFFORT_MOST)
      return Number(positions)
  }
  throw argumentError(
    `effort is 'low', 'normal', 'high' or { positions: 1 to ${EFFORT_MOST} }`,
    typeof effort === 'object' ? undefined : effort,
  )
}

const readCanWin = (handle: number, color: number, effort: number) =>
  ANSWERS[checked(wasm.binbo_game_can_win(handle, color, effort))]
const readIsDead = (handle: number, effort: number): boolean | 'unknown' => {
  const answer = checked(wasm.binbo_game_any_can_win(handle, effort))
  return answer === CAN_WIN_UNKNOWN ? 'unknown' : answer === CAN_WIN_NO
}
const readHelpmate = (handle: number, color: number, effort: number) => {
  try {
    const count = checked(wasm.binbo_game_helpmate(handle, color, effort)) - 1
    return count < 0 ? null : new Uint16Array(takeBytes(2 * count).buffer)
  } finally {
    releaseBuffer()
  }
}

/**
 * @param color C's number
 * @param options EffortOptions
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export const canWin = (reader: PositionReader, color: number, options?: unknown): CanWin =>
  reader[ANSWER]('canWin', readCanWin, color, readEffort(options))

/**
 * @param options EffortOptions
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export const isDead = (reader: PositionReader, options: unknown): boolean | 'unknown' =>
  reader[ANSWER]('isDead', readIsDead, readEffort(options))

/**
 * @param color C's number
 * @param options EffortOptions
 * @returns moves in UCI
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_MEMORY
 */
export function helpmate(reader: PositionReader, color: number, options: unknown): string[] | null {
  const moves = reader[ANSWER]('helpmate', readHelpmate, color, readEffort(options))
  return moves && uciTextsOf(moves)
}

/**
 * @param options FlagOptions
 * @returns whether material alone decides
 * @throws {ChessError} ERR_ARGUMENT
 */
export const readFlagRules = (options: unknown): boolean =>
  choice('rules', checkOptions(options, ['rules']).rules, FLAG_RULES) === 1
