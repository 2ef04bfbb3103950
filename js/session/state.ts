// SPDX-License-Identifier: Apache-2.0
// The state of a game, and what all events do to it. Only events make states: the log is the game.

import type { Variant } from '../core/generated/bindings.js'
import type { Color } from '../game/squares.js'
import type { EndReason } from './commands.js'
import type { Allowed, ClockSetup, Seat } from './setup.js'

/** How a game has ended. */
export type SessionResult = {
  /** Null for a draw, and for games that did not count ('aborted', 'no_start') */
  winner: Color | null
  reason: EndReason
  /** Whose time was up. */
  flagged?: Color
  detail?: string
}

/** The state of both clocks. */
export type SessionTime = {
  /** Main time that was left when the current move began; as shown when the game is over; null without a clock. */
  white: number | null
  black: number | null
  running: Color | null
  /** When the current move, or the end of the game, began. */
  since: number
  /** How many stages each side has entered. */
  stage?: { white: number; black: number }
  /** Of byo-yomi left. */
  periods?: { white: number; black: number }
  /** In correspondence with vacation. */
  vacation?: Vacation
}

/**
 * A game, plain JSON of format 1. All times are whole ms of the store's clock. It is never changed: each event makes a
 * new one.
 */
export type SessionState = {
  format: 1
  /** How many events made it. */
  version: number
  id: string
  status: 'waiting' | 'playing' | 'over'
  variant: Variant
  /** The start position; null for the variant's own. */
  fen: string | null
  /** 1 where Black moves first. */
  startPly: 0 | 1
  clock: ClockSetup
  draws: 'claim' | 'automatic'
  /** The effort with which dead positions are looked for; absent: they are not. */
  dead?: 'low' | 'normal' | undefined
  allow: Allowed
  players: { white: Seat | null; black: Seat | null }
  /** In UCI, with blanks between. */
  moves: string
  /** How many moves that is. */
  ply: number
  time: SessionTime
  /** Credit of lag that is left. */
  lag: { white: number; black: number }
  /** Who offers one. */
  draw: Color | null
  /** Ply of the last offer; -1 for none. */
  drawAt: { white: number; black: number }
  /** That is offered. */
  takeback: { by: Color; plies: number } | null
  /** Takebacks. */
  declined: { white: Declined; black: Declined }
  /** Who offers one, or the next game's id. */
  rematch: Color | string | null
  /** Since when the player is away. */
  away: { white: number | null; black: number | null }
  /** The last 16 command ids. */
  seen: { white: string[]; black: string[] }
  /** Version after the last move. */
  moveVersion: number
  /** When the last outage ended that was given back. */
  outage: number
  /** Of the last event. */
  at: number
  createdAt: number
  result: SessionResult | null
}
/** What is left of the players' vacation, and whose clock stands. */
export type Vacation = {
  /** Ms; of a pause that lasts, what was left when it began. */
  white: number
  black: number
  /** `until` is when the days are used up. */
  paused: { by: Color; since: number; until: number } | null
}
/** How many of a side's takeback offers, and when the last one. */
export type Declined = { count: number; at: number }

const SEEN = 16

/** @returns the side to move */
export const turnOf = (state: { startPly: number; ply: number }): Color =>
  ((state.startPly + state.ply) & 1) === 0 ? 'white' : 'black'

/**
 * @param user an id
 * @returns the seat of the user
 */
export function seatOf(state: SessionState | null, user: string | undefined): Color | null {
  if (state === null || user === undefined) return null
  const { white, black } = state.players
  if (white?.id === user) return 'white'
  return black?.id === user ? 'black' : null
}

/** @param event of a player */
export const byOf = (event: { by?: Color }): Color => event.by as Color

/** @returns a copy with that color's value */
export const withColor = <T extends object>(both: T, color: Color, value: unknown): T => ({
  ...both,
  [color]: value,
})

/**
 * @param at when a pause ends, if there is one
 * @returns the same, or with what the pause leaves of the vacation
 */
export function endPause(time: SessionTime, at: number): SessionTime {
  const { vacation } = time
  if (!vacation?.paused) return time
  const { by, since } = vacation.paused
  const left = Math.max(0, vacation[by] - (at - since))
  return { ...time, vacation: { ...vacation, [by]: left, paused: null } }
}

/** @returns after the event */
export function next(
  state: SessionState,
  event: { at: number; by?: Color; command?: string },
  changes: Partial<SessionState>,
): SessionState {
  const { by, command, at } = event
  const seen = by === undefined || command === undefined ? state.seen : remember(state.seen, by, command)
  return { ...state, version: state.version + 1, at, seen, ...changes }
}

export function remember(seen: SessionState['seen'], color: Color, id: string): SessionState['seen'] {
  const own = seen[color]
  // Exactly as long as it must be: spreads, and arrays that grow, leave room for more.
  const ids = own.length < SEEN ? own.concat(id) : own.slice()
  if (own.length >= SEEN) {
    ids.copyWithin(0, 1)
    ids[ids.length - 1] = id
  }
  return color === 'white' ? { white: ids, black: seen.black } : { white: seen.white, black: ids }
}
