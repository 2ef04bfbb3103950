// SPDX-License-Identifier: Apache-2.0
// The time of this process that one client may use: work is measured while it is done, and owed afterwards.

import { RateLimit } from './rate-limit.js'

/** Most milliseconds that count for one piece of work: the system may have stopped this process meanwhile. */
const LONGEST_WORK = 50

export class WorkAccount {
  #limit
  /** @type {number | undefined} start of the work in progress */
  #since

  /**
   * @param {number} rate milliseconds of work a second, in the long run
   * @param {number} burst milliseconds of work at once
   */
  constructor(rate, burst) {
    this.#limit = new RateLimit(rate, burst, performance.now())
  }

  /**
   * Does work of the client. Work within work counts once.
   * @param {() => void} work
   */
  run(work) {
    if (this.#since !== undefined) return work()
    const since = performance.now()
    this.#since = since
    try {
      work()
    } finally {
      this.#since = undefined
      const now = performance.now()
      this.#limit.spend(now, Math.min(now - since, LONGEST_WORK))
    }
  }

  /** Milliseconds to wait before the next work; 0 if there may be some now. */
  get debt() {
    return this.#limit.debt(performance.now())
  }
}
