// SPDX-License-Identifier: Apache-2.0
// The live Game of a state: a cache that avoids replaying the moves. It is not part of the state.

import { Game } from '../game/game.js'
import type { SessionState } from './state.js'

/**
 * A Game, and the only state that has its position; null while the Game is being changed. Older states, and states of
 * other decisions, build their own Game.
 */
export type Live = {
  game: Game
  state: SessionState | null
  /** no later position can be dead before this ply; a takeback makes another Game */
  lookAt: number
}

/**
 * By `state.players`, an object that the states of a game share from move to move: with states as keys, each move would
 * write to the map.
 */
const entries: WeakMap<SessionState['players'], Live> = new WeakMap()

/**
 * @returns the Live of the state. To change its Game, first set its state to null, and afterwards to the next state of
 *   the same players
 */
export function liveOf(state: SessionState): Live {
  const known = entries.get(state.players)
  if (known?.state === state) return known
  const game = new Game({ fen: state.fen ?? undefined, variant: state.variant, draws: state.draws })
  if (state.ply > 0) for (const uci of state.moves.split(' ')) game.move(uci)
  known?.game.stop()
  const live = { game, state, lookAt: 0 }
  entries.set(state.players, live)
  return live
}

/** @returns the Game in the state's position; borrowed, valid until the next call, must not be changed */
export const liveGame = (state: SessionState): Game => liveOf(state).game

/**
 * Passes the Game, if there is one, on to the state after an event.
 * @param replay brings it to the position after the event, or returns false; undefined: the position stays the same
 */
export function carryLive<Event>(
  state: SessionState,
  next: SessionState,
  event: Event,
  replay?: ((game: Game, event: Event) => boolean) | undefined,
) {
  const live = entries.get(state.players)
  if (live?.state !== state) return
  live.state = null
  if (replay !== undefined && !replay(live.game, event)) return
  live.state = next
  if (next.players === state.players) return
  entries.delete(state.players)
  entries.set(next.players, live)
}
