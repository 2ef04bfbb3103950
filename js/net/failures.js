// SPDX-License-Identifier: Apache-2.0
// Wrong tokens by address: after some of them an address may try one a second only.

import { networkOf } from './addresses.js'
import { RateLimit } from './rate-limit.js'

/** Failures at once, and a second in the long run. */
const BURST = 32
const RATE = 1
/** Addresses that are remembered. */
const MOST_ADDRESSES = 10_000

export class Failures {
  /** @type {Map<string, RateLimit>} by network, the latest failure last */
  #limits = new Map()

  /**
   * @param {string} address
   * @returns {number} milliseconds until the address may try again; 0 if it may now
   */
  wait(address) {
    return this.#limits.get(networkOf(address))?.debt(performance.now()) ?? 0
  }

  /** @param {string} address that had a wrong token */
  add(address) {
    const network = networkOf(address)
    const now = performance.now()
    const limit = this.#limits.get(network) ?? new RateLimit(RATE, BURST, now)
    limit.spend(now, 1)
    this.#limits.delete(network)
    this.#limits.set(network, limit)
    if (this.#limits.size > MOST_ADDRESSES) this.#limits.delete(this.#limits.keys().next().value ?? '')
  }
}
