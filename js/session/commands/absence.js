// SPDX-License-Identifier: Apache-2.0
// Absence: players who have gone and come back, and claims against one who stays away.

import { otherColor } from '../../game/squares.js'
import { dueAt, estimate } from '../clock.js'
import { ALWAYS, baseOf, hasRoom, nothing, refuse } from '../family.js'
import { isColor } from '../setup.js'
import { next, withColor } from '../state.js'
import { endedByTime, endedEvent } from './end.js'
import { TimeCalls } from './time.js'

/** @import { CommandBase, CommandTable, Decision, EndRules, EventBase, EventTable, ServerBase } from '../family.js' */
/** @import { SessionState } from '../state.js' */
/** @import { EndedEvent } from './end.js' */
/** @import { Color } from '../../game/squares.js' */

/** @typedef {ServerBase & { type: 'away' | 'back', color: Color }} PresenceCommand last connection gone, first one back */
/** @typedef {EventBase & { type: 'away' | 'back', color: Color }} PresenceEvent the seat's player is away, or back */
/** @typedef {CommandBase & { type: 'claimWin' | 'claimAbsenceDraw' } | PresenceCommand} AbsenceCommands about players who are away */
/** @typedef {PresenceEvent} AbsenceEvents about players who are away */
/** @typedef {'notAway'} AbsenceRefusal of claims against a player who is here */
/** @typedef {'abandonment' | 'abandonment_draw'} AbsenceEnd against a player who is away */

const SECOND = 1000
/** Room in the log for connections that come and go, besides optional events. */
const PRESENCE_ROOM = 2

/** @type {CommandTable<AbsenceCommands>} */
export const commands = {
  claimWin: {
    permits: mayEverClaim,
    decide: (state, command, color, now) =>
      claim(state, color, baseOf(command, now, color), { winner: color, reason: 'abandonment' }),
  },
  claimAbsenceDraw: {
    permits: mayEverClaim,
    decide: (state, command, color, now) =>
      claim(state, color, baseOf(command, now, color), { winner: null, reason: 'abandonment_draw' }),
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

/** Calls against a player who is away. */
export class AbsenceCalls extends TimeCalls {
  /** Claims the win of a game that the opponent has left. */
  claimWin() {
    return this.send('claimWin')
  }

  /** Claims a draw in a game that the opponent has left. */
  claimAbsenceDraw() {
    return this.send('claimAbsenceDraw')
  }
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

/** @param {SessionState} state @param {Color} color who claims */
function mayEverClaim(state, color) {
  return absenceLeft(state, color, state.at) !== null
}

/**
 * @param {SessionState} state that is playing
 * @param {Color} color who claims
 * @param {EventBase} base
 * @param {{ winner: Color | null, reason: AbsenceEnd }} outcome
 * @returns {Decision | EndedEvent}
 */
function claim(state, color, base, outcome) {
  const ms = absenceLeft(state, color, base.at)
  return ms === null || ms > 0 ? refuse(state, 'notAway', { ms }) : endedEvent(state, base, outcome)
}

/**
 * @param {SessionState} state
 * @param {PresenceCommand} command
 * @param {Color} _
 * @param {number} now
 * @returns {Decision | PresenceEvent | EndedEvent}
 */
function notePresence(state, command, _, now) {
  const { type, color } = command
  if (state.status !== 'over' && now >= (dueAt(state) ?? Number.POSITIVE_INFINITY))
    return endedByTime(state, baseOf(command, now))
  // A game that its maker has left waits no longer.
  if (state.status === 'waiting' && type === 'away' && state.players[color] !== null)
    return endedEvent(state, baseOf(command, now), { winner: null, reason: 'aborted' })
  const isAway = state.away[color] !== null
  if (state.status === 'over' || state.players[color] === null || isAway === (type === 'away')) {
    return nothing(state)
  }
  // Without room only absences are dropped, so that a player who is present never counts as away.
  if (type === 'away' && !hasRoom(state, PRESENCE_ROOM)) return nothing(state)
  return { type, ...baseOf(command, now), color }
}
