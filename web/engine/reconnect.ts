// SPDX-License-Identifier: Apache-2.0
// Starts an engine again whose connection was lost: when the network returns, and after waits that grow.

import type { EngineRoom } from './engine-room.js'

/** Milliseconds before the first try, and the longest wait between two tries. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000

/**
 * Tries again while the engine is wanted and the page is visible. A failure that trying again cannot mend stays.
 * @returns to be called when what isWanted() returns, or the room, may have changed
 */
export function reconnect(room: EngineRoom, isWanted: () => boolean): () => void {
  let wait = FIRST_WAIT
  let readySince = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const isNeeded = () =>
    room.state === 'failed' && Boolean(room.failureText?.passes) && isWanted() && !document.hidden

  const tryNow = () => {
    timer = undefined
    if (isNeeded()) room.retry()
  }

  const plan = () => {
    const { state } = room
    if (state === 'ready') readySince = Math.min(readySince, performance.now())
    if (state === 'failed') {
      // An engine that ends soon after each start is not tried more and more often.
      if (performance.now() - readySince > LONGEST_WAIT) wait = FIRST_WAIT
      readySince = Number.POSITIVE_INFINITY
    }
    if (!isNeeded()) {
      clearTimeout(timer)
      timer = undefined
    } else if (timer === undefined && navigator.onLine) {
      timer = setTimeout(tryNow, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
  }

  addEventListener('online', () => {
    clearTimeout(timer)
    wait = FIRST_WAIT
    tryNow()
  })
  document.addEventListener('visibilitychange', plan)
  return plan
}
