// SPDX-License-Identifier: Apache-2.0
// Decisions: what a command leads to, and the parts that all commands share.

import { otherColor } from '../game/squares.js'
import { clocksAt } from './clock.js'
import { liveGame } from './live.js'
import { foldSession } from './state.js'

/** @import { EndedEvent, EndReason, EventBase, SessionEvent } from './events.js' */
/** @import { SessionResult, SessionState } from './state.js' */
/** @import { Color } from '../game/squares.js' */

/**
 * Why a command was refused. Common ones: 'badCommand' (its shape), 'noGame', 'notPlayer', 'notStarted', 'over' (with
 * `result`), 'late' (time was up; with `result`, and the event that ends the game). The host adds 'unavailable' (the
 * store is away: resend with the same id) and 'tooFast'.
 * @typedef {'badCommand' | 'noGame' | 'notPlayer' | 'notStarted' | 'over' | 'late' | 'exists' | 'badFen' | 'badClock'
 *   | 'full' | 'seated' | 'stale' | 'notYourTurn' | 'illegal' | 'offered' | 'tooEarly' | 'tooOften' | 'noOffer'
 *   | 'noClaim' | 'useAbort' | 'tooLate' | 'early' | 'noClock' | 'notAllowed' | 'enough' | 'notAway'
 *   | 'unavailable' | 'tooFast'} SessionRefusal
 */

/**
 * The decision on a command that was accepted.
 * @typedef {object} Accepted
 * @property {true} ok
 * @property {SessionState} state after the events
 * @property {SessionEvent[]} events to append to the log; none when nothing has changed
 * @property {true} [duplicate] the command's id is in the log already: it was carried out before
 */
/**
 * What a refusal says besides its code.
 * @typedef {object} RefusalDetails
 * @property {number} [ply] of 'stale': the game's
 * @property {number | null} [ms] of 'early', 'notAway' and some 'tooOften': how long to wait; null where waiting does not help
 * @property {number | null} [due] of 'early' to the timer: when to ask again
 * @property {SessionResult | null} [result] of 'over' and 'late'
 * @property {string} [error] of 'badFen': the code of the ChessError
 * @property {number} [offset] of 'badFen': where in the FEN
 */
/**
 * The decision on a command that was refused.
 * @typedef {{ ok: false, code: SessionRefusal, state: SessionState | null, events: SessionEvent[] } & RefusalDetails} Refused
 */
/**
 * The decision on a command: its events, or why it is refused.
 * @typedef {Accepted | Refused} Decision
 */

/** Optional events that may follow a move, or the start. What ends the game, and connections, have room above it. */
const OPTIONAL_EVENTS = 12
/** The same in a whole log, for each ply of the game and two more. */
const EVENTS_PER_PLY = 20

/**
 * @param {SessionState | null} state
 * @param {SessionEvent[]} events
 * @returns {Accepted}
 */
export const accept = (state, ...events) => ({ ok: true, state: foldSession(state, events), events })

/**
 * @param {SessionState} state
 * @returns {Accepted} with nothing to note
 */
export const nothing = state => ({ ok: true, state, events: [] })

/**
 * @param {SessionState | null} state
 * @param {SessionRefusal} code
 * @param {RefusalDetails} [details]
 * @returns {Refused}
 */
export function refuse(state, code, details) {
  return details === undefined
    ? { ok: false, code, state, events: [] }
    : { ok: false, code, state, events: [], ...details }
}

/**
 * The fields that a player's event begins with.
 * @param {{ id?: string }} command
 * @param {Color} by
 * @param {number} at
 * @returns {{ at: number, by: Color, command?: string }}
 */
export const baseOf = ({ id }, by, at) => (id === undefined ? { at, by } : { at, by, command: id })

/**
 * @param {{ id?: string }} command of the server
 * @param {number} at
 * @returns {{ at: number, command?: string }}
 */
export const serverBaseOf = ({ id }, at) => (id === undefined ? { at } : { at, command: id })

/**
 * @param {SessionState} state that is not over
 * @param {EventBase} base
 * @param {{ winner: Color | null, reason: EndReason, flagged?: Color, detail?: string }} outcome
 * @returns {EndedEvent}
 */
export function endedEvent(state, base, { winner, reason, flagged, detail }) {
  /** @type {EndedEvent} */
  const event = { type: 'ended', ...base, winner, reason }
  if (flagged !== undefined) event.flagged = flagged
  if (detail !== undefined) event.detail = detail
  const { white, black } = clocksAt(state, base.at)
  if (white !== null && black !== null && state.status === 'playing') {
    event.white = flagged === 'white' ? 0 : white
    event.black = flagged === 'black' ? 0 : black
  }
  return event
}

/**
 * Ends a game whose time is up: a flag, a first move that was not made, a game that was not joined.
 * @param {SessionState} state that is not over
 * @param {EventBase} base
 * @returns {Accepted}
 */
export function endByTime(state, base) {
  const { running } = state.time
  if (state.status === 'waiting')
    return accept(state, endedEvent(state, base, { winner: null, reason: 'aborted' }))
  if (running === null) return accept(state, endedEvent(state, base, { winner: null, reason: 'no_start' }))
  const winner = otherColor(running)
  const outcome = liveGame(state).hasMatingMaterial(winner)
    ? { winner, reason: /** @type {const} */ ('time'), flagged: running }
    : { winner: null, reason: /** @type {const} */ ('time_no_material'), flagged: running }
  return accept(state, endedEvent(state, base, outcome))
}

/**
 * @param {SessionState} state whose time is up
 * @param {number} at
 * @returns {Refused} with the event that ends the game
 */
export function late(state, at) {
  const { state: after, events } = endByTime(state, { at })
  return { ok: false, code: 'late', state: after, events, result: after.result }
}

/**
 * A log has at most 20 events a ply: what may be repeated without a move stops well before.
 * @param {SessionState} state
 * @param {number} [room] how many more than usual
 * @returns {boolean} whether an optional event still fits
 */
export function hasRoom(state, room = 0) {
  const { version, moveVersion, ply } = state
  return version - moveVersion < OPTIONAL_EVENTS + room && version < EVENTS_PER_PLY * (ply + 2)
}
