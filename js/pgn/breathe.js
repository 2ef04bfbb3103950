// SPDX-License-Identifier: Apache-2.0
// Long work lets timers, input and other requests have their turn.

/** Milliseconds between two breaths: less than a frame. */
const INTERVAL = 12

/** @returns {Promise<void>} after a turn of the event loop */
const turn = () =>
  new Promise(resolve => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve)
      return
    }
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/** @returns {() => Promise<void> | undefined} a promise to await when it is time for a turn */
export function makeBreathe() {
  let last = performance.now()
  return () => {
    if (performance.now() - last < INTERVAL) return undefined
    return turn().then(() => {
      last = performance.now()
    })
  }
}
