// SPDX-License-Identifier: Apache-2.0
// Absence: players who leave and come back, and claims against a player who stays away.

import type { Color } from '../../game/squares.js'
import { otherColor } from '../../game/squares.js'
import { dueAt, estimate } from '../clock.js'
import type { CommandBase, CommandTable, Decision, EventBase, EventTable, ServerBase } from '../family.js'
import { ALWAYS, baseOf, COLOR_FIELD, hasRoom, nothing, refuse } from '../family.js'
import { liveGame } from '../live.js'
import type { SessionState } from '../state.js'
import { next, turnOf, withColor } from '../state.js'
import type { EndedEvent } from './end.js'
import { endedByTime, endedEvent } from './end.js'
import type { RematchEvents } from './rematch.js'

/** The player's last connection has closed, or the first one has opened. */
export type PresenceCommand = ServerBase & { type: 'away' | 'back'; color: Color }
/** The player of the seat is away, or back. */
export type PresenceEvent = EventBase & { type: 'away' | 'back'; color: Color }
/** The commands of absence. */
export type AbsenceCommands = (CommandBase & { type: 'claimWin' | 'claimAbsenceDraw' }) | PresenceCommand
/** The events of absence. */
export type AbsenceEvents = PresenceEvent
/** The refusals of claims, if the opponent is here, or the claimer cannot win. */
export type AbsenceRefusal = 'notAway' | 'cannotWin'
/** The ends by a claim against a player who is away. */
export type AbsenceEnd = 'abandonment' | 'abandonment_draw'

const SECOND = 1000
/** Room in the log for absences, beyond that of optional events. */
const PRESENCE_ROOM = 2

export const commands: CommandTable<AbsenceCommands> = {
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
  away: { by: 'server', fields: COLOR_FIELD, ...ALWAYS, decide: notePresence },
  back: { by: 'server', fields: COLOR_FIELD, ...ALWAYS, decide: notePresence },
}

export const events: EventTable<AbsenceEvents> = {
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

/**
 * A player must be away for a tenth of the estimated game, 30 s to 3 min. Players cannot come back during an outage, so an
 * absence counts from its end.
 * @param state of a running game
 * @param color the claimer
 * @returns ms until the claimer may claim, 0 or less if now; null if the opponent is here, or has a time per move
 */
export function absenceLeft({ away, clock, outage }: SessionState, color: Color, now: number): number | null {
  const since = away[otherColor(color)]
  if (since === null || (clock !== null && 'perMove' in clock)) return null
  const wait = Math.min(180 * SECOND, Math.max(30 * SECOND, Math.floor(estimate(clock) / 10)))
  return Math.max(since, outage) + wait - now
}

/**
 * @returns whether the absence of the player matters: in a running game, and while the player offers a rematch
 */
export function isExpected({ status, rematch, clock }: SessionState, color: Color): boolean {
  if (status !== 'over') return status === 'playing'
  return rematch === color && !(clock !== null && 'perMove' in clock)
}

/** A player may claim while waiting for the absent opponent, but not on turn, where a move is possible. */
function mayEverClaim(state: SessionState, color: Color) {
  return absenceLeft(state, color, state.at) !== null && turnOf(state) !== color
}

/** @returns whether the side may be able to win; false only if a quick proof shows that it cannot */
function couldWin(state: SessionState, color: Color): boolean {
  return liveGame(state).canWin(color, { effort: 'low' }) !== 'no'
}

/**
 * @param state of a running game
 * @param color the claimer
 */
function claim(
  state: SessionState,
  color: Color,
  base: EventBase,
  came: number,
  outcome: { winner: Color | null; reason: AbsenceEnd },
): Decision | EndedEvent {
  const ms = absenceLeft(state, color, came)
  if (ms !== null && turnOf(state) === color) return refuse(state, 'notAway', { ms: null, turn: true })
  if (ms === null || ms > 0) return refuse(state, 'notAway', { ms })
  return outcome.winner === null || couldWin(state, color)
    ? endedEvent(state, base, outcome, came)
    : refuse(state, 'cannotWin')
}

function notePresence(
  state: SessionState,
  command: PresenceCommand,
  _: Color,
  now: number,
): Decision | PresenceEvent | EndedEvent | RematchEvents {
  const { type, color } = command
  if (state.status !== 'over' && now >= (dueAt(state) ?? Number.POSITIVE_INFINITY))
    return endedByTime(state, baseOf(command, now))
  // A waiting game ends if its creator leaves.
  if (state.status === 'waiting' && type === 'away' && state.players[color] !== null)
    return endedEvent(state, baseOf(command, now), { winner: null, reason: 'aborted' })
  // An offer of a rematch ends if the player leaves: accepting it later would create a game without that player.
  if (state.status === 'over')
    return type === 'away' && isExpected(state, color)
      ? { type: 'rematchDeclined', ...baseOf(command, now) }
      : nothing(state)
  const isAway = state.away[color] !== null
  if (state.players[color] === null || isAway === (type === 'away')) {
    return nothing(state)
  }
  // If the log is full, absences are dropped and returns are kept: a player who is present never counts as away.
  if (type === 'away' && !hasRoom(state, PRESENCE_ROOM)) return nothing(state)
  return { type, ...baseOf(command, now), color }
}
