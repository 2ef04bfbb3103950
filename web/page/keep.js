// SPDX-License-Identifier: Apache-2.0
// Texts that survive a reload: each tab keeps its own, and a new tab begins with the newest of all tabs.

/**
 * Storage belongs to the whole origin, which may have the page in several folders. Documents stand in one below it.
 * @param {string} name
 * @returns {string} the key for this copy of the page
 */
export const ownKey = name =>
  `binbo${new URL(document.documentElement.dataset.page ?? '.', document.baseURI).pathname}${name}`

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

/** What shelf.js keeps. @typedef {'files' | 'analyses' | 'books' | 'tables' | 'repertoires'} Shelf */

/** @param {Shelf} shelf @returns {string[]} the keys of what is on it, newest first */
export const shelved = shelf =>
  attempt(() => JSON.parse(localStorage.getItem(ownKey(`shelved ${shelf}`)) ?? '[]')) ?? []

/**
 * FNV-1a (Fowler, Noll, Vo; RFC 9923), 32 bits, over UTF-16 units: detects accidents, not attacks.
 * @param {string} text
 * @param {number} [before] the checksum of the text before it
 * @returns {number}
 */
export function checksum(text, before = 0x811c9dc5) {
  let hash = before
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * @template T
 * @param {() => T} action
 * @returns {T | null} null if storage is forbidden or damaged
 */
function attempt(action) {
  try {
    return action()
  } catch {
    return null
  }
}
