// SPDX-License-Identifier: Apache-2.0
// What screen readers are told, and ears hear, of what happens to the game.

import { announce, notify, UNDO_SECONDS } from '../page/notices.js'
import { playSound } from '../page/sound.js'
import { colorName, describeMove, describeStatus, resultSign, spoken } from './descriptions.js'
import { isAbove } from './nodes.js'

/** @typedef {import('./study.js').Study} Study */

/** @param {Study} study */
export function announceGame(study) {
  announceUnseen(study)
  // Where somebody looks is said last: of two announcements at once the last one is heard.
  announcePositions(study)
}

/**
 * Results by hand, one that has gone because the game goes on, and moves of the engine while somebody looks elsewhere.
 * @param {Study} study
 */
function announceUnseen(study) {
  let { end, outcome } = study
  study.onChange(change => {
    const before = { end, outcome }
    ;({ end, outcome } = study)
    if (change === 'game') return
    // Who shortens the game is told by whoever does it.
    if (before.outcome && !outcome && !isAbove(end, before.end))
      tellResultGone(study, before.outcome, isAbove(before.end, end))
    if (outcome && outcome.result !== before.outcome?.result) {
      const { headline, detail } = describeStatus(study.game, outcome)
      announce(`${headline}. ${detail}`)
    } else if (end.parent === before.end && study.node !== end && end.move) {
      announce(`${colorName(end.move.color)} has answered: ${spoken(end.move.san)}.`)
    }
  })
}

/**
 * @param {Study} study
 * @param {import('./study.js').Outcome} outcome that was there before
 * @param {boolean} isLonger has the game gone on, or is another line the game now?
 */
function tellResultGone(study, { result, how }, isLonger) {
  const { tree, end } = study
  const setAgain = () => {
    if (study.tree === tree && study.end === end) study.finish(result, how)
  }
  notify({
    text: `${isLonger ? 'The game goes on' : 'The game ends elsewhere now'}: its result, ${resultSign(result)}, was taken away.`,
    actions: isLonger ? [] : [{ label: 'Set it again', run: setAgain }],
    seconds: isLonger ? undefined : UNDO_SECONDS,
  })
}

/** @param {Study} study */
function announcePositions(study) {
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
