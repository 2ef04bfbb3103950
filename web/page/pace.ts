// SPDX-License-Identifier: Apache-2.0
// Keeps the page responsive: splits long work into pieces, and limits frequent work to ten times a second.

/** Milliseconds of a frame that long work may take. */
const SHARE = 8
/** Milliseconds between two runs of frequent work. */
const PAUSE = 100

/** For long work: `if (pace.isOver) await pace.rest()` between its steps. */
export class Pace {
  #until = performance.now() + SHARE

  /** @returns whether it is time to call rest() */
  get isOver(): boolean {
    return performance.now() >= this.#until
  }

  /** Resolves in the next frame. */
  async rest() {
    await new Promise(requestAnimationFrame)
    this.#until = performance.now() + SHARE
  }
}

/**
 * Limits how often frequent work is done.
 * @returns requests a run: at most one every PAUSE milliseconds, and none while the page is hidden
 */
export function paced(run: () => void): () => void {
  let isRequested = false
  let last = Number.NEGATIVE_INFINITY
  const step = () => {
    isRequested = false
    last = performance.now()
    run()
  }
  return () => {
    if (isRequested) return
    isRequested = true
    // Hidden pages get no frames.
    setTimeout(() => requestAnimationFrame(step), Math.max(0, last + PAUSE - performance.now()))
  }
}
