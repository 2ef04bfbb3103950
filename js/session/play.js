// SPDX-License-Identifier: Apache-2.0
// What is done on the board: moves, takebacks, flags.

import { otherColor } from '../game/squares.js'
import { allowanceOf, dueAt, flagAt, leftAfter, periodsAfter, timeAfterMove } from './clock.js'
import { accept, baseOf, endByTime, endedEvent, hasRoom, late, refuse } from './decision.js'
import { giveLive, liveGame, takeLive } from './live.js'
import { apply, turnOf } from './state.js'

/** @import { MoveCommand, PlainCommand } from './commands.js' */
/** @import { Decision } from './decision.js' */
/** @import { EndReason, MovedEvent, TookBackEvent } from './events.js' */
/** @import { SessionState } from './state.js' */
/** @import { Game } from '../game/game.js' */
/** @import { Color } from '../game/squares.js' */
/** @import { Status } from '../game/status.js' */

/** The most moves of both sides; then the game is drawn. */
const MOST_PLIES = 600
/** How long an offer of a takeback waits after n declined ones: n² times this, n at most 10. */
const BACK_OFF = 10_000
const MOST_BACK_OFF = 10

const UCI = /^(?:[a-h][1-8][a-h][1-8][nbrqk]?|[PNBRQ]@[a-h][1-8])$/

/**
 * @param {SessionState} state that is playing, before it is due
 * @param {MoveCommand} command
 * @param {Color} color whose command it is
 * @param {number} now
 * @returns {Decision}
 */
export function move(state, command, color, now) {
  if (command.ply !== state.ply) return refuse(state, 'stale', { ply: state.ply })
  if (turnOf(state) !== color) return refuse(state, 'notYourTurn')
  const game = liveGame(state)
  const { uci } = command
  if (!isLegal(game, uci)) return refuse(state, 'illegal')
  const isTimed = state.time.running !== null
  const spent = isTimed ? now - state.time.since : 0
  const credit = isTimed ? Math.min(Math.floor(command.lag ?? 0), state.lag[color], spent) : 0
  if (isTimed && spent - credit >= allowanceOf(state, color)) return late(state, now)
  takeLive(state)
  const played = canonical(game, uci)
  const status = game.move(played.uci)
  const text = played.isCastling ? (game.lastMove?.uci ?? uci) : played.uci
  const outcome = outcomeOf(status, state.ply + 1)
  const event = movedEvent(state, command, color, now, text, credit, spent - credit, outcome === null)
  const after = apply(state, event)
  giveLive(after, game)
  if (outcome === null) return { ok: true, state: after, events: [event] }
  const ended = endedEvent(after, { at: now }, outcome)
  const { state: over } = accept(after, ended)
  return { ok: true, state: over, events: [event, ended] }
}

/**
 * @param {Game} game
 * @param {string} uci as it was sent
 * @returns {boolean}
 */
export function isLegal(game, uci) {
  return uci.length <= 5 && UCI.test(uci) && game.isLegal(uci)
}

/**
 * The one spelling that a log uses: a queen is named, castling is as Game writes it.
 * @param {Game} game before the move
 * @param {string} uci legal
 * @returns {{ uci: string, isCastling: boolean }}
 */
function canonical(game, uci) {
  const rank = uci[3]
  if (uci.length !== 4 || uci[1] === '@' || (rank !== '1' && rank !== '8')) return { uci, isCastling: false }
  const type = game.pieceAt(/** @type {import('../game/squares.js').Square} */ (uci.slice(0, 2)))?.type
  if (type === 'pawn') return { uci: `${uci}q`, isCastling: false }
  return { uci, isCastling: type === 'king' && uci[1] === rank }
}

/**
 * @param {Status} status after a move
 * @param {number} ply
 * @returns {{ winner: Color | null, reason: EndReason } | null} null while the game goes on
 */
function outcomeOf(status, ply) {
  if (!status.over) return ply >= MOST_PLIES ? { winner: null, reason: 'too_long' } : null
  if (status.type === 'checkmate') return { winner: status.winner, reason: 'checkmate' }
  if (status.type === 'variant_win') return { winner: status.winner, reason: status.reason }
  return { winner: null, reason: /** @type {EndReason} */ (status.reason) }
}

/**
 * @param {SessionState} state before the move
 * @param {MoveCommand} command
 * @param {Color} by
 * @param {number} at
 * @param {string} uci
 * @param {number} credit
 * @param {number} net ms that count
 * @param {boolean} goesOn
 * @returns {MovedEvent}
 */
function movedEvent(state, { id }, by, at, uci, credit, net, goesOn) {
  const { clock, time } = state
  if (clock === null) {
    return id === undefined
      ? { type: 'moved', at, by, uci, left: null, credit }
      : { type: 'moved', at, by, command: id, uci, left: null, credit }
  }
  const isTimed = time.running !== null
  const { left, stage } = timeAfterMove(state, by, net, isTimed && goesOn)
  /** @type {MovedEvent} */
  const event =
    id === undefined
      ? { type: 'moved', at, by, uci, left, credit }
      : { type: 'moved', at, by, command: id, uci, left, credit }
  if (time.stage !== undefined) event.stage = stage
  if (time.periods !== undefined) event.periods = periodsAfter(state, by, net)
  return event
}

/**
 * @param {SessionState} state that is playing, before it is due
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function flag(state, command, color, now) {
  const end = state.time.running === color ? flagAt(state) : dueAt(state)
  if (end === null) return refuse(state, 'noClock')
  return now >= end
    ? endByTime(state, baseOf(command, color, now))
    : refuse(state, 'early', { ms: end - now })
}

/**
 * @param {SessionState} state
 * @param {Color} color
 * @returns {number} how many plies a takeback of that side takes back: its last move, with the answer
 */
const pliesBack = (state, color) => (turnOf(state) === color ? 2 : 1)

/**
 * @param {SessionState} state that is playing
 * @param {Color} color
 * @param {number} now Infinity asks about any later time
 * @returns {{ code: 'notAllowed' | 'offered' | 'tooEarly' | 'tooOften', ms?: number } | null} why it may not ask
 */
export function takebackRefusal(state, color, now) {
  if (!state.allow.takeback) return { code: 'notAllowed' }
  if (state.takeback !== null) return { code: 'offered' }
  if (state.ply < pliesBack(state, color)) return { code: 'tooEarly' }
  if (!hasRoom(state)) return { code: 'tooOften' }
  const { count, at } = state.declined[color]
  const until = at + BACK_OFF * Math.min(count, MOST_BACK_OFF) ** 2
  return count > 0 && now < until ? { code: 'tooOften', ms: until - now } : null
}

/**
 * @param {SessionState} state that is playing, before it is due
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function offerTakeback(state, command, color, now) {
  const refusal = takebackRefusal(state, color, now)
  if (refusal !== null) {
    return refuse(state, refusal.code, refusal.ms === undefined ? undefined : { ms: refusal.ms })
  }
  const plies = pliesBack(state, color)
  return accept(state, { type: 'takebackOffered', ...baseOf(command, color, now), plies })
}

/**
 * Clocks are kept: nothing is given back, and the time of the current move is taken.
 * @param {SessionState} state that is playing, before it is due
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function acceptTakeback(state, command, color, now) {
  if (state.takeback?.by !== otherColor(color)) return refuse(state, 'noOffer')
  const { clock, time } = state
  /** @param {Color} side */
  const left = side =>
    clock === null ? null : leftAfter(state, side, time.running === side ? now - time.since : 0)
  /** @type {TookBackEvent} */
  const event = {
    type: 'tookBack',
    ...baseOf(command, color, now),
    plies: state.takeback.plies,
    white: left('white'),
    black: left('black'),
  }
  if (time.periods !== undefined) {
    /** @param {Color} side */
    const periods = side => periodsAfter(state, side, time.running === side ? now - time.since : 0)
    event.periods = { white: periods('white'), black: periods('black') }
  }
  return accept(state, event)
}

/**
 * @param {SessionState} state that is playing, before it is due
 * @param {PlainCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function declineTakeback(state, command, color, now) {
  if (state.takeback?.by !== otherColor(color)) return refuse(state, 'noOffer')
  return accept(state, { type: 'takebackDeclined', ...baseOf(command, color, now) })
}
