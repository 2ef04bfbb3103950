// SPDX-License-Identifier: Apache-2.0
// Who is told of changes.

/** @template {unknown[]} [News=[]] what they are told */
export class Listeners {
  /** @type {Set<(...news: News) => void>} */
  #all = new Set()

  /**
   * @param {(...news: News) => void} listener
   * @returns {() => void} it is told no more
   */
  add(listener) {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  /** Tells those who listened before; who comes meanwhile hears of the next change. @param {News} news */
  tell(...news) {
    for (const listener of [...this.#all]) if (this.#all.has(listener)) listener(...news)
  }

  clear() {
    this.#all.clear()
  }
}
