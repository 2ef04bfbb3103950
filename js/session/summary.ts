// SPDX-License-Identifier: Apache-2.0
// Games as rows of lists: the challenges of a lobby, and a player's own games.

import type { Variant } from '../core/generated/bindings.js'
import type { Color } from '../game/squares.js'
import { otherColor } from '../game/squares.js'
import type { SessionClocks } from './clock.js'
import { clocksAt, flagAt } from './clock.js'
import type { ClockSetup } from './setup.js'
import { publicSeat } from './setup.js'
import type { SessionResult, SessionState } from './state.js'
import { turnOf } from './state.js'

/** A game that anybody may join. */
export type Challenge = {
  /** Its id. */
  game: string
  variant: Variant
  /** The start position; null for the variant's own. */
  fen: string | null
  clock: ClockSetup
  /** The free seat. */
  color: Color
  /** Without the id if anonymous. */
  creator: { id?: string; name?: string }
  /** When it was created, ms of the store's clock. */
  since: number
}

/** A game of a player. */
export type GameSummary = {
  /** Its id. */
  game: string
  status: 'waiting' | 'playing' | 'over'
  variant: Variant
  /** The start position; null for the variant's own. */
  fen: string | null
  clock: ClockSetup
  /** The player's seat. */
  color: Color
  /** Without the id if anonymous; null before an opponent has joined. */
  opponent: { id?: string; name?: string } | null
  ply: number
  /** The side to move; null unless the game is running. */
  turn: Color | null
  /** As shown at `since`, when the current move began: the running clock counts down from then. */
  clocks: SessionClocks & { since: number }
  /** When the time of the side to move is up, ms of the store's clock; null: never. */
  deadline: number | null
  result: SessionResult | null
  /** The time of the last event. */
  at: number
}

/** @param state of a game that waits for an opponent */
export function challengeOf({ id, variant, fen, clock, players, createdAt }: SessionState): Challenge {
  const { white, black } = players
  const creator = white ?? black
  return {
    game: id,
    variant,
    fen,
    clock,
    color: white === null ? 'white' : 'black',
    creator: creator === null ? {} : publicSeat(creator),
    since: createdAt,
  }
}

/** @param color the player's seat */
export function summaryOf(state: SessionState, color: Color): GameSummary {
  const { id, status, variant, fen, clock, players, ply, time, result, at } = state
  const opponent = players[otherColor(color)]
  const isPlaying = status === 'playing'
  return {
    game: id,
    status,
    variant,
    fen,
    clock,
    color,
    opponent: opponent === null ? null : publicSeat(opponent),
    ply,
    turn: isPlaying ? turnOf(state) : null,
    clocks: { ...clocksAt(state, time.since), since: time.since },
    deadline: isPlaying ? flagAt(state) : null,
    result,
    at,
  }
}
