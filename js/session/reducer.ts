// SPDX-License-Identifier: Apache-2.0
// The reducer: from a state, a command and the time it makes a decision, and from events the next state. It has no timers,
// sockets, randomness or clock.

import { argumentError } from '../core/errors.js'
import type { Color } from '../game/squares.js'
import { dueAt } from './clock.js'
import { late } from './commands/end.js'
import { resumedEvent } from './commands/vacation.js'
import type { PlayerCommand, Rules, SessionCommand, SessionEvent } from './commands.js'
import { COMMANDS, EVENTS, faultOf, isCommand } from './commands.js'
import { sessionError } from './errors.js'
import type { Decision } from './family.js'
import { refuse } from './family.js'
import { carryLive } from './live.js'
import type { SessionState } from './state.js'
import { seatOf } from './state.js'

/**
 * Decides a command. The state is never changed, and the same arguments give the same decision.
 *
 * Append the new events to the log before you send the answer, also those of a refusal: a command that comes when time
 * is up is refused as 'late', with the event that ends the game.
 * @param state null if the game does not exist
 * @param command any value; one that is not well formed is refused as 'badCommand'
 * @param now time of the new events, in ms of the store's clock; the opponent's clock starts then. A game's time never
 *   runs back: times before the last event count as that event's
 * @param arrived when a player's command reached the server, if it had to wait for the store: the running clock stops
 *   then, and the command is judged by this time. Default: `now`. If the current move began, or an outage ended, later,
 *   that time counts instead
 * @throws {ChessError} ERR_ARGUMENT if `now` or `arrived` is not a number
 */
export function reduceSession(
  state: SessionState | null,
  command: SessionCommand,
  now: number,
  arrived?: number,
): Decision {
  return reduceAny(state, command, now, arrived)
}

/** reduceSession() for commands of clients, which were not checked. */
export function reduceAny(
  state: SessionState | null,
  command: unknown,
  now: number,
  arrived?: number,
): Decision {
  if (!Number.isFinite(now)) throw argumentError('now is a number of milliseconds')
  if (arrived !== undefined && !Number.isFinite(arrived))
    throw argumentError('arrived is a number of milliseconds')
  if (!isCommand(command)) return refuse(state, 'badCommand', { why: faultOf(command) })
  const rules = COMMANDS.get(command.type)
  if (rules === undefined) return refuse(state, 'badCommand')
  if (state === null) {
    if (command.type !== 'create') return refuse(null, 'noGame')
    const at = Math.floor(now)
    return accept(null, rules.decide(null, command, null, at, at))
  }
  const at = Math.max(Math.floor(now), state.at)
  const paused = state.time.vacation?.paused
  if (paused && at >= paused.until && !rules.beforeResuming)
    return resumeFirst(state, command, paused.until, at, arrived)
  return accept(state, decide(state, command, rules, at, cameAt(state, rules, at, arrived)))
}

/** @returns a decision; an event alone accepts the command */
function accept(state: SessionState | null, made: Decision | SessionEvent): Decision {
  return 'ok' in made ? made : { ok: true, state: after(state, made), events: [made] }
}

/**
 * Decides a command of a game whose pause lasted until the vacation was used up.
 * @param command well formed
 */
function resumeFirst(
  state: SessionState,
  command: SessionCommand,
  until: number,
  now: number,
  arrived: number | undefined,
): Decision {
  const resumed = resumedEvent({ at: now }, until)
  const decision = reduceSession(after(state, resumed), command, now, arrived)
  const { events } = decision
  return events.length === 0 ? { ...decision, state } : { ...decision, events: [resumed, ...events] }
}

/**
 * Nobody can answer a move before it is in the log, and commands that came during an outage, which is given back, count
 * from its end.
 * @param rules of the command
 * @param at when its events are appended
 * @returns the time at which the command counts
 */
function cameAt(state: SessionState, rules: Rules, at: number, arrived: number | undefined): number {
  if (arrived === undefined || rules.by !== 'player') return at
  return Math.min(at, Math.max(Math.floor(arrived), state.time.since, state.outage))
}

/**
 * @param command well formed
 * @param rules of its type
 * @param now of its events
 * @param came the time at which it counts
 * @returns an event alone accepts the command
 */
function decide(
  state: SessionState,
  command: SessionCommand,
  rules: Rules,
  now: number,
  came: number,
): Decision | SessionEvent {
  const { by, id } = command
  const color = by === undefined || by === null ? null : seatOf(state, typeof by === 'string' ? by : by.id)
  if (color !== null && id !== undefined && state.seen[color].includes(id)) {
    return { ok: true, state, events: [], duplicate: true }
  }
  if (rules.by === 'anyone') return rules.decide(state, command, color, now, came)
  if (rules.by === 'player' && color === null) return refuse(state, 'notPlayer')
  const isOpen = isOpenTo(state, rules)
  if (state.status === 'over') {
    if (!isOpen) return refuse(state, 'over', { result: state.result })
  } else {
    const due = dueAt(state)
    if (due !== null && came >= due && !(isOpen && rules.afterTime)) return late(state, now)
    if (!isOpen) return refuse(state, 'notStarted')
  }
  return rules.decide(state, command, color, now, came)
}

/**
 * @param rules of a command
 * @returns whether it is allowed in the state, provided that time is not up
 */
function isOpenTo({ status }: SessionState, { afterEnd, beforeStart }: Rules): boolean {
  return status === 'playing' || (status === 'over' ? afterEnd : beforeStart)
}

/**
 * Who may do what, as data, so that pages need no rules of their own. Includes commands that only have to wait: for a
 * flag to fall, after a declined takeback, for an opponent who has just left.
 * @returns the types of commands that may be sent now; for spectators only 'join', or none
 */
export function permissions(state: SessionState, color: Color | 'spectator'): PlayerCommand['type'][] {
  const seat = color === 'spectator' || state.players[color] === null ? null : color
  const by = seat === null ? 'anyone' : 'player'
  const types: PlayerCommand['type'][] = []
  for (const [type, rules] of COMMANDS) {
    if (rules.by === by && isOpenTo(state, rules) && rules.permits(state, seat))
      types.push(type as PlayerCommand['type'])
  }
  return types
}

/**
 * Returns the state after events. It only checks that it knows their types.
 * @param state before them; null for the first event of a log
 * @param events in the order of the log
 * @returns the same state if there are no events: null for an empty log
 * @throws {ChessError} ERR_SESSION_FORMAT for an event or a format that this version does not know, and for a log that
 *   does not begin with 'created'. Stop serving the game then
 */
export function foldSession(state: SessionState | null, events: Iterable<SessionEvent>): SessionState {
  let last = state
  for (const event of events) last = after(last, event)
  return last as SessionState
}

/**
 * @returns the state after the event, with the live Game
 * @throws {ChessError} ERR_SESSION_FORMAT
 */
function after(state: SessionState | null, event: SessionEvent): SessionState {
  const rules = EVENTS.get(event?.type)
  if (rules === undefined || (state === null) !== (rules.isFirst === true))
    throw sessionError('ERR_SESSION_FORMAT', '', { input: String(event?.type) })
  const next = rules.fold(state, event)
  if (state !== null) carryLive(state, next, event, rules.replay)
  return next
}
