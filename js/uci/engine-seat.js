// SPDX-License-Identifier: Apache-2.0
// Where a game's engine sits: which one it is and who ends it, what is asked of it, and who hears it. It does not
// know its game, so that a game that nobody holds can be collected, and its engine ended.

import { callContained } from '../core/emitter.js'
import { argumentError, ChessError, chessError } from '../core/errors.js'
import { Engine } from './engine.js'

/** @typedef {import('../core/errors.js').ErrorPlace} ErrorPlace */
/** @typedef {import('../game/game.js').Game} Game */
/** @typedef {import('../game/game-record.js').Companion} Companion */
/** @typedef {import('./pondering.js').Pondering} Pondering */
/** @typedef {import('./search.js').BestMove} BestMove */
/** @typedef {import('./text/limits.js').Limits} Limits */
/** @typedef {import('./transports/line-transport.js').Transport} Transport */

/**
 * Hears every line of the engine; what it throws or rejects with is dropped.
 * @callback LineHandler
 * @param {string} line
 * @returns {unknown}
 */

/** The engine's option that it has to be told when it may ponder. */
const PONDER = 'Ponder'
/** No game. */
const NONE = -1

/** @implements {Companion} */
export class EngineSeat {
  /** @type {Engine | null} */
  #engine = null
  /** Was the engine started here? */
  #isOwned = false
  /** How many games there were; a change within a game does not count. */
  #game = 0
  /** Which of them the engine was told of. */
  #announced = NONE
  /** @type {LineHandler | undefined} */
  #handler
  /** How many calls wait for the engine. */
  #waiting = 0
  /** How often the game was changed. */
  #changes = 0
  /** @type {AbortController | undefined} of the search whose result somebody waits for */
  #thinking
  /** @type {Pondering | undefined} */
  #pondering
  /** @type {AbortController | undefined} of the newest attach() that is under way */
  #attaching
  #ended = false

  /** Shall the engine think in the other side's time? */
  ponder = false

  /** @returns {Engine | null} */
  get engine() {
    return this.#engine
  }

  /**
   * @returns {Engine}
   * @throws {ChessError} ERR_UCI_NO_ENGINE
   */
  requireEngine() {
    if (this.#engine === null) throw chessError('ERR_UCI_NO_ENGINE')
    return this.#engine
  }

  /** @returns {boolean} whether somebody waits for the engine: the idle timeout waits with them */
  get busy() {
    return this.#waiting > 0
  }

  /** @returns {number} how often the game was changed */
  get changes() {
    return this.#changes
  }

  /** @returns {boolean} whether somebody waits for a search */
  get isThinking() {
    return this.#thinking !== undefined
  }

  /**
   * @param {unknown} handler 'default' writes to the console
   * @throws {ChessError} ERR_ARGUMENT
   */
  setHandler(handler) {
    if (handler !== undefined && handler !== 'default' && typeof handler !== 'function')
      throw argumentError("a handler is a function, 'default' or undefined", handler)
    this.#handler = handler === 'default' ? line => console.log(line) : /** @type {LineHandler} */ (handler)
  }

  /**
   * Takes another engine; the one before it is quit when it was started here.
   * @param {unknown} source an Engine that runs, or a Transport, which is owned from now on
   * @param {(engine: Engine) => Promise<void>} tell tells a started engine of the game
   * @returns {Promise<void>} when it is there, and an owned one before it has ended
   * @throws {ChessError} ERR_UCI_*, ERR_ARGUMENT; ERR_UCI_CANCELLED when a newer attach() or the end of the game came
   *   first; the engine before it stays, a transport is killed
   */
  async attach(source, tell) {
    this.#attaching?.abort(cancelled('another engine was attached'))
    const attaching = new AbortController()
    const { signal } = attaching
    this.#attaching = attaching
    this.#waiting++
    const game = this.#game
    try {
      const isOwned = !(source instanceof Engine)
      const engine = isOwned ? await this.#start(source, signal) : source
      await (isOwned ? tell(engine) : engine.isReady())
      // Few have it, and nothing depends on it.
      if (this.ponder) await engine.setOption(PONDER, true).catch(() => {})
      if (signal.aborted) throw signal.reason
      this.#attaching = undefined
      await this.#replace(engine, isOwned, game)
    } catch (error) {
      attaching.abort(error)
      throw signal.reason
    } finally {
      this.#waiting--
      if (this.#attaching === attaching) this.#attaching = undefined
    }
  }

  /**
   * @param {unknown} transport
   * @param {AbortSignal} signal ends the engine at any time
   * @returns {Promise<Engine>}
   */
  async #start(transport, signal) {
    const engine = await Engine.start(/** @type {Transport} */ (transport), { signal, onLine: this.#hear })
    if (signal.aborted) engine.quit()
    else signal.addEventListener('abort', () => engine.quit(), { once: true })
    return engine
  }

  /**
   * @param {Engine} engine
   * @param {boolean} isOwned
   * @param {number} announced which game it was told of; of none when it is not owned
   */
  async #replace(engine, isOwned, announced) {
    const before = this.#engine
    if (engine === before) return
    this.#drop('another engine was attached')
    const wasOwned = this.#isOwned
    this.#engine = engine
    this.#isOwned = isOwned
    this.#announced = isOwned ? announced : NONE
    if (!isOwned) engine.on('line', this.#hear)
    if (wasOwned) await before?.quit()
    else before?.off('line', this.#hear)
  }

  /** @param {string} line */
  #hear = line => callContained(this.#handler, [line])

  /**
   * @template T
   * @param {(engine: Engine) => Promise<T>} ask
   * @returns {Promise<T>}
   * @throws {ChessError} ERR_UCI_NO_ENGINE; what it throws, as ERR_UCI_CANCELLED when the game has ended or another
   *   engine was attached meanwhile
   */
  async ask(ask) {
    const engine = this.requireEngine()
    this.#waiting++
    try {
      return await ask(engine)
    } catch (cause) {
      const isTold = cause instanceof ChessError && cause.code === 'ERR_UCI_CANCELLED'
      if (this.#ended && !isTold) throw cancelled('the game was stopped', { cause })
      if (this.#engine !== engine && !isTold) throw cancelled('another engine was attached', { cause })
      throw cause
    } finally {
      this.#waiting--
    }
  }

  /**
   * Tells the engine of a new game, when there is one that it does not know of, before whatever it is told next.
   * @param {Engine} engine
   * @returns {Promise<void>} when the engine knows; nobody has to wait for it
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  announceGame(engine) {
    if (this.#announced === this.#game) return Promise.resolve()
    this.#announced = this.#game
    const announced = engine.newGame()
    announced.catch(() => {
      this.#announced = NONE
    })
    return announced
  }

  /**
   * Takes the result of a search, unless something cancels it first. A search that somebody waits for already is
   * cancelled.
   * @template T
   * @param {Pondering | undefined} pondering the search, when it is under way already
   * @param {(engine: Engine, signal: AbortSignal) => Promise<BestMove>} search begins it
   * @param {(best: BestMove, engine: Engine) => T} take called before anything else can happen
   * @returns {Promise<T>}
   * @throws {ChessError} ERR_UCI_*, ERR_GAME_STOPPED
   */
  think(pondering, search, take) {
    const thinking = pondering?.controller ?? new AbortController()
    const { signal } = thinking
    this.#cancelThinking('a newer search began')
    this.#thinking = thinking
    return this.ask(async engine => {
      try {
        const best = await (pondering?.hit() ?? search(engine, signal))
        if (signal.aborted) throw signal.reason
        this.#thinking = undefined
        return take(best, engine)
      } catch (error) {
        throw signal.aborted ? signal.reason : error
      } finally {
        if (this.#thinking === thinking) this.#thinking = undefined
      }
    })
  }

  /** @param {Pondering} pondering */
  startPondering(pondering) {
    this.#pondering = pondering
  }

  /**
   * @param {Game} game
   * @param {Limits} limits of the search that is to come
   * @returns {Pondering | undefined} the search that is under way already, the caller's now; any other is stopped
   */
  takePondering(game, limits) {
    const pondering = this.#pondering
    if (pondering?.isHit(game, this.#changes) && pondering.isGood(limits)) {
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

  /**
   * The game is not what the engine thinks about any more.
   * @param {Game} game
   * @param {boolean} [isNewGame]
   */
  changed(game, isNewGame = false) {
    this.#changes++
    if (isNewGame) this.#game++
    this.#cancelThinking('the game was changed while the engine was thinking')
    if (isNewGame || !this.#pondering?.isHit(game, this.#changes)) this.stopPondering()
  }

  /** The game has ended its life. */
  end() {
    if (this.#ended) return
    this.#ended = true
    this.#attaching?.abort(cancelled('the game was stopped'))
    this.#drop('the game was stopped')
    if (this.#isOwned) this.#engine?.quit()
    else this.#engine?.off('line', this.#hear)
  }

  /** @param {string} why */
  #drop(why) {
    this.#cancelThinking(why)
    this.stopPondering()
  }

  /** @param {string} why */
  #cancelThinking(why) {
    this.#thinking?.abort(cancelled(why))
    this.#thinking = undefined
  }
}

/**
 * Ends a transport that will not get a game.
 * @param {unknown} source perhaps one
 */
export function killTransport(source) {
  if (source instanceof Engine) return
  callContained(() => /** @type {Partial<Transport> | undefined} */ (source)?.kill?.(), [])
}

/**
 * @param {string} why
 * @param {ErrorPlace} [place]
 */
const cancelled = (why, place) => chessError('ERR_UCI_CANCELLED', why, place)
