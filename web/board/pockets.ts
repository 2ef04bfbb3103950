// SPDX-License-Identifier: Apache-2.0
// The pockets of Crazyhouse beside the board. Their pieces are dropped by drag, click or keyboard.

import { html, nothing, render } from 'lit-html'
import { find } from '../page/dom.js'
import { announce } from '../page/notices.js'
import { say } from '../page/texts.js'
import { pieceName } from '../study/descriptions.js'
import type { Board } from './board.js'
import { drag, picture } from './pieces.js'
import { POCKET } from './targets.js'

/** Draws the pockets, or removes them. */
export function drawPockets(board: Board) {
  for (const color of ['white', 'black'] as const) {
    const counts = board.shown.position?.pockets?.[color]
    const { moves, premoveFor } = board.shown
    // Whether the side may drop pieces, as moves or premoves.
    const isOwn = (moves[0]?.color ?? premoveFor) === color
    const pocket = find(document, `.pocket[data-color="${color}"]`, HTMLElement)
    const buttons =
      counts &&
      Object.entries(POCKET).map(([kind, piece]) => {
        const letter = color === 'white' ? kind : kind.toLowerCase()
        return pieceView({ kind, letter, count: counts[piece], isOwn }, board)
      })
    render(buttons, pocket)
  }
}

/** @param piece `letter`: as in a FEN */
function pieceView(
  { kind, letter, count, isOwn }: { kind: string; letter: string; count: number; isOwn: boolean },
  board: Board,
) {
  const origin = `${kind}@`
  const name = pieceName(kind)
  const isAllowed = isOwn && board.origins.has(origin)
  const isHeld = isOwn && board.held === origin
  const choose = ({ detail }: MouseEvent) => {
    if (!isAllowed) return
    if (isHeld) return board.putDown(null)
    // Enter and Space send clicks without a count; the user then chooses the square by keyboard, too. The focus moves first,
    // because it announces a square.
    if (detail === 0) board.focus()
    board.hold(origin)
  }
  const press = (event: PointerEvent) => {
    if (!isAllowed) return
    drag(event, letter, {
      start: () => board.hold(origin),
      drop: (x, y) => board.putDown(squareAt(x, y)),
      cancel: () => board.putDown(null),
    })
  }
  const key = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && !isAllowed) announce(say`The ${name} cannot be dropped now.`)
  }
  return html`<button type="button" title=${say`Drop a ${name}`} aria-label=${`${name}, ${count}`} aria-pressed=${isHeld}
    aria-disabled=${!isAllowed} data-count=${count} @click=${choose} @pointerdown=${press} @keydown=${key}>${picture(letter)}${
      count > 0 ? html`<b aria-hidden="true">${count}</b>` : nothing
    }</button>`
}

const squareAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest('#board [data-square]')?.getAttribute('data-square') ?? null
