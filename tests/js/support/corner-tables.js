// SPDX-License-Identifier: Apache-2.0
// Tables of positions and what a variant's rules say about them: a test for each line.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Game } from './binbo.js'

export const DRAWN = 'draw insufficient_material'

/** The type, the winner and the reason of a status. */
export const words = status => [status.type, status.winner, status.reason].filter(Boolean).join(' ')

/**
 * One line of a table. Without `variant` and `why` it says what shall hold after `play`.
 * @typedef {object} Corner
 * @property {string} why the rule
 * @property {string} fen
 * @property {string[]} [play] moves in UCI, played before anything is asked
 * @property {string} [after] the FEN then
 * @property {string} [san] how the last of them is written
 * @property {string[]} [only] all legal moves
 * @property {string[]} [legal] some of them
 * @property {string[]} [illegal]
 * @property {number} [count] of legal moves
 * @property {boolean} [check]
 * @property {string} [status] 'continue', or type, winner and reason
 * @property {{ white?: boolean, black?: boolean }} [canWin] by material
 * @property {boolean} [rejected] whether the FEN is an error
 */

/** @param {string} variant @param {Corner[]} corners */
export function table(variant, corners) {
  describe(variant, () => {
    for (const corner of corners) test(`${corner.why}: ${corner.fen}`, () => check(variant, corner))
  })
}

/** @param {string} variant @param {Corner} corner */
function check(variant, corner) {
  const { fen, play = [], only, legal = [], illegal = [], canWin = {} } = corner
  if (corner.rejected) {
    assert.throws(() => new Game({ variant, fen }), { name: 'ChessError', code: /^ERR_FEN_/ })
    return
  }
  const game = new Game({ variant, fen })
  for (const move of play) game.move(move)
  const moves = game.legalMoves('uci')
  if (corner.after !== undefined) assert.equal(game.fen, corner.after)
  if (corner.san !== undefined) assert.equal(game.lastMove.san, corner.san)
  if (only) assert.deepEqual(moves.toSorted(), only.toSorted())
  for (const move of legal) assert.ok(moves.includes(move), `${move} is legal`)
  for (const move of illegal) {
    assert.ok(!moves.includes(move), `${move} is not legal`)
    assert.equal(game.isLegal(move), false, `isLegal('${move}')`)
  }
  if (corner.count !== undefined) assert.equal(moves.length, corner.count)
  if (corner.check !== undefined) assert.equal(game.isCheck, corner.check)
  if (corner.status !== undefined) assert.equal(words(game.status), corner.status)
  for (const color of Object.keys(canWin)) assert.equal(game.hasMatingMaterial(color), canWin[color], color)
}
