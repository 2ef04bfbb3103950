// SPDX-License-Identifier: Apache-2.0
// Messages from a client that may send too fast: it is slowed down, and sent away when it does not mind.

import { alarm } from '../../core/waiting.js'
import { RateLimit } from './rate-limit.js'

/** @typedef {import('ws').WebSocket} WebSocket */

/** A burst that is taken after a pause, in seconds of the steady rate. */
const BURST = 2
/** Characters of a message that cost as much as a message. */
const CHARACTERS = 1024
/** So many messages that wait are a heap: who sends them does not look at the answers. */
const HEAP = 64
/** How long there may be one after the other, in milliseconds. */
const LONGEST_HEAP = 10_000
/** What a paused socket may still give: it is in memory already. */
const MOST_WAITING = 20_000
/** Of waiting for tokens, in milliseconds: shorter is not worth a timer. */
const SHORTEST_PAUSE = 5

export class Inbox {
  #socket
  #rate
  #deliver
  #refuse
  /** @type {string[]} */
  #waiting = []
  /** @type {number | undefined} since when it sends heaps, with no calm between them */
  #heapSince
  #cancelPause = () => {}

  /**
   * @param {WebSocket} socket
   * @param {number} rate messages a second
   * @param {(text: string) => void} deliver
   * @param {() => void} refuse the client has to go; close() is called then
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
      if (this.#rate.isCalm) this.#heapSince = undefined
      this.#deliver(text)
      return
    }
    this.#waiting.push(text)
    if (this.#waiting.length > MOST_WAITING) this.#refuse()
    else if (this.#waiting.length === 1) this.#goOn()
  }

  /** Nothing more is delivered. */
  close() {
    this.#cancelPause()
    this.#waiting = []
    this.#deliver = () => {}
    this.#refuse = () => {}
    // The closing handshake has to be read.
    this.#socket.resume()
  }

  /** @param {string} text */
  #take(text) {
    return this.#rate.take(performance.now(), 1 + Math.floor(text.length / CHARACTERS))
  }

  /** Delivers what waits, as far as the rate allows. */
  #goOn() {
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
    // Who waits for answers is slowed down, and no more: little of it is ever here.
    const now = performance.now()
    if (this.#waiting.length >= HEAP) {
      this.#heapSince ??= now
      if (now - this.#heapSince > LONGEST_HEAP) return this.#refuse()
    }
    this.#socket.pause()
    this.#cancelPause = alarm(Math.max(milliseconds, SHORTEST_PAUSE), () => this.#goOn())
  }
}
