// SPDX-License-Identifier: Apache-2.0
// make database-sample: its games are valid, those that were asked for, and the same for the same seed.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { root } from './support/binbo.js'
import { parsePgn } from './support/pgn.js'

const sample = (games, seed) =>
  execFileSync(process.execPath, ['tests/bench/database-sample.js', 'tests/data/games.pgn', String(games)], {
    cwd: root,
    env: { ...process.env, SEED: seed },
    encoding: 'utf8',
  })

test('a sample has as many games as asked for, without errors, by many players, and the same each time', () => {
  const text = sample(300, '7')
  const games = parsePgn(text)
  assert.equal(games.length, 300)
  assert.deepEqual(
    games.flatMap(({ errors }) => errors.map(({ code }) => code)),
    [],
  )
  assert.ok(new Set(games.map(({ headers }) => headers.get('White'))).size > 20)
  assert.ok(games.every(({ headers }) => /^\d{4}\.\d\d\.\d\d$/.test(headers.get('Date') ?? '')))
  assert.equal(sample(300, '7'), text)
  assert.notEqual(sample(300, '8'), text)
})
