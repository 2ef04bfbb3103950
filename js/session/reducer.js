// SPDX-License-Identifier: Apache-2.0
// The reducer: a state, a command and the time make a decision, and events make the next state. No timers, sockets, randomness
// or clock of its own.

import { argumentError, chessError } from '../core/errors.js'
import { dueAt } from './clock.js'
import { late } from './commands/end.js'
import { resumedEvent } from './commands/vacation.js'
import { COMMANDS, EVENTS, rulesOf } from './commands.js'
import { refuse } from './family.js'
import { carryLive } from './live.js'
import { seatOf } from './state.js'

/** @import { PlayerCommand, Rules, SessionCommand, SessionEvent } from './commands.js' */
/** @import { Decision } from './family.js' */
/** @import { SessionState } from './state.js' */
/** @import { Color } from '../game/squares.js' */

/**
 * Decides a command. The state is never changed, and the same arguments give the same decision.
 *
 * The new events belong at the end of the log before the answer goes out, also those of a refusal: a command that comes
 * when time is up is refused as 'late', with the event that ends the game.
 * @param {SessionState | null} state null for a game that is not there
 * @param {SessionCommand} command anything: what is not well formed is refused as 'badCommand'
 * @param {number} now ms of the store's clock, when the events are appended: what follows, such as the opponent's clock, begins then. A
 *   game's time never runs back, so times before the last event count as it
 * @param {number} [arrived] when a player's command came to the server, if it had to wait for the store: the clock that runs stops then,
 *   and whether it is in time is judged by it. Default: `now`. A current move or the end of an outage that began later counts instead
 * @returns {Decision}
 * @throws {ChessError} ERR_ARGUMENT for a `now` or an `arrived` that is no number
 */
export function reduceSession(state, command, now, arrived) {
  if (!Number.isFinite(now)) throw argumentError('now is a number of milliseconds')
  if (arrived !== undefined && !Number.isFinite(arrived))
    throw argumentError('arrived is a number of milliseconds')
  const rules = rulesOf(command)
  if (rules === null) return refuse(state, 'badCommand')
  if (state === null && command.type !== 'create') return refuse(null, 'noGame')
  const at = state === null ? Math.floor(now) : Math.max(Math.floor(now), state.at)
  const paused = state?.time.vacation?.paused
  if (paused && at >= paused.until && !rules.beforeResuming)
    return resumeFirst(state, command, paused.until, at, arrived)
  const made = decide(state, command, rules, at, cameAt(state, rules, at, arrived))
  return 'ok' in made ? made : { ok: true, state: after(state, made), events: [made] }
}

/**
 * Decides a command for a game that has stood until the vacation was used up.
 * @param {any} state a SessionState
 * @param {SessionCommand} command well formed
 * @param {number} until
 * @param {number} now
 * @param {number | undefined} arrived
 * @returns {Decision}
 */
function resumeFirst(state, command, until, now, arrived) {
  const resumed = resumedEvent({ at: now }, until)
  const decision = reduceSession(after(state, resumed), command, now, arrived)
  const { events } = decision
  return events.length === 0 ? { ...decision, state } : { ...decision, events: [resumed, ...events] }
}

/**
 * Nobody can have answered a move before it was in the log, and what came in an outage came as the outage ended, which is given back.
 * @param {SessionState | null} state
 * @param {Rules} rules of the command
 * @param {number} at when its events are appended
 * @param {number | undefined} arrived
 * @returns {number} as of when it counts
 */
function cameAt(state, rules, at, arrived) {
  if (arrived === undefined || state === null || rules.by !== 'player') return at
  return Math.min(at, Math.max(Math.floor(arrived), state.time.since, state.outage))
}

/**
 * @param {any} state a SessionState; null for the command that creates the game
 * @param {SessionCommand} command well formed
 * @param {Rules} rules of its type
 * @param {number} now of its events
 * @param {number} came as of when it counts
 * @returns {Decision | SessionEvent} an event alone accepts the command
 */
function decide(state, command, rules, now, came) {
  const { by, id } = command
  const color = by === undefined || by === null ? null : seatOf(state, typeof by === 'string' ? by : by.id)
  if (color !== null && id !== undefined && state.seen[color].includes(id)) {
    return { ok: true, state, events: [], duplicate: true }
  }
  if (rules.by === 'anyone') return rules.decide(state, command, /** @type {Color} */ (color), now, came)
  if (rules.by === 'player' && color === null) return refuse(state, 'notPlayer')
  const isOpen = isOpenTo(state, rules)
  if (state.status === 'over') {
    if (!isOpen) return refuse(state, 'over', { result: state.result })
  } else {
    const due = dueAt(state)
    if (due !== null && came >= due && !(isOpen && rules.afterTime)) return late(state, now)
    if (!isOpen) return refuse(state, 'notStarted')
  }
  return rules.decide(state, command, /** @type {Color} */ (color), now, came)
}

/**
 * @param {SessionState} state
 * @param {Rules} rules of a command
 * @returns {boolean} whether it is decided in the state, as far as time is not up
 */
function isOpenTo({ status }, { afterEnd, beforeStart }) {
  return status === 'playing' || (status === 'over' ? afterEnd : beforeStart)
}

/**
 * Who may do what, as data: pages need no rules of their own. Commands that only have to wait are among them: a flag that has not fallen, a
 * takeback after a declined one, a claim against an opponent who has just left.
 * @param {SessionState} state
 * @param {Color | 'spectator'} color
 * @returns {PlayerCommand['type'][]} the types of commands that may be sent now; only 'join', or nothing, for those who do
 *   not play
 */
export function permissions(state, color) {
  const by = color === 'spectator' || state.players[color] === null ? 'anyone' : 'player'
  /** @type {PlayerCommand['type'][]} */
  const types = []
  for (const [type, rules] of COMMANDS) {
    if (rules.by === by && isOpenTo(state, rules) && rules.permits(state, /** @type {Color} */ (color)))
      types.push(/** @type {PlayerCommand['type']} */ (type))
  }
  return types
}

/**
 * The state after events. It only checks that it knows them.
 * @param {SessionState | null} state before them; null for the first event of a log
 * @param {Iterable<SessionEvent>} events in the order of the log
 * @returns {SessionState} the same when there are no events: null for an empty log
 * @throws {ChessError} ERR_SESSION_FORMAT for an event or a format that this version does not know, and for a log that
 *   does not begin with 'created'. Stop serving the game then
 */
export function foldSession(state, events) {
  let last = state
  for (const event of events) last = after(last, event)
  return /** @type {SessionState} */ (last)
}

/**
 * @param {SessionState | null} state
 * @param {SessionEvent} event
 * @returns {SessionState} after the event, with the live Game
 * @throws {ChessError} ERR_SESSION_FORMAT
 */
function after(state, event) {
  const rules = EVENTS.get(event?.type)
  if (rules === undefined || (state === null) !== (rules.isFirst === true))
    throw chessError('ERR_SESSION_FORMAT', '', { input: String(event?.type) })
  const next = rules.fold(/** @type {SessionState} */ (state), event)
  if (state !== null) carryLive(state, next, rules.replay, event)
  return next
}
