// SPDX-License-Identifier: Apache-2.0
// Values too large for localStorage, in IndexedDB: opened files, analyses of games, the opening book, folders of endgame
// tables, and what is trained. localStorage has their keys (storedKeys() of local-storage.ts), so the database is opened only
// to read or write a value.

import type { StoreName } from './local-storage.js'
import { ownKey, storedKeys } from './local-storage.js'
import { keysOf } from './unknown.js'

/** The largest number of values in each object store. */
const MOST: Record<StoreName, number> = {
  files: 1,
  analyses: 30,
  books: 1,
  tables: 1,
  repertoires: 20,
  decks: 2,
}

/** Increased with each new object store. */
const VERSION = 5

/**
 * Saves a value; the oldest values above the limit are deleted.
 * @throws {DOMException} storage is full or forbidden: the value is not saved
 */
export async function storeValue(name: StoreName, key: string, value: unknown): Promise<void> {
  await request(name, 'readwrite', store => store.put(value, key))
  await setKeys(name, [key, ...keysWithout(name, key)].slice(0, MOST[name]))
}

const keysWithout = (name: StoreName, key: string): string[] =>
  storedKeys(name).filter(other => other !== key)

/**
 * Changes a value in one transaction: no other tab can save between reading and writing. No other value is deleted.
 * @param change returns the new value of the saved one, which is undefined if it is missing; undefined: nothing is written
 * @returns what `change` returned
 * @throws {DOMException} storage is full or forbidden: the value is not saved; what `change` throws
 */
export async function changeStored<T>(
  name: StoreName,
  key: string,
  change: (saved: unknown) => T | undefined,
): Promise<T | undefined> {
  let value: T | undefined
  const failures: unknown[] = []
  await request(name, 'readwrite', store => {
    const reading = store.get(key)
    reading.onsuccess = () => {
      try {
        value = change(reading.result)
        if (value === undefined) return
        store.put(value, key)
        // A removal in another tab waits for this transaction.
        writeKeys(name, [key, ...keysWithout(name, key)])
      } catch (error) {
        failures.push(error)
      }
    }
    return reading
  })
  if (failures.length > 0) throw failures[0]
  return value
}

/** @returns a value to be checked: another version of the page may have saved it; undefined if it is missing @throws {DOMException} */
export const readStored = (name: StoreName, key: string): Promise<unknown> =>
  request(name, 'readonly', store => store.get(key))

/** @throws {DOMException} */
export const clearStore = (name: StoreName): Promise<void> => setKeys(name, [])

/** Deletes a value. @returns the value, unchecked; undefined if it was missing @throws {DOMException} */
export const removeStored = (name: StoreName, key: string): Promise<unknown> =>
  request(name, 'readwrite', store => {
    const reading = store.get(key)
    reading.onsuccess = () => {
      writeKeys(name, keysWithout(name, key))
      store.delete(key)
    }
    return reading
  })

/** Deletes all values except those with the given keys. @param keys newest first */
async function setKeys(name: StoreName, keys: string[]) {
  writeKeys(name, keys)
  const all = await request(name, 'readonly', store => store.getAllKeys())
  for (const key of all)
    if (!keys.includes(String(key))) await request(name, 'readwrite', store => store.delete(key))
}

const writeKeys = (name: StoreName, keys: string[]) =>
  localStorage.setItem(ownKey(`shelved ${name}`), JSON.stringify(keys))

async function request<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  begin: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(ownKey('shelf'), VERSION)
  opening.onupgradeneeded = () => {
    const { result } = opening
    for (const store of keysOf(MOST))
      if (!result.objectStoreNames.contains(store)) result.createObjectStore(store)
  }
  const database = await resultOf(opening)
  try {
    const transaction = database.transaction(name, mode)
    const begun = begin(transaction.objectStore(name))
    // A full storage is reported when the transaction ends.
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error ?? begun.error)
    })
    return begun.result
  } finally {
    database.close()
  }
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
