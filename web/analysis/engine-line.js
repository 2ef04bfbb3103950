// SPDX-License-Identifier: Apache-2.0
// The best line in one row, for screens that have no room for the analysis beside the board.

import { html } from 'lit-html'
import { moveNumber } from '../study/nodes.js'

/** @import { App } from '../app.js' */
/** @import { State } from '../state.js' */

/** Moves that a phone shows. */
const PLIES = 6
/** @type {Partial<Record<State['analysis']['state'], string>>} */
const REST = {
  off: 'Analyse this position',
  failed: 'The engine has failed',
  lost: 'The engine has failed',
  over: 'The game is over',
  waiting: 'The engine is busy',
}

/**
 * A tap turns the analysis on if it is off, and opens the tab of the analysis.
 * @param {State} state
 * @param {App} app
 */
export function engineLineView({ analysis, verdict, room }, { analyst, places }) {
  const { lines, firstPly, held, state } = analysis
  const open = () => {
    if (!analyst.on && !analyst.held) analyst.start()
    places.show('analysis')
  }
  const [best] = lines
  const score = (best?.verdict ?? verdict)?.text ?? ''
  const starting = room.state === 'starting' ? 'The engine is starting…' : ''
  const rest = held ? 'Find a better move' : (REST[state] ?? starting)
  const moves = best ? lineText(best.moves.slice(0, PLIES), firstPly) : rest
  return html`<button type="button" class="quiet best-line" aria-label=${`Analysis: ${`${score} ${moves}`.trim()}`}
    @click=${open}><span class="score">${score}</span> <span class="text">${moves}</span></button>`
}

/** @param {import('binbo').Move[]} moves @param {number} ply of the first one @returns {string} such as '4… Nf6 5. O-O' */
const lineText = (moves, ply) =>
  moves
    .map(({ san }, index) => {
      const at = ply + index
      return at % 2 === 0 || index === 0 ? `${moveNumber(at)} ${san}` : san
    })
    .join(' ')
