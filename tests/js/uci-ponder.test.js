// SPDX-License-Identifier: Apache-2.0
// Pondering: no deadline before ponderHit(), one after it, wrong guesses, and engines that end it by themselves.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertThrows } from './support/assertions.js'
import { GO, go, pairs, position } from './support/engine-checks.js'
import { fake, Game, rejects, settled, until } from './support/engines.js'

test('a pondering search has no deadline until ponderHit()', async t => {
  const { engine, received } = await fake(
    t,
    { ponderhit: ['bestmove g1f3'] },
    { stopTimeout: 3000, silenceTimeout: 3000 },
  )
  const search = engine.search({ moves: ['e4', 'e5'] }, { wtime: 50, btime: 50 }, { ponder: true })
  await until(() => received().some(line => GO.test(line)))
  assert.match(received().at(-1), /^go /)
  assert.deepEqual(pairs(received().at(-1)), pairs('go ponder wtime 50 btime 50'))
  assert.equal(position(received()), 'position startpos moves e2e4 e7e5')
  await wait(3300)
  assert.ok(!received().includes('stop'))
  search.ponderHit()
  search.ponderHit()
  const { value } = await settled(search.best)
  assert.equal(new Game().isLegal(value.move), true)
  search.ponderHit()
  assert.equal(received().filter(line => line === 'ponderhit').length, 1)
})

test('a wrong guess: stop(), then the position that came', async t => {
  const { engine, received } = await fake(t)
  const search = engine.search({ moves: ['e4', 'e5'] }, { wtime: 5000, btime: 5000 }, { ponder: true })
  await until(() => received().some(line => GO.test(line)))
  await settled(search.stop())
  assert.ok((await search.best).move)
  const { move } = await engine.bestMove({ moves: ['e4', 'c5'] }, { depth: 1 })
  assert.ok(move)
  assert.ok(!received().includes('ponderhit'))
  // And without stop(): the newer search does it.
  const next = engine.search({ moves: ['e4', 'e5'] }, { wtime: 5000, btime: 5000 }, { ponder: true })
  await engine.bestMove({ moves: ['d4'] }, { depth: 1 })
  await rejects(next.best, 'ERR_UCI_CANCELLED')
})

test('after ponderHit() the deadline counts', async t => {
  const { engine, received } = await fake(t, { ponderhit: [] }, { stopTimeout: 3000 })
  const search = engine.search({}, { movetime: 50 }, { ponder: true })
  await until(() => received().some(line => GO.test(line)))
  const begin = performance.now()
  search.ponderHit()
  assert.ok((await settled(search.best)).value.move)
  assert.ok(performance.now() - begin >= 3045, 'its time and the patience')
  assert.equal(received().at(-1), 'stop')
})

test('ponderHit() at any time', async t => {
  const { engine, received } = await fake(t)
  const other = engine.search({}, { infinite: true })
  assertThrows(() => other.ponderHit(), 'ERR_ARGUMENT')
  // Before the engine has heard of it.
  const search = engine.search({}, { movetime: 50 }, { ponder: true })
  search.ponderHit()
  assert.ok((await settled(search.best)).value.move)
  const last = go(received())
  assert.ok(!/ponder/.test(last) || received().includes('ponderhit'), received().join('\n'))
})

test('an engine that ends a pondering search by itself is heard', async t => {
  const { engine } = await fake(t, { go: ['bestmove e2e4'] })
  const search = engine.search({}, { movetime: 50 }, { ponder: true })
  assert.equal((await settled(search.best)).value.move, 'e2e4')
  search.ponderHit()
  await settled(search.stop())
})
