// SPDX-License-Identifier: Apache-2.0
// Moves. Most commands and events are moves, so states are written as literals: spreads cost several times as much.

import type { VariantWinReason } from '../../core/generated/bindings.js'
import type { Game } from '../../game/game.js'
import type { Color } from '../../game/squares.js'
import type { DrawReason, Status } from '../../game/status.js'
import { allowanceOf, nextQuota, periodsAfter, runningAt, timeAfterMove } from '../clock.js'
import { isDeadNow } from '../dead.js'
import type { CommandBase, CommandTable, EventBase, EventTable, FieldRule } from '../family.js'
import { optional, PLY, refuse } from '../family.js'
import type { Live } from '../live.js'
import { liveOf } from '../live.js'
import type { SessionState, SessionTime } from '../state.js'
import { byOf, remember, turnOf, withColor } from '../state.js'
import { endedEvent, endWith, late } from './end.js'

/** The fields of the command 'move'. */
export type MoveFields = {
  type: 'move'
  /** The ply of the state for which the move was chosen. */
  ply: number
  uci: string
  /** The connection's round trip in ms, measured by the server. */
  lag?: number | undefined
}
/** Plays a move. */
export type MoveCommand = CommandBase & MoveFields
/** The fields of the event 'moved'. */
export type MovedFields = {
  type: 'moved'
  /** Such as 'e2e4', 'e7e8q', 'N@f3'; castling in Game's notation */
  uci: string
  /** The mover's clock, in ms, including increment and stage; null without a clock. */
  left: number | null
  /** The lag credit that was used, ms. */
  credit: number
  /** How many stages the mover has entered. */
  stage?: number
  /** Byo-yomi periods that the mover has left. */
  periods?: number
  /** The plies that the mover's takeback offer covers now. */
  takeback?: number
}
/** A move was played. */
export type MovedEvent = EventBase & MovedFields
/** The commands of moves. */
export type MoveCommands = MoveCommand
/** The events of moves. */
export type MoveEvents = MovedEvent
/** The refusals of 'move'. */
export type MoveRefusal = 'stale' | 'notYourTurn' | 'paused' | 'illegal'
/** The ends by the rules of the game, and by the server's limit of moves. */
export type RuleEnd = 'checkmate' | Exclude<DrawReason, 'manual'> | VariantWinReason | 'too_long'

/** The most plies of a game, which is then drawn. */
const MOST_PLIES = 600

const UCI = /^(?:[a-h][1-8][a-h][1-8][nbrqk]?|[PNBRQ]@[a-h][1-8])$/

/** The field of a move. */
export const UCI_MOVE: FieldRule = {
  fits: uci => typeof uci === 'string',
  form: "a move in UCI, such as 'e2e4'",
}
const LAG = optional({
  fits: lag => typeof lag === 'number' && lag >= 0 && lag < Infinity,
  form: 'a number of milliseconds',
})

export const commands: CommandTable<MoveCommands> = {
  move: {
    fields: { ply: PLY, uci: UCI_MOVE, lag: LAG },
    permits: (state, color) => turnOf(state) === color && !state.time.vacation?.paused,
    decide(state, command, color, now, came) {
      if (command.ply !== state.ply) return refuse(state, 'stale', { ply: state.ply })
      if (turnOf(state) !== color) return refuse(state, 'notYourTurn')
      if (state.time.vacation?.paused) return refuse(state, 'paused')
      const live = liveOf(state)
      const { game } = live
      const { uci } = command
      if (!isLegal(game, uci)) return refuse(state, 'illegal')
      const isTimed = state.time.running !== null
      const spent = isTimed ? came - state.time.since : 0
      const credit = isTimed ? Math.min(Math.floor(command.lag ?? 0), state.lag[color], spent) : 0
      if (isTimed && spent - credit >= allowanceOf(state, color)) return late(state, now)
      live.state = null
      const played = canonical(game, uci)
      const status = game.move(played.uci)
      const text = played.isCastling ? (game.lastMove?.uci ?? uci) : played.uci
      const outcome = outcomeOf(state, status, live)
      const event = movedEvent(state, command, color, now, text, credit, spent - credit, outcome === null)
      const after = events.moved.fold(state, event)
      live.state = after
      if (outcome === null) return { ok: true, state: after, events: [event] }
      const ended = endedEvent(after, { at: now }, outcome)
      return { ok: true, state: endWith(after, ended), events: [event, ended] }
    },
  },
}

export const events: EventTable<MoveEvents> = {
  moved: {
    code: 'm',
    fields: { uci: 'text', left: 'int?', credit: 'int' },
    optional: { stage: 'int', periods: 'int', takeback: 'int' },
    fold(state, event) {
      const { clock, lag, time, seen, draw } = state
      const { at, uci, left, credit, stage, periods, takeback, command } = event
      const by = byOf(event)
      const isWhite = by === 'white'
      const ply = state.ply + 1
      const moves = state.ply === 0 ? uci : `${state.moves} ${uci}`
      moves.charCodeAt(0) // flattens the string, to half the size of a chain of parts
      const running = runningAt(clock, ply, isWhite ? 'black' : 'white')
      const after: SessionTime = isWhite
        ? { white: left, black: time.black, running, since: at }
        : { white: time.white, black: left, running, since: at }
      if (time.stage !== undefined) after.stage = withColor(time.stage, by, stage)
      if (time.periods !== undefined) after.periods = withColor(time.periods, by, periods)
      if (time.vacation !== undefined) after.vacation = time.vacation
      // Free first moves neither use nor earn credit.
      const quota = time.running === null ? lag[by] : nextQuota(clock, lag[by], credit)
      const moved: SessionState = {
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
        time: after,
        lag: isWhite ? { white: quota, black: lag.black } : { white: lag.white, black: quota },
        draw: draw === by ? draw : null,
        drawAt: state.drawAt,
        takeback: takeback === undefined ? null : { by, plies: takeback },
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
      if (state.dead !== undefined) moved.dead = state.dead
      if (state.tags !== undefined) moved.tags = state.tags
      return moved
    },
    // An illegal move comes from a damaged log; building the position reports it later.
    replay: (game, { uci }) => game.tryMove(uci).ok,
  },
}

/** @param uci as it was sent */
export function isLegal(game: Game, uci: string): boolean {
  return uci.length <= 5 && UCI.test(uci) && game.isLegal(uci)
}

/**
 * The spelling of logs: promotion to a queen is explicit, castling is in Game's notation.
 * @param game before the move
 * @param uci legal
 */
function canonical(game: Game, uci: string): { uci: string; isCastling: boolean } {
  const rank = uci[3]
  if (uci.length !== 4 || uci[1] === '@' || (rank !== '1' && rank !== '8')) return { uci, isCastling: false }
  const type = game.pieceAt(uci.slice(0, 2))?.type
  if (type === 'pawn') return { uci: `${uci}q`, isCastling: false }
  return { uci, isCastling: type === 'king' && uci[1] === rank }
}

/**
 * @param state before a move
 * @param status after it
 * @param live after it
 * @returns null while the game goes on
 */
function outcomeOf(
  state: SessionState,
  status: Status,
  live: Live,
): { winner: Color | null; reason: RuleEnd } | null {
  if (!status.over) {
    const ply = state.ply + 1
    if (isDeadNow(state, live, ply)) return { winner: null, reason: 'dead_position' }
    return ply >= MOST_PLIES ? { winner: null, reason: 'too_long' } : null
  }
  if (status.type === 'checkmate') return { winner: status.winner, reason: 'checkmate' }
  if (status.type === 'variant_win') return { winner: status.winner, reason: status.reason }
  return { winner: null, reason: status.reason as RuleEnd }
}

/**
 * @param state before the move
 * @param net ms that count
 */
function movedEvent(
  state: SessionState,
  { id }: MoveCommand,
  by: Color,
  at: number,
  uci: string,
  credit: number,
  net: number,
  goesOn: boolean,
): MovedEvent {
  const { clock, time } = state
  const isEarning = goesOn && time.running !== null
  const { left, stage } = clock === null ? { left: null, stage: 0 } : timeAfterMove(state, by, net, isEarning)
  const event: MovedEvent =
    id === undefined
      ? { type: 'moved', at, by, uci, left, credit }
      : { type: 'moved', at, by, command: id, uci, left, credit }
  if (time.stage !== undefined) event.stage = stage
  if (time.periods !== undefined) event.periods = periodsAfter(state, by, net)
  // Like an offer of a draw, it outlasts the player's own move, which would then be taken back.
  if (state.takeback !== null && state.takeback.by === by) event.takeback = 1
  return event
}
