// SPDX-License-Identifier: Apache-2.0
// The page's texts about a game: status, results, moves, pieces and errors.

import { START_FEN } from 'binbo'
import { plyAt } from './nodes.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo').Move} Move */
/** @typedef {import('binbo/pgn').PgnResult} PgnResult */
/** @typedef {import('./study.js').Outcome} Outcome */

/** A detail fits on one line of a phone: the layout must not jump. */
const DRAWS = /** @type {Record<string, [headline: string, detail: string]>} */ ({
  stalemate: ['stalemate', 'No legal move is left, and no check.'],
  insufficient_material: ['insufficient material', 'Neither side can mate with the pieces left.'],
  rule50: ['fifty moves', '50 moves each, no capture or pawn move.'],
  rule75: ['75 moves', '75 moves each, no capture or pawn move.'],
  threefold_repetition: ['threefold repetition', 'The same position occurred three times.'],
  fivefold_repetition: ['fivefold repetition', 'The same position occurred five times.'],
})
/** Draws that a player may claim. */
export const CLAIMS = {
  threefold_repetition: 'threefold repetition',
  rule50: 'the fifty-move rule',
}
const RESULTS = /** @type {Record<string, string>} */ ({
  '1-0': 'White wins',
  '0-1': 'Black wins',
  '1/2-1/2': 'Draw',
})

/** The results to choose from. */
export const RESULT_CHOICES = /** @type {[PgnResult, string][]} */ ([
  ['*', 'No result'],
  ['1-0', 'White wins (1–0)'],
  ['0-1', 'Black wins (0–1)'],
  ['1/2-1/2', 'Draw (½–½)'],
])

/** @param {string} result of a PGN @returns {string} as printed, such as '½–½' */
export const resultSign = result => result.replace('1/2-1/2', '½–½').replace('-', '–')

/** @param {Color} color @returns {string} 'White' or 'Black' */
export const colorName = color => (color === 'white' ? 'White' : 'Black')

/**
 * @typedef {object} StatusText
 * @property {string} headline
 * @property {string} detail
 * @property {'play' | 'check' | 'over'} tone
 * @property {Color | 'none'} side to move, or the winner; 'none' after a draw
 */

/**
 * @param {Game} game
 * @param {Outcome | null} [outcome] of the game, if it ends here
 * @returns {StatusText}
 */
export function describeStatus(game, outcome = null) {
  const { status, sideToMove } = game
  if (status.over && status.type === 'checkmate') {
    const headline = `Checkmate: ${colorName(status.winner)} wins`
    return { headline, detail: `Mate on move ${lastMoveNumber(game)}.`, tone: 'over', side: status.winner }
  }
  if (status.over && status.type === 'draw') {
    const [kind, detail] = DRAWS[status.reason] ?? [status.reason.replaceAll('_', ' '), '']
    return { headline: `Draw: ${kind}`, detail, tone: 'over', side: 'none' }
  }
  if (outcome) {
    const { result, how } = outcome
    const side = result === '1-0' ? 'white' : result === '0-1' ? 'black' : 'none'
    return { headline: RESULTS[result], detail: how && `${how}.`, tone: 'over', side }
  }
  const check = game.isCheck ? ', in check' : ''
  return {
    headline: `${colorName(sideToMove)} to move${check}`,
    detail: `Move ${game.fullmoveNumber}${quietMoves(game)}`,
    tone: game.isCheck ? 'check' : 'play',
    side: sideToMove,
  }
}

/**
 * @param {Game} game
 * @returns {string} '' while the fifty-move rule is far away
 */
function quietMoves({ halfmoveClock }) {
  const moves = Math.floor(halfmoveClock / 2)
  return moves < 20 ? '' : `; ${moves} without capture or pawn move`
}

/** @param {Game} game @returns {number} */
const lastMoveNumber = game => (game.sideToMove === 'white' ? game.fullmoveNumber - 1 : game.fullmoveNumber)

/**
 * @param {Move} move
 * @param {Game} game after it
 * @returns {string} for screen readers
 */
export function describeMove(move, game) {
  const [claim] = game.claimableDraws
  const text = `${colorName(move.color)} played ${spoken(move.san)}. ${describeStatus(game).headline}.`
  return claim ? `${text} ${claimText(CLAIMS[claim])}` : text
}

/** @param {string} claim such as 'threefold repetition' @returns {string} a sentence */
export const claimText = claim => `${claim[0].toUpperCase()}${claim.slice(1)} may be claimed.`

const PIECES = /** @type {Record<string, string>} */ ({
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
})

/** @param {string} letter of either colour @returns {string} such as 'knight' */
export const pieceName = letter => PIECES[letter.toLowerCase()]

/**
 * @param {string} san such as 'Nxe5+'
 * @returns {string} such as 'knight takes e5, check'
 */
export function spoken(san) {
  if (san === '--') return 'a null move'
  const [, body, mark] = /^(.*?)([+#]?)$/.exec(san) ?? ['', san, '']
  const end = mark === '+' ? ', check' : mark === '#' ? ', mate' : ''
  if (body === 'O-O') return `castles short${end}`
  if (body === 'O-O-O') return `castles long${end}`
  const text = body
    .replace(/^[NBRQK]/, letter => `${pieceName(letter)} `)
    .replace(/=([NBRQ])$/, (_, letter) => `, promotes to ${pieceName(letter)}`)
    .replace('x', ' takes ')
    .replace(/\s+/g, ' ')
  return `${text.trim()}${end}`
}

/**
 * An error's message for players, with move numbers instead of plies, and with its cause.
 * @param {{ message: string, ply?: number, cause?: unknown }} error
 * @param {string} [startFen] of its game
 * @returns {string} such as '… (game 1, line 4, column 7; move 12 of Black)'
 */
export function errorText({ message, ply, cause }, startFen = START_FEN) {
  if (ply === undefined) return cause instanceof Error ? `${message}: ${cause.message}` : message
  const at = plyAt(startFen) + ply - 1
  const color = colorName(at % 2 === 0 ? 'white' : 'black')
  return message.replace(`ply ${ply}`, `move ${(at >> 1) + 1} of ${color}`)
}
