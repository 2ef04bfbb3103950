// SPDX-License-Identifier: Apache-2.0
// The strips above and below the board, one for each player: name and rating, whose turn it is, the pieces that the
// player has captured, and places for a pocket, the remaining checks and the clock.

import { html, nothing } from 'lit-html'
import { checksToWin, colorName, otherColor, pieceName } from '../study/descriptions.js'
import { known } from '../study/headers.js'

/** @import { State } from './side-tabs.js' */
/** @import { Color, PieceCounts, Position } from 'binbo' */

/** The letters of pieces in the order in which the files of pieces show them. */
const ORDER = 'kqrbnp'

/** What each side gets, by the result of the game. */
const SCORES = /** @type {Record<string, Record<Color, string>>} */ ({
  '1-0': { white: '1', black: '0' },
  '0-1': { white: '0', black: '1' },
  '1/2-1/2': { white: '½', black: '½' },
})

/** @param {State} state @param {Color} color */
export function playerView(state, color) {
  const { tree, position, status, outcome, node, end } = state
  const side = colorName(color)
  const isOver = status.over || (outcome !== null && node === end)
  const hasTurn = !isOver && position.sideToMove === color
  const elo = known(tree.headers.get(`${side}Elo`))
  const score = outcome && node === end ? SCORES[outcome.result][color] : ''
  return html`<div class=${hasTurn ? 'player to-move' : 'player'} data-color=${color} role="group"
    aria-label=${`${side} player`}><span class="dot" data-side=${color} aria-hidden="true"></span><span
    class="name">${state.view === 'start' && state.isBlank ? opponentAt(state, color) : known(tree.headers.get(side)) || side}</span>${presenceView(state.friend?.presence[color], side)}<span class="elo soft" ?hidden=${!elo}>${elo}</span><strong
    class="score" ?hidden=${!score}>${score}</strong><span class="turn soft">${
      hasTurn || position.isCheck ? turnText(state, color) : ''
    }</span><span class="material">${materialView(state, color)}</span><span class="checks soft"
    data-color=${color}>${tree.variant === '3check' ? checksToWin(position, color) : ''}</span><span class="pocket" data-color=${color}
    role="group" aria-label=${`${side}’s pocket`}></span><span
    class="time" data-color=${color}></span></div>`
}

/** @param {boolean | undefined} isThere is the player connected? undefined: here @param {string} side */
function presenceView(isThere, side) {
  if (isThere === undefined) return nothing
  const text = `${isThere ? '' : 'not '}connected`
  return html`<span class="presence" role="img" data-there=${isThere} aria-label=${text} title=${`${side} is ${text}`}></span>`
}

/** @param {State} state @param {Color} color @returns {string} who will play there if the computer is chosen */
function opponentAt({ choice }, color) {
  const human = choice.side === 'black' ? 'black' : 'white'
  return color === human ? 'You' : 'Stockfish'
}

/** @param {State} state @param {Color} color that captured */
function materialView({ tree, position }, color) {
  const { pieces, lead } = lost(tree.root.position, position, color)
  const picture = (/** @type {string} */ letter, /** @type {number} */ at) =>
    html`<i class=${letter === pieces[at - 1] ? 'again' : ''} style=${`--at: ${ORDER.indexOf(letter)}`}></i>`
  const words = pieces.length > 0 ? `captured: ${pieces.map(pieceName).join(', ')}` : ''
  return html`<span class="visually-hidden">${words}</span>${pieces.map(picture)}${
    lead > 0 ? html`<span class="lead soft">+${lead}</span>` : nothing
  }`
}

/** @param {State} state @param {Color} color @returns {string} what the player to move does; '' for the other one */
function turnText({ match, node, end, position, status }, color) {
  if (color !== position.sideToMove) return ''
  if (status.over) return status.type === 'checkmate' ? 'checkmated' : ''
  if (position.isCheck) return 'in check'
  if (match.thinking && node === end && match.setup?.human !== color) return 'thinks…'
  return 'to move'
}

/** In the order of the strips: letters, kinds and the usual values in pawns. */
const PIECES = /** @type {const} */ ([
  ['q', 'queen', 9],
  ['r', 'rook', 5],
  ['b', 'bishop', 3],
  ['n', 'knight', 3],
  ['p', 'pawn', 1],
])

/**
 * The pieces that a side has captured since the start of the game. What is in a pocket is not on the board.
 * @param {Position} start
 * @param {Position} now
 * @param {Color} side
 * @returns {{ pieces: string[], lead: number }} `pieces`: lower-case letters, the most valuable first; a pawn that was
 *   promoted is not captured. `lead`: by how many pawns' worth the side is ahead, or 0
 */
export function lost(start, now, side) {
  const other = otherColor(side)
  const before = start.material()[other]
  const after = now.material()
  let promoted = 0
  const pieces = PIECES.flatMap(([letter, kind]) => {
    const missing = before[kind] - after[other][kind]
    promoted += Math.max(0, -missing)
    return Array(Math.max(0, kind === 'pawn' ? missing - promoted : missing)).fill(letter)
  })
  return { pieces, lead: Math.max(0, worth(after[side]) - worth(after[other])) }
}

/** @param {PieceCounts} count */
const worth = count => PIECES.reduce((sum, [, kind, value]) => sum + value * count[kind], 0)
