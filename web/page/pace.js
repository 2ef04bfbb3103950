// SPDX-License-Identifier: Apache-2.0
// Work paced so that the page stays usable: long work in pieces, frequent work at most ten times a second.

/** Milliseconds of a frame that the work may take. */
const SHARE = 8

export class Pace {
  #until = performance.now() + SHARE

  /** @returns {boolean} whether it is time for a rest() */
  get isOver() {
    return performance.now() >= this.#until
  }

  /** Resolves in the next frame. */
  async rest() {
    await new Promise(requestAnimationFrame)
    this.#until = performance.now() + SHARE
  }
}

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
