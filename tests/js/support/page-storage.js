// SPDX-License-Identifier: Apache-2.0
// The browser for web/storage/saved-game.ts: two storages, a timer that is run by hand, and no other events.

/** A storage that can be full or forbidden. */
class FakeStorage {
  #texts = new Map()
  /** @type {Error | null} thrown by every call */
  forbidden = null
  /** Characters that fit in, of all texts together. */
  room = Infinity

  get length() {
    if (this.forbidden) throw this.forbidden
    return this.#texts.size
  }

  key(index) {
    return [...this.#texts.keys()][index] ?? null
  }

  getItem(key) {
    if (this.forbidden) throw this.forbidden
    return this.#texts.get(key) ?? null
  }

  setItem(key, text) {
    if (this.forbidden) throw this.forbidden
    const others = [...this.#texts].filter(([other]) => other !== key)
    const used = others.reduce((sum, [, { length }]) => sum + length, 0)
    if (used + text.length > this.room) throw new DOMException('it is full', 'QuotaExceededError')
    this.#texts.set(key, text)
  }

  removeItem(key) {
    if (this.forbidden) throw this.forbidden
    this.#texts.delete(key)
  }
}

/** Puts a new, empty browser in the place of the globals that the page uses. */
export function freshBrowser() {
  globalThis.localStorage = new FakeStorage()
  newTab()
  globalThis.addEventListener = () => {}
  globalThis.document = {
    baseURI: 'https://example.org/some/where/',
    documentElement: { dataset: {} },
    addEventListener() {},
  }
}

/** Another tab of the same browser. */
export function newTab() {
  globalThis.sessionStorage = new FakeStorage()
}

/** @returns {() => void} lets all the time pass that is waited for, in the whole test file */
export function useTimer() {
  /** @type {Map<number, () => void>} */
  const waiting = new Map()
  let count = 0
  globalThis.setTimeout = action => {
    waiting.set(++count, action)
    return count
  }
  globalThis.clearTimeout = timer => waiting.delete(timer)
  return () => {
    for (const [timer, action] of waiting) {
      waiting.delete(timer)
      action()
    }
  }
}
