// SPDX-License-Identifier: Apache-2.0
// A search: the public object for its caller, and the task for the engine's queue.

import { argumentError, chessError } from '../../core/errors.js'
import { onAbort, quiet } from '../../core/waiting.js'
import { Score } from './score.js'

/** @import { OptionChange } from './option-table.js' */
/** @import { RootPosition } from './search-request.js' */
/** @import { Limits } from '../text/commands.js' */
/** @import { InfoFields } from '../text/parse-line.js' */
/** @import { ChessError } from '../../core/errors.js' */
/** @import { Move } from '../../game/move.js' */

/** Enough for one depth with the most lines that Stockfish's MultiPV allows. */
const LONGEST_QUEUE = 1024
/** Depths whose lines are still coming; engines that mix depths mix two or three. */
const MOST_DEPTHS = 8

/**
 * A bounded queue: the engine may write faster than the caller reads, and then the oldest items are dropped.
 * @template T
 */
class InfoQueue {
  /** @type {T[]} a ring once it is full */
  #items = []
  /** Index of the oldest item. */
  #first = 0
  /** @type {{ resolve: (result: IteratorResult<T, undefined>) => void, reject: (error: unknown) => void }[]} */
  #waiting = []
  #ended = false
  /** @type {unknown} */
  #error

  /** @param {T} item ignored after the end; a full queue drops its oldest item */
  push(item) {
    if (this.#ended) return
    const waiting = this.#waiting.shift()
    if (waiting !== undefined) waiting.resolve({ value: item, done: false })
    else if (this.#items.length < LONGEST_QUEUE) this.#items.push(item)
    else {
      this.#items[this.#first] = item
      this.#first = (this.#first + 1) % LONGEST_QUEUE
    }
  }

  /**
   * No more items follow.
   * @param {unknown} [error] with which next() rejects once the queue is empty
   */
  end(error) {
    if (this.#ended) return
    this.#ended = true
    this.#error = error
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if (error === undefined) resolve({ value: undefined, done: true })
      else reject(error)
    }
  }

  /** Ends the queue and empties it. */
  close() {
    this.end()
    this.#items = []
    this.#first = 0
  }

  /** @returns {Promise<IteratorResult<T, undefined>>} the oldest item */
  next() {
    if (this.#items.length > 0) return Promise.resolve({ value: this.#take(), done: false })
    if (!this.#ended) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
    const error = this.#error
    this.#error = undefined // thrown once, as by generators
    return error === undefined ? Promise.resolve({ value: undefined, done: true }) : Promise.reject(error)
  }

  #take() {
    const item = this.#items[this.#first]
    // A full ring is put in order when the first item leaves it.
    if (this.#first > 0) {
      this.#items = [...this.#items.slice(this.#first), ...this.#items.slice(0, this.#first)]
      this.#first = 0
    }
    this.#items.shift()
    return item
  }
}

/**
 * What an engine reports during a search; each field may be missing.
 * @typedef {Omit<InfoFields, 'score'> & { score?: Score } & Readonly<{ moves: readonly Move[], san: string[] }>} Info
 *   moves: `pv` as moves; san: as SAN, written when it is first read; both are empty without a `pv`, and not enumerable
 */

/**
 * The engine's answer to a search: its move.
 * @typedef {object} Answer
 * @property {string | null} move the move in UCI; null where there is no legal move
 * @property {string | null} ponder the reply that the engine expects
 */

/**
 * A line of a search: an info that has a score, and the moves of the principal variation.
 * @typedef {Info & { score: Score, pv: string[] }} SearchLine
 */

/** @typedef {Answer & { lines: SearchLine[] }} BestMove lines: as Search.lines */

/**
 * How a search takes its turn at the engine. 'newest': it replaces the other one of this kind, running or
 * waiting. 'queued': it replaces none, and none replaces it. 'game', of a UciGame: it replaces the newest, and none
 * replaces it. 'idle', pondering of a UciGame: any other job replaces it, and a busy engine does not take it.
 * @typedef {'newest' | 'queued' | 'game' | 'idle'} Turn
 */

/**
 * @typedef {object} SearchParameters
 * @property {RootPosition} root owned
 * @property {Limits} limits
 * @property {string[]} searchMoves in UCI; none: all
 * @property {boolean} ponder
 * @property {number | undefined} multipv undefined: the option's value
 * @property {Turn} turn
 * @property {OptionChange[]} changes of options for this search, but for MultiPV
 * @property {boolean} analysis
 * @property {unknown} game undefined: not given
 */

/**
 * How a search reaches the engine that runs it.
 * @typedef {{ stop(): void, ponderHit(): void }} SearchHandler
 */

/** A search as the engine's queue handles it: requested, run, settled. */
export class SearchTask {
  /** @type {InfoQueue<Info>} */
  infos = new InfoQueue()
  /** @type {Info | null} the last one about the best line */
  #last = null
  /** @type {Info | null} the last one of them with an exact score */
  #exact = null
  /** The last free text of the engine; it may be the reason why there is no move. */
  remark = ''
  stopRequested = false
  /** Has `bestmove` come? */
  answered = false
  /** @type {boolean} Still pondering? */
  pondering
  settled = false
  /** @type {SearchHandler | undefined} set while the engine searches */
  handler
  /** @type {Turn} */
  turn
  #lines = new SearchLines(0, [])
  /** @type {(best: BestMove) => void} */
  #resolve = () => {}
  /** @type {(error: ChessError) => void} */
  #reject = () => {}
  /** @type {(() => void) | undefined} removes the listener from the signal */
  #unlisten

  /** @param {SearchParameters} parameters */
  constructor(parameters) {
    this.parameters = parameters
    this.pondering = parameters.ponder
    this.turn = parameters.turn
    /** @type {Promise<BestMove>} */
    this.best = quiet(
      new Promise((resolve, reject) => {
        this.#resolve = resolve
        this.#reject = reject
      }),
    )
  }

  /**
   * Cancels the search when the signal is aborted.
   * @param {AbortSignal} signal
   */
  follow(signal) {
    const abort = () => this.cancel('it was aborted', signal.reason)
    if (signal.aborted) return abort()
    this.#unlisten = onAbort(signal, abort)
  }

  /**
   * To be called before the engine starts.
   * @param {number} multipv the number of lines that it is asked for
   */
  expectLines(multipv) {
    const { root, searchMoves } = this.parameters
    const moves = searchMoves.length > 0 ? new Set(searchMoves).size : root.moveCount
    this.#lines = new SearchLines(Math.min(multipv, moves), searchMoves)
  }

  /** @returns {SearchLine[]} as Search.lines */
  get lines() {
    return this.#lines.complete
  }

  /** @param {InfoFields} fields */
  offer({ score, pv, ...fields }) {
    const { root } = this.parameters
    const moves = root.legalLine(pv ?? [])
    const info = withMoves(fields, moves)
    if (score !== undefined) info.score = new Score(score, root.turn)
    if (pv !== undefined) info.pv = moves.map(move => root.uciOf(move))
    if (info.string !== undefined) this.remark = info.string
    if ((info.multipv ?? 1) === 1 && (info.score ?? info.pv) !== undefined) {
      this.#last = info
      if (info.score !== undefined && info.score.bound === undefined) this.#exact = info
    }
    this.#lines.offer(info)
    this.infos.push(info)
  }

  /**
   * The newest info about the best line: the last one with an exact score, unless the best move has changed since.
   * @param {string | null} [move] the best one, if it is known
   * @returns {Info | null}
   */
  info(move = this.#exact?.pv?.[0] ?? null) {
    return this.#exact?.pv?.[0] === move ? this.#exact : this.#last
  }

  /** @param {Answer} answer */
  finish(answer) {
    if (this.settled) return
    this.settled = true
    this.#resolve({ ...answer, lines: this.lines })
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

  /** To be called when the task has left the queue: frees its position. */
  leave() {
    this.handler = undefined
    this.parameters.root.free()
  }

  /** Asks the engine for the best move found so far. */
  stop() {
    this.stopRequested = true
    this.handler?.stop()
  }

  /**
   * The result is no longer wanted.
   * @param {string} reason
   * @param {unknown} [cause]
   */
  cancel(reason, cause) {
    this.fail(chessError('ERR_UCI_CANCELLED', reason, cause === undefined ? {} : { cause }))
    this.stop()
  }

  /** The pondered move was played. @throws {ChessError} ERR_ARGUMENT when the search does not ponder */
  ponderHit() {
    if (!this.parameters.ponder) throw argumentError('ponderHit() is for a search with ponder: true')
    if (!this.pondering) return
    this.pondering = false
    this.handler?.ponderHit()
  }
}

/**
 * What a Search shows: a task of an engine, or of a pool of engines.
 * @typedef {Pick<SearchTask, 'best' | 'settled' | 'lines' | 'info' | 'stop' | 'ponderHit'> &
 *   { infos: Pick<InfoQueue<Info>, 'next' | 'close'> }} SearchSource
 */

/**
 * @param {object} fields of an info
 * @param {Move[]} moves of its line
 * @returns {Info} the same object
 */
function withMoves(fields, moves) {
  /** @type {string[] | undefined} */
  let san
  // Not enumerable: copies and comparisons of infos would write the SAN of each.
  return /** @type {Info} */ (
    Object.defineProperties(fields, {
      moves: { value: moves },
      san: { get: () => (san ??= moves.map(move => move.san)) },
    })
  )
}

/**
 * The result of a search whose infos are not read.
 * @param {SearchSource} task
 * @returns {Promise<BestMove & { info: Info | null }>} rejects as `best`
 */
export function resultOf(task) {
  task.infos.close()
  return quiet(task.best.then(best => ({ ...best, info: task.info(best.move) })))
}

/**
 * A search that runs or waits for its turn. Iterating yields the engine's infos as they come, until the search is
 * over; `break` stops it. Of infos that are not read, the newest 1,024 are kept.
 * @implements {AsyncIterable<Info>}
 */
export class Search {
  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(Search, 'name', { value: 'Search', configurable: true })
  }

  #task

  /**
   * @internal
   * @param {SearchSource} task
   */
  constructor(task) {
    this.#task = task
  }

  /**
   * The result, after the search has ended by itself or by stop(). It rejects with ERR_UCI_CANCELLED when the search
   * was aborted or replaced by a newer one, ERR_UCI_ENGINE_DEAD, or ERR_UCI_MOVE when the engine's move is illegal.
   * The rejection need not be handled.
   * @returns {Promise<BestMove>}
   */
  get best() {
    return this.#task.best
  }

  /** @returns {Info | null} the newest info about the best line; an exact score takes precedence over a bound */
  get info() {
    return this.#task.info()
  }

  /**
   * The lines of the newest depth for which every one (multipv, at most the number of legal moves or of searchMoves)
   * came with an exact score: one consistent picture, without bookkeeping of infos. They stay when the engine stops
   * within a deeper depth, so that the move of `best` may differ from `lines[0].pv[0]`.
   * @returns {SearchLine[]} as the engine ranks them, the best first; empty before the first such depth
   */
  get lines() {
    return this.#task.lines
  }

  /**
   * Asks the engine for the best move found so far. A second call only waits.
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
   * The pondered move was played: from now on the engine thinks on its own time.
   * @throws {ChessError} ERR_ARGUMENT when this search does not ponder
   */
  ponderHit() {
    this.#task.ponderHit()
  }

  /**
   * Infos not read yet, and those to come. All iterators of a search share them.
   * @returns {AsyncIterator<Info, undefined>}
   * @throws {ChessError} as `best` rejects
   */
  [Symbol.asyncIterator]() {
    const task = this.#task
    return {
      next: () => quiet(task.infos.next()),
      return: async () => {
        task.infos.close()
        if (!task.settled) task.stop()
        return { value: undefined, done: true }
      },
    }
  }
}

/** The lines of a search: of what the engine reports, one consistent picture, the newest complete depth. */
class SearchLines {
  #count
  /** @type {ReadonlySet<string>} */
  #firstMoves
  /** @type {Map<number, Map<number, SearchLine>>} incomplete pictures: depth → rank → line; the depth begun last stands last */
  #coming = new Map()
  /** The depth of the complete picture. */
  #depth = -1
  /** @type {readonly SearchLine[]} */
  #complete = []

  /**
   * @param {number} count of lines that make a depth complete
   * @param {readonly string[]} firstMoves the only moves, in UCI, that a line may begin with; none: all
   */
  constructor(count, firstMoves) {
    this.#count = count
    this.#firstMoves = new Set(firstMoves)
  }

  /** @returns {SearchLine[]} a new array, the best line first; empty before the first depth is complete */
  get complete() {
    return [...this.#complete]
  }

  /**
   * Takes an info; only a line with an exact score counts. A line that comes again after its depth was complete begins
   * a new picture of that depth: the engine may have ranked the lines anew, and the others follow.
   * @param {Info} info
   */
  offer(info) {
    const { depth = 0, multipv: rank = 1, score, pv } = info
    if (score === undefined || score.bound !== undefined || pv === undefined || pv.length === 0) return
    if (rank > this.#count || depth < this.#depth) return
    if (this.#firstMoves.size > 0 && !this.#firstMoves.has(pv[0])) return
    const lines = this.#linesOf(depth).set(rank, /** @type {SearchLine} */ (info))
    if (lines.size < this.#count) return
    const ranked = Array.from({ length: this.#count }, (_, i) => /** @type {SearchLine} */ (lines.get(i + 1)))
    // Stockfish, stopped within a depth, ranks the lines of the depth before anew, and reports only some of them.
    if (new Set(ranked.map(line => line.pv[0])).size < ranked.length) return
    this.#complete = ranked
    this.#depth = depth
    for (const other of this.#coming.keys()) if (other <= depth) this.#coming.delete(other)
  }

  /** @param {number} depth */
  #linesOf(depth) {
    const known = this.#coming.get(depth)
    if (known !== undefined) return known
    /** @type {Map<number, SearchLine>} */
    const lines = new Map()
    this.#coming.set(depth, lines)
    if (this.#coming.size > MOST_DEPTHS)
      this.#coming.delete(/** @type {number} */ (this.#coming.keys().next().value))
    return lines
  }
}
