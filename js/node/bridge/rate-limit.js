// SPDX-License-Identifier: Apache-2.0
// How often something may happen: a bucket of tokens that fills at a steady rate.

export class RateLimit {
  #rate
  #most
  #left
  #last

  /**
   * @param {number} rate a second
   * @param {number} burst how many may come at once after a pause
   * @param {number} now in milliseconds
   */
  constructor(rate, burst, now) {
    this.#rate = rate
    this.#most = burst
    this.#left = burst
    this.#last = now
  }

  /**
   * @param {number} now in milliseconds, by the same clock
   * @returns {boolean} whether one more may happen now
   */
  take(now) {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#last) * this.#rate) / 1000)
    this.#last = now
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
