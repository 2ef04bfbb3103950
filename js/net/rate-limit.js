// SPDX-License-Identifier: Apache-2.0
// How much of something may happen: a bucket of tokens that fills at a steady rate.

export class RateLimit {
  #rate
  #most
  #left
  #last

  /**
   * @param {number} rate tokens a second
   * @param {number} burst the size of the bucket, which is full at first
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
   * @param {number} cost in tokens; a cost above a burst takes a full bucket
   * @returns {number} 0 if it may happen now; else the milliseconds to wait
   */
  take(now, cost) {
    const price = Math.min(cost, this.#most)
    const left = this.#fill(now)
    if (left < price) return ((price - left) / this.#rate) * 1000
    this.#left -= price
    return 0
  }

  /**
   * For what has happened already: the bucket may owe tokens afterwards.
   * @param {number} now in milliseconds, by the same clock
   * @param {number} cost in tokens
   */
  spend(now, cost) {
    this.#left = this.#fill(now) - cost
  }

  /**
   * @param {number} now in milliseconds, by the same clock
   * @returns {number} until nothing is owed, in milliseconds
   */
  debt(now) {
    return (Math.max(0, -this.#fill(now)) / this.#rate) * 1000
  }

  /**
   * @param {number} now in milliseconds, by the same clock
   * @returns {boolean} whether the bucket is full
   */
  isFull(now) {
    return this.#fill(now) === this.#most
  }

  /** @returns {boolean} whether the last call left at least half of a burst */
  get isCalm() {
    return this.#left >= this.#most / 2
  }

  /** @param {number} now */
  #fill(now) {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#last) * this.#rate) / 1000)
    this.#last = now
    return this.#left
  }
}
