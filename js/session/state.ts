// SPDX-License-Identifier: Apache-2.0
// The state of a game, and what all events do to it. Only events change the state: the log is the game.

import type { Variant } from '../core/generated/bindings.js'
import type { Color } from '../game/squares.js'
import type { EndReason } from './commands.js'
import type { Allowed, ClockSetup, GameTags, Seat } from './setup.js'

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
  /** Main time left when the current move began, or as shown at the end of the game; null without a clock. */
  white: number | null
  black: number | null
  running: Color | null
  /** When the current move began, or the game ended. */
  since: number
  /** How many stages each side has entered. */
  stage?: { white: number; black: number }
  /** Byo-yomi periods left. */
  periods?: { white: number; black: number }
  /** In correspondence with vacation. */
  vacation?: Vacation
}

/**
 * A game as plain JSON, format 1. All times are whole ms of the store's clock. It is never changed: each event makes a
 * new one.
 */
export type SessionState = {
  format: 1
  /** The number of events in the log. */
  version: number
  id: string
  status: 'waiting' | 'playing' | 'over'
  variant: Variant
  /** The start position; null for the variant's own. */
  fen: string | null
  /** 1 if Black moves first. */
  startPly: 0 | 1
  clock: ClockSetup
  draws: 'claim' | 'automatic'
  /** The effort of the search for dead positions; absent: no search. */
  dead?: 'low' | 'normal'
  allow: Allowed
  /** Absent: none, or a player was forgotten. */
  tags?: GameTags
  players: { white: Seat | null; black: Seat | null }
  /** In UCI, separated by spaces. */
  moves: string
  /** The number of moves. */
  ply: number
  time: SessionTime
  /** Lag credit left. */
  lag: { white: number; black: number }
  /** The side that offers a draw. */
  draw: Color | null
  /** Ply of the last offer; -1 for none. */
  drawAt: { white: number; black: number }
  /** The takeback that is offered. */
  takeback: { by: Color; plies: number } | null
  /** Declined takeback offers. */
  declined: { white: Declined; black: Declined }
  /** The side that offers a rematch, or the next game's id. */
  rematch: Color | string | null
  /** Since when the player is away. */
  away: { white: number | null; black: number | null }
  /** The last 16 command ids. */
  seen: { white: string[]; black: string[] }
  /** The version after the last move. */
  moveVersion: number
  /** When the last compensated outage ended. */
  outage: number
  /** The time of the last event. */
  at: number
  createdAt: number
  result: SessionResult | null
}
/** What is left of the players' vacation, and who has paused. */
export type Vacation = {
  /** Ms; during a pause, what was left when it began. */
  white: number
  black: number
  /** `until`: when the days are used up. */
  paused: { by: Color; since: number; until: number } | null
}
/** How many takeback offers of a side were declined, and when the last one was. */
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

/** @param event of a player: it has `by` */
export const byOf = (event: { by?: Color }): Color => event.by as Color

/** @returns a copy with another value of that color */
export const withColor = <T extends object>(both: T, color: Color, value: unknown): T => ({
  ...both,
  [color]: value,
})

/**
 * @param at when a pause ends, if there is one
 * @returns the time with the vacation that is left after the pause; the same without a pause
 */
export function endPause(time: SessionTime, at: number): SessionTime {
  const { vacation } = time
  if (!vacation?.paused) return time
  const { by, since } = vacation.paused
  const left = Math.max(0, vacation[by] - (at - since))
  return { ...time, vacation: { ...vacation, [by]: left, paused: null } }
}

/** @returns the state after the event */
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
  // Spreads, and arrays that grow, would allocate spare room.
  const ids = own.length < SEEN ? own.concat(id) : own.slice()
  if (own.length >= SEEN) {
    ids.copyWithin(0, 1)
    ids[ids.length - 1] = id
  }
  return color === 'white' ? { white: ids, black: seen.black } : { white: seen.white, black: ids }
}
