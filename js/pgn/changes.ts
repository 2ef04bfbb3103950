// SPDX-License-Identifier: Apache-2.0
// Changes of a game: a number that grows, and listeners. Programs may change arrays and headers without a call of ours, so
// the version compares them with their contents at its last reading; while there are listeners, their methods also report
// changes.

import { runCallback } from '../core/callbacks.js'
import { argumentError } from '../core/errors.js'

/** An object that programs may change: a list of annotations, or the headers. */
export type Live = unknown[] | Map<unknown, unknown>

const MUTATORS = {
  list: ['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  map: ['set', 'delete', 'clear'],
}

export class Changes {
  #count = 0
  #listeners: Set<() => void> = new Set()
  #isScheduled = false
  /** their contents when the version was last read */
  #seen: WeakMap<Live, string> = new WeakMap()
  #watched: WeakSet<Live> = new WeakSet()

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** The number of known changes. */
  get count(): number {
    return this.#count
  }

  /** Reports a change. Listeners are called once per task. */
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
   * Counts a change if the contents of the list have changed.
   * @param original returns the contents when the program got it
   */
  compare(live: Live, original: () => Live) {
    const now = textOf(live)
    if (now !== (this.#seen.get(live) ?? textOf(original()))) this.#count++
    this.#seen.set(live, now)
  }

  /** From the first listener on, makes the methods of a list report changes. @returns the same list */
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
      // Not enumerable, so that copies, JSON and comparisons ignore it.
      Object.defineProperty(live, name, { value, configurable: true, writable: true })
    }
    return live
  }

  /** @returns a function that removes the listener @throws {ChessError} ERR_ARGUMENT */
  add(listener: () => void): () => void {
    if (typeof listener !== 'function') throw argumentError('A listener is a function', listener)
    // Added twice, it is called twice, and removed one by one.
    const own = () => listener()
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }
}

/** @returns a text that is equal for equal contents */
const textOf = (live: Live) => Array.from(live as Iterable<unknown>, itemText).join('\n')

const itemText = (item: unknown) =>
  typeof item === 'object' && item !== null ? Object.values(item).map(String).join('\t') : String(item)
