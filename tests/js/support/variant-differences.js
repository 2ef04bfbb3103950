// SPDX-License-Identifier: Apache-2.0
// Where binbo and its witnesses may differ in a variant, and why. What no row explains is an error.
// web/docs/variants.md has the same list for users.

import { fieldsOf, piecesOf } from './variant-fen.js'

/** @import { Difference } from './variant-comparison.js' */

/**
 * @typedef {object} Asked what a row needs to know beside the difference
 * @property {string[]} moves binbo's
 * @property {string} result binbo's
 * @property {number} sinceDrop plies since the last drop, capture or pawn move
 */

const bare = san => san.replace(/[+#]$/, '')

/** The two FENs without their halfmove clocks are equal. */
const onlyClockDiffers = (ours, theirs) => {
  const [a, b] = [ours, theirs].map(fen => fen.split(' ').toSpliced(-2, 1).join(' '))
  return a === b
}

/** How many pieces each side has. */
function counts(fen) {
  const letters = [...piecesOf(fieldsOf(fen).board).values()]
  const white = letters.filter(letter => letter < 'a').length
  return { white, black: letters.length - white }
}

/** Whether a position has no other men than these. */
const onlyPieces = (fen, letters) =>
  [...piecesOf(fieldsOf(fen).board).values()].every(letter => letters.includes(letter))

const kingSquare = (fen, king) =>
  [...piecesOf(fieldsOf(fen).board)].find(([, letter]) => letter === king)?.[0]

const HILL = new Set(['d4', 'e4', 'd5', 'e5'])

/**
 * @type {{ variant: string, witness: string, kinds: Difference['kind'][], reason: string,
 *   explains(difference: Difference & { context: Asked }): boolean }[]}
 */
export const DIFFERENCES = [
  {
    variant: 'crazyhouse',
    witness: 'chessops',
    kinds: ['san'],
    reason: 'A pawn drop is @e6 there and P@e6 here, as Lichess writes it; both are read.',
    explains: ({ ours, theirs }) => ours === `P${theirs}`,
  },
  {
    variant: 'antichess',
    witness: 'chessops',
    kinds: ['accepts'],
    reason: 'It rejects an empty board.',
    explains: ({ fen, theirs }) => !theirs && piecesOf(fieldsOf(fen).board).size === 0,
  },
  {
    variant: 'antichess',
    witness: 'chessops',
    kinds: ['material', 'result'],
    reason: 'Bishops with pawns that block each other permanently are a draw here, as on Lichess.',
    explains: ({ fen, ours, theirs }) =>
      onlyPieces(fen, 'PpBb') && ((ours === true && !theirs) || (ours === '1/2-1/2' && theirs === '*')),
  },
  {
    variant: 'atomic',
    witness: 'chessops',
    kinds: ['material'],
    reason: 'A side whose king has exploded can still win there.',
    explains: ({ fen, ours, detail }) => ours && !kingSquare(fen, detail === 'white' ? 'K' : 'k'),
  },
  {
    variant: 'atomic',
    witness: 'chessops',
    kinds: ['material', 'result'],
    reason: 'Bishops that never meet can mate a king between two bishops of its own.',
    explains: ({ fen, ours, theirs }) =>
      onlyPieces(fen, 'KkBb') && ((ours === false && theirs) || (ours === '*' && theirs === '1/2-1/2')),
  },
  {
    variant: 'racingkings',
    witness: 'chessops',
    kinds: ['accepts'],
    reason: 'It accepts two kings at home with Black to move; here, as in python-chess, that is an error.',
    explains: ({ fen, ours }) =>
      !ours && kingSquare(fen, 'K')?.[1] === '8' && kingSquare(fen, 'k')?.[1] === '8',
  },
  {
    variant: 'horde',
    witness: 'chessops',
    kinds: ['material', 'result'],
    reason: 'A knight and two bishops of one colour can mate a bare king.',
    explains: ({ fen, ours, theirs }) =>
      onlyPieces(fen, 'NBk') && ((ours === false && theirs) || (ours === '*' && theirs === '1/2-1/2')),
  },
  {
    variant: 'crazyhouse',
    witness: 'ffish',
    kinds: ['fen'],
    reason:
      'Every drop resets the halfmove clock there; here, as on Lichess, only a pawn drop. No rule requires it.',
    explains: ({ ours, theirs, context }) =>
      onlyClockDiffers(ours, theirs) && Number(fieldsOf(theirs).halfmove) === context.sinceDrop,
  },
  {
    variant: 'crazyhouse',
    witness: 'ffish',
    kinds: ['material', 'result'],
    reason:
      'It has no material rule: bare kings with at most one minor piece, on the board or in a pocket, play on.',
    explains: ({ ours, theirs }) => theirs === false || (ours === '1/2-1/2' && theirs === '*'),
  },
  {
    variant: 'antichess',
    witness: 'ffish',
    kinds: ['material', 'result'],
    reason: 'It has no material rule: bishops that never meet, and knight against knight, play on.',
    explains: ({ ours, theirs }) => theirs === false || (ours === '1/2-1/2' && theirs === '*'),
  },
  {
    variant: 'antichess',
    witness: 'ffish',
    kinds: ['moves', 'result'],
    reason: 'A side without pieces has won there even if the other side is to move, which no game reaches.',
    explains: ({ fen }) => {
      const { white, black } = counts(fen)
      return fieldsOf(fen).side === 'w' ? black === 0 : white === 0
    },
  },
  {
    variant: 'horde',
    witness: 'ffish',
    kinds: ['material', 'result'],
    reason: 'It has no material rule for the horde.',
    explains: ({ ours, theirs, detail }) =>
      theirs === false ? detail === 'white' : ours === '1/2-1/2' && theirs === '*',
  },
  {
    variant: 'atomic',
    witness: 'ffish',
    kinds: ['material', 'result'],
    reason:
      'Its material rule knows bare kings only, not a bare king against one minor piece, a rook or two knights.',
    explains: ({ ours, theirs }) => theirs === false || (ours === '1/2-1/2' && theirs === '*'),
  },
  {
    variant: 'atomic',
    witness: 'ffish',
    kinds: ['material'],
    reason: 'A bare king cannot win there, even if the other king has exploded and it has therefore won.',
    explains: ({ fen, theirs, detail }) => theirs && !kingSquare(fen, detail === 'white' ? 'k' : 'K'),
  },
  {
    variant: 'kingofthehill',
    witness: 'ffish',
    kinds: ['moves', 'result'],
    reason:
      'It tests only the king of the side that has just moved; no game continues with the other one on the hill.',
    explains: ({ fen }) => HILL.has(kingSquare(fen, fieldsOf(fen).side === 'w' ? 'K' : 'k')),
  },
  {
    variant: 'atomic',
    witness: 'ffish',
    kinds: ['san'],
    reason: 'It omits + and #, since it tests before the explosion.',
    explains: ({ ours, theirs }) => bare(ours) === bare(theirs),
  },
  ...['antichess', 'horde', 'racingkings', 'kingofthehill'].map(variant => ({
    variant,
    witness: 'ffish',
    kinds: /** @type {Difference['kind'][]} */ (['san']),
    reason: 'It writes # for mate only; here, as on Lichess, also for the end by the variant’s own rule.',
    explains: (/** @type {Difference} */ { ours, theirs }) =>
      ours.endsWith('#') && bare(ours) === bare(theirs),
  })),
]

/**
 * The reason why a difference is allowed, or undefined.
 * @param {Difference & { context: Asked }} difference
 */
export const differenceOf = difference =>
  DIFFERENCES.find(
    row =>
      row.variant === difference.variant &&
      row.witness === difference.witness &&
      row.kinds.includes(difference.kind) &&
      row.explains(difference),
  )?.reason
