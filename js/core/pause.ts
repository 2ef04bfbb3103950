// SPDX-License-Identifier: Apache-2.0
// Pauses long work, so that the event loop can turn.

/** Milliseconds between two pauses: less than a frame. */
const INTERVAL = 12

/** Lets timers, input and other requests run during long work. */
export class Pause {
  #last = performance.now()

  /** @returns whether it is time for a pause */
  isDue(): boolean {
    return performance.now() - this.#last >= INTERVAL
  }

  /** Waits for a turn of the event loop. */
  async take(): Promise<void> {
    await eventLoopTurn()
    this.#last = performance.now()
  }
}

function eventLoopTurn(): Promise<void> {
  return new Promise(resolve => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve)
      return
    }
    // jsdom has neither.
    if (typeof MessageChannel === 'undefined') {
      setTimeout(resolve)
      return
    }
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
