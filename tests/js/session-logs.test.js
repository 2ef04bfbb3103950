// SPDX-License-Identifier: Apache-2.0
// Logs that earlier versions wrote: they fold to the states of then, byte for byte, and the games go on.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { data, session } from './support/sessions.js'

const { dueAt, foldSession, reduceSession, sessionPgn, sessionView } = session

const fixtures = readdirSync(data).filter(name => name.endsWith('.jsonl'))

test('there is a fixture of format 1', () => assert.ok(fixtures.includes('format-1.jsonl')))

for (const name of fixtures) {
  test(`${name}: logs fold to the states of then`, () => {
    const types = new Set()
    const lines = readFileSync(data + name, 'utf8')
      .trimEnd()
      .split('\n')
    for (const line of lines) {
      const { events, state } = JSON.parse(line)
      for (const { type } of events) types.add(type)
      const folded = foldSession(null, events)
      assert.equal(JSON.stringify(folded), JSON.stringify(state))
      assert.equal(sessionView(folded, 'spectator').ply, state.ply)
      assert.equal([...sessionPgn(events).mainline()].length, state.ply)
      const due = dueAt(folded)
      if (due !== null) assert.equal(reduceSession(folded, { type: 'due' }, due).ok, true)
    }
    assert.ok(lines.length > 20 && types.size > 14, `${lines.length} logs of ${[...types]}`)
  })
}
