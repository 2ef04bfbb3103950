// SPDX-License-Identifier: Apache-2.0
// Lines to a client that may read slowly, or not at all: what it can do without is left out first.

/** @typedef {import('ws').WebSocket} WebSocket */

/** Above it `info` lines are left out, in bytes that wait in this process. */
const INFO_LIMIT = 1 << 20
/** Above it nothing more is sent, and the client has to go. */
const HARD_LIMIT = 2_000_000
const OPEN = 1
const INFO = /^\s*info\b/

export class Outbox {
  #socket
  #dropped = 0
  #written = 0

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.#socket = socket
  }

  /** How many `info` lines were left out so far. */
  get dropped() {
    return this.#dropped
  }

  /** How many lines the system has taken so far: it grows while the other side reads. */
  get written() {
    return this.#written
  }

  /** @returns {boolean} whether so much waits that nothing is to be added without need */
  get isFull() {
    return this.#socket.bufferedAmount > INFO_LIMIT
  }

  /**
   * @param {string} line
   * @returns {boolean} false when too much waits already
   */
  send(line) {
    const socket = this.#socket
    if (socket.readyState !== OPEN) return true
    if (this.isFull) {
      if (INFO.test(line)) {
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
