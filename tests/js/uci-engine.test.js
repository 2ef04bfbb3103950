// SPDX-License-Identifier: Apache-2.0
// Engines from start to quit: the handshake, events and their listeners, and the end of all that waits.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { root } from './support/binbo.js'
import { boom, count, GO } from './support/engine-checks.js'
import {
  collect,
  Engine,
  fake,
  fakeTransport,
  OPTIONS,
  plain,
  plainTransport,
  rejects,
  settled,
  until,
} from './support/engines.js'
import { reportedFaults } from './support/faults.js'
import { PATIENCE } from './support/patience.js'

const run = promisify(execFile)

// --- start -----------------------------------------------------------------------------------------

describe('start', { concurrency: 4 }, () => {
  test('the handshake: uci, then isready, and nothing else', async t => {
    const { engine, received } = await fake(t)
    assert.deepEqual(received(), ['uci', 'isready'])
    assert.deepEqual({ ...engine.id }, { name: 'Fake 1.0', author: 'The tests' })
    assert.equal(engine.options.size, OPTIONS.length)
    assert.ok(engine.options instanceof Map)
    assert.equal(engine.dead, false)
  })

  test('what Engine.start takes is checked', async () => {
    for (const transport of [undefined, null, 5, 'stockfish', {}, { send() {} }, { send() {}, close() {} }]) {
      const { error } = await settled(Promise.resolve().then(() => Engine.start(transport)))
      assert.equal(error?.code, 'ERR_ARGUMENT', String(transport))
    }
    for (const options of [
      null,
      5,
      { timeout: 5 },
      { handshakeTimeout: 0 },
      { handshakeTimeout: -1 },
      { readyTimeout: Number.NaN },
      { stopTimeout: '5' },
      { restart: -1 },
      { restart: 1.5 },
      { restart: 'yes' },
      { restart: true }, // a plain object cannot be made again
      { signal: {} },
      { onLine: 'x' },
    ]) {
      const transport = plainTransport()
      const { error } = await settled(Promise.resolve().then(() => Engine.start(transport, options)))
      assert.equal(error?.code, 'ERR_ARGUMENT', JSON.stringify(options))
      assert.deepEqual(transport.sent, [])
    }
    assert.throws(() => new Engine(), { code: 'ERR_ARGUMENT' })
  })

  test('arguments that are refused leave no process behind', async t => {
    const { transport, gone } = fakeTransport(t)
    const { error } = await settled(Engine.start(transport, { timeout: 5 }))
    assert.equal(error?.code, 'ERR_ARGUMENT')
    await gone()
  })

  test("a start's signal: before, during and after", async t => {
    const reason = new Error('no longer')
    const early = fakeTransport(t)
    const error = await rejects(
      Engine.start(early.transport, { signal: AbortSignal.abort(reason) }),
      'ERR_UCI_CANCELLED',
    )
    assert.equal(error.cause, reason)
    await early.gone()

    for (const step of ['start', 'uci', 'isready']) {
      const handle = fakeTransport(t, { [step]: [{ wait: 20_000 }], immortal: true, deaf: ['SIGTERM'] })
      const aborter = new AbortController()
      const starting = Engine.start(handle.transport, { signal: aborter.signal })
      if (step !== 'start') await until(() => count(handle.received, step) === 1)
      aborter.abort(reason)
      const { error } = await settled(starting)
      assert.equal(error?.code, 'ERR_UCI_CANCELLED', step)
      assert.equal(error.cause, reason)
      assert.equal(getEventListeners(aborter.signal, 'abort').length, 0)
      await handle.gone()
    }

    const aborter = new AbortController()
    const { engine } = await fake(t, {}, { signal: aborter.signal })
    assert.equal(getEventListeners(aborter.signal, 'abort').length, 0)
    aborter.abort()
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'a2a3')
  })
})

// --- events ----------------------------------------------------------------------------------------

describe('events', { concurrency: 4 }, () => {
  test("'line' and onLine get every line", async t => {
    const first = []
    const { engine } = await fake(t, {}, { onLine: line => first.push(line) })
    assert.deepEqual(first, [
      'id name Fake 1.0',
      'id author The tests',
      ...OPTIONS.map(own),
      'uciok',
      'readyok',
    ])
    const lines = []
    const listen = line => lines.push(line)
    assert.equal(engine.on('line', listen), engine)
    engine.on('line', listen)
    await engine.isReady()
    assert.deepEqual(lines, ['readyok'], 'the same listener is called once')
    engine.off('line', listen)
    engine.off('line', listen)
    await engine.isReady()
    assert.equal(lines.length, 1)
    assert.equal(first.filter(line => line === 'readyok').length, 3)
  })

  /** The fake engine's combo differs from that of plain ones. */
  const own = line => line.replace('Very Risky', 'Risky')

  test('events that do not exist, and listeners that are none', async t => {
    const { engine } = await plain(t)
    for (const event of ['lines', '', undefined, 'constructor', '__proto__'])
      assert.throws(() => engine.on(event, () => {}), { code: 'ERR_ARGUMENT' }, String(event))
    for (const listener of [undefined, null, 5, {}])
      assert.throws(() => engine.on('line', listener), { code: 'ERR_ARGUMENT' })
  })

  test('listeners that throw, or reject, are contained', async t => {
    const faults = []
    const { engine } = await fake(t, { go: ['info depth 1', 'bestmove e2e4'] }, { onLine: boom })
    const heard = []
    engine.on('line', boom)
    engine.on('line', async () => boom())
    engine.on('line', line => heard.push(line))
    engine.on('error', fault => faults.push(fault))
    engine.on('error', boom)
    engine.on('error', async () => boom())
    engine.on('exit', boom)
    engine.on('exit', async () => boom())
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'e2e4')
    assert.deepEqual(heard, ['readyok', 'info depth 1', 'bestmove e2e4'])
    assert.ok(faults.length >= 3, `${faults.length} faults were reported`)
    assert.ok(faults.every(fault => fault?.message.includes('boom') || fault?.cause?.message === 'boom'))
    const { error } = await settled(engine.quit())
    assert.equal(error, undefined)
  })

  test("'error' reports an illegal move", async t => {
    const { engine } = await plain(t, { go: ['bestmove e2e5'] })
    const errors = []
    engine.on('error', error => errors.push(error))
    const error = await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_MOVE')
    assert.deepEqual(errors, [error])
    assert.match(error.message, /e2e5/)
  })

  test('a listener may do anything: quit, search, stop', async t => {
    const { engine, gone } = await fake(t, { go: ['info depth 1', { wait: 30 }, 'bestmove e2e4'] })
    const second = new Promise(resolve => {
      const listen = line => {
        if (!line.startsWith('bestmove')) return
        engine.off('line', listen)
        resolve(engine.search({}, { depth: 1 }))
      }
      engine.on('line', listen)
    })
    assert.equal((await settled(engine.search({}, { depth: 1 }).best)).error, undefined)
    const search = (await settled(second)).value
    engine.on('line', line => line.startsWith('info') && engine.quit())
    await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
    await gone()
  })
})

test("what listeners throw is reported once where nothing listens to 'error'", async t => {
  for (const place of ['console', 'reportError']) {
    const faults = reportedFaults(t, place)
    const { engine } = await fake(t, { go: ['info depth 1', 'bestmove e2e4'] }, { onLine: boom })
    faults.length = 0
    engine.on('line', async () => boom())
    engine.on('line', boom)
    await engine.bestMove({}, { depth: 1 })
    await until(() => faults.length === 9) // of three lines
    engine.on('exit', boom)
    await engine.quit()
    await until(() => faults.length === 10)
    assert.ok(
      faults.every(fault => fault?.message.includes('boom')),
      String(faults),
    )
    t.mock.restoreAll()
  }
})

test("what a listener of 'error' throws is reported, too", async t => {
  const faults = reportedFaults(t)
  const { engine } = await plain(t, { go: ['bestmove e2e5'] })
  engine.on('error', boom)
  await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_MOVE')
  await until(() => faults.length === 1)
  assert.match(faults[0].message, /boom/)
})

// --- quit ------------------------------------------------------------------------------------------

describe('quit', { concurrency: 4 }, () => {
  test('quit ends the engine, once, and everything that waits', async t => {
    const { engine, received, gone } = await fake(t)
    const exits = []
    engine.on('exit', error => exits.push(error))
    const search = engine.search({}, { infinite: true })
    const looped = settled(collect(search))
    await until(() => received().some(line => GO.test(line)))
    const waiting = [search.best, engine.isReady(), engine.setOption('Hash', 32), engine.newGame()]
    const quits = [engine.quit(), engine.quit()]
    const errors = (await Promise.all(waiting.map(promise => settled(promise)))).map(({ error }) => error)
    for (const error of errors) {
      assert.equal(error?.code, 'ERR_UCI_ENGINE_DEAD')
      assert.equal(error, errors[0])
    }
    assert.equal((await looped).error, errors[0])
    for (const quit of quits) assert.equal((await settled(quit)).error, undefined)
    assert.equal((await settled(engine.quit())).error, undefined)
    assert.equal(engine.dead, true)
    await gone()
    assert.equal(count(received, 'quit'), 1)
    assert.equal(exits.length, 1)
    assert.equal(await rejects(engine.bestMove({}), 'ERR_UCI_ENGINE_DEAD'), errors[0])
  })

  test('quit resolves when the process has ended', async t => {
    const { engine, gone } = await fake(t, { quit: [{ wait: 200 }, { exit: 0 }], immortal: true })
    const { time } = await settled(engine.quit())
    assert.ok(time >= 150, `after ${time} ms`)
    await gone()
  })

  test('quit in the same turn as the start is done, and as a search', async t => {
    const { engine, gone } = await fake(t)
    const search = engine.search({}, { depth: 1 })
    engine.quit()
    await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
    await gone()
  })

  test('await using, by hand', async t => {
    if (!Symbol.asyncDispose) return
    const { engine, gone } = await fake(t)
    await engine[Symbol.asyncDispose]()
    assert.equal(engine.dead, true)
    await gone()
  })

  test('a program that does not quit its engine still ends', async () => {
    const code = `
    const { Engine } = await import('./dist/uci.js')
    const { processTransport } = await import('./dist/node.js')
    const engine = await Engine.start(processTransport(process.execPath, ['tests/js/support/fake-engine.js']))
    await engine.bestMove({}, { depth: 1 })
    console.log('done')
    process.exit()
  `
    const { stdout: out } = await run(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      timeout: PATIENCE,
      cwd: root,
      env: { ...process.env, NODE_TEST_CONTEXT: '' },
    })
    assert.equal(out, 'done\n')
  })

  test('after quit nothing keeps a program alive', async () => {
    const code = `
    const { Engine } = await import('./dist/uci.js')
    const { processTransport } = await import('./dist/node.js')
    const engine = await Engine.start(processTransport(process.execPath, ['tests/js/support/fake-engine.js']))
    // Longer than the program may live: no timer of the searches is left.
    await engine.bestMove({}, { movetime: 3_600_000 })
    engine.search({}, { movetime: 3_600_000 }).best.catch(() => {})
    await engine.quit()
    console.log('done')
  `
    const { stdout: out } = await run(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      timeout: PATIENCE,
      cwd: root,
      env: { ...process.env, NODE_TEST_CONTEXT: '' },
    })
    assert.equal(out, 'done\n')
  })
})
