// SPDX-License-Identifier: Apache-2.0
// The board of the position editor: 64 buttons without rules. Pieces are dragged, or placed with the current tool or their
// letters on the keyboard.

import type { Square } from 'binbo'
import { html, nothing } from 'lit-html'
import { ARROW_STEPS } from '../board/keyboard.js'
import { drag, picture } from '../board/pieces.js'
import { picture as icon } from '../page/templates.js'
import { say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import { nameOf } from '../study/descriptions.js'
import { SQUARES } from '../study/fen-text.js'
import type { Editor, Shown } from './editor.js'

/** The tool, the key and the mark for promoted pieces. */
export const PROMOTE = '~'

const TOOLS = ['move', ...'KQRBNP', 'erase', ...'kqrbnp']

/** A hand that moves pieces, an eraser, and the pieces to put on the board. */
export function toolsView({ tool, draft }: Shown, editor: Editor) {
  const button = (name: string, label: string, image: unknown) =>
    html`<button type="button" title=${label} aria-label=${label} data-tool=${name} aria-pressed=${name === tool}
      @click=${() => editor.show({ tool: name, picked: null })} @pointerdown=${(event: PointerEvent) => {
        if (/^[a-z]$/i.test(name)) dragPiece(event, name, to => to && editor.put([to, name]))
      }}>${image}</button>`
  return html`<div class="setup-tools" role="group" aria-label=${say`What a click on the board does`}>${TOOLS.map(
    name =>
      name === 'move'
        ? button(name, say`Move pieces`, icon('hand'))
        : name === 'erase'
          ? button(name, say`Erase pieces`, icon('delete'))
          : button(name, say`Put a ${nameOf(name)}`, picture(name)),
  )}${draft.pockets ? button(PROMOTE, say`Mark as promoted`, say`Mark as promoted`) : nothing}</div>`
}

export function boardView(shown: Shown, editor: Editor) {
  const order = shown.flipped ? SQUARES.toReversed() : SQUARES
  return html`<div class="setup-board" role="grid" aria-label=${say`Board to set up`} aria-describedby="setup-keys">${[
    0, 1, 2, 3, 4, 5, 6, 7,
  ].map(row => {
    const squares = order.slice(row * 8, row * 8 + 8)
    return html`<div role="row">${squares.map((square, column) => {
      const edges = { file: row === 7 ? square[0] : '', rank: column === 0 ? square[1] : '' }
      return squareView(square, edges, shown, editor)
    })}</div>`
  })}</div>`
}

function squareView(square: Square, edges: { file: string; rank: string }, shown: Shown, editor: Editor) {
  const { draft, judged, picked, stop } = shown
  const letter = draft.pieces.get(square) ?? ''
  const shade = (square.charCodeAt(0) + Number(square[1])) % 2 === 0 ? 'dark' : 'light'
  const isPromoted = letter.endsWith(PROMOTE)
  const isMarked = judged.squares.includes(square)
  const press = (event: PointerEvent) => {
    if (!letter) return
    dragPiece(event, letter, to => {
      if (!to) editor.put([square, ''])
      else if (to !== square) editor.put([square, ''], [to, letter])
    })
  }
  return html`<button type="button" role="gridcell" data-square=${square} data-file=${edges.file} data-rank=${edges.rank}
    class=${`setup-square ${shade}${isPromoted ? ' promoted' : ''}${isMarked ? ' marked' : ''}`}
    aria-label=${[square, nameOf(letter[0] ?? ''), isPromoted && say`promoted`, isMarked && say`see the problem`].filter(Boolean).join(', ')}
    aria-selected=${square === picked ? 'true' : nothing} tabindex=${square === stop ? 0 : -1}
    @click=${() => choose(square, shown, editor)} @focus=${() => editor.show({ stop: square })} @pointerdown=${press}
    @keydown=${(event: KeyboardEvent) => key(event, square, shown, editor)}>${
      letter ? picture(letter[0]) : nothing
    }</button>`
}

function choose(square: Square, { tool, picked, draft: { pieces } }: Shown, editor: Editor) {
  const there = pieces.get(square) ?? ''
  if (tool === PROMOTE) editor.put([square, PROMOTE])
  else if (tool === 'erase') editor.put([square, ''])
  else if (tool !== 'move') editor.put([square, tool === there[0] ? '' : tool])
  else if (picked && picked !== square) editor.put([picked, ''], [square, pieces.get(picked) ?? ''])
  else if (picked || there) editor.show({ picked: picked ? null : square })
}

function key(event: KeyboardEvent, square: Square, { flipped }: Shown, editor: Editor) {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key in ARROW_STEPS) {
    const [files, ranks] = ARROW_STEPS[key].map(step => (flipped ? -step : step))
    const to = `${String.fromCharCode(square.charCodeAt(0) + files)}${Number(square[1]) + ranks}`
    const next: HTMLElement | null = document.querySelector(`.setup-square[data-square="${to}"]`)
    next?.focus()
  } else if (/^[KQRBNP]$/i.test(key) || key === PROMOTE) editor.put([square, key])
  else if (key === 'Delete' || key === 'Backspace') editor.put([square, ''])
  else return
  event.preventDefault()
}

/**
 * Drags a piece with mouse, pen or finger until it is dropped.
 * @param event of the press on the piece
 * @param letter of the piece
 * @param drop called with null beside the board; not called for a press without a drag
 */
const dragPiece = (event: PointerEvent, letter: string, drop: (square: Square | null) => void) =>
  drag(event, letter[0], { drop: (x, y) => drop(squareAt(x, y)) })

function squareAt(x: number, y: number): Square | null {
  const square = document.elementFromPoint(x, y)?.closest('.setup-square')
  return square instanceof HTMLElement ? (oneOf(SQUARES, square.dataset.square) ?? null) : null
}
