// SPDX-License-Identifier: Apache-2.0
// Frees the C slot of a game that was garbage-collected without stop().

import { wasm } from '../core/wasm.js'
import type { Game } from './game.js'
import { WATCH } from './internals.js'

const collected: FinalizationRegistry<number> | undefined =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry(handle => wasm.binbo_game_forget(handle))

/**
 * Games that are not yet registered: they are registered when the current task ends, or when there are many. Games that are
 * stopped before are never registered, so a loop of new and stop() needs no more memory. (Registering at once with an
 * unregister token has the same effect at three times the cost.)
 */
const unregistered: Game[] = []
const MOST_UNREGISTERED = 1024

/** @param game a new game */
export function watchLater(game: Game) {
  if (collected === undefined) return
  const count = unregistered.push(game)
  if (count === 1) queueMicrotask(registerAll)
  else if (count === MOST_UNREGISTERED) registerAll()
}

function registerAll() {
  for (const game of unregistered) watch(game)
  unregistered.length = 0
}

/** @param game it may have been stopped */
export function watch(game: Game) {
  const handle = game[WATCH]()
  if (handle !== 0) collected?.register(game, handle)
}

/** @param watched whether the game was registered: otherwise no finalizer will call binbo_game_forget() */
export function free(handle: number, watched: boolean) {
  if (watched) wasm.binbo_game_free(handle)
  else wasm.binbo_game_forget(handle)
}
