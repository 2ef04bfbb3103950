// SPDX-License-Identifier: Apache-2.0
// The games that were replaced or closed, with their matches, to be brought back. The last ones are kept in storage, each
// under a key of its own, so that tabs do not overwrite each other's; if storage is full, the oldest are dropped.

import { ownKey } from '../page/keep.js'
import { plain, seal, unseal } from './record.js'

/** @import { GameRecord } from './record.js' */

/** `at`: when it was replaced, as Date.now(). @typedef {GameRecord & { at: number }} EarlierGame */

/** The greatest number of games kept. */
const MOST = 20

/**
 * Keeps a replaced game. If storage is full or forbidden, it is lost when the page is left.
 * @param {GameRecord & { at?: number }} replaced `at`: default now
 * @param {string} [former] key of a kept game that it continues and replaces
 * @returns {string} its key
 */
export function keepEarlier(replaced, former) {
  const { at = Date.now() } = replaced
  const text = JSON.stringify(seal({ ...plain(replaced), at }))
  // It is the newest even if the clock was set back; another tab may keep a game in the same millisecond.
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

/** @param {string} key of a kept game, which is open again */
export function forgetEarlier(key) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}

/** @returns {EarlierGame[]} the last replaced first, without damaged ones */
export const earlierGames = () =>
  keys()
    .map(read)
    .filter(game => game !== null)

/**
 * Writes to storage; if there is no room, drops earlier games, the oldest first.
 * @param {() => void} write
 * @throws {unknown} what `write` throws even without any of them; then all are kept
 */
export function withRoom(write) {
  /** @type {[key: string, text: string][]} */
  const dropped = []
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

/** @returns {string[]} of the kept games, newest first; none if storage is forbidden */
function keys() {
  try {
    const all = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    const own = all.filter(key => key.startsWith(prefix()) && Number.isFinite(timeOf(key)))
    return own.sort((one, other) => timeOf(other) - timeOf(one))
  } catch {
    return []
  }
}

/** @param {string} key @returns {number} */
const timeOf = key => Number.parseInt(key.slice(prefix().length), 10)

/** @param {string} key @returns {EarlierGame | null} null if it is damaged */
function read(key) {
  try {
    const earlier = unseal(JSON.parse(localStorage.getItem(key) ?? ''))
    return typeof earlier?.pgn === 'string' ? earlier : null
  } catch {
    return null
  }
}
