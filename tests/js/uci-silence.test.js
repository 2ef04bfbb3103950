// SPDX-License-Identifier: Apache-2.0
// Engines that fall silent: a stop, bestmove, readyok or quit without an answer ends within its deadline.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { GOOD, isLegal, once, searches, staysDead } from './support/engine-checks.js'
import { assertAbout, collect, fake, rejects, SHORT, settled, until } from './support/engines.js'

describe('silence', { concurrency: 8 }, () => {
  test('an ignored stop ends the engine', async t => {
    const handle = await fake(t, { stop: [], immortal: true, deaf: ['SIGTERM'] }, SHORT)
    const { engine, received } = handle
    const search = engine.search({}, { infinite: true })
    const looped = settled(collect(search))
    await until(() => searches(received) === 1)
    const stop = search.stop()
    const { error, time } = await settled(search.best)
    assert.equal(error?.code, 'ERR_UCI_ENGINE_DEAD')
    assertAbout(time, SHORT.stopTimeout, 'killed')
    assert.equal((await settled(stop)).error, error)
    assert.equal((await looped).error, error)
    assert.equal(received().filter(line => line === 'stop').length, 1)
    await staysDead(handle, error)
  })

  for (const [why, act] of [
    ['break', search => search[Symbol.asyncIterator]().return()],
    ['abort', (_, aborter) => aborter.abort()],
    ['a newer search', (_, __, engine) => void engine.search({}, { depth: 1 }).best],
    ['setOption', (_, __, engine) => void engine.setOption('Hash', 32).catch(() => {})],
  ]) {
    test(`a stop that ${why} asked for is waited for as long`, async t => {
      const handle = await fake(t, { stop: [] }, SHORT)
      const { engine, received } = handle
      const aborter = new AbortController()
      const search = engine.search({}, { infinite: true }, { signal: aborter.signal })
      await until(() => searches(received) === 1)
      const exit = new Promise(resolve => engine.on('exit', resolve))
      act(search, aborter, engine)
      const { value: error, time } = await settled(exit)
      assertAbout(time, SHORT.stopTimeout, 'killed')
      const { error: said } = await settled(search.best)
      assert.match(said.code, /^ERR_UCI_(CANCELLED|ENGINE_DEAD)$/)
      await staysDead(handle, error)
    })
  }

  test('a stop that is not awaited causes no unhandled rejection', async t => {
    const handle = await fake(t, { stop: [] }, SHORT)
    const { engine, received } = handle
    const search = engine.search({}, { infinite: true })
    await until(() => searches(received) === 1)
    search.stop()
    await until(() => engine.dead)
    await staysDead(handle, await rejects(search.best, 'ERR_UCI_ENGINE_DEAD'))
    search.stop()
    // Unhandled rejections fail this file.
    await wait(20)
  })

  test('a search over its time is stopped, and its move taken', async t => {
    const { engine, received } = await fake(t, { go: ['info depth 1'] }, { stopTimeout: 2500 })
    for (const limits of [{ movetime: 100 }, { wtime: 90, winc: 10, btime: 60_000 }]) {
      const { value, time } = await settled(engine.search({}, limits).best)
      assert.ok(isLegal(value?.move))
      assertAbout(time, 2600, JSON.stringify(limits))
    }
    assert.equal(received().filter(line => line === 'stop').length, 2)
    // Black's clock, where Black is to move.
    const { value, time } = await settled(
      engine.search({ moves: ['e2e4'] }, { wtime: 60_000, btime: 100 }).best,
    )
    assert.ok(isLegal(value?.move, ['e2e4']))
    assertAbout(time, 2600, 'btime')
  })

  test('bestmove is missing, with any limits', async t => {
    const handle = await fake(t, { go: ['info depth 1'], stop: ['info string stopping'] }, SHORT)
    const { engine, received } = handle
    const { error, time } = await settled(engine.search({}, { movetime: 50 }).best)
    assert.equal(error?.code, 'ERR_UCI_ENGINE_DEAD')
    assertAbout(time, 50 + 2 * SHORT.stopTimeout, 'killed')
    assert.equal(received().filter(line => line === 'stop').length, 1)
    await staysDead(handle, error)
  })

  for (const limits of [{ depth: 3 }, { nodes: 1000 }, { mate: 2 }]) {
    test(`${JSON.stringify(limits)} without a word is stopped`, async t => {
      const { engine, received } = await fake(t, { go: [] }, { silenceTimeout: 300 })
      const { value, time } = await settled(engine.search({}, limits).best)
      assert.ok(isLegal(value?.move))
      assertAbout(time, 300, 'stopped')
      assert.equal(received().at(-1), 'stop')
    })
  }

  test('a search that goes on talking is left alone', async t => {
    const talk = Array.from({ length: 30 }, (_, i) => [`info depth ${i}`, { wait: 200 }]).flat()
    const { engine, received } = await fake(t, { go: [...talk, 'bestmove e2e4'] }, { silenceTimeout: 5000 })
    assert.equal((await settled(engine.search({}, { depth: 20 }).best)).value?.move, 'e2e4')
    assert.ok(!received().includes('stop'))
  })

  test('an infinite search may be silent', async t => {
    const { engine, received } = await fake(t, { go: [] }, { silenceTimeout: 100 })
    const search = engine.search({}, { infinite: true })
    await wait(400)
    assert.ok(!received().includes('stop'))
    await settled(search.stop())
    assert.ok(isLegal((await search.best).move))
  })

  for (const [name, ask] of Object.entries({
    isReady: engine => engine.isReady(),
    newGame: engine => engine.newGame(),
    setOption: engine => engine.setOption('Hash', 32),
    bestMove: engine => engine.bestMove({}, { depth: 1 }),
  })) {
    test(`readyok is missing at ${name}`, async t => {
      // The handshake's readyok has to come within the same time.
      const handle = await fake(t, { isready: once(GOOD, []) }, { readyTimeout: 4000 })
      const { error, time } = await settled(ask(handle.engine))
      assert.equal(error?.code, 'ERR_UCI_ENGINE_DEAD')
      assertAbout(time, 4000, name)
      await staysDead(handle, error)
    })
  }

  test('an engine that never quits is ended', async t => {
    const { engine, received, gone } = await fake(t, {
      quit: [],
      immortal: true,
      deaf: ['SIGTERM', 'SIGINT'],
    })
    assert.equal((await settled(engine.quit())).error, undefined)
    assert.ok(received().includes('quit'))
    await gone()
  })
})
