// SPDX-License-Identifier: Apache-2.0
// The link between a game and its engine: it owns or borrows the engine, sends requests to it and passes its lines to
// the handler. It has no reference to the game, so that an unused game can be collected and its engine ended.

import { runCallback } from '../core/callbacks.js'
import type { ErrorPlace } from '../core/errors.js'
import { argumentError, ChessError } from '../core/errors.js'
import type { Game } from '../game/game.js'
import type { Companion } from '../game/game-record.js'
import { Engine, searchGame } from './engine/engine.js'
import type { BestMove, SearchTask } from './engine/search.js'
import { uciError } from './errors.js'
import type { Limits } from './text/commands.js'
import type { Transport } from './transports/line-transport.js'

/** Limits that change from move to move of the same game. */
const CLOCKS = ['wtime', 'btime', 'movestogo']

/**
 * A search of the position after the reply that the engine expects, on the opponent's time. Before a hit it gives way to
 * any other work of the engine.
 */
export class Pondering {
  /** Cancels the search. */
  controller = new AbortController()
  #task: SearchTask
  #limits: Limits
  #move: string | undefined
  #ply: number
  #changes: number

  /**
   * @param ahead the game after the expected reply; borrowed
   * @param game identifies it, as EngineLink.game
   * @param changes of the real game, counted so far
   * @throws {ChessError} as Engine.search
   */
  constructor(engine: Engine, ahead: Game, game: object, limits: Limits, changes: number) {
    this.#task = searchGame(engine, ahead, limits, { game, ponder: true, signal: this.controller.signal })
    this.#limits = limits
    this.#move = ahead.lastMove?.uci
    this.#ply = ahead.ply
    this.#changes = changes
  }

  /**
   * @param changes of it, counted so far
   * @returns whether the expected reply was played and nothing else has changed
   */
  isHit(game: Game, changes: number): boolean {
    return changes === this.#changes + 1 && game.ply === this.#ply && game.lastMove?.uci === this.#move
  }

  /** @returns whether a search with these limits would give the same result; clocks may have run on */
  matches(limits: Limits): boolean {
    return !this.#task.settled && withoutClocks(limits) === withoutClocks(this.#limits)
  }

  /**
   * The reply was played: the engine now thinks on its own time.
   * @returns the search
   */
  hit(): SearchTask {
    this.#task.turn = 'game'
    this.#task.ponderHit()
    return this.#task
  }

  stop() {
    this.controller.abort()
  }
}

function withoutClocks(limits: Limits): string {
  return JSON.stringify(Object.entries(limits).filter(([name]) => !CLOCKS.includes(name)))
}

/** Called with every line of the engine; its errors and rejections go to reportError(), or to the console. */
export type LineHandler = (line: string) => unknown

/** The option that lets an engine plan its time with pondering. */
const PONDER = 'Ponder'

export class EngineLink implements Companion {
  #engine: Engine | null = null
  /** Was the engine started here? */
  #isOwned = false
  #game = {}
  #handler: LineHandler | undefined
  /** Calls that wait for the engine. */
  #waiting = 0
  /** Changes of the game so far. */
  #changes = 0
  /** of the search that a call waits for */
  #thinking: AbortController | undefined
  /** the newest search that a call waits for, or has waited for */
  #task: SearchTask | undefined
  #pondering: Pondering | undefined
  /** of the newest attach() in progress */
  #attaching: AbortController | undefined
  #ended = false

  /** Shall the engine ponder? */
  ponder = false

  get engine(): Engine | null {
    return this.#engine
  }

  /** @throws {ChessError} ERR_UCI_NO_ENGINE */
  requireEngine(): Engine {
    if (this.#engine === null) throw uciError('ERR_UCI_NO_ENGINE')
    return this.#engine
  }

  /** The identity of the current game: a new game has another one, a changed game keeps it. */
  get game(): object {
    return this.#game
  }

  /** @returns whether a call waits for the engine, which suspends the idle timeout */
  get busy(): boolean {
    return this.#waiting > 0
  }

  /** @returns changes of the game so far */
  get changes(): number {
    return this.#changes
  }

  /** @returns whether a call waits for a search */
  get isThinking(): boolean {
    return this.#thinking !== undefined
  }

  /**
   * @param handler 'default' writes to the console
   * @throws {ChessError} ERR_ARGUMENT
   */
  setHandler(handler: LineHandler | 'default' | undefined) {
    if (handler !== undefined && handler !== 'default' && typeof handler !== 'function')
      throw argumentError("A handler is a function, 'default' or undefined", handler)
    this.#handler = handler === 'default' ? line => console.log(line) : handler
  }

  /**
   * Attaches another engine. The previous one is quit if it was started here.
   * @param source a running Engine, or a Transport, which is owned from now on
   * @param introduce sends the game to an engine that was started here
   * @returns when it is attached, and a previous engine that was owned has ended
   * @throws {ChessError} ERR_UCI_*, ERR_ARGUMENT; ERR_UCI_CANCELLED when a newer attach() or the end of the game
   *   came first. Then the previous engine stays, and a transport is killed
   */
  async attach(source: unknown, introduce: (engine: Engine) => Promise<void>): Promise<void> {
    this.#attaching?.abort(cancelled('another engine was attached'))
    const attaching = new AbortController()
    const { signal } = attaching
    this.#attaching = attaching
    this.#waiting++
    try {
      const isOwned = !(source instanceof Engine)
      const engine = isOwned ? await this.#start(source, signal) : source
      await (isOwned ? introduce(engine) : engine.isReady())
      // Few engines have it, and nothing depends on it.
      if (this.ponder) await engine.setOption(PONDER, true).catch(() => {})
      if (signal.aborted) throw signal.reason
      this.#attaching = undefined
      await this.#replace(engine, isOwned)
    } catch (error) {
      attaching.abort(error)
      throw signal.reason
    } finally {
      this.#waiting--
      if (this.#attaching === attaching) this.#attaching = undefined
    }
  }

  /** @param signal ends the engine at any time */
  async #start(transport: unknown, signal: AbortSignal): Promise<Engine> {
    const engine = await Engine.start(transport as Transport, { signal, onLine: this.#onLine })
    if (signal.aborted) engine.quit()
    else signal.addEventListener('abort', () => engine.quit(), { once: true })
    return engine
  }

  async #replace(engine: Engine, isOwned: boolean) {
    const before = this.#engine
    if (engine === before) return
    this.#drop('another engine was attached')
    const wasOwned = this.#isOwned
    this.#engine = engine
    this.#isOwned = isOwned
    if (!isOwned) engine.on('line', this.#onLine)
    if (wasOwned) await before?.quit()
    else before?.off('line', this.#onLine)
  }

  #onLine = (line: string) => runCallback(this.#handler, [line])

  /**
   * @throws {ChessError} ERR_UCI_NO_ENGINE; ERR_UCI_CANCELLED for any failure after the game has ended or another
   *   engine was attached; otherwise the error of `call`
   */
  async withEngine<T>(call: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = this.requireEngine()
    this.#waiting++
    try {
      return await call(engine)
    } catch (cause) {
      const isCancelled = cause instanceof ChessError && cause.code === 'ERR_UCI_CANCELLED'
      if (this.#ended && !isCancelled) throw cancelled('the game was stopped', { cause })
      if (this.#engine !== engine && !isCancelled) throw cancelled('another engine was attached', { cause })
      throw cause
    } finally {
      this.#waiting--
    }
  }

  /**
   * Waits for the result of a search. A search that another call waits for is cancelled.
   * @param pondering the search, if it already runs
   * @param search starts it
   * @param take called with the result, synchronously
   * @throws {ChessError} ERR_UCI_*, ERR_GAME_STOPPED
   */
  think<T>(
    pondering: Pondering | undefined,
    search: (engine: Engine, signal: AbortSignal) => SearchTask,
    take: (best: BestMove, engine: Engine) => T,
  ): Promise<T> {
    const thinking = pondering?.controller ?? new AbortController()
    const { signal } = thinking
    // A handler may search when it hears `bestmove`, before the result of that search has reached its caller.
    if (!this.#task?.answered) this.#cancelThinking('a newer search began')
    this.#thinking = thinking
    return this.withEngine(async engine => {
      try {
        const task = pondering?.hit() ?? search(engine, signal)
        this.#task = task
        const best = await task.best
        if (signal.aborted) throw signal.reason
        if (this.#thinking === thinking) this.#thinking = undefined
        return take(best, engine)
      } catch (error) {
        throw signal.aborted ? signal.reason : error
      } finally {
        if (this.#thinking === thinking) this.#thinking = undefined
      }
    })
  }

  startPondering(pondering: Pondering) {
    this.#pondering = pondering
  }

  /**
   * @param limits of the next search
   * @returns the pondering that already runs this search, owned by the caller; any other is stopped
   */
  takePondering(game: Game, limits: Limits): Pondering | undefined {
    const pondering = this.#pondering
    if (pondering?.isHit(game, this.#changes) && pondering.matches(limits)) {
      this.#pondering = undefined
      return pondering
    }
    this.stopPondering()
    return undefined
  }

  stopPondering() {
    this.#pondering?.stop()
    this.#pondering = undefined
  }

  /** The game has changed: a search for the old position is cancelled. */
  changed(game: Game, isNewGame = false) {
    this.#changes++
    if (isNewGame) this.#game = {}
    this.#cancelThinking('the game was changed while the engine was thinking')
    if (isNewGame || !this.#pondering?.isHit(game, this.#changes)) this.stopPondering()
  }

  /** The game was stopped, or collected. */
  end() {
    if (this.#ended) return
    this.#ended = true
    this.#attaching?.abort(cancelled('the game was stopped'))
    this.#drop('the game was stopped')
    if (this.#isOwned) this.#engine?.quit()
    else this.#engine?.off('line', this.#onLine)
  }

  #drop(reason: string) {
    this.#cancelThinking(reason)
    this.stopPondering()
  }

  #cancelThinking(reason: string) {
    this.#thinking?.abort(cancelled(reason))
    this.#thinking = undefined
  }
}

const cancelled = (reason: string, place?: ErrorPlace) => uciError('ERR_UCI_CANCELLED', reason, place)
