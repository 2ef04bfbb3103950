// SPDX-License-Identifier: Apache-2.0
// Statuses of games. All but the manual ones are shared, frozen objects.

import { readText } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import {
  STATUS_CHECKMATE_BLACK,
  STATUS_CHECKMATE_WHITE,
  STATUS_CONTINUE,
  STATUS_DEAD_POSITION,
  STATUS_FIVEFOLD_REPETITION,
  STATUS_INSUFFICIENT_MATERIAL,
  STATUS_MANUAL_DRAW,
  STATUS_MANUAL_WINNER,
  STATUS_RACE_DRAW,
  STATUS_RULE50,
  STATUS_RULE75,
  STATUS_STALEMATE,
  STATUS_THREEFOLD_REPETITION,
  STATUS_VARIANT,
} from '../core/generated/bindings.js'
import { wasm } from '../core/wasm.js'
import { COLORS } from './squares.js'

/** @import { Color } from './squares.js' */

/**
 * Any value that JSON can hold.
 * @typedef {null | boolean | number | string | Json[] | { [key: string]: Json }} Json
 */
/**
 * The winner of a game that was decided by hand: mostly a color; any other JSON, too, such as a player's name.
 * @typedef {Json} Winner
 */
/**
 * How the winner may be given: a color in any spelling, such as 'white', 'W' or '1-0', or any other JSON.
 * @typedef {Color | (string & {}) | null | boolean | number | Json[] | { [key: string]: Json }} WinnerName
 */

/**
 * The game goes on.
 * @typedef {{ readonly over: false, readonly type: 'continue', readonly winner?: undefined,
 *   readonly reason?: undefined, readonly detail?: undefined }} ContinueStatus
 */
/**
 * A game that has ended by checkmate.
 * @typedef {{ readonly over: true, readonly type: 'checkmate', readonly winner: Color,
 *   readonly reason?: undefined, readonly detail?: undefined }} CheckmateStatus
 */
/**
 * Why a game is drawn.
 * @typedef {'stalemate' | 'insufficient_material' | 'rule50' | 'rule75' | 'threefold_repetition'
 *   | 'fivefold_repetition' | 'dead_position' | 'race' | 'manual'} DrawReason
 */
/**
 * How a game ends by a variant's own rule.
 * @typedef {'king_exploded' | 'three_checks' | 'hill' | 'race' | 'no_pieces' | 'no_moves'
 *   | 'horde_destroyed'} VariantWinReason
 */
/**
 * A game that has ended by a variant's own rule.
 * @typedef {{ readonly over: true, readonly type: 'variant_win', readonly winner: Color,
 *   readonly reason: VariantWinReason, readonly detail?: undefined }} VariantWinStatus
 */
/**
 * A drawn game.
 * @typedef {{ readonly over: true, readonly type: 'draw', readonly winner?: undefined,
 *   readonly reason: DrawReason, readonly detail?: Json }} DrawStatus
 */
/**
 * A game that was won by hand: by setWinner() or flag().
 * @typedef {{ readonly over: true, readonly type: 'winner', readonly winner: Winner,
 *   readonly reason: 'manual', readonly detail?: Json }} WinnerStatus
 */

/**
 * The status of a game, frozen; `type` distinguishes them.
 * @typedef {ContinueStatus | CheckmateStatus | VariantWinStatus | DrawStatus | WinnerStatus} Status
 */

/**
 * @param {DrawReason} reason
 * @returns {Status}
 */
const draw = reason => Object.freeze({ over: true, type: 'draw', reason })

/** @type {Status[]} By C's number; a manual draw without a detail; a variant's ends as they come. */
const STATUSES = []
STATUSES[STATUS_CONTINUE] = Object.freeze({ over: false, type: 'continue' })
STATUSES[STATUS_CHECKMATE_WHITE] = Object.freeze({ over: true, type: 'checkmate', winner: 'white' })
STATUSES[STATUS_CHECKMATE_BLACK] = Object.freeze({ over: true, type: 'checkmate', winner: 'black' })
STATUSES[STATUS_STALEMATE] = draw('stalemate')
STATUSES[STATUS_INSUFFICIENT_MATERIAL] = draw('insufficient_material')
STATUSES[STATUS_RULE50] = draw('rule50')
STATUSES[STATUS_RULE75] = draw('rule75')
STATUSES[STATUS_THREEFOLD_REPETITION] = draw('threefold_repetition')
STATUSES[STATUS_FIVEFOLD_REPETITION] = draw('fivefold_repetition')
STATUSES[STATUS_DEAD_POSITION] = draw('dead_position')
STATUSES[STATUS_RACE_DRAW] = draw('race')
STATUSES[STATUS_MANUAL_DRAW] = draw('manual')

/**
 * @param {number} code C's number
 * @returns {boolean} whether it is a manual result, whose details JS keeps
 */
export const isManual = code => code === STATUS_MANUAL_DRAW || code === STATUS_MANUAL_WINNER

/**
 * @param {number} code C's number, of a status by rule
 * @returns {Status}
 */
export function ruleStatus(code) {
  return STATUSES[code] ?? (STATUSES[code] = variantWin(code))
}

/**
 * @param {number} code C's number, STATUS_VARIANT or more: white has won, black has won, and so on in pairs
 * @returns {Status}
 */
function variantWin(code) {
  const reason = /** @type {VariantWinReason} */ (readText(checked(wasm.binbo_status_reason(code))))
  return Object.freeze({
    over: true,
    type: 'variant_win',
    winner: COLORS[(code - STATUS_VARIANT) & 1],
    reason,
  })
}

/**
 * @param {Json} [detail] a frozen copy, owned by the status
 * @returns {Status}
 */
export function manualDraw(detail) {
  if (detail === undefined) return STATUSES[STATUS_MANUAL_DRAW]
  return Object.freeze({ over: true, type: 'draw', reason: 'manual', detail })
}

/** A color's names as a winner, three for each. */
const COLOR_NAMES = ['white', 'w', '1-0', 'black', 'b', '0-1']

/**
 * @param {Winner} winner a frozen copy, owned by the status; other names of a color become the color
 * @param {Json} [detail] a frozen copy, too
 * @returns {Status}
 */
export function manualWinner(winner, detail) {
  const name = typeof winner === 'string' ? winner.trim().toLowerCase() : ''
  const color = COLORS[Math.floor(COLOR_NAMES.indexOf(name) / 3)]
  /** @type {WinnerStatus} */
  const result = { over: true, type: 'winner', winner: color ?? winner, reason: 'manual' }
  return Object.freeze(detail === undefined ? result : { ...result, detail })
}

/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @returns {Json} a deeply frozen copy, as JSON keeps it
 * @throws {ChessError} ERR_ARGUMENT when JSON cannot hold it
 */
export function frozenJson(value, name) {
  try {
    const text = JSON.stringify(value)
    if (text !== undefined) return JSON.parse(text, (_key, part) => Object.freeze(part))
  } catch {
    // Cycles, bigints, a throwing toJSON and too deep nesting.
  }
  throw argumentError(`${name} must be a value that JSON can hold`)
}
