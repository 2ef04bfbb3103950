// SPDX-License-Identifier: Apache-2.0
// An object's listeners.

/** @template {unknown[]} [Event=[]] the arguments of a listener */
export class Listeners {
  /** @type {Set<(...event: Event) => void>} */
  #all = new Set()

  /**
   * @param {(...event: Event) => void} listener
   * @returns {() => void} removes it
   */
  add(listener) {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  /**
   * Calls the current listeners, except those that an earlier one removes. New ones are called from the next event on.
   * @param {Event} event
   */
  emit(...event) {
    for (const listener of [...this.#all]) if (this.#all.has(listener)) listener(...event)
  }

  clear() {
    this.#all.clear()
  }
}
