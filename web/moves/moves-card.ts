// SPDX-License-Identifier: Apache-2.0
// Mounts the move list and, on portrait phones, the score sheet; handles Delete and undo.

import type { PgnNode } from 'binbo/pgn'
import type { AnalysisParts } from '../analysis/analysis-state.js'
import type { Analyst } from '../analysis/analyst.js'
import type { Board } from '../board/board.js'
import type { EngineRoom } from '../engine/engine-room.js'
import { element } from '../page/dom.js'
import { onKeys } from '../page/keys.js'
import { openPart } from '../page/load.js'
import type { Views } from '../page/store.js'
import { say } from '../page/texts.js'
import type { Match } from '../play/match.js'
import type { Questions } from '../play/questions.js'
import type { State as PlayState } from '../play/standing.js'
import { moveName } from '../study/nodes.js'
import { isThere, notifyUndo } from '../study/removal.js'
import type { Study } from '../study/study.js'
import { MoveList } from './move-list.js'
import { SHEET } from './score-sheet.js'

/** The part of the snapshot that the views of this folder read. */
export type State = PlayState & Pick<AnalysisParts, 'analysis'>
/** The models that this folder uses. */
export type Page = {
  study: Study
  board: Board
  room: EngineRoom
  match: Match
  questions: Questions
  analyst: Analyst
  store: Views<State>
}

export function mountMoves(page: Page) {
  const { study, store } = page
  const goTo = (node: PgnNode) => study.goTo(node)
  const views = [
    new MoveList(element('move-list', HTMLElement), goTo),
    new MoveList(element('score-sheet', HTMLElement), goTo, SHEET),
  ]
  store.drawWith(state => {
    for (const view of views) view.draw(state)
  })
  onKeys({ remove: () => mayRemove(store.state) && removeHere(page) })
}

export const mayRemove = ({ node, match }: State) => node.parent !== null && !match.isServed

/** Deletes the current move and all that follows; asks first in a game that is being played. */
export function removeHere({ study, match }: Page) {
  const { node } = study
  if (!node.parent) return
  // Before the removal: a name needs the node's parent.
  const name = moveName(node)
  const remove = () => {
    if (!isThere(study, node)) return
    const edit = study.history.remove(node)
    notifyUndo(study, edit, say`${name} and all that followed were deleted.`)
  }
  if (!match.isRunning) return remove()
  const text = say`The game is still being played. This move and all that follows will be deleted.`
  const words = { title: say`Delete ${name}?`, text, label: say`Delete`, other: say`Go on` }
  openPart(
    () => import('../study/game-dialog.js'),
    part => part.askFirst(study, words, remove),
  )
}
