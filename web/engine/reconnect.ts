// SPDX-License-Identifier: Apache-2.0
// Restarts an engine whose connection was lost: when the network returns, and after increasing waits.

import type { EngineRoom } from './engine-room.js'

/** Milliseconds before the first try, and the longest wait between two tries. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000

/**
 * Retries temporary failures while the engine is wanted and the page is visible.
 * @returns call it when the room or the result of isWanted() may have changed
 */
export function reconnect(room: EngineRoom, isWanted: () => boolean): () => void {
  let wait = FIRST_WAIT
  let readySince = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const isNeeded = () =>
    room.state === 'failed' && Boolean(room.failureText?.isTemporary) && isWanted() && !document.hidden

  const tryNow = () => {
    timer = undefined
    if (isNeeded()) room.retry()
  }

  const plan = () => {
    const { state } = room
    if (state === 'ready') readySince = Math.min(readySince, performance.now())
    if (state === 'failed') {
      // The wait starts anew only if the engine ran for a while: one that dies after each start is retried less and less often.
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
