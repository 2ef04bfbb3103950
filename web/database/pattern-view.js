// SPDX-License-Identifier: Apache-2.0
// The pattern to look for: a board on which a few squares say what stands there, or that they are empty. All other
// squares may hold anything.

import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { picture } from '../board/pieces.js'
import { button, picture as icon } from '../page/templates.js'
import { nameOf } from '../study/descriptions.js'
import { readDraft, SQUARES } from '../study/draft.js'
import { EMPTY_SQUARE, hasPattern } from './criteria.js'

/** @import { Position, Square } from 'binbo' */
/** @import { Criteria, Pattern } from './criteria.js' */

/** Takes what a square says away. */
const CLEAR = ''
const TOOLS = [...'KQRBNP', EMPTY_SQUARE, ...'kqrbnp', CLEAR]
const KEYS =
  'Keys on the board: arrows move, capital K Q R B N P put White’s pieces, small letters Black’s, the full stop marks an empty square, Delete takes it away.'
/** @type {Record<string, [files: number, ranks: number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

/**
 * @param {object} room
 * @param {(change: Partial<Criteria>) => void} room.filter
 * @param {() => Position} room.position on the page's board
 * @param {() => void} room.redraw draws the room again
 * @returns {(criteria: Criteria) => unknown} the template
 */
export function makePattern({ filter, position, redraw }) {
  let tool = 'P'
  /** The square in the tab order. @type {Square} */
  let stop = 'e4'
  /** What changed last, for screen readers. */
  let said = ''

  const choose = (/** @type {string} */ name) => {
    tool = name
    redraw()
  }
  /** @param {Pattern} pattern @param {Square} square @param {string} letter */
  const put = (pattern, square, letter) => {
    const { [square]: _, ...rest } = pattern
    said = `${square}, ${wordsOf(letter)}`
    filter({ pattern: letter === CLEAR ? rest : { ...rest, [square]: letter } })
  }
  /** @param {KeyboardEvent} event @param {Pattern} pattern @param {Square} square */
  const press = (event, pattern, square) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key in ARROWS) {
      const [files, ranks] = ARROWS[key]
      const to = `${String.fromCharCode(square.charCodeAt(0) + files)}${Number(square[1]) + ranks}`
      /** @type {HTMLElement | null} */
      const next = document.querySelector(`.db-pattern [data-square="${to}"]`)
      next?.focus()
    } else if (/^[KQRBNP]$/i.test(key) || key === EMPTY_SQUARE) put(pattern, square, key)
    else if (key === 'Delete' || key === 'Backspace') put(pattern, square, CLEAR)
    else return
    event.preventDefault()
  }
  const takeBoard = () => {
    const { fen, variant } = position()
    const pieces = Array.from(readDraft(fen, variant).pieces, ([square, letter]) => [square, letter[0]])
    said = 'The position of the board'
    filter({ pattern: Object.fromEntries(pieces) })
  }

  /** @param {Pattern} pattern @param {Square} square @param {number} at */
  const squareView = (pattern, square, at) => {
    const letter = pattern[square] ?? CLEAR
    const shade = (square.charCodeAt(0) + Number(square[1])) % 2 === 0 ? 'dark' : 'light'
    return html`<button type="button" role="gridcell" data-square=${square} class=${`setup-square ${shade}`}
      data-rank=${at % 8 === 0 ? square[1] : ''} data-file=${at >= 56 ? square[0] : ''}
      aria-label=${`${square}, ${wordsOf(letter)}`} tabindex=${square === stop ? 0 : -1}
      @click=${() => put(pattern, square, letter === tool ? CLEAR : tool)} @focus=${() => {
        stop = square
        redraw()
      }} @keydown=${(/** @type {KeyboardEvent} */ event) => press(event, pattern, square)}>${
        letter === EMPTY_SQUARE
          ? html`<span class="db-empty" aria-hidden="true">×</span>`
          : letter
            ? picture(letter)
            : nothing
      }</button>`
  }

  return ({ pattern, bothColours }) => {
    const isBare = !hasPattern({ pattern })
    return html`<section class="db-pattern" id="database-pattern" aria-label="Pattern"><div class="setup-tools" role="group"
      aria-label="What a click on the board does">${TOOLS.map(name => toolView(name, name === tool, choose))}</div><div
      class="setup-board" role="grid" aria-label="Board of the pattern" aria-describedby="pattern-keys">${[
        0, 1, 2, 3, 4, 5, 6, 7,
      ].map(
        row =>
          html`<div role="row">${SQUARES.slice(8 * row, 8 * row + 8).map((square, file) =>
            squareView(pattern, square, 8 * row + file),
          )}</div>`,
      )}</div><p class="visually-hidden" role="status">${said}</p><p class="visually-hidden" id="pattern-keys">${KEYS}</p><p
      class="soft">Squares without a piece or a cross may hold anything. Whose move it is does not matter.</p><div class="row">${[
        button({ label: 'From the board', run: takeBoard }),
        button({ label: 'Clear', off: isBare, run: () => filter({ pattern: {} }) }),
      ]}</div><label class="check"><input type="checkbox" .checked=${live(bothColours)} @change=${(
        /** @type {Event} */ { target },
      ) =>
        filter({
          bothColours: /** @type {HTMLInputElement} */ (target).checked,
        })}>Also with colours swapped</label></section>`
  }
}

/** @param {string} name @param {boolean} isChosen @param {(name: string) => void} choose */
function toolView(name, isChosen, choose) {
  const label =
    name === CLEAR ? 'Take away' : name === EMPTY_SQUARE ? 'Mark as empty' : `Put a ${nameOf(name)}`
  return html`<button type="button" title=${label} aria-label=${label} aria-pressed=${isChosen}
    @click=${() => choose(name)}>${
      name === CLEAR
        ? icon('delete')
        : name === EMPTY_SQUARE
          ? html`<span class="db-empty">×</span>`
          : picture(name)
    }</button>`
}

/** @param {string} letter of a square @returns {string} */
const wordsOf = letter => (letter === CLEAR ? 'anything' : letter === EMPTY_SQUARE ? 'empty' : nameOf(letter))
