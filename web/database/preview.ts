// SPDX-License-Identifier: Apache-2.0
// The preview of the selected game, beside the list in wide windows: its board, and its moves to go through.

import type { GameHead } from 'binbo/database'
import type { PgnGame, PgnNode } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { button, miniBoard } from '../page/templates.js'
import { say } from '../page/texts.js'
import { countText } from '../pgn/game-index.js'
import { resultSign } from '../study/descriptions.js'
import { knownDate, playersOf } from '../study/headers.js'
import { hasNotes, moveName, moveNumber, plyOf } from '../study/nodes.js'
import type { DatabaseState } from './database-state.js'
import type { GamesDatabase } from './games-database.js'

/** The selected game. `at`: the node that is shown, of its main line. */
export type Preview = {
  id: number
  game: PgnGame
  line: readonly PgnNode[]
  at: number
  /** whether the user has gone through its moves */
  isMoved: boolean
  isFlipped: boolean
}

/** Whether there is room for a preview: where there is, a click on a row only selects it. */
export const hasPreview = (): boolean => matchMedia('(min-width: 1200px)').matches

/** @param ply the first one with what was searched; 0: the last position is shown */
export function makePreview(id: number, game: PgnGame, ply: number, isFlipped: boolean): Preview {
  const line = [game.root]
  for (let node = game.root; node.children.length > 0; line.push(node)) node = node.children[0]
  return { id, game, line, at: ply || line.length - 1, isMoved: false, isFlipped }
}

export function previewView({ preview, selection, from, heads }: DatabaseState, model: GamesDatabase) {
  const head = heads[selection.place - from]
  if (!preview || head?.id !== preview.id)
    return html`<section class="db-preview" aria-label=${say`Preview`}><p class="soft">${
      head ? nothing : say`The game that you choose in the list is shown here.`
    }</p></section>`
  const { line, at, isFlipped } = preview
  const node = line[at]
  const [placement] = node.position.fen.split(' ')[0].replaceAll('~', '').split('[')
  const marked = node.move ? [node.move.from, node.move.to] : []
  // Of each move: its position is not needed.
  const first = line.length > 1 ? plyOf(line[1]) : 0
  const step = (icon: string, title: string, to: number) =>
    button({ icon, title, off: to < 0 || to >= line.length || to === at, run: () => model.showPly(to) })
  return html`<section class="db-preview" aria-label=${say`Preview`}><div class="db-preview-head"><h3>${playersOf(head)} <span
    class="soft">${resultSign(head.result)}</span></h3>${button({
      ...{ class: 'quiet', icon: 'flip', title: say`Turn the preview`, run: () => model.turnPreview() },
    })}</div><div class="db-board" role="img" data-fen=${node.position.fen} aria-label=${say`The position after ${moveName(node)}`}>${miniBoard(
      placement,
      marked,
      isFlipped,
    )}</div><div class="row db-steps" role="group" aria-label=${say`Moves of the preview`}>${[
      step('first', say`Start of the preview`, 0),
      step('back', say`Back in the preview`, at - 1),
      step('forward', say`Forward in the preview`, at + 1),
      step('last', say`End of the preview`, line.length - 1),
    ]}</div><p class="db-moves">${line.slice(1).map(({ san }, index) => {
      const ply = first + index
      const number = ply % 2 === 0 || index === 0 ? html`<i>${moveNumber(ply)}</i> ` : nothing
      return html`${number}<button type="button" class="quiet san" tabindex="-1" aria-current=${index + 1 === at ? 'true' : nothing}
        @click=${() => model.showPly(index + 1)}>${san}</button> `
    })}</p><p
    class="soft">${aboutText(head, preview)}</p>${button({
      ...{ class: 'primary', label: html`${say`Open on the board`} <kbd>Enter</kbd>` },
      run: () => model.openAt(selection.place),
    })}</section>`
}

/** @returns its event, place, date, opening, and whether it has comments or variations */
function aboutText(
  { event, site, date, eco, opening, plies, timeControl }: GameHead,
  { line }: Preview,
): string {
  const place = [event, site, knownDate(date)].filter(Boolean).join(', ')
  const name = opening ? `${opening.eco} ${opening.name}` : eco
  const notes = line.some(node => hasNotes(node) || node.children.length > 1) ? say`with notes` : ''
  const moves = countText((plies + 1) >> 1, 'move')
  return [place, name, timeControl, moves, notes].filter(Boolean).join(' · ')
}
