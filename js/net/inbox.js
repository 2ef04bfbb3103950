// SPDX-License-Identifier: Apache-2.0
// Messages of a client that may send too fast: it is slowed down, and disconnected if it ignores that.

import { alarm } from '../core/waiting.js'
import { RateLimit } from './rate-limit.js'

/** @typedef {import('ws').WebSocket} WebSocket */

/** The largest burst after a pause, in seconds of the steady rate. */
const BURST = 2
/** Characters that cost as much as one message. */
const CHARACTERS = 1024
/** This many waiting messages are a backlog: the client does not wait for answers. */
const BACKLOG = 64
/** A client may have backlogs for this long without a calm phase, in milliseconds. */
const LONGEST_BACKLOG = 10_000
/** Messages that a paused socket may still deliver, as they are in memory already. */
const MOST_WAITING = 20_000
/** Milliseconds; for shorter ones a timer is not worthwhile. */
const SHORTEST_PAUSE = 5

export class Inbox {
  #socket
  #rate
  #deliver
  #refuse
  /** @type {string[]} */
  #waiting = []
  /** @type {number | undefined} start of the backlogs since the last calm phase */
  #backlogSince
  #cancelPause = () => {}

  /**
   * @param {WebSocket} socket
   * @param {number} rate messages a second
   * @param {(text: string) => void} deliver
   * @param {() => void} refuse the client must be disconnected; it then calls close()
   */
  constructor(socket, rate, deliver, refuse) {
    this.#socket = socket
    this.#rate = new RateLimit(rate, rate * BURST, performance.now())
    this.#deliver = deliver
    this.#refuse = refuse
  }

  /** @param {string} text of a message */
  receive(text) {
    if (this.#waiting.length === 0 && this.#take(text) === 0) {
      if (this.#rate.isCalm) this.#backlogSince = undefined
      this.#deliver(text)
      return
    }
    this.#waiting.push(text)
    if (this.#waiting.length > MOST_WAITING) this.#refuse()
    else if (this.#waiting.length === 1) this.#deliverWaiting()
  }

  /** Stops the delivery. */
  close() {
    this.#cancelPause()
    this.#waiting = []
    this.#deliver = () => {}
    this.#refuse = () => {}
    // The closing handshake must be read.
    this.#socket.resume()
  }

  /** @param {string} text */
  #take(text) {
    return this.#rate.take(performance.now(), 1 + Math.floor(text.length / CHARACTERS))
  }

  /** Delivers waiting messages, as far as the rate allows. */
  #deliverWaiting() {
    for (let done = 0; done < this.#waiting.length; done++) {
      const wait = this.#take(this.#waiting[done])
      if (wait > 0) {
        this.#waiting.splice(0, done)
        return this.#pause(wait)
      }
      this.#deliver(this.#waiting[done])
    }
    this.#waiting = []
    if (this.#socket.isPaused) this.#socket.resume()
  }

  /** @param {number} milliseconds */
  #pause(milliseconds) {
    // A client that waits for answers has few messages here and is only slowed down.
    const now = performance.now()
    if (this.#waiting.length >= BACKLOG) {
      this.#backlogSince ??= now
      if (now - this.#backlogSince > LONGEST_BACKLOG) return this.#refuse()
    }
    this.#socket.pause()
    this.#cancelPause = alarm(Math.max(milliseconds, SHORTEST_PAUSE), () => this.#deliverWaiting())
  }
}
