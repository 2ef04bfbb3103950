// SPDX-License-Identifier: Apache-2.0
// What an engine says faster than anybody listens: the newest of it is kept.

/** Enough for one depth with the most lines that Stockfish's MultiPV takes. */
const MOST = 1024

/**
 * A bounded queue with one end for a producer, and one for those who wait.
 * @template T
 */
export class InfoQueue {
  /** @type {T[]} a ring once it is full */
  #items = []
  /** Where the oldest item is. */
  #first = 0
  /** @type {{ resolve: (result: IteratorResult<T, undefined>) => void, reject: (error: unknown) => void }[]} */
  #waiting = []
  #ended = false
  /** @type {unknown} */
  #error

  /** @param {T} item dropped after the end; the oldest one is when there is no room */
  push(item) {
    if (this.#ended) return
    const waiting = this.#waiting.shift()
    if (waiting !== undefined) waiting.resolve({ value: item, done: false })
    else if (this.#items.length < MOST) this.#items.push(item)
    else {
      this.#items[this.#first] = item
      this.#first = (this.#first + 1) % MOST
    }
  }

  /**
   * Nothing more will come.
   * @param {unknown} [error] that those who wait get, once what is in the queue is taken
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

  /** Ends it and forgets what is in it. */
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
    this.#error = undefined // thrown once, as generators do
    return error === undefined ? Promise.resolve({ value: undefined, done: true }) : Promise.reject(error)
  }

  #take() {
    const item = this.#items[this.#first]
    // While a full ring is emptied, its items come into order.
    if (this.#first > 0) {
      this.#items = [...this.#items.slice(this.#first), ...this.#items.slice(0, this.#first)]
      this.#first = 0
    }
    this.#items.shift()
    return item
  }
}
