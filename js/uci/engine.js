// SPDX-License-Identifier: Apache-2.0
// An engine that speaks UCI, whatever carries its lines: one thing at a time, and no wait without an end.

import { argumentError, chessError } from '../core/errors.js'
import { Connection } from './connection.js'
import { alarm } from './deadline.js'
import { callContained, Emitter } from './emitter.js'
import { JobQueue } from './job-queue.js'
import { OptionTable } from './option-table.js'
import { Search } from './search.js'
import { attempt, quiet } from './rejections.js'
import { checkVariant, readRoot, readSearch } from './search-request.js'
import { SearchRun } from './search-run.js'
import { checkTransport, readStartOptions } from './start-options.js'
import { checkLine } from './transports/line-transport.js'

/** @typedef {import('../core/errors.js').ChessError} ChessError */
/** @typedef {import('../game.js').Game} Game */
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

/** Stockfish 15 deadlocks on some of these during a search, and the others make no sense there. */
const BETWEEN_SEARCHES = new Set(['go', 'position', 'setoption', 'ucinewgame', 'ponderhit', 'uci'])
/** Milliseconds before the second start in a row, doubled for each that follows. */
const RESTART_DELAY = 250
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

  #id = { name: '', author: '' }
  /** @type {Map<string, UciOption>} */
  #options = new Map()
  #table = new OptionTable()
  /** What an engine that shakes hands declares. */
  #newTable = this.#table
  #settings
  /** @type {Emitter<EngineEvent>} */
  #emitter = new Emitter(['line', 'exit', 'error'])
  /** @type {Connection | undefined} undefined while it is started */
  #connection
  /** @type {ChessError | undefined} set when it is dead for good */
  #ended
  #jobs = new JobQueue()
  /** @type {SearchRun | undefined} between `go` and `bestmove` */
  #running
  /** Was `go` sent by command()? */
  #rawSearch = false
  /** @type {Map<string, OptionChange>} what the user has set, for a restart */
  #wanted = new Map()
  #newGameSent = false
  /** Restarts since the last search that went well. */
  #restarts = 0
  #cancelRestart = () => {}
  /** @type {Promise<void> | undefined} */
  #quitting

  /**
   * @param {Transport} transport a new one: workerTransport(), webSocketTransport(), processTransport(), …
   * @param {StartOptions} [options]
   * @returns {Promise<Engine>} when the engine has said who it is and that it is ready
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD with the cause, ERR_UCI_CANCELLED, ERR_ARGUMENT
   */
  static start(transport, options) {
    return attempt(() => {
      checkTransport(transport)
      try {
        const engine = new Engine(PRIVATE, readStartOptions(transport, options))
        return quiet(engine.#start(transport))
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
  }

  /** @returns {Readonly<{ name: string, author: string }>} who the engine says it is */
  get id() {
    return this.#id
  }

  /** @returns {ReadonlyMap<string, UciOption>} by name; `value` is what it is now, and setOption() changes it */
  get options() {
    return this.#options
  }

  /** @returns {boolean} whether the engine has ended for good; asked for anything, it answers ERR_UCI_ENGINE_DEAD */
  get dead() {
    return this.#ended !== undefined
  }

  /**
   * @param {string} name in any case
   * @param {string | number | boolean} [value] none for a button
   * @returns {Promise<void>} when the engine has taken it; nothing is sent when it has that value
   * @throws {ChessError} ERR_UCI_OPTION for a name, type or range that it does not take, ERR_UCI_ENGINE_DEAD
   */
  setOption(name, value) {
    return attempt(() => this.#change([this.#table.check(name, value)]))
  }

  /**
   * Changes several options, all or none.
   * @param {Record<string, string | number | boolean | undefined>} options by name; undefined presses a button
   * @returns {Promise<void>} when the engine has taken them
   * @throws {ChessError} ERR_UCI_OPTION, ERR_UCI_ENGINE_DEAD, ERR_ARGUMENT
   */
  setOptions(options) {
    return attempt(() => {
      if (typeof options !== 'object' || options === null)
        throw argumentError('options are an object', options)
      return this.#change(Object.entries(options).map(([name, value]) => this.#table.check(name, value)))
    })
  }

  /**
   * Tells the engine that the next position is of another game.
   * @returns {Promise<void>} when it has forgotten the last one
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  newGame() {
    return this.#do(connection => {
      this.#newGameSent = true
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
    if (this.#connection === undefined || this.#jobs.pressing) return this.#do(ask, { gentle: true })
    return quiet(ask(this.#connection))
  }

  /**
   * Sends a line as it is. Its answers are 'line' events.
   * @param {string} line
   * @throws {ChessError} ERR_UCI_LINE, ERR_UCI_BUSY for what an engine takes only between searches,
   *   ERR_UCI_ENGINE_DEAD, ERR_ARGUMENT
   */
  command(line) {
    checkLine(line)
    if (this.#ended !== undefined) throw this.#ended
    const [word] = line.trim().split(/\s+/, 1)
    const connection = this.#connection
    if (connection === undefined) throw chessError('ERR_UCI_BUSY', 'it is being restarted', { input: line })
    if ((this.#jobs.busy || this.#rawSearch) && BETWEEN_SEARCHES.has(word))
      throw chessError('ERR_UCI_BUSY', '', { input: line })
    if (word === 'go') this.#rawSearch = true
    if (word === 'setoption') this.#table.forget()
    if (word === 'isready') connection.next('readyok').catch(() => {})
    connection.send(line)
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
   * error) and when something went wrong that is no end ('error': an illegal move, a listener that threw).
   * @overload
   * @param {'line'} event
   * @param {(line: string) => void} listener
   * @returns {this}
   */
  /**
   * @overload
   * @param {'exit' | 'error'} event
   * @param {(error: ChessError) => void} listener
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
    this.#quitting ??= this.#quit()
    return this.#quitting
  }

  /** The same as quit(), where the runtime has Symbol.asyncDispose. */
  async [Symbol.asyncDispose]() {
    await this.quit()
  }

  /**
   * @param {Transport} transport
   * @returns {Promise<Engine>} this one
   */
  async #start(transport) {
    const { signal } = this.#settings
    const connection = this.#connect(transport)
    /** @type {ChessError | undefined} */
    let cancelled
    const abort = () => {
      cancelled = chessError('ERR_UCI_CANCELLED', 'the start was aborted', { cause: signal?.reason })
      connection.die({ message: 'the start was aborted', cause: signal?.reason })
    }
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await this.#shakeHands(connection)
      this.#open(connection)
      return this
    } catch (error) {
      throw cancelled ?? error
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /**
   * @param {Transport} transport
   * @returns {Connection}
   */
  #connect(transport) {
    const connection = new Connection(transport, {
      onLine: line => this.#hear(line),
      onMessage: message => this.#understand(message, connection),
      onDeath: error => this.#mourn(error, connection),
    })
    return connection
  }

  /** @param {Connection} connection */
  async #shakeHands(connection) {
    const { handshakeTimeout, readyTimeout } = this.#settings
    const uciok = connection.next('uciok', handshakeTimeout)
    const table = new OptionTable()
    this.#newTable = table
    connection.open()
    connection.send('uci')
    await uciok
    for (const { name, value } of this.#wanted.values()) {
      if (table.accepts(name, value)) this.#send(connection, table.change(table.check(name, value)))
    }
    if (this.#newGameSent) connection.send('ucinewgame')
    await connection.ready(readyTimeout)
  }

  /** @param {Connection} connection that has shaken hands */
  #open(connection) {
    this.#table = this.#newTable
    this.#table.publish(this.#options)
    this.#connection = connection
    this.#jobs.open(connection)
  }

  #close() {
    this.#connection = undefined
    this.#running = undefined
    this.#rawSearch = false
    this.#jobs.close()
  }

  /** @param {string} line */
  #hear(line) {
    this.#running?.heard()
    callContained(this.#settings.onLine, [line], fault => this.#complain(fault))
    this.#emitter.emit('line', line, fault => this.#complain(fault))
  }

  /**
   * @param {UciMessage} message
   * @param {Connection} connection
   */
  #understand(message, connection) {
    const isNew = connection !== this.#connection
    if (message.kind === 'info') {
      this.#running?.hear(message.info)
    } else if (message.kind === 'bestmove') {
      this.#running?.end()
      this.#running = undefined
      this.#rawSearch = false
    } else if (isNew && message.kind === 'option') this.#newTable.declare(message.option)
    else if (isNew && message.kind === 'id') this.#id[message.field] = message.value
  }

  /** @param {unknown} fault of a listener */
  #complain(fault) {
    this.#emitter.emit('error', fault)
  }

  /**
   * @param {OptionChange[]} changes
   */
  #change(changes) {
    return this.#do(async connection => {
      const commands = changes.map(change => this.#table.change(change))
      for (const command of commands) this.#send(connection, command)
      if (commands.some(command => command !== undefined)) await connection.ready(this.#settings.readyTimeout)
      // What an engine dies of is not sent again.
      for (const change of changes) if (change.text !== undefined) this.#wanted.set(change.key, change)
    })
  }

  /** @param {Game} game */
  async #sendPosition(game) {
    const root = readRoot(this.#table, game)
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
    const task = readSearch(this.#table, position, limits, options)
    if (this.#ended !== undefined) task.fail(this.#ended)
    // What is settled by now asks for nothing, and stops nothing.
    if (task.settled) {
      task.leave()
      return task
    }
    this.#jobs.add({
      task,
      run: connection => this.#runSearch(task, connection),
      done: best => task.finish(best),
      fail: error => task.fail(error),
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
      if (this.#ended !== undefined) return reject(this.#ended)
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
      this.#restarts = 0
      return best
    } catch (error) {
      const { code } = /** @type {Partial<ChessError>} */ (error)
      if (code === 'ERR_UCI_MOVE' && !task.settled) this.#complain(error)
      throw error
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
    checkVariant(this.#table, root) // a restart may have brought another engine
    if (this.#table.has('UCI_Chess960'))
      this.#send(
        connection,
        this.#table.change(this.#table.check('UCI_Chess960', root.variant === 'chess960')),
      )
  }

  /**
   * @param {Connection} connection
   * @param {number | undefined} multipv
   */
  #setMultipv(connection, multipv) {
    if (!this.#table.has('MultiPV')) return
    const value = multipv ?? this.#wanted.get('multipv')?.value ?? 1
    this.#send(connection, this.#table.change(this.#table.check('MultiPV', value)))
  }

  /**
   * @param {Connection} connection
   * @param {string | undefined} line
   */
  #send(connection, line) {
    if (line !== undefined) connection.send(line)
  }

  /**
   * @param {ChessError} error
   * @param {Connection} connection that died
   */
  #mourn(error, connection) {
    const started = this.#connection === connection || this.#restarts > 0
    this.#close()
    this.#jobs.fail(error)
    if (!started || this.#restarts >= this.#settings.restarts) this.#ended ??= error
    if (this.#ended === undefined) this.#restart()
    if (started) this.#emitter.emit('exit', error, fault => this.#complain(fault))
  }

  /** Starts the engine again, at once the first time. */
  #restart() {
    const wait = this.#restarts === 0 ? 0 : RESTART_DELAY * 2 ** (this.#restarts - 1)
    this.#restarts++
    this.#cancelRestart = alarm(wait, () => this.#startAgain())
  }

  async #startAgain() {
    try {
      const transport = this.#settings.again?.()
      checkTransport(transport)
      const connection = this.#connect(transport)
      this.#cancelRestart = () => connection.die({ message: 'it was told to quit' })
      await this.#shakeHands(connection)
      this.#open(connection)
    } catch (cause) {
      // A connection that died was mourned; else there was none.
      const { code } = /** @type {Partial<ChessError>} */ (cause ?? {})
      if (code !== 'ERR_UCI_ENGINE_DEAD')
        this.#end(chessError('ERR_UCI_ENGINE_DEAD', 'restart gave no transport', { cause }))
    }
  }

  /**
   * It is dead for good.
   * @param {ChessError} error
   */
  #end(error) {
    this.#ended ??= error
    this.#cancelRestart()
    this.#jobs.fail(error)
  }

  async #quit() {
    if (this.#ended !== undefined) return
    const error = chessError('ERR_UCI_ENGINE_DEAD', 'it was told to quit')
    const connection = this.#connection
    this.#close()
    this.#end(error)
    await connection?.quit(error)
    this.#emitter.emit('exit', error, fault => this.#complain(fault))
  }
}

// Without that symbol the method above has got the name 'undefined'.
if (!Symbol.asyncDispose) Reflect.deleteProperty(Engine.prototype, 'undefined')
