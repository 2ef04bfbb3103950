// SPDX-License-Identifier: Apache-2.0
// The captured pieces that the strips show.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game, Position, START_FEN } from 'binbo'
import { lost } from '#web/table/strips.js'

/** @param {string} text moves in SAN @param {import('binbo').GameOptions} [options] */
function after(text, options) {
  const game = new Game(options)
  for (const san of text.split(' ')) game.sanMove(san)
  return game.position
}

const START = Position.from(START_FEN)

test('at the start nothing is captured', () => {
  for (const side of /** @type {const} */ (['white', 'black']))
    assert.deepEqual(lost(START, START, side), { pieces: [], lead: 0 })
})

test('captured pieces stand with the side that took them, and the lead with the side ahead', () => {
  const position = after('e4 d5 exd5 Qxd5 Nc3 Qxa2 Nxa2')
  assert.deepEqual(lost(START, position, 'white'), { pieces: ['q', 'p'], lead: 8 })
  assert.deepEqual(lost(START, position, 'black'), { pieces: ['p', 'p'], lead: 0 })
})

test('a promoted pawn is not captured, and counts as what it has become', () => {
  const start = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1'
  const game = new Game({ fen: start })
  game.sanMove('a8=Q+')
  assert.deepEqual(lost(Position.from(start), game.position, 'black'), { pieces: [], lead: 0 })
  assert.deepEqual(lost(Position.from(start), game.position, 'white'), { pieces: [], lead: 9 })
})

test('pieces in a pocket are not on the board', () => {
  const position = after('e4 d5 exd5', { variant: 'crazyhouse' })
  assert.match(position.fen, /\[P\]/)
  assert.deepEqual(lost(START, position, 'white').pieces, ['p'])
})
