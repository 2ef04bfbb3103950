// SPDX-License-Identifier: Apache-2.0
// The page's texts about a game: status, results, moves and pieces.

import type { Color, Game, Move, Position, Variant } from 'binbo'
import { variantName as variantNameAs } from 'binbo'
import type { PgnResult } from 'binbo/pgn'
import { TRAIT_CHECKS } from '../../js/core/generated/bindings.js'
import {
  CHECKMATE_WORDS,
  capitalTitle,
  DRAW_WORDS,
  endSentence,
  VARIANT_END_WORDS,
} from '../../js/game/ends.js'
import { hasTrait } from '../../js/game/traits.js'
import type { Outcome, Study } from './study.js'

/** Draws that a player may claim. */
export const CLAIMS = {
  threefold_repetition: DRAW_WORDS.threefold_repetition[0],
  rule50: DRAW_WORDS.rule50[0],
}
const RESULTS: Record<string, string> = {
  '1-0': 'White wins',
  '0-1': 'Black wins',
  '1/2-1/2': 'Draw',
}

/** The results to choose from. */
export const RESULT_CHOICES: [PgnResult, string][] = [
  ['*', 'No result'],
  ['1-0', 'White wins (1–0)'],
  ['0-1', 'Black wins (0–1)'],
  ['1/2-1/2', 'Draw (½–½)'],
]

/** @param result of a PGN @returns the result as printed, such as '½–½' */
export const resultSign = (result: string): string => result.replace('1/2-1/2', '½–½').replace('-', '–')

/** @returns 'White' or 'Black' */
export const colorName = (color: Color): string => (color === 'white' ? 'White' : 'Black')

/** White first. */
export const COLORS: readonly Color[] = ['white', 'black']

export const otherColor = (color: Color): Color => (color === 'white' ? 'black' : 'white')

/** @returns such as 'Three-check'; 'Standard chess' */
export const variantName = (variant: Variant): string =>
  variant === 'standard' ? 'Standard chess' : variantNameAs(variant, 'pgn')

/** @returns how many checks it still has to give, such as '2 checks to win'; '' but in three-check */
export function checksToWin(
  variant: Variant,
  position: Pick<Position, 'remainingChecks'>,
  color: Color,
): string {
  // Each fact of a position costs a call of C.
  const count = hasTrait(variant, TRAIT_CHECKS) ? position.remainingChecks?.[color] : undefined
  if (!count) return ''
  return `${count} ${count === 1 ? 'check' : 'checks'} to win`
}

/** What texts say of: a game, or a study at its node. */
type Described = Pick<Game, 'position' | 'status'>

export type StatusText = {
  headline: string
  detail: string
  tone: 'play' | 'check' | 'over'
  /** to move, or the winner; 'none' after a draw */
  side: Color | 'none'
}

/** @param outcome of the game, if it ends here */
export function describeStatus({ position, status }: Described, outcome: Outcome | null = null): StatusText {
  if (status.over && status.type === 'checkmate') {
    const headline = `${capitalTitle(CHECKMATE_WORDS)}: ${colorName(status.winner)} wins`
    return {
      headline,
      detail: `Mate on move ${lastMoveNumber(position)}.`,
      tone: 'over',
      side: status.winner,
    }
  }
  if (status.over && status.type === 'variant_win') {
    const words = VARIANT_END_WORDS[status.reason]
    return {
      headline: `${capitalTitle(words)}: ${colorName(status.winner)} wins`,
      detail: endSentence(words, status.winner),
      tone: 'over',
      side: status.winner,
    }
  }
  if (status.over && status.type === 'draw') {
    const [, title, detail] = status.reason === 'manual' ? ['', 'manual', ''] : DRAW_WORDS[status.reason]
    return { headline: `Draw: ${title}`, detail, tone: 'over', side: 'none' }
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

/** @returns '' while the fifty-move rule is far away */
function quietMoves({ halfmoveClock }: Position): string {
  const moves = Math.floor(halfmoveClock / 2)
  return moves < 20 ? '' : `; ${moves} without capture or pawn move`
}

const lastMoveNumber = ({ sideToMove, fullmoveNumber }: Position): number =>
  sideToMove === 'white' ? fullmoveNumber - 1 : fullmoveNumber

/**
 * @param at after it
 * @returns text for screen readers
 */
export function describeMove(move: Move, at: Described & Pick<Study, 'claimableDraws' | 'variant'>): string {
  const { position, claimableDraws, variant } = at
  const [claim] = claimableDraws
  const checks = position.isCheck ? checksToWin(variant, position, move.color) : ''
  return [
    `${colorName(move.color)} ${said(move.san, variant)}. ${describeStatus(at).headline}.`,
    checks && `${colorName(move.color)} has ${checks}.`,
    claim && claimText(CLAIMS[claim]),
  ]
    .filter(Boolean)
    .join(' ')
}

/** @returns text to follow a player’s name */
function said(san: string, variant: Variant): string {
  const text = spoken(san, variant)
  return /^(castles|drops) /.test(text) ? text : `played ${text}`
}

/** @param claim such as 'threefold repetition' @returns a sentence */
export const claimText = (claim: string): string =>
  `${claim[0].toUpperCase()}${claim.slice(1)} may be claimed.`

const PIECES: Record<string, string> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
}

/** @param letter of either colour @returns such as 'knight' */
export const pieceName = (letter: string): string => PIECES[letter.toLowerCase()]

/** @param letter of a piece in a FEN, such as 'N' */
export const colorOfLetter = (letter: string): Color => (letter < 'a' ? 'white' : 'black')

/** @param letter of a piece in a FEN; '' for an empty square @returns such as 'white knight', or 'empty' */
export const nameOf = (letter: string): string =>
  letter ? `${colorOfLetter(letter)} ${pieceName(letter)}` : 'empty'

/** In these a # is always mate; in others a game also ends by their own rules. */
const MATE_ONLY: Variant[] = ['standard', 'chess960', 'crazyhouse']

/**
 * @param san such as 'Nxe5+'
 * @param variant of the game
 * @returns such as 'knight takes e5, check'
 */
export function spoken(san: string, variant: Variant = 'standard'): string {
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
