// SPDX-License-Identifier: Apache-2.0
// Stockfish in Web Workers of this page: with threads where the browser allows it, else without.

import { ChessError } from 'binbo'
import { Engine, workerTransport } from 'binbo/uci'
import { setting } from '../page/settings.js'
import { SINGLE, WITH_THREADS } from './engine-files.js'

/** Enough for a game, and little enough for a phone. */
const MOST_THREADS_BY_ITSELF = 4
const HASH = 32
/** The first visit over a slow connection loads the engine within this, in milliseconds. */
const LOADING = 90_000

/** Not every browser that says that it is isolated has the memory that threads share. */
const sharesMemory = () => Boolean(globalThis.crossOriginIsolated) && 'SharedArrayBuffer' in globalThis

const cores = () => navigator.hardwareConcurrency || 1

/** How far people may go. Above 1 GB of hash the engine dies, and a phone's browser long before. */
export const MOST = { Threads: cores(), Hash: 512 }

/** What it is started with; one processor is left to the page. */
const startOptions = () => ({
  Threads: Math.min(setting('engine-threads', Math.min(cores() - 1, MOST_THREADS_BY_ITSELF)), MOST.Threads),
  Hash: Math.min(setting('engine-hash', HASH), MOST.Hash),
})

/**
 * @param {AbortSignal} signal gives up
 * @returns {Promise<Engine>}
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
 */
export async function startBuiltIn(signal) {
  if (!sharesMemory() || cores() === 1) return start(SINGLE, signal)
  try {
    return await start(WITH_THREADS, signal)
  } catch (error) {
    if (signal.aborted) throw error
    // Threads want more of the browser than it may have told: memory, and Workers inside of Workers.
    return start(SINGLE, signal)
  }
}

/**
 * @param {string} script
 * @param {AbortSignal} signal
 */
async function start(script, signal) {
  const transport = workerTransport(new URL(script, document.baseURI))
  const engine = await Engine.start(transport, { signal, handshakeTimeout: LOADING })
  signal.addEventListener('abort', () => engine.quit(), { once: true })
  for (const [name, value] of Object.entries(startOptions())) {
    try {
      await engine.setOption(name, value)
    } catch (error) {
      // It goes on with a value of its own; whether it has died of this, the next command tells.
      if (!(error instanceof ChessError && error.code === 'ERR_UCI_OPTION')) throw error
    }
  }
  return engine
}
