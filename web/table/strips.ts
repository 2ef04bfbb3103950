// SPDX-License-Identifier: Apache-2.0
// The strips above and below the board, one for each player: name and rating, whose turn it is, the pieces that the
// player has captured, and places for a pocket, the remaining checks and the clock.

import type { Color, Position } from 'binbo'
import { html, nothing } from 'lit-html'
import { say } from '../page/texts.js'
import { clockText } from '../play/clock-text.js'
import { checksToWin, colorName, otherColor, pieceName } from '../study/descriptions.js'
import { known, playerName } from '../study/headers.js'
import type { State } from './side-tabs.js'

/** The letters of pieces in the order in which the files of pieces show them. */
const ORDER = 'kqrbnp'

/** The score of each side, by the result of the game. */
const SCORES: Record<string, Record<Color, string>> = {
  '1-0': { white: '1', black: '0' },
  '0-1': { white: '0', black: '1' },
  '1/2-1/2': { white: '½', black: '½' },
}

export function playerView(state: State, color: Color) {
  const { tree, position, status, outcome, node, end } = state
  const tag = color === 'white' ? 'White' : 'Black'
  const side = colorName(color)
  const isOver = status.over || (outcome !== null && node === end)
  const hasTurn = !isOver && position.sideToMove === color
  const name = known(tree.headers.get(tag))
  const elo = known(tree.headers.get(`${tag}Elo`))
  const score = outcome && node === end ? SCORES[outcome.result][color] : ''
  return html`<div class=${hasTurn ? 'player to-move' : 'player'} data-color=${color} role="group"
    aria-label=${say`${side} player`}><span class="dot" data-side=${color} aria-hidden="true"></span><span
    class="name">${state.view === 'start' && state.isBlank ? opponentAt(state, color) : name ? playerName(name) : side}</span>${presenceView(state.friend?.presence[color], side)}<span class="elo soft" ?hidden=${!elo}>${elo}</span><strong
    class="score" ?hidden=${!score}>${score}</strong><span class="turn soft">${
      hasTurn || position.isCheck ? turnText(state, color) : ''
    }</span><span class="material">${materialView(state, color)}</span><span class="checks soft"
    data-color=${color}>${checksToWin(tree.root.position.variant, position, color)}</span><span class="pocket" data-color=${color}
    role="group" aria-label=${say`${side}’s pocket`}></span><span
    class="time" data-color=${color}></span>${readClockView(state, color)}</div>`
}

/** The player's time after the last move, in a game that is read and has times. */
function readClockView({ match, node }: State, color: Color) {
  const last = node.move?.color === color ? node : node.parent
  const seconds = !match.setup && last?.move?.color === color ? last.clock : undefined
  if (seconds === undefined) return nothing
  return html`<span class="clock read" role="timer" aria-label=${say`${colorName(color)}’s clock`}>${clockText(seconds * 1000)}</span>`
}

/** @param isThere whether the player is connected; undefined: plays on this page */
function presenceView(isThere: boolean | undefined, side: string) {
  if (isThere === undefined) return nothing
  const [text, title] = isThere
    ? [say`connected`, say`${side} is connected`]
    : [say`not connected`, say`${side} is not connected`]
  return html`<span class="presence" role="img" data-there=${isThere} aria-label=${text} title=${title}></span>`
}

/** @returns the name in the strip if the computer will play this side */
function opponentAt({ choice }: State, color: Color): string {
  const human = choice.side === 'black' ? 'black' : 'white'
  return color === human ? say`You` : 'Stockfish'
}

/** @param color the capturing side */
function materialView({ tree, position }: State, color: Color) {
  const { pieces, lead } = lost(tree.root.position, position, color)
  const picture = (letter: string, at: number) =>
    html`<i class=${letter === pieces[at - 1] ? 'again' : ''} style=${`--at: ${ORDER.indexOf(letter)}`}></i>`
  const words = pieces.length > 0 ? say`captured: ${pieces.map(pieceName).join(', ')}` : ''
  return html`<span class="visually-hidden">${words}</span>${pieces.map(picture)}${
    lead > 0 ? html`<span class="lead soft">+${lead}</span>` : nothing
  }`
}

/** @returns the activity of the player to move; '' for the other player */
function turnText({ match, node, end, position, status }: State, color: Color): string {
  if (color !== position.sideToMove) return ''
  if (status.over) return status.type === 'checkmate' ? say`checkmated` : ''
  if (position.isCheck) return say`in check`
  if (match.thinking && node === end && match.setup?.human !== color) return say`thinks…`
  return say`to move`
}

/** In display order: letters, and the usual values in pawns. */
const PIECES = [
  ['q', 9],
  ['r', 5],
  ['b', 3],
  ['n', 3],
  ['p', 1],
] as const

/**
 * The pieces that a side has captured since the start of the game. What is in a pocket is not on the board.
 * @returns `pieces`: lower-case letters, the most valuable first; a pawn that was promoted is not captured. `lead`:
 *   by how many pawns' worth the side is ahead, or 0
 */
export function lost(start: Position, now: Position, side: Color): { pieces: string[]; lead: number } {
  const other = otherColor(side)
  const before = countOf(start, other)
  const after = countOf(now, other)
  let promoted = 0
  const pieces = PIECES.flatMap(([letter]) => {
    const missing = before(letter) - after(letter)
    promoted += Math.max(0, -missing)
    return Array(Math.max(0, letter === 'p' ? missing - promoted : missing)).fill(letter)
  })
  return { pieces, lead: Math.max(0, worth(countOf(now, side)) - worth(after)) }
}

/**
 * Counts letters of the FEN, which the board has read: the material would be one more call of C.
 * @returns the number of pieces on the board, by lower-case letter
 */
function countOf({ fen }: Position, side: Color): (letter: string) => number {
  // A pocket follows the board.
  const [board] = fen.split(' ')[0].split('[')
  return letter => board.split(side === 'white' ? letter.toUpperCase() : letter).length - 1
}

const worth = (count: (letter: string) => number) =>
  PIECES.reduce((sum, [letter, value]) => sum + value * count(letter), 0)
