// SPDX-License-Identifier: Apache-2.0
// The outages that a store has announced: times in which no node served the games of one of its parts.

/** @import { Outage } from '../stores/session-store.js' */

/** Outages that are remembered. */
const MOST = 1024

export class Outages {
  /** @type {Outage[]} the latest ones */
  #latest = []
  #count = 0

  /** Number of all outages so far. */
  get count() {
    return this.#count
  }

  /**
   * @param {number} index from 0
   * @returns {Outage | undefined} undefined if it is forgotten
   */
  at(index) {
    return this.#latest[index - (this.#count - this.#latest.length)]
  }

  /**
   * @param {any} outage an Outage, or its `from`
   * @param {unknown} [end] its `to`
   * @returns {boolean} whether it is one
   */
  add(outage, end) {
    const { from, to, has } =
      typeof outage === 'object' && outage !== null ? outage : { from: outage, to: end }
    if (!Number.isFinite(from) || !Number.isFinite(to) || from >= to) return false
    this.#latest.push({
      from,
      to,
      has: typeof has === 'function' ? game => has.call(outage, game) : () => true,
    })
    this.#count++
    if (this.#latest.length > MOST) this.#latest.shift()
    return true
  }
}
