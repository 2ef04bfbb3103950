// SPDX-License-Identifier: Apache-2.0
// Starting an engine keeps a core busy. Those that start at once only make each other late.

/** Lets a number of tasks in at a time, first come, first served. */
export class StartQueue {
  #free
  /** @type {Set<() => void>} */
  #waiting = new Set()

  /** @param {number} most at a time */
  constructor(most) {
    this.#free = most
  }

  /** How many wait. */
  get length() {
    return this.#waiting.size
  }

  /**
   * @param {() => void} begin is called when there is room, and never before enter() returns
   * @returns {() => void} to be called when it has ended or is not wanted any more; once is enough
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
