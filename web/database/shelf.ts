// SPDX-License-Identifier: Apache-2.0
// The user's databases: their names and which one is open, in localStorage; the games are in the browser's files.

import { ownKey } from '../page/local-storage.js'
import { say } from '../page/texts.js'
import { hasFields } from '../page/unknown.js'

/** `id`: of its files; '': the first one. `games`: as counted last. `isDeleted`: its files are to be removed. */
export type Shelved = { id: string; name: string; games: number; isDeleted: boolean }

const KEY = 'databases'
const FIRST: Shelved = { id: '', name: say`My games`, games: 0, isDeleted: false }

/** The databases, where the browser has no storage: they have their names until the page is closed. */
let unsaved: readonly Shelved[] | null = null

/** @returns the databases of all tabs, the one that was opened last first; never empty */
export function readShelf(): readonly Shelved[] {
  if (unsaved) return unsaved
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(ownKey(KEY)) ?? '[]')
    const all = Array.isArray(saved)
      ? saved.filter(one => hasFields<Shelved>(one, 'id', 'name', 'games', 'isDeleted'))
      : []
    const kept = all.filter(({ isDeleted }) => !isDeleted)
    return [...(kept.length > 0 ? kept : [FIRST]), ...all.filter(({ isDeleted }) => isDeleted)]
  } catch {
    return [FIRST]
  }
}

/**
 * Changes the list as it is now: another tab may have changed it.
 * @returns the new list
 */
export function changeShelf(change: (all: readonly Shelved[]) => readonly Shelved[]): readonly Shelved[] {
  const all = change(readShelf())
  try {
    localStorage.setItem(ownKey(KEY), JSON.stringify(all))
  } catch {
    unsaved = all
  }
  return all
}

/** Calls `run` when another tab has changed the list. */
export function followShelf(run: () => void) {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === ownKey(KEY)) run()
  })
}

/** @returns the list with a changed entry, if it is still there */
export const changed = (all: readonly Shelved[], id: string, change: Partial<Shelved>): readonly Shelved[] =>
  all.map(one => (one.id === id ? { ...one, ...change } : one))

/** @returns the list with one database first, by default as it was */
export function withFirst(all: readonly Shelved[], id: string, before?: Shelved): readonly Shelved[] {
  const first = all.find(one => one.id === id) ?? before
  return first ? [first, ...all.filter(one => one.id !== id)] : all
}

/** @returns an id that no other database has */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')
