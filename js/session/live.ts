// SPDX-License-Identifier: Apache-2.0
// The live Game of a state: a cache that saves replaying the moves. It is never part of the state.

import { Game } from '../game/game.js'
import type { SessionState } from './state.js'

/**
 * A Game, and the one state whose position it has; null while it is being changed. States that were left behind, or
 * that another decision led to, do not have it: they build their own.
 */
export type Live = {
  game: Game
  state: SessionState | null
  /** the ply before which no position after this Game's can be dead; takebacks come with another Game */
  lookAt: number
}

/**
 * By `state.players`, an object that the states of a game share from move to move: with the state as key, each move
 * would write to the map.
 */
const entries: WeakMap<SessionState['players'], Live> = new WeakMap()

/**
 * @returns of the state. To change its Game, set its state to null first, and to the next state of the same players
 *   afterwards
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

/** @returns in the state's position; borrowed, valid until the next call, not to be changed */
export const liveGame = (state: SessionState): Game => liveOf(state).game

/**
 * Passes the Game on, if there is one, to the state after an event.
 * @param replay brings it to the position after the event, or says that it cannot; undefined: the position stays
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
