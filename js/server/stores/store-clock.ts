// SPDX-License-Identifier: Apache-2.0
// A node's estimate of the store's clock: Redis's time by the quickest of several answers, continued by the node's monotonic
// clock. It is independent of the node's system clock, so all nodes agree.

type ClockReading = {
  /** monotonic time before the request */
  sent: number
  /** monotonic time after the answer */
  received: number
  /** the store's time in the answer */
  time: number
}

/**
 * If the store's clock has jumped ahead by more than this, the jump is applied at once, and is an outage; other differences
 * are applied gradually. In milliseconds.
 */
const JUMP = 1000
/** How much faster or slower the clock may run while it applies a difference. */
const SLEW = 0.1

export class StoreClock {
  /** Store time minus monotonic time: as estimated, and as applied at the monotonic time #appliedAt. */
  #target: number
  #applied: number
  #appliedAt: number
  #last = Number.NEGATIVE_INFINITY
  #set = false

  /**
   * @param guess store time minus monotonic time until the first reading
   * @param at monotonic time
   */
  constructor(guess: number, at: number) {
    this.#target = guess
    this.#applied = guess
    this.#appliedAt = at
  }

  /** Whether the store's clock has been read. */
  get set() {
    return this.#set
  }

  /**
   * @param at monotonic time, milliseconds
   * @returns integer milliseconds; never less than before, from the first reading on
   */
  now(at: number): number {
    const most = Math.max(0, at - this.#appliedAt) * SLEW
    const difference = this.#target - this.#applied
    this.#applied += Math.abs(difference) <= most ? difference : Math.sign(difference) * most
    this.#appliedAt = Math.max(at, this.#appliedAt)
    this.#last = Math.max(this.#last, Math.floor(at + this.#applied))
    return this.#last
  }

  /**
   * Replaces the estimate.
   * @param readings at least one
   * @returns milliseconds by which the store's clock has jumped ahead; 0 if it has not
   */
  adjust(readings: ClockReading[]): number {
    const best = readings.reduce((a, b) => (b.received - b.sent < a.received - a.sent ? b : a))
    const offset = best.time - (best.sent + best.received) / 2
    const difference = offset - this.#applied
    this.#target = offset
    if (!this.#set) {
      this.#set = true
      this.#applied = offset
      this.#last = Number.NEGATIVE_INFINITY
      return 0
    }
    if (difference <= JUMP) return 0
    this.#applied = offset
    return difference
  }

  /**
   * Sets the clock to a time of the store, if it is behind that by more than JUMP.
   * @param at monotonic time
   */
  advance(time: number, at: number) {
    const behind = time - (at + this.#applied)
    if (behind <= JUMP) return
    this.#applied += behind
    this.#target = Math.max(this.#target, this.#applied)
  }
}
