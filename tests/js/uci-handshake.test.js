// SPDX-License-Identifier: Apache-2.0
// Programs that are started as engines: slow ones that go on talking, and those that do not speak UCI.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  assertAbout,
  Engine,
  fakeTransport,
  plainTransport,
  rejects,
  SHORT,
  start,
  UCI,
} from './support/engines.js'

describe('the handshake', { concurrency: 4 }, () => {
  test('its time counts anew from each line', async t => {
    const transport = plainTransport({ uci: [] })
    const starting = start(t, transport, { handshakeTimeout: 1500 })
    const begin = performance.now()
    while (performance.now() - begin < 2000) {
      transport.onLine?.('info string 3 engines start before yours')
      await wait(100)
    }
    for (const line of UCI) transport.onLine?.(line)
    assert.equal((await starting).id.name, 'Plain')
  })

  test('a program that talks for ever is ended after ten times as long', async t => {
    const transport = plainTransport({ uci: [] })
    const talk = setInterval(() => transport.onLine?.('info string wait'), 20)
    t.after(() => clearInterval(talk))
    const begin = performance.now()
    const error = await rejects(Engine.start(transport, { handshakeTimeout: 150 }), 'ERR_UCI_ENGINE_DEAD')
    assert.match(error.message, /no 'uciok' within 1500 ms\)$/)
    assertAbout(performance.now() - begin, 1500, 'killed')
    assert.equal(transport.killed, 1)
  })

  /** What xboard engines of Debian say, and how soon it is known that they are none of ours. */
  const XBOARD = {
    'gnuchess --xboard': { start: ['Chess'], uci: ['Invalid move: uci'] },
    fairymax: {
      start: ['tellics say     Fairy-Max 5.0b', 'tellics say     by H.G. Muller'],
      uci: ['Error (unknown command): uci'],
    },
    phalanx: {
      start: [
        'Phalanx XXV',
        'primary book /usr/share/phalanx/pbook.phalanx',
        'x'.repeat(500),
        '[ white, 1 ]',
      ],
      uci: ['Illegal move: uci', '[ white, 1 ]'],
    },
  }
  for (const [name, script] of Object.entries(XBOARD)) {
    test(`${name} is refused at once, with what it said`, async t => {
      const { transport, gone } = fakeTransport(t, script)
      const { message } = await rejects(Engine.start(transport), 'ERR_UCI_ENGINE_DEAD')
      assert.match(message, /no 'uciok'; it said '.*': an xboard engine\? Only UCI is spoken here.*polyglot/)
      for (const line of [script.start[0], script.uci[0]]) assert.ok(message.includes(`'${line}'`), message)
      assert.ok(message.length < 500, message)
      await gone()
    })
  }

  test('no uciok: what the program said is quoted, without what does not print', async () => {
    for (const [uci, pattern] of [
      [[], /no 'uciok' within 200 ms; it said nothing: an xboard engine\?/],
      [['Hello\u202e \x1b[2J there'], /; it said 'Hello {2,} \[2J there': an xboard engine\?/],
      [['1', '2', '', ' ', '3', '4', '5'], /; it said '1', '2', …, '4', '5': an/],
      [UCI.slice(0, -1), /within 200 ms\)$/],
      [['Odd 1.0', ...UCI.slice(0, -1)], /within 200 ms; it said 'Odd 1\.0'\)$/],
    ]) {
      const starting = Engine.start(plainTransport({ uci }), { handshakeTimeout: 200 })
      assert.match((await rejects(starting, 'ERR_UCI_ENGINE_DEAD')).message, pattern)
    }
  })

  test('a program that writes its output only when it quits', async () => {
    const transport = plainTransport({
      uci: [],
      quit: () => {
        setImmediate(() => transport.onClose?.({ message: 'it has ended', exitCode: 0, signal: null }))
        return ['Chess', 'Invalid move: uci']
      },
    })
    const error = await rejects(Engine.start(transport, { handshakeTimeout: 100 }), 'ERR_UCI_ENGINE_DEAD')
    assert.match(
      error.message,
      /no 'uciok' within 100 ms; it said 'Chess', 'Invalid move: uci': an xboard engine/,
    )

    // It is too late for uciok then.
    const late = plainTransport({ uci: [], quit: UCI })
    const { message } = await rejects(Engine.start(late, { handshakeTimeout: 100 }), 'ERR_UCI_ENGINE_DEAD')
    assert.match(message, /no 'uciok' within 100 ms/)
    assert.equal(late.killed, 1)
  })

  test('a program that ends before uciok: what it said is quoted, if anything', async t => {
    for (const [start, pattern] of [
      [['Usage: odd FILE'], /exited with code 3; it said 'Usage: odd FILE': an xboard/],
      [[], /exited with code 3\)$/],
    ]) {
      const { transport } = fakeTransport(t, { start, uci: [{ exit: 3 }] })
      assert.match((await rejects(Engine.start(transport, SHORT), 'ERR_UCI_ENGINE_DEAD')).message, pattern)
    }
  })

  test('a known cause is not followed by a guess at what the program speaks', async () => {
    for (const message of [
      'the worker failed: RuntimeError: abort',
      'the worker says nothing: /x.wasm: HTTP 404',
    ]) {
      const transport = plainTransport({
        uci: () => {
          setImmediate(() => transport.onClose?.({ message }))
          return ['failed to load']
        },
      })
      const error = await rejects(Engine.start(transport, SHORT), 'ERR_UCI_ENGINE_DEAD')
      assert.ok(error.message.includes(`${message}; it said 'failed to load'`), error.message)
      assert.doesNotMatch(error.message, /xboard/)
    }
  })

  test('what it said before uciok is no reason for what comes later', async t => {
    const transport = plainTransport({ uci: ['Odd 1.0', ...UCI], isready: [] })
    const error = await rejects(Engine.start(transport, { readyTimeout: 100 }), 'ERR_UCI_ENGINE_DEAD')
    assert.match(error.message, /no 'readyok' within 100 ms\)$/)
    t.after(() => transport.kill())
  })
})
