// SPDX-License-Identifier: Apache-2.0
// Puts a game on the page in place of the one that is there, which can be had back.

import { notify } from '../page/notices.js'

/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {import('../app.js').App} App */
/** @typedef {NonNullable<import('../page/notices.js').Notice['actions']>} Actions */

/** @type {{ tree: PgnGame, text: string, goBack: (() => void) | null } | null} what was put there last */
let last = null
let closeNotice = () => {}

/**
 * @param {App} app
 * @param {PgnGame} game
 * @param {{ text: string, tone?: 'plain' | 'error', actions?: Actions }} notice what is said about it
 * @throws {ChessError} ERR_PGN_VARIANT, ERR_PGN_TAG_FEN: there is no position to play from; nothing has changed
 */
export function putGame({ study, match }, game, { text, tone, actions = [] }) {
  const goBack = wayBack(study, match)
  study.load(game)
  last = { tree: game, text: game.toString(), goBack }
  closeNotice()
  const back = goBack && { label: 'Back to your game', run: goBack }
  closeNotice = notify({ text, tone, actions: back ? [...actions, back] : actions })
}

/**
 * @param {App['study']} study
 * @param {App['match']} match
 * @returns {(() => void) | null} null where there is nothing to go back to. A game that only was looked at is none:
 *   then it is the one before it.
 */
function wayBack(study, match) {
  if (last?.tree === study.tree && last.text === study.tree.toString()) return last.goBack
  return study.tree.root.children.length > 0 ? match.keep() : null
}
