// SPDX-License-Identifier: Apache-2.0
// Engines from start to quit: the handshake, events, restarts, transports of others, and real Stockfish, native and
// compiled to WebAssembly, playing whole games.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from './support/binbo.js'
import {
  assertAbout,
  ChessError,
  chess960Fen,
  children,
  collect,
  Engine,
  fake,
  fakeTransport,
  Game,
  NATIVE,
  native,
  OPTIONS,
  plain,
  plainTransport,
  rejects,
  SHORT,
  settled,
  start,
  UCI,
  until,
  WASM,
  wasm,
} from './support/engines.js'

const run = promisify(execFile)
const GO = /^go\b/
const count = (log, entry) => log().filter(line => line === entry).length
const boom = () => {
  throw new Error('boom')
}

// --- start -----------------------------------------------------------------------------------------

describe('start', { concurrency: 4 }, () => {
  test('the handshake: uci, then isready, and nothing else', async t => {
    const { engine, told } = await fake(t)
    assert.deepEqual(told(), ['uci', 'isready'])
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
      if (step !== 'start') await until(() => count(handle.told, step) === 1)
      aborter.abort(reason)
      const { error, time } = await settled(starting)
      assert.equal(error?.code, 'ERR_UCI_CANCELLED', step)
      assert.equal(error.cause, reason)
      assert.ok(time < 1000, `after ${time} ms`)
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
    assert.ok(faults.length >= 3, `${faults.length} faults were told`)
    assert.ok(faults.every(fault => fault?.message.includes('boom') || fault?.cause?.message === 'boom'))
    const { error } = await settled(engine.quit())
    assert.equal(error, undefined)
  })

  test("'error' tells of an illegal move", async t => {
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
    assert.ok((await settled(engine.search({}, { depth: 1 }).best)).time < 5000)
    const search = (await settled(second)).value
    engine.on('line', line => line.startsWith('info') && engine.quit())
    await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
    await gone()
  })
})

// --- quit ------------------------------------------------------------------------------------------

describe('quit', { concurrency: 4 }, () => {
  test('quit ends the engine, once, and everything that waits', async t => {
    const { engine, told, gone } = await fake(t)
    const exits = []
    engine.on('exit', error => exits.push(error))
    const search = engine.search({}, { infinite: true })
    const looped = settled(collect(search))
    await until(() => told().some(line => GO.test(line)))
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
    assert.equal(count(told, 'quit'), 1)
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
      timeout: 20_000,
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
    await engine.bestMove({}, { movetime: 60000 })
    engine.search({}, { movetime: 60000 }).best.catch(() => {})
    await engine.quit()
    console.log('done')
  `
    const begin = performance.now()
    const { stdout: out } = await run(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      timeout: 20_000,
      cwd: root,
      env: { ...process.env, NODE_TEST_CONTEXT: '' },
    })
    assert.equal(out, 'done\n')
    assert.ok(performance.now() - begin < 15_000, 'no timer of the searches is left')
  })
})

// --- restart ---------------------------------------------------------------------------------------

describe('restart', { concurrency: 4 }, () => {
  const dying = { go: [{ exit: 9 }] }

  test('without it, an engine that died stays dead', async t => {
    const { engine, log } = await fake(t, { lives: [dying, {}] })
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    await wait(300)
    assert.equal(count(log, '. start'), 1)
    assert.equal(engine.dead, true)
  })

  test('options and ucinewgame are sent again, a search never', async t => {
    const { engine, log, told } = await fake(t, { lives: [dying, {}] }, { restart: true })
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
    const again = told().slice(told().lastIndexOf('uci'))
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
    const { engine, log, told } = await fake(t, { lives: [dying, slow] }, { restart: 1 })
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    await until(() => count(log, '> uci') === 2)
    assert.equal(engine.options.size, OPTIONS.length)
    const option = settled(engine.setOption('Hash', 32))
    await rejects(engine.setOption('Contempt', 32), 'ERR_UCI_OPTION')
    const chess960 = settled(engine.bestMove({ variant: 'chess960' }, { depth: 1 }, { multipv: 2 }))
    assert.equal((await option).error, undefined)
    assert.equal((await chess960).value?.move, 'a2a3')
    assert.ok(told().includes('setoption name Hash value 32'))
    assert.ok(told().includes('setoption name MultiPV value 2'))
    assert.equal(engine.options.size, OPTIONS.length)
    assert.equal(engine.options.get('Hash').value, 32)
  })

  test('an option that killed the engine is not sent again', async t => {
    // As Hash 2048 does it to Stockfish in WebAssembly.
    const { engine, told } = await fake(t, { setoption: [{ exit: 9 }] }, { restart: 1 })
    await rejects(engine.setOption('Hash', 1024), 'ERR_UCI_ENGINE_DEAD')
    assert.equal((await settled(engine.bestMove({}, { depth: 1 }))).value?.move, 'a2a3')
    assert.equal(told().filter(line => line.startsWith('setoption')).length, 1)
    assert.equal(engine.options.get('Hash').value, 16)
  })

  test('a new engine with other options', async t => {
    const less = { uci: ['option name Hash type spin default 1 min 1 max 8', 'uciok'] }
    const { engine, told } = await fake(t, { lives: [dying, less] }, { restart: 1 })
    await engine.setOptions({ Hash: 32, Threads: 4 })
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    const chess960 = settled(engine.bestMove({ variant: 'chess960' }, { depth: 1 }))
    await settled(engine.isReady())
    assert.equal((await chess960).error?.code, 'ERR_UCI_VARIANT')
    assert.deepEqual([...engine.options.keys()], ['Hash'])
    assert.ok(!told().slice(told().lastIndexOf('uci')).includes('setoption name Hash value 32'))
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'a2a3')
  })

  for (const [restart, tries] of [
    [true, 3],
    [2, 2],
    [0, 0],
  ]) {
    test(`restart: ${restart} gives up after ${tries}`, async t => {
      const script = { lives: [dying, { uci: [{ exit: 8 }] }] }
      const { engine, log, gone } = await fake(t, script, { restart })
      await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
      await until(() => engine.dead)
      assert.equal(count(log, '. start'), 1 + tries)
      const error = await rejects(engine.isReady(), 'ERR_UCI_ENGINE_DEAD')
      if (tries > 0) assert.equal(error.exitCode, 8)
      await wait(300)
      assert.equal(count(log, '. start'), 1 + tries)
      await gone()
    })
  }

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
      { restart: 1, handshakeTimeout: 3000 },
    )
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    const { error, time } = await settled(engine.bestMove({}, { depth: 1 }))
    assert.equal(error?.code, 'ERR_UCI_ENGINE_DEAD')
    assertAbout(time, 2900, 'the handshake')
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
      assert.ok(time < 4000)
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

// --- transports of others --------------------------------------------------------------------------

describe('transports of others', { concurrency: 4 }, () => {
  test('a plain object that answers inside send() is a transport', async t => {
    const { engine, sent, transport } = await plain(t, { uci: UCI })
    assert.equal(engine.id.name, 'Plain')
    for (let i = 0; i < 50; i++) assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'e2e4')
    assert.equal(sent.length, 150)
    await settled(engine.quit())
    assert.equal(sent.at(-1), 'quit')
    assert.equal(transport.closed, 1)
  })

  test('a transport that throws in send()', async t => {
    const cause = new Error('broken pipe')
    for (const word of ['uci', 'isready', 'go', 'position', 'stop', 'setoption', 'ucinewgame']) {
      const note = `at ${word}`
      let fails = false
      const transport = plainTransport({ uci: UCI, ...(word === 'stop' && { go: [] }) })
      const { send } = transport
      transport.send = line => {
        if (line.startsWith(word) && (fails || word === 'uci')) throw cause
        send(line)
      }
      if (word === 'uci') {
        const error = await rejects(Engine.start(transport), 'ERR_UCI_ENGINE_DEAD', note)
        assert.equal(error.cause, cause)
        continue
      }
      const engine = await start(t, transport)
      fails = true
      const promises = {
        isready: () => [engine.isReady()],
        setoption: () => [engine.setOption('Hash', 32)],
        ucinewgame: () => [engine.newGame()],
        stop: () => {
          const search = engine.search({}, { infinite: true })
          return [search.stop(), search.best]
        },
      }
      const asked = promises[word]?.() ?? [engine.bestMove({}, { depth: 1 })]
      for (const promise of asked)
        assert.equal((await rejects(promise, 'ERR_UCI_ENGINE_DEAD', note)).cause, cause)
      assert.equal(engine.dead, true, note)
      assert.equal(transport.killed, 1, note)
    }
  })

  test('a transport that closes twice, and for odd reasons', async t => {
    for (const reason of [
      undefined,
      null,
      'gone',
      5,
      new Error('gone'),
      {},
      { message: 'gone', exitCode: 3 },
    ]) {
      const { engine, transport } = await plain(t, { go: [] })
      const exits = []
      engine.on('exit', error => exits.push(error))
      const search = engine.search({}, { infinite: true })
      const { onClose } = transport
      onClose(reason)
      onClose(reason)
      transport.onClose?.(reason)
      const error = await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
      assert.deepEqual(exits, [error])
      if (/gone/.test(JSON.stringify(reason ?? '') + reason)) assert.match(error.message, /gone/)
      if (reason?.exitCode) assert.equal(error.exitCode, 3)
      if (reason instanceof Error) assert.equal(error.cause, reason)
    }
  })

  test('a transport that closes inside send()', async t => {
    const transport = plainTransport()
    const { send } = transport
    transport.send = line => {
      if (line.startsWith('go')) transport.onClose({ message: 'gone' })
      send(line)
    }
    const engine = await start(t, transport)
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    assert.equal(engine.dead, true)
    const dead = plainTransport({}, { send: () => dead.onClose({ message: 'at once' }) })
    assert.match((await rejects(Engine.start(dead), 'ERR_UCI_ENGINE_DEAD')).message, /at once/)
  })

  test('lines that are no lines', async t => {
    const answers = {
      uci: ['id name Odd\r', 'option name Hash type spin default 16 min 1 max 64\r', 'uciok\r\n'],
      isready: ['', '\n', 'readyok\r'],
      go: ['info depth 1 score cp 5 pv e2e4\r\n', 'bestmove e2e4\r'],
    }
    const { engine, transport } = await plain(t, answers)
    assert.equal(engine.id.name, 'Odd')
    assert.equal(engine.options.get('Hash').max, 64)
    for (const odd of [
      undefined,
      null,
      5,
      {},
      [],
      Buffer.from('bestmove a1a1'),
      new Uint8Array(5),
      Symbol('x'),
    ])
      transport.onLine(odd)
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'e2e4')
  })

  test('a transport that never resolves close(), or throws, or gives no promise', async t => {
    for (const more of [
      { close: () => new Promise(() => {}) },
      { close: boom },
      { close: async () => boom() },
      { close: () => undefined },
      { close: boom, kill: boom },
    ]) {
      const transport = plainTransport({}, more)
      const { value: engine } = await settled(Engine.start(transport, SHORT))
      const search = engine.search({}, { infinite: true })
      const { error, time } = await settled(engine.quit(), String(more.close))
      assert.equal(error, undefined)
      assert.ok(time < 6000, `after ${time} ms`)
      await settled(search.best)
      assert.equal(engine.dead, true)
    }
    assert.ok(t)
  })

  test('a transport whose methods are async and reject', async t => {
    const rejecting = async () => boom()
    for (const more of [{ kill: rejecting }, { kill: rejecting, close: rejecting }]) {
      const transport = plainTransport({ go: [], stop: [] }, more)
      const engine = await start(t, transport, SHORT)
      const search = engine.search({}, { infinite: true })
      await rejects(search.stop(), 'ERR_UCI_ENGINE_DEAD')
      await settled(engine.quit())
    }
    const transport = plainTransport({ uci: UCI })
    const { send } = transport
    let fails = false
    transport.send = async line => (fails ? boom() : send(line))
    const engine = await start(t, transport, { ...SHORT, readyTimeout: 200 })
    fails = true
    await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    // Rejections that nobody handles fail this file.
    await wait(20)
  })

  test('a transport that throws in kill() when it is silent', async () => {
    const transport = plainTransport({ uci: [] }, { kill: boom, close: boom })
    const { error, time } = await settled(Engine.start(transport, { handshakeTimeout: 100 }))
    assert.equal(error?.code, 'ERR_UCI_ENGINE_DEAD')
    assertAbout(time, 100, 'the handshake')
  })

  test('a transport that kill() closes at once', async t => {
    const transport = plainTransport({ go: [], stop: [] })
    transport.kill = () => {
      transport.killed++
      transport.onClose?.({ message: 'it was killed', exitCode: null, signal: 'SIGKILL' })
    }
    const engine = await start(t, transport, SHORT)
    const exits = []
    engine.on('exit', error => exits.push(error))
    const search = engine.search({}, { infinite: true })
    await rejects(search.stop(), 'ERR_UCI_ENGINE_DEAD')
    assert.equal(exits.length, 1)
    assert.match(exits[0].message, /bestmove/, 'the reason is why it was killed')
  })

  test('a getter, a frozen object, a class instance: what has the methods is a transport', async t => {
    class Mine {
      #said = plainTransport()
      /** @type {any} */
      onClose = null
      get onLine() {
        return this.#said.onLine
      }
      set onLine(listener) {
        this.#said.onLine = listener
      }
      send(line) {
        this.#said.send(line)
      }
      close() {
        return this.#said.close()
      }
      kill() {
        this.#said.kill()
      }
    }
    const engine = await start(t, new Mine())
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'e2e4')
  })

  test('a transport that is used already, or has ended before', async t => {
    const { transport } = fakeTransport(t)
    transport.kill()
    await rejects(Engine.start(transport), 'ERR_UCI_ENGINE_DEAD')
    const late = fakeTransport(t, { start: [{ exit: 6 }] })
    await wait(300)
    await until(() => late.transport.closeReason !== undefined)
    assert.equal((await rejects(Engine.start(late.transport), 'ERR_UCI_ENGINE_DEAD')).exitCode, 6)
  })
})

// --- real engines ----------------------------------------------------------------------------------

const REAL = { native, wasm }
const COMMANDS = { native: [NATIVE, []], wasm: [process.execPath, [WASM]] }

/** An engine's own answer to `uci`, read without anything of ours. */
async function ownOptions(name) {
  const child = spawn(...COMMANDS[name], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write('uci\n')
  const options = {}
  const id = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [, option, type, rest] = /^option name (.+?) type (\w+)(.*)$/.exec(line) ?? []
    if (option) options[option] = { type, rest: rest.trim() }
    const [, key, value] = /^id (name|author) (.*)$/.exec(line) ?? []
    if (key) id[key] = value
    if (line === 'uciok') child.stdin.end('quit\n')
  }
  return { options, id }
}

/** What an option line said, out of what was made of it. */
function written({ type, default: value, min, max, vars = [] }) {
  if (type === 'button') return ''
  const parts = [`default ${value === '' ? '<empty>' : value}`]
  if (type === 'spin') parts.push(`min ${min}`, `max ${max}`)
  return [...parts, ...vars.map(text => `var ${text}`)].join(' ')
}

for (const [name, begin] of Object.entries(REAL)) {
  const skip = name === 'native' && !NATIVE && 'no native Stockfish here'
  describe(`${name} Stockfish`, { skip }, () => {
    let engine
    before(async () => {
      engine = await begin()
    })
    after(() => engine?.quit())

    test('its options as it prints them', async () => {
      const { options, id } = await ownOptions(name)
      assert.ok(Object.keys(options).length > 8)
      assert.deepEqual({ ...engine.id }, id)
      assert.deepEqual([...engine.options.keys()], Object.keys(options))
      for (const [option, { type, rest }] of Object.entries(options)) {
        const found = engine.options.get(option)
        assert.equal(found.type, type, option)
        assert.equal(written(found), rest === 'default' ? 'default <empty>' : rest, option)
      }
    })

    test('lines, limits, stop', async () => {
      await engine.setOption('Hash', 8)
      await engine.newGame()
      const search = engine.search({ moves: ['e4', 'e5'] }, { depth: 6 }, { multipv: 3 })
      const infos = (await collect(search)).filter(({ depth, pv }) => depth === 6 && pv)
      assert.deepEqual([...new Set(infos.map(({ multipv }) => multipv))].sort(), [1, 2, 3])
      assert.equal(new Set(infos.map(({ pv }) => pv[0])).size, 3)
      const { move } = await search.best
      const best = infos.findLast(({ multipv }) => multipv === 1)
      assert.equal(best.pv[0], move)
      for (const { score } of infos) assert.ok(best.score.compare(score) >= 0, 'the first line is the best')

      const chosen = await engine.bestMove({}, { nodes: 2000 }, { searchMoves: ['a3', 'h3'] })
      assert.ok(['a2a3', 'h2h3'].includes(chosen.move), chosen.move)
      assert.equal(chosen.info.pv[0], chosen.move)

      const endless = engine.search({}, { infinite: true })
      await wait(150)
      await engine.isReady()
      const { time, error } = await settled(endless.stop())
      assert.equal(error, undefined)
      assert.ok(time < 1000, `stopped after ${time} ms`)
      assert.ok(new Game().isLegal((await endless.best).move))

      // Mate in one: Stockfish ends an infinite search on its own, and is silent at stop.
      const mate = engine.search({ fen: '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' }, { infinite: true })
      await wait(100)
      await settled(mate.stop())
      assert.equal((await mate.best).move, 'd1d8')
      assert.equal(mate.info.score.kind, 'mate')

      const ponder = engine.search({ moves: ['e4', 'e5', 'Nf3'] }, { movetime: 100 }, { ponder: true })
      await wait(150)
      ponder.ponderHit()
      assert.ok((await settled(ponder.best)).value?.move)
      const timed = await settled(engine.search({}, { wtime: 1000, btime: 1000, winc: 0, binc: 0 }).best)
      assert.ok(timed.value?.move && timed.time < 1500)
    })

    test('two whole games against itself, every move legal', async () => {
      for (const [variant, fen] of [
        ['standard', undefined],
        ['chess960', chess960Fen(name === 'native' ? 77 : 642)],
      ]) {
        await engine.newGame()
        const game = new Game({ variant, ...(fen && { fen }) })
        while (!game.status.over) {
          const { move, ponder } = await engine.bestMove(game, { nodes: 400 })
          assert.ok(game.legalMoves('uci').includes(move), `${move} in ${game.fen}`)
          game.move(move)
          if (ponder && !game.status.over)
            assert.ok(game.legalMoves('uci').includes(ponder), `${ponder} in ${game.fen}`)
          assert.ok(game.ply < 600)
        }
        assert.ok(game.ply > 10, `${variant}: ${game.ply} plies, ${game.status.type}`)
      }
    })

    test('castling in Chess960', async () => {
      const fen = '1k6/8/8/8/8/8/8/RK5R w KQ - 0 1'
      for (const castle of ['O-O', 'O-O-O']) {
        const before = new Game({ fen, variant: 'chess960' })
        const [{ uci }] = before.line([castle])
        const { move } = await engine.bestMove(before, { depth: 2 }, { searchMoves: [castle] })
        assert.equal(move, uci)
        assert.ok(['b1h1', 'b1a1'].includes(move))
        const { move: reply } = await engine.bestMove(
          { fen, variant: 'chess960', moves: [castle] },
          { depth: 2 },
        )
        before.move(move)
        assert.ok(before.legalMoves('uci').includes(reply), reply)
      }
      const classic = '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
      const { move } = await engine.bestMove({ fen: classic }, { depth: 2 }, { searchMoves: ['O-O'] })
      assert.equal(move, 'e1g1')
    })

    test('mate, stalemate, repetition, bad positions', async () => {
      assert.equal((await engine.bestMove({ moves: ['f3', 'e5', 'g4', 'Qh4'] })).move, null)
      assert.equal((await engine.bestMove({ fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' })).move, null)
      for (const bad of [{ fen: 'garbage' }, { moves: ['e2e5'] }, { fen: '8/8/8/8/8/8/8/8 w - - 0 1' }])
        assert.ok((await settled(engine.bestMove(bad))).error instanceof ChessError)
      const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
      const moves = Array.from({ length: 5 }, () => shuffle).flat()
      assert.ok(new Game().isLegal((await engine.bestMove({ moves }, { depth: 3 })).move))
      // A drawn repetition is worth nothing: the engine knows the moves, not only the position.
      const up = {
        fen: '6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1',
        moves: ['Qd2', 'Kf8', 'Qd1', 'Kg8', 'Qd2', 'Kf8', 'Qd1'],
      }
      const { info } = await engine.bestMove(up, { depth: 1 }, { searchMoves: ['Kg8'] })
      assert.equal(info.score.value, 0)
      assert.equal(engine.dead, false)
    })
  })
}

test('Stockfish, killed from outside', { skip: !NATIVE && 'no native Stockfish here' }, async t => {
  const engine = await native()
  t.after(() => engine.quit())
  const search = engine.search({}, { infinite: true })
  await wait(50)
  for (const child of children(NATIVE)) process.kill(Number(child.split(' ')[0]), 'SIGTERM')
  const error = await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
  assert.equal(error.signal, 'SIGTERM')
  assert.equal(error.exitCode, null)
})
