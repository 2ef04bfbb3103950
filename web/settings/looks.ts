// SPDX-License-Identifier: Apache-2.0
// The choice of boards and sets of pieces in the settings, and a small board that shows each choice at once, with a check, the
// last move and an arrow.

import { html, nothing, svg } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { arrowShape } from '../board/overlay.js'
import { reportError } from '../page/load.js'
import { saveSetting, setting } from '../page/settings.js'
import { say } from '../page/texts.js'
import type { PieceSet } from '../page/themes.js'
import { applyLooks, BOARDS, boardTheme, pieceSet, SETS } from '../page/themes.js'
import { keysOf } from '../page/unknown.js'

/** The placement of a FEN. */
const PREVIEW = 'r1bqk2r/pppp1Qpp/2n2n2/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR'
const LAST = ['h5', 'f7']
const ARROW = ['c4', 'f7']
const CHECKED = 'e8'

/** @returns its upper left corner, in squares */
const cornerOf = (square: string): { x: number; y: number } => ({
  x: square.charCodeAt(0) - 97,
  y: 8 - Number(square[1]),
})

const sign = (square: string, kind: string) => {
  const { x, y } = cornerOf(square)
  return svg`<rect class=${`square ${kind}`} x=${x + 0.015} y=${y + 0.015} width="0.97" height="0.97"></rect>`
}

/** @param letter of a FEN */
const piece = (letter: string, x: number, y: number) => {
  const name = (letter < 'a' ? 'w' : 'b') + letter.toLowerCase()
  return svg`<svg x=${x} y=${y} width="1" height="1" viewBox="0 0 40 40"><use href=${`#${name}`}></use></svg>`
}

const placement = PREVIEW.split('/').flatMap((rank, y) =>
  [...rank.replace(/\d/g, count => ' '.repeat(Number(count)))].flatMap((letter, x) =>
    letter === ' ' ? [] : [{ letter, x, y }],
  ),
)

const coordinates = () =>
  [...'12345678'].map((rank, at) => {
    const file = 'abcdefgh'[at]
    const shade = (isLight: boolean) => `coordinate ${isLight ? 'white' : 'black'}`
    return svg`<text class=${shade(at % 2 === 1)} x="0.06" y=${7.26 - at}>${rank}</text>
      <text class=${shade(at % 2 === 1)} x=${at + 0.94} y="7.93" text-anchor="end">${file}</text>`
  })

/** The small board. */
export const preview = () =>
  html`<svg class="look-preview" viewBox="0 0 8 8" aria-hidden="true">
    <path class="dark" d=${Array.from({ length: 32 }, (_, at) => `M${((at * 2) % 8) + ((at >> 2) % 2 ? 0 : 1)} ${at >> 2}h1v1h-1z`).join('')}></path>
    ${setting('coordinates', true) ? coordinates() : nothing}
    <g class="layer">${LAST.map(square => sign(square, 'last'))}${sign(CHECKED, 'check')}</g>
    ${placement.map(({ letter, x, y }) => piece(letter, x, y))}
    <g class="layer">${arrow()}</g>
  </svg>`

const arrow = () => {
  const { d, transform } = arrowShape(cornerOf(ARROW[0]), cornerOf(ARROW[1]), 0.15)
  return svg`<path class="arrow mark green" d=${d} transform=${transform}></path>`
}

/** The names of BOARDS and SETS. */
const LABELS: Record<string, string> = {
  maple: say`Maple`,
  slate: say`Slate`,
  meadow: say`Meadow`,
  walnut: say`Walnut`,
  harbour: say`Harbour`,
  plum: say`Plum`,
  paper: say`Paper`,
  night: say`Night`,
  binbo: 'Binbo',
  flat: say`Flat`,
  classic: say`Classic`,
}

const labelOf = (name: string): string => LABELS[name]

/** The choice of a board. */
export const boardChoice = () =>
  html`<fieldset class="looks"><legend>${say`Board`}</legend>${BOARDS.map(
    name =>
      html`<label class="look" data-board=${name}>
        <svg viewBox="0 0 2 1" aria-hidden="true"><path class="dark" d="M1 0h1v1h-1z"></path>${piece('n', 0, 0)}${piece('N', 1, 0)}</svg>
        <span><input type="radio" name="board" .value=${name} .checked=${name === boardTheme()} @change=${() => {
          saveSetting('board', name)
          applyLooks()
        }}>${labelOf(name)}</span>
      </label>`,
  )}</fieldset>`

/** The choice of a set of pieces. @param draw called when a choice has been made or has failed */
export const pieceChoice = (draw: () => void) =>
  html`<fieldset class="looks sets"><legend>${say`Pieces`}</legend>${keysOf(SETS).map(
    name =>
      html`<label class="look">
        <i style=${`--set: url("${SETS[name]}")`}></i>
        <span><input type="radio" name="pieces" .value=${name} .checked=${live(name === pieceSet())} @change=${() => usePieces(name).then(draw)}>${labelOf(name)}</span>
      </label>`,
  )}</fieldset>`

/** The number of the newest choice: the file of an earlier one may still be loading. */
let newest = 0

/** Shows a set of pieces everywhere, once its file is loaded, and saves the choice. */
async function usePieces(name: PieceSet) {
  const choice = ++newest
  const file = SETS[name]
  try {
    const answer = await fetch(file)
    if (!answer.ok) throw new DOMException(`the server answered ${answer.status}`, 'NetworkError')
    const text = await answer.text()
    if (choice !== newest) return
    // cm-chessboard has put its file into the page, and all pictures of pieces refer to it.
    const sprite = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
    document.getElementById('cm-chessboard-sprite')?.replaceChildren(document.importNode(sprite, true))
    saveSetting('pieces', name)
    applyLooks()
  } catch (error) {
    if (choice !== newest) return
    reportError(error, say`The pieces “${labelOf(name)}” could not be shown.`)
  }
}
