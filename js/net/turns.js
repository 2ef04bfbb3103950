// SPDX-License-Identifier: Apache-2.0
// Clients with much work take turns: between two of them all input that has arrived is read, so that a client with
// little work waits for one turn at most.

/** Of one client, in milliseconds. A turn ends after the piece of work in which this time is over. */
export const LONGEST_TURN = 0.5

export class Turns {
  /** @type {(() => void)[]} */
  #waiting = []
  #isScheduled = false

  /** @param {() => void} work called once, later */
  enter(work) {
    this.#waiting.push(work)
    this.#schedule()
  }

  #schedule() {
    if (this.#isScheduled || this.#waiting.length === 0) return
    this.#isScheduled = true
    // One that is set by another runs after the next input.
    setImmediate(() => {
      this.#isScheduled = false
      const work = this.#waiting.shift()
      this.#schedule()
      work?.()
    })
  }
}
