// SPDX-License-Identifier: Apache-2.0
// What is too large for localStorage: opened files, analyses of games, the opening book, folders of endgame tables, and repertoires, in a
// database of the browser. Their keys stand in localStorage (`shelved` in keep.js), so that the database is opened only for what
// is there.

import type { Shelf } from './keep.js'
import { ownKey, shelved } from './keep.js'

/** What is kept of each kind. */
const MOST: Record<Shelf, number> = { files: 1, analyses: 30, books: 1, tables: 1, repertoires: 20 }

/** One more with each new kind. */
const VERSION = 4

/**
 * Keeps a value; the oldest of its kind are dropped.
 * @throws {DOMException} storage is full or forbidden: it is not kept
 */
export async function putOnShelf(shelf: Shelf, key: string, value: unknown): Promise<void> {
  await ask(shelf, 'readwrite', store => store.put(value, key))
  await setKeys(shelf, [key, ...shelved(shelf).filter(other => other !== key)].slice(0, MOST[shelf]))
}

/** @returns undefined if it is not there @throws {DOMException} */
export const takeFromShelf = (shelf: Shelf, key: string): Promise<any> =>
  ask(shelf, 'readonly', store => store.get(key))

/** @throws {DOMException} */
export const clearShelf = (shelf: Shelf): Promise<void> => setKeys(shelf, [])

/** @throws {DOMException} */
export const removeFromShelf = (shelf: Shelf, key: string): Promise<void> =>
  setKeys(
    shelf,
    shelved(shelf).filter(other => other !== key),
  )

/** Deletes all but some. @param keys newest first */
async function setKeys(shelf: Shelf, keys: string[]) {
  localStorage.setItem(ownKey(`shelved ${shelf}`), JSON.stringify(keys))
  const all = await ask(shelf, 'readonly', store => store.getAllKeys())
  for (const key of all)
    if (!keys.includes(String(key))) await ask(shelf, 'readwrite', store => store.delete(key))
}

async function ask<T>(
  shelf: Shelf,
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(ownKey('shelf'), VERSION)
  opening.onupgradeneeded = () => {
    const { result } = opening
    for (const name of Object.keys(MOST))
      if (!result.objectStoreNames.contains(name)) result.createObjectStore(name)
  }
  const database = await answerOf(opening)
  try {
    const transaction = database.transaction(shelf, mode)
    const asked = question(transaction.objectStore(shelf))
    // A full storage is reported at the end.
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error ?? asked.error)
    })
    return asked.result
  } finally {
    database.close()
  }
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
