// SPDX-License-Identifier: Apache-2.0
// Games in a line each, for lists: the challenges of a lobby, and a player's own games.

import { otherColor } from '../game/squares.js'
import { clocksAt, flagAt } from './clock.js'
import { publicSeat } from './setup.js'
import { turnOf } from './state.js'

/** @import { SessionClocks } from './clock.js' */
/** @import { ClockSetup, Seat } from './setup.js' */
/** @import { SessionResult, SessionState } from './state.js' */
/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { Color } from '../game/squares.js' */

/**
 * A game that anybody may join.
 * @typedef {object} Challenge
 * @property {string} game its id
 * @property {Variant} variant
 * @property {string | null} fen the start position; null for the variant's own
 * @property {ClockSetup} clock
 * @property {Color} color the free seat
 * @property {{ id?: string, name?: string }} creator without the id if anonymous
 * @property {number} since when it was created, ms of the store's clock
 */

/**
 * A game of a player.
 * @typedef {object} GameSummary
 * @property {string} game its id
 * @property {'waiting' | 'playing' | 'over'} status
 * @property {Variant} variant
 * @property {string | null} fen of the start; null for the variant's start position
 * @property {ClockSetup} clock
 * @property {Color} color the player's seat
 * @property {{ id?: string, name?: string } | null} opponent without the id if anonymous; null before one has joined
 * @property {number} ply
 * @property {Color | null} turn the side to move; null unless the game is being played
 * @property {SessionClocks & { since: number }} clocks as shown at `since`, when the current move began: the running one
 *   counts down from there
 * @property {number | null} deadline when the time of the side to move is up, ms of the store's clock; null for never
 * @property {SessionResult | null} result
 * @property {number} at of the last event
 */

/**
 * @param {SessionState} state of a game that waits for a player
 * @returns {Challenge}
 */
export function challengeOf({ id, variant, fen, clock, players, createdAt }) {
  const { white, black } = players
  return {
    game: id,
    variant,
    fen,
    clock,
    color: white === null ? 'white' : 'black',
    creator: publicSeat(/** @type {Seat} */ (white ?? black)),
    since: createdAt,
  }
}

/**
 * @param {SessionState} state
 * @param {Color} color the player's
 * @returns {GameSummary}
 */
export function summaryOf(state, color) {
  const { id, status, variant, fen, clock, players, ply, time, result, at } = state
  const opponent = players[otherColor(color)]
  const isPlaying = status === 'playing'
  return {
    game: id,
    status,
    variant,
    fen,
    clock,
    color,
    opponent: opponent === null ? null : publicSeat(opponent),
    ply,
    turn: isPlaying ? turnOf(state) : null,
    clocks: { ...clocksAt(state, time.since), since: time.since },
    deadline: isPlaying ? flagAt(state) : null,
    result,
    at,
  }
}
