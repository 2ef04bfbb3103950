// SPDX-License-Identifier: Apache-2.0
// The reducer: a state, a command and the time make a decision. No timers, sockets, randomness or clock of its own.

import { argumentError } from '../core/errors.js'
import { claimDraw } from './claims.js'
import { dueAt, runningAt, startTime } from './clock.js'
import { kindOf, userId } from './commands.js'
import {
  accept,
  baseOf,
  endByTime,
  endedEvent,
  hasRoom,
  late,
  nothing,
  refuse,
  serverBaseOf,
} from './decision.js'
import { FORMAT } from './events.js'
import {
  abort,
  acceptDraw,
  claimAbsence,
  declineDraw,
  declineRematch,
  giveTime,
  offerDraw,
  rematch,
  resign,
} from './offers.js'
import { acceptTakeback, declineTakeback, flag, move, offerTakeback } from './play.js'
import { readSeat, readSetup } from './setup.js'
import { apply, seatOf, turnOf } from './state.js'

/** @import { CreateCommand, JoinCommand, PlayerCommand, ServerCommand, SessionCommand } from './commands.js' */
/** @import { Decision } from './decision.js' */
/** @import { CreatedEvent, SessionEvent } from './events.js' */
/** @import { Seat } from './setup.js' */
/** @import { SessionState } from './state.js' */
/** @import { Color } from '../game/squares.js' */

/** @typedef {(state: SessionState, command: any, color: Color, now: number) => Decision} Decide */

/** @type {Readonly<Record<string, Decide>>} What a player of a running game may send. */
const IN_PLAY = {
  move,
  offerDraw,
  acceptDraw,
  declineDraw,
  claimDraw,
  resign,
  abort,
  flag,
  offerTakeback,
  acceptTakeback,
  declineTakeback,
  giveTime,
  claimWin: claimAbsence,
  claimAbsenceDraw: claimAbsence,
  rematch: state => refuse(state, 'noOffer'),
  declineRematch: state => refuse(state, 'noOffer'),
}

/** Room in the log for connections that come and go, besides optional events. */
const PRESENCE_ROOM = 2

/**
 * Decides a command. The state is never changed, and the same arguments give the same decision.
 *
 * The new events belong at the end of the log before the answer goes out, also those of a refusal: a command that comes
 * when time is up is refused as 'late', with the event that ends the game.
 * @param {SessionState | null} state null for a game that is not there
 * @param {SessionCommand} command anything: what is not well formed is refused as 'badCommand'
 * @param {number} now ms of the store's clock; a game's time never runs back, so times before the last event count as it
 * @returns {Decision}
 * @throws {ChessError} ERR_ARGUMENT for a `now` that is no number
 */
export function reduceSession(state, command, now) {
  if (!Number.isFinite(now)) throw argumentError('now is a number of milliseconds')
  const kind = kindOf(command)
  if (kind === null) return refuse(state, 'badCommand')
  const at = state === null ? Math.floor(now) : Math.max(Math.floor(now), state.at)
  if (state === null) {
    return command.type === 'create' ? create(command, at) : refuse(null, 'noGame')
  }
  return kind === 'player'
    ? decide(state, /** @type {PlayerCommand} */ (command), at)
    : serve(state, /** @type {ServerCommand} */ (command), at)
}

/**
 * @param {SessionState} state
 * @param {PlayerCommand} command
 * @param {number} now
 * @returns {Decision}
 */
function decide(state, command, now) {
  const { type, id } = command
  const color = seatOf(state, userId(command.by))
  if (color !== null && id !== undefined && state.seen[color].includes(id)) {
    return { ok: true, state, events: [], duplicate: true }
  }
  if (type === 'create') return refuse(state, 'exists')
  if (type === 'join') return join(state, command, color, now)
  if (color === null) return refuse(state, 'notPlayer')
  if (state.status === 'over') {
    if (type === 'rematch') return rematch(state, command, color, now)
    if (type === 'declineRematch') return declineRematch(state, command, color, now)
    return refuse(state, 'over', { result: state.result })
  }
  if (isDue(state, now)) {
    return type === 'flag' && state.status === 'playing'
      ? endByTime(state, baseOf(command, color, now))
      : late(state, now)
  }
  if (state.status === 'waiting' && type !== 'abort') return refuse(state, 'notStarted')
  return IN_PLAY[type](state, command, color, now)
}

/**
 * @param {SessionState} state that is not over
 * @param {number} now
 * @returns {boolean} whether it ends before anything else is done
 */
function isDue(state, now) {
  const due = dueAt(state)
  return due !== null && now >= due
}

// --- before the game -----------------------------------------------------------------------------

/**
 * @param {CreateCommand} command
 * @param {number} at
 * @returns {Decision}
 */
function create(command, at) {
  const setup = readSetup(/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (command)))
  if ('code' in setup) {
    const { code, ...details } = setup
    return refuse(null, code, details)
  }
  const { game, variant, fen, clock, draws, allow } = setup
  const by = command.color ?? 'white'
  const creator = /** @type {Seat} */ (readSeat(command.by))
  const opponent = readSeat(command.opponent) ?? null
  if (opponent?.id === creator.id) return refuse(null, 'badCommand')
  /** @type {CreatedEvent} */
  const event = {
    type: 'created',
    ...baseOf(command, by, at),
    format: FORMAT,
    game,
    variant,
    fen,
    clock,
    draws,
    allow,
    white: by === 'white' ? creator : opponent,
    black: by === 'black' ? creator : opponent,
  }
  const state = apply(null, event)
  return opponent === null ? { ok: true, state, events: [event] } : withStart(state, at, event)
}

/**
 * @param {SessionState} state with both seats taken, after the event
 * @param {number} at
 * @param {SessionEvent} event
 * @returns {Decision}
 */
function withStart(state, at, event) {
  const { clock } = state
  const time = startTime(clock)
  const running = runningAt(clock, 0, turnOf(state))
  /** @type {SessionEvent} */
  const started = { type: 'started', at, white: time, black: time, running }
  return { ok: true, state: apply(state, started), events: [event, started] }
}

/**
 * @param {SessionState} state
 * @param {JoinCommand} command
 * @param {Color | null} seated the seat that the user has
 * @param {number} now
 * @returns {Decision}
 */
function join(state, command, seated, now) {
  if (seated !== null) return refuse(state, 'seated')
  if (state.status !== 'waiting') {
    return state.status === 'over' && otherSeat(state) !== null
      ? refuse(state, 'over', { result: state.result })
      : refuse(state, 'full')
  }
  if (isDue(state, now)) return late(state, now)
  const free = /** @type {Color} */ (otherSeat(state))
  if ((command.color ?? free) !== free) return refuse(state, 'full')
  const player = /** @type {Seat} */ (readSeat(command.by))
  /** @type {SessionEvent} */
  const event = { type: 'joined', ...baseOf(command, free, now), color: free, player }
  return withStart(apply(state, event), now, event)
}

/**
 * @param {SessionState} state
 * @returns {Color | null} the seat that is free
 */
function otherSeat({ players }) {
  if (players.white === null) return 'white'
  return players.black === null ? 'black' : null
}

// --- the server's own commands -------------------------------------------------------------------

/**
 * @param {SessionState} state
 * @param {ServerCommand} command
 * @param {number} now
 * @returns {Decision}
 */
function serve(state, command, now) {
  if (command.type === 'compensate') return compensate(state, command, now)
  if (command.type === 'due') return due(state, command, now)
  if (state.status !== 'over' && isDue(state, now)) {
    return command.type === 'adjudicate' ? late(state, now) : endByTime(state, serverBaseOf(command, now))
  }
  return command.type === 'adjudicate' ? adjudicate(state, command, now) : presence(state, command, now)
}

/**
 * @param {SessionState} state
 * @param {import('./commands.js').DueCommand} command
 * @param {number} now
 * @returns {Decision} nothing to do for a finished game that may go to the archive
 */
function due(state, command, now) {
  if (!isDue(state, now)) return refuse(state, 'early', { due: dueAt(state) })
  return state.status === 'over' ? nothing(state) : endByTime(state, serverBaseOf(command, now))
}

/**
 * Gives an outage back to the running side, and to first moves: the ms of it in which the current move was waited for,
 * once. It comes before everything else, also before the flag that it saves.
 * @param {SessionState} state
 * @param {import('./commands.js').CompensateCommand} command
 * @param {number} now
 * @returns {Decision}
 */
function compensate(state, command, now) {
  if (state.status !== 'playing' || state.clock === null || command.to <= state.outage) return nothing(state)
  const to = Math.min(command.to, now)
  const ms = to - Math.max(command.from, state.outage, state.time.since)
  if (ms <= 0) return nothing(state)
  return accept(state, { type: 'compensated', ...serverBaseOf(command, now), ms, outage: to })
}

/**
 * @param {SessionState} state that is not due
 * @param {import('./commands.js').PresenceCommand} command
 * @param {number} now
 * @returns {Decision}
 */
function presence(state, command, now) {
  const { type, color } = command
  const isAway = state.away[color] !== null
  if (state.status === 'over' || state.players[color] === null || isAway === (type === 'away')) {
    return nothing(state)
  }
  // Without room only absences are dropped, so that a player who is present never counts as away.
  if (type === 'away' && !hasRoom(state, PRESENCE_ROOM)) return nothing(state)
  return accept(state, { type, ...serverBaseOf(command, now), color })
}

/**
 * An arbiter has no seat that would remember ids of commands: the same decision again, with an id, is the one that was
 * sent before.
 * @param {SessionState} state that is not due
 * @param {import('./commands.js').AdjudicateCommand} command
 * @param {number} now
 * @returns {Decision}
 */
function adjudicate(state, command, now) {
  const { winner, detail, id } = command
  const { status, result } = state
  if (status === 'over') {
    const isSame = result?.reason === 'adjudication' && result.winner === winner && result.detail === detail
    if (isSame && id !== undefined) return { ok: true, state, events: [], duplicate: true }
    return refuse(state, 'over', { result })
  }
  if (status === 'waiting') return refuse(state, 'notStarted')
  /** @type {{ winner: Color | null, reason: 'adjudication', detail?: string }} */
  const outcome = { winner, reason: 'adjudication' }
  if (detail !== undefined) outcome.detail = detail
  return accept(state, endedEvent(state, serverBaseOf(command, now), outcome))
}
