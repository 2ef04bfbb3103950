// SPDX-License-Identifier: Apache-2.0
// Work on many items at once, with the results in the order of the items.

import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'
import { onAbort } from '../../core/waiting.js'
import { uciError } from '../errors.js'
import { checkLimits } from '../text/commands.js'

/** The place of an item in the order of reading, until its result is delivered. */
type Place<Result> = {
  isSettled: boolean
  value?: Result
  error?: unknown
  hasFailed?: boolean
}

/** How many items of a map are done. */
export type MapProgress = {
  /** Results that were delivered. */
  done: number
  /** Items; undefined if the source does not know its length. */
  total: number | undefined
}

type MapWork<Item, Result> = {
  /** begins work on an item; the signal ends it */
  start: (item: Item, signal: AbortSignal) => Promise<Result>
  /** how many items are read before their results are delivered, at most */
  ahead: number
  /** called before each result is delivered; an error of it ends the iteration */
  onProgress?: ((progress: MapProgress) => unknown) | undefined
  /** ends the iteration with ERR_UCI_CANCELLED */
  signal?: AbortSignal | undefined
  /**
   * ends the reading when all workers are gone. After the results of the items that were read, the iteration
   * rejects with the signal's reason
   */
  end?: AbortSignal
}

/**
 * Reads items on demand, and delivers results in the order of the items. An item whose work fails
 * rejects at its turn, as does a source that throws; the iteration has ended then. After its end no work continues, and
 * the source is closed. It can be iterated once.
 */
export class OrderedMap<Item, Result> implements AsyncIterableIterator<Result> {
  #source: Iterable<Item> | AsyncIterable<Item>
  #work: MapWork<Item, Result>
  #total: number | undefined
  /** undefined before the first item and after the last */
  #items: Iterator<Item> | AsyncIterator<Item> | undefined
  #isAsync = false
  #state: 'new' | 'open' | 'exhausted' | 'closed' = 'new'
  #isReading = false
  /** read and not delivered, in order */
  #places: Place<Result>[] = []
  #done = 0
  #controller = new AbortController()
  /** each removes a listener */
  #unlisten: (() => void)[] = []
  /** the last next(): one is answered at a time */
  #turn: Promise<unknown> = Promise.resolve()
  /** Called when a place is settled, an item was read, or the iteration ended. */
  #wake = () => {}

  /**
   * @internal
   * @throws {ChessError} ERR_ARGUMENT if the source is not iterable
   */
  constructor(source: Iterable<Item> | AsyncIterable<Item>, work: MapWork<Item, Result>) {
    const { length, size }: { length?: unknown; size?: unknown } = Object(source)
    const total = length ?? size
    this.#total = typeof total === 'number' ? total : undefined
    this.#source = checkIterable(source)
    this.#work = work
  }

  /** Returns the iterator itself. */
  [Symbol.asyncIterator]() {
    return this
  }

  /** Returns the next result. */
  next(): Promise<IteratorResult<Result, undefined>> {
    const result = this.#turn.then(() => this.#next())
    this.#turn = result.catch(() => {})
    return result
  }

  /** Returns when the source is closed; work that runs is cancelled. */
  async return(): Promise<IteratorResult<Result, undefined>> {
    await this.#close()
    return { value: undefined, done: true }
  }

  async #next(): Promise<IteratorResult<Result, undefined>> {
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
      return { value: place.value as Result, done: false }
    } catch (error) {
      await this.#close()
      throw error
    }
  }

  /** Begins the iteration, or reads on. */
  #open() {
    if (this.#state === 'new') {
      const source = this.#source
      const { signal, end } = this.#work
      this.#state = 'open'
      if (signal?.aborted) this.#abort(signal)
      else if (end?.aborted) this.#stopReading(end)
      else {
        if (signal !== undefined) this.#unlisten.push(onAbort(signal, () => this.#abort(signal)))
        if (end !== undefined) this.#unlisten.push(onAbort(end, () => this.#stopReading(end)))
        this.#isAsync = Symbol.asyncIterator in source
        this.#items =
          Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
      }
    }
    this.#read()
  }

  #abort(signal: AbortSignal) {
    if (this.#state === 'closed') return
    const error = uciError('ERR_UCI_CANCELLED', 'it was aborted', { cause: signal.reason })
    this.#state = 'exhausted'
    this.#places = [{ isSettled: true, hasFailed: true, error }]
    this.#controller.abort(error)
    this.#wake()
  }

  #stopReading(end: AbortSignal) {
    if (this.#state !== 'open') return
    this.#state = 'exhausted'
    this.#places.push({ isSettled: true, hasFailed: true, error: end.reason })
    this.#wake()
  }

  /** @returns the first place, settled; undefined after the last one */
  async #first(): Promise<Place<Result> | undefined> {
    for (;;) {
      const [place] = this.#places
      if (place?.isSettled) return place
      if (place === undefined && !this.#isReading) return undefined
      await new Promise(resolve => {
        this.#wake = () => resolve(undefined)
      })
    }
  }

  /** Reads items up to the limit. */
  #read() {
    while (this.#state === 'open' && !this.#isReading && this.#places.length < this.#work.ahead) {
      try {
        const result = (this.#items as Iterator<Item>).next()
        if (this.#isAsync) this.#readLater(result)
        else this.#take(result)
      } catch (error) {
        this.#fail(error)
      }
    }
  }

  #readLater(result: PromiseLike<IteratorResult<Item>> | IteratorResult<Item>) {
    this.#isReading = true
    const read = (take: () => void) => {
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

  #take(result: IteratorResult<Item>) {
    if (result.done) {
      this.#state = 'exhausted'
      return
    }
    const place: Place<Result> = { isSettled: false }
    this.#places.push(place)
    const settle = (outcome: Partial<Place<Result>>) => {
      Object.assign(place, outcome, { isSettled: true })
      this.#wake()
    }
    new Promise<Result>(resolve => resolve(this.#work.start(result.value, this.#controller.signal))).then(
      value => settle({ value }),
      error => settle({ hasFailed: true, error }),
    )
  }

  /** @param error of the source, which has ended then */
  #fail(error: unknown) {
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
    // A generator that waits for its next item cannot be closed before that arrives.
    const closed = new Promise(resolve => resolve(items?.return?.())).catch(() => {})
    if (!isReading) await closed
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function checkIterable<Source>(source: Source): Source {
  const isIterable =
    typeof source === 'object' &&
    source !== null &&
    (Symbol.iterator in source || Symbol.asyncIterator in source)
  if (!isIterable) throw argumentError('Positions are an array, or another iterable', source)
  return source
}

/** @throws {ChessError} ERR_ARGUMENT */
export function checkSignal(signal: unknown): AbortSignal | undefined {
  if (signal !== undefined && !isA(signal, 'AbortSignal'))
    throw argumentError('signal is an AbortSignal', signal)
  return signal
}

/** @throws {ChessError} ERR_ARGUMENT */
export function checkProgress<F extends (progress: MapProgress) => unknown>(
  onProgress: F | undefined,
): F | undefined {
  if (onProgress === undefined || typeof onProgress === 'function') return onProgress
  throw argumentError('onProgress is a function', onProgress)
}

/**
 * @param limits of each search
 * @throws {ChessError} ERR_ARGUMENT for searches that do not end
 */
export function checkEnds(limits: unknown) {
  if (checkLimits(limits).infinite)
    throw argumentError('An infinite search has no result to wait for: give it another limit')
}
