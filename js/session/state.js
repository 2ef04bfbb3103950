// SPDX-License-Identifier: Apache-2.0
// The state of a game, and what all events do to it. Only events make states: the log is the game.

/** @import { EndReason, SessionEvent } from './commands.js' */
/** @import { Allowed, ClockSetup, Seat } from './setup.js' */
/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { Color } from '../game/squares.js' */

/**
 * How a game has ended.
 * @typedef {object} SessionResult
 * @property {Color | null} winner null for a draw, and for games that did not count ('aborted', 'no_start')
 * @property {EndReason} reason
 * @property {Color} [flagged] whose time was up
 * @property {string} [detail]
 */

/**
 * The state of both clocks.
 * @typedef {object} SessionTime
 * @property {number | null} white main time that was left when the current move began; as shown when the game is
 *   over; null without a clock
 * @property {number | null} black
 * @property {Color | null} running
 * @property {number} since when the current move, or the end of the game, began
 * @property {{ white: number, black: number }} [stage] how many stages each side has entered
 * @property {{ white: number, black: number }} [periods] of byo-yomi left
 * @property {Vacation} [vacation] in correspondence with vacation
 */

/**
 * A game, plain JSON of format 1. All times are whole ms of the store's clock. It is never changed: each event makes a
 * new one.
 * @typedef {object} SessionState
 * @property {1} format
 * @property {number} version how many events made it
 * @property {string} id
 * @property {'waiting' | 'playing' | 'over'} status
 * @property {Variant} variant
 * @property {string | null} fen the start position; null for the variant's own
 * @property {0 | 1} startPly 1 where Black moves first
 * @property {ClockSetup} clock
 * @property {'claim' | 'automatic'} draws
 * @property {'low' | 'normal' | undefined} [dead] the effort with which dead positions are looked for; absent: they are not
 * @property {Allowed} allow
 * @property {{ white: Seat | null, black: Seat | null }} players
 * @property {string} moves in UCI, with blanks between
 * @property {number} ply how many moves that is
 * @property {SessionTime} time
 * @property {{ white: number, black: number }} lag credit of lag that is left
 * @property {Color | null} draw who offers one
 * @property {{ white: number, black: number }} drawAt ply of the last offer; -1 for none
 * @property {{ by: Color, plies: number } | null} takeback that is offered
 * @property {{ white: Declined, black: Declined }} declined takebacks
 * @property {Color | string | null} rematch who offers one, or the next game's id
 * @property {{ white: number | null, black: number | null }} away since when the player is away
 * @property {{ white: string[], black: string[] }} seen the last 16 command ids
 * @property {number} moveVersion version after the last move
 * @property {number} outage when the last outage ended that was given back
 * @property {number} at of the last event
 * @property {number} createdAt
 * @property {SessionResult | null} result
 */
/**
 * What is left of the players' vacation, and whose clock stands.
 * @typedef {object} Vacation
 * @property {number} white ms; of a pause that lasts, what was left when it began
 * @property {number} black
 * @property {{ by: Color, since: number, until: number } | null} paused `until` is when the days are used up
 */
/** @typedef {{ count: number, at: number }} Declined how many of a side's takeback offers, and when the last one */

const SEEN = 16

/** @param {{ startPly: number, ply: number }} state @returns {Color} the side to move */
export const turnOf = state => (((state.startPly + state.ply) & 1) === 0 ? 'white' : 'black')

/**
 * @param {SessionState | null} state
 * @param {string | undefined} user an id
 * @returns {Color | null} the seat of the user
 */
export function seatOf(state, user) {
  if (state === null || user === undefined) return null
  const { white, black } = state.players
  if (white?.id === user) return 'white'
  return black?.id === user ? 'black' : null
}

/** @param {{ by?: Color }} event of a player @returns {Color} */
export const byOf = event => /** @type {Color} */ (event.by)

/**
 * @template {object} T
 * @param {T} both
 * @param {Color} color
 * @param {unknown} value
 * @returns {T} a copy with that color's value
 */
export const withColor = (both, color, value) => ({ ...both, [color]: value })

/**
 * @param {SessionTime} time
 * @param {number} at when a pause ends, if there is one
 * @returns {SessionTime} the same, or with what the pause leaves of the vacation
 */
export function endPause(time, at) {
  const { vacation } = time
  if (!vacation?.paused) return time
  const { by, since } = vacation.paused
  const left = Math.max(0, vacation[by] - (at - since))
  return { ...time, vacation: { ...vacation, [by]: left, paused: null } }
}

/**
 * @param {SessionState} state
 * @param {{ at: number, by?: Color, command?: string }} event
 * @param {Partial<SessionState>} changes
 * @returns {SessionState} after the event
 */
export function next(state, event, changes) {
  const { by, command, at } = event
  const seen = by === undefined || command === undefined ? state.seen : remember(state.seen, by, command)
  return { ...state, version: state.version + 1, at, seen, ...changes }
}

/**
 * @param {SessionState['seen']} seen
 * @param {Color} color
 * @param {string} id
 * @returns {SessionState['seen']}
 */
export function remember(seen, color, id) {
  const own = seen[color]
  // Exactly as long as it must be: spreads, and arrays that grow, leave room for more.
  const ids = own.length < SEEN ? own.concat(id) : own.slice()
  if (own.length >= SEEN) {
    ids.copyWithin(0, 1)
    ids[ids.length - 1] = id
  }
  return color === 'white' ? { white: ids, black: seen.black } : { white: seen.white, black: ids }
}
