// SPDX-License-Identifier: Apache-2.0
// The computer's moves while its engine is being loaded: of the list of openings, the main ones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openingMove } from '#web/play/first-answers.js'
import { Game } from './support/binbo.js'

/** Evenly over [0, 1). */
const SHARES = Array.from({ length: 100 }, (_, at) => at / 100)

/** @param {string} moves SAN @param {object} [options] of the game @returns {(string | null)[]} all answers, in UCI */
function answersTo(moves, options) {
  const game = new Game(options)
  game.playMoves(moves.split(' ').filter(Boolean))
  const answers = SHARES.map(share => openingMove(game.position, () => share))
  for (const answer of answers) assert.ok(answer === null || game.isLegal(answer))
  game.stop()
  return [...new Set(answers)].sort()
}

test('main lines are answered by their usual moves, not by each move that has a name', () => {
  const answers = answersTo('e4')
  assert.deepEqual(answers, ['c7c5', 'e7e5'])
  assert.deepEqual(answersTo('e4 e5 Nf3'), ['b8c6'])
})

test('a transposition is known; off the list, in variants and at the end of a line there is no answer', () => {
  assert.deepEqual(answersTo('Nf3 Nc6 e4 e5 Bb5'), answersTo('e4 e5 Nf3 Nc6 Bb5'))
  assert.deepEqual(answersTo('a3 h5 Ra2'), [null])
  assert.deepEqual(answersTo('e4', { variant: 'atomic' }), [null])
  assert.deepEqual(answersTo('f3 e5 g4'), [null])
})
