// SPDX-License-Identifier: Apache-2.0
// What outlives a reload: each tab keeps its own, and a new tab begins with what was kept last.

/**
 * Storage is of a whole origin, and the page may stand in several of its folders.
 * @param {string} name
 * @returns {string} the key of this copy of the page
 */
export const ownKey = name => `binbo${new URL('.', document.baseURI).pathname}${name}`

/**
 * @param {string} name
 * @param {string} text
 * @throws {DOMException} storage is full or forbidden: it may be lost
 */
export function keep(name, text) {
  const key = ownKey(name)
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Better that of the last tab than an old one of this.
    attempt(() => sessionStorage.removeItem(key))
  }
  localStorage.setItem(key, text)
}

/**
 * Keeps it for this tab alone, as long as that is open.
 * @param {string} name
 * @param {string} text
 */
export function keepHere(name, text) {
  attempt(() => sessionStorage.setItem(ownKey(name), text))
}

/** @param {string} name @returns {string[]} what this tab has kept, then what was kept last, where there is any */
export const kept = name =>
  [
    attempt(() => sessionStorage.getItem(ownKey(name))),
    attempt(() => localStorage.getItem(ownKey(name))),
  ].filter(text => text !== null)

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
