// SPDX-License-Identifier: Apache-2.0
// Connections that wait for a moment for a place at a full server, in order of arrival: clients that leave and come back at
// once must not overtake waiting ones.

import type { Socket } from 'node:net'

/** The most connections that may wait. */
const LONGEST = 64
/** The longest time that a connection waits, in milliseconds. */
const LONGEST_WAIT = 5000
/** Connections wait only if a client has left within this time, in milliseconds: otherwise no place is likely to become free. */
const MOVING = 10_000

type Waiting = { admit: () => void; refuse: () => void; leave: () => void }

export class WaitingLine {
  /** the first one has waited longest */
  #line: Set<Waiting> = new Set()
  #leftAt = Number.NEGATIVE_INFINITY

  /**
   * @param socket a socket with an unanswered request
   * @param admit called when a place is free
   * @param refuse called when no place became free in time
   * @returns false if it cannot wait: neither will be called
   */
  join(socket: Socket, admit: () => void, refuse: () => void): boolean {
    if (this.#line.size >= LONGEST || performance.now() - this.#leftAt > MOVING) return false
    const leave = () => {
      clearTimeout(timer)
      this.#line.delete(waiting)
      socket.off('close', leave).off('error', onError)
    }
    const waiting = { admit, refuse, leave }
    const timer = setTimeout(() => {
      leave()
      refuse()
    }, LONGEST_WAIT)
    socket.on('close', leave).on('error', onError)
    this.#line.add(waiting)
    return true
  }

  /** A client has left: the next one is admitted. */
  advance() {
    this.#leftAt = performance.now()
    const [first] = this.#line
    if (first === undefined) return
    first.leave()
    first.admit()
  }

  /** Refuses all waiting connections. */
  close() {
    for (const waiting of [...this.#line]) {
      waiting.leave()
      waiting.refuse()
    }
  }
}

/** The event 'close' follows. */
function onError() {}
