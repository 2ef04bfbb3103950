// SPDX-License-Identifier: Apache-2.0
// Shows the game that the page's address carries. The game that was there can be had back.

import { ChessError } from 'binbo'
import { notify } from '../page/notices.js'
import { errorText } from './error-words.js'
import { readLink } from './links.js'
import { replaceGame } from './replace-game.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./replace-game.js').Page} Page */

/** Follows the address now, and whenever it is another. @param {App} app */
export function followLinks(app) {
  follow(app)
  addEventListener('hashchange', () => follow(app))
}

/** @param {App} app */
function follow(app) {
  openLink(app, location.hash, true)
  // Otherwise a reload would bring the link's game back as it came.
  history.replaceState(null, '', location.pathname + location.search)
}

/**
 * @param {Page} page
 * @param {string} hash of a link
 * @param {boolean} [quiet] says nothing where there is nothing but the game
 */
export function openLink({ study, match }, hash, quiet = false) {
  try {
    const linked = readLink(hash)
    if (!linked) return
    const { game, count } = linked
    const which =
      count > 1 ? `This is the first of the link’s ${count} games.` : 'This game came with the link.'
    replaceGame({ study, match }, () => study.load(game), which, { quiet: quiet && count === 1 })
    for (const error of game.errors.slice(0, 1))
      notify({ text: `The link's game: ${errorText(error, game.startFen)}`, tone: 'error' })
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    notify({ text: `The link carries nothing that can be shown. ${errorText(error)}`, tone: 'error' })
  }
}
