// SPDX-License-Identifier: Apache-2.0
// The replaced and closed games, with their matches. The last ones are in storage, each under its own key, so that tabs do not
// overwrite the games of other tabs; if storage is full, the oldest are deleted.

import { ownKey } from '../page/local-storage.js'
import { hasFields } from '../page/unknown.js'
import type { GameRecord } from './record.js'
import { plain, seal, unseal } from './record.js'

/** `at`: when it was replaced, as Date.now(). */
export type EarlierGame = GameRecord & { at: number }

/** The largest number of earlier games. */
const MOST = 20

/**
 * Saves a replaced game. If storage is full or forbidden, it is lost when the page is left.
 * @param replaced `at`: default now
 * @param former key of a saved game that it continues and replaces
 * @returns its key
 */
export function saveEarlier(replaced: GameRecord & { at?: number }, former?: string): string {
  const { at = Date.now() } = replaced
  const text = JSON.stringify(seal({ ...plain(replaced), at }))
  // The key is the newest even if the clock was set back; another tab may save a game in the same millisecond.
  const time = Math.max(at, ...keys().map(key => timeOf(key) + 1))
  const key = `${prefix()}${time} ${Math.random().toString(36).slice(2)}`
  try {
    withRoom(() => localStorage.setItem(key, text))
    const same = keys().filter(other => other !== key && read(other)?.pgn === replaced.pgn)
    if (former) same.push(former)
    for (const old of [...same, ...keys().slice(MOST)]) localStorage.removeItem(old)
  } catch {
    // A game that was replaced can still be reached with the browser's Back.
  }
  return key
}

/** @param key of a saved game, which is open again */
export function removeEarlier(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing was saved.
  }
}

/** @returns the newest first, without damaged ones */
export const earlierGames = (): EarlierGame[] =>
  keys()
    .map(read)
    .filter(game => game !== null)

/** @returns how many there are, counting damaged ones */
export const countEarlier = (): number => keys().length

/**
 * Writes to storage; if there is no room, drops earlier games, the oldest first.
 * @throws {unknown} the error of `write` if it fails even without them; then all are restored
 */
export function withRoom(write: () => void) {
  const dropped: [key: string, text: string][] = []
  for (;;) {
    try {
      return write()
    } catch (error) {
      const oldest = keys().at(-1)
      if (oldest === undefined) {
        for (const [key, text] of dropped) localStorage.setItem(key, text)
        throw error
      }
      dropped.push([oldest, localStorage.getItem(oldest) ?? ''])
      localStorage.removeItem(oldest)
    }
  }
}

const prefix = () => ownKey('earlier game ')

/** @returns the keys of earlier games, newest first; none if storage is forbidden */
function keys(): string[] {
  try {
    const all = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    const own = all.filter(key => key.startsWith(prefix()) && Number.isFinite(timeOf(key)))
    return own.sort((one, other) => timeOf(other) - timeOf(one))
  } catch {
    return []
  }
}

const timeOf = (key: string): number => Number.parseInt(key.slice(prefix().length), 10)

/** @returns null if it is damaged */
function read(key: string): EarlierGame | null {
  try {
    const earlier = unseal(JSON.parse(localStorage.getItem(key) ?? ''))
    return hasFields<EarlierGame>(earlier, 'pgn') && typeof earlier.pgn === 'string' ? earlier : null
  } catch {
    return null
  }
}
