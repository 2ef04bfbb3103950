// SPDX-License-Identifier: Apache-2.0
// Starts engines: Stockfish and Fairy-Stockfish in Web Workers of this page, with threads where the browser allows them,
// or a remote one. It is loaded with the first engine, and with it what only engines need of the package.

/// <reference path="../page/built.d.ts" />

import { ChessError } from 'binbo'
import { Engine, webSocketTransport, workerTransport } from 'binbo/uci'
import { setting } from '../page/settings.js'
import { filesOf, SINGLE, VARIANTS_FILES, VARIANTS_WASM, WITH_THREADS } from './engine-files.js'
import { OF_VARIANTS, plays, programFor, sharesMemory } from './engine-variants.js'

/** @import { Variant } from 'binbo' */
/** @import { Program } from './engine-variants.js' */
/** @import { EngineSource } from './source.js' */

/** Defaults: enough for a game, and not too much for a phone. Hash tables in MB. */
const MAX_DEFAULT_THREADS = 4
const DEFAULT_HASH = 32
/** Above 1,024 the engine dies; browsers of phones die much earlier. */
const MAX_HASH = 512
/** Milliseconds: the first visit loads the engine over a slow connection. */
const START_TIMEOUT = 90_000
/** Milliseconds: an engine with threads, its files loaded, takes one or two seconds on a slow phone. */
const THREADS_TIMEOUT = 10_000

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
 * Starts the chosen engine, or where that does not play the variant, Fairy-Stockfish.
 * @param {EngineSource} source
 * @param {Variant} variant
 * @param {AbortSignal} signal ends the start, and later the engine
 * @returns {Promise<{ engine: Engine, program: Program }>}
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED; ERR_UCI_VARIANT: no engine here plays the variant
 */
export async function startEngine(source, variant, signal) {
  const program = programFor(source, variant)
  const engine = await startProgram(program, signal)
  if (plays(engine.options, variant)) return { engine, program }
  await engine.quit()
  if (signal.aborted) throw new ChessError('ERR_UCI_CANCELLED')
  return { engine: await startProgram(OF_VARIANTS, signal), program: OF_VARIANTS }
}

/**
 * @param {Program} program
 * @param {AbortSignal} signal ends the start, and later the engine
 * @returns {Promise<Engine>}
 * @throws {ChessError} as startEngine()
 */
function startProgram(program, signal) {
  if (program.kind === 'builtin') return startBuiltIn(signal)
  if (program.kind === 'variants') return startOfVariants(signal)
  const { url, token } = program
  return Engine.start(webSocketTransport(url, { token: token || undefined }), { signal })
}

/**
 * Starts Fairy-Stockfish. The page has none of its networks: it evaluates positions without.
 * @param {AbortSignal} signal ends the start, and later the engine
 * @returns {Promise<Engine>}
 * @throws {ChessError} as startEngine()
 */
async function startOfVariants(signal) {
  if (!sharesMemory()) throw new ChessError('ERR_UCI_VARIANT', 'Fairy-Stockfish needs shared memory')
  const wasm = new URL(VARIANTS_WASM, document.baseURI)
  const transport = () => workerTransport(new URL(WORKERS['fairy-worker'], location.href), { wasm })
  // No other engine is at hand: on a slow machine the last try may take as long as it needs.
  return startThreads(transport, VARIANTS_FILES, signal, START_TIMEOUT, { 'Use NNUE': false })
}

/**
 * Starts Stockfish, with threads if possible.
 * @param {AbortSignal} signal ends the start, and later the engine
 * @returns {Promise<Engine>}
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
 */
async function startBuiltIn(signal) {
  const from = (/** @type {string} */ script) => workerTransport(new URL(script, document.baseURI))
  if (!sharesMemory() || cores() === 1) return start(from(SINGLE), signal)
  try {
    return await startThreads(() => from(WITH_THREADS), filesOf(WITH_THREADS), signal, THREADS_TIMEOUT)
  } catch (error) {
    if (signal.aborted) throw error
    // Threads also need memory, and Workers inside of Workers, which some browsers refuse.
    return start(from(SINGLE), signal)
  }
}

/**
 * Starts an engine with threads; if it hangs, once more. In Firefox one start of twenty hangs when the engine waits for a
 * Worker inside its own. The files are loaded first, so that a slow connection is not taken for a hanging engine.
 * @param {() => import('binbo/uci').Transport} transport
 * @param {readonly string[]} files of the engine
 * @param {AbortSignal} signal
 * @param {number} patience of the last try, in milliseconds
 * @param {Record<string, boolean>} [options]
 */
async function startThreads(transport, files, signal, patience, options) {
  await load(files, signal)
  const begun = performance.now()
  try {
    return await start(transport(), signal, options, THREADS_TIMEOUT)
  } catch (error) {
    if (signal.aborted || performance.now() - begun < THREADS_TIMEOUT) throw error
    return start(transport(), signal, options, patience)
  }
}

/**
 * Loads files into the browser's cache. Failures are left to the engine, which names them, as are connections that hang.
 * @param {readonly string[]} files
 * @param {AbortSignal} signal ends it
 */
async function load(files, signal) {
  const loadOne = async (/** @type {string} */ file) =>
    (await fetch(new URL(file, document.baseURI), { signal })).blob()
  const late = new Promise(resolve => setTimeout(resolve, START_TIMEOUT))
  await Promise.race([late, Promise.allSettled(files.map(loadOne))])
}

/**
 * @param {import('binbo/uci').Transport} transport
 * @param {AbortSignal} signal
 * @param {Record<string, boolean>} [options]
 * @param {number} [handshakeTimeout] milliseconds
 */
async function start(transport, signal, options = {}, handshakeTimeout = START_TIMEOUT) {
  const engine = await Engine.start(transport, { signal, handshakeTimeout })
  signal.addEventListener('abort', () => engine.quit(), { once: true })
  for (const [name, value] of Object.entries({ ...options, ...startOptions() })) {
    try {
      await engine.setOption(name, value)
    } catch (error) {
      // The engine keeps its own value. If the option killed it, the next command fails.
      if (!(error instanceof ChessError && error.code === 'ERR_UCI_OPTION')) throw error
    }
  }
  return engine
}
