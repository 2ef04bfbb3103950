// SPDX-License-Identifier: Apache-2.0
// The page's texts about a game: status, results, moves and pieces.

import type { Color, DrawReason, Game, Move, Position, Variant } from 'binbo'
import { variantName as variantNameAs } from 'binbo'
import type { PgnResult } from 'binbo/pgn'
import { TRAIT_CHECKS } from '../../js/core/generated/bindings.js'
import type { EndWords } from '../../js/game/ends.js'
import { CHECKMATE_WORDS, DRAW_WORDS, VARIANT_END_WORDS } from '../../js/game/ends.js'
import { hasTrait } from '../../js/game/traits.js'
import { say } from '../page/texts.js'
import type { Outcome, Study } from './study.js'

/** Draws that a player may claim. */
export const CLAIMS = {
  threefold_repetition: say`threefold repetition`,
  rule50: say`the fifty-move rule`,
}
const RESULTS: Record<string, string> = {
  '1-0': say`White wins`,
  '0-1': say`Black wins`,
  '1/2-1/2': say`Draw`,
}

/** The results to choose from. */
export const RESULT_CHOICES: [PgnResult, string][] = [
  ['*', say`No result`],
  ['1-0', say`White wins (1–0)`],
  ['0-1', say`Black wins (0–1)`],
  ['1/2-1/2', say`Draw (½–½)`],
]

/** @param result of a PGN @returns the result as printed, such as '½–½' */
export const resultSign = (result: string): string => result.replace('1/2-1/2', '½–½').replace('-', '–')

/** @returns 'White' or 'Black', as a label */
export const colorName = (color: Color): string => (color === 'white' ? say`White` : say`Black`)

/** @returns 'White' or 'Black', within a sentence */
export const sideName = (color: Color): string =>
  color === 'white' ? say`White|sentence` : say`Black|sentence`

/** White first. */
export const COLORS: readonly Color[] = ['white', 'black']

export const otherColor = (color: Color): Color => (color === 'white' ? 'black' : 'white')

/** @returns such as 'Three-check'; 'Standard chess' */
export const variantName = (variant: Variant): string =>
  variant === 'standard' ? say`Standard chess` : variantNameAs(variant, 'pgn')

/** @returns how many checks it still has to give, such as '2 checks to win'; '' but in three-check */
export function checksToWin(
  variant: Variant,
  position: Pick<Position, 'remainingChecks'>,
  color: Color,
): string {
  // Each fact of a position costs a call of C.
  const count = hasTrait(variant, TRAIT_CHECKS) ? position.remainingChecks?.[color] : undefined
  if (!count) return ''
  return count === 1 ? say`1 check to win` : say`${count} checks to win`
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
    return {
      headline: winText(CHECKMATE_WORDS, status.winner),
      detail: say`Mate on move ${String(lastMoveNumber(position))}.`,
      tone: 'over',
      side: status.winner,
    }
  }
  if (status.over && status.type === 'variant_win') {
    const words = VARIANT_END_WORDS[status.reason]
    return {
      headline: winText(words, status.winner),
      detail: say([words[2]]).replace(/\{(\w+)\}/g, (_, who) =>
        sideName(who === 'winner' ? status.winner : otherColor(status.winner)),
      ),
      tone: 'over',
      side: status.winner,
    }
  }
  if (status.over && status.type === 'draw') {
    const [title, detail] = drawWords(status.reason)
    return { headline: say`Draw: ${title}`, detail, tone: 'over', side: 'none' }
  }
  if (outcome) {
    const { result, how } = outcome
    const side = result === '1-0' ? 'white' : result === '0-1' ? 'black' : 'none'
    return { headline: RESULTS[result], detail: how && `${how}.`, tone: 'over', side }
  }
  const { isCheck, sideToMove } = position
  return {
    headline: isCheck ? say`${sideName(sideToMove)} to move, in check` : turnText(sideToMove),
    detail: moveText(position),
    tone: isCheck ? 'check' : 'play',
    side: sideToMove,
  }
}

/** @returns such as 'White to move' */
export const turnText = (color: Color): string => say`${sideName(color)} to move`

const winText = ([, title]: EndWords, winner: Color): string =>
  capitalised(say`${say([title])}: ${sideName(winner)} wins`)

function drawWords(reason: DrawReason): [title: string, detail: string] {
  if (reason === 'manual') return [say`manual|draw`, '']
  const [, title, detail] = DRAW_WORDS[reason]
  return [say([title]), say([detail])]
}

const capitalised = (text: string): string => text[0].toUpperCase() + text.slice(1)

/** @returns the number of the move; and the quiet moves before it, unless the fifty-move rule is far away */
function moveText({ fullmoveNumber, halfmoveClock }: Position): string {
  const number = String(fullmoveNumber)
  const moves = Math.floor(halfmoveClock / 2)
  return moves < 20 ? say`Move ${number}` : say`Move ${number}; ${moves} without capture or pawn move`
}

const lastMoveNumber = ({ sideToMove, fullmoveNumber }: Position): number =>
  sideToMove === 'white' ? fullmoveNumber - 1 : fullmoveNumber

/**
 * @param at after it
 * @param outcome of the game, if it ends here
 * @returns text for screen readers
 */
export function describeMove(
  move: Move,
  at: Described & Pick<Study, 'claimableDraws' | 'variant'>,
  outcome: Outcome | null = null,
): string {
  const { position, claimableDraws, variant } = at
  const [claim] = claimableDraws
  const checks = position.isCheck ? checksToWin(variant, position, move.color) : ''
  return [
    `${played(move, variant)}. ${describeStatus(at, outcome).headline}.`,
    checks && say`${colorName(move.color)} has ${checks}.`,
    claim && claimText(CLAIMS[claim]),
  ]
    .filter(Boolean)
    .join(' ')
}

/** @returns such as 'White played knight takes e5, check' */
function played({ san, color }: Move, variant: Variant): string {
  const side = colorName(color)
  const body = bodyOf(san)
  const [, dropped, square] = DROP.exec(body) ?? []
  const text =
    body === 'O-O'
      ? say`${side} castles short`
      : body === 'O-O-O'
        ? say`${side} castles long`
        : square
          ? say`${side} drops a ${pieceName(dropped || 'P')} on ${square}`
          : say`${side} played ${san === '--' ? say`a null move` : bodyText(body)}`
  return withEnd(text, san, variant)
}

/** @param claim such as 'threefold repetition' @returns a sentence */
export const claimText = (claim: string): string => say`${capitalised(claim)} may be claimed.`

const PIECES: Record<string, string> = {
  k: say`king`,
  q: say`queen`,
  r: say`rook`,
  b: say`bishop`,
  n: say`knight`,
  p: say`pawn`,
}

/** @param letter of either colour @returns such as 'knight' */
export const pieceName = (letter: string): string => PIECES[letter.toLowerCase()]

/** @returns such as 'the knight on f3' */
export const pieceOn = (letter: string, square: string): string =>
  say`the ${pieceName(letter[0])} on ${square}`

const COLORED_PIECES: Record<string, string> = {
  K: say`white king`,
  Q: say`white queen`,
  R: say`white rook`,
  B: say`white bishop`,
  N: say`white knight`,
  P: say`white pawn`,
  k: say`black king`,
  q: say`black queen`,
  r: say`black rook`,
  b: say`black bishop`,
  n: say`black knight`,
  p: say`black pawn`,
}

/** @param letter of a piece in a FEN, such as 'N' */
export const colorOfLetter = (letter: string): Color => (letter < 'a' ? 'white' : 'black')

/** @param letter of a piece in a FEN; '' for an empty square @returns such as 'white knight', or 'empty' */
export const nameOf = (letter: string): string => (letter ? COLORED_PIECES[letter] : say`empty`)

/** In these a # is always mate; in others a game also ends by their own rules. */
const MATE_ONLY: Variant[] = ['standard', 'chess960', 'crazyhouse']

/**
 * @param san such as 'Nxe5+'
 * @param variant of the game
 * @returns such as 'knight takes e5, check'
 */
export const spoken = (san: string, variant: Variant = 'standard'): string =>
  san === '--' ? say`a null move` : withEnd(bodyText(bodyOf(san)), san, variant)

/** A drop of crazyhouse. */
const DROP = /^([NBRQP]?)@(..)$/

/** @returns the move without check and mate */
const bodyOf = (san: string): string => san.replace(/[+#]$/, '')

function bodyText(body: string): string {
  if (body === 'O-O') return say`castles short`
  if (body === 'O-O-O') return say`castles long`
  const [, dropped, square] = DROP.exec(body) ?? []
  if (square) return say`drops a ${pieceName(dropped || 'P')} on ${square}`
  const [move, promotion] = body.split('=')
  const [from, to] = move.split('x')
  const mover = from.replace(/^[NBRQK]/, letter => `${pieceName(letter)} `).trim()
  const text = to === undefined ? mover : say`${mover} takes ${to}`
  return promotion ? say`${text}, promotes to ${pieceName(promotion)}` : text
}

function withEnd(text: string, san: string, variant: Variant): string {
  if (san.endsWith('+')) return say`${text}, check`
  if (!san.endsWith('#')) return text
  return MATE_ONLY.includes(variant) ? say`${text}, mate` : say`${text}, which ends the game`
}
