// SPDX-License-Identifier: Apache-2.0
// Changes of a game: a number that grows, and listeners. Arrays and headers that programs hold may change without a call of
// ours. So the version compares them with what they were when it was read last, and while there are listeners, the methods
// that change them report it.

import { runCallback } from '../core/callbacks.js'
import { argumentError } from '../core/errors.js'

/** What a program may hold and change: a list of annotations, or the headers. */
export type Live = unknown[] | Map<unknown, unknown>

const MUTATORS = {
  list: ['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  map: ['set', 'delete', 'clear'],
}

export class Changes {
  #count = 0
  #listeners: Set<() => void> = new Set()
  #isScheduled = false
  /** what they were when the version was read last */
  #seen: WeakMap<Live, string> = new WeakMap()
  #watched: WeakSet<Live> = new WeakSet()

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** How many changes there were, as far as they are known. */
  get count(): number {
    return this.#count
  }

  /** Something has changed. Listeners are called once a task. */
  touch() {
    this.#count++
    if (this.#isScheduled || !this.isWatched) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      for (const listener of [...this.#listeners]) runCallback(listener, [])
    })
  }

  /**
   * Counts a change if the list is not what it was.
   * @param original what it was when the program got it
   */
  compare(live: Live, original: () => Live) {
    const now = textOf(live)
    if (now !== (this.#seen.get(live) ?? textOf(original()))) this.#count++
    this.#seen.set(live, now)
  }

  /** Lets its methods report changes, from the first listener on. @returns the same list */
  watch<L extends Live>(live: L): L {
    if (!this.isWatched || this.#watched.has(live)) return live
    this.#watched.add(live)
    for (const name of Array.isArray(live) ? MUTATORS.list : MUTATORS.map) {
      const method: unknown = Reflect.get(live, name)
      if (typeof method !== 'function') continue
      const value = (...args: unknown[]) => {
        const answer: unknown = method.apply(live, args)
        this.touch()
        return answer
      }
      // Not enumerable: copies, JSON and comparisons do not see it.
      Object.defineProperty(live, name, { value, configurable: true, writable: true })
    }
    return live
  }

  /** @returns removes the listener @throws {ChessError} ERR_ARGUMENT */
  add(listener: () => void): () => void {
    if (typeof listener !== 'function') throw argumentError('A listener is a function', listener)
    // Added twice, it is called twice, and removed one by one.
    const own = () => listener()
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }
}

/** @returns equal for equal contents */
const textOf = (live: Live) => Array.from(live as Iterable<unknown>, itemText).join('\n')

const itemText = (item: unknown) =>
  typeof item === 'object' && item !== null ? Object.values(item).map(String).join('\t') : String(item)
