// SPDX-License-Identifier: Apache-2.0
// The duties that `make engines` tries with all engines, with the two that are always there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findProgram } from '#js/cli/find-program.js'
import { tryDuties } from './support/engine-duties.js'
import { Engine, FAIRY, NATIVE, processTransport, rejects, start } from './support/engines.js'

const POLYGLOT = findProgram('polyglot', process.env)

describe('twenty duties', { concurrency: 2 }, () => {
  for (const [path, refused] of [
    [NATIVE, ['variant']],
    [FAIRY, []],
  ]) {
    test(`${path}`, async t => {
      const { name, results } = await tryDuties(() => processTransport(path), path)
      const wrong = results.filter(({ outcome }) => outcome === 'failed')
      assert.deepEqual(wrong, [])
      assert.equal(results.length, 20)
      const notDone = results.filter(({ outcome }) => outcome !== 'done').map(({ duty }) => duty)
      assert.deepEqual(notDone, refused)
      t.diagnostic(name)
    })
  }
})

test('the adapter polyglot runs UCI engines only', { skip: POLYGLOT === undefined }, async t => {
  const adapted = command => processTransport(POLYGLOT, ['-noini', '-ec', command])
  const engine = await start(t, adapted(NATIVE))
  assert.match(engine.id.name, /^Stockfish/)
  assert.ok((await engine.bestMove({}, { depth: 4 })).move)
  const starting = Engine.start(adapted('/bin/cat'), { handshakeTimeout: 2000 })
  assert.match((await rejects(starting, 'ERR_UCI_ENGINE_DEAD')).message, /it said 'PolyGlot.*xboard engine/)
})
