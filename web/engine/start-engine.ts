// SPDX-License-Identifier: Apache-2.0
// Starts engines: Stockfish and Fairy-Stockfish in Web Workers of this page, with threads if the browser allows them, or a
// remote engine. Loaded with the first engine, together with the parts of the package that only engines need.

/// <reference path="../page/built.d.ts" />

import type { Variant } from 'binbo'
import { ChessError } from 'binbo'
import type { Transport } from 'binbo/uci'
import { Engine, webSocketTransport, workerTransport } from 'binbo/uci'
import { setting } from '../page/settings.js'
import { SINGLE, VARIANTS_FILES, VARIANTS_WASM } from './engine-files.js'
import { builtInFiles, loadFiles } from './engine-load.js'
import type { Program } from './engine-variants.js'
import { OF_VARIANTS, plays, programFor, sharesMemory } from './engine-variants.js'
import type { EngineSource } from './source.js'

/** Defaults that suffice for a game and are not too much for a phone; hash sizes in MB. */
const MAX_DEFAULT_THREADS = 4
const DEFAULT_HASH = 32
/** The engine dies above 1,024, and browsers of phones much earlier. */
const MAX_HASH = 512
/** Milliseconds: the first visit loads the engine over a slow connection. */
const START_TIMEOUT = 90_000
/** Milliseconds: an engine with threads, its files loaded, takes one or two seconds on a slow phone. */
const THREADS_TIMEOUT = 10_000

type Report = (progress: string) => void

const cores = () => navigator.hardwareConcurrency || 1

/** @returns the highest values that users may choose */
export const optionLimits = (): { Threads: number; Hash: number } => ({ Threads: cores(), Hash: MAX_HASH })

/** @returns the saved options; by default one processor is left to the page */
function startOptions() {
  const { Threads, Hash } = optionLimits()
  return {
    Threads: Math.min(setting('engine-threads', Math.min(cores() - 1, MAX_DEFAULT_THREADS)), Threads),
    Hash: Math.min(setting('engine-hash', DEFAULT_HASH), Hash),
  }
}

/**
 * Starts the chosen engine, or Fairy-Stockfish if that engine does not play the variant.
 * @param report gets the progress of loading its files, such as '0.4 of 1.1 MB'; '' if there is none
 * @param signal ends the start, and later the engine
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED; ERR_UCI_VARIANT: no engine here plays the variant
 */
export async function startEngine(
  source: EngineSource,
  variant: Variant,
  report: Report,
  signal: AbortSignal,
): Promise<{ engine: Engine; program: Program }> {
  const program = programFor(source, variant)
  const engine = await startProgram(program, report, signal)
  if (plays(engine.options, variant)) return { engine, program }
  await engine.quit()
  if (signal.aborted) throw new ChessError('ERR_UCI_CANCELLED')
  return { engine: await startProgram(OF_VARIANTS, report, signal), program: OF_VARIANTS }
}

/**
 * @param signal ends the start, and later the engine
 * @throws {ChessError} see startEngine()
 */
function startProgram(program: Program, report: Report, signal: AbortSignal): Promise<Engine> {
  if (program.kind === 'builtin') return startBuiltIn(report, signal)
  if (program.kind === 'variants') return startOfVariants(report, signal)
  const { url, token } = program
  return Engine.start(webSocketTransport(url, { token: token || undefined }), { signal })
}

/**
 * Starts Fairy-Stockfish. The page does not have its neural networks, so it evaluates positions without them.
 * @param signal ends the start, and later the engine
 * @throws {ChessError} see startEngine()
 */
async function startOfVariants(report: Report, signal: AbortSignal): Promise<Engine> {
  if (!sharesMemory()) throw new ChessError('ERR_UCI_VARIANT', 'Fairy-Stockfish needs shared memory')
  const wasm = new URL(VARIANTS_WASM, document.baseURI)
  const transport = () => workerTransport(new URL(WORKERS['fairy-worker'], location.href), { wasm })
  // There is no other engine, so on a slow machine the last try may take long.
  await loadFiles(VARIANTS_FILES, report, signal)
  return startThreads(transport, signal, START_TIMEOUT, { 'Use NNUE': false })
}

/**
 * Starts Stockfish, with threads if possible.
 * @param signal ends the start, and later the engine
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
 */
async function startBuiltIn(report: Report, signal: AbortSignal): Promise<Engine> {
  const from = (script: string) => workerTransport(new URL(script, document.baseURI))
  const files = builtInFiles()
  const [script] = files
  await loadFiles(files, report, signal)
  if (script === SINGLE) return start(from(SINGLE), signal)
  try {
    return await startThreads(() => from(script), signal, THREADS_TIMEOUT)
  } catch (error) {
    if (signal.aborted) throw error
    // Threads need more memory, and nested Workers, which some browsers refuse.
    return start(from(SINGLE), signal)
  }
}

/**
 * Starts an engine with threads, and tries once more if it hangs. In Firefox one of twenty starts hangs when the engine waits
 * for its nested Worker. Its files are loaded before, so that a slow connection is not mistaken for a hanging engine.
 * @param lastTimeout of the second try, in milliseconds
 */
async function startThreads(
  transport: () => Transport,
  signal: AbortSignal,
  lastTimeout: number,
  options?: Record<string, boolean>,
) {
  const begun = performance.now()
  try {
    return await start(transport(), signal, options, THREADS_TIMEOUT)
  } catch (error) {
    if (signal.aborted || performance.now() - begun < THREADS_TIMEOUT) throw error
    return start(transport(), signal, options, lastTimeout)
  }
}

/** @param handshakeTimeout milliseconds */
async function start(
  transport: Transport,
  signal: AbortSignal,
  options: Record<string, boolean> = {},
  handshakeTimeout: number = START_TIMEOUT,
) {
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
