// SPDX-License-Identifier: Apache-2.0
// What players agree on or claim off the board: draws, resignation, abort, time for the opponent, absence, rematch.

import { otherColor } from '../game/squares.js'
import { absenceOf, mostTime } from './clock.js'
import { accept, baseOf, endedEvent, hasRoom, refuse } from './decision.js'

/** @import { GiveTimeCommand, PlainCommand } from './commands.js' */
/** @import { Decision, SessionRefusal } from './decision.js' */
/** @import { SessionState } from './state.js' */
/** @import { Color } from '../game/squares.js' */

/** Each side may offer a draw once in so many plies. */
const PLIES_PER_OFFER = 20
/** A game counts from then on: draws may be offered, and it is resigned instead of aborted. */
export const COUNTS_FROM = 2
/** The least that giveTime gives. */
const LEAST_GIVEN = 5_000
/** A rematch has room in the log beyond what the game used. */
const REMATCH_ROOM = 6

/**
 * @param {SessionState} state that is playing
 * @param {Color} color
 * @returns {SessionRefusal | null} why it may not offer, or by offering accept, a draw
 */
export function drawRefusal(state, color) {
  if (state.draw === color) return 'offered'
  if (state.draw !== null) return null
  if (state.ply < COUNTS_FROM) return 'tooEarly'
  const last = state.drawAt[color]
  return (last >= 0 && state.ply - last < PLIES_PER_OFFER) || !hasRoom(state) ? 'tooOften' : null
}

/**
 * An offer stands until the opponent accepts, declines or moves (FIDE 9.1). Offering what is offered accepts.
 * @param {SessionState} state that is playing
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function offerDraw(state, command, color, now) {
  const refusal = drawRefusal(state, color)
  if (refusal !== null) return refuse(state, refusal)
  if (state.draw !== null) return acceptDraw(state, command, color, now)
  return accept(state, { type: 'drawOffered', ...baseOf(command, color, now) })
}

/**
 * @param {SessionState} state that is playing
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function acceptDraw(state, command, color, now) {
  if (state.draw !== otherColor(color)) return refuse(state, 'noOffer')
  return accept(state, endedEvent(state, baseOf(command, color, now), { winner: null, reason: 'agreement' }))
}

/**
 * @param {SessionState} state that is playing
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function declineDraw(state, command, color, now) {
  if (state.draw !== otherColor(color)) return refuse(state, 'noOffer')
  return accept(state, { type: 'drawDeclined', ...baseOf(command, color, now) })
}

/**
 * @param {SessionState} state that is playing
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function resign(state, command, color, now) {
  if (state.ply < COUNTS_FROM) return refuse(state, 'useAbort')
  const outcome = { winner: otherColor(color), reason: /** @type {const} */ ('resignation') }
  return accept(state, endedEvent(state, baseOf(command, color, now), outcome))
}

/**
 * @param {SessionState} state that is waiting or playing
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function abort(state, command, color, now) {
  if (state.ply >= COUNTS_FROM) return refuse(state, 'tooLate')
  return accept(state, endedEvent(state, baseOf(command, color, now), { winner: null, reason: 'aborted' }))
}

/**
 * @param {SessionState} state that is playing
 * @param {Color} color who gives
 * @param {number} [ms]
 * @returns {SessionRefusal | null}
 */
export function giveTimeRefusal(state, color, ms = LEAST_GIVEN) {
  const { clock, allow, time } = state
  if (clock === null) return 'noClock'
  if (!allow.giveTime) return 'notAllowed'
  if (!hasRoom(state)) return 'tooOften'
  return Number(time[otherColor(color)]) + ms > mostTime(clock) ? 'enough' : null
}

/**
 * @param {SessionState} state that is playing, before it is due
 * @param {GiveTimeCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function giveTime(state, command, color, now) {
  const { ms } = command
  const refusal = giveTimeRefusal(state, color, ms)
  if (refusal !== null) return refuse(state, refusal)
  const left = Number(state.time[otherColor(color)]) + ms
  return accept(state, { type: 'timeGiven', ...baseOf(command, color, now), ms, left })
}

/**
 * Players could not come back in an outage: an absence counts from its end.
 * @param {SessionState} state that is playing
 * @param {Color} color who claims
 * @param {number} now
 * @returns {number | null} ms until the opponent's absence may be claimed, 0 or less for now; null when it may not
 */
export function absenceLeft(state, color, now) {
  const since = state.away[otherColor(color)]
  const wait = absenceOf(state.clock)
  return since === null || wait === null ? null : Math.max(since, state.outage) + wait - now
}

/**
 * The opponent is away: the game is won, or drawn, as the player chooses.
 * @param {SessionState} state that is playing, before it is due
 * @param {PlainCommand} command 'claimWin' or 'claimAbsenceDraw'
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function claimAbsence(state, command, color, now) {
  const ms = absenceLeft(state, color, now)
  if (ms === null || ms > 0) return refuse(state, 'notAway', { ms })
  const outcome =
    command.type === 'claimWin'
      ? { winner: color, reason: /** @type {const} */ ('abandonment') }
      : { winner: null, reason: /** @type {const} */ ('abandonment_draw') }
  return accept(state, endedEvent(state, baseOf(command, color, now), outcome))
}

// --- rematch -------------------------------------------------------------------------------------

/**
 * @param {SessionState} state
 * @returns {string | null} the next game's id, once both have agreed
 */
export const nextGame = ({ rematch }) => (rematch === 'white' || rematch === 'black' ? null : rematch)

/**
 * @param {string} id
 * @returns {string} such as 'ID-2' for 'ID', 'ID-3' for 'ID-2': every node makes the same
 */
function rematchId(id) {
  const [, stem, count] = /^(.*)-(\d{1,4})$/.exec(id) ?? ['', id, '1']
  return `${stem}-${Number(count) + 1}`
}

/**
 * @param {SessionState} state that is over
 * @param {Color} color
 * @returns {SessionRefusal | null}
 */
export function rematchRefusal(state, color) {
  const { rematch, players } = state
  if (players.white === null || players.black === null || nextGame(state) !== null) return 'over'
  if (rematch === color) return 'offered'
  if (rematch !== null) return null
  return hasRoom(state, REMATCH_ROOM) ? null : 'tooOften'
}

/**
 * Offers a rematch, or accepts the opponent's: the host then makes the next game, with colors exchanged.
 * @param {SessionState} state that is over
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function rematch(state, command, color, now) {
  const refusal = rematchRefusal(state, color)
  if (refusal !== null) return refuse(state, refusal, { result: state.result })
  const base = baseOf(command, color, now)
  if (state.rematch === null) return accept(state, { type: 'rematchOffered', ...base })
  return accept(state, { type: 'rematched', ...base, game: rematchId(state.id) })
}

/**
 * @param {SessionState} state that is over
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function declineRematch(state, command, color, now) {
  if (state.rematch !== otherColor(color)) return refuse(state, 'noOffer')
  return accept(state, { type: 'rematchDeclined', ...baseOf(command, color, now) })
}
