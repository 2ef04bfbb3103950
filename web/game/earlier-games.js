// SPDX-License-Identifier: Apache-2.0
// Games that others took the place of. The last ones are kept, each under a key of its own: tabs do not lose each
// other's. They give way where storage is full.

import { ownKey } from '../page/keep.js'
import { checksum } from './checksum.js'

/** @typedef {import('./replace-game.js').Page} Page */
/** @typedef {import('./study.js').Snapshot} Snapshot */

/**
 * `at` is when it was replaced, as Date.now(); `match` is data that only Match reads.
 * @typedef {Snapshot & { at: number, match: unknown }} EarlierGame
 */

/** What is kept: `game` is an EarlierGame as JSON, `check` its checksum. @typedef {{ game: string, check: number }} Kept */

/** Kept at most. */
const MOST = 10

const prefix = () => ownKey('earlier game ')

/** @param {Page} page @returns {EarlierGame} the game that is there now */
export const gameNow = ({ study, match }) => ({ ...study.snapshot(), at: Date.now(), match: match.setup })

/**
 * Keeps a game that is replaced; where storage is full or forbidden it is lost with the page.
 * @param {EarlierGame} replaced
 * @param {string} [former] key of one that this goes on from, and takes the place of
 * @returns {string} its key
 */
export function keepEarlier(replaced, former) {
  const game = JSON.stringify(replaced)
  const text = JSON.stringify({ game, check: checksum(game) })
  // It is the last one whatever the clock says, and another tab may do this at the same time.
  const time = Math.max(replaced.at, ...keys().map(key => timeOf(key) + 1))
  const key = `${prefix()}${time} ${Math.random().toString(36).slice(2)}`
  try {
    withRoom(() => localStorage.setItem(key, text))
    const same = keys().filter(other => other !== key && read(other)?.pgn === replaced.pgn)
    if (former) same.push(former)
    for (const old of [...same, ...keys().slice(MOST)]) localStorage.removeItem(old)
  } catch {
    // The way back that is offered now is still there.
  }
  return key
}

/** @returns {EarlierGame[]} the one that was replaced last first; damaged ones are left out */
export const earlierGames = () =>
  keys()
    .map(read)
    .filter(game => game !== null)

/**
 * @param {Page} page
 * @param {EarlierGame} game
 * @throws {ChessError} where it is none that this page wrote
 */
export function bringBack({ study, match }, { pgn, path, how, match: setup }) {
  study.restore({ pgn, path, how })
  match.arrangeAgain(setup)
}

/**
 * Writes what needs room: earlier games give way, the oldest first.
 * @param {() => void} write
 * @throws {unknown} what `write` throws without any of them; then they stay
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

/** @returns {string[]} newest first; none where storage is forbidden */
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

/** @param {string} key @returns {EarlierGame | null} null where it is damaged */
function read(key) {
  try {
    /** @type {Kept} */
    const { game, check } = JSON.parse(localStorage.getItem(key) ?? '')
    if (checksum(game) !== check) return null
    const earlier = JSON.parse(game)
    return typeof earlier?.pgn === 'string' ? earlier : null
  } catch {
    return null
  }
}
