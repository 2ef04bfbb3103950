// SPDX-License-Identifier: Apache-2.0
// Absence: players who have gone and come back, and claims against one who stays away.

import { otherColor } from '../../game/squares.js'
import { dueAt, estimate } from '../clock.js'
import { ALWAYS, baseOf, hasRoom, nothing, refuse } from '../family.js'
import { liveGame } from '../live.js'
import { isColor } from '../setup.js'
import { next, turnOf, withColor } from '../state.js'
import { endedByTime, endedEvent } from './end.js'

/** @import { CommandBase, CommandTable, Decision, EndRules, EventBase, EventTable, ServerBase } from '../family.js' */
/** @import { SessionState } from '../state.js' */
/** @import { EndedEvent } from './end.js' */
/** @import { RematchEvents } from './rematch.js' */
/** @import { Color } from '../../game/squares.js' */

/** @typedef {ServerBase & { type: 'away' | 'back', color: Color }} PresenceCommand last connection gone, first one back */
/** @typedef {EventBase & { type: 'away' | 'back', color: Color }} PresenceEvent the seat's player is away, or back */
/** @typedef {CommandBase & { type: 'claimWin' | 'claimAbsenceDraw' } | PresenceCommand} AbsenceCommands about players who are away */
/** @typedef {PresenceEvent} AbsenceEvents about players who are away */
/** @typedef {'notAway' | 'cannotWin'} AbsenceRefusal of claims against a player who is here, or against whom the claimer cannot win */
/** @typedef {'abandonment' | 'abandonment_draw'} AbsenceEnd against a player who is away */

const SECOND = 1000
/** Room in the log for connections that come and go, besides optional events. */
const PRESENCE_ROOM = 2

/** @type {CommandTable<AbsenceCommands>} */
export const commands = {
  claimWin: {
    permits: (state, color) => mayEverClaim(state, color) && couldWin(state, color),
    decide: (state, command, color, now, came) =>
      claim(state, color, baseOf(command, now, color), came, { winner: color, reason: 'abandonment' }),
  },
  claimAbsenceDraw: {
    permits: mayEverClaim,
    decide: (state, command, color, now, came) =>
      claim(state, color, baseOf(command, now, color), came, { winner: null, reason: 'abandonment_draw' }),
  },
  away: { by: 'server', fits: ({ color }) => isColor(color), ...ALWAYS, decide: notePresence },
  back: { by: 'server', fits: ({ color }) => isColor(color), ...ALWAYS, decide: notePresence },
}

/** @type {EventTable<AbsenceEvents>} */
export const events = {
  away: {
    code: 'a',
    fields: { color: 'color' },
    fold: (state, event) => next(state, event, { away: withColor(state.away, event.color, event.at) }),
  },
  back: {
    code: 'ay',
    fields: { color: 'color' },
    fold: (state, event) => next(state, event, { away: withColor(state.away, event.color, null) }),
  },
}

/** @type {Record<AbsenceEnd, EndRules>} */
export const ends = {
  abandonment: { words: 'by abandonment', termination: 'abandoned' },
  abandonment_draw: { words: 'by abandonment', termination: 'abandoned' },
}

/**
 * A player must be away for a tenth of the estimated game, 30 s to 3 min. Players could not come back in an outage: an
 * absence counts from its end.
 * @param {SessionState} state that is playing
 * @param {Color} color who claims
 * @param {number} now
 * @returns {number | null} ms until the opponent's absence may be claimed, 0 or less for now; null when it may not
 */
export function absenceLeft({ away, clock, outage }, color, now) {
  const since = away[otherColor(color)]
  if (since === null || (clock !== null && 'perMove' in clock)) return null
  const wait = Math.min(180 * SECOND, Math.max(30 * SECOND, Math.floor(estimate(clock) / 10)))
  return Math.max(since, outage) + wait - now
}

/**
 * @param {SessionState} state
 * @param {Color} color
 * @returns {boolean} whether it counts that the player leaves: in a game that is played, and while the own offer of a rematch stands
 */
export function isExpected({ status, rematch, clock }, color) {
  if (status !== 'over') return status === 'playing'
  return rematch === color && !(clock !== null && 'perMove' in clock)
}

/** Who waits for an opponent that is away may claim; who is on the move may move. @param {SessionState} state @param {Color} color */
function mayEverClaim(state, color) {
  return absenceLeft(state, color, state.at) !== null && turnOf(state) !== color
}

/** @param {SessionState} state @param {Color} color @returns {boolean} not if it is easily proved that it cannot */
function couldWin(state, color) {
  return liveGame(state).canWin(color, { effort: 'low' }) !== 'no'
}

/**
 * @param {SessionState} state that is playing
 * @param {Color} color who claims
 * @param {EventBase} base
 * @param {number} came
 * @param {{ winner: Color | null, reason: AbsenceEnd }} outcome
 * @returns {Decision | EndedEvent}
 */
function claim(state, color, base, came, outcome) {
  const ms = absenceLeft(state, color, came)
  if (ms !== null && turnOf(state) === color) return refuse(state, 'notAway', { ms: null, turn: true })
  if (ms === null || ms > 0) return refuse(state, 'notAway', { ms })
  return outcome.winner === null || couldWin(state, color)
    ? endedEvent(state, base, outcome, came)
    : refuse(state, 'cannotWin')
}

/**
 * @param {SessionState} state
 * @param {PresenceCommand} command
 * @param {Color} _
 * @param {number} now
 * @returns {Decision | PresenceEvent | EndedEvent | RematchEvents}
 */
function notePresence(state, command, _, now) {
  const { type, color } = command
  if (state.status !== 'over' && now >= (dueAt(state) ?? Number.POSITIVE_INFINITY))
    return endedByTime(state, baseOf(command, now))
  // A game that its maker has left waits no longer.
  if (state.status === 'waiting' && type === 'away' && state.players[color] !== null)
    return endedEvent(state, baseOf(command, now), { winner: null, reason: 'aborted' })
  // An offer of a rematch goes with its maker: accepted later, it would make a game with nobody in it.
  if (state.status === 'over')
    return type === 'away' && isExpected(state, color)
      ? { type: 'rematchDeclined', ...baseOf(command, now) }
      : nothing(state)
  const isAway = state.away[color] !== null
  if (state.players[color] === null || isAway === (type === 'away')) {
    return nothing(state)
  }
  // Without room only absences are dropped, so that a player who is present never counts as away.
  if (type === 'away' && !hasRoom(state, PRESENCE_ROOM)) return nothing(state)
  return { type, ...baseOf(command, now), color }
}
