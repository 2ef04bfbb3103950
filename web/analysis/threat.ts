// SPDX-License-Identifier: Apache-2.0
// The threat: the move that the other side would play if it were to move. The engine searches the position after a null
// move.

import { askEngine } from '../engine/engine-room.js'
import { showWhile } from '../page/hold.js'
import { announce, notify } from '../page/notices.js'
import { say } from '../page/texts.js'
import { otherColor, sideName, spoken } from '../study/descriptions.js'
import type { Study } from '../study/study.js'
import type { Page } from './analysis-view.js'

const LIMITS = { movetime: 800 }

/** Removes the threat that is shown or searched for. */
let hide: (() => void) | null = null

/** Shows the threat until the position changes, or hides it. */
export async function toggleThreat({
  study,
  room,
  board,
  analyst,
}: Pick<Page, 'study' | 'room' | 'board' | 'analyst'>) {
  if (hide) {
    hide()
    return announce(say`The threat is hidden.`)
  }
  const reason = analyst.exercise?.asks ? say`Threats come back after the exercise.` : reasonAgainst(study)
  if (reason) return void notify({ text: reason, until: 'move' })
  const { node, position } = study
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    stopWatching()
    board.showThreat(null)
    hide = null
  }
  const isWanted = () => study.node === node && study.mode !== 'play'
  const stopWatching = showWhile(isWanted, end)
  hide = end
  announce(say`Looking for the threat.`)
  const setup = position.setup()
  setup.sideToMove = otherColor(setup.sideToMove)
  setup.enPassant = null
  const game = setup.toGame({ variant: position.variant })
  try {
    const { move } = await askEngine(room, game, LIMITS, ended.signal)
    if (ended.signal.aborted || !isWanted()) return
    if (!move) return end()
    const side = sideName(game.sideToMove)
    const made = game.line([move])[0]
    board.showThreat(made, position)
    announce(say`${side} threatens ${spoken(made.san)}.`)
  } catch (error) {
    if (ended.signal.aborted) return
    end()
    notify({ text: `${say`The threat was not found.`} ${room.explain(error)}`, tone: 'error', until: 'move' })
  } finally {
    game.stop()
  }
}

/** @returns why no threat can be shown, as text for users; '' if one can */
function reasonAgainst({ game, mode }: Study): string {
  if (mode === 'play') return say`Threats are shown while analysing.`
  if (game.status.over) return say`The game is over: nothing is threatened.`
  if (game.isCheck)
    return say`${sideName(game.sideToMove)} is in check and cannot pass, so there is no threat to show.`
  return ''
}
