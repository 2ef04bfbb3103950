// SPDX-License-Identifier: Apache-2.0
// The printed board, in the frame of the original Binbo.

import { argumentError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { colorOfPiece, typeOfPiece } from './squares.js'

/** @import { Move } from './move.js' */
/** @import { Status } from './status.js' */
/** @import { Pocket } from './variants.js' */

/**
 * How board() and print() draw.
 * @typedef {object} BoardOptions
 * @property {boolean | undefined} [unicode] chess symbols instead of letters; default false
 * @property {boolean | undefined} [flip] seen by Black; default false
 * @property {string | undefined} [empty] text of an empty square; default a blank
 */

/**
 * The facts printed below the board.
 * @typedef {object} BoardFacts
 * @property {string} sideToMove
 * @property {Move | null} [lastMove]
 * @property {{ white: Pocket, black: Pocket } | null} pockets
 * @property {{ white: number, black: number } | null} remainingChecks
 * @property {number} fullmoveNumber
 * @property {number} halfmoveClock
 * @property {string} fen
 * @property {Status} status
 */

const OPTION_NAMES = ['unicode', 'flip', 'empty']
const LETTERS = { white: ' PNBRQK', black: ' pnbrqk' }
const SYMBOLS = { white: ' ♙♘♗♖♕♔', black: ' ♟♞♝♜♛♚' }
const RULE = `   ${'+---'.repeat(8)}+`
const UPWARD = [0, 1, 2, 3, 4, 5, 6, 7]
const DOWNWARD = [7, 6, 5, 4, 3, 2, 1, 0]

/**
 * @param {Uint8Array} men a1 to h8, C's numbers
 * @param {BoardFacts} facts
 * @param {unknown} options BoardOptions
 * @returns {string} lines, the last one without a line break
 * @throws {ChessError} ERR_ARGUMENT
 */
export function boardText(men, facts, options) {
  const given = checkOptions(options, OPTION_NAMES)
  const unicode = flag('unicode', given.unicode, false)
  const flip = flag('flip', given.flip, false)
  const { empty = ' ' } = given
  if (typeof empty !== 'string') throw argumentError('empty is a string', empty)
  const ranks = flip ? UPWARD : DOWNWARD
  const files = flip ? DOWNWARD : UPWARD
  const sign = (/** @type {number} */ piece) => pieceSign(piece, unicode ? SYMBOLS : LETTERS, empty)
  const rows = ranks.map(rank => {
    const cells = files.map(file => ` ${sign(men[8 * rank + file])} |`)
    return ` ${rank + 1} |${cells.join('')}\n${RULE}`
  })
  const names = files.map(file => `   ${'ABCDEFGH'[file]}`)
  return [RULE, ...rows, `  ${names.join('')}`, '', ...factLines(facts)].join('\n')
}

/**
 * @param {number} piece C's number
 * @param {{ white: string, black: string }} signs by type
 * @param {string} empty
 */
function pieceSign(piece, signs, empty) {
  return piece === 0 ? empty : signs[colorOfPiece(piece)][typeOfPiece(piece)]
}

/** @param {BoardFacts} facts */
function factLines(facts) {
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

/**
 * @param {Pocket} pocket
 * @returns {string} such as 'QNPP', '-' when it is empty
 */
function pocketText({ pawn, knight, bishop, rook, queen }) {
  const letters =
    'Q'.repeat(queen) + 'R'.repeat(rook) + 'B'.repeat(bishop) + 'N'.repeat(knight) + 'P'.repeat(pawn)
  return letters || '-'
}

/** @param {Move} move */
function lastMoveText({ from, to, uci, drop, color, piece }) {
  return `${drop ? uci : `${from}-${to}`}, ${color.toUpperCase()}_${piece.toUpperCase()}`
}

/**
 * @param {Status} status
 * @returns {string} such as 'continue', 'checkmate, white' or 'draw, stalemate'
 */
function statusText(status) {
  if (!status.over) return status.type
  /** @type {string[]} */
  const words = [status.type]
  if (status.winner !== undefined) words.push(wordsOf(status.winner))
  if (status.reason !== undefined) words.push(status.reason)
  return words.join(', ')
}

/** @param {import('./status.js').Json} value */
const wordsOf = value => (typeof value === 'string' ? value : JSON.stringify(value))
