// SPDX-License-Identifier: Apache-2.0
// Lines to a client that may read slowly, or not at all: optional lines are dropped first.

/** @import { WebSocket } from 'ws' */

/** Optional lines are dropped while more bytes than this wait in this process. */
const SOFT_LIMIT = 1 << 20
/** A client for which more bytes than this would wait must be disconnected. */
const HARD_LIMIT = 2_000_000
const OPEN = 1

export class Outbox {
  #socket
  #mayDrop
  #dropped = 0
  #written = 0

  /**
   * @param {WebSocket} socket
   * @param {(line: string) => boolean} mayDrop whether a line is optional
   */
  constructor(socket, mayDrop) {
    this.#socket = socket
    this.#mayDrop = mayDrop
  }

  /** Lines dropped so far. */
  get dropped() {
    return this.#dropped
  }

  /** Lines handed to the system so far: the number grows while the client reads. */
  get written() {
    return this.#written
  }

  /** @returns {boolean} whether optional lines are dropped now */
  get isFull() {
    return this.#socket.bufferedAmount > SOFT_LIMIT
  }

  /**
   * @param {string} line
   * @returns {boolean} false if too much waits already
   */
  send(line) {
    const socket = this.#socket
    if (socket.readyState !== OPEN) return true
    if (this.isFull) {
      if (this.#mayDrop(line)) {
        this.#dropped++
        return true
      }
      if (socket.bufferedAmount + Buffer.byteLength(line) > HARD_LIMIT) return false
    }
    socket.send(line, () => {
      this.#written++
    })
    return true
  }
}
