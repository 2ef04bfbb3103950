// SPDX-License-Identifier: Apache-2.0
// Work on many items at once, with the results in the order of the items.

import { isA } from '../../core/brand.js'
import { argumentError, chessError } from '../../core/errors.js'
import { onAbort } from '../../core/waiting.js'
import { checkLimits } from '../text/commands.js'

/**
 * @template Result
 * @typedef {object} Place an item's place among those that were read, until its result is delivered
 * @property {boolean} isSettled
 * @property {Result} [value]
 * @property {unknown} [error]
 * @property {boolean} [hasFailed]
 */

/**
 * How many items of a map are done.
 * @typedef {object} MapProgress
 * @property {number} done results that were delivered
 * @property {number | undefined} total items; undefined where the source does not know its length
 */

/**
 * @template Item
 * @template Result
 * @typedef {object} MapWork
 * @property {(item: Item, signal: AbortSignal) => Promise<Result>} start begins work on an item; the signal ends it
 * @property {number} ahead how many items are read before their results are delivered, at most
 * @property {((progress: MapProgress) => unknown) | undefined} [onProgress] called before each result is delivered;
 *   what it throws ends the iteration
 * @property {AbortSignal | undefined} [signal] ends the iteration with ERR_UCI_CANCELLED
 * @property {AbortSignal} [end] ends the reading: the work has no more workers. After the results of the items that were
 *   read, the iteration rejects with the signal's reason
 */

/**
 * Reads items when results are asked for, and delivers results in the order of the items. An item whose work fails
 * rejects at its turn, as does a source that throws; the iteration has ended then. After its end no work continues, and
 * the source is closed. It can be iterated once.
 * @template Item
 * @template Result
 * @implements {AsyncIterableIterator<Result>}
 */
export class OrderedMap {
  #source
  #work
  #total
  /** @type {Iterator<Item> | AsyncIterator<Item> | undefined} undefined before the first item and after the last */
  #items
  #isAsync = false
  /** @type {'new' | 'open' | 'exhausted' | 'closed'} */
  #state = 'new'
  #isReading = false
  /** @type {Place<Result>[]} read and not delivered, in order */
  #places = []
  #done = 0
  #controller = new AbortController()
  /** @type {(() => void)[]} each removes a listener */
  #unlisten = []
  /** @type {Promise<unknown>} the last next(): one is answered at a time */
  #turn = Promise.resolve()
  /** Called when a place is settled, an item was read, or the iteration ended. */
  #wake = () => {}

  /**
   * @internal
   * @param {Iterable<Item> | AsyncIterable<Item>} source
   * @param {MapWork<Item, Result>} work
   * @throws {ChessError} ERR_ARGUMENT if the source is not iterable
   */
  constructor(source, work) {
    const { length, size } = /** @type {{ length?: unknown, size?: unknown }} */ (source ?? {})
    const total = length ?? size
    this.#total = typeof total === 'number' ? total : undefined
    this.#source = checkIterable(source)
    this.#work = work
  }

  /** Returns the iterator itself. */
  [Symbol.asyncIterator]() {
    return this
  }

  /** @returns {Promise<IteratorResult<Result, undefined>>} the next result */
  next() {
    const result = this.#turn.then(() => this.#next())
    this.#turn = result.catch(() => {})
    return result
  }

  /** @returns {Promise<IteratorResult<Result, undefined>>} when the source is closed; work that runs is cancelled */
  async return() {
    await this.#close()
    return { value: undefined, done: true }
  }

  /** @returns {Promise<IteratorResult<Result, undefined>>} */
  async #next() {
    try {
      this.#open()
      const place = await this.#first()
      if (place === undefined) {
        await this.#close()
        return { value: undefined, done: true }
      }
      if (place.hasFailed) throw place.error
      this.#places.shift()
      this.#done++
      this.#read()
      this.#work.onProgress?.({ done: this.#done, total: this.#total })
      return { value: /** @type {Result} */ (place.value), done: false }
    } catch (error) {
      await this.#close()
      throw error
    }
  }

  /** Begins the iteration, or reads on. */
  #open() {
    if (this.#state === 'new') {
      const { signal, end } = this.#work
      const abort = () => this.#abort(/** @type {AbortSignal} */ (signal))
      this.#state = 'open'
      if (signal?.aborted) abort()
      else if (end?.aborted) this.#stopReading(end)
      else {
        if (signal !== undefined) this.#unlisten.push(onAbort(signal, abort))
        if (end !== undefined) this.#unlisten.push(onAbort(end, () => this.#stopReading(end)))
        this.#isAsync = Symbol.asyncIterator in this.#source
        this.#items = this.#isAsync
          ? /** @type {AsyncIterable<Item>} */ (this.#source)[Symbol.asyncIterator]()
          : /** @type {Iterable<Item>} */ (this.#source)[Symbol.iterator]()
      }
    }
    this.#read()
  }

  /** @param {AbortSignal} signal */
  #abort(signal) {
    if (this.#state === 'closed') return
    const error = chessError('ERR_UCI_CANCELLED', 'it was aborted', { cause: signal.reason })
    this.#state = 'exhausted'
    this.#places = [{ isSettled: true, hasFailed: true, error }]
    this.#controller.abort(error)
    this.#wake()
  }

  /** @param {AbortSignal} end */
  #stopReading(end) {
    if (this.#state !== 'open') return
    this.#state = 'exhausted'
    this.#places.push({ isSettled: true, hasFailed: true, error: end.reason })
    this.#wake()
  }

  /** @returns {Promise<Place<Result> | undefined>} the first place, settled; undefined after the last one */
  async #first() {
    for (;;) {
      const [place] = this.#places
      if (place?.isSettled) return place
      if (place === undefined && !this.#isReading) return undefined
      await new Promise(resolve => {
        this.#wake = () => resolve(undefined)
      })
    }
  }

  /** Reads items as long as there is room for them. */
  #read() {
    while (this.#state === 'open' && !this.#isReading && this.#places.length < this.#work.ahead) {
      try {
        const result = /** @type {Iterator<Item>} */ (this.#items).next()
        if (this.#isAsync) this.#readLater(/** @type {any} */ (result))
        else this.#take(result)
      } catch (error) {
        this.#fail(error)
      }
    }
  }

  /** @param {Promise<IteratorResult<Item>>} result */
  #readLater(result) {
    this.#isReading = true
    const read = (/** @type {() => void} */ take) => {
      this.#isReading = false
      if (this.#state === 'open') take()
      this.#read()
      this.#wake()
    }
    Promise.resolve(result).then(
      value => read(() => this.#take(value)),
      error => read(() => this.#fail(error)),
    )
  }

  /** @param {IteratorResult<Item>} result */
  #take(result) {
    if (result.done) {
      this.#state = 'exhausted'
      return
    }
    /** @type {Place<Result>} */
    const place = { isSettled: false }
    this.#places.push(place)
    const settle = (/** @type {Partial<Place<Result>>} */ outcome) => {
      Object.assign(place, outcome, { isSettled: true })
      this.#wake()
    }
    new Promise(resolve => resolve(this.#work.start(result.value, this.#controller.signal))).then(
      value => settle({ value: /** @type {Result} */ (value) }),
      error => settle({ hasFailed: true, error }),
    )
  }

  /** @param {unknown} error of the source, which has ended then */
  #fail(error) {
    this.#items = undefined
    this.#state = 'exhausted'
    this.#places.push({ isSettled: true, hasFailed: true, error })
  }

  /** Ends all work and closes the source. */
  async #close() {
    if (this.#state === 'closed') return
    const items = this.#state === 'new' ? undefined : this.#items
    const isReading = this.#isReading
    this.#state = 'closed'
    this.#items = undefined
    this.#isReading = false
    this.#places = []
    for (const unlisten of this.#unlisten) unlisten()
    this.#controller.abort()
    this.#wake()
    // A generator that waits for its next item cannot be closed before that comes.
    const closed = new Promise(resolve => resolve(items?.return?.())).catch(() => {})
    if (!isReading) await closed
  }
}

/**
 * @template Source
 * @param {Source} source
 * @returns {Source}
 * @throws {ChessError} ERR_ARGUMENT
 */
function checkIterable(source) {
  const isIterable =
    typeof source === 'object' &&
    source !== null &&
    (Symbol.iterator in source || Symbol.asyncIterator in source)
  if (!isIterable) throw argumentError('Positions are an array, or another iterable', source)
  return source
}

/**
 * @param {unknown} signal
 * @returns {AbortSignal | undefined}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkSignal(signal) {
  if (signal !== undefined && !isA(signal, 'AbortSignal'))
    throw argumentError('signal is an AbortSignal', signal)
  return signal
}

/**
 * @param {unknown} onProgress
 * @returns {((progress: MapProgress) => unknown) | undefined}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkProgress(onProgress) {
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw argumentError('onProgress is a function', onProgress)
  return /** @type {((progress: MapProgress) => unknown) | undefined} */ (onProgress)
}

/**
 * @param {unknown} limits of each search
 * @throws {ChessError} ERR_ARGUMENT for searches that do not end
 */
export function checkEnds(limits) {
  if (checkLimits(limits).infinite)
    throw argumentError('An infinite search has no result to wait for: give it another limit')
}
