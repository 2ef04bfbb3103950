// SPDX-License-Identifier: Apache-2.0
// Several engines of one kind: searches wait for the next free one.

import { isA } from '../../core/brand.js'
import type { ChessError } from '../../core/errors.js'
import { argumentError } from '../../core/errors.js'
import { checkOptions, flag, isRecord } from '../../core/options.js'
import { attempt, onAbort, quiet } from '../../core/waiting.js'
import type { PositionSource } from '../../game/position.js'
import type { StartOptions } from '../engine/engine-life.js'
import { readStartOptions } from '../engine/engine-life.js'
import { killTransport } from '../engine/kill-transport.js'
import type { OptionValue } from '../engine/option-table.js'
import type { RestartOptions } from '../engine/restart-plan.js'
import type { BestMove, Info, SearchLine } from '../engine/search.js'
import { resultOf, Search } from '../engine/search.js'
import type { PositionWords, SearchOptions } from '../engine/search-request.js'
import { ownGame, readSearch } from '../engine/search-request.js'
import { uciError } from '../errors.js'
import type { Limits } from '../text/commands.js'
import { optionKey } from '../text/options.js'
import type { Transport } from '../transports/line-transport.js'
import type { MapProgress } from './ordered-map.js'
import { checkEnds, checkProgress, checkSignal, OrderedMap } from './ordered-map.js'
import { PoolMember, SHARED } from './pool-member.js'
import { PooledTask } from './pooled-task.js'

/** The options of an EnginePool. */
export type EnginePoolOptions = {
  /** The most engines; default: `navigator.hardwareConcurrency` - 1, from 1 to 8; 1 if that is not known. */
  size?: number | undefined
  /** Options that are set in every engine; Hash and Threads are totals, which the engines share. */
  options?: Record<string, OptionValue> | ReadonlyMap<string, OptionValue> | undefined
  /** How dead engines are started again, as for Engine.start; default true. */
  restart?: StartOptions['restart']
  /** Cancels all searches and closes the pool. */
  signal?: AbortSignal | undefined
}

/** The options of an EnginePool's map(). */
export type MapOptions = {
  /** Called before each result is delivered; an error of it ends the iteration. */
  onProgress?: ((progress: MapProgress) => unknown) | undefined
  /** Ends the iteration with ERR_UCI_CANCELLED. */
  signal?: AbortSignal | undefined
  /**
   * Whether each position is a new game (`ucinewgame`), so that no result depends on an engine's earlier searches;
   * default false.
   */
  newGames?: boolean | undefined
  /** Lines of each search, as of a search. */
  multipv?: number | undefined
  /** Options of the engine for these searches, as of a search. */
  options?: SearchOptions['options']
  /** The game of all positions, as of a search. */
  game?: unknown
}

const NAMES = ['size', 'options', 'restart', 'signal']
const MAP_NAMES = ['onProgress', 'signal', 'newGames', 'multipv', 'options', 'game']
const LARGEST_SIZE = 1024
const LARGEST_DEFAULT_SIZE = 8

/**
 * Engines of one kind. A search waits for the next free engine, in the order of the calls; none cancels another. An
 * engine starts when a search would wait without it, up to `size` of them. When one dies, another one replaces it, and
 * its search is repeated, once, on the next free engine.
 */
export class EnginePool {
  #transport: () => Transport
  #size: number
  /** How many engines there may be; less after failed starts. */
  #room: number
  #options: [name: string, value: OptionValue][]
  #restart: number | boolean | (() => Transport) | RestartOptions | undefined
  /** Are dead engines started again? */
  #isReplacing: boolean
  #members: Set<PoolMember> = new Set()
  /** Could not be started, and have not ended yet. */
  #failed: Set<PoolMember> = new Set()
  #waiting: PooledTask[] = []
  #running: Set<PooledTask> = new Set()
  /** with which searches reject, after the pool's end */
  #error: ChessError | undefined
  #closing: Promise<void> | undefined
  #unlisten = () => {}
  /** Aborted, with the same error, at the pool's end. */
  #controller = new AbortController()

  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(EnginePool, 'name', { value: 'EnginePool', configurable: true })
  }

  /**
   * Makes a pool, whose engines are started when they are needed.
   * @param transport makes a new transport, for each engine and each restart
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(transport: () => Transport, options?: EnginePoolOptions) {
    if (typeof transport !== 'function') {
      killTransport(transport)
      throw argumentError(
        'A pool needs a function that makes a transport: () => workerTransport(url)',
        transport,
      )
    }
    const given = checkOptions(options, NAMES)
    this.#transport = transport
    this.#size = this.#room = readSize(given.size)
    this.#options = readOptions(given.options)
    this.#restart = given.restart ?? true
    // A pool can make its transports again.
    const { restart } = readStartOptions({ again() {} } as never, { restart: this.#restart })
    this.#isReplacing = restart.tries > 0
    const signal = checkSignal(given.signal)
    const abort = () =>
      this.#end(uciError('ERR_UCI_CANCELLED', 'the pool was aborted', { cause: signal?.reason }))
    if (signal?.aborted) abort()
    else if (signal !== undefined) this.#unlisten = onAbort(signal, abort)
  }

  /** The most engines. */
  get size(): number {
    return this.#size
  }

  /**
   * Starts a search as soon as an engine is free.
   * @param limits default: one second
   * @param options `queue` has no effect: searches of a pool always wait their turn
   * @returns its `best` also rejects as Engine.start() and Engine's search() do, for what only the engine knows:
   *   ERR_UCI_OPTION, ERR_UCI_VARIANT; and with ERR_UCI_ENGINE_DEAD when two engines died in it, no engine can be
   *   started, or the pool was closed
   * @throws {ChessError} for bad arguments, synchronously: ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_GAME_STOPPED,
   *   ERR_ARGUMENT
   */
  search(position: PositionSource | PositionWords, limits?: Limits, options?: SearchOptions): Search {
    return new Search(this.#search(position, limits, options))
  }

  /**
   * The result of a search.
   * @param limits default: one second
   * @returns the best move, with the newest info about its line
   * @throws {ChessError} as search() throws and as `best` rejects
   */
  bestMove(
    position: PositionSource | PositionWords,
    limits?: Limits,
    options?: SearchOptions,
  ): Promise<BestMove & { info: Info | null }> {
    return attempt(() => resultOf(this.#search(position, limits, options)))
  }

  /**
   * Searches many positions on all engines. Positions are read as results are taken, at most twice as many ahead as
   * the pool has engines. Leaving the loop early stops the searches that run and closes the source.
   * @param positions a game is copied when it is read, and may be changed afterwards
   * @param limits for each; default: one second
   * @returns the `lines` of each position's search, in order; an empty array if there is no legal move
   * @throws {ChessError} ERR_ARGUMENT; while iterating, at the turn of the position that fails, as search() throws and
   *   as `best` rejects; what the source throws
   */
  map(
    positions: Iterable<PositionSource | PositionWords> | AsyncIterable<PositionSource | PositionWords>,
    limits?: Limits,
    options?: MapOptions,
  ): OrderedMap<PositionSource | PositionWords, SearchLine[]> {
    const given = checkOptions(options, MAP_NAMES)
    const { onProgress, multipv, options: engineOptions, game }: MapOptions = given
    const signal = checkSignal(given.signal)
    const newGames = flag('newGames', given.newGames, false)
    checkProgress(onProgress)
    checkEnds(limits)
    return new OrderedMap(positions, {
      ahead: 2 * this.#size,
      onProgress,
      signal,
      end: this.#controller.signal,
      start: (position, signal) =>
        this.bestMove(position, limits, {
          multipv,
          options: engineOptions,
          game: newGames ? Symbol('new game') : game,
          signal,
        }).then(({ lines }) => lines),
    })
  }

  /**
   * Ends all engines; every search that runs or waits rejects with ERR_UCI_ENGINE_DEAD. A second call only waits.
   * @returns when they have ended; it never rejects
   */
  close(): Promise<void> {
    return this.#end(uciError('ERR_UCI_ENGINE_DEAD', 'the pool was closed'))
  }

  /** The same as close(), where the runtime has Symbol.asyncDispose. */
  async [Symbol.asyncDispose]() {
    await this.close()
  }

  #search(
    position: PositionSource | PositionWords,
    limits: Limits | undefined,
    options: SearchOptions | undefined,
  ): PooledTask {
    // Throws for all that is wrong without knowing the engine.
    const checked = readSearch(undefined, position, limits, options)
    checked.finish({ move: null, ponder: null })
    checked.leave()
    const task = new PooledTask(ownGame(position), limits && { ...limits }, { ...options })
    if (this.#error !== undefined) task.fail(this.#error)
    if (task.settled) return task
    this.#waiting.push(task)
    this.#assign()
    return task
  }

  /** Gives waiting searches to free engines, and starts engines for the rest. */
  #assign() {
    for (const member of this.#members) while (member.isFree && this.#runNext(member));
    if (this.#waiting.length === 0 || this.#members.size >= this.#room) return
    this.#waiting = this.#waiting.filter(task => !task.settled)
    const starting = [...this.#members].filter(member => member.isStarting).length
    for (let i = starting; i < this.#waiting.length && this.#members.size < this.#room; i++) this.#start()
  }

  /** @returns whether a search was waiting */
  #runNext(member: PoolMember): boolean {
    const task = this.#waiting.shift()
    if (task === undefined) return false
    if (!task.settled) quiet(this.#run(member, task))
    return true
  }

  async #run(member: PoolMember, task: PooledTask) {
    this.#running.add(task)
    try {
      task.finish(await member.run(task))
    } catch (cause) {
      const error = cause as ChessError
      const isRepeated = error.code === 'ERR_UCI_ENGINE_DEAD' && task.attempts === 1
      if (isRepeated && !task.settled && this.#error === undefined) {
        task.detach()
        this.#waiting.unshift(task)
      } else task.fail(error)
    }
    this.#running.delete(task)
    this.#assign()
  }

  #start() {
    const member = new PoolMember({
      transport: this.#transport,
      options: this.#options,
      size: this.#size,
      restart: this.#restart,
      onFree: () => this.#assign(),
      onEnd: error => this.#remove(member, error),
    })
    this.#members.add(member)
  }

  /** An engine could not be started, or has ended permanently. */
  #remove(member: PoolMember, error: ChessError) {
    this.#failed.add(member)
    member.started.then(() => this.#failed.delete(member))
    if (!this.#members.delete(member) || this.#error !== undefined) return
    const isLast = this.#members.size === 0
    // The others do without it. Without any other, the next search starts one.
    this.#room = isLast ? this.#size : this.#members.size
    if (isLast && !this.#isReplacing) this.#refuse(error)
    if (isLast || error.code !== 'ERR_UCI_ENGINE_DEAD')
      for (const task of this.#waiting.splice(0)) task.fail(error)
    this.#assign()
  }

  /** @param error with which searches reject from now on */
  #refuse(error: ChessError) {
    this.#error = error
    this.#controller.abort(error)
  }

  /**
   * @param error with which searches reject from now on
   * @returns when all engines have ended
   */
  #end(error: ChessError): Promise<void> {
    if (this.#closing !== undefined) return this.#closing
    this.#refuse(error)
    this.#unlisten()
    for (const task of [...this.#running, ...this.#waiting.splice(0)]) task.fail(error)
    const ends = [...this.#members].map(member => member.end())
    const failed = [...this.#failed].map(member => member.started)
    this.#closing = Promise.all([...ends, ...failed]).then(() => {})
    return this.#closing
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function readSize(size: unknown = defaultSize()): number {
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > LARGEST_SIZE)
    throw argumentError(`size is a number of engines, 1 to ${LARGEST_SIZE}`, size)
  return size
}

/** One core is left to the caller. */
function defaultSize() {
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1
  return Math.min(Math.max(cores - 1, 1), LARGEST_DEFAULT_SIZE)
}

/** @throws {ChessError} ERR_ARGUMENT */
function readOptions(options: unknown = {}): [name: string, value: OptionValue][] {
  const fits: boolean = isA(options, 'Map') || isRecord(options)
  if (typeof options !== 'object' || options === null || !fits)
    throw argumentError('Options are an object, or a Map', options)
  const entries = isA(options, 'Map') ? [...options] : Object.entries(options)
  for (const [name, value] of entries) {
    if (typeof name !== 'string') throw argumentError("An option's name is a string", name)
    if (SHARED.includes(optionKey(name)) && !(Number.isInteger(value) && value > 0))
      throw argumentError(`${name} is the pool's total, a whole number above 0`, value)
  }
  return entries
}

// If that symbol is missing, the method above is named 'undefined'.
if (!Symbol.asyncDispose) Reflect.deleteProperty(EnginePool.prototype, 'undefined')
