// SPDX-License-Identifier: Apache-2.0
// Limits how many engines start at the same time: a start keeps a core busy, so they would only delay each other.

/** Admits a limited number of tasks at a time, in order of arrival. */
export class StartQueue {
  #free: number
  #waiting: Set<() => void> = new Set()

  /** @param most the most tasks at a time */
  constructor(most: number) {
    this.#free = most
  }

  /** The number of waiting tasks. */
  get length() {
    return this.#waiting.size
  }

  /**
   * @param begin called when a place is free, never before enter() returns
   * @returns a function to call when the task has ended or is cancelled; further calls have no effect
   */
  enter(begin: () => void): () => void {
    let inside = false
    let left = false
    const start = () => {
      inside = true
      queueMicrotask(() => left || begin())
    }
    this.#waiting.add(start)
    this.#advance()
    return () => {
      if (left) return
      left = true
      this.#waiting.delete(start)
      if (inside) this.#free++
      this.#advance()
    }
  }

  #advance() {
    for (const start of this.#waiting) {
      if (this.#free <= 0) return
      this.#waiting.delete(start)
      this.#free--
      start()
    }
  }
}
