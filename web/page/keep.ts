// SPDX-License-Identifier: Apache-2.0
// Texts that survive a reload: each tab keeps its own, and a new tab begins with the newest of all tabs.

/**
 * Storage belongs to the whole origin, which may have the page in several folders. Documents stand in one below it.
 * @returns the key for this copy of the page
 */
export const ownKey = (name: string): string =>
  `binbo${new URL(document.documentElement.dataset.page ?? '.', document.baseURI).pathname}${name}`

/**
 * Keeps a text for this tab, and as the newest of all tabs.
 * @throws {DOMException} storage is full or forbidden: the text may be lost
 */
export function keep(name: string, text: string) {
  const key = ownKey(name)
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Better the newest of all tabs than an old one of this tab.
    attempt(() => sessionStorage.removeItem(key))
  }
  localStorage.setItem(key, text)
}

/** Keeps a text for this tab alone, as long as the tab is open. */
export function keepHere(name: string, text: string) {
  attempt(() => sessionStorage.setItem(ownKey(name), text))
}

/** @returns that of this tab, then the newest of all tabs, if there are any */
export const kept = (name: string): string[] =>
  [
    attempt(() => sessionStorage.getItem(ownKey(name))),
    attempt(() => localStorage.getItem(ownKey(name))),
  ].filter(text => text !== null)

/** What shelf.js keeps. */
export type Shelf = 'files' | 'analyses' | 'books' | 'tables' | 'repertoires'

/** @returns the keys of what is on it, newest first */
export const shelved = (shelf: Shelf): string[] =>
  attempt(() => JSON.parse(localStorage.getItem(ownKey(`shelved ${shelf}`)) ?? '[]')) ?? []

/**
 * FNV-1a (Fowler, Noll, Vo; RFC 9923), 32 bits, over UTF-16 units: detects accidents, not attacks.
 * @param before the checksum of the text before it
 */
export function checksum(text: string, before = 0x811c9dc5): number {
  let hash = before
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** @returns null if storage is forbidden or damaged */
function attempt<T>(action: () => T): T | null {
  try {
    return action()
  } catch {
    return null
  }
}
