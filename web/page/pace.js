// SPDX-License-Identifier: Apache-2.0
// Long work in small pieces, so that the page can be used meanwhile.

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
