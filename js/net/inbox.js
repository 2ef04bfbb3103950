// SPDX-License-Identifier: Apache-2.0
// Messages of a client that may send too fast: it is slowed down, and disconnected if it ignores that.

import { alarm } from '../core/waiting.js'
import { RateLimit } from './rate-limit.js'
import { LONGEST_TURN } from './turns.js'

/** @import { MeteredSocket } from './metered-socket.js' */
/** @import { Turns } from './turns.js' */

/** The largest burst after a pause, in seconds of the steady rate. */
const BURST = 2
/** Characters that cost as much as one message. */
const CHARACTERS = 1024
/** This many waiting messages are a backlog: the client does not wait for answers. */
const BACKLOG = 64
/** The same for their characters. */
const LARGEST_BACKLOG = 1 << 18
/** A client may have backlogs for this long without a calm phase, in milliseconds. */
const LONGEST_BACKLOG = 10_000
/** Milliseconds; for shorter ones a timer is not worthwhile. */
const SHORTEST_PAUSE = 5

export class Inbox {
  #stream
  #turns
  #rate
  #deliver
  #refuse
  /** @type {string[]} */
  #waiting = []
  #waitingLength = 0
  #isHeld = false
  /** Whether a turn or an alarm will continue. */
  #waits = false
  /** @type {number | undefined} start of the backlogs since the last calm phase */
  #backlogSince
  #cancelPause = () => {}

  /**
   * @param {MeteredSocket} stream that the messages come from
   * @param {Turns} turns
   * @param {number} rate messages a second
   * @param {(text: string) => void} deliver
   * @param {() => void} refuse the client must be disconnected; it then calls close()
   */
  constructor(stream, turns, rate, deliver, refuse) {
    this.#stream = stream
    this.#turns = turns
    this.#rate = new RateLimit(rate, rate * BURST, performance.now())
    this.#deliver = deliver
    this.#refuse = refuse
  }

  /** @param {string} text of a message */
  receive(text) {
    if (this.#waiting.length === 0 && !this.#isHeld) {
      const wait = this.#take(text)
      if (wait === 0) {
        if (this.#rate.isCalm) this.#backlogSince = undefined
        return this.#deliver(text)
      }
      this.#pause(wait)
    }
    this.#waiting.push(text)
    this.#waitingLength += text.length
    if (this.#isBacklog) this.#stream.hold()
  }

  /** Delivers nothing until release(). */
  hold() {
    this.#isHeld = true
  }

  release() {
    if (!this.#isHeld) return
    this.#isHeld = false
    if (this.#waiting.length > 0) this.#enter()
  }

  /** Stops the delivery. */
  close() {
    this.#cancelPause()
    this.#waiting = []
    this.#deliver = () => {}
    this.#refuse = () => {}
    // The closing handshake must be read.
    this.#stream.release()
  }

  get #isBacklog() {
    return this.#waiting.length >= BACKLOG || this.#waitingLength >= LARGEST_BACKLOG
  }

  /** @param {string} text */
  #take(text) {
    return this.#rate.take(performance.now(), 1 + Math.floor(text.length / CHARACTERS))
  }

  /** Delivers waiting messages for one turn, as far as the rate and the client's account allow. */
  #deliverWaiting() {
    const { account } = this.#stream
    const end = performance.now() + LONGEST_TURN
    while (this.#waiting.length > 0 && !this.#isHeld) {
      const wait = account.debt || this.#take(this.#waiting[0])
      if (wait > 0) return this.#pause(wait)
      const text = /** @type {string} */ (this.#waiting.shift())
      this.#waitingLength -= text.length
      account.run(() => this.#deliver(text))
      if (performance.now() > end) return this.#enter()
    }
    if (!this.#isBacklog) this.#stream.release()
  }

  #enter() {
    if (this.#waits) return
    this.#waits = true
    this.#turns.enter(() => {
      this.#waits = false
      this.#deliverWaiting()
    })
  }

  /** @param {number} milliseconds */
  #pause(milliseconds) {
    if (this.#waits) return
    // A client that waits for answers has few messages here and is only slowed down.
    const now = performance.now()
    if (this.#isBacklog) {
      this.#backlogSince ??= now
      if (now - this.#backlogSince > LONGEST_BACKLOG) return this.#refuse()
    }
    this.#waits = true
    this.#cancelPause = alarm(Math.max(milliseconds, SHORTEST_PAUSE), () => {
      this.#waits = false
      this.#enter()
    })
  }
}
