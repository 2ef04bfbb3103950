// SPDX-License-Identifier: Apache-2.0
// Announces changes of the game to screen readers, and plays its sounds.

import type { Move, Variant } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import { announce, endNotices, notify, UNDO_SECONDS } from '../page/notices.js'
import { playSound } from '../page/sound.js'
import { say } from '../page/texts.js'
import type { SoundName } from '../page/tones.js'
import {
  CLAIMS,
  claimText,
  describeMove,
  describeStatus,
  resultSign,
  sideName,
  spoken,
} from './descriptions.js'
import { isAbove } from './nodes.js'
import type { Change, Outcome, Study } from './study.js'

/** The parts of the study before a change, to compare it with. */
type Before = Pick<Study, 'tree' | 'node' | 'end' | 'outcome'>

export class Announcer {
  #study: Study
  #before: Before

  constructor(study: Study) {
    this.#study = study
    this.#before = partsOf(study)
  }

  /** Call after each change of the study. */
  follow(change: Change) {
    const study = this.#study
    const before = this.#before
    this.#before = partsOf(study)
    if (change === 'game') endNotices('game')
    else announceUnseen(study, before)
    // Last: screen readers read only the last of two announcements.
    if (study.node !== before.node) announcePosition(study, before)
  }
}

const partsOf = ({ tree, node, end, outcome }: Study): Before => ({ tree, node, end, outcome })

/** Announces results set by hand, a result that was dropped, and the engine's moves while another position is shown. */
function announceUnseen(study: Study, before: Before) {
  const { node, end, outcome, status } = study
  const isOver = end !== before.end && node === end && status.over
  if (isOver || (outcome && !before.outcome)) endNotices('result')
  else if (end !== before.end) endNotices('move')
  // Callers that remove moves announce it themselves.
  if (before.outcome && !outcome && !isAbove(end, before.end))
    notifyResultGone(study, before.outcome, isAbove(before.end, end))
  if (outcome && outcome.result !== before.outcome?.result) {
    const { headline, detail } = describeStatus(study, outcome)
    announce(`${headline}. ${detail}`)
    // A game that ends by a move has that move's sound.
    if (end === before.end) playSound('end')
  } else if (end.parent === before.end && node !== end && end.move)
    announce(say`${sideName(end.move.color)} has answered: ${spoken(end.move.san, study.variant)}.`)
}

/**
 * @param outcome the dropped outcome
 * @param isLonger whether moves were added after it; otherwise another line is the main line now
 */
function notifyResultGone(study: Study, { result, how }: Outcome, isLonger: boolean) {
  const { tree, end } = study
  const setAgain = () => {
    if (study.tree === tree && study.end === end) study.finish(result, how)
  }
  notify({
    text: isLonger
      ? say`The game goes on: its result, ${resultSign(result)}, was removed.`
      : say`The game has a new end: its result, ${resultSign(result)}, was removed.`,
    actions: isLonger ? [] : [{ label: say`Restore it`, run: setAgain }],
    seconds: isLonger ? undefined : UNDO_SECONDS,
  })
}

function announcePosition(study: Study, before: Before) {
  const { node, tree } = study
  const isOther = tree !== before.tree
  const isPlayed = !isOther && node.parent === before.node
  if (isPlayed && node.move) playSound(soundOf(node.move, study))
  else if (isOther && study.mode === 'play' && study.end === tree.root) playSound('start')
  const words = [isPlayed ? lastMove(study) : place(study, isOther), choices(node, study.variant)]
  announce(words.filter(Boolean).join(' '))
}

/** @returns the announcement of a step forward */
const lastMove = (study: Study): string =>
  study.node.move ? describeMove(study.node.move, study, outcomeAt(study)) : say`A null move.`

/** @returns the outcome if the node is the end of the game */
const outcomeAt = ({ node, end, outcome }: Study) => (node === end ? outcome : null)

/** @param isOther whether another game was loaded @returns the announcement of any other step */
function place(study: Study, isOther: boolean): string {
  const { variant, node, claimableDraws } = study
  const { headline } = describeStatus(study, outcomeAt(study))
  const [claim] = claimableDraws
  const text = `${isOther ? `${say`Another game.`} ` : ''}${where(node, variant)} ${headline}.`
  return claim ? `${text} ${claimText(CLAIMS[claim])}` : text
}

function where({ parent, move }: PgnNode, variant: Variant): string {
  if (move) return say`After ${sideName(move.color)}’s ${spoken(move.san, variant)}.`
  return parent ? say`After a null move.` : say`The start position.`
}

/** @returns the moves that follow, as text; '' unless there are several */
function choices({ children }: PgnNode, variant: Variant): string {
  const moves = children.map(({ san }) => spoken(san ?? '', variant))
  return moves.length < 2 ? '' : say`${moves.length} moves follow: ${moves.join('; ')}.`
}

/** @param study after the move */
function soundOf(move: Move, { status, position }: Study): SoundName {
  if (status.over) return 'end'
  if (position.isCheck) return 'check'
  return move.captured ? 'capture' : 'move'
}
