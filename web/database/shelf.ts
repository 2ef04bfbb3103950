// SPDX-License-Identifier: Apache-2.0
// The user's databases: their names and which one is open, in localStorage; the games are in the browser's files.

import { ownKey } from '../page/local-storage.js'
import { hasFields } from '../page/unknown.js'

/** `id`: of its files; '': the first one. `games`: as counted last. `isDeleted`: its files are to be removed. */
export type Shelved = { id: string; name: string; games: number; isDeleted: boolean }

const KEY = 'databases'
const FIRST: Shelved = { id: '', name: 'My games', games: 0, isDeleted: false }

/** @returns the databases, the one that is open first; never empty */
export function readShelf(): readonly Shelved[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(ownKey(KEY)) ?? '[]')
    const all = Array.isArray(saved)
      ? saved.filter(one => hasFields<Shelved>(one, 'id', 'name', 'games', 'isDeleted'))
      : []
    return all.some(({ isDeleted }) => !isDeleted) ? all : [FIRST, ...all]
  } catch {
    return [FIRST]
  }
}

/** Saves them, as far as the browser has storage. */
export function saveShelf(all: readonly Shelved[]) {
  try {
    localStorage.setItem(ownKey(KEY), JSON.stringify(all))
  } catch {
    // They have their names until the page is closed.
  }
}

/** @returns an id that no other database has */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')
