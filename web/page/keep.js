// SPDX-License-Identifier: Apache-2.0
// What outlives a reload: each tab keeps its own, and a new tab begins with what was kept last.

/**
 * @param {string} key
 * @param {string} text
 * @throws {DOMException} storage is full or forbidden: it may be lost
 */
export function keep(key, text) {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Better that of the last tab than an old one of this.
    attempt(() => sessionStorage.removeItem(key))
  }
  localStorage.setItem(key, text)
}

/** @param {string} key @returns {string | null} */
export const kept = key =>
  attempt(() => sessionStorage.getItem(key)) ?? attempt(() => localStorage.getItem(key)) ?? null

/**
 * @template T
 * @param {() => T} action
 * @returns {T | null} null where storage is forbidden
 */
function attempt(action) {
  try {
    return action()
  } catch {
    return null
  }
}
