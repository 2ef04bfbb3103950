// SPDX-License-Identifier: Apache-2.0
// The state of a game, and how events make it. Nothing else makes states: the log is the game.

import { chessError } from '../core/errors.js'
import { otherColor } from '../game/squares.js'
import { firstQuota, nextQuota, runningAt } from './clock.js'
import { FORMAT } from './events.js'
import { carryLive } from './live.js'

/** @import { CreatedEvent, EndReason, MovedEvent, SessionEvent } from './events.js' */
/** @import { Allowed, ClockSetup, Seat } from './setup.js' */
/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { Color } from '../game/squares.js' */

/**
 * How a game has ended.
 * @typedef {object} SessionResult
 * @property {Color | null} winner null for a draw, and for games that did not count ('aborted', 'no_start')
 * @property {EndReason} reason
 * @property {Color} [flagged] whose time was up
 * @property {string} [detail]
 */

/**
 * The state of both clocks.
 * @typedef {object} SessionTime
 * @property {number | null} white main time that was left when the current move began; as shown when the game is
 *   over; null without a clock
 * @property {number | null} black
 * @property {Color | null} running
 * @property {number} since when the current move, or the end of the game, began
 * @property {{ white: number, black: number }} [stage] how many stages each side has entered
 * @property {{ white: number, black: number }} [periods] of byo-yomi left
 */

/**
 * A game, plain JSON of format 1. All times are whole ms of the store's clock. It is never changed: each event makes a
 * new one.
 * @typedef {object} SessionState
 * @property {1} format
 * @property {number} version how many events made it
 * @property {string} id
 * @property {'waiting' | 'playing' | 'over'} status
 * @property {Variant} variant
 * @property {string | null} fen the start position; null for the variant's own
 * @property {0 | 1} startPly 1 where Black moves first
 * @property {ClockSetup} clock
 * @property {'claim' | 'automatic'} draws
 * @property {Allowed} allow
 * @property {{ white: Seat | null, black: Seat | null }} players
 * @property {string} moves in UCI, with blanks between
 * @property {number} ply how many moves that is
 * @property {SessionTime} time
 * @property {{ white: number, black: number }} lag credit of lag that is left
 * @property {Color | null} draw who offers one
 * @property {{ white: number, black: number }} drawAt ply of the last offer; -1 for none
 * @property {{ by: Color, plies: number } | null} takeback that is offered
 * @property {{ white: Declined, black: Declined }} declined takebacks
 * @property {Color | string | null} rematch who offers one, or the next game's id
 * @property {{ white: number | null, black: number | null }} away since when the player is away
 * @property {{ white: string[], black: string[] }} seen the last 16 command ids
 * @property {number} moveVersion version after the last move
 * @property {number} outage when the last outage ended that was given back
 * @property {number} at of the last event
 * @property {number} createdAt
 * @property {SessionResult | null} result
 */
/** @typedef {{ count: number, at: number }} Declined how many of a side's takeback offers, and when the last one */

const SEEN = 16
const NONE_DECLINED = Object.freeze({ count: 0, at: 0 })
// Most games never have others, so all share these.
const NEVER_OFFERED = Object.freeze({ white: -1, black: -1 })
const NEVER_DECLINED = Object.freeze({ white: NONE_DECLINED, black: NONE_DECLINED })
const NOBODY_AWAY = Object.freeze({ white: null, black: null })

/**
 * @param {{ startPly: number, ply: number }} state
 * @returns {Color} the side to move
 */
export const turnOf = state => (((state.startPly + state.ply) & 1) === 0 ? 'white' : 'black')

/**
 * @param {SessionState | null} state
 * @param {string | undefined} user an id
 * @returns {Color | null} the seat of the user
 */
export function seatOf(state, user) {
  if (state === null || user === undefined) return null
  const { white, black } = state.players
  if (white?.id === user) return 'white'
  return black?.id === user ? 'black' : null
}

/**
 * The state after events. It checks nothing but that it knows them.
 * @param {SessionState | null} state before them; null for the first event of a log
 * @param {Iterable<SessionEvent>} events in the order of the log
 * @returns {SessionState} the same when there are no events: null for an empty log
 * @throws {ChessError} ERR_SESSION_FORMAT for an event or a format that this version does not know, and for a log that
 *   does not begin with 'created'. Stop serving the game then
 */
export function foldSession(state, events) {
  let last = state
  for (const event of events) {
    const next = apply(last, event)
    if (last !== null) carryLive(last, next, event)
    last = next
  }
  return /** @type {SessionState} */ (last)
}

/**
 * @param {SessionState | null} state
 * @param {SessionEvent} event
 * @returns {SessionState}
 * @throws {ChessError} ERR_SESSION_FORMAT
 */
export function apply(state, event) {
  if (state === null) return created(event)
  switch (event?.type) {
    case 'moved':
      return moved(state, event)
    case 'joined':
      return next(state, event, { players: withColor(state.players, event.color, event.player) })
    case 'started':
      return next(state, event, {
        status: 'playing',
        time: startedTime(state, event),
        lag: { white: firstQuota(state.clock), black: firstQuota(state.clock) },
        away:
          state.away.white === null && state.away.black === null
            ? NOBODY_AWAY
            : {
                white: state.away.white === null ? null : event.at,
                black: state.away.black === null ? null : event.at,
              },
      })
    case 'drawOffered': {
      const by = byOf(event)
      return next(state, event, { draw: by, drawAt: withColor(state.drawAt, by, state.ply) })
    }
    case 'drawDeclined':
      return next(state, event, { draw: null })
    case 'takebackOffered':
      return next(state, event, { takeback: { by: byOf(event), plies: event.plies } })
    case 'takebackDeclined': {
      const asker = otherColor(byOf(event))
      const declined = { count: state.declined[asker].count + 1, at: event.at }
      return next(state, event, {
        takeback: null,
        declined: withColor(state.declined, asker, declined),
      })
    }
    case 'tookBack':
      return tookBack(state, event)
    case 'timeGiven':
      return next(state, event, { time: withColor(state.time, otherColor(byOf(event)), event.left) })
    case 'away':
      return next(state, event, { away: withColor(state.away, event.color, event.at) })
    case 'back':
      return next(state, event, { away: withColor(state.away, event.color, null) })
    case 'compensated':
      return next(state, event, {
        time: { ...state.time, since: state.time.since + event.ms },
        outage: event.outage,
      })
    case 'ended':
      return ended(state, event)
    case 'rematchOffered':
      return next(state, event, { rematch: byOf(event) })
    case 'rematchDeclined':
      return next(state, event, { rematch: null })
    case 'rematched':
      return next(state, event, { rematch: event.game })
    default:
      throw unknown(event)
  }
}

/**
 * @param {{ type: string }} event
 * @returns {import('../core/errors.js').ChessError}
 */
const unknown = event => chessError('ERR_SESSION_FORMAT', '', { input: String(event?.type) })

/**
 * @param {SessionEvent} event
 * @returns {Color}
 */
const byOf = event => /** @type {Color} */ (event.by)

/**
 * @template {object} T
 * @param {T} both
 * @param {Color} color
 * @param {unknown} value
 * @returns {T} a copy with that color's value
 */
const withColor = (both, color, value) => ({ ...both, [color]: value })

/**
 * @param {SessionState} state
 * @param {SessionEvent} event
 * @param {Partial<SessionState>} changes
 * @returns {SessionState}
 */
function next(state, event, changes) {
  const { by, command, at } = event
  const seen = by === undefined || command === undefined ? state.seen : remember(state.seen, by, command)
  return { ...state, version: state.version + 1, at, seen, ...changes }
}

/**
 * @param {SessionState['seen']} seen
 * @param {Color} color
 * @param {string} id
 * @returns {SessionState['seen']}
 */
function remember(seen, color, id) {
  const own = seen[color]
  // Exactly as long as it must be: spreads, and arrays that grow, leave room for more.
  const ids = own.length < SEEN ? own.concat(id) : own.slice()
  if (own.length >= SEEN) {
    ids.copyWithin(0, 1)
    ids[ids.length - 1] = id
  }
  return color === 'white' ? { white: ids, black: seen.black } : { white: seen.white, black: ids }
}

/**
 * @param {SessionEvent} event
 * @returns {SessionState}
 * @throws {ChessError} ERR_SESSION_FORMAT
 */
function created(event) {
  if (event?.type !== 'created') throw unknown(event)
  if (event.format !== FORMAT) {
    throw chessError('ERR_SESSION_FORMAT', '', { input: `format ${String(event.format)}` })
  }
  const { at, by, command, game, variant, fen, clock, draws, allow, white, black } = event
  const seen = { white: [], black: [] }
  return {
    format: FORMAT,
    version: 1,
    id: game,
    status: 'waiting',
    variant,
    fen,
    startPly: fen?.split(' ')[1] === 'b' ? 1 : 0,
    clock,
    draws,
    allow,
    players: { white, black },
    moves: '',
    ply: 0,
    time: { white: null, black: null, running: null, since: at },
    lag: { white: 0, black: 0 },
    draw: null,
    drawAt: NEVER_OFFERED,
    takeback: null,
    declined: NEVER_DECLINED,
    rematch: null,
    away: NOBODY_AWAY,
    seen: by === undefined || command === undefined ? seen : remember(seen, by, command),
    moveVersion: 1,
    outage: 0,
    at,
    createdAt: at,
    result: null,
  }
}

/**
 * @param {SessionState} state
 * @param {import('./events.js').StartedEvent} event
 * @returns {SessionTime}
 */
function startedTime({ clock }, { white, black, running, at }) {
  /** @type {SessionTime} */
  const time = { white, black, running, since: at }
  if (clock === null || 'perMove' in clock) return time
  if (clock.stages !== undefined) time.stage = { white: 0, black: 0 }
  if (clock.periods !== undefined) time.periods = { white: clock.periods, black: clock.periods }
  return time
}

/**
 * The hot path: literals instead of spreads, which cost several times as much.
 * @param {SessionState} state
 * @param {MovedEvent} event
 * @returns {SessionState}
 */
function moved(state, event) {
  const { clock, lag, time, seen, draw } = state
  const { at, uci, credit, command } = event
  const by = byOf(event)
  const isWhite = by === 'white'
  const ply = state.ply + 1
  const moves = state.ply === 0 ? uci : `${state.moves} ${uci}`
  moves.charCodeAt(0) // makes it one flat string, half the size of a chain of parts
  // Free first moves neither use nor earn credit.
  const quota = time.running === null ? lag[by] : nextQuota(clock, lag[by], credit)
  return {
    format: state.format,
    version: state.version + 1,
    id: state.id,
    status: state.status,
    variant: state.variant,
    fen: state.fen,
    startPly: state.startPly,
    clock,
    draws: state.draws,
    allow: state.allow,
    players: state.players,
    moves,
    ply,
    time: movedTime(time, event, runningAt(clock, ply, isWhite ? 'black' : 'white')),
    lag: isWhite ? { white: quota, black: lag.black } : { white: lag.white, black: quota },
    draw: draw === by ? draw : null,
    drawAt: state.drawAt,
    takeback: null,
    declined: state.declined,
    rematch: state.rematch,
    away: state.away,
    seen: command === undefined ? seen : remember(seen, by, command),
    moveVersion: state.version + 1,
    outage: state.outage,
    at,
    createdAt: state.createdAt,
    result: state.result,
  }
}

/**
 * @param {SessionTime} time
 * @param {MovedEvent} event
 * @param {Color | null} running after it
 * @returns {SessionTime}
 */
function movedTime(time, event, running) {
  const { at, left, stage, periods } = event
  const by = byOf(event)
  /** @type {SessionTime} */
  const after =
    by === 'white'
      ? { white: left, black: time.black, running, since: at }
      : { white: time.white, black: left, running, since: at }
  if (time.stage !== undefined) after.stage = withColor(time.stage, by, stage)
  if (time.periods !== undefined) after.periods = withColor(time.periods, by, periods)
  return after
}

/**
 * @param {SessionState} state
 * @param {import('./events.js').TookBackEvent} event
 * @returns {SessionState}
 */
function tookBack(state, event) {
  const { at, plies, white, black, periods } = event
  const ply = state.ply - plies
  const running = runningAt(state.clock, ply, turnOf({ startPly: state.startPly, ply }))
  /** @type {SessionTime} */
  const time = { ...state.time, white, black, running, since: at }
  if (periods !== undefined) time.periods = periods
  return next(state, event, {
    moves: state.moves.split(' ').slice(0, ply).join(' '),
    ply,
    time,
    draw: null,
    takeback: null,
  })
}

/**
 * @param {SessionState} state
 * @param {import('./events.js').EndedEvent} event
 * @returns {SessionState}
 */
function ended(state, event) {
  const { at, winner, reason, flagged, detail, white = null, black = null } = event
  /** @type {SessionResult} */
  const result = { winner, reason }
  if (flagged !== undefined) result.flagged = flagged
  if (detail !== undefined) result.detail = detail
  return next(state, event, {
    status: 'over',
    time: { ...state.time, white, black, running: null, since: at },
    draw: null,
    takeback: null,
    result,
  })
}
