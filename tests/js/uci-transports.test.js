// SPDX-License-Identifier: Apache-2.0
// Engines behind transports that are not ours: plain objects that throw, reject, close early or late, and say odd things.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { boom } from './support/engine-checks.js'
import {
  assertAbout,
  Engine,
  fakeTransport,
  plain,
  plainTransport,
  rejects,
  SHORT,
  settled,
  start,
  UCI,
  until,
} from './support/engines.js'

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
      assert.equal((await settled(engine.quit(), String(more.close))).error, undefined)
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
    // Unhandled rejections fail this file.
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
