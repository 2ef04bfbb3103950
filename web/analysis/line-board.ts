// SPDX-License-Identifier: Apache-2.0
// A small board for the engine's lines: below the lines in very wide windows; otherwise it floats beside the move under the
// pointer or with the keyboard focus.

import { html, nothing } from 'lit-html'
import { h } from '../page/dom.js'
import { button, miniBoard } from '../page/templates.js'
import { say } from '../page/texts.js'
import { moveNumber } from '../study/nodes.js'
import type { Preview } from './analysis-state.js'
import type { Page, State } from './analysis-view.js'
import type { LinesView } from './lines-view.js'

/** Pixels of the floating board, and its distance from the lines. */
const SIZE = 208
const GAP = 8

function boardView(preview: Preview, flipped: boolean) {
  const { fen, moves } = preview
  const { from, to } = moves[moves.length - 1]
  const placement = fen.split(/[ [~]/)[0].replace(/~/g, '')
  return html`<div class="line-board" role="img" data-fen=${fen} aria-label=${say`The position after ${nameOf(preview)}`}>${miniBoard(
    placement,
    [from, to],
    flipped,
  )}</div>`
}

/** @returns the last move, such as '26… Nxd5' */
const nameOf = ({ ply, moves }: Preview): string =>
  `${moveNumber(ply + moves.length - 1)} ${moves[moves.length - 1].san}`

/** In very wide windows: the board of the open line, with buttons that step through it. */
export function openLineView(
  { analysis: { preview, lines, openLine }, flipped, node }: State,
  { analyst, study }: Page,
) {
  if (!preview) return html`<div class="line-place" hidden></div>`
  const { moves, pointed } = preview
  const whole = lines[openLine - 1]?.moves ?? moves
  const step = (icon: string, title: string, by: number) =>
    button({
      ...{ icon, title, off: pointed || moves.length + by < 1 || moves.length + by > whole.length },
      run: () => analyst.showOpen(moves.length + by),
    })
  // A variation beside the game; the position on the board stays.
  const add = () =>
    study.addLine(
      node,
      moves.map(({ uci }) => uci),
    )
  const text = moves.slice(0, -1).map(({ san }, index) => {
    const ply = preview.ply + index
    return `${ply % 2 === 0 || index === 0 ? `${moveNumber(ply)} ` : ''}${san} `
  })
  return html`<div class="line-place">${boardView(preview, flipped)}<div><h3>${say`After ${nameOf(preview)}`}</h3><p
    class="soft">${text}<b>${moves[moves.length - 1].san}</b></p><div class="row">${step('back', say`Back in the line`, -1)}${step(
      'forward',
      say`Forward in the line`,
      1,
    )}${button({ label: say`Add to the game`, run: add })}</div></div></div>`
}

/** In other windows: the floating board for the move that the user points at. */
export function mountLineBoard({ store }: Page, lines: LinesView) {
  const root = h('div', { class: 'line-float', hidden: true })
  document.body.append(root)
  store.show(root, ({ analysis: { preview }, flipped }) => {
    const { anchor } = lines
    const place =
      preview?.pointed && anchor && document.querySelector('#analysis .lines')?.getBoundingClientRect()
    if (root.hidden === Boolean(place)) root.hidden = !place
    if (!place) return nothing
    const { top, bottom } = anchor
    const hasRoom = place.left >= SIZE + 2 * GAP
    const below = bottom + GAP + SIZE <= innerHeight ? bottom + GAP : top - GAP - SIZE
    root.style.left = `${hasRoom ? place.left - SIZE - 2 * GAP : Math.min(anchor.left, innerWidth - SIZE - GAP)}px`
    root.style.top = `${Math.max(GAP, hasRoom ? Math.min(top - SIZE / 3, innerHeight - SIZE - GAP) : below)}px`
    return boardView(preview, flipped)
  })
}
