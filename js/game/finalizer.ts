// SPDX-License-Identifier: Apache-2.0
// Frees the games that are collected without stop(), and their slots in C.

import { wasm } from '../core/wasm.js'
import type { Game } from './game.js'
import { WATCH } from './internals.js'

const collected: FinalizationRegistry<number> | undefined =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry(handle => wasm.binbo_game_forget(handle))

/**
 * Games that are not registered there yet: they are registered when the current task ends, or when there are many.
 * A game stopped before that leaves nothing behind, so that a loop of new and stop() keeps memory level.
 * (Registering at once with an unregister token does so too, at three times the cost.)
 */
const newcomers: Game[] = []
const MOST_NEWCOMERS = 1024

/** @param game a new one */
export function watchLater(game: Game) {
  if (collected === undefined) return
  const count = newcomers.push(game)
  if (count === 1) queueMicrotask(watchNewcomers)
  else if (count === MOST_NEWCOMERS) watchNewcomers()
}

function watchNewcomers() {
  for (const game of newcomers) watch(game)
  newcomers.length = 0
}

/** @param game which may have been stopped */
export function watch(game: Game) {
  const handle = game[WATCH]()
  if (handle !== 0) collected?.register(game, handle)
}

/** @param watched whether it was registered: C then forgets it in the finalizer */
export function free(handle: number, watched: boolean) {
  if (watched) wasm.binbo_game_free(handle)
  else wasm.binbo_game_forget(handle)
}
