// SPDX-License-Identifier: Apache-2.0
// Limits how often something may happen: a bucket of tokens that fills at a steady rate.

export class RateLimit {
  #rate: number
  #most: number
  #left: number
  #last: number

  /**
   * @param rate tokens per second
   * @param burst the size of the bucket, which is full at first
   * @param now in milliseconds
   */
  constructor(rate: number, burst: number, now: number) {
    this.#rate = rate
    this.#most = burst
    this.#left = burst
    this.#last = now
  }

  /**
   * @param now in milliseconds, by the same clock
   * @param cost in tokens; a cost above a burst takes a full bucket
   * @returns 0 if it may happen now; otherwise the milliseconds to wait
   */
  take(now: number, cost: number): number {
    const price = Math.min(cost, this.#most)
    const left = this.#fill(now)
    if (left < price) return ((price - left) / this.#rate) * 1000
    this.#left -= price
    return 0
  }

  /**
   * Counts what has already happened: the bucket may owe tokens afterwards.
   * @param now in milliseconds, by the same clock
   * @param cost in tokens
   */
  spend(now: number, cost: number) {
    this.#left = this.#fill(now) - cost
  }

  /**
   * @param now in milliseconds, by the same clock
   * @returns the time until nothing is owed, in milliseconds
   */
  debt(now: number): number {
    return (Math.max(0, -this.#fill(now)) / this.#rate) * 1000
  }

  /** @returns whether the last call left at least half of a burst */
  get isCalm(): boolean {
    return this.#left >= this.#most / 2
  }

  #fill(now: number) {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#last) * this.#rate) / 1000)
    this.#last = now
    return this.#left
  }
}
