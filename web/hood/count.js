// SPDX-License-Identifier: Apache-2.0
// Counting positions, by the page's own rules and by Stockfish: the same task for both, each in its Worker.

import { ChessError } from 'binbo'
import { Engine, workerTransport } from 'binbo/uci'
import { SINGLE, WITH_THREADS } from '../engine/engine-files.js'
import { startWorker } from '../page/core.js'

/** @typedef {{ fen: string, variant: import('binbo').Variant, depth: number }} Task */

/**
 * How far it is.
 * @typedef {object} Count
 * @property {number} nodes
 * @property {number} ms
 * @property {number} share of the moves, 0 to 1
 */

/**
 * @typedef {object} CountOptions
 * @property {AbortSignal} signal ends the Worker
 * @property {(count: Count) => void} onCount several times a second
 */

/** Without a word for this long, the engine will not say one. */
const SILENCE = 120_000

/**
 * @param {Task} task
 * @param {CountOptions} options
 * @returns {Promise<Count>}
 */
export function countHere(task, { signal, onCount }) {
  const worker = startWorker('perft-worker')
  /** @type {Promise<Count>} */
  const counted = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => (data.ended ? resolve(data) : onCount(data)))
    worker.addEventListener('error', event =>
      reject(new Error(event.message || 'Its Worker could not be loaded.')),
    )
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(task)
  })
  return counted.finally(() => worker.terminate())
}

/**
 * @param {Task} task
 * @param {CountOptions & { moves: number }} options moves: how many the position has
 * @returns {Promise<Count & { name: string }>} name: what the engine calls itself
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
 */
export async function countByEngine({ fen, variant, depth }, { moves, signal, onCount }) {
  const engine = await startEngine(signal)
  try {
    await engine.setOptions({ UCI_Chess960: variant === 'chess960' })
    signal.throwIfAborted()
    const words = new PerftWords(moves, onCount)
    engine.on('line', line => words.read(line))
    engine.on('exit', error => words.fail(error))
    signal.addEventListener('abort', () => words.fail(signal.reason), { once: true })
    engine.command(`position fen ${fen}`)
    await engine.isReady()
    words.begin()
    engine.command(`go perft ${depth}`)
    return { ...(await words.counted), name: engine.id.name }
  } finally {
    await engine.quit()
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<Engine>} without threads; where only the one with threads was kept for offline use, that one
 */
async function startEngine(signal) {
  const start = (/** @type {string} */ script) =>
    Engine.start(workerTransport(new URL(script, document.baseURI)), { signal })
  try {
    return await start(SINGLE)
  } catch (error) {
    if (signal.aborted || !(await globalThis.caches?.match(new URL(WITH_THREADS, document.baseURI))))
      throw error
    return start(WITH_THREADS)
  }
}

/** Reads what Stockfish says while it counts: a line for each move, the sum at the end. */
class PerftWords {
  #moves
  #onCount
  #begun = 0
  #nodes = 0
  #lines = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  /** @type {(count: Count) => void} */
  #resolve = () => {}
  /** @type {(error: unknown) => void} */
  fail = () => {}

  /** @param {number} moves @param {(count: Count) => void} onCount */
  constructor(moves, onCount) {
    this.#moves = moves
    this.#onCount = onCount
    /** @type {Promise<Count>} */
    this.counted = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.fail = reject
    }).finally(() => clearTimeout(this.#timer))
    this.counted.catch(() => {})
  }

  begin() {
    this.#begun = performance.now()
    this.#wait()
  }

  /** @param {string} line */
  read(line) {
    const [, move, nodes] = /^(?:([a-h][1-8]\S+)|Nodes searched): (\d+)$/.exec(line) ?? []
    if (nodes === undefined) return
    const ms = performance.now() - this.#begun
    if (move === undefined) return this.#resolve({ nodes: Number(nodes), ms, share: 1 })
    this.#nodes += Number(nodes)
    this.#lines++
    this.#onCount({ nodes: this.#nodes, ms, share: this.#lines / this.#moves })
    this.#wait()
  }

  #wait() {
    clearTimeout(this.#timer)
    const error = new ChessError('ERR_UCI_ENGINE_DEAD', 'it counts without an end')
    this.#timer = setTimeout(() => this.fail(error), SILENCE)
  }
}
