// SPDX-License-Identifier: Apache-2.0
// The choice of a promotion: buttons over the squares of the promotion file, from the last rank towards the middle.

import type { Color, Promotion } from 'binbo'
import type { Chessboard } from 'cm-chessboard/src/Chessboard.js'
import { html, render } from 'lit-html'
import { h } from '../page/dom.js'
import { rove } from '../page/roving.js'
import { say } from '../page/texts.js'
import { keysOf } from '../page/unknown.js'
import { picture } from './pieces.js'

/** A promoting pawn. `to`: the promotion square. */
export type Choice = { to: string; color: Color; pieces: Promotion[] }

/** In the order of the buttons. */
const NAMES: Record<Promotion, string> = {
  q: say`Queen`,
  n: say`Knight`,
  r: say`Rook`,
  b: say`Bishop`,
  k: say`King`,
}

/**
 * @param root the element of the board
 * @param signal cancels the choice
 * @returns null if the choice was cancelled
 */
export function choosePromotion(
  root: HTMLElement,
  chessboard: Chessboard,
  { to, color, pieces }: Choice,
  signal: AbortSignal,
): Promise<Promotion | null> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve(null)
    const focused = document.activeElement
    const ended = new AbortController()
    const end = (chosen: Promotion | null) => {
      if (ended.signal.aborted) return
      ended.abort()
      const hadFocus = cover.contains(document.activeElement)
      cover.remove()
      const isBack = hadFocus && (focused instanceof SVGElement || focused instanceof HTMLElement)
      if (isBack && focused !== document.body) focused.focus({ preventScroll: true })
      resolve(chosen)
    }
    const choices = keysOf(NAMES).filter(piece => pieces.includes(piece))
    const { x, y } = chessboard.view.squareToPoint(to)
    const { squareWidth } = chessboard.view
    const isUpward = y > squareWidth
    const cover = h('div', { class: 'promotion', role: 'dialog', 'aria-label': say`Promote to` })
    render(
      html`<div class=${isUpward ? 'choices upward' : 'choices'} .style=${`--column: ${Math.round(x / squareWidth)}`}>${choices.map(
        piece => html`<button type="button" aria-label=${NAMES[piece]} title=${`${NAMES[piece]} (${piece.toUpperCase()})`}
          @click=${() => end(piece)}>${picture(color === 'white' ? piece.toUpperCase() : piece)}</button>`,
      )}</div>`,
      cover,
    )
    const buttons = Array.from(cover.querySelectorAll('button'))

    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey } = event
      if (ctrlKey || metaKey) return
      const piece = choices.find(letter => letter === key.toLowerCase())
      if (key === 'Escape') end(null)
      else if (piece) end(piece)
      else if (!rove(event, { items: isUpward ? buttons.toReversed() : buttons, way: 'both', wraps: true }))
        return
      event.preventDefault()
      event.stopPropagation()
    }
    cover.addEventListener('keydown', press)
    cover.addEventListener('focusout', ({ relatedTarget }) => {
      // There is no related target when the window loses the focus.
      if (relatedTarget instanceof Node && !cover.contains(relatedTarget)) end(null)
    })
    // A press anywhere else cancels the choice.
    addEventListener(
      'pointerdown',
      event => {
        if (event.target instanceof Element && event.target.closest('.promotion button')) return
        end(null)
        // Otherwise the press would pick up a piece of the board.
        if (event.target === cover) event.preventDefault()
      },
      { capture: true, signal: ended.signal },
    )
    signal.addEventListener('abort', () => end(null), { signal: ended.signal })
    root.append(cover)
    buttons[0].focus({ preventScroll: true })
  })
}
