// SPDX-License-Identifier: Apache-2.0
// A search of a pool: it waits for an engine, and is repeated on another one if its engine dies.

import type { ChessError } from '../../core/errors.js'
import { argumentError } from '../../core/errors.js'
import { onAbort, quiet } from '../../core/waiting.js'
import type { Game } from '../../game/game.js'
import type { BestMove, Info, SearchLine, SearchTask } from '../engine/search.js'
import type { SearchOptions } from '../engine/search-request.js'
import { uciError } from '../errors.js'
import type { Limits } from '../text/commands.js'

type InfoResult = IteratorResult<Info, undefined>

const DONE: InfoResult = Object.freeze({ value: undefined, done: true })

export class PooledTask {
  settled = false
  /** The number of engines that have run it. */
  attempts = 0
  #game: Game
  #limits: Limits | undefined
  #options: SearchOptions
  /** the engine's search; the last engine's once it is settled */
  #inner: SearchTask | undefined
  #stopRequested = false
  #pondering: boolean
  #resolve: (best: BestMove) => void = () => {}
  #reject: (error: ChessError) => void = () => {}
  /** not yet thrown by an iterator */
  #error: ChessError | undefined
  /** Has the caller stopped reading infos? */
  #isClosed = false
  /** called when the task gets an engine or is settled */
  #waiting: (() => void)[] = []
  #unlisten = () => {}

  declare best: Promise<BestMove>

  /**
   * @param game owned: the position, with `draws: 'none'` where it was made from text
   * @param options checked
   */
  constructor(game: Game, limits: Limits | undefined, options: SearchOptions) {
    this.#game = game
    this.#limits = limits
    this.#options = options
    this.#pondering = options.ponder === true
    this.best = quiet(
      new Promise((resolve, reject) => {
        this.#resolve = resolve
        this.#reject = reject
      }),
    )
    if (options.signal !== undefined) this.#follow(options.signal)
  }

  /** The source of a Search's infos. */
  infos = {
    next: () => this.#nextInfo(),
    close: () => {
      this.#isClosed = true
      this.#inner?.infos.close()
      this.#wake()
    },
  }

  get lines(): SearchLine[] {
    return this.#inner?.lines ?? []
  }

  /** @param move the best one, if it is known */
  info(move?: string | null): Info | null {
    return this.#inner?.info(move) ?? null
  }

  /**
   * Runs it on an engine.
   * @param search begins it
   * @returns the task of the engine
   * @throws {ChessError} what `search` throws
   */
  start(search: (game: Game, limits: Limits | undefined, options: SearchOptions) => SearchTask): SearchTask {
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

  finish(best: BestMove) {
    if (this.settled) return
    this.#resolve(best)
    this.#settle()
  }

  fail(error: ChessError) {
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

  #follow(signal: AbortSignal) {
    const abort = () => this.fail(uciError('ERR_UCI_CANCELLED', 'it was aborted', { cause: signal.reason }))
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
   * @returns the info of the engine that runs the search; if that dies, of the next engine
   * @throws {ChessError} once, when the search has failed
   */
  async #nextInfo(): Promise<InfoResult> {
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

  #end(): InfoResult {
    const error = this.#error
    this.#error = undefined // thrown once, as by generators
    if (error !== undefined) throw error
    return DONE
  }
}
