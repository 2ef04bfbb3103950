// SPDX-License-Identifier: Apache-2.0
// A search as its caller sees it, and as the engine's queue handles it.

import { argumentError, chessError } from '../core/errors.js'
import { quiet } from '../core/waiting.js'
import { InfoQueue } from './info-queue.js'
import { Score } from './score.js'

/** @typedef {import('../core/errors.js').ChessError} ChessError */
/** @typedef {import('./position.js').Root} Root */
/** @typedef {import('./text/limits.js').Limits} Limits */
/** @typedef {import('./text/parse-info.js').InfoFields} InfoFields */

/**
 * What the engine said while it searched; each field may be missing.
 * @typedef {Omit<InfoFields, 'score'> & { score?: Score }} Info
 */

/**
 * @typedef {object} BestMove
 * @property {string | null} move in UCI; null at mate and stalemate
 * @property {string | null} ponder the reply that the engine expects
 */

/**
 * @typedef {object} SearchRequest
 * @property {Root} root owned
 * @property {Limits} limits
 * @property {string[]} searchMoves none: all
 * @property {boolean} ponder
 * @property {number | undefined} multipv undefined: as the option says
 */

/**
 * How a search reaches the engine that runs it.
 * @typedef {{ stop(): void, ponderHit(): void }} SearchHandler
 */

/** A search from the side of the engine: asked for, run, settled. */
export class SearchTask {
  /** @type {InfoQueue<Info>} */
  infos = new InfoQueue()
  /** @type {Info | null} the last one about the best line */
  #last = null
  /** @type {Info | null} the last one of them with a score that is no bound */
  #exact = null
  /** The last free text of the engine; it may say why it gives no move. */
  remark = ''
  stopRequested = false
  /** @type {boolean} Still pondering? */
  pondering
  settled = false
  /** @type {SearchHandler | undefined} set while the engine searches */
  handler
  /** @type {(best: BestMove) => void} */
  #resolve = () => {}
  /** @type {(error: ChessError) => void} */
  #reject = () => {}
  /** @type {(() => void) | undefined} takes the listener from the signal */
  #unlisten

  /** @param {SearchRequest} request */
  constructor(request) {
    this.request = request
    this.pondering = request.ponder
    /** @type {Promise<BestMove>} */
    this.best = quiet(
      new Promise((resolve, reject) => {
        this.#resolve = resolve
        this.#reject = reject
      }),
    )
  }

  /**
   * Cancels the search when the signal says so.
   * @param {AbortSignal} signal
   */
  follow(signal) {
    const abort = () => this.cancel('it was aborted', signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    this.#unlisten = () => signal.removeEventListener('abort', abort)
  }

  /** @param {InfoFields} fields */
  offer({ score, pv, ...fields }) {
    const { root } = this.request
    /** @type {Info} */
    const info = fields
    if (score !== undefined) info.score = new Score(score, root.turn)
    if (pv !== undefined) info.pv = root.legalLine(pv)
    if (info.string !== undefined) this.remark = info.string
    if ((info.multipv ?? 1) === 1 && (info.score ?? info.pv) !== undefined) {
      this.#last = info
      if (info.score !== undefined && info.score.bound === undefined) this.#exact = info
    }
    this.infos.push(info)
  }

  /**
   * What is known of the best line: the last exact score, unless the engine has changed its mind since.
   * @param {string | null} [move] the best one, where it is known
   * @returns {Info | null}
   */
  info(move = this.#exact?.pv?.[0] ?? null) {
    return this.#exact?.pv?.[0] === move ? this.#exact : this.#last
  }

  /** @param {BestMove} best */
  finish(best) {
    if (this.settled) return
    this.settled = true
    this.#resolve(best)
    this.infos.end()
    this.#unlisten?.()
  }

  /** @param {ChessError} error */
  fail(error) {
    if (this.settled) return
    this.settled = true
    this.#reject(error)
    this.infos.end(error)
    this.#unlisten?.()
  }

  /** The engine is done with it. */
  leave() {
    this.handler = undefined
    this.request.root.free()
  }

  /** Asks the engine for what it has found. */
  stop() {
    this.stopRequested = true
    this.handler?.stop()
  }

  /**
   * Nobody wants to know the result any more.
   * @param {string} why
   * @param {unknown} [cause]
   */
  cancel(why, cause) {
    this.fail(chessError('ERR_UCI_CANCELLED', why, cause === undefined ? {} : { cause }))
    this.stop()
  }

  /** The pondered move was played. */
  ponderHit() {
    if (!this.request.ponder) throw argumentError('ponderHit() is for a search with ponder: true')
    if (!this.pondering) return
    this.pondering = false
    this.handler?.ponderHit()
  }
}

/**
 * A search that is running or waits for its turn. Iterating gives what the engine says, as it comes, until the
 * search is over; `break` stops it. What nobody takes is kept to the newest 1,024.
 * @implements {AsyncIterable<Info>}
 */
export class Search {
  static {
    // Minifiers rename classes, and people read the names.
    Object.defineProperty(Search, 'name', { value: 'Search', configurable: true })
  }

  #task

  /**
   * @internal
   * @param {SearchTask} task
   */
  constructor(task) {
    this.#task = task
  }

  /**
   * The result, once the search is over by itself or by stop(). It rejects with ERR_UCI_CANCELLED when the search
   * was aborted or replaced by a newer one, ERR_UCI_ENGINE_DEAD, or ERR_UCI_MOVE when the engine's move is not
   * legal. A rejection that nobody handles does no harm.
   * @returns {Promise<BestMove>}
   */
  get best() {
    return this.#task.best
  }

  /** @returns {Info | null} what was last said about the best line, so far; an exact score before a bound */
  get info() {
    return this.#task.info()
  }

  /**
   * Asks the engine for the best move it has found. The second time it does nothing more.
   * @returns {Promise<void>} when the search is over
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD when the engine dies instead
   */
  stop() {
    const task = this.#task
    if (!task.settled) task.stop()
    const over = task.best.then(
      () => {},
      error => {
        if (error.code === 'ERR_UCI_ENGINE_DEAD') throw error
      },
    )
    return quiet(over)
  }

  /**
   * The pondered move was played: the engine's clock begins.
   * @throws {ChessError} ERR_ARGUMENT when this search does not ponder
   */
  ponderHit() {
    this.#task.ponderHit()
  }

  /**
   * What nobody has taken yet, and what comes. All iterators of a search share it.
   * @returns {AsyncIterator<Info, undefined>}
   * @throws {ChessError} as `best` rejects
   */
  [Symbol.asyncIterator]() {
    const task = this.#task
    return {
      next: () => task.infos.next(),
      return: async () => {
        task.infos.close()
        if (!task.settled) task.stop()
        return { value: undefined, done: true }
      },
    }
  }
}
