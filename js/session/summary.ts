// SPDX-License-Identifier: Apache-2.0
// Games as rows of lists: the challenges of a lobby, and a player's own games.

import type { Variant } from '../core/generated/bindings.js'
import type { Color } from '../game/squares.js'
import { otherColor } from '../game/squares.js'
import type { SessionClocks } from './clock.js'
import { clocksAt, flagAt } from './clock.js'
import type { ClockSetup, GameTags } from './setup.js'
import { isIntegerWithin, publicSeat } from './setup.js'
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
  /** Absent: none. */
  tags?: GameTags | undefined
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
  /** Absent: none. */
  tags?: GameTags | undefined
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

/** A game that is being played. Players are without ids if anonymous. */
export type RunningGame = Omit<GameSummary, 'color' | 'opponent'> & {
  white: { id?: string; name?: string }
  black: { id?: string; name?: string }
  /** The number of connections that watch it without a seat, on all nodes. */
  watchers: number
}

/** Which running games are asked for. */
export type PlayingOptions = {
  /** Only games with this tag, [name, value]. */
  tag?: readonly [name: string, value: string] | undefined
  /** The most games, 1 to 100; default 100. */
  limit?: number | undefined
}
/** The most games of a list. */
export const MOST_SHOWN = 100

/** @param state of a game that waits for an opponent */
export function challengeOf({ id, variant, fen, clock, players, tags, createdAt }: SessionState): Challenge {
  const { white, black } = players
  const creator = white ?? black
  return {
    game: id,
    variant,
    fen,
    clock,
    color: white === null ? 'white' : 'black',
    creator: creator === null ? {} : publicSeat(creator),
    ...(tags && { tags }),
    since: createdAt,
  }
}

function shared(state: SessionState): Omit<GameSummary, 'color' | 'opponent'> {
  const { id, status, variant, fen, clock, tags, ply, time, result, at } = state
  const isPlaying = status === 'playing'
  return {
    game: id,
    status,
    variant,
    fen,
    clock,
    ...(tags && { tags }),
    ply,
    turn: isPlaying ? turnOf(state) : null,
    clocks: { ...clocksAt(state, time.since), since: time.since },
    deadline: isPlaying ? flagAt(state) : null,
    result,
    at,
  }
}

/** @param color the player's seat */
export function summaryOf(state: SessionState, color: Color): GameSummary {
  const opponent = state.players[otherColor(color)]
  return { ...shared(state), color, opponent: opponent === null ? null : publicSeat(opponent) }
}

/** @param state of a game with both players */
export function runningOf(state: SessionState, watchers: number): RunningGame {
  const { white, black } = state.players
  return {
    ...shared(state),
    white: white ? publicSeat(white) : {},
    black: black ? publicSeat(black) : {},
    watchers,
  }
}

/**
 * @param given untrusted
 * @returns the options; the reason, as text, if they are wrong
 */
export function readPlaying({ tag, limit }: { tag?: unknown; limit?: unknown }): PlayingOptions | string {
  if (tag !== undefined && !isTag(tag)) return 'tag is [name, value]'
  if (limit !== undefined && !isIntegerWithin(limit, 1, MOST_SHOWN)) return `limit is 1 to ${MOST_SHOWN}`
  return { tag, limit }
}

const isTag = (tag: unknown): tag is [name: string, value: string] =>
  Array.isArray(tag) && tag.length === 2 && tag.every(text => typeof text === 'string')
