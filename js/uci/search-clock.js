// SPDX-License-Identifier: Apache-2.0
// How long a search may take: after its time it is stopped, and an engine that does not stop is dead.

import { alarm } from '../core/waiting.js'

/** @typedef {import('./text/limits.js').Limits} Limits */
/** @typedef {import('../game/squares.js').Color} Color */

/**
 * In milliseconds.
 * @typedef {object} Patience
 * @property {number} stopTimeout how much longer than its time a search may take
 * @property {number} silenceTimeout how long an engine may say nothing in a search that time does not limit
 * @property {number} searchTimeout how long such a search may take
 */

/**
 * @param {Limits} limits
 * @param {Color} turn
 * @returns {number} milliseconds that the engine may think; Infinity where time is not what limits it
 */
function thinkingTime({ movetime, wtime, btime, winc, binc }, turn) {
  const [time, increment] = turn === 'white' ? [wtime, winc] : [btime, binc]
  const clock = time === undefined ? Number.POSITIVE_INFINITY : time + (increment ?? 0)
  return Math.min(movetime ?? Number.POSITIVE_INFINITY, clock)
}

/** Watches one search. */
export class SearchClock {
  #limits
  #turn
  #patience
  #overdue
  /** @type {() => void} */
  #cancel = () => {}
  /** Has it ended? It may end before it starts. */
  over = false
  /** When the engine said something last. */
  #heard = 0
  /** When a search has to end that time does not limit. */
  #end = Number.POSITIVE_INFINITY

  /**
   * @param {Limits} limits
   * @param {Color} turn
   * @param {Patience} patience
   * @param {() => void} overdue called once
   */
  constructor(limits, turn, patience, overdue) {
    this.#limits = limits
    this.#turn = turn
    this.#patience = patience
    this.#overdue = overdue
  }

  /** The engine thinks on its own time from now on. */
  start() {
    if (this.over) return
    const time = thinkingTime(this.#limits, this.#turn)
    if (time < Number.POSITIVE_INFINITY) {
      this.#cancel = alarm(time + this.#patience.stopTimeout, this.#overdue)
    } else if (!this.#limits.infinite) {
      this.heard()
      this.#end = this.#heard + this.#patience.searchTimeout
      this.#watch()
    }
  }

  /** The engine has said something. */
  heard() {
    this.#heard = performance.now()
  }

  end() {
    this.over = true
    this.#cancel()
  }

  /** Until the engine was silent for too long, or the search has taken too long. */
  #watch() {
    const left = Math.min(this.#heard + this.#patience.silenceTimeout, this.#end) - performance.now()
    if (left <= 0) this.#overdue()
    else this.#cancel = alarm(left, () => this.#watch())
  }
}
