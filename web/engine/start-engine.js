// SPDX-License-Identifier: Apache-2.0
// Starts engines: Stockfish in Web Workers of this page, with threads where the browser allows them, or a remote one.
// It is loaded with the first engine, and with it what only engines need of the package.

import { ChessError } from 'binbo'
import { Engine, webSocketTransport, workerTransport } from 'binbo/uci'
import { setting } from '../page/settings.js'
import { SINGLE, WITH_THREADS } from './engine-files.js'

/** @typedef {import('./source.js').EngineSource} EngineSource */

/** Defaults: enough for a game, and not too much for a phone. Hash tables in MB. */
const MAX_DEFAULT_THREADS = 4
const DEFAULT_HASH = 32
/** Above 1,024 the engine dies; browsers of phones die much earlier. */
const MAX_HASH = 512
/** Milliseconds: the first visit loads the engine over a slow connection. */
const START_TIMEOUT = 90_000

/** Some browsers are isolated, but have no shared memory. */
const sharesMemory = () => Boolean(globalThis.crossOriginIsolated) && 'SharedArrayBuffer' in globalThis

const cores = () => navigator.hardwareConcurrency || 1

/** @returns {{ Threads: number, Hash: number }} the highest values that users may choose */
export const optionLimits = () => ({ Threads: cores(), Hash: MAX_HASH })

/** As chosen before; by default one processor is left to the page. */
function startOptions() {
  const { Threads, Hash } = optionLimits()
  return {
    Threads: Math.min(setting('engine-threads', Math.min(cores() - 1, MAX_DEFAULT_THREADS)), Threads),
    Hash: Math.min(setting('engine-hash', DEFAULT_HASH), Hash),
  }
}

/**
 * @param {EngineSource} source
 * @param {AbortSignal} signal ends the start, and later the engine
 * @returns {Promise<Engine>}
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
 */
export function startEngine(source, signal) {
  if (source.kind === 'builtin') return startBuiltIn(signal)
  const { url, token } = source
  return Engine.start(webSocketTransport(url, { token: token || undefined }), { signal })
}

/**
 * Starts Stockfish, with threads if possible.
 * @param {AbortSignal} signal ends the start, and later the engine
 * @returns {Promise<Engine>}
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
 */
async function startBuiltIn(signal) {
  if (!sharesMemory() || cores() === 1) return start(SINGLE, signal)
  try {
    return await start(WITH_THREADS, signal)
  } catch (error) {
    if (signal.aborted) throw error
    // Threads also need memory, and Workers inside of Workers, which some browsers refuse.
    return start(SINGLE, signal)
  }
}

/**
 * @param {string} script
 * @param {AbortSignal} signal
 */
async function start(script, signal) {
  const transport = workerTransport(new URL(script, document.baseURI))
  const engine = await Engine.start(transport, { signal, handshakeTimeout: START_TIMEOUT })
  signal.addEventListener('abort', () => engine.quit(), { once: true })
  for (const [name, value] of Object.entries(startOptions())) {
    try {
      await engine.setOption(name, value)
    } catch (error) {
      // The engine keeps its own value. If the option killed it, the next command fails.
      if (!(error instanceof ChessError && error.code === 'ERR_UCI_OPTION')) throw error
    }
  }
  return engine
}
