// SPDX-License-Identifier: Apache-2.0
// One engine of a pool, from its start to its end.

import type { ChessError } from '../../core/errors.js'
import { deadline } from '../../core/waiting.js'
import { Engine, startSearch } from '../engine/engine.js'
import type { StartOptions } from '../engine/engine-life.js'
import type { OptionValue } from '../engine/option-table.js'
import type { BestMove } from '../engine/search.js'
import { uciError } from '../errors.js'
import type { UciOption } from '../text/options.js'
import { optionKey } from '../text/options.js'
import type { Transport } from '../transports/line-transport.js'
import type { PooledTask } from './pooled-task.js'

type MemberSettings = {
  transport: () => Transport
  options: readonly [name: string, value: OptionValue][]
  /** of the pool, which shares Hash and Threads */
  size: number
  restart: StartOptions['restart']
  /** it can take a search */
  onFree: () => void
  /** it could not be started, or has ended permanently; at most once */
  onEnd: (error: ChessError) => void
}

/** Milliseconds that a transport may take to close. */
const CLOSE_TIMEOUT = 3000
const CLOSED = 'the pool was closed'
/** Options whose values are totals of the pool. */
export const SHARED = ['hash', 'threads']

export class PoolMember {
  #settings: MemberSettings
  /** the first one */
  #transport: Transport | undefined
  /** set when it has started */
  #engine: Engine | undefined
  #isReady = false
  #isRunning = false
  #hasEnded = false
  #controller = new AbortController()
  #started: Promise<void>

  constructor(settings: MemberSettings) {
    this.#settings = settings
    this.#started = Promise.resolve().then(() => this.#start())
  }

  /** @returns whether it can take a search */
  get isFree(): boolean {
    return this.#isReady && !this.#isRunning && !this.#hasEnded
  }

  /** @returns whether it starts, for the first time or again */
  get isStarting(): boolean {
    return !this.#isReady && !this.#hasEnded
  }

  /** @returns when its start is over: after one that failed, when its engine has ended */
  get started(): Promise<void> {
    return this.#started
  }

  /** @throws {ChessError} as the engine's search() and its `best` */
  async run(task: PooledTask): Promise<BestMove> {
    const engine = this.#engine as Engine
    this.#isRunning = true
    try {
      return await task.start((...search) => startSearch(engine, ...search)).best
    } finally {
      this.#isRunning = false
    }
  }

  /** @returns when its engine has ended; it never rejects */
  async end(): Promise<void> {
    this.#hasEnded = true
    if (this.#engine !== undefined) return this.#engine.quit()
    await deadline(new Promise(resolve => resolve(this.#transport?.close())), CLOSE_TIMEOUT)
    this.#controller.abort()
    await this.#started
  }

  async #start() {
    const { restart, onFree } = this.#settings
    let engine: Engine | undefined
    try {
      this.#transport = this.#makeTransport()
      engine = await Engine.start(this.#transport, { restart, signal: this.#controller.signal })
      await engine.setOptions(new Map(this.#sharedOptions(engine.options)))
      if (engine.dead || this.#hasEnded) throw uciError('ERR_UCI_ENGINE_DEAD', CLOSED)
      engine.on('exit', error => this.#onExit(error))
      this.#engine = engine
      this.#isReady = true
      onFree()
    } catch (error) {
      this.#fail(error as ChessError)
      await engine?.quit()
    }
  }

  /**
   * @returns which can be made again
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  #makeTransport(): Transport {
    const make = () => {
      if (this.#hasEnded) throw uciError('ERR_UCI_ENGINE_DEAD', CLOSED)
      const transport = this.#settings.transport()
      if (Object.isExtensible(transport)) transport.again = make
      return transport
    }
    try {
      return make()
    } catch (cause) {
      throw uciError('ERR_UCI_ENGINE_DEAD', 'the function that makes transports failed', { cause })
    }
  }

  /**
   * @param own the engine's options
   * @returns this engine's values
   */
  #sharedOptions(own: ReadonlyMap<string, UciOption>): [name: string, value: OptionValue][] {
    const { options, size } = this.#settings
    return options.map(([name, value]) => {
      const key = optionKey(name)
      if (!SHARED.includes(key)) return [name, value]
      const least = [...own.values()].find(option => optionKey(option.name) === key)?.min ?? 1
      return [name, Math.max(Math.floor(Number(value) / size), least)]
    })
  }

  /** @param error with which the engine died */
  #onExit(error: ChessError) {
    const engine = this.#engine as Engine
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

  #fail(error: ChessError) {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#settings.onEnd(error)
  }
}
