// SPDX-License-Identifier: Apache-2.0
// Can a side still mate? Dead positions (FIDE 5.2.2) and flag falls (FIDE 6.9).

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
import { checkOptions, choice } from '../core/options.js'
import { wasm } from '../core/wasm.js'
import { ANSWER } from './internals.js'
import { uciTextsOf } from './move.js'

/** @import { PositionReader, Read } from './position-reader.js' */

/**
 * How many positions are looked at, about: 'low' 64, 'normal' 30,000, 'high' 1,000,000, or a number from 1 to 10,000,000.
 * The same effort gives the same answer everywhere.
 * @typedef {'low' | 'normal' | 'high' | { positions: number }} Effort
 */
/**
 * How much work canWin(), isDead() and helpmate() do.
 * @typedef {object} EffortOptions
 * @property {Effort | undefined} [effort] default 'normal'
 */
/**
 * The answer of canWin(): 'yes' and 'no' are proved.
 * @typedef {'yes' | 'no' | 'unknown'} CanWin
 */
/**
 * How flag() judges whether the other side could win.
 * @typedef {object} FlagOptions
 * @property {'fide' | 'material' | undefined} [rules] 'fide' (default) asks canWin(), 'material' hasMatingMaterial()
 */

const EFFORTS = new Map([
  ['low', EFFORT_LOW],
  ['normal', EFFORT_NORMAL],
  ['high', EFFORT_HIGH],
])
/** By C's number. */
const ANSWERS = /** @type {CanWin[]} */ ([])
Object.assign(ANSWERS, { [CAN_WIN_NO]: 'no', [CAN_WIN_YES]: 'yes', [CAN_WIN_UNKNOWN]: 'unknown' })
const FLAG_RULES = ['fide', 'material']

/**
 * @param {unknown} options EffortOptions
 * @returns {number} of positions
 * @throws {ChessError} ERR_ARGUMENT
 */
function readEffort(options) {
  const { effort = 'normal' } = checkOptions(options, ['effort'])
  const known = EFFORTS.get(/** @type {string} */ (effort))
  if (known !== undefined) return known
  if (typeof effort === 'object' && effort !== null) {
    const { positions } = checkOptions(effort, ['positions'])
    if (Number.isInteger(positions) && Number(positions) > 0 && Number(positions) <= EFFORT_MOST)
      return Number(positions)
  }
  throw argumentError(
    `effort is 'low', 'normal', 'high' or { positions: 1 to ${EFFORT_MOST} }`,
    typeof effort === 'object' ? undefined : effort,
  )
}

/** @type {Read} */
const readCanWin = (handle, color, effort) => ANSWERS[checked(wasm.binbo_game_can_win(handle, color, effort))]
/** @type {Read} */
const readIsDead = (handle, effort) => {
  const answer = checked(wasm.binbo_game_any_can_win(handle, effort))
  return answer === CAN_WIN_UNKNOWN ? 'unknown' : answer === CAN_WIN_NO
}
/** @type {Read} */
const readHelpmate = (handle, color, effort) => {
  try {
    const count = checked(wasm.binbo_game_helpmate(handle, color, effort)) - 1
    return count < 0 ? null : new Uint16Array(takeBytes(2 * count).buffer)
  } finally {
    releaseBuffer()
  }
}

/**
 * @param {PositionReader} reader
 * @param {number} color C's number
 * @param {unknown} [options] EffortOptions
 * @returns {CanWin}
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export const canWin = (reader, color, options) =>
  reader[ANSWER]('canWin', readCanWin, color, readEffort(options))

/**
 * @param {PositionReader} reader
 * @param {unknown} options EffortOptions
 * @returns {boolean | 'unknown'}
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export const isDead = (reader, options) => reader[ANSWER]('isDead', readIsDead, readEffort(options))

/**
 * @param {PositionReader} reader
 * @param {number} color C's number
 * @param {unknown} options EffortOptions
 * @returns {string[] | null} UCI
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_MEMORY
 */
export function helpmate(reader, color, options) {
  const moves = reader[ANSWER]('helpmate', readHelpmate, color, readEffort(options))
  return moves && uciTextsOf(moves)
}

/**
 * @param {unknown} options FlagOptions
 * @returns {boolean} whether material alone decides
 * @throws {ChessError} ERR_ARGUMENT
 */
export const readFlagRules = options =>
  choice('rules', checkOptions(options, ['rules']).rules, FLAG_RULES) === 1
