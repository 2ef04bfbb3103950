// SPDX-License-Identifier: Apache-2.0
// Puts another game on the page. The one that was there can be had back, and the match that it was with it: at once, or
// later out of the earlier games.

import { START_FEN } from 'binbo'
import { ownKey } from '../page/keep.js'
import { notify } from '../page/notices.js'
import { known, UNKNOWN } from './headers.js'

/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {Pick<import('../app.js').App, 'study' | 'match'>} Page */
/** @typedef {import('../page/notices.js').Action} Action */
/** @typedef {import('../page/notices.js').Notice} Notice */
/** @typedef {import('./study.js').Study} Study */

/**
 * A game that is looked at, such as one of many in a file.
 * @typedef {object} Look
 * @property {string} text of the game as it came
 * @property {(() => void) | null} back to the game before it
 */

/** @type {WeakMap<PgnGame, Look>} */
const looks = new WeakMap()

/** Takes away what was said about the game before, and the way back from there: it is among the earlier games. */
let closeLast = () => {}

/**
 * @typedef {Omit<Notice, 'text'> & { isLook?: boolean, quiet?: boolean }} Options `isLook`: unless it is changed, the
 *   way back from the game that comes after it leads to the one before it. `quiet`: without a way back nothing is said.
 *   `seconds`: how long the way back is there.
 */

/**
 * @param {Page} page
 * @param {() => void} load puts the game there; where it throws nothing has changed
 * @param {string} text what is said about it
 * @param {Options} [options]
 * @returns {() => void} takes the notice away
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

/** @param {Study} study @returns {Action[]} the way back from a game that is looked at, if there is one */
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

/** @param {Page} page @returns {boolean} whether anybody would want its game back */
function isOwn({ study, match }) {
  const { root, startFen, headers } = study.tree
  // These a new game has by itself.
  const given = match.setup ? ['Date', 'White', 'Black'] : ['Date']
  const says = (/** @type {[string, string]} */ [name, value]) =>
    value !== UNKNOWN[name] && known(value) !== ''
  const isNamed = [...headers].some(header => !given.includes(header[0]) && says(header))
  return root.children.length > 0 || startFen !== START_FEN || root.comments.length > 0 || isNamed
}

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

/**
 * FNV-1a (Fowler, Noll, Vo; RFC 9923), 32 bits, over UTF-16 units: against accidents, not against malice.
 * @param {string} text
 * @param {number} [before] the checksum of what stands before it
 * @returns {number}
 */
export function checksum(text, before = 0x811c9dc5) {
  let hash = before
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
