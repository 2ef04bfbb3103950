// SPDX-License-Identifier: Apache-2.0
// Where an engine client is caught out: at the edges between its states, and by those who call it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  Engine,
  NATIVE,
  native,
  OPTIONS,
  plain,
  plainTransport,
  processTransport,
  rejects,
  settled,
  UCI,
  until,
} from './support/engines.js'

/** Blocks this thread, as a deep perft does. */
const block = milliseconds => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** A search that ends at `stop`. */
const ENDLESS = { go: [], stop: ['bestmove e2e4'] }

test('a program that is busy for longer than a deadline does not kill a good engine', async t => {
  const engine = await Engine.start(processTransport(NATIVE), { stopTimeout: 3000, readyTimeout: 3000 })
  t.after(() => engine.quit())
  for (let i = 0; i < 2; i++) {
    const search = engine.search({}, { infinite: true })
    await wait(50)
    const stopped = new Promise(resolve => setImmediate(() => resolve(search.stop())))
    const ready = engine.isReady()
    setImmediate(() => block(3300))
    await Promise.all([stopped, ready])
    assert.match((await search.best).move, /^[a-h][1-8]/)
  }
})

test('`go perft` by command() has no bestmove, and none is awaited', async t => {
  const engine = await native()
  t.after(() => engine.quit())
  const lines = []
  engine.on('line', line => lines.push(line))
  engine.command('position startpos')
  engine.command('go perft 3')
  engine.command('position startpos')
  await engine.isReady()
  await until(() => lines.includes('Nodes searched: 8902'))
  assert.ok((await engine.bestMove({}, { depth: 1 })).move)
})

test("`stop` by command() is a search's own, with its deadline", async t => {
  const { engine } = await plain(t, { go: [], stop: [] }, { stopTimeout: 150 })
  const search = engine.search({}, { infinite: true })
  await wait(10)
  engine.command('stop')
  await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
})

test('commands are known in any case, and a search by command() gets its ponderhit', async t => {
  const { engine, sent } = await plain(t, { ...ENDLESS, ponderhit: ['bestmove e2e4'] })
  const search = engine.search({}, { infinite: true })
  await wait(10)
  for (const line of ['GO', 'Position startpos', '\tSETOPTION name Hash value 3', 'ponderhit'])
    assert.throws(() => engine.command(line), { code: 'ERR_UCI_BUSY' }, line)
  await search.stop()
  engine.command('go ponder wtime 100 btime 100')
  engine.command('ponderhit')
  assert.deepEqual(sent.slice(-2), ['go ponder wtime 100 btime 100', 'ponderhit'])
  engine.command('position startpos')
})

test('right after a promise of it the engine takes commands', async t => {
  const { engine } = await plain(t, { uci: UCI, go: ['bestmove e2e4'] })
  for (const action of [
    () => engine.setOption('Hash', 64),
    () => engine.newGame(),
    () => engine.isReady(),
    () => engine.bestMove({}, { depth: 1 }),
  ]) {
    await action()
    engine.command('position startpos')
  }
})

test('one engine a transport', async t => {
  const transport = plainTransport()
  const engine = await Engine.start(transport)
  t.after(() => engine.quit())
  const error = await rejects(Engine.start(transport), 'ERR_ARGUMENT')
  assert.match(error.message, /already has an engine/)
  await rejects(Engine.start(transport, { nonsense: 1 }), 'ERR_ARGUMENT')
  await rejects(Engine.start(transport, { signal: AbortSignal.abort() }), 'ERR_ARGUMENT')
  assert.equal(transport.killed, 0)
  await engine.isReady()
  await rejects(Engine.start(Object.freeze(plainTransport())), 'ERR_ARGUMENT')
})

test('options: a Map is taken, an array is not; what changes nothing leaves a search alone', async t => {
  const { engine, sent } = await plain(t, { uci: UCI, ...ENDLESS })
  await engine.setOptions(
    new Map([
      ['hash', 50],
      ['Threads', 2],
    ]),
  )
  assert.deepEqual(sent, ['setoption name Hash value 50', 'setoption name Threads value 2', 'isready'])
  await rejects(engine.setOptions([['Hash', 1]]), 'ERR_ARGUMENT')
  for (const name of ['Hash\n', 'Ha\rsh', 'Hash\0']) await rejects(engine.setOption(name, 1), 'ERR_UCI_LINE')
  await rejects(engine.setOption(5, 1), 'ERR_ARGUMENT')

  const search = engine.search({}, { infinite: true })
  await wait(10)
  sent.length = 0
  await engine.setOption('Hash', 50)
  assert.deepEqual(sent, [])
  engine.setOption('Hash', 51)
  assert.equal((await search.best).move, 'e2e4', 'another value stops it')
})

test('two values of an option at once: the last one counts', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  await Promise.all([engine.setOption('Hash', 32), engine.setOption('Hash', 16)])
  assert.equal(engine.options.get('Hash').value, 16)
  assert.equal(sent.filter(line => line.startsWith('setoption')).at(-1), 'setoption name Hash value 16')
})

test('what users do to the map of options is their own affair', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  engine.options.clear()
  await engine.setOption('Hash', 77)
  assert.ok(sent.includes('setoption name Hash value 77'))
  assert.equal(engine.options.get('Hash').value, 77)
  assert.throws(() => {
    engine.id.name = 'x'
  }, TypeError)
})

test("a clock is the mover's", async t => {
  const { engine, sent } = await plain(t, { go: ['bestmove e7e5'] })
  const black = { moves: ['e4'] }
  assert.throws(() => engine.search(black, { wtime: 500, winc: 5 }), {
    code: 'ERR_ARGUMENT',
    message: /black is to move, and btime is missing/,
  })
  assert.throws(() => engine.search({}, { btime: 500 }), /white is to move, and wtime is missing/)
  await engine.bestMove(black, { wtime: 500, depth: 3 })
  await engine.bestMove(black, { btime: 500 })
  assert.deepEqual(
    sent.filter(line => line.startsWith('go')),
    ['go wtime 500 depth 3', 'go btime 500'],
  )
})

test('a search that only depth, nodes or mate limit ends, however much the engine talks', async t => {
  for (const isDeaf of [false, true]) {
    let talk
    const transport = plainTransport({
      go: () => {
        talk = setInterval(() => transport.onLine?.('info depth 3'), 20)
        return []
      },
      stop: () => {
        if (!isDeaf) clearInterval(talk)
        return isDeaf ? [] : ['bestmove e2e4']
      },
    })
    t.after(() => clearInterval(talk))
    const engine = await Engine.start(transport, { searchTimeout: 300, stopTimeout: 200 })
    t.after(() => engine.quit())
    for (const limits of isDeaf ? [{ nodes: 100 }] : [{ depth: 3 }, { nodes: 100 }, { mate: 1 }]) {
      const { value, error, time } = await settled(engine.bestMove({}, limits))
      assert.equal(isDeaf ? error.code : value.move, isDeaf ? 'ERR_UCI_ENGINE_DEAD' : 'e2e4')
      assert.ok(time >= (isDeaf ? 490 : 290), `${time} ms`)
    }
  }
})

test('a halfmove clock beyond the rules kills no engine', async t => {
  const { engine, sent } = await plain(t, { go: ['bestmove e1f1'] })
  await engine.bestMove({ fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 65535 65535' }, { depth: 1 })
  assert.ok(sent.includes('position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 150 65535'), sent.join('\n'))
})

test('the information beside a best move: an exact score before a bound, or what there is', async t => {
  const infoOf = async (...lines) => {
    const { engine } = await plain(t, { go: [...lines, 'bestmove e2e4'] })
    return (await engine.bestMove({}, { depth: 1 })).info
  }
  assert.equal((await infoOf('info depth 1 nodes 3 pv e2e4')).depth, 1)
  const bound = 'info depth 3 score cp 90 lowerbound pv e2e4'
  assert.equal((await infoOf('info depth 2 score cp 7 pv e2e4', bound)).depth, 2)
  assert.equal((await infoOf('info depth 2 score cp 7 pv d2d4', bound)).depth, 3, 'it has changed its mind')
  assert.equal(await infoOf('info depth 2 multipv 2 score cp 7 pv e2e4', 'info string x'), null)
})

test("'error' comes when the search is over: its listener may begin another", async t => {
  let answers = ['bestmove e2e5', 'bestmove d2d4']
  const { engine } = await plain(t, { go: () => [answers.shift()] })
  /** @type {Promise<any> | undefined} */
  let next
  engine.on('error', () => {
    next = engine.bestMove({}, { depth: 1 })
  })
  await rejects(engine.bestMove({}, { depth: 1 }), 'ERR_UCI_MOVE')
  assert.equal((await next).move, 'd2d4')
  answers = []
})

test("'exit' comes once for each death, and the last one is permanent", async t => {
  const exits = []
  const watch = engine => engine.on('exit', error => exits.push([engine.dead, error.message]))
  const dying = () => plainTransport({ uci: [...OPTIONS, 'uciok'] })
  const first = dying()
  const engine = await Engine.start(first, {
    restart: () => {
      throw new Error('no more of them')
    },
  })
  watch(engine)
  first.onClose({ message: 'gone' })
  await until(() => engine.dead)
  assert.equal(exits.length, 2)
  assert.deepEqual(
    exits.map(([dead]) => dead),
    [false, true],
  )
  assert.match(exits[1][1], /restart gave no transport/)

  exits.length = 0
  const second = dying()
  const third = plainTransport({ uci: [] })
  const other = await Engine.start(second, { restart: () => third })
  watch(other)
  second.onClose({ message: 'gone' })
  await until(() => third.sent.length > 0)
  await other.quit()
  await wait(50)
  assert.deepEqual(
    exits.map(([dead]) => dead),
    [false, true],
    'of the death, and of quit(); not of the handshake that quit() ended',
  )
  t.after(() => Promise.all([engine.quit(), other.quit()]))
})

test('an engine that dies as it says that it is ready has not started', async () => {
  const transport = plainTransport({
    isready: () => {
      queueMicrotask(() => transport.onClose?.({ message: 'gone', exitCode: 4 }))
      return ['readyok']
    },
  })
  const error = await rejects(Engine.start(transport), 'ERR_UCI_ENGINE_DEAD')
  assert.equal(error.exitCode, 4)
})
