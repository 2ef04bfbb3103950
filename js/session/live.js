// SPDX-License-Identifier: Apache-2.0
// The live Game of a state: a cache that saves replaying the moves. It is never part of the state.

import { Game } from '../game/game.js'

/** @import { SessionState } from './state.js' */

/**
 * A Game, and the one state whose position it has; null while it is being changed. States that were left behind, or
 * that another decision led to, do not have it: they build their own.
 * @typedef {{ game: Game, state: SessionState | null }} Entry
 */

/**
 * By `state.players`, an object that the states of a game share from move to move: with the state as key, each move
 * would write to the map.
 * @type {WeakMap<SessionState['players'], Entry>}
 */
const entries = new WeakMap()

/**
 * @param {SessionState} state
 * @returns {Game} in the state's position; borrowed, valid until the next call, not to be changed
 */
export function liveGame(state) {
  const entry = entries.get(state.players)
  if (entry?.state === state) return entry.game
  const game = new Game({ fen: state.fen ?? undefined, variant: state.variant, draws: state.draws })
  if (state.ply > 0) for (const uci of state.moves.split(' ')) game.move(uci)
  entry?.game.stop()
  giveLive(state, game)
  return game
}

/**
 * @param {SessionState} state whose Game the caller owns from now on, to change it and give it away
 */
export function takeLive(state) {
  const entry = entries.get(state.players)
  if (entry?.state === state) entry.state = null
}

/**
 * @param {SessionState} state
 * @param {Game} game in the state's position; owned by the cache from now on
 */
export function giveLive(state, game) {
  const entry = entries.get(state.players)
  if (entry === undefined) {
    entries.set(state.players, { game, state })
  } else {
    entry.game = game
    entry.state = state
  }
}

/**
 * Passes the Game on, if there is one, to the state after an event.
 * @template Event
 * @param {SessionState} state
 * @param {SessionState} next
 * @param {((game: Game, event: Event) => boolean) | undefined} [replay] brings it to the position after the event, or says that it
 *   cannot; undefined: the position stays
 * @param {Event} [event]
 */
export function carryLive(state, next, replay, event) {
  const entry = entries.get(state.players)
  if (entry?.state !== state) return
  entry.state = null
  if (replay !== undefined && !replay(entry.game, /** @type {Event} */ (event))) return
  if (next.players !== state.players) entries.delete(state.players)
  giveLive(next, entry.game)
}
