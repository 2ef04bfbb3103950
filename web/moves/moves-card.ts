// SPDX-License-Identifier: Apache-2.0
// Mounts the move list and, on portrait phones, the score sheet; handles Delete and undo.

import type { PgnNode } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
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
import { lineTo, partsOfLine } from './blocks.js'
import { moveButton } from './move-blocks.js'
import type { Kind } from './move-list.js'
import { MoveList } from './move-list.js'

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

/** The score sheet: the current line in a horizontal row, one column for each move, White above Black. */
const SHEET: Kind = {
  isOfLine: true,
  partsOf({ tree, node }) {
    const line = lineTo(node)
    for (let at = line.at(-1) ?? tree.root; at.children.length > 0; ) line.push((at = at.children[0]))
    return partsOfLine(line, tree)
  },
  view({ nodes, ply }, beside, { at, stop }) {
    const columns = []
    for (let index = ply % 2 === 1 ? -1 : 0; index < nodes.length; index += 2) {
      const [white, black] = [index, index + 1].map(
        place => nodes[place] && moveButton(nodes[place], ply + place, beside, place === at, place === stop),
      )
      const number = ((ply + index) >> 1) + 1
      columns.push(
        html`<li><span class="number" aria-hidden="true">${number}</span>${white ?? html`<span class="gap">…</span>`}${black ?? nothing}</li>`,
      )
    }
    return html`<ol role="list">${columns}</ol>`
  },
  empty: parts =>
    html`<div class="unbuilt" .parts=${parts} .style=${`--columns: ${parts.reduce((sum, { nodes }) => sum + (nodes.length >> 1), 0)}`}></div>`,
  frame: parts => parts,
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
