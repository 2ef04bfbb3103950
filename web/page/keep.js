// SPDX-License-Identifier: Apache-2.0
// Texts that survive a reload: each tab keeps its own, and a new tab begins with the newest of all tabs.

/**
 * Storage belongs to the whole origin, which may have the page in several folders.
 * @param {string} name
 * @returns {string} the key for this copy of the page
 */
export const ownKey = name => `binbo${new URL('.', document.baseURI).pathname}${name}`

/**
 * Keeps a text for this tab, and as the newest of all tabs.
 * @param {string} name
 * @param {string} text
 * @throws {DOMException} storage is full or forbidden: the text may be lost
 */
export function keep(name, text) {
  const key = ownKey(name)
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Better the newest of all tabs than an old one of this tab.
    attempt(() => sessionStorage.removeItem(key))
  }
  localStorage.setItem(key, text)
}

/**
 * Keeps a text for this tab alone, as long as the tab is open.
 * @param {string} name
 * @param {string} text
 */
export function keepHere(name, text) {
  attempt(() => sessionStorage.setItem(ownKey(name), text))
}

/** @param {string} name @returns {string[]} that of this tab, then the newest of all tabs, if there are any */
export const kept = name =>
  [
    attempt(() => sessionStorage.getItem(ownKey(name))),
    attempt(() => localStorage.getItem(ownKey(name))),
  ].filter(text => text !== null)

/**
 * @template T
 * @param {() => T} action
 * @returns {T | null} null if storage is forbidden
 */
function attempt(action) {
  try {
    return action()
  } catch {
    return null
  }
}
