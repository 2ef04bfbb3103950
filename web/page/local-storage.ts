// SPDX-License-Identifier: Apache-2.0
// Texts that survive a reload: each tab keeps its own, and a new tab begins with the newest of all tabs.

/**
 * Storage belongs to the whole origin, which may have copies of the page in several folders. The documents are in a folder
 * below the page.
 * @returns the key for this copy of the page
 */
export const ownKey = (name: string): string =>
  `binbo${new URL(document.documentElement.dataset.page ?? '.', document.baseURI).pathname}${name}`

/**
 * Saves a text for this tab, and as the newest of all tabs.
 * @throws {DOMException} storage is full or forbidden: the text may be lost
 */
export function saveText(name: string, text: string) {
  const key = ownKey(name)
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // After a reload the newest text of all tabs is better than an old one of this tab.
    attempt(() => sessionStorage.removeItem(key))
  }
  localStorage.setItem(key, text)
}

/** Saves a text for this tab alone, until the tab is closed. */
export function saveForTab(name: string, text: string) {
  attempt(() => sessionStorage.setItem(ownKey(name), text))
}

/** @returns the text of this tab, then the newest of all tabs; either may be missing */
export const savedTexts = (name: string): string[] =>
  [
    attempt(() => sessionStorage.getItem(ownKey(name))),
    attempt(() => localStorage.getItem(ownKey(name))),
  ].filter(text => text !== null)

/** The object stores of indexed-db.ts. */
export type StoreName = 'files' | 'analyses' | 'books' | 'tables' | 'repertoires' | 'decks'

/** @returns the keys of its values, newest first */
export const storedKeys = (name: StoreName): string[] =>
  attempt(() => JSON.parse(localStorage.getItem(ownKey(`shelved ${name}`)) ?? '[]')) ?? []

/**
 * FNV-1a (Fowler, Noll, Vo; RFC 9923), 32 bits, over UTF-16 units: detects accidents, not attacks.
 * @param before the checksum of the preceding text
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
