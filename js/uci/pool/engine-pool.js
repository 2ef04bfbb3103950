// SPDX-License-Identifier: Apache-2.0
// Several engines of one kind: searches wait for the next free one.

import { isA } from '../../core/brand.js'
import { argumentError, chessError } from '../../core/errors.js'
import { checkOptions, flag } from '../../core/options.js'
import { attempt, onAbort, quiet } from '../../core/waiting.js'
import { readStartOptions } from '../engine/engine-life.js'
import { resultOf, Search } from '../engine/search.js'
import { ownGame, readSearch } from '../engine/search-request.js'
import { optionKey } from '../text/options.js'
import { checkEnds, checkProgress, checkSignal, OrderedMap } from './ordered-map.js'
import { PoolMember, SHARED } from './pool-member.js'
import { PooledTask } from './pooled-task.js'

/** @import { MapProgress } from './ordered-map.js' */
/** @import { StartOptions } from '../engine/engine-life.js' */
/** @import { OptionValue } from '../engine/option-table.js' */
/** @import { PositionWords, SearchOptions } from '../engine/search-request.js' */
/** @import { BestMove, Info, SearchLine } from '../engine/search.js' */
/** @import { Limits } from '../text/commands.js' */
/** @import { Transport } from '../transports/line-transport.js' */
/** @import { ChessError } from '../../core/errors.js' */
/** @import { Game } from '../../game/game.js' */
/** @import { PositionSource } from '../../game/position.js' */

/**
 * The options of an EnginePool.
 * @typedef {object} EnginePoolOptions
 * @property {number | undefined} [size] the most engines; default: `navigator.hardwareConcurrency` - 1 where there is one,
 *   1 to 8, else 1
 * @property {Record<string, OptionValue> | ReadonlyMap<string, OptionValue> | undefined} [options] options that are set in every engine;
 *   Hash and Threads are totals, which the engines share
 * @property {StartOptions['restart']} [restart] how dead engines are started again, as for Engine.start; default true
 * @property {AbortSignal | undefined} [signal] cancels all searches and closes the pool
 */

/**
 * The options of an EnginePool's map().
 * @typedef {object} MapOptions
 * @property {((progress: MapProgress) => unknown) | undefined} [onProgress] called before each result is delivered;
 *   what it throws ends the iteration
 * @property {AbortSignal | undefined} [signal] ends the iteration with ERR_UCI_CANCELLED
 * @property {boolean | undefined} [newGames] whether each position is a new game (`ucinewgame`), so that no result
 *   depends on an engine's earlier searches; default false
 * @property {number | undefined} [multipv] lines of each search, as of a search
 * @property {SearchOptions['options']} [options] options of the engine for these searches, as of a search
 * @property {unknown} [game] the game of all positions, as of a search
 */

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
  #transport
  #size
  /** How many engines there may be; less after failed starts. */
  #room
  #options
  #restart
  /** Are dead engines started again? */
  #isReplacing
  /** @type {Set<PoolMember>} */
  #members = new Set()
  /** Could not be started, and have not ended yet. @type {Set<PoolMember>} */
  #failed = new Set()
  /** @type {PooledTask[]} */
  #waiting = []
  /** @type {Set<PooledTask>} */
  #running = new Set()
  /** @type {ChessError | undefined} with which searches reject, after the pool's end */
  #error
  /** @type {Promise<void> | undefined} */
  #closing
  #unlisten = () => {}
  /** Aborted, with the same error, at the pool's end. */
  #controller = new AbortController()

  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(EnginePool, 'name', { value: 'EnginePool', configurable: true })
  }

  /**
   * Makes a pool, whose engines are started when they are needed.
   * @param {() => Transport} transport makes a new transport, for each engine and each restart
   * @param {EnginePoolOptions} [options]
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(transport, options) {
    if (typeof transport !== 'function')
      throw argumentError(
        'A pool needs a function that makes a transport: () => workerTransport(url)',
        transport,
      )
    const given = checkOptions(options, NAMES)
    this.#transport = transport
    this.#size = this.#room = readSize(given.size)
    this.#options = readOptions(given.options)
    this.#restart = /** @type {StartOptions['restart']} */ (given.restart ?? true)
    // A pool can make its transports again.
    const { restart } = readStartOptions(/** @type {any} */ ({ again() {} }), { restart: this.#restart })
    this.#isReplacing = restart.tries > 0
    const signal = checkSignal(given.signal)
    const abort = () =>
      this.#end(chessError('ERR_UCI_CANCELLED', 'the pool was aborted', { cause: signal?.reason }))
    if (signal?.aborted) abort()
    else if (signal !== undefined) this.#unlisten = onAbort(signal, abort)
  }

  /** @returns {number} the most engines */
  get size() {
    return this.#size
  }

  /**
   * Starts a search as soon as an engine is free.
   * @param {PositionSource | PositionWords} position
   * @param {Limits} [limits] default: one second
   * @param {SearchOptions} [options] `queue` has no effect: searches of a pool always wait their turn
   * @returns {Search} its `best` also rejects as Engine.start() and Engine's search() do, for what only the engine
   *   knows: ERR_UCI_OPTION, ERR_UCI_VARIANT; and with ERR_UCI_ENGINE_DEAD when two engines died in it, no engine can
   *   be started, or the pool was closed
   * @throws {ChessError} for bad arguments, synchronously: ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_GAME_STOPPED,
   *   ERR_ARGUMENT
   */
  search(position, limits, options) {
    return new Search(this.#search(position, limits, options))
  }

  /**
   * The result of a search.
   * @param {PositionSource | PositionWords} position
   * @param {Limits} [limits] default: one second
   * @param {SearchOptions} [options]
   * @returns {Promise<BestMove & { info: Info | null }>} with the newest info about the best line
   * @throws {ChessError} as search() throws and as `best` rejects
   */
  bestMove(position, limits, options) {
    return attempt(() => resultOf(this.#search(position, limits, options)))
  }

  /**
   * Searches many positions on all engines. Positions are read as results are taken, at most twice as many ahead as
   * the pool has engines. Leaving the loop early stops the searches that run and closes the source.
   * @param {Iterable<PositionSource | PositionWords> | AsyncIterable<PositionSource | PositionWords>} positions a game is copied when it is
   *   read, and may be changed afterwards
   * @param {Limits} [limits] for each; default: one second
   * @param {MapOptions} [options]
   * @returns {OrderedMap<PositionSource | PositionWords, SearchLine[]>} the `lines` of each position's search, in order; none where
   *   there is no legal move
   * @throws {ChessError} ERR_ARGUMENT; while iterating, at the turn of the position that fails, as search() throws and
   *   as `best` rejects; what the source throws
   */
  map(positions, limits, options) {
    const given = checkOptions(options, MAP_NAMES)
    const { onProgress, multipv, options: engineOptions, game } = /** @type {MapOptions} */ (given)
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
   * @returns {Promise<void>} when they have ended; it never rejects
   */
  close() {
    return this.#end(chessError('ERR_UCI_ENGINE_DEAD', 'the pool was closed'))
  }

  /** The same as close(), where the runtime has Symbol.asyncDispose. */
  async [Symbol.asyncDispose]() {
    await this.close()
  }

  /**
   * @param {PositionSource | PositionWords} position
   * @param {Limits | undefined} limits
   * @param {SearchOptions | undefined} options
   * @returns {PooledTask}
   */
  #search(position, limits, options) {
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
    const coming = [...this.#members].filter(member => member.isComing).length
    for (let i = coming; i < this.#waiting.length && this.#members.size < this.#room; i++) this.#start()
  }

  /**
   * @param {PoolMember} member
   * @returns {boolean} whether there was a search
   */
  #runNext(member) {
    const task = this.#waiting.shift()
    if (task === undefined) return false
    if (!task.settled) quiet(this.#run(member, task))
    return true
  }

  /**
   * @param {PoolMember} member
   * @param {PooledTask} task
   */
  async #run(member, task) {
    this.#running.add(task)
    try {
      task.finish(await member.run(task))
    } catch (cause) {
      const error = /** @type {ChessError} */ (cause)
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

  /**
   * An engine could not be started, or has ended permanently.
   * @param {PoolMember} member
   * @param {ChessError} error
   */
  #remove(member, error) {
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

  /** @param {ChessError} error with which searches reject from now on */
  #refuse(error) {
    this.#error = error
    this.#controller.abort(error)
  }

  /**
   * @param {ChessError} error with which searches reject from now on
   * @returns {Promise<void>} when all engines have ended
   */
  #end(error) {
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

/**
 * @param {unknown} size
 * @returns {number}
 * @throws {ChessError} ERR_ARGUMENT
 */
function readSize(size = defaultSize()) {
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > LARGEST_SIZE)
    throw argumentError(`size is a number of engines, 1 to ${LARGEST_SIZE}`, size)
  return size
}

/** One core is left to the caller. */
function defaultSize() {
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1
  return Math.min(Math.max(cores - 1, 1), LARGEST_DEFAULT_SIZE)
}

/**
 * @param {unknown} options
 * @returns {[name: string, value: OptionValue][]}
 * @throws {ChessError} ERR_ARGUMENT
 */
function readOptions(options = {}) {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw argumentError('Options are an object, or a Map', options)
  const entries = isA(options, 'Map') ? [...options] : Object.entries(options)
  for (const [name, value] of entries) {
    if (typeof name !== 'string') throw argumentError("An option's name is a string", name)
    if (SHARED.includes(optionKey(name)) && !(Number.isInteger(value) && value > 0))
      throw argumentError(`${name} is the pool's total, a whole number above 0`, value)
  }
  return entries
}

// Where that symbol is missing, the method above is named 'undefined'.
if (!Symbol.asyncDispose) Reflect.deleteProperty(EnginePool.prototype, 'undefined')
