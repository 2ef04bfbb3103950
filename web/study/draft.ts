// SPDX-License-Identifier: Apache-2.0
// The position being set up, legal or not: a Setup of the package as plain data. Changes return a new draft.

import type { Color, Pocket, Square, Variant } from 'binbo'
import { Game, Setup } from 'binbo'
import { TRAIT_CASTLES, TRAIT_CHECKS, TRAIT_POCKETS } from '../../js/core/generated/bindings.js'
import { hasTrait } from '../../js/game/traits.js'
import { say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import { FILES, LETTERS, SQUARES, squareOf, typeOf } from './fen-text.js'

/** FEN letters by square, with a ~ behind promoted pieces of crazyhouse */
type Placement = ReadonlyMap<Square, string>

export type Draft = {
  pieces: Placement
  /** the side to move */
  side: 'w' | 'b'
  /** letters of a FEN, '' for none */
  castling: string
  /** '-': none */
  enPassant: Square | '-'
  halfmove: number
  fullmove: number
  variant: Variant
  /** in crazyhouse only */
  pockets: Record<Color, Pocket> | null
  /** the remaining checks, in three-check only */
  checks: Record<Color, number> | null
}

/** The pieces of a pocket, in display order. */
export const POCKET = ['queen', 'rook', 'bishop', 'knight', 'pawn'] as const
const EMPTY_POCKET: Pocket = { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0 }
export const MOST_CHECKS = 3

/** @returns whether there is castling */
export const hasCastling = (variant: Variant): boolean => hasTrait(variant, TRAIT_CASTLES)

/** @returns its start position */
export function startDraft(variant: Variant): Draft {
  const game = new Game({ variant })
  const draft = readDraft(game.fen, variant)
  game.stop()
  return draft
}

/** @returns the empty board */
export const emptyDraft = (variant: Variant): Draft => draftOf(new Setup(), variant)

/**
 * Reads a FEN. Pockets and promoted pieces make it crazyhouse, a count of checks three-check.
 * @param fen well-formed; it may be illegal
 * @param variant for other FENs
 */
export function readDraft(fen: string, variant: Variant): Draft {
  const setup = new Setup(fen)
  const isHouse = setup.pockets !== null || SQUARES.some(square => setup.pieceAt(square)?.promoted)
  return draftOf(setup, isHouse ? 'crazyhouse' : setup.remainingChecks ? '3check' : variant)
}

function draftOf(setup: Setup, variant: Variant): Draft {
  const pieces: Map<Square, string> = new Map()
  for (const square of SQUARES) {
    const piece = setup.pieceAt(square)
    if (!piece) continue
    const letter = LETTERS[piece.type]
    pieces.set(
      square,
      (piece.color === 'white' ? letter.toUpperCase() : letter) + (piece.promoted ? '~' : ''),
    )
  }
  return withVariant(
    {
      pieces,
      side: setup.sideToMove === 'black' ? 'b' : 'w',
      castling: setup.castling.replace('-', ''),
      enPassant: setup.enPassant ?? '-',
      halfmove: setup.halfmoveClock,
      fullmove: setup.fullmoveNumber,
      pockets: setup.pockets,
      checks: setup.remainingChecks,
      variant,
    },
    variant,
  )
}

/** @returns the draft with the fields of this variant, and without those of others */
export function withVariant(draft: Draft, variant: Variant): Draft {
  const isHouse = hasTrait(variant, TRAIT_POCKETS)
  const pieces = isHouse
    ? draft.pieces
    : new Map([...draft.pieces].map(([square, letter]) => [square, letter[0]]))
  return {
    ...{ ...draft, variant, pieces },
    castling: variant === 'antichess' ? '' : draft.castling,
    pockets: isHouse ? (draft.pockets ?? { white: EMPTY_POCKET, black: EMPTY_POCKET }) : null,
    checks: hasTrait(variant, TRAIT_CHECKS)
      ? (draft.checks ?? { white: MOST_CHECKS, black: MOST_CHECKS })
      : null,
  }
}

export function setupOf({
  pieces,
  side,
  castling,
  enPassant,
  halfmove,
  fullmove,
  pockets,
  checks,
}: Draft): Setup {
  const setup = new Setup()
  for (const [square, letter] of pieces) {
    setup.put(square, {
      ...{ type: typeOf(letter[0]), color: letter < 'a' ? 'white' : 'black' },
      promoted: letter.endsWith('~'),
    })
  }
  setup.sideToMove = side === 'w' ? 'white' : 'black'
  setup.castling = castling || '-'
  setup.enPassant = enPassant === '-' ? null : enPassant
  setup.halfmoveClock = halfmove
  setup.fullmoveNumber = fullmove
  setup.pockets = pockets
  setup.remainingChecks = checks
  return setup
}

/** @returns its FEN */
export const writeDraft = (draft: Draft): string => setupOf(draft).fen

/**
 * Puts pieces on squares and removes them. Castling rights and an en passant square that become impossible are dropped.
 * @param changes '' empties a square
 */
export function withPieces(draft: Draft, changes: Iterable<readonly [Square, string]>): Draft {
  const pieces = new Map(draft.pieces)
  for (const [square, letter] of changes) {
    if (letter) pieces.set(square, letter)
    else pieces.delete(square)
  }
  const next = { ...draft, pieces }
  return {
    ...next,
    castling: [...next.castling].filter(letter => isPossibleRight(next, letter)).join(''),
    enPassant: oneOf(enPassantSquares(next), next.enPassant) ?? '-',
  }
}

export const otherSide = (side: Draft['side']): Draft['side'] => (side === 'w' ? 'b' : 'w')

/** @returns the same position with the colours swapped, the other side to move */
export function swapped(draft: Draft): Draft {
  const pieces = [...draft.pieces].map(([square, letter]) => [mirrored(square), otherCase(letter)] as const)
  const castling = [...draft.castling].map(otherCase).sort().join('')
  return {
    ...draft,
    pieces: new Map(pieces),
    side: otherSide(draft.side),
    castling,
    pockets: exchanged(draft.pockets),
    checks: exchanged(draft.checks),
    enPassant: draft.enPassant === '-' ? '-' : mirrored(draft.enPassant),
  }
}

/** @returns the two sides' values exchanged */
const exchanged = <T>(sides: Record<Color, T> | null): Record<Color, T> | null =>
  sides && { white: sides.black, black: sides.white }

/** @returns the square on the same file with the rank counted from the other side */
const mirrored = (square: Square): Square => squareOf(`${square[0]}${9 - Number(square[1])}`)

/** @returns the piece of the square, with its promoted mark set or removed */
export function promotedByTurns(pieces: Placement, square: Square): string {
  const letter = pieces.get(square) ?? ''
  if (letter.endsWith('~')) return letter[0]
  return /^[QRBN]$/i.test(letter) ? `${letter}~` : letter
}

const otherCase = (letter: string) =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()

/** The four castling rights and their names, in the order of a FEN. */
export const RIGHTS = [
  ['K', say`White kingside`],
  ['Q', say`White queenside`],
  ['k', say`Black kingside`],
  ['q', say`Black queenside`],
] as const

/**
 * @param right 'K', 'Q', 'k' or 'q'
 * @returns whether the draft has this castling right
 */
export const hasRight = ({ castling, pieces }: Draft, right: string): boolean =>
  [...castling].some(letter => rightOf(letter, pieces) === right)

/**
 * @param right 'K', 'Q', 'k' or 'q'
 * @returns the draft's castling letters with or without this right
 */
export function withRight({ castling, pieces }: Draft, right: string, wanted: boolean): string {
  const others = [...castling].filter(letter => rightOf(letter, pieces) !== right)
  const place = (letter: string) => 'KQkq'.indexOf(rightOf(letter, pieces))
  return (wanted ? [...others, right] : others).sort((a, b) => place(a) - place(b)).join('')
}

/**
 * @param letter of a FEN: KQkq, or the file of a rook
 * @returns 'K', 'Q', 'k' or 'q'; for a file, by the side of the king that it is on
 */
function rightOf(letter: string, pieces: Placement): string {
  if ('KQkq'.includes(letter)) return letter
  const isWhite = letter < 'a'
  const kingFile = fileOfKing(pieces, isWhite ? 1 : 8, isWhite ? 'K' : 'k')
  const side = letter.toLowerCase() > kingFile ? 'k' : 'q'
  return isWhite ? side.toUpperCase() : side
}

/** @param letter of a FEN @returns whether king and rook stand on the squares of this right */
function isPossibleRight({ pieces, variant }: Draft, letter: string): boolean {
  const [rank, king, rook] = letter < 'a' ? ([1, 'K', 'R'] as const) : ([8, 'k', 'r'] as const)
  const kingFile = fileOfKing(pieces, rank, king)
  const right = rightOf(letter, pieces).toLowerCase()
  const rooks = FILES.filter(
    file => pieces.get(`${file}${rank}`) === rook && (right === 'k' ? file > kingFile : file < kingFile),
  )
  if (variant === 'standard') return kingFile === 'e' && rooks.includes(right === 'k' ? 'h' : 'a')
  const isFile = !'kq'.includes(letter.toLowerCase())
  return kingFile !== '' && rooks.some(file => !isFile || file === letter.toLowerCase())
}

/** @returns the king's file; '' if it is not on that rank */
const fileOfKing = (pieces: Placement, rank: 1 | 8, king: string): string =>
  FILES.find(file => pieces.get(`${file}${rank}`) === king) ?? ''

/** @returns the squares that the last move can have passed by a double step, by file */
export function enPassantSquares({ pieces, side }: Draft): Square[] {
  const [from, passed, to, pawn] = side === 'w' ? ([7, 6, 5, 'p'] as const) : ([2, 3, 4, 'P'] as const)
  return FILES.filter(
    file =>
      pieces.get(`${file}${to}`) === pawn && !pieces.has(`${file}${passed}`) && !pieces.has(`${file}${from}`),
  ).map(file => `${file}${passed}` as const)
}
