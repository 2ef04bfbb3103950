// SPDX-License-Identifier: Apache-2.0
// Statuses of games. All except manual results are shared, frozen objects.

import { argumentError } from '../core/errors.js'
import type { VariantWinReason } from '../core/generated/bindings.js'
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
  VARIANT_ENDS,
} from '../core/generated/bindings.js'
import type { Color } from './squares.js'
import { COLORS } from './squares.js'

/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** The winner of a game with a manual result: mostly a color, or any other JSON, such as a player's name. */
export type Winner = Json
/** The winner as users may give it: a color in any spelling, such as 'white', 'W' or '1-0', or any other JSON. */
export type WinnerName = Color | (string & {}) | null | boolean | number | Json[] | { [key: string]: Json }

/** The game goes on. */
export type ContinueStatus = {
  readonly over: false
  readonly type: 'continue'
  readonly winner?: undefined
  readonly reason?: undefined
  readonly detail?: undefined
}
/** A game that has ended by checkmate. */
export type CheckmateStatus = {
  readonly over: true
  readonly type: 'checkmate'
  readonly winner: Color
  readonly reason?: undefined
  readonly detail?: undefined
}
/** Why a game is drawn. */
export type DrawReason =
  | 'stalemate'
  | 'insufficient_material'
  | 'rule50'
  | 'rule75'
  | 'threefold_repetition'
  | 'fivefold_repetition'
  | 'dead_position'
  | 'race'
  | 'manual'
/** A game that has ended by a variant's own rule. */
export type VariantWinStatus = {
  readonly over: true
  readonly type: 'variant_win'
  readonly winner: Color
  readonly reason: VariantWinReason
  readonly detail?: undefined
}
/** A drawn game. */
export type DrawStatus = {
  readonly over: true
  readonly type: 'draw'
  readonly winner?: undefined
  readonly reason: DrawReason
  readonly detail?: Json
}
/** A game whose winner was set by setWinner() or flag(). */
export type WinnerStatus = {
  readonly over: true
  readonly type: 'winner'
  readonly winner: Winner
  readonly reason: 'manual'
  readonly detail?: Json
}

/** The status of a game, frozen; `type` distinguishes them. */
export type Status = ContinueStatus | CheckmateStatus | VariantWinStatus | DrawStatus | WinnerStatus

const draw = (reason: DrawReason): Status => Object.freeze({ over: true, type: 'draw', reason })

/** Statuses by C's number, with a manual draw without a detail; ends of variants are added on first use. */
const STATUSES: Status[] = []
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
 * @param code C's number
 * @returns whether it is a manual result, whose details JS keeps
 */
export const isManual = (code: number): boolean =>
  code === STATUS_MANUAL_DRAW || code === STATUS_MANUAL_WINNER

/** @param code C's number of a status by rule */
export function ruleStatus(code: number): Status {
  return STATUSES[code] ?? (STATUSES[code] = variantWin(code))
}

/** @param code C's number, STATUS_VARIANT or more: white has won, black has won, and so on in pairs */
const variantWin = (code: number): Status =>
  Object.freeze({
    over: true,
    type: 'variant_win',
    winner: COLORS[(code - STATUS_VARIANT) & 1],
    reason: VARIANT_ENDS[(code - STATUS_VARIANT) >> 1],
  })

/** @throws {ChessError} ERR_ARGUMENT when JSON cannot hold the detail */
export function manualDraw(detail?: unknown): Status {
  if (detail === undefined) return STATUSES[STATUS_MANUAL_DRAW]
  return Object.freeze({ over: true, type: 'draw', reason: 'manual', detail: frozenJson(detail, 'detail') })
}

/** The names of colors as winners, three for each. */
const COLOR_NAMES = ['white', 'w', '1-0', 'black', 'b', '0-1']

/**
 * @param winner names of a color become the color
 * @throws {ChessError} ERR_ARGUMENT when JSON cannot hold these
 */
export function manualWinner(winner: unknown, detail?: unknown): Status {
  const name = typeof winner === 'string' ? winner.trim().toLowerCase() : ''
  const color = COLORS[Math.floor(COLOR_NAMES.indexOf(name) / 3)]
  const result: WinnerStatus = {
    over: true,
    type: 'winner',
    winner: color ?? frozenJson(winner, 'winner'),
    reason: 'manual',
  }
  return Object.freeze(detail === undefined ? result : { ...result, detail: frozenJson(detail, 'detail') })
}

/**
 * @param name the name of the argument
 * @returns a deeply frozen copy in the form of JSON
 * @throws {ChessError} ERR_ARGUMENT if JSON cannot contain it
 */
function frozenJson(value: unknown, name: string): Json {
  try {
    const text = JSON.stringify(value)
    if (text !== undefined) return JSON.parse(text, (_key, part) => Object.freeze(part))
  } catch {
    // Cycles, bigints, a throwing toJSON and too deep nesting.
  }
  throw argumentError(`${name} must be a value that JSON can hold`)
}
