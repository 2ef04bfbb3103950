// SPDX-License-Identifier: Apache-2.0
// The page's texts about a game: status, results, moves and pieces.

import { variantName as variantNameAs } from 'binbo'

/** @import { Color, Game, Move, Position, Variant, VariantWinReason } from 'binbo' */
/** @import { Study } from './study.js' */
/** @import { PgnResult } from 'binbo/pgn' */
/** @import { Outcome } from './study.js' */

/** A detail fits on one line of a phone: the layout must not jump. */
const DRAWS = /** @type {Record<string, [headline: string, detail: string]>} */ ({
  stalemate: ['stalemate', 'No legal move is left, and no check.'],
  insufficient_material: ['insufficient material', 'Neither side has enough pieces to win.'],
  dead_position: ['dead position', 'No series of moves can end in mate.'],
  race: ['race', 'Both kings have reached rank 8.'],
  rule50: ['fifty moves', '50 moves each, no capture or pawn move.'],
  rule75: ['75 moves', '75 moves each, no capture or pawn move.'],
  threefold_repetition: ['threefold repetition', 'The same position occurred three times.'],
  fivefold_repetition: ['fivefold repetition', 'The same position occurred five times.'],
})
/** @type {Record<VariantWinReason, [headline: string, detail: (winner: string, loser: string) => string]>} */
const VARIANT_WINS = {
  king_exploded: ['King exploded', (_winner, loser) => `${loser}’s king is gone.`],
  three_checks: ['Third check', winner => `${winner} has given all the checks it needed.`],
  hill: ['King on the hill', winner => `${winner}’s king has reached the centre.`],
  race: ['Race', winner => `${winner}’s king has reached rank 8.`],
  no_pieces: ['No pieces left', winner => `${winner} has lost all its pieces first.`],
  no_moves: ['No moves left', winner => `${winner} cannot move, which wins here.`],
  horde_destroyed: ['Horde captured', (winner, loser) => `${winner} has captured all of ${loser}’s pieces.`],
}
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

/** @type {readonly Color[]} White first. */
export const COLORS = ['white', 'black']

/** @param {Color} color @returns {Color} */
export const otherColor = color => (color === 'white' ? 'black' : 'white')

/** @param {Variant} variant @returns {string} such as 'Three-check'; 'Standard chess' */
export const variantName = variant =>
  variant === 'standard' ? 'Standard chess' : variantNameAs(variant, 'pgn')

/**
 * @param {Pick<Position, 'remainingChecks'>} position
 * @param {Color} color
 * @returns {string} how many checks it still has to give, such as '2 checks to win'; '' but in three-check
 */
export function checksToWin({ remainingChecks }, color) {
  const count = remainingChecks?.[color]
  if (!count) return ''
  return `${count} ${count === 1 ? 'check' : 'checks'} to win`
}

/** What texts say of: a game, or a study at its node. @typedef {Pick<Game, 'position' | 'status'>} Described */

/**
 * @typedef {object} StatusText
 * @property {string} headline
 * @property {string} detail
 * @property {'play' | 'check' | 'over'} tone
 * @property {Color | 'none'} side to move, or the winner; 'none' after a draw
 */

/**
 * @param {Described} at
 * @param {Outcome | null} [outcome] of the game, if it ends here
 * @returns {StatusText}
 */
export function describeStatus({ position, status }, outcome = null) {
  if (status.over && status.type === 'checkmate') {
    const headline = `Checkmate: ${colorName(status.winner)} wins`
    return {
      headline,
      detail: `Mate on move ${lastMoveNumber(position)}.`,
      tone: 'over',
      side: status.winner,
    }
  }
  if (status.over && status.type === 'variant_win') {
    const [kind, detail] = VARIANT_WINS[status.reason]
    const [winner, loser] = [status.winner, otherColor(status.winner)].map(colorName)
    return {
      headline: `${kind}: ${winner} wins`,
      detail: detail(winner, loser),
      tone: 'over',
      side: status.winner,
    }
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
  const { isCheck, sideToMove } = position
  return {
    headline: `${colorName(sideToMove)} to move${isCheck ? ', in check' : ''}`,
    detail: `Move ${position.fullmoveNumber}${quietMoves(position)}`,
    tone: isCheck ? 'check' : 'play',
    side: sideToMove,
  }
}

/**
 * @param {Position} position
 * @returns {string} '' while the fifty-move rule is far away
 */
function quietMoves({ halfmoveClock }) {
  const moves = Math.floor(halfmoveClock / 2)
  return moves < 20 ? '' : `; ${moves} without capture or pawn move`
}

/** @param {Position} position @returns {number} */
const lastMoveNumber = ({ sideToMove, fullmoveNumber }) =>
  sideToMove === 'white' ? fullmoveNumber - 1 : fullmoveNumber

/**
 * @param {Move} move
 * @param {Described & Pick<Study, 'claimableDraws' | 'variant'>} at after it
 * @returns {string} for screen readers
 */
export function describeMove(move, at) {
  const { position, claimableDraws, variant } = at
  const [claim] = claimableDraws
  const checks = position.isCheck ? checksToWin(position, move.color) : ''
  return [
    `${colorName(move.color)} ${said(move.san, variant)}. ${describeStatus(at).headline}.`,
    checks && `${colorName(move.color)} has ${checks}.`,
    claim && claimText(CLAIMS[claim]),
  ]
    .filter(Boolean)
    .join(' ')
}

/** @param {string} san @param {Variant} variant @returns {string} to follow a player’s name */
function said(san, variant) {
  const text = spoken(san, variant)
  return /^(castles|drops) /.test(text) ? text : `played ${text}`
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

/** @param {string} letter of a piece in a FEN, such as 'N' @returns {Color} */
export const colorOfLetter = letter => (letter < 'a' ? 'white' : 'black')

/** @param {string} letter of a piece in a FEN; '' for an empty square @returns {string} such as 'white knight', or 'empty' */
export const nameOf = letter => (letter ? `${colorOfLetter(letter)} ${pieceName(letter)}` : 'empty')

/** In these a # is always mate; in others a game also ends by their own rules. */
const MATE_ONLY = /** @type {Variant[]} */ (['standard', 'chess960', 'crazyhouse'])

/**
 * @param {string} san such as 'Nxe5+'
 * @param {Variant} [variant] of the game
 * @returns {string} such as 'knight takes e5, check'
 */
export function spoken(san, variant = 'standard') {
  if (san === '--') return 'a null move'
  const [, body, mark] = /^(.*?)([+#]?)$/.exec(san) ?? ['', san, '']
  const last = MATE_ONLY.includes(variant) ? ', mate' : ', which ends the game'
  const end = mark === '+' ? ', check' : mark === '#' ? last : ''
  if (body === 'O-O') return `castles short${end}`
  if (body === 'O-O-O') return `castles long${end}`
  const [, dropped, square] = /^([NBRQP]?)@(..)$/.exec(body) ?? []
  if (square) return `drops a ${pieceName(dropped || 'P')} on ${square}${end}`
  const text = body
    .replace(/^[NBRQK]/, letter => `${pieceName(letter)} `)
    .replace(/=([NBRQK])$/, (_, letter) => `, promotes to ${pieceName(letter)}`)
    .replace('x', ' takes ')
    .replace(/\s+/g, ' ')
  return `${text.trim()}${end}`
}
