// SPDX-License-Identifier: Apache-2.0
// Starting an engine keeps a core busy: engines that start at the same time only delay each other.

/** Admits a limited number of tasks at a time, in order of arrival. */
export class StartQueue {
  #free
  /** @type {Set<() => void>} */
  #waiting = new Set()

  /** @param {number} most at a time */
  constructor(most) {
    this.#free = most
  }

  /** Tasks that wait. */
  get length() {
    return this.#waiting.size
  }

  /**
   * @param {() => void} begin called when there is room, never before enter() returns
   * @returns {() => void} leaves: to be called when the task has ended or is cancelled; further calls have no effect
   */
  enter(begin) {
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
