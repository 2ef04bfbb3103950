// SPDX-License-Identifier: Apache-2.0
// The report of a game: the moves that turned it, the time of each move, and the figures of both sides.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { momentsOf, reportOf, turningPoints } from '#web/analysis/report.js'

/** @param {string} pgn */
const read = pgn => parsePgn(pgn)[0]

test('a move turns the game if it worsens its own side’s chances, not if it improves them', () => {
  const tree = read(
    '1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Ke2 {[%eval -4]} d5 {[%eval -4]} 3. d3 {[%eval -4]} Qh4 {[%eval 5]} *',
  )
  const found = turningPoints(momentsOf(tree, null))
  assert.deepEqual(
    found.map(({ name, mover }) => [name, mover]),
    [
      ['2. Ke2', 'white'],
      ['3… Qh4', 'black'],
    ],
  )
  assert.ok(found.every(({ loss }) => loss > 0))
})

test('the time of a move is what its clock lost, and the increment', () => {
  const tree = read(
    '[TimeControl "60+2"]\n\n1. e4 {[%clk 0:00:57]} e5 {[%clk 0:01:00]} 2. Nf3 {[%clk 0:00:49]} Nc6 {[%clk 0:00:31]} *',
  )
  assert.deepEqual(
    momentsOf(tree, null).map(({ spent }) => spent),
    [undefined, 5, 2, 10, 31],
  )
})

test('each side has its own figures', () => {
  const tree = read('[White "Ada"]\n\n1. e4 e5 2. Qh5 Ke7 *')
  const nodes = [tree.root, ...tree.mainline()]
  const judgements = [null, null, null, 'inaccuracy', 'blunder']
  const findings = {
    nodes,
    evaluations: new Map(),
    marks: new Map(),
    analysis: {
      accuracy: { white: 90, black: 40 },
      averageLoss: { white: 12, black: 300 },
      positions: nodes.map((_, index) => ({ judgement: judgements[index], lines: [] })),
    },
  }
  const { sides } = reportOf(/** @type {any} */ ({ tree, version: 1, review: { findings } }))
  assert.deepEqual(sides, [
    { side: 'white', name: 'Ada', accuracy: 90, loss: 12, counts: { inaccuracy: 1, mistake: 0, blunder: 0 } },
    {
      side: 'black',
      name: 'Black',
      accuracy: 40,
      loss: 300,
      counts: { inaccuracy: 0, mistake: 0, blunder: 1 },
    },
  ])
})
