// SPDX-License-Identifier: Apache-2.0
// What is too large for localStorage: opened files, analyses of games, the opening book, folders of endgame tables, and repertoires, in a
// database of the browser. Their keys stand in localStorage (`shelved` in keep.js), so that the database is opened only for what
// is there.

import { ownKey, shelved } from './keep.js'

/** @import { Shelf } from './keep.js' */

/** What is kept of each kind. @type {Record<Shelf, number>} */
const MOST = { files: 1, analyses: 30, books: 1, tables: 1, repertoires: 20 }

/** One more with each new kind. */
const VERSION = 4

/**
 * Keeps a value; the oldest of its kind are dropped.
 * @param {Shelf} shelf
 * @param {string} key
 * @param {unknown} value
 * @returns {Promise<void>}
 * @throws {DOMException} storage is full or forbidden: it is not kept
 */
export async function putOnShelf(shelf, key, value) {
  await ask(shelf, 'readwrite', store => store.put(value, key))
  await setKeys(shelf, [key, ...shelved(shelf).filter(other => other !== key)].slice(0, MOST[shelf]))
}

/** @param {Shelf} shelf @param {string} key @returns {Promise<any>} undefined if it is not there @throws {DOMException} */
export const takeFromShelf = (shelf, key) => ask(shelf, 'readonly', store => store.get(key))

/** @param {Shelf} shelf @returns {Promise<void>} @throws {DOMException} */
export const clearShelf = shelf => setKeys(shelf, [])

/** @param {Shelf} shelf @param {string} key @returns {Promise<void>} @throws {DOMException} */
export const removeFromShelf = (shelf, key) =>
  setKeys(
    shelf,
    shelved(shelf).filter(other => other !== key),
  )

/** Deletes all but some. @param {Shelf} shelf @param {string[]} keys newest first */
async function setKeys(shelf, keys) {
  localStorage.setItem(ownKey(`shelved ${shelf}`), JSON.stringify(keys))
  const all = await ask(shelf, 'readonly', store => store.getAllKeys())
  for (const key of all)
    if (!keys.includes(String(key))) await ask(shelf, 'readwrite', store => store.delete(key))
}

/**
 * @template T
 * @param {Shelf} shelf
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} question
 * @returns {Promise<T>}
 */
async function ask(shelf, mode, question) {
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

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answerOf = request =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
