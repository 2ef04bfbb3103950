// SPDX-License-Identifier: Apache-2.0
// Draws a board as text, in the layout of the original Binbo.

import { argumentError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import type { Move } from './move.js'
import { colorOfPiece, typeOfPiece } from './squares.js'
import type { Json, Status } from './status.js'
import type { Pocket } from './variants.js'

/** How board() and print() draw. */
export type BoardOptions = {
  /** Chess symbols instead of letters; default false. */
  unicode?: boolean | undefined
  /** Whether Black is at the bottom; default false. */
  flip?: boolean | undefined
  /** The text of an empty square; default: a blank. */
  empty?: string | undefined
}

/** The facts printed below the board. */
export type BoardFacts = {
  sideToMove: string
  lastMove?: Move | null
  pockets: { white: Pocket; black: Pocket } | null
  remainingChecks: { white: number; black: number } | null
  fullmoveNumber: number
  halfmoveClock: number
  fen: string
  status: Status
}

const OPTION_NAMES = ['unicode', 'flip', 'empty']
const LETTERS = { white: ' PNBRQK', black: ' pnbrqk' }
const SYMBOLS = { white: ' ♙♘♗♖♕♔', black: ' ♟♞♝♜♛♚' }
const BORDER = `   ${'+---'.repeat(8)}+`
const UPWARD = [0, 1, 2, 3, 4, 5, 6, 7]
const DOWNWARD = [7, 6, 5, 4, 3, 2, 1, 0]

/**
 * @param men C's numbers of the men on a1 to h8
 * @param options BoardOptions
 * @returns lines, the last one without a line break
 * @throws {ChessError} ERR_ARGUMENT
 */
export function boardText(men: Uint8Array, facts: BoardFacts, options: unknown): string {
  const given = checkOptions(options, OPTION_NAMES)
  const unicode = flag('unicode', given.unicode, false)
  const flip = flag('flip', given.flip, false)
  const { empty = ' ' } = given
  if (typeof empty !== 'string') throw argumentError('empty is a string', empty)
  const ranks = flip ? UPWARD : DOWNWARD
  const files = flip ? DOWNWARD : UPWARD
  const sign = (piece: number) => pieceSign(piece, unicode ? SYMBOLS : LETTERS, empty)
  const rows = ranks.map(rank => {
    const cells = files.map(file => ` ${sign(men[8 * rank + file])} |`)
    return ` ${rank + 1} |${cells.join('')}\n${BORDER}`
  })
  const names = files.map(file => `   ${'ABCDEFGH'[file]}`)
  return [BORDER, ...rows, `  ${names.join('')}`, '', ...factLines(facts)].join('\n')
}

/**
 * @param piece C's number
 * @param signs the signs by type
 */
function pieceSign(piece: number, signs: { white: string; black: string }, empty: string) {
  return piece === 0 ? empty : signs[colorOfPiece(piece)][typeOfPiece(piece)]
}

function factLines(facts: BoardFacts) {
  const { sideToMove, lastMove, pockets, remainingChecks, fullmoveNumber, halfmoveClock, fen, status } = facts
  return [
    `  Side to move: ${sideToMove === 'white' ? 'White' : 'Black'}`,
    `  Lastmove: ${lastMove ? lastMoveText(lastMove) : '-'}`,
    ...(pockets
      ? [`  Pockets: ${pocketText(pockets.white)}, ${pocketText(pockets.black).toLowerCase()}`]
      : []),
    ...(remainingChecks ? [`  Checks to give: ${remainingChecks.white}+${remainingChecks.black}`] : []),
    `  Fullmove: ${fullmoveNumber}`,
    `  Halfmove: ${halfmoveClock}`,
    `  FEN: "${fen}"`,
    `  Status: ${statusText(status)}`,
  ]
}

/** @returns such as 'QNPP', '-' when it is empty */
function pocketText({ pawn, knight, bishop, rook, queen }: Pocket): string {
  const letters =
    'Q'.repeat(queen) + 'R'.repeat(rook) + 'B'.repeat(bishop) + 'N'.repeat(knight) + 'P'.repeat(pawn)
  return letters || '-'
}

function lastMoveText({ from, to, uci, drop, color, piece }: Move) {
  return `${drop ? uci : `${from}-${to}`}, ${color.toUpperCase()}_${piece.toUpperCase()}`
}

/** @returns such as 'continue', 'checkmate, white' or 'draw, stalemate' */
function statusText(status: Status): string {
  if (!status.over) return status.type
  const words: string[] = [status.type]
  if (status.winner !== undefined) words.push(wordsOf(status.winner))
  if (status.reason !== undefined) words.push(status.reason)
  return words.join(', ')
}

const wordsOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))
