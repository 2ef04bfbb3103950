// SPDX-License-Identifier: Apache-2.0
// Puts another game on the page. The replaced game and its match can be brought back: at once, or later from the
// earlier games. The last ones are kept in storage, each under a key of its own, so that tabs do not overwrite each
// other's; if storage is full, the oldest are dropped.

import { START_FEN } from 'binbo'
import { ownKey } from '../page/keep.js'
import { notify } from '../page/notices.js'
import { known, UNKNOWN } from './headers.js'

/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** The game on the page and its match. @typedef {Pick<import('../app.js').App, 'study' | 'match'>} Page */
/** @typedef {import('../page/notices.js').Action} Action */
/** @typedef {import('../page/notices.js').Notice} Notice */
/** @typedef {import('./study.js').Snapshot} Snapshot */
/** @typedef {import('./study.js').Study} Study */

/**
 * `at`: when it was replaced, as Date.now(). `match`: data that only Match reads.
 * @typedef {Snapshot & { at: number, match: unknown }} EarlierGame
 */

/** In storage; `game` is an EarlierGame as JSON. @typedef {{ game: string, check: number }} Kept */

/**
 * A game that the user only looks at, such as one of many in a file.
 * @typedef {object} Look
 * @property {string} text its PGN as loaded
 * @property {(() => void) | null} back brings back the game before it
 */

/** The greatest number of games kept. */
const MOST = 10

/** @type {WeakMap<PgnGame, Look>} */
const looks = new WeakMap()

/** Closes the notice about the last replacement. */
let closeLast = () => {}

/**
 * @typedef {Omit<Notice, 'text'> & { isLook?: boolean, quiet?: boolean }} Options `isLook`: unless the user changes it,
 *   the next replacement offers the game before it again. `quiet`: no notice if there is no game to go back to.
 *   `seconds`: how long going back is offered.
 */

/**
 * Puts another game on the page and keeps the replaced one.
 * @param {Page} page
 * @param {() => void} load loads the new game; if it throws, nothing has changed
 * @param {string} text of the notice
 * @param {Options} [options]
 * @returns {() => void} closes the notice
 */
export function replaceGame(page, load, text, options = {}) {
  const { actions = [], isLook = false, quiet = false, tone, seconds } = options
  const { study } = page
  const look = unchangedLook(study.tree)
  const own = !look && isOwn(page) ? gameNow(page) : null
  load()
  if (own) keepEarlier(own)
  closeLast()
  const back = own ? () => goBack(page, own) : (look?.back ?? null)
  if (isLook) looks.set(study.tree, { text: study.tree.toString(), back })
  closeLast =
    quiet && !back
      ? () => {}
      : notify({ text, tone, actions: [...actions, ...wayTo(back)], seconds: back ? seconds : undefined })
  return closeLast
}

/** @param {Study} study @returns {Action[]} the way back from a game that is only looked at, or none */
export const wayBack = ({ tree }) => wayTo(unchangedLook(tree)?.back ?? null)

/** @param {(() => void) | null} back @returns {Action[]} */
const wayTo = back => (back ? [{ label: 'Back to your game', run: back }] : [])

/** @param {Page} page @param {EarlierGame} game */
const goBack = (page, game) =>
  void replaceGame(page, () => bringBack(page, game), 'Your game is back.', { quiet: true })

/** @param {PgnGame} tree @returns {Look | null} */
function unchangedLook(tree) {
  const look = looks.get(tree)
  return look && look.text === tree.toString() ? look : null
}

/** @param {Page} page @returns {boolean} whether its game has content that a user could miss */
function isOwn({ study, match }) {
  const { root, startFen, headers } = study.tree
  // The headers that every new game gets.
  const given = match.setup ? ['Date', 'White', 'Black'] : ['Date']
  const hasContent = (/** @type {[string, string]} */ [name, value]) =>
    value !== UNKNOWN[name] && known(value) !== ''
  const isNamed = [...headers].some(header => !given.includes(header[0]) && hasContent(header))
  return root.children.length > 0 || startFen !== START_FEN || root.comments.length > 0 || isNamed
}

/** @param {Page} page @returns {EarlierGame} the current game */
export const gameNow = ({ study, match }) => ({ ...study.snapshot(), at: Date.now(), match: match.setup })

/**
 * Puts an earlier game back on the page, with its match.
 * @param {Page} page
 * @param {EarlierGame} game
 * @throws {ChessError} if this page did not write it
 */
export function bringBack({ study, match }, { pgn, path, how, match: setup }) {
  study.restore({ pgn, path, how })
  match.arrangeAgain(setup)
}

/**
 * Keeps a replaced game. If storage is full or forbidden, it is lost when the page is left.
 * @param {EarlierGame} replaced
 * @param {string} [former] key of a kept game that it continues and replaces
 * @returns {string} its key
 */
export function keepEarlier(replaced, former) {
  const game = JSON.stringify(replaced)
  const text = JSON.stringify({ game, check: checksum(game) })
  // It is the newest even if the clock was set back; another tab may keep a game in the same millisecond.
  const time = Math.max(replaced.at, ...keys().map(key => timeOf(key) + 1))
  const key = `${prefix()}${time} ${Math.random().toString(36).slice(2)}`
  try {
    withRoom(() => localStorage.setItem(key, text))
    const same = keys().filter(other => other !== key && read(other)?.pgn === replaced.pgn)
    if (former) same.push(former)
    for (const old of [...same, ...keys().slice(MOST)]) localStorage.removeItem(old)
  } catch {
    // The notice about the replacement still offers the way back.
  }
  return key
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
    /** @type {Kept} */
    const { game, check } = JSON.parse(localStorage.getItem(key) ?? '')
    if (checksum(game) !== check) return null
    const earlier = JSON.parse(game)
    return typeof earlier?.pgn === 'string' ? earlier : null
  } catch {
    return null
  }
}

/**
 * FNV-1a (Fowler, Noll, Vo; RFC 9923), 32 bits, over UTF-16 units: detects accidents, not attacks.
 * @param {string} text
 * @param {number} [before] the checksum of the text before it
 * @returns {number}
 */
export function checksum(text, before = 0x811c9dc5) {
  let hash = before
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
