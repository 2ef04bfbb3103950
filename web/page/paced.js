// SPDX-License-Identifier: Apache-2.0
// Work that is asked for more often than eyes can follow.

/** Ten times a second. */
const PAUSE = 100

/**
 * @param {() => void} run
 * @returns {() => void} asks for a run: soon, at most one in PAUSE milliseconds, and none while the page is hidden
 */
export function paced(run) {
  let isAsked = false
  let last = Number.NEGATIVE_INFINITY
  const step = () => {
    isAsked = false
    last = performance.now()
    run()
  }
  return () => {
    if (isAsked) return
    isAsked = true
    // Browsers draw no frames of a page that nobody sees.
    setTimeout(() => requestAnimationFrame(step), Math.max(0, last + PAUSE - performance.now()))
  }
}
