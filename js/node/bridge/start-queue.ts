// SPDX-License-Identifier: Apache-2.0
// Starting an engine keeps a core busy: engines that start at the same time only delay each other.

/** Admits a limited number of tasks at a time, in order of arrival. */
export class StartQueue {
  #free: number
  #waiting: Set<() => void> = new Set()

  /** @param most at a time */
  constructor(most: number) {
    this.#free = most
  }

  /** Tasks that wait. */
  get length() {
    return this.#waiting.size
  }

  /**
   * @param begin called when a place is free, never before enter() returns
   * @returns leaves: to be called when the task has ended or is cancelled; further calls have no effect
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
