// SPDX-License-Identifier: Apache-2.0
// One engine of a pool, from its start to its end.

import { chessError } from '../../core/errors.js'
import { deadline } from '../../core/waiting.js'
import { Engine, startSearch } from '../engine/engine.js'
import { optionKey } from '../text/options.js'

/** @import { PooledTask } from './pooled-task.js' */
/** @import { StartOptions } from '../engine/engine-life.js' */
/** @import { OptionValue } from '../engine/option-table.js' */
/** @import { BestMove } from '../engine/search.js' */
/** @import { UciOption } from '../text/options.js' */
/** @import { Transport } from '../transports/line-transport.js' */
/** @import { ChessError } from '../../core/errors.js' */

/**
 * @typedef {object} MemberSettings
 * @property {() => Transport} transport
 * @property {readonly [name: string, value: OptionValue][]} options
 * @property {number} size of the pool, which shares Hash and Threads
 * @property {StartOptions['restart']} restart
 * @property {() => void} onFree it can take a search
 * @property {(error: ChessError) => void} onEnd it could not be started, or has ended permanently; at most once
 */

/** Milliseconds that a transport may take to close. */
const CLOSE_TIMEOUT = 3000
const CLOSED = 'the pool was closed'
/** Options whose values are totals of the pool. */
export const SHARED = ['hash', 'threads']

export class PoolMember {
  #settings
  /** @type {Transport | undefined} the first one */
  #transport
  /** @type {Engine | undefined} set when it has started */
  #engine
  #isReady = false
  #isRunning = false
  #hasEnded = false
  #controller = new AbortController()
  /** @type {Promise<void>} */
  #started

  /** @param {MemberSettings} settings */
  constructor(settings) {
    this.#settings = settings
    this.#started = Promise.resolve().then(() => this.#start())
  }

  /** @returns {boolean} whether it can take a search */
  get isFree() {
    return this.#isReady && !this.#isRunning && !this.#hasEnded
  }

  /** @returns {boolean} whether it starts, for the first time or again */
  get isComing() {
    return !this.#isReady && !this.#hasEnded
  }

  /** @returns {Promise<void>} when its start is over: after one that failed, when its engine has ended */
  get started() {
    return this.#started
  }

  /**
   * @param {PooledTask} task
   * @returns {Promise<BestMove>}
   * @throws {ChessError} as the engine's search() and its `best`
   */
  async run(task) {
    const engine = /** @type {Engine} */ (this.#engine)
    this.#isRunning = true
    try {
      return await task.start((...search) => startSearch(engine, ...search)).best
    } finally {
      this.#isRunning = false
    }
  }

  /** @returns {Promise<void>} when its engine has ended; it never rejects */
  async end() {
    this.#hasEnded = true
    if (this.#engine !== undefined) return this.#engine.quit()
    await deadline(new Promise(resolve => resolve(this.#transport?.close())), CLOSE_TIMEOUT)
    this.#controller.abort()
    await this.#started
  }

  async #start() {
    const { restart, onFree } = this.#settings
    /** @type {Engine | undefined} */
    let engine
    try {
      this.#transport = this.#makeTransport()
      engine = await Engine.start(this.#transport, { restart, signal: this.#controller.signal })
      await engine.setOptions(new Map(this.#shares(engine.options)))
      if (engine.dead || this.#hasEnded) throw chessError('ERR_UCI_ENGINE_DEAD', CLOSED)
      engine.on('exit', error => this.#onExit(error))
      this.#engine = engine
      this.#isReady = true
      onFree()
    } catch (error) {
      this.#fail(/** @type {ChessError} */ (error))
      await engine?.quit()
    }
  }

  /**
   * @returns {Transport} which can be made again
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  #makeTransport() {
    const make = () => {
      if (this.#hasEnded) throw chessError('ERR_UCI_ENGINE_DEAD', CLOSED)
      const transport = this.#settings.transport()
      if (Object.isExtensible(transport)) transport.again = make
      return transport
    }
    try {
      return make()
    } catch (cause) {
      throw chessError('ERR_UCI_ENGINE_DEAD', 'the function that makes transports failed', { cause })
    }
  }

  /**
   * @param {ReadonlyMap<string, UciOption>} own the engine's options
   * @returns {[name: string, value: OptionValue][]} this engine's values
   */
  #shares(own) {
    const { options, size } = this.#settings
    return options.map(([name, value]) => {
      const key = optionKey(name)
      if (!SHARED.includes(key)) return [name, value]
      const least = [...own.values()].find(option => optionKey(option.name) === key)?.min ?? 1
      return [name, Math.max(Math.floor(Number(value) / size), least)]
    })
  }

  /** @param {ChessError} error with which the engine died */
  #onExit(error) {
    const engine = /** @type {Engine} */ (this.#engine)
    this.#isReady = false
    if (engine.dead) return this.#fail(error)
    // It starts again. Another death is another 'exit'.
    engine.isReady().then(
      () => {
        this.#isReady = !engine.dead
        if (this.#isReady) this.#settings.onFree()
      },
      () => {},
    )
  }

  /** @param {ChessError} error */
  #fail(error) {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#settings.onEnd(error)
  }
}
