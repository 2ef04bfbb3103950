// SPDX-License-Identifier: Apache-2.0
// emscriptenTransport: modules that are no Worker, of both kinds that there are, and modules that fail. The real ones
// that were tried, with Node 20: @lichess-org/stockfish-web 0.5.0 (fsf_14), stockfish.wasm 0.10.0, stockfish-nnue.wasm
// 0.0.2; none of them is a dependency.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Engine, rejects, settled, start } from './support/engines.js'
import { listen, refuses } from './support/transports.js'

const { emscriptenTransport } = await import('../../dist/uci.js')

/** What the engine in the modules answers to a line. */
function answers(line) {
  const [word] = line.split(' ')
  if (word === 'uci')
    return ['id name Module', 'option name MultiPV type spin default 1 min 1 max 4', 'uciok']
  if (word === 'isready') return ['readyok']
  if (word === 'go') return ['info depth 1 score cp 31 pv e2e4 e7e5', 'bestmove e2e4 ponder e7e5']
  return []
}

/** Notes what happens to modules. */
const notes = () => ({ made: 0, sent: [], terminated: 0 })

/** A module like those of stockfish.wasm. */
function messageModule(log, { terminate = true } = {}) {
  log.made++
  const listeners = []
  return {
    addMessageListener: listener => listeners.push(listener),
    postMessage(line) {
      log.sent.push(line)
      for (const answer of answers(line)) for (const tell of listeners) queueMicrotask(() => tell(answer))
    },
    ...(terminate && { terminate: () => log.terminated++ }),
  }
}

/** A module like those of Lichess. */
function uciModule(log) {
  log.made++
  return {
    listen: () => assert.fail('nobody listens yet'),
    onError: () => assert.fail('nobody listens yet'),
    uci(line) {
      log.sent.push(line)
      for (const answer of answers(line)) setImmediate(() => this.listen(answer))
    },
  }
}

for (const [name, make] of [
  ['addMessageListener and postMessage', messageModule],
  ['uci and listen', uciModule],
])
  test(`an engine with ${name}`, async t => {
    const log = notes()
    const factory = async () => {
      await wait(20)
      return make(log)
    }
    const transport = emscriptenTransport(factory)
    const engine = await start(t, transport)
    assert.equal(engine.id.name, 'Module')
    const { move, ponder, info } = await engine.bestMove({}, { depth: 1 })
    assert.deepEqual([move, ponder, String(info.score)], ['e2e4', 'e7e5', '+0.31'])
    assert.deepEqual(log.sent.slice(0, 2), ['uci', 'isready'])
    await engine.quit()
    assert.equal(log.terminated + log.sent.filter(line => line === 'quit').length, 1)
    transport.send('isready')
    assert.ok(!log.sent.slice(-1)[0].includes('isready'), 'nothing is sent after the end')
  })

test('a module with terminate() gets no quit, one without gets it; an own function comes first', async t => {
  const log = notes()
  await (
    await start(
      t,
      emscriptenTransport(() => messageModule(log)),
    )
  ).quit()
  assert.deepEqual([log.terminated, log.sent.includes('quit')], [1, false])
  await (
    await start(
      t,
      emscriptenTransport(() => messageModule(log, { terminate: false })),
    )
  ).quit()
  assert.deepEqual([log.terminated, log.sent.includes('quit')], [1, true])
  const ended = []
  const own = emscriptenTransport(() => messageModule(log), { terminate: module => ended.push(module) })
  await (await start(t, own)).quit()
  assert.deepEqual([log.terminated, ended.length, typeof ended[0].postMessage], [1, 1, 'function'])
})

test('an engine that is ended while its module loads: the module is terminated when it comes', async t => {
  const log = notes()
  let deliver
  const loading = new Promise(resolve => {
    deliver = resolve
  })
  const engine = listen(
    t,
    emscriptenTransport(() => loading),
  )
  engine.transport.send('uci')
  await settled(engine.transport.close())
  assert.equal((await engine.end()).message, 'it was closed')
  deliver(messageModule(log))
  await wait(5)
  assert.deepEqual([log.terminated, log.sent], [1, []])
})

test('modules that fail: onClose says why, once', async t => {
  const broken = new Error('no SharedArrayBuffer')
  const fails = { postMessage: () => assert.fail('aborted(7)'), addMessageListener() {} }
  for (const [factory, reason] of [
    [() => assert.fail('not here'), /^the module could not be loaded: not here/],
    [async () => assert.fail('nor here'), /^the module could not be loaded: nor here/],
    [() => ({}), /^the module is not an engine: it has no addMessageListener\(\) and postMessage\(\)/],
    [() => undefined, /^the module is not an engine/],
    [() => fails, /^the module failed: aborted\(7\)/],
  ]) {
    const engine = listen(t, emscriptenTransport(factory))
    engine.transport.send('uci')
    assert.match((await engine.end()).message, reason)
    await settled(engine.transport.close())
    assert.equal(engine.reasons.length, 1)
  }
  const dead = await rejects(
    Engine.start(emscriptenTransport(() => Promise.reject(broken))),
    'ERR_UCI_ENGINE_DEAD',
  )
  assert.equal(dead.cause, broken)
  const log = notes()
  const module = uciModule(log)
  const lichess = listen(
    t,
    emscriptenTransport(() => module),
  )
  await lichess.ask('uci', /^uciok$/)
  module.onError('BAD_NNUE')
  assert.equal((await lichess.end()).message, 'the module failed: BAD_NNUE')
})

test('it can be made again, for restart; its arguments are checked', async t => {
  const log = notes()
  const modules = []
  const factory = () => {
    modules.push(uciModule(log))
    return modules.at(-1)
  }
  const engine = await start(t, emscriptenTransport(factory), { restart: true })
  modules[0].onError('out of memory')
  assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'e2e4')
  assert.equal(log.made, 2)
  refuses(() => emscriptenTransport(uciModule(log)), 'ERR_ARGUMENT', /function that makes its module/)
  refuses(() => emscriptenTransport(factory, { terminate: 1 }), 'ERR_ARGUMENT')
  refuses(() => emscriptenTransport(factory, { name: 1 }), 'ERR_ARGUMENT')
})
