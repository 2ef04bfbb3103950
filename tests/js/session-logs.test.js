// SPDX-License-Identifier: Apache-2.0
// Logs that earlier versions wrote: they are read to the states of then, byte for byte, and the games go on.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { decodeEvent, encodeEvent } from '#js/session/codec.js'
import { data, session } from './support/sessions.js'

const { dueAt, foldSession, reduceSession, sessionPgn, sessionView } = session

const gamesOf = name =>
  brotliDecompressSync(readFileSync(data + name))
    .toString()
    .split('\n')

const fixtures = readdirSync(data).filter(name => name.endsWith('.logs.br'))

test('there is a fixture of format 1', () => assert.ok(fixtures.includes('format-1.logs.br')))

for (const name of fixtures) {
  test(`${name}: logs fold to the states of then, and are written the same today`, () => {
    const types = new Set()
    const games = gamesOf(name)
    for (const game of games) {
      const { log, state } = JSON.parse(game)
      const events = log.map(decodeEvent)
      assert.deepEqual(events.map(encodeEvent), log)
      for (const { type } of events) types.add(type)
      const folded = foldSession(null, events)
      assert.equal(JSON.stringify(folded), JSON.stringify(state))
      assert.equal(sessionView(folded, 'spectator').ply, state.ply)
      assert.equal([...sessionPgn(events).mainline()].length, state.ply)
      const due = dueAt(folded)
      if (due !== null) assert.equal(reduceSession(folded, { type: 'due' }, due).ok, true)
    }
    assert.ok(games.length > 300 && types.size === 17, `${games.length} logs of ${[...types]}`)
  })
}

test('a log with a damaged FEN folds; its second field says who moves', () => {
  const created = decodeEvent(JSON.parse(gamesOf('format-1.logs.br')[0]).log[0])
  const damaged = { x: 0, '': 0, 'x b': 1, '8/8 b - -': 1, '8/8  b': 0, 'x w': 0, 'x black': 0 }
  for (const [fen, startPly] of Object.entries(damaged))
    assert.equal(foldSession(null, [{ ...created, fen }]).startPly, startPly, fen)
})
