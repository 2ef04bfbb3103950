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

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.#socket = socket
  }

  /** How many `info` lines were left out so far. */
  get dropped() {
    return this.#dropped
  }

  /**
   * @param {string} line
   * @returns {boolean} false when too much waits already
   */
  send(line) {
    const socket = this.#socket
    if (socket.readyState !== OPEN) return true
    const waiting = socket.bufferedAmount
    if (waiting > INFO_LIMIT) {
      if (INFO.test(line)) {
        this.#dropped++
        return true
      }
      if (waiting + Buffer.byteLength(line) > HARD_LIMIT) return false
    }
    socket.send(line)
    return true
  }
}
