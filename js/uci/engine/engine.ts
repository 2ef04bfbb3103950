// SPDX-License-Identifier: Apache-2.0
// An engine that speaks UCI over any transport: one job at a time, and every wait ends.

import { Emitter, reportFault, runCallback } from '../../core/callbacks.js'
import type { ChessError } from '../../core/errors.js'
import { argumentError } from '../../core/errors.js'
import { showAs } from '../../core/inspect.js'
import { attempt, quiet } from '../../core/waiting.js'
import type { Game } from '../../game/game.js'
import type { PositionSource } from '../../game/position.js'
import { uciError } from '../errors.js'
import type { Limits } from '../text/commands.js'
import { readCommand } from '../text/commands.js'
import { checkLine } from '../text/lines.js'
import type { UciOption } from '../text/options.js'
import type { UciMessage } from '../text/parse-line.js'
import type { Transport } from '../transports/line-transport.js'
import type { EngineConnection } from './connection.js'
import type { StartOptions, StartSettings } from './engine-life.js'
import { checkTransport, claimTransport, EngineLife, readStartOptions } from './engine-life.js'
import { JobQueue } from './job-queue.js'
import { killTransport } from './kill-transport.js'
import type { OptionChange, OptionValue } from './option-table.js'
import type { Restart } from './restart-plan.js'
import type { Answer, BestMove, Info, SearchTask, Turn } from './search.js'
import { resultOf, Search } from './search.js'
import type { PositionWords, SearchOptions } from './search-request.js'
import { readRoot, readSearch } from './search-request.js'
import { Preparation, Thinking } from './thinking.js'

/** The events of an Engine, for on() and off(). */
export type EngineEvent = 'line' | 'exit' | 'restart' | 'error'

/** Stockfish 15 deadlocks on some of these during a search; `ponderhit` is only for a search of command(). */
const BETWEEN_SEARCHES = new Set(['go', 'position', 'setoption', 'ucinewgame', 'uci', 'ponderhit'])
const PRIVATE = Symbol('Engine.start')
const NO_MOVE: Answer = Object.freeze({ move: null, ponder: null })

/**
 * Sends the game's position to the engine and waits until it has taken it.
 * id: what a search gets as `game`
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_VARIANT, ERR_GAME_STOPPED
 */
export let sendPosition: (engine: Engine, game: Game, id: object) => Promise<void>

/**
 * Starts a search for a UciGame. Other searches wait for it, and it waits for searches that do not give way.
 * @throws {ChessError} ERR_UCI_VARIANT, ERR_GAME_STOPPED
 */
export let searchGame: (engine: Engine, game: Game, limits: Limits, options: GameSearchOptions) => SearchTask

/**
 * Starts a search.
 * @throws {ChessError} as Engine's search()
 */
export let startSearch: (
  engine: Engine,
  position: PositionSource,
  limits: Limits | undefined,
  options: SearchOptions,
) => SearchTask

/** Starts the search of a task. */
export let startTask: (engine: Engine, task: SearchTask) => SearchTask

type GameSearchOptions = {
  /** identifies it, as among SearchOptions */
  game: object
  signal: AbortSignal
  /** true: the search is refused by a busy engine, and gives way to any other job until ponderHit() */
  ponder?: boolean
}

/**
 * An engine, started by Engine.start. It does one job at a time. A new search replaces the last one: that is cancelled,
 * whether running or waiting. Searches with `queue: true` wait their turn instead; they replace none, and none replaces
 * them. Any other job, such as an option or a new game, stops a running search, or waits for one with `queue: true`.
 * When the engine dies (it exits, is silent for too long, its connection is lost) everything that waits rejects with
 * one ERR_UCI_ENGINE_DEAD.
 */
export class Engine {
  static {
    showAs(Engine, 'Engine', ({ id, dead }) => ({ name: id.name, dead }))

    startSearch = (engine, position, limits, options) => engine.#search(position, limits, options)
    startTask = (engine, task) => engine.#start(task)
    sendPosition = (engine, game, id) => engine.#sendPosition(game, id)
    searchGame = (engine, game, limits, options) => {
      const task = engine.#search(game, limits, options, options.ponder ? 'idle' : 'game')
      task.infos.close()
      return task
    }
  }

  #settings: StartSettings
  #life: EngineLife
  #preparation: Preparation
  #jobs = new JobQueue()
  #emitter: Emitter<EngineEvent> = new Emitter(['line', 'exit', 'restart', 'error'])
  /** between `go` and `bestmove` */
  #thinking: Thinking | undefined
  /** Did command() start a search that runs? */
  #rawSearch = false

  /**
   * Starts an engine; resolves after `uciok` and `readyok`.
   * @param transport a new one: workerTransport(), webSocketTransport(), processTransport(), …
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD with the cause, ERR_UCI_CANCELLED, ERR_ARGUMENT
   */
  static start(transport: Transport, options?: StartOptions): Promise<Engine> {
    return attempt(() => {
      checkTransport(transport)
      claimTransport(transport)
      try {
        const engine = new Engine(PRIVATE, readStartOptions(transport, options))
        return quiet(engine.#life.start(transport).then(() => engine))
      } catch (error) {
        killTransport(transport)
        throw error
      }
    })
  }

  /** @hideconstructor */
  constructor(key: unknown, settings: StartSettings) {
    if (key !== PRIVATE) throw argumentError('Engines are created by await Engine.start(transport)')
    this.#settings = settings
    this.#life = new EngineLife(settings, {
      onLine: line => this.#onLine(line),
      onMessage: message => this.#onMessage(message),
      onInfo: words => this.#thinking?.offer(words),
      onOpen: connection => this.#jobs.open(connection),
      onClose: error => this.#close(error),
      onExit: error => this.#emitter.emit('exit', error, this.#onFault),
      onRestart: restart => this.#emitter.emit('restart', restart, this.#onFault),
    })
    this.#preparation = new Preparation(this.#life)
  }

  /** The engine's name and author, from its `id` lines. */
  get id(): Readonly<{ name: string; author: string }> {
    return this.#life.id
  }

  /** The engine's options by name; `value` is the current one, and setOption() changes it. */
  get options(): ReadonlyMap<string, UciOption> {
    return this.#life.options
  }

  /** Whether the engine has ended permanently; every request rejects with ERR_UCI_ENGINE_DEAD. */
  get dead(): boolean {
    return this.#life.error !== undefined
  }

  /**
   * Returns when the engine has taken it; nothing is sent if it has that value already.
   * @param name in any case
   * @param value none for a button
   * @throws {ChessError} ERR_UCI_OPTION for an unknown name, a wrong type or range; ERR_UCI_ENGINE_DEAD
   */
  setOption(name: string, value?: string | number | boolean): Promise<void> {
    return attempt(() => this.#change([this.#life.table.check(name, value)]))
  }

  /**
   * Changes several options, all or none.
   * @param options by name; undefined presses a button
   * @returns when the engine has taken them
   * @throws {ChessError} ERR_UCI_OPTION, ERR_UCI_ENGINE_DEAD, ERR_ARGUMENT
   */
  setOptions(options: Record<string, OptionValue> | ReadonlyMap<string, OptionValue>): Promise<void> {
    return attempt(() => this.#change(this.#life.table.checkAll(options)))
  }

  /**
   * Announces that the next position belongs to another game.
   * @returns when the engine has cleared what it knew of the last one
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  newGame(): Promise<void> {
    return this.#do(connection => {
      this.#preparation.announceGame(connection)
      return connection.ready(this.#settings.readyTimeout)
    })
  }

  /**
   * Returns when the engine has done all earlier work; during a search most engines answer at once, and the others are
   *   asked again when the search is over.
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  isReady(): Promise<void> {
    const ask = (connection: EngineConnection) => connection.ready(this.#settings.readyTimeout)
    const { connection } = this.#life
    if (connection === undefined || this.#jobs.pressing) return this.#do(ask, { gentle: true })
    return quiet(ask(connection))
  }

  /**
   * Sends a line. The answers are 'line' events.
   * @param line sent unchanged, except for upper case in the name of a command and blanks before it
   * @throws {ChessError} ERR_UCI_LINE, ERR_UCI_BUSY for a command that needs an idle engine,
   *   ERR_UCI_ENGINE_DEAD, ERR_ARGUMENT
   */
  command(line: string) {
    checkLine(line)
    const { connection, error, table } = this.#life
    if (error !== undefined) throw error
    if (connection === undefined) throw uciError('ERR_UCI_BUSY', 'it is being restarted', { input: line })
    const { word, next, text } = readCommand(line)
    const isBusy = word === 'ponderhit' ? this.#jobs.busy : this.#jobs.busy || this.#rawSearch
    if (isBusy && BETWEEN_SEARCHES.has(word)) throw uciError('ERR_UCI_BUSY', '', { input: line })
    if (word === 'setoption') table.forget(text)
    if (word === 'isready') connection.userReady(text, this.#settings.readyTimeout)
    else if (word === 'stop' && this.#thinking !== undefined) this.#thinking.stop()
    else if (word === 'go' && next !== 'perft') {
      // Stockfish ends `go perft` without a `bestmove`.
      this.#rawSearch = true
      connection.go(text, true)
    } else connection.send(text)
  }

  /**
   * Starts a search. The last search without `queue: true` is cancelled, whether it runs or waits.
   * @param limits default: one second
   * @throws {ChessError} for bad arguments, synchronously: ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_UCI_OPTION,
   *   ERR_UCI_VARIANT, ERR_GAME_STOPPED, ERR_ARGUMENT
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
   * Adds a listener for every line of the engine.
   * @throws {ChessError} ERR_ARGUMENT
   */
  on(event: 'line', listener: (line: string) => void): this
  /**
   * Adds a listener for the engine's death or end; it gets the error.
   * @throws {ChessError} ERR_ARGUMENT
   */
  on(event: 'exit', listener: (error: ChessError) => void): this
  /**
   * Adds a listener for restarts after a death; it gets the attempt and its delay.
   * @throws {ChessError} ERR_ARGUMENT
   */
  on(event: 'restart', listener: (restart: Restart) => void): this
  /**
   * Adds a listener for errors that do not end the engine: an illegal move, or what a listener throws. Without one, the latter goes
   * to reportError(), or to the console.
   * @throws {ChessError} ERR_ARGUMENT
   */
  on(event: 'error', listener: (error: unknown) => void): this
  on(event: EngineEvent, listener: (value: never) => void): this {
    this.#emitter.on(event, listener)
    return this
  }

  /**
   * Removes a listener.
   * @throws {ChessError} ERR_ARGUMENT
   */
  off(event: EngineEvent, listener: (value: never) => void): this {
    this.#emitter.off(event, listener)
    return this
  }

  /**
   * Ends the engine; everything that waits rejects with ERR_UCI_ENGINE_DEAD. A second call only waits.
   * @returns when it has ended; it never rejects
   */
  quit(): Promise<void> {
    return this.#life.quit()
  }

  /** The same as quit(), where the runtime has Symbol.asyncDispose. */
  async [Symbol.asyncDispose]() {
    await this.quit()
  }

  #onLine(line: string) {
    this.#thinking?.heard()
    runCallback(this.#settings.onLine, [line], this.#onFault)
    this.#emitter.emit('line', line, this.#onFault)
  }

  #onMessage(message: UciMessage) {
    if (message.kind !== 'bestmove') return
    this.#thinking?.answered()
    this.#thinking = undefined
    this.#rawSearch = false
  }

  #close(error: ChessError) {
    this.#thinking = undefined
    this.#rawSearch = false
    this.#jobs.close(error)
  }

  /** @param error of a listener: passed to the listeners of 'error', if any */
  #onFault = (error: unknown) => {
    if (!this.#emitter.emit('error', error)) reportFault(error)
  }

  #change(changes: OptionChange[]) {
    const life = this.#life
    // A change to the current value does not stop a search.
    const isSettled = life.connection !== undefined && !this.#jobs.changing
    if (isSettled && changes.every(change => life.table.isCurrent(change))) {
      this.#remember(changes)
      return Promise.resolve()
    }
    return this.#do(async connection => {
      // After a restart it may be another engine.
      const checked = changes.map(({ name, value }) => life.table.check(name, value))
      if (life.table.send(connection, checked)) await connection.ready(this.#settings.readyTimeout)
      this.#remember(checked) // only now: a value that kills the engine is not sent again
    })
  }

  #remember(changes: OptionChange[]) {
    this.#life.table.prepared = undefined
    for (const change of changes) if (change.text !== undefined) this.#life.wanted.set(change.key, change)
  }

  async #sendPosition(game: Game, id: object) {
    const root = readRoot(this.#life.table, game)
    const { readyTimeout } = this.#settings
    try {
      await this.#do(async connection => {
        if (this.#preparation.sendRules(connection, root, id)) await connection.ready(readyTimeout)
        connection.send(root.command)
        await connection.ready(readyTimeout)
      })
    } finally {
      root.free()
    }
  }

  /** @param turn default: as the options say */
  #search(position: unknown, limits: unknown, options: unknown, turn?: Turn): SearchTask {
    const task = readSearch(this.#life.table, position, limits, options)
    task.turn = turn ?? task.turn
    return this.#start(task)
  }

  #start(task: SearchTask): SearchTask {
    if (this.#life.error !== undefined) task.fail(this.#life.error)
    // A search that is settled already has no effect on others.
    if (task.settled) {
      task.leave()
      return task
    }
    this.#jobs.add({
      task,
      run: connection => this.#runSearch(task, connection),
      done: answer => task.finish(answer),
      fail: error => {
        const isNew = error.code === 'ERR_UCI_MOVE' && !task.settled
        task.fail(error)
        if (isNew) this.#emitter.emit('error', error)
      },
    })
    return task
  }

  /** @param how as of a Job */
  #do(run: (connection: EngineConnection) => Promise<unknown>, how?: { gentle?: boolean }): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
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

  /** @returns the answer; it has no move if the search has been settled */
  async #runSearch(task: SearchTask, connection: EngineConnection): Promise<Answer> {
    if (task.settled || (!task.isPlain && task.parameters.root.hasNoMoves)) return NO_MOVE
    if (!task.isPlain || this.#rawSearch) await this.#endRawSearch(connection)
    task.expectLines(this.#preparation.send(connection, task.parameters))
    if (!task.isPlain || !connection.isReady) await connection.ready(this.#settings.readyTimeout)
    if (task.settled) return NO_MOVE
    const thinking = new Thinking(task, connection, this.#settings)
    this.#thinking = thinking
    task.handler = thinking
    try {
      const answer = await thinking.go(this.#jobs.pressing && task.turn === 'newest')
      this.#life.resetRestarts()
      return answer
    } finally {
      thinking.end()
      if (this.#thinking === thinking) this.#thinking = undefined
    }
  }

  /** Stops a search that command() has started. */
  async #endRawSearch(connection: EngineConnection) {
    if (!this.#rawSearch) return
    const answer = connection.next('bestmove', this.#settings.stopTimeout)
    connection.send('stop')
    await answer
  }
}

// If that symbol is missing, the method above is named 'undefined'.
if (!Symbol.asyncDispose) Reflect.deleteProperty(Engine.prototype, 'undefined')
