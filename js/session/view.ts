// SPDX-License-Identifier: Apache-2.0
// What a player or a spectator may see of a game and of its events.

import type { Variant } from '../core/generated/bindings.js'
import { startFenOf } from '../game/fen.js'
import type { Game } from '../game/game.js'
import type { Color } from '../game/squares.js'
import type { SessionClocks } from './clock.js'
import { clocksAt } from './clock.js'
import type { PlayerCommand, SessionEvent } from './commands.js'
import { EVENTS } from './commands.js'
import { liveGame } from './live.js'
import { permissions } from './reducer.js'
import type { ClockSetup, GameTags, Seat } from './setup.js'
import { publicSeat } from './setup.js'
import type { SessionResult, SessionState, Vacation } from './state.js'

/** The role of a viewer of a game: a player, or a spectator. */
export type SessionRole = Color | 'spectator'

/** A player, as others see them. */
export type PlayerView = {
  /** Absent for anonymous players, whose ids begin with '~'. */
  id?: string
  name?: string
  /** Since when the player is away, ms of the store's clock. */
  away: number | null
}

/**
 * The game as a client displays it. Clocks are as shown at `clocks.since`, when the current move began: the running one
 * counts down from then in the store's time, after its delay.
 */
export type SessionView = {
  id: string
  version: number
  status: 'waiting' | 'playing' | 'over'
  variant: Variant
  startFen: string
  /** Of the current position. */
  fen: string
  /** In UCI. */
  moves: string[]
  ply: number
  players: { white: PlayerView | null; black: PlayerView | null }
  clock: ClockSetup
  /** Absent: none. */
  tags?: GameTags | undefined
  clocks: SessionClocks & { since: number }
  /** In correspondence with vacation: what each player has left, and who has paused. */
  vacation?: Vacation | undefined
  /** The side that offers a draw. */
  draw: Color | null
  /** The side that offers a takeback, and the moves that it would take back now, in SAN in the order of play. */
  takeback: { by: Color; plies: number; moves: string[] } | null
  /** The side that offers a rematch, or the next game's id. */
  rematch: Color | string | null
  result: SessionResult | null
  role: SessionRole
  /** The types of commands that the viewer may send. */
  permissions: PlayerCommand['type'][]
}

/** Returns what a role may see of a game. */
export function sessionView(state: SessionState, role: SessionRole): SessionView {
  const { id, version, status, variant, moves, ply, players, away, clock, time, draw, takeback } = state
  const { rematch, result } = state
  const game = liveGame(state)
  const view: SessionView = {
    id,
    version,
    status,
    variant,
    startFen: state.fen ?? startFenOf(variant),
    fen: game.fen,
    moves: ply === 0 ? [] : moves.split(' '),
    ply,
    players: { white: playerView(players.white, away.white), black: playerView(players.black, away.black) },
    clock,
    clocks: { ...clocksAt(state, time.since), since: time.since },
    draw,
    takeback: takeback && { ...takeback, moves: lastMoves(game, takeback.plies) },
    rematch,
    result,
    role,
    permissions: permissions(state, role),
  }
  if (state.tags !== undefined) view.tags = state.tags
  if (time.vacation !== undefined) view.vacation = time.vacation
  return view
}

/**
 * @param game borrowed
 * @returns SAN
 */
function lastMoves(game: Game, count: number): string[] {
  const back = game.clone()
  const moves = Array.from({ length: count }, () => back.undo()?.san ?? '')
  back.stop()
  return moves.reverse()
}

const playerView = (seat: Seat | null, away: number | null): PlayerView | null =>
  seat === null ? null : { ...publicSeat(seat), away }

/**
 * Returns an event without what the role must not see: ids of others' commands, ids of anonymous players. Such events
 * fold to a state that shows the same game.
 * @returns the same event if nothing is hidden
 */
export function eventFor(event: SessionEvent, role: SessionRole): SessionEvent {
  const { command, ...rest } = event
  const seen: SessionEvent = command === undefined || event.by === role ? event : rest
  return EVENTS.get(seen.type)?.disguise?.(seen) ?? seen
}
