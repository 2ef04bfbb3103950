// SPDX-License-Identifier: Apache-2.0
// What screen readers are told, and ears hear, when the position on the board is another.

import { playSound } from '../board/sound.js'
import { announce } from '../page/notices.js'
import { colorName, describeMove, describeStatus, spoken } from './words.js'

/** @typedef {import('./study.js').Study} Study */

/** @param {Study} study */
export function announceMoves(study) {
  let { node: shown, tree } = study
  study.onChange(() => {
    const { node, game } = study
    if (node === shown) return
    const isOther = study.tree !== tree
    const isPlayed = !isOther && node.parent === shown
    shown = node
    tree = study.tree
    if (isPlayed && game.lastMove) playSound(game.lastMove, game)
    announce(
      [isPlayed ? played(study) : whereabouts(study, isOther), choices(study)].filter(Boolean).join(' '),
    )
  })
}

/** @param {Study} study @returns {string} after a step forward */
const played = ({ game }) => (game.lastMove ? describeMove(game.lastMove, game) : 'A null move.')

/** @param {Study} study @param {boolean} isOther @returns {string} after a step anywhere else */
function whereabouts({ game, node, end, outcome }, isOther) {
  const { headline } = describeStatus(game, node === end ? outcome : null)
  const place = game.lastMove
    ? `After ${colorName(game.lastMove.color)}'s ${spoken(game.lastMove.san)}.`
    : 'The start position.'
  return `${isOther ? 'Another game. ' : ''}${place} ${headline}.`
}

/** @param {Study} study @returns {string} where several moves follow */
function choices({ node }) {
  const moves = node.children.map(({ san }) => spoken(san ?? ''))
  return moves.length < 2 ? '' : `${moves.length} moves follow: ${moves.join('; ')}.`
}
