// SPDX-License-Identifier: Apache-2.0
// Puts another game on the page. The one that was there can be had back, and the match that it was with it: at once, or
// later out of the earlier games.

import { START_FEN } from 'binbo'
import { notify } from '../page/notices.js'
import { bringBack, gameNow, keepEarlier } from './earlier-games.js'
import { known, UNKNOWN } from './headers.js'

/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {Pick<import('../app.js').App, 'study' | 'match'>} Page */
/** @typedef {import('../page/notices.js').Action} Action */
/** @typedef {import('../page/notices.js').Notice} Notice */
/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./earlier-games.js').EarlierGame} EarlierGame */

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
