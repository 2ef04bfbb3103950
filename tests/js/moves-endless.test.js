// SPDX-License-Identifier: Apache-2.0
// Moves from an iterable without an end: it is read up to the first move that is none, and nothing is played.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChessError, Game, START_FEN } from './support/binbo.js'

/** Counts what is taken, and whether the iterator was closed. */
function endless(...cycle) {
  const seen = { taken: 0, isClosed: false }
  const moves = (function* () {
    try {
      for (;;)
        for (const move of cycle) {
          seen.taken++
          yield move
        }
    } finally {
      seen.isClosed = true
    }
  })()
  return { seen, moves }
}

for (const [name, cycle, code, most] of [
  ['no move', ['x'], 'ERR_SAN_SYNTAX', 1],
  ['a move that is legal once', ['e4'], /^ERR_/, 2],
  ['what is no text', [5], 'ERR_ARGUMENT', 1],
  ['legal moves', ['Nf3', 'Nf6', 'Ng1', 'Ng8'], 'ERR_ARGUMENT', 2 ** 20],
])
  for (const act of ['playMoves', 'line'])
    test(`${act}: ${name}, without an end`, () => {
      const game = new Game({ draws: 'none' })
      const { seen, moves } = endless(...cycle)
      assert.throws(
        () => game[act](moves),
        error =>
          error instanceof ChessError &&
          (code instanceof RegExp ? code.test(error.code) : error.code === code),
      )
      assert.ok(seen.taken <= most, `${seen.taken}`)
      assert.ok(seen.isClosed)
      assert.deepEqual([game.fen, game.ply], [START_FEN, 0])
    })

test('an iterable with an end is played as an array is', () => {
  const moves = Array.from({ length: 2000 }, (_, i) => ['Nf3', 'Nf6', 'Ng1', 'Ng8'][i % 4])
  const [one, other] = [new Game({ draws: 'none' }), new Game({ draws: 'none' })]
  one.playMoves(moves)
  other.playMoves(new Set(['e4']))
  other.undo()
  other.playMoves(moves.values())
  assert.equal(one.fen, other.fen)
  assert.equal(other.ply, 2000)
})
