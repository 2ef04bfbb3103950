// SPDX-License-Identifier: Apache-2.0
// Repetitions in the page's tree: the same as the core counts along a game.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repetitionName, repetitionsAt } from '#web/study/repetition.js'
import { Game, parsePgn } from './support/engines.js'
import { randomOf } from './support/random-games.js'

/** @param {string} pgn @returns {string[]} such as '4… Ng8 3', the moves of the main line with a repetition */
function marks(pgn) {
  const [game] = parsePgn(pgn)
  return [...game.mainline()].flatMap((node, index) => {
    const count = repetitionsAt(node, game.variant)
    return count ? [`${index + 1} ${node.san} ${count}`] : []
  })
}

const SHUFFLE = 'Nf3 Nf6 Ng1 Ng8 '

test('the third time is marked, and each later one', () => {
  assert.deepEqual(marks(`${SHUFFLE.repeat(2)}*`), ['8 Ng8 3'])
  assert.deepEqual(marks(`e4 e5 ${SHUFFLE.repeat(2)}Nf3 *`), ['10 Ng8 3', '11 Nf3 3'])
  assert.deepEqual(marks(`${SHUFFLE.repeat(4)}*`).slice(-2), ['15 Ng1 4', '16 Ng8 5'])
  assert.deepEqual([3, 4, 5, 6].map(repetitionName), [
    'threefold repetition',
    'fourfold repetition',
    'fivefold repetition',
    '6-fold repetition',
  ])
})

test('lost castling rights, en passant, captures, pawn moves and null moves make other positions', () => {
  assert.deepEqual(marks('e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 *'), [])
  assert.deepEqual(marks('e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 *'), ['12 Ke7 3'])
  const passant = '[FEN "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"]\n\n'
  assert.deepEqual(marks(`${passant}d4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1 *`), [])
  assert.deepEqual(marks(`${SHUFFLE}a3 a6 ${SHUFFLE}*`), [])
  assert.deepEqual(marks(`${SHUFFLE}-- -- ${SHUFFLE}*`), [])
})

test('each variation counts for itself', () => {
  const [game] = parsePgn(`${SHUFFLE.repeat(2).trim()} (Nd5 Nf3 Nf6) e4 *`)
  const counts = [...game.mainline()].map(node => repetitionsAt(node, 'standard'))
  assert.deepEqual(counts, [0, 0, 0, 0, 0, 0, 0, 3, 0])
  const [, other] = [...game.mainline()][6].children
  assert.equal(repetitionsAt(other, 'standard'), 0)
})

test('random games: the same moves as the core lets claim, in crazyhouse after captures, too', () => {
  const random = randomOf(7)
  for (const [variant, fen] of /** @type {const} */ ([
    ['standard', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'],
    ['chess960', '1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1'],
    ['3check', '4k3/7n/8/8/8/8/8/N3K3 w - - 3+3 0 1'],
    ['crazyhouse', '4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1'],
  ])) {
    let repeated = 0
    for (let round = 0; round < 20; round++) {
      const game = new Game({ fen, variant, draws: 'claim' })
      const expected = []
      while (game.moves.length < 120 && !game.status.over) {
        const moves = game.legalMoves('uci')
        // Few of them, so that positions come back.
        game.move(moves[Math.floor(random() * Math.min(2, moves.length))])
        expected.push(game.claimableDraws.includes('threefold_repetition'))
      }
      const [tree] = parsePgn(game.pgn())
      const found = [...tree.mainline()].map(node => repetitionsAt(node, tree.variant) >= 3)
      assert.deepEqual(found.slice(0, -1), expected.slice(0, -1), game.pgn())
      repeated += found.filter(Boolean).length
      game.stop()
    }
    assert.ok(repeated > 0, variant)
  }
})
