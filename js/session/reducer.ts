// SPDX-License-Identifier: Apache-2.0
// The reducer: a state, a command and the time make a decision, and events make the next state. No timers, sockets, randomness
// or clock of its own.

import { argumentError, chessError } from '../core/errors.js'
import type { Color } from '../game/squares.js'
import { dueAt } from './clock.js'
import { late } from './commands/end.js'
import { resumedEvent } from './commands/vacation.js'
import type { PlayerCommand, Rules, SessionCommand, SessionEvent } from './commands.js'
import { COMMANDS, EVENTS, isCommand } from './commands.js'
import type { Decision } from './family.js'
import { refuse } from './family.js'
import { carryLive } from './live.js'
import type { SessionState } from './state.js'
import { seatOf } from './state.js'

/**
 * Decides a command. The state is never changed, and the same arguments give the same decision.
 *
 * The new events belong at the end of the log before the answer goes out, also those of a refusal: a command that comes
 * when time is up is refused as 'late', with the event that ends the game.
 * @param state null for a game that is not there
 * @param command anything: what is not well formed is refused as 'badCommand'
 * @param now ms of the store's clock, when the events are appended: what follows, such as the opponent's clock,
 *   begins then. A game's time never runs back, so times before the last event count as it
 * @param arrived when a player's command came to the server, if it had to wait for the store: the clock that runs
 *   stops then, and whether it is in time is judged by it. Default: `now`. A current move or the end of an outage that
 *   began later counts instead
 * @throws {ChessError} ERR_ARGUMENT for a `now` or an `arrived` that is no number
 */
export function reduceSession(
  state: SessionState | null,
  command: SessionCommand,
  now: number,
  arrived?: number,
): Decision {
  return reduceAny(state, command, now, arrived)
}

/** reduceSession() for what a client has sent. */
export function reduceAny(
  state: SessionState | null,
  command: unknown,
  now: number,
  arrived?: number,
): Decision {
  if (!Number.isFinite(now)) throw argumentError('now is a number of milliseconds')
  if (arrived !== undefined && !Number.isFinite(arrived))
    throw argumentError('arrived is a number of milliseconds')
  if (!isCommand(command)) return refuse(state, 'badCommand')
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
 * Decides a command for a game that has stood until the vacation was used up.
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
 * Nobody can have answered a move before it was in the log, and what came in an outage came as the outage ended, which is given back.
 * @param rules of the command
 * @param at when its events are appended
 * @returns as of when it counts
 */
function cameAt(state: SessionState, rules: Rules, at: number, arrived: number | undefined): number {
  if (arrived === undefined || rules.by !== 'player') return at
  return Math.min(at, Math.max(Math.floor(arrived), state.time.since, state.outage))
}

/**
 * @param command well formed
 * @param rules of its type
 * @param now of its events
 * @param came as of when it counts
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
 * @returns whether it is decided in the state, as far as time is not up
 */
function isOpenTo({ status }: SessionState, { afterEnd, beforeStart }: Rules): boolean {
  return status === 'playing' || (status === 'over' ? afterEnd : beforeStart)
}

/**
 * Who may do what, as data: pages need no rules of their own. Commands that only have to wait are among them: a flag that has not fallen, a
 * takeback after a declined one, a claim against an opponent who has just left.
 * @returns the types of commands that may be sent now; only 'join', or nothing, for those who do not play
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
 * The state after events. It only checks that it knows them.
 * @param state before them; null for the first event of a log
 * @param events in the order of the log
 * @returns the same when there are no events: null for an empty log
 * @throws {ChessError} ERR_SESSION_FORMAT for an event or a format that this version does not know, and for a log that
 *   does not begin with 'created'. Stop serving the game then
 */
export function foldSession(state: SessionState | null, events: Iterable<SessionEvent>): SessionState {
  let last = state
  for (const event of events) last = after(last, event)
  return last as SessionState
}

/**
 * @returns after the event, with the live Game
 * @throws {ChessError} ERR_SESSION_FORMAT
 */
function after(state: SessionState | null, event: SessionEvent): SessionState {
  const rules = EVENTS.get(event?.type)
  if (rules === undefined || (state === null) !== (rules.isFirst === true))
    throw chessError('ERR_SESSION_FORMAT', '', { input: String(event?.type) })
  const next = rules.fold(state, event)
  if (state !== null) carryLive(state, next, event, rules.replay)
  return next
}
