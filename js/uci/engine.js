// SPDX-License-Identifier: Apache-2.0
// An engine that speaks UCI, whatever carries its lines: one thing at a time, and no wait without an end.

import { callContained, Emitter } from '../core/emitter.js'
import { argumentError, chessError } from '../core/errors.js'
import { attempt, quiet } from '../core/waiting.js'
import { claimTransport, EngineLife } from './engine-life.js'
import { JobQueue } from './job-queue.js'
import { Search } from './search.js'
import { checkVariant, readRoot, readSearch } from './search-request.js'
import { SearchRun } from './search-run.js'
import { checkTransport, readStartOptions } from './start-options.js'
import { checkLine } from './text/check-line.js'

/** @typedef {import('../core/errors.js').ChessError} ChessError */
/** @typedef {import('../game/game.js').Game} Game */
/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./option-table.js').OptionChange} OptionChange */
/** @typedef {import('./position.js').PositionWords} PositionWords */
/** @typedef {import('./position.js').Root} Root */
/** @typedef {import('./search.js').BestMove} BestMove */
/** @typedef {import('./search.js').Info} Info */
/** @typedef {import('./search.js').SearchTask} SearchTask */
/** @typedef {import('./search-request.js').SearchOptions} SearchOptions */
/** @typedef {import('./start-options.js').StartOptions} StartOptions */
/** @typedef {import('./start-options.js').StartSettings} StartSettings */
/** @typedef {import('./text/limits.js').Limits} Limits */
/** @typedef {import('./text/option.js').UciOption} UciOption */
/** @typedef {import('./text/parse-line.js').UciMessage} UciMessage */
/** @typedef {import('./transports/line-transport.js').Transport} Transport */

/** @typedef {'line' | 'exit' | 'error'} EngineEvent */
/** @typedef {string | number | boolean | undefined} OptionValue */

/** Stockfish 15 deadlocks on some of these during a search; `ponderhit` is for a search of command() alone. */
const OURS = new Set(['go', 'position', 'setoption', 'ucinewgame', 'uci', 'ponderhit'])
const PRIVATE = Symbol('Engine.start')
/** @type {BestMove} */
const NO_MOVE = Object.freeze({ move: null, ponder: null })

/**
 * Tells the engine of the game's position and waits until it has taken it.
 * @type {(engine: Engine, game: Game) => Promise<void>}
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_VARIANT, ERR_GAME_STOPPED
 */
export let sendPosition

/**
 * An engine, started by Engine.start. It does one thing at a time: a search that is running is stopped for
 * whatever comes next, and of the searches that wait only the newest is run. When the engine dies (it exits, is
 * silent for too long, its connection is lost) everything that waits rejects with one ERR_UCI_ENGINE_DEAD.
 */
export class Engine {
  static {
    // Minifiers rename classes, and people read the names.
    Object.defineProperty(Engine, 'name', { value: 'Engine', configurable: true })

    sendPosition = (engine, game) => engine.#sendPosition(game)
  }

  #settings
  #life
  #jobs = new JobQueue()
  /** @type {Emitter<EngineEvent>} */
  #emitter = new Emitter(['line', 'exit', 'error'])
  /** @type {SearchRun | undefined} between `go` and `bestmove` */
  #running
  /** Was a search begun by command()? */
  #rawSearch = false

  /**
   * @param {Transport} transport a new one: workerTransport(), webSocketTransport(), processTransport(), …
   * @param {StartOptions} [options]
   * @returns {Promise<Engine>} when the engine has said who it is and that it is ready
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD with the cause, ERR_UCI_CANCELLED, ERR_ARGUMENT
   */
  static start(transport, options) {
    return attempt(() => {
      checkTransport(transport)
      claimTransport(transport)
      try {
        const engine = new Engine(PRIVATE, readStartOptions(transport, options))
        return quiet(engine.#life.start(transport).then(() => engine))
      } catch (error) {
        callContained(() => transport.kill(), [])
        throw error
      }
    })
  }

  /**
   * @internal
   * @param {unknown} key
   * @param {StartSettings} settings
   */
  constructor(key, settings) {
    if (key !== PRIVATE) throw argumentError('engines are made by await Engine.start(transport)')
    this.#settings = settings
    this.#life = new EngineLife(settings, {
      onLine: line => this.#hear(line),
      onMessage: message => this.#understand(message),
      onOpen: connection => this.#jobs.open(connection),
      onClose: error => this.#close(error),
      onExit: error => this.#emitter.emit('exit', error, this.#complain),
    })
  }

  /** @returns {Readonly<{ name: string, author: string }>} who the engine says it is */
  get id() {
    return this.#life.id
  }

  /** @returns {ReadonlyMap<string, UciOption>} by name; `value` is what it is now, and setOption() changes it */
  get options() {
    return this.#life.options
  }

  /** @returns {boolean} whether the engine has ended for good; asked for anything, it answers ERR_UCI_ENGINE_DEAD */
  get dead() {
    return this.#life.error !== undefined
  }

  /**
   * @param {string} name in any case
   * @param {string | number | boolean} [value] none for a button
   * @returns {Promise<void>} when the engine has taken it; nothing is sent when it has that value
   * @throws {ChessError} ERR_UCI_OPTION for a name, type or range that it does not take, ERR_UCI_ENGINE_DEAD
   */
  setOption(name, value) {
    return attempt(() => this.#change([this.#life.table.check(name, value)]))
  }

  /**
   * Changes several options, all or none.
   * @param {Record<string, OptionValue> | ReadonlyMap<string, OptionValue>} options by name; undefined presses a button
   * @returns {Promise<void>} when the engine has taken them
   * @throws {ChessError} ERR_UCI_OPTION, ERR_UCI_ENGINE_DEAD, ERR_ARGUMENT
   */
  setOptions(options) {
    return attempt(() => {
      if (typeof options !== 'object' || options === null || Array.isArray(options))
        throw argumentError('options are an object, or a Map', options)
      const entries = options instanceof Map ? [...options] : Object.entries(options)
      return this.#change(entries.map(([name, value]) => this.#life.table.check(name, value)))
    })
  }

  /**
   * Tells the engine that the next position is of another game.
   * @returns {Promise<void>} when it has forgotten the last one
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  newGame() {
    return this.#do(connection => {
      this.#life.newGameSent = true
      connection.send('ucinewgame')
      return connection.ready(this.#settings.readyTimeout)
    })
  }

  /**
   * @returns {Promise<void>} when the engine has done what it was told before; during a search it answers at once
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  isReady() {
    const ask = (/** @type {Connection} */ connection) => connection.ready(this.#settings.readyTimeout)
    const { connection } = this.#life
    if (connection === undefined || this.#jobs.pressing) return this.#do(ask, { gentle: true })
    return quiet(ask(connection))
  }

  /**
   * Sends a line as it is. Its answers are 'line' events.
   * @param {string} line
   * @throws {ChessError} ERR_UCI_LINE, ERR_UCI_BUSY for what an engine takes only between searches,
   *   ERR_UCI_ENGINE_DEAD, ERR_ARGUMENT
   */
  command(line) {
    checkLine(line)
    const { connection, error, table } = this.#life
    if (error !== undefined) throw error
    if (connection === undefined) throw chessError('ERR_UCI_BUSY', 'it is being restarted', { input: line })
    const [word, next] = line.trim().toLowerCase().split(/\s+/, 2)
    const isBusy = word === 'ponderhit' ? this.#jobs.busy : this.#jobs.busy || this.#rawSearch
    if (isBusy && OURS.has(word)) throw chessError('ERR_UCI_BUSY', '', { input: line })
    // Stockfish counts moves without a `bestmove` at the end.
    if (word === 'go' && next !== 'perft') this.#rawSearch = true
    if (word === 'setoption') table.forget()
    if (word === 'isready') quiet(connection.next('readyok'))
    if (word === 'stop' && this.#running !== undefined) this.#running.stop()
    else connection.send(line)
  }

  /**
   * Starts a search; one that is running is stopped, and cancelled as those that wait are.
   * @param {Game | PositionWords} position
   * @param {Limits} [limits] none: a second
   * @param {SearchOptions} [options]
   * @returns {Search}
   * @throws {ChessError} for bad arguments at once: ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_UCI_OPTION,
   *   ERR_UCI_VARIANT, ERR_GAME_STOPPED, ERR_ARGUMENT
   */
  search(position, limits, options) {
    return new Search(this.#search(position, limits, options))
  }

  /**
   * The result of a search.
   * @param {Game | PositionWords} position
   * @param {Limits} [limits] none: a second
   * @param {SearchOptions} [options]
   * @returns {Promise<BestMove & { info: Info | null }>} with what was last said about the best line
   * @throws {ChessError} as search() throws and `best` rejects
   */
  bestMove(position, limits, options) {
    return attempt(() => {
      const task = this.#search(position, limits, options)
      task.infos.close()
      return quiet(task.best.then(best => ({ ...best, info: task.info(best.move) })))
    })
  }

  /**
   * Calls back at every line of the engine ('line', with the line), when it has died or quit ('exit', with the
   * error) and when something went wrong that is no end ('error': an illegal move, or whatever a listener threw).
   * @overload
   * @param {'line'} event
   * @param {(line: string) => void} listener
   * @returns {this}
   */
  /**
   * @overload
   * @param {'exit'} event
   * @param {(error: ChessError) => void} listener
   * @returns {this}
   */
  /**
   * @overload
   * @param {'error'} event
   * @param {(error: unknown) => void} listener
   * @returns {this}
   */
  /**
   * @param {EngineEvent} event
   * @param {(value: any) => void} listener
   * @returns {this}
   * @throws {ChessError} ERR_ARGUMENT
   */
  on(event, listener) {
    this.#emitter.on(event, listener)
    return this
  }

  /**
   * @param {EngineEvent} event
   * @param {(value: any) => void} listener
   * @returns {this}
   * @throws {ChessError} ERR_ARGUMENT
   */
  off(event, listener) {
    this.#emitter.off(event, listener)
    return this
  }

  /**
   * Ends the engine; everything that waits rejects with ERR_UCI_ENGINE_DEAD. The second time it only waits.
   * @returns {Promise<void>} when it has ended; it never rejects
   */
  quit() {
    return this.#life.quit()
  }

  /** The same as quit(), where the runtime has Symbol.asyncDispose. */
  async [Symbol.asyncDispose]() {
    await this.quit()
  }

  /** @param {string} line */
  #hear(line) {
    this.#running?.heard()
    callContained(this.#settings.onLine, [line], this.#complain)
    this.#emitter.emit('line', line, this.#complain)
  }

  /** @param {UciMessage} message */
  #understand(message) {
    if (message.kind === 'info') this.#running?.offer(message.info)
    if (message.kind !== 'bestmove') return
    this.#running?.end()
    this.#running = undefined
    this.#rawSearch = false
  }

  /** @param {ChessError} error */
  #close(error) {
    this.#running = undefined
    this.#rawSearch = false
    this.#jobs.close(error)
  }

  /** @param {unknown} fault of the engine, or of a listener */
  #complain = fault => this.#emitter.emit('error', fault)

  /**
   * @param {OptionChange[]} changes
   */
  #change(changes) {
    const life = this.#life
    // What changes nothing disturbs no search.
    const isSettled = life.connection !== undefined && !this.#jobs.changing
    if (isSettled && changes.every(change => life.table.isCurrent(change))) {
      this.#remember(changes)
      return Promise.resolve()
    }
    return this.#do(async connection => {
      // A restart may have brought another engine.
      const checked = changes.map(({ name, value }) => life.table.check(name, value))
      if (life.table.send(connection, checked)) await connection.ready(this.#settings.readyTimeout)
      this.#remember(checked) // not before: what an engine dies of is not sent again
    })
  }

  /** @param {OptionChange[]} changes */
  #remember(changes) {
    for (const change of changes) if (change.text !== undefined) this.#life.wanted.set(change.key, change)
  }

  /** @param {Game} game */
  async #sendPosition(game) {
    const root = readRoot(this.#life.table, game)
    try {
      await this.#do(connection => {
        this.#setVariant(connection, root)
        connection.send(root.command)
        return connection.ready(this.#settings.readyTimeout)
      })
    } finally {
      root.free()
    }
  }

  /**
   * @param {unknown} position
   * @param {unknown} limits
   * @param {unknown} options
   * @returns {SearchTask}
   */
  #search(position, limits, options) {
    const task = readSearch(this.#life.table, position, limits, options)
    if (this.#life.error !== undefined) task.fail(this.#life.error)
    // What is settled by now asks for nothing, and stops nothing.
    if (task.settled) {
      task.leave()
      return task
    }
    this.#jobs.add({
      task,
      run: connection => this.#runSearch(task, connection),
      done: best => task.finish(best),
      fail: error => {
        const isNews = error.code === 'ERR_UCI_MOVE' && !task.settled
        task.fail(error)
        if (isNews) this.#complain(error)
      },
    })
    return task
  }

  /**
   * @param {(connection: Connection) => Promise<unknown>} run
   * @param {{ gentle?: boolean }} [how] a Job's
   * @returns {Promise<void>}
   */
  #do(run, how) {
    const done = new Promise((/** @type {(value?: void) => void} */ resolve, reject) => {
      if (this.#life.error !== undefined) return reject(this.#life.error)
      this.#jobs.add({
        run: async connection => {
          if (!how?.gentle) await this.#endRawSearch(connection)
          return run(connection)
        },
        done: () => resolve(),
        fail: reject,
        ...how,
      })
    })
    return quiet(done)
  }

  /**
   * @param {SearchTask} task
   * @param {Connection} connection
   * @returns {Promise<BestMove>} without a move when nobody waits for it any more
   */
  async #runSearch(task, connection) {
    const { root, multipv } = task.request
    if (task.settled || root.hasNoMoves) return NO_MOVE
    await this.#endRawSearch(connection)
    this.#setVariant(connection, root)
    this.#setMultipv(connection, multipv)
    await connection.ready(this.#settings.readyTimeout)
    if (task.settled) return NO_MOVE
    const run = new SearchRun(task, connection, this.#settings)
    this.#running = run
    task.handler = run
    try {
      const best = await run.go(this.#jobs.pressing)
      this.#life.prove()
      return best
    } finally {
      run.end()
      if (this.#running === run) this.#running = undefined
    }
  }

  /**
   * Stops a search that command() has started.
   * @param {Connection} connection
   */
  async #endRawSearch(connection) {
    if (!this.#rawSearch) return
    const answer = connection.next('bestmove', this.#settings.stopTimeout)
    connection.send('stop')
    await answer
  }

  /**
   * @param {Connection} connection
   * @param {Root} root
   */
  #setVariant(connection, root) {
    const { table } = this.#life
    checkVariant(table, root) // a restart may have brought another engine
    if (table.has('UCI_Chess960'))
      table.send(connection, [table.check('UCI_Chess960', root.variant === 'chess960')])
  }

  /**
   * @param {Connection} connection
   * @param {number | undefined} multipv
   */
  #setMultipv(connection, multipv) {
    const { table, wanted } = this.#life
    if (table.has('MultiPV'))
      table.send(connection, [table.check('MultiPV', multipv ?? wanted.get('multipv')?.value ?? 1)])
  }
}

// Without that symbol the method above has got the name 'undefined'.
if (!Symbol.asyncDispose) Reflect.deleteProperty(Engine.prototype, 'undefined')
