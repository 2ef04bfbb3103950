// SPDX-License-Identifier: Apache-2.0
// What earlier versions wrote (tests/data/compatibility) stays readable: state bytes give the same game, packed moves
// keep their order, error codes their numbers. New codes may be added.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ERRORS } from '#js/core/generated/errors.js'
import { Game, root } from './support/binbo.js'

const FOLDER = `${root}tests/data/compatibility/`
const fixtures = readdirSync(FOLDER).map(file => JSON.parse(readFileSync(FOLDER + file, 'utf8')))

/** @param {Game} game what the fixture says of it */
function facts(game) {
  return {
    start: game.options.fen,
    variant: game.options.variant,
    draws: game.options.draws,
    moves: game.moves.map(move => move.uci).join(' '),
    fen: game.fen,
    hash: String(game.hash),
    status: game.status,
    claimableDraws: game.claimableDraws,
    headers: [...game.headers],
  }
}

test('there are fixtures of each kind', () => {
  assert.ok(fixtures.length > 0)
  for (const { states, packedMoves, errorCodes } of fixtures) {
    assert.ok(states.length >= 30 && packedMoves.length >= 30 && Object.keys(errorCodes).length >= 70)
  }
})

test('states of earlier versions are read to the same game, and written again without a loss', () => {
  for (const { states } of fixtures) {
    for (const { title, bytes, ...expected } of states) {
      const game = Game.fromState(Buffer.from(bytes, 'base64'))
      assert.deepEqual(facts(game), expected, title)
      assert.deepEqual(facts(Game.fromState(game.state())), expected, `${title}, written again`)
      const other = new Game({ fen: '4k3/8/8/8/8/8/8/4K2R w - - 99 80' })
      assert.deepEqual(other.setState(Buffer.from(bytes, 'base64')), expected.status, title)
      assert.deepEqual(facts(other), expected, `${title}, by setState()`)
    }
  }
})

test('packed moves keep their form and their order', () => {
  for (const { packedMoves } of fixtures) {
    for (const { fen, variant, moves } of packedMoves) {
      assert.equal([...new Game({ fen, variant }).legalMoves('packed')].join(' '), moves, fen)
    }
  }
})

test('error codes keep their names and numbers', () => {
  for (const { errorCodes } of fixtures) {
    for (const [name, number] of Object.entries(errorCodes)) {
      assert.equal(ERRORS.get(number)?.[0], name, `${number}`)
    }
  }
})
