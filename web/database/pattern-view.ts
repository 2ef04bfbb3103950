// SPDX-License-Identifier: Apache-2.0
// The editor of a search pattern: a board on which some squares have a piece or are marked as empty. All other squares match
// anything.

import type { Position, Square } from 'binbo'
import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { ARROW_STEPS } from '../board/keyboard.js'
import { picture } from '../board/pieces.js'
import { isChecked } from '../page/dom.js'
import { button, picture as icon } from '../page/templates.js'
import { say } from '../page/texts.js'
import { nameOf } from '../study/descriptions.js'
import { readDraft } from '../study/draft.js'
import { SQUARES } from '../study/fen-text.js'
import type { Criteria, Pattern } from './criteria.js'
import { EMPTY_SQUARE, hasPattern } from './criteria.js'

/** The tool that clears a square, and the letter of a cleared square. */
const CLEAR = ''
const TOOLS = [...'KQRBNP', EMPTY_SQUARE, ...'kqrbnp', CLEAR]
const KEYS = say`Keys on the board: arrows move, capital K Q R B N P put White’s pieces, small letters Black’s, the full stop marks an empty square, Delete takes it away.`

/**
 * @param room.position returns the position on the page's board
 * @param room.redraw draws the room again
 * @returns the view
 */
export function makePattern({
  filter,
  position,
  redraw,
}: {
  filter: (change: Partial<Criteria>) => void
  position: () => Position
  redraw: () => void
}): (criteria: Criteria) => unknown {
  let tool = 'P'
  /** The square in the tab order. */
  let stop: Square = 'e4'
  /** The last change, for screen readers. */
  let status = ''

  const choose = (name: string) => {
    tool = name
    redraw()
  }
  const put = (pattern: Pattern, square: Square, letter: string) => {
    const { [square]: _, ...rest } = pattern
    status = `${square}, ${wordsOf(letter)}`
    filter({ pattern: letter === CLEAR ? rest : { ...rest, [square]: letter } })
  }
  const press = (event: KeyboardEvent, pattern: Pattern, square: Square) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key in ARROW_STEPS) {
      const [files, ranks] = ARROW_STEPS[key]
      const to = `${String.fromCharCode(square.charCodeAt(0) + files)}${Number(square[1]) + ranks}`
      document.querySelector<HTMLElement>(`.db-pattern [data-square="${to}"]`)?.focus()
    } else if (/^[KQRBNP]$/i.test(key) || key === EMPTY_SQUARE) put(pattern, square, key)
    else if (key === 'Delete' || key === 'Backspace') put(pattern, square, CLEAR)
    else return
    event.preventDefault()
  }
  const takeBoard = () => {
    const { fen, variant } = position()
    const pieces = Array.from(readDraft(fen, variant).pieces, ([square, letter]) => [square, letter[0]])
    status = say`The position of the board`
    filter({ pattern: Object.fromEntries(pieces) })
  }

  const squareView = (pattern: Pattern, square: Square, at: number) => {
    const letter = pattern[square] ?? CLEAR
    const shade = (square.charCodeAt(0) + Number(square[1])) % 2 === 0 ? 'dark' : 'light'
    return html`<button type="button" role="gridcell" data-square=${square} class=${`setup-square ${shade}`}
      data-rank=${at % 8 === 0 ? square[1] : ''} data-file=${at >= 56 ? square[0] : ''}
      aria-label=${`${square}, ${wordsOf(letter)}`} tabindex=${square === stop ? 0 : -1}
      @click=${() => put(pattern, square, letter === tool ? CLEAR : tool)} @focus=${() => {
        stop = square
        redraw()
      }} @keydown=${(event: KeyboardEvent) => press(event, pattern, square)}>${
        letter === EMPTY_SQUARE
          ? html`<span class="db-empty" aria-hidden="true">×</span>`
          : letter
            ? picture(letter)
            : nothing
      }</button>`
  }

  return ({ pattern, bothColours }) => {
    const isEmpty = !hasPattern({ pattern })
    return html`<section class="db-pattern" id="database-pattern" aria-label=${say`Pattern`}><div class="setup-tools" role="group"
      aria-label=${say`What a click on the board does`}>${TOOLS.map(name => toolView(name, name === tool, choose))}</div><div
      class="setup-board" role="grid" aria-label=${say`Board of the pattern`} aria-describedby="pattern-keys">${[
        0, 1, 2, 3, 4, 5, 6, 7,
      ].map(
        row =>
          html`<div role="row">${SQUARES.slice(8 * row, 8 * row + 8).map((square, file) =>
            squareView(pattern, square, 8 * row + file),
          )}</div>`,
      )}</div><p class="visually-hidden" role="status">${status}</p><p class="visually-hidden" id="pattern-keys">${KEYS}</p><p
      class="soft">${say`Squares without a piece or a cross may hold anything. Whose move it is does not matter.`}</p><div class="row">${[
        button({ label: say`From the board`, run: takeBoard }),
        button({ label: say`Clear`, off: isEmpty, run: () => filter({ pattern: {} }) }),
      ]}</div><label class="check"><input type="checkbox" .checked=${live(bothColours)} @change=${(
        event: Event,
      ) =>
        filter({
          bothColours: isChecked(event),
        })}>${say`Also with colours swapped`}</label></section>`
  }
}

function toolView(name: string, isChosen: boolean, choose: (name: string) => void) {
  const label =
    name === CLEAR ? say`Take away` : name === EMPTY_SQUARE ? say`Mark as empty` : say`Put a ${nameOf(name)}`
  return html`<button type="button" title=${label} aria-label=${label} aria-pressed=${isChosen}
    @click=${() => choose(name)}>${
      name === CLEAR
        ? icon('delete')
        : name === EMPTY_SQUARE
          ? html`<span class="db-empty">×</span>`
          : picture(name)
    }</button>`
}

/** @param letter of a pattern's square */
const wordsOf = (letter: string): string =>
  letter === CLEAR ? say`anything` : letter === EMPTY_SQUARE ? say`empty` : nameOf(letter)
