// SPDX-License-Identifier: Apache-2.0
// A search of a pool: it waits for an engine, and is repeated on another one if its engine dies.

import { argumentError, chessError } from '../../core/errors.js'
import { onAbort, quiet } from '../../core/waiting.js'

/** @import { SearchOptions } from '../engine/search-request.js' */
/** @import { BestMove, Info, SearchLine, SearchTask } from '../engine/search.js' */
/** @import { Limits } from '../text/commands.js' */
/** @import { ChessError } from '../../core/errors.js' */
/** @import { Game } from '../../game/game.js' */

/** @typedef {IteratorResult<Info, undefined>} InfoResult */

/** @type {InfoResult} */
const DONE = Object.freeze({ value: undefined, done: true })

export class PooledTask {
  settled = false
  /** How many engines have had it. */
  attempts = 0
  #game
  #limits
  #options
  /** @type {SearchTask | undefined} the engine's search; that of the last engine once it is settled */
  #inner
  #stopRequested = false
  #pondering
  /** @type {(best: BestMove) => void} */
  #resolve = () => {}
  /** @type {(error: ChessError) => void} */
  #reject = () => {}
  /** @type {ChessError | undefined} not yet thrown by an iterator */
  #error
  /** Are no infos wanted any more? */
  #isClosed = false
  /** @type {(() => void)[]} called when the task gets an engine or is settled */
  #waiting = []
  #unlisten = () => {}

  /**
   * @param {Game} game owned: the position, with `draws: 'none'` where it was made from text
   * @param {Limits | undefined} limits
   * @param {SearchOptions} options checked
   */
  constructor(game, limits, options) {
    this.#game = game
    this.#limits = limits
    this.#options = options
    this.#pondering = options.ponder === true
    /** @type {Promise<BestMove>} */
    this.best = quiet(
      new Promise((resolve, reject) => {
        this.#resolve = resolve
        this.#reject = reject
      }),
    )
    if (options.signal !== undefined) this.#follow(options.signal)
  }

  /** What Search reads infos from. */
  infos = {
    next: () => this.#nextInfo(),
    close: () => {
      this.#isClosed = true
      this.#inner?.infos.close()
      this.#wake()
    },
  }

  /** @returns {SearchLine[]} */
  get lines() {
    return this.#inner?.lines ?? []
  }

  /**
   * @param {string | null} [move] the best one, if it is known
   * @returns {Info | null}
   */
  info(move) {
    return this.#inner?.info(move) ?? null
  }

  /**
   * Runs it on an engine.
   * @param {(game: Game, limits: Limits | undefined, options: SearchOptions) => SearchTask} search begins it
   * @returns {SearchTask} of the engine
   * @throws {ChessError} what `search` throws
   */
  start(search) {
    const { signal: _, ...options } = this.#options
    const inner = search(this.#game, this.#limits, { ...options, ponder: this.#pondering, queue: true })
    this.attempts++
    this.#inner = inner
    if (this.#isClosed) inner.infos.close()
    if (this.#stopRequested) inner.stop()
    this.#wake()
    return inner
  }

  /** Its engine has died: it waits for another one. */
  detach() {
    this.#inner = undefined
  }

  /** @param {BestMove} best */
  finish(best) {
    if (this.settled) return
    this.#resolve(best)
    this.#settle()
  }

  /** @param {ChessError} error */
  fail(error) {
    if (this.settled) return
    this.#error = error
    this.#reject(error)
    this.#settle()
    this.#inner?.infos.close()
    // Its engine is free only after `bestmove`.
    this.#inner?.stop()
  }

  /** Asks for the best move found so far. */
  stop() {
    this.#stopRequested = true
    this.#inner?.stop()
  }

  /** The pondered move was played. @throws {ChessError} ERR_ARGUMENT when the search does not ponder */
  ponderHit() {
    if (!this.#options.ponder) throw argumentError('ponderHit() is for a search with ponder: true')
    if (!this.#pondering) return
    this.#pondering = false
    this.#inner?.ponderHit()
  }

  /** @param {AbortSignal} signal */
  #follow(signal) {
    const abort = () => this.fail(chessError('ERR_UCI_CANCELLED', 'it was aborted', { cause: signal.reason }))
    if (signal.aborted) return abort()
    this.#unlisten = onAbort(signal, abort)
  }

  #settle() {
    this.settled = true
    this.#unlisten()
    this.#game.stop()
    this.#wake()
  }

  #wake() {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /**
   * @returns {Promise<InfoResult>} of the engine that runs it; after a death of the next one
   * @throws {ChessError} once, when the search has failed
   */
  async #nextInfo() {
    for (;;) {
      if (this.#isClosed) return DONE
      const inner = this.#inner
      if (inner !== undefined) {
        // How it ends is the end of the task, or of the attempt.
        const result = await inner.infos.next().catch(() => DONE)
        if (!result.done) return result
      }
      if (this.settled) return this.#end()
      if (this.#inner === inner) await new Promise(resolve => this.#waiting.push(() => resolve(undefined)))
    }
  }

  /** @returns {InfoResult} */
  #end() {
    const error = this.#error
    this.#error = undefined // thrown once, as by generators
    if (error !== undefined) throw error
    return DONE
  }
}
