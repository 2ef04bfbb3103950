// SPDX-License-Identifier: Apache-2.0
// Engines that died and are started again: what is kept, what waits, and when they are given up.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { RestartPlan, readRestart } from '#js/uci/engine/restart-plan.js'
import { boom, count, GO } from './support/engine-checks.js'
import {
  assertAbout,
  Engine,
  fake,
  fakeTransport,
  OPTIONS,
  plainTransport,
  rejects,
  SOON,
  settled,
  start,
  until,
} from './support/engines.js'

describe('restart', { concurrency: 6 }, () => {
  const dying = { go: [{ exit: 9 }] }

  test('without it, an engine that died stays dead', async t => {
    const { engine, log } = await fake(t, { lives: [dying, {}] })
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    await wait(300)
    assert.equal(count(log, '. start'), 1)
    assert.equal(engine.dead, true)
  })

  test('options and ucinewgame are sent again, a search never', async t => {
    const { engine, log, received } = await fake(t, { lives: [dying, {}] }, { restart: true })
    const exits = []
    engine.on('exit', error => exits.push(error))
    await engine.setOption('Threads', 3)
    await engine.setOption('Hash', 32)
    await engine.setOption('Hash', 64)
    await engine.setOption('Clear Hash')
    await engine.newGame()
    const search = engine.search({ moves: ['e2e4'] }, { depth: 1 })
    const error = await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
    assert.equal(error.exitCode, 9)
    assert.deepEqual(exits, [error])
    assert.equal(engine.dead, false)
    await until(() => count(log, '. start') === 2)
    await settled(engine.isReady())
    const again = received().slice(received().lastIndexOf('uci'))
    assert.deepEqual(again.slice(0, 5), [
      'uci',
      'setoption name Threads value 3',
      'setoption name Hash value 64',
      'ucinewgame',
      'isready',
    ])
    assert.ok(!again.some(line => GO.test(line)), 'the search is not done again')
    assert.equal((await engine.bestMove({ moves: ['e2e4'] }, { depth: 1 })).move, 'a7a6')
    assert.equal(engine.options.get('Hash').value, 64)
    assert.equal(engine.options.get('hash'), undefined)
  })

  test('what is asked for meanwhile waits for the new engine', async t => {
    const { engine } = await fake(
      t,
      { lives: [dying, { uci: [{ wait: 200 }, { default: true }] }] },
      { restart: 1 },
    )
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    const old = engine.search({}, { infinite: true })
    const ready = settled(engine.isReady())
    const option = settled(engine.setOption('Hash', 32))
    const search = engine.search({ moves: ['e2e4'] }, { depth: 1 })
    await rejects(old.best, 'ERR_UCI_CANCELLED')
    assert.equal((await settled(search.best)).value?.move, 'a7a6')
    assert.equal((await ready).error, undefined)
    assert.equal((await option).error, undefined)
  })

  test('while the new engine shakes hands, the options of the old one are known', async t => {
    const slow = { uci: [{ wait: 400 }, { default: true }] }
    const { engine, log, received } = await fake(t, { lives: [dying, slow] }, { restart: 1 })
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    await until(() => count(log, '> uci') === 2)
    assert.equal(engine.options.size, OPTIONS.length)
    const option = settled(engine.setOption('Hash', 32))
    await rejects(engine.setOption('Contempt', 32), 'ERR_UCI_OPTION')
    const chess960 = settled(engine.bestMove({ variant: 'chess960' }, { depth: 1 }, { multipv: 2 }))
    assert.equal((await option).error, undefined)
    assert.equal((await chess960).value?.move, 'a2a3')
    assert.ok(received().includes('setoption name Hash value 32'))
    assert.ok(received().includes('setoption name MultiPV value 2'))
    assert.equal(engine.options.size, OPTIONS.length)
    assert.equal(engine.options.get('Hash').value, 32)
  })

  test('an option that killed the engine is not sent again', async t => {
    // As Hash 2048 does it to Stockfish in WebAssembly.
    const { engine, received } = await fake(t, { setoption: [{ exit: 9 }] }, { restart: 1 })
    await rejects(engine.setOption('Hash', 1024), 'ERR_UCI_ENGINE_DEAD')
    assert.equal((await settled(engine.bestMove({}, { depth: 1 }))).value?.move, 'a2a3')
    assert.equal(received().filter(line => line.startsWith('setoption')).length, 1)
    assert.equal(engine.options.get('Hash').value, 16)
  })

  test('a new engine with other options', async t => {
    const less = { uci: ['option name Hash type spin default 1 min 1 max 8', 'uciok'] }
    const { engine, received } = await fake(t, { lives: [dying, less] }, { restart: 1 })
    await engine.setOptions({ Hash: 32, Threads: 4 })
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    const chess960 = settled(engine.bestMove({ variant: 'chess960' }, { depth: 1 }))
    await settled(engine.isReady())
    assert.equal((await chess960).error?.code, 'ERR_UCI_VARIANT')
    assert.deepEqual([...engine.options.keys()], ['Hash'])
    assert.ok(!received().slice(received().lastIndexOf('uci')).includes('setoption name Hash value 32'))
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'a2a3')
  })

  for (const [name, restart, delays] of [
    ['a number of tries', 2, [250, 500]],
    ['none', 0, []],
    ['tries', { tries: 3 }, [250, 500, 1000]],
    ['what comes first of both', { within: 30_000, tries: 1 }, [250]],
  ]) {
    test(`${name}: ${JSON.stringify(restart)}, and then it is given up`, async t => {
      const script = { lives: [dying, { uci: [{ exit: 8 }] }] }
      const { engine, log, gone } = await fake(t, script, { restart })
      const events = []
      engine.on('exit', () => events.push('exit'))
      engine.on('restart', event => events.push(event))
      await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
      const error = await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
      assert.equal(engine.dead, true)
      assert.equal(error.exitCode, delays.length > 0 ? 8 : 9)
      assert.equal(count(log, '. start'), 1 + delays.length)
      assert.deepEqual(events, [...delays.flatMap((delay, i) => ['exit', { attempt: i + 1, delay }]), 'exit'])
      await wait(300)
      assert.equal(count(log, '. start'), 1 + delays.length)
      await gone()
    })
  }

  test('{ within }: it is given up when the next try would be too late', async t => {
    const first = plainTransport({ go: [] })
    const engine = await start(t, first, { restart: { within: 1200, transport: away } })
    const restarts = []
    engine.on('restart', restart => restarts.push(restart))
    first.onClose({ message: 'lost', exitCode: 3 })
    const { error, time } = await settled(engine.isReady())
    assert.equal(error?.exitCode, 8)
    assertAbout(time, 740, 'given up')
    assert.deepEqual(restarts, [
      { attempt: 1, delay: 250 },
      { attempt: 2, delay: 500 },
    ])
    assert.equal(engine.dead, true)
  })

  /** A transport to a server that is not there. */
  function away() {
    const transport = plainTransport()
    transport.send = () => queueMicrotask(() => transport.onClose?.({ message: 'refused', exitCode: 8 }))
    return transport
  }

  test('true: a server that is away for longer than a second is found again, by what waited all the time', async t => {
    const first = plainTransport({ go: [] })
    const transports = [away(), away(), plainTransport({ uci: OPTIONS.concat('uciok') })]
    const engine = await start(t, first, { restart: () => transports.shift() })
    first.onClose({ message: 'lost' })
    const waiting = [engine.bestMove({}, { depth: 1 }), engine.isReady(), engine.newGame()].map(promise =>
      settled(promise),
    )
    const [{ value, time }, ...others] = await Promise.all(waiting)
    assert.equal(value?.move, 'e2e4')
    assertAbout(time, 1740, 'found')
    for (const { error } of others) assert.equal(error, undefined)
    assert.equal(transports.length, 0)
  })

  test('the time is over: a handshake that hangs ends with it', async t => {
    const { engine, gone } = await fake(t, { lives: [dying, { uci: [] }] }, { restart: { within: 1500 } })
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    const { error, time } = await settled(engine.bestMove({}, { depth: 1 }))
    assert.match(error.message, /not back within 1500 ms/)
    assertAbout(time, 1450, 'given up')
    assert.equal(engine.dead, true)
    await gone()
  })

  test("quit() in the listener of 'exit' or 'restart'", async t => {
    for (const event of ['exit', 'restart']) {
      const { engine, log, gone } = await fake(t, dying, { restart: true })
      const events = []
      engine.on('restart', () => events.push('restart'))
      engine.on(event, () => void engine.quit())
      await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
      await gone()
      await wait(300)
      assert.equal(count(log, '. start'), 1)
      assert.deepEqual(events, event === 'exit' ? [] : ['restart'])
    }
  })

  test('the plan: waits are doubled up to 10 s, for a minute without an engine', () => {
    const plan = new RestartPlan(readRestart({ again: () => {} }, true))
    const delays = []
    let now = 1000
    for (let next = plan.next(now); next !== undefined; next = plan.next(now)) {
      delays.push(next.delay)
      now += next.delay
    }
    assert.deepEqual(delays, [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000])
    assert.ok(now <= 61_000)

    // Of an engine that comes back only the time counts that it was away.
    const coming = new RestartPlan(readRestart({ again: () => {} }, { within: 1000 }))
    now = 0
    for (let day = 0; day < 2; day++) {
      now += 86_400_000
      const { delay } = coming.next(now)
      assert.equal(delay, 250 * 2 ** day)
      now += delay
      coming.started(now)
    }
    assert.equal(coming.next(now + 86_400_000), undefined, '250 and 500 and 1,000 ms are more than a second')
    coming.reset()
    assert.deepEqual(coming.next(now), { attempt: 1, delay: 250 })
  })

  test('what restart takes', async () => {
    const make = () => plainTransport()
    for (const restart of [
      null,
      [],
      'yes',
      -1,
      1.5,
      { tries: -1 },
      { tries: '3' },
      { within: 0 },
      { within: -5 },
      { within: '5' },
      { transport: 5 },
      { times: 3 },
      { tries: 3 }, // a plain object cannot be made again
    ])
      await rejects(Engine.start(plainTransport(), { restart }), 'ERR_ARGUMENT', JSON.stringify(restart))
    for (const restart of [
      { transport: make },
      { tries: 0 },
      { tries: 2, within: 5, transport: make },
      false,
    ])
      await (await Engine.start(plainTransport(), { restart })).quit()
  })

  test('an engine that dies in every search is given up too', async t => {
    const { engine, log } = await fake(t, dying, { restart: 2 })
    for (let i = 0; i < 3; i++)
      assert.equal((await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')).exitCode, 9)
    assert.equal(engine.dead, true)
    assert.equal(count(log, '. start'), 3)
  })

  test('a search that goes well makes up for the deaths before it', async t => {
    const good = { go: { each: [[{ default: true }], [{ exit: 9 }]] } }
    const { engine, log } = await fake(t, good, { restart: 1 })
    for (let i = 0; i < 3; i++) {
      assert.equal((await settled(engine.bestMove({}, { depth: 1 }))).value?.move, 'a2a3')
      await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    }
    await settled(engine.isReady())
    assert.equal(count(log, '. start'), 4)
  })

  test('a restart that hangs ends by the deadline', async t => {
    const { engine, gone } = await fake(
      t,
      { lives: [dying, { uci: [], immortal: true, deaf: ['SIGTERM'] }] },
      { restart: 1, handshakeTimeout: 6000 },
    )
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    const { error, time } = await settled(engine.bestMove({}, { depth: 1 }))
    assert.equal(error?.code, 'ERR_UCI_ENGINE_DEAD')
    assertAbout(time, 5900, 'the handshake')
    await gone()
  })

  test('quit during a restart, in each of its parts', async t => {
    for (const pause of [0, 50, 150]) {
      const script = { lives: [dying, { uci: [], immortal: true, deaf: ['SIGTERM'] }] }
      const { engine, log, gone } = await fake(t, script, { restart: true })
      await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
      const waiting = settled(engine.bestMove({}, { depth: 1 }))
      await wait(pause)
      const { error, time } = await settled(engine.quit())
      assert.equal(error, undefined)
      assert.ok(time < SOON, `after ${time} ms`)
      assert.equal((await waiting).error?.code, 'ERR_UCI_ENGINE_DEAD')
      await gone()
      const starts = count(log, '. start')
      await wait(700)
      assert.ok(starts <= 2 && count(log, '. start') === starts, `${starts} starts`)
      assert.equal(engine.dead, true)
    }
  })

  test('a function makes the next transports', async t => {
    let made = 0
    const first = plainTransport({ go: [] })
    const second = plainTransport()
    const engine = await start(t, first, { restart: () => (made++ ? boom() : second) })
    const search = engine.search({}, { depth: 1 })
    await until(() => first.sent.some(line => GO.test(line)))
    first.onClose({ message: 'lost', exitCode: 1, signal: null })
    const error = await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
    assert.match(error.message, /lost/)
    assert.equal((await settled(engine.bestMove({}, { depth: 1 }))).value?.move, 'e2e4')
    assert.deepEqual(second.sent.slice(0, 2), ['uci', 'isready'])
    second.onClose({ message: 'lost again' })
    const last = await rejects(engine.isReady(), 'ERR_UCI_ENGINE_DEAD')
    assert.ok(last.cause?.message === 'boom' || /lost again/.test(last.message), last.stack)
    assert.equal(engine.dead, true)
  })

  test('a function that makes no transport', async t => {
    for (const restart of [() => undefined, () => ({}), () => 5, async () => plainTransport()]) {
      const first = plainTransport()
      const engine = await start(t, first, { restart })
      first.onClose({ message: 'lost' })
      await rejects(engine.isReady(), 'ERR_UCI_ENGINE_DEAD')
      assert.equal(engine.dead, true)
    }
  })

  test('what the old engine still says or does means nothing', async t => {
    const first = plainTransport({ go: [] })
    const second = plainTransport({ go: [] })
    const engine = await start(t, first, { restart: () => second })
    const oldListener = first.onLine
    const oldClose = first.onClose
    first.onClose({ message: 'lost' })
    const search = engine.search({}, { infinite: true })
    await until(() => second.sent.some(line => GO.test(line)))
    oldListener('bestmove a2a3')
    oldListener('info string CRITICAL ERROR: of the old one')
    oldClose({ message: 'lost again' })
    await wait(20)
    assert.equal(engine.dead, false)
    second.onLine('bestmove e2e4')
    assert.equal((await settled(search.best)).value?.move, 'e2e4')
  })

  test('a start that fails is not tried again', async t => {
    const { transport, log } = fakeTransport(t, { uci: [{ exit: 4 }] })
    const error = await rejects(Engine.start(transport, { restart: true }), 'ERR_UCI_ENGINE_DEAD')
    assert.equal(error.exitCode, 4)
    await wait(300)
    assert.equal(count(log, '. start'), 1)
  })
})
