// SPDX-License-Identifier: Apache-2.0
// Judges whether the position in the editor is well-formed and playable. For each error code: the reason for players, and a
// fix.

import type { Color, Square, Variant } from 'binbo'
import { ChessError, Setup, validateFen } from 'binbo'
import { TRAIT_EXPLODES, TRAIT_HORDE, TRAIT_RACE } from '../../js/core/generated/bindings.js'
import { hasTrait } from '../../js/game/traits.js'
import type { Words } from '../page/error-words.js'
import { errorWords, sentenceOf } from '../page/error-words.js'
import { say } from '../page/texts.js'
import { COLORS, colorName, pieceOn, sideName, turnText, variantName } from './descriptions.js'
import type { Draft } from './draft.js'
import { hasRight, otherSide, RIGHTS, readDraft, setupOf, writeDraft } from './draft.js'

/** Fields of the draft to change. */
type Fix = { label: string; changes: Partial<Draft> }
type Reason = { text: string; fix?: Fix }

export type Judgement = {
  /** 'unreachable': playable, but no game leads to it */
  kind: 'legal' | 'unreachable' | 'illegal'
  /** the error's code, '' for a legal position */
  code: string
  text: string
  /** the squares that the text names */
  squares: Square[]
  fix: Fix | null
}

/** Judges whether a position can be played. */
export function judge(draft: Draft): Judgement {
  const { variant } = draft
  const setup = setupOf(draft)
  const problems = setup.problems({ variant })
  if (problems.length > 0) return refusal('illegal', draft, problems)
  const unreachable = setup.problems({ variant, strict: true })
  if (unreachable.length > 0) return refusal('unreachable', draft, unreachable)
  return { kind: 'legal', code: '', text: say`This position is legal.`, squares: [], fix: null }
}

/**
 * @param error about a FEN
 * @returns the reason, with its pieces and squares
 */
export function fenWords(error: unknown, fen: string): Words {
  const words = errorWords(error)
  if (!Object.hasOwn(REASONS, words.code)) return words
  const judged = (['standard', 'chess960'] as const).map(variant => judge(readDraft(fen, variant)))
  return judged.find(({ code }) => code === words.code) ?? words
}

/** @param problems all are shown, with the first available fix */
function refusal(kind: 'unreachable' | 'illegal', draft: Draft, problems: ChessError[]): Judgement {
  const reasons = problems.map(
    problem => REASONS[problem.code]?.(draft, problem) ?? { text: sentenceOf(problem.code) },
  )
  return {
    kind,
    code: problems[0].code,
    text: [...new Set(reasons.map(({ text }) => text))].join(' '),
    squares: [...new Set(problems.flatMap(({ squares = [] }) => squares))],
    fix: reasons.find(({ fix }) => fix)?.fix ?? null,
  }
}

const MOST_PAWNS = 8
const MOST_PIECES = 16
const MOST_OF_CRAZYHOUSE = 64

const REASONS: Record<string, (draft: Draft, error: ChessError) => Reason> = {
  ERR_FEN_NO_KING: draft => {
    const missing = COLORS.filter(
      color => color !== kingless(draft) && squaresOf(draft, color, 'k').length === 0,
    )
    return {
      text:
        missing.length > 1 ? say`White and Black have no king.` : say`${sideName(missing[0])} has no king.`,
    }
  },
  ERR_FEN_TOO_MANY_KINGS: draft =>
    hasTrait(draft.variant, TRAIT_HORDE) && squaresOf(draft, 'white', 'k').length > 0
      ? { text: say`White’s horde has no king.` }
      : tooMany(draft, 'k', 1, (side, count) => say`${side} has ${count} kings`),
  ERR_FEN_TOO_MANY_PAWNS: draft =>
    hasTrait(draft.variant, TRAIT_RACE)
      ? { text: say`There are no pawns in Racing Kings.` }
      : tooMany(draft, 'p', MOST_PAWNS, (side, count) => say`${side} has ${count} pawns`),
  ERR_FEN_TOO_MANY_PIECES: draft =>
    draft.pockets
      ? { text: say`Board and pockets have more than ${MOST_OF_CRAZYHOUSE} pieces and pawns.` }
      : tooMany(draft, 'kqrbnp', MOST_PIECES, (side, count) => say`${side} has ${count} pieces and pawns`),
  ERR_FEN_PAWN_ON_EDGE: ({ variant }, { squares = [] }) => ({
    text: hasTrait(variant, TRAIT_HORDE)
      ? say`No pawn can stand on rank 1 or 8, but White’s on rank 1: ${list(squares)}.`
      : say`No pawn can stand on rank 1 or 8: ${list(squares)}.`,
  }),
  ERR_FEN_NO_CASTLING: ({ variant }) => ({
    text: say`There is no castling in ${variantName(variant)}.`,
    fix: { label: say`Remove the rights`, changes: { castling: '' } },
  }),
  ERR_FEN_RACE_OVER: () => ({
    text: sentenceOf('ERR_FEN_RACE_OVER'),
    fix: { label: letMove('white'), changes: { side: 'w', enPassant: '-' } },
  }),
  ERR_FEN_OPPONENT_IN_CHECK: (draft, error) => {
    const [mover, other] = sides(draft)
    const text = say`${sideName(other)} is in check from ${checkers(draft, error)}, but it is ${sideName(mover)}’s move.`
    const changes: Partial<Draft> = { side: otherSide(draft.side), enPassant: '-' }
    const { variant } = draft
    const others = setupOf({ ...draft, ...changes }).problems({ variant })
    if (others.some(({ code }) => code === error.code)) return { text }
    return { text, fix: { label: letMove(other), changes } }
  },
  ERR_FEN_CASTLING_KING: (draft, error) => lostRight(draft, error, 'king'),
  ERR_FEN_CASTLING_ROOK: (draft, error) => lostRight(draft, error, 'rook'),
  ERR_FEN_CASTLING_VARIANT: () => FOR_CHESS960,
  ERR_FEN_EN_PASSANT_SIDE: draft => {
    const [, other] = sides(draft)
    return {
      text: say`En passant on ${draft.enPassant} would capture a pawn of the side to move; the last move was ${sideName(other)}’s.`,
      fix: NO_EN_PASSANT,
    }
  },
  ERR_FEN_EN_PASSANT_PAWN: draft => ({
    text: say`The last move cannot have been a double step over ${draft.enPassant}.`,
    fix: NO_EN_PASSANT,
  }),
  ERR_FEN_STRICT_CHECKERS: checks,
  ERR_FEN_STRICT_CHECK_PAIR: checks,
  ERR_FEN_STRICT_EN_PASSANT: draft => ({
    text: say`No game can have reached this position by the double step over ${draft.enPassant}.`,
    fix: NO_EN_PASSANT,
  }),
  ERR_FEN_STRICT_SIDE: draft => {
    const [mover, other] = sides(draft)
    return {
      text: say`Only knights and rooks have moved, so it cannot be ${sideName(mover)}’s turn.`,
      fix: { label: turnText(other), changes: { side: otherSide(draft.side) } },
    }
  },
}

const FOR_CHESS960: Reason = {
  text: sentenceOf('ERR_FEN_CASTLING_VARIANT'),
  fix: { label: say`Make it Chess960`, changes: { variant: 'chess960' } },
}
const NO_EN_PASSANT: Fix = { label: say`No en passant`, changes: { enPassant: '-' } }

/** @param kinds lower-case letters */
function tooMany(
  draft: Draft,
  kinds: string,
  most: number,
  words: (side: string, count: number) => string,
): Reason {
  const counts = COLORS.map(color => ({ color, count: squaresOf(draft, color, kinds).length }))
    .filter(({ count }) => count > most)
    .map(({ color, count }) => words(colorName(color), count))
    .join(', ')
  return { text: most === 1 ? say`${counts}; a side has one.` : say`${counts}; a side has at most ${most}.` }
}

/**
 * @param error its offset is that of the right's letter in the FEN
 * @param what is not where the right needs it
 */
function lostRight(draft: Draft, error: ChessError, what: 'king' | 'rook'): Reason {
  const fen = writeDraft(draft)
  if (draft.variant === 'standard' && setupOf(draft).problems({ variant: 'chess960' }).length === 0)
    return FOR_CHESS960
  const letter = fen[error.offset ?? 0]
  const castling = draft.castling.replace(letter, '')
  const without = { ...draft, castling }
  const [right, name] =
    RIGHTS.find(([each]) => hasRight(draft, each) && !hasRight(without, each)) ?? RIGHTS[0]
  const color = right < 'a' ? 'white' : 'black'
  const [rank, side] = [color === 'white' ? '1' : '8', right.toLowerCase()]
  const home = what === 'king' ? `e${rank}` : `${side === 'k' ? 'h' : 'a'}${rank}`
  const text =
    draft.variant !== 'standard'
      ? say`Castling needs the king on rank ${rank} and a rook on that side of it (${name}).`
      : what === 'king'
        ? say`Castling needs the king on ${home} (${name}).`
        : say`Castling needs the rook on ${home} (${name}).`
  return { text, fix: { label: say`Remove the right`, changes: { castling } } }
}

function checks(draft: Draft, error: ChessError): Reason {
  const [mover] = sides(draft)
  return {
    text: say`No single move can have given ${sideName(mover)} check from ${checkers(draft, error)}.`,
  }
}

/** @returns the side that may have no king: White’s horde, or one whose king exploded */
function kingless(draft: Draft): Color | null {
  if (hasTrait(draft.variant, TRAIT_EXPLODES)) return sides(draft)[0]
  return hasTrait(draft.variant, TRAIT_HORDE) ? 'white' : null
}

const sides = ({ side }: Draft): [mover: Color, other: Color] =>
  side === 'w' ? ['white', 'black'] : ['black', 'white']

/** @param kinds lower-case letters */
function squaresOf(draft: Draft, color: Color, kinds: string): Square[] {
  const letters = color === 'white' ? kinds.toUpperCase() : kinds
  return [...draft.pieces].filter(([, letter]) => letters.includes(letter[0])).map(([square]) => square)
}

/**
 * @param error its squares are a king's and its checkers'
 * @returns such as 'the rook on e1 and the bishop on b5'
 */
function checkers({ pieces }: Draft, { squares = [] }: ChessError): string {
  const letters = squares.map(square => [square, pieces.get(square) ?? ''] as const)
  const others = letters.filter(([, letter]) => letter.toLowerCase() !== 'k')
  return list(others.map(([square, letter]) => pieceOn(letter, square)))
}

const list = (words: string[]): string =>
  words.length < 2 ? words.join() : say`${words.slice(0, -1).join(', ')} and ${words.slice(-1).join()}`

const letMove = (color: Color): string => say`Let ${sideName(color)} move`

export type SyntaxFault = { text: string; code: string; offset: number }

/** Errors that have a position in the text. */
const SYNTAX =
  'EMPTY FIELDS RANKS RANK_EMPTY RANK_SHORT RANK_LONG RANK_DIGITS PIECE SIDE CASTLING EN_PASSANT HALFMOVE FULLMOVE POCKET CHECKS'
    .split(' ')
    .map(name => `ERR_FEN_${name}`)

/** A placement that ends in a slash. */
const LOST_SLASH = /^\S*\/ /

/**
 * @param fen of any variant
 * @param variant of the draft; a trailing slash without a pocket is an error unless it is crazyhouse
 * @returns null if it is well-formed
 */
export function syntaxFault(fen: string, variant: Variant): SyntaxFault | null {
  try {
    new Setup(fen)
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    return faultOf(error)
  }
  const checked = validateFen(fen, { variant })
  if (checked.ok || !SYNTAX.includes(checked.error.code)) return null
  // A pocket makes the draft crazyhouse (readDraft()); only an empty one is an error.
  return checked.error.code === 'ERR_FEN_RANKS' && !LOST_SLASH.test(fen) ? null : faultOf(checked.error)
}

const faultOf = ({ code, offset = 0 }: ChessError): SyntaxFault => ({ text: sentenceOf(code), code, offset })
