// SPDX-License-Identifier: Apache-2.0
// Engines that say what none should: odd bytes, broken handshakes, a bestmove too early or too late, and far too much.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { answerOf, count, GOOD, isLegal, searches, stillWorks } from './support/engine-checks.js'
import {
  collect,
  Engine,
  fake,
  fakeTransport,
  OPTIONS,
  processTransport,
  rejects,
  SHORT,
  settled,
  start,
  UCI,
  until,
} from './support/engines.js'

// --- lines -----------------------------------------------------------------------------------------

describe('lines', { concurrency: 4 }, () => {
  const HELLO = `id name Odd\nid author Nobody\n${OPTIONS.join('\n')}\nuciok\n`
  const ANSWER = 'info depth 3 multipv 1 score cp 17 nodes 9 pv e2e4 e7e5\nbestmove e2e4 ponder e7e5\n'

  /** All that an engine says, written otherwise. */
  const WRITINGS = {
    'CRLF at line ends': text => [{ raw: text.replaceAll('\n', '\r\n') }],
    'several \\r at line ends': text => [{ raw: text.replaceAll('\n', '\r\r\n') }],
    'blanks and tabs between words and around': text => [
      { raw: text.replaceAll(' ', ' \t  ').replaceAll('\n', ' \t\n').replace(/^/gm, '\t ') },
    ],
    'all lines in one chunk': text => [{ raw: text }],
    'empty lines': text => [{ raw: text.replaceAll('\n', '\n\n \n\r\n') }],
    'lines that end in the next chunk': text =>
      text
        .split('\n')
        .flatMap((line, i) => [
          { raw: i === 0 ? line.slice(0, 3) : `\n${line.slice(0, 3)}` },
          { wait: 2 },
          { raw: line.slice(3) },
        ]),
    'unknown lines between': text => [
      { raw: text.replaceAll('\n', '\nhello there\noption\ninfo\nid\nbestmov e2e4\ncopyprotection ok\n') },
    ],
  }
  for (const [name, write] of Object.entries(WRITINGS)) {
    test(`${name}`, async t => {
      const { engine } = await fake(t, {
        uci: write(HELLO),
        isready: write('readyok\n'),
        go: { each: [write(ANSWER), [{ default: true }]] },
      })
      assert.deepEqual(engine.id, { name: 'Odd', author: 'Nobody' })
      assert.equal(engine.options.size, OPTIONS.length)
      assert.equal(engine.options.get('Style').default, 'Normal')
      const search = engine.search({}, { depth: 3 })
      const infos = await collect(search)
      const best = infos.filter(info => info.score)
      assert.equal(best.length, 1)
      assert.deepEqual([best[0].depth, best[0].score.value, best[0].pv], [3, 17, ['e2e4', 'e7e5']])
      assert.deepEqual(answerOf(await search.best), { move: 'e2e4', ponder: 'e7e5' })
      await stillWorks(engine)
    })
  }

  test('one byte at a time', async t => {
    const { engine } = await fake(t, {
      uci: [
        { bytes: 'id name Odd Müller\r\noption name Hash type spin default 16 min 1 max 64\r\nuciok\r\n' },
      ],
      isready: [{ bytes: 'readyok\n' }],
      go: [{ bytes: ANSWER }],
    })
    assert.equal(engine.id.name, 'Odd Müller', 'characters of two bytes are not torn')
    assert.deepEqual(answerOf(await engine.search({}, { depth: 3 }).best), { move: 'e2e4', ponder: 'e7e5' })
  })

  test('bestmove in several packets', async t => {
    const { engine } = await fake(t, {
      go: {
        each: [
          [
            { raw: 'info depth 1 score cp 5 pv e7' },
            { wait: 20 },
            { raw: 'e5\nbestmove e7' },
            { wait: 20 },
            { raw: 'e5' },
            { wait: 20 },
            { raw: '\n' },
          ],
          [{ default: true }],
        ],
      },
    })
    const { move, info } = await engine.bestMove({ moves: ['e2e4'] }, { depth: 1 })
    assert.equal(move, 'e7e5')
    assert.deepEqual(info.pv, ['e7e5'])
    await stillWorks(engine)
  })

  test('a line of 3 MB before, in and after the handshake and in a search', async t => {
    const { engine } = await fake(t, {
      start: [{ long: 3_000_000 }],
      uci: [
        { long: 3_000_000, head: 'info string ' },
        { default: true },
        { long: 3_000_000, head: 'option name ' },
      ],
      go: [
        { long: 3_000_000, head: 'info depth 1 pv ' },
        { long: 3_000_000, head: 'bestmov' },
        { default: true },
      ],
    })
    const lines = []
    engine.on('line', line => lines.push(line.length))
    await stillWorks(engine)
    assert.ok(Math.max(...lines) < 100_000, 'lines are cut')
    assert.ok(Math.max(...lines) > 1000)
  })

  test('noise and NUL bytes', async t => {
    const { engine } = await fake(t, {
      start: [{ noise: 20_000 }, { raw: '\n' }],
      uci: [{ hex: '0000000a' }, { default: true }, { noise: 20_000 }],
      isready: [{ noise: 5000 }, { default: true }],
      go: [{ hex: 'fffe000d0a' }, { noise: 50_000 }, { raw: '\n' }, { default: true }],
    })
    for (let i = 0; i < 3; i++) await stillWorks(engine)
  })

  test('no end of line before the engine exits', async t => {
    const { engine } = await fake(t, { go: [{ raw: 'bestmove e2e4' }, { exit: 0 }] })
    // The last line counts, and then it is dead.
    const { value, error } = await settled(engine.search({}, { depth: 1 }).best)
    assert.ok(value?.move === 'e2e4' || error?.code === 'ERR_UCI_ENGINE_DEAD')
    await until(() => engine.dead)
  })
})

// --- the handshake ---------------------------------------------------------------------------------

describe('the handshake', { concurrency: 4 }, () => {
  test('said before it is asked, and twice', async t => {
    const { engine, received } = await fake(t, {
      start: ['Odd 1.0 by Nobody', 'uciok?', 'info string hello', 'readyok', 'bestmove e2e4'],
      uci: [...UCI, ...UCI],
      isready: ['readyok', 'readyok'],
      go: ['uciok', 'readyok', ...OPTIONS, { default: true }],
    })
    assert.equal(engine.id.name, 'Plain')
    assert.equal(engine.options.size, OPTIONS.length)
    assert.equal(received()[0], 'uci')
    await stillWorks(engine)
    await engine.setOption('Hash', 32)
    await stillWorks(engine)
    assert.equal(engine.options.size, OPTIONS.length)
  })

  test('a slow uciok', async t => {
    const slow = [...UCI.slice(0, -1).flatMap(line => [line, { wait: 30 }]), { wait: 150 }, 'uciok']
    const { engine } = await fake(t, {
      start: [{ wait: 50 }],
      uci: slow,
      isready: [{ wait: 100 }, 'readyok'],
    })
    assert.equal(engine.options.size, OPTIONS.length)
    await stillWorks(engine)
  })

  test('options of odd kinds do no harm', async t => {
    const odd = [
      'option',
      'option name',
      'option name  type',
      'option name A',
      'option name A type',
      'option name B type weird default 5',
      'option type spin name C default 1 min 0 max 9',
      'option name D type spin',
      'option name E type spin default x min y max z',
      'option name F type spin default 5 min 9 max 1',
      'option name G type combo',
      'option name H type combo var var var',
      'option name I type check default maybe',
      'option name J type string',
      'option name __proto__ type string default x',
      'option name constructor type button',
      'option name type type type type',
      `option name ${'K '.repeat(500)}type check default true`,
    ]
    const { engine } = await fake(t, { uci: [...odd, ...UCI] })
    for (const line of OPTIONS) {
      const name = /name (.*?) type/.exec(line)[1]
      assert.ok(engine.options.has(name), name)
    }
    assert.equal(engine.options.get('Hash').default, 16)
    await engine.setOption('Hash', 32)
    await stillWorks(engine)
  })

  for (const [name, script, cause] of [
    ['no uciok', { uci: UCI.slice(0, -1) }, /uciok/],
    ['no answer at all', { uci: [] }, /uciok/],
    ['nothing is read', { ignore: [], uci: [{ ignore: ['uci', 'isready', 'quit'] }] }, /uciok/],
    ['floods without uciok', { uci: [{ flood: 'info depth {i}', count: 10_000_000 }] }, /uciok/],
    [
      'uciok inside other words',
      { uci: ['this is uciok', 'uciokk', 'info string uciok', 'UCI OK'] },
      /uciok/,
    ],
    ['no readyok', { isready: [] }, /readyok/],
    ['nothing ends it', { uci: [], immortal: true, deaf: ['SIGTERM', 'SIGINT', 'SIGHUP'] }, /uciok/],
  ]) {
    test(`${name}`, async t => {
      const { transport, gone } = fakeTransport(t, script)
      const begin = performance.now()
      const timeouts = { ...SHORT, readyTimeout: 300 }
      if (cause.source === 'uciok') timeouts.handshakeTimeout = 300
      const error = await rejects(Engine.start(transport, timeouts), 'ERR_UCI_ENGINE_DEAD')
      const time = performance.now() - begin
      assert.match(error.message, cause)
      assert.match(error.message, /300/, 'it says how long it waited')
      assert.ok(time >= 295, `after ${time} ms`)
      await gone()
    })
  }

  test('a program that is not there, is none, or ends at once', async () => {
    for (const [path, args, message] of [
      ['/nowhere/stockfish', [], /nowhere/],
      ['/etc/passwd', [], /passwd/],
      [process.execPath, ['-e', 'process.exit(7)'], /7/],
      [process.execPath, ['-e', 'throw new Error("no such net")'], /no such net/],
    ]) {
      const transport = processTransport(path, args)
      const error = await rejects(Engine.start(transport, SHORT), 'ERR_UCI_ENGINE_DEAD', path)
      assert.match(error.message, message)
      if (args[1]?.includes('7')) assert.equal(error.exitCode, 7)
    }
  })
})

// --- bestmove at the wrong time --------------------------------------------------------------------

describe('bestmove at the wrong time', { concurrency: 4 }, () => {
  test('twice', async t => {
    const { engine } = await fake(t, { go: ['bestmove e2e4', 'bestmove d2d4', 'bestmove (none)'] })
    for (let i = 0; i < 20; i++) assert.equal((await engine.search({}, { depth: 1 }).best).move, 'e2e4')
  })

  test('before the search', async t => {
    const early = ['bestmove a2a3', 'bestmove h7h6', { default: true }]
    const { engine } = await fake(t, {
      uci: early,
      isready: early,
      setoption: ['bestmove a2a3'],
      ucinewgame: ['bestmove (none)'],
      go: [{ wait: 20 }, 'bestmove e2e4'],
    })
    for (let i = 0; i < 5; i++) {
      assert.equal((await engine.search({}, { depth: 1 }).best).move, 'e2e4')
      await engine.setOption('Hash', 20 + i)
      await engine.newGame()
    }
  })

  test('again while the engine is idle', async t => {
    const { engine, log } = await fake(t, {
      go: ['bestmove e2e4', { wait: 30 }, 'bestmove e7e5', 'bestmove e2e4'],
    })
    assert.equal((await engine.search({}, { depth: 1 }).best).move, 'e2e4')
    await until(() => count(log, '< bestmove e2e4') === 2)
    assert.equal((await engine.search({}, { depth: 1 }).best).move, 'e2e4')
    assert.equal(engine.dead, false)
  })

  test('that of the last search again, after the next go', async t => {
    const { engine, log } = await fake(t, {
      go: {
        each: [
          ['bestmove e2e4', { until: 'go' }, { wait: 20 }, 'bestmove e2e4'],
          [{ wait: 100 }, 'bestmove d7d5'],
          [{ wait: 50 }, 'bestmove d2d4'],
        ],
      },
    })
    assert.equal((await engine.search({}, { depth: 1 }).best).move, 'e2e4')
    // It looks like an answer, but is not a move of this position.
    const second = await settled(engine.search({ moves: ['e2e4'] }, { depth: 1 }).best)
    assert.ok(second.error?.code === 'ERR_UCI_MOVE' || second.value?.move === 'd7d5', String(second.error))
    await until(() => count(log, '< bestmove d7d5') === 1)
    assert.equal((await settled(engine.search({}, { depth: 1 }).best)).value?.move, 'd2d4')
    assert.equal(engine.dead, false)
  })

  test('one for stop, and one for the search that it ended', async t => {
    const { engine, received } = await fake(t, {
      go: {
        each: [
          [{ until: 'stop' }, 'bestmove e2e4'],
          [{ wait: 30 }, 'bestmove e7e5'],
        ],
      },
      stop: ['bestmove e2e4'],
    })
    const first = engine.search({}, { infinite: true })
    await until(() => searches(received) === 1)
    const second = engine.search({ moves: ['e2e4'] }, { depth: 1 })
    await rejects(first.best, 'ERR_UCI_CANCELLED')
    assert.equal((await settled(second.best)).value?.move, 'e7e5')
  })

  test('stop comes when it has been said already', async t => {
    // Like Stockfish at a mate in one: `go infinite` ends by itself, and stop is answered by nothing.
    const { engine } = await fake(t, { go: [{ wait: 40 }, 'bestmove e2e4'], stop: [] })
    for (const pause of [0, 30, 40, 50, 80]) {
      const search = engine.search({}, { infinite: true })
      await wait(pause)
      search.stop()
      assert.equal((await settled(search.best)).value?.move, 'e2e4')
    }
    await stillWorks(await (await fake(t)).engine)
  })
})

// --- too much --------------------------------------------------------------------------------------

describe('too much', { concurrency: 4 }, () => {
  test('100,000 infos that are not read are not kept, and bestmove is not lost', async t => {
    const { engine } = await fake(t, {
      go: [{ flood: 'info depth {i} score cp {i} nodes {i} pv e2e4 e7e5', count: 100_000 }, 'bestmove e2e4'],
    })
    const search = engine.search({}, { depth: 1 })
    assert.equal((await settled(search.best)).value?.move, 'e2e4')
    const infos = await collect(search)
    assert.ok(infos.length > 10 && infos.length <= 2048, `${infos.length} infos are kept`)
    assert.equal(infos.at(-1).depth, 100_000, 'the newest are kept')
    assert.deepEqual(
      infos.map(({ depth }) => depth),
      infos.map((_, i) => infos[0].depth + i),
      'in order',
    )
  })

  test('a slow reader misses the oldest, never the end', async t => {
    const { engine } = await fake(t, {
      go: [{ flood: 'info depth {i} score cp {i}', count: 20_000 }, 'bestmove e2e4'],
    })
    const search = engine.search({}, { depth: 1 })
    let last = 0
    let seen = 0
    for await (const { depth } of search) {
      assert.ok(depth > last, 'in order')
      last = depth
      if (++seen % 100 === 0) await wait(5)
    }
    assert.equal(last, 20_000)
    assert.equal((await search.best).move, 'e2e4')
  })

  test('in a search without end, break gets through and the next search works', async t => {
    const endless = [{ flood: 'info depth {i} score cp {i} pv e2e4', count: 1e9 }]
    const { engine, received } = await fake(t, { go: { each: [endless, GOOD] } }, { stopTimeout: 4000 })
    const search = engine.search({}, { infinite: true })
    for await (const { depth } of search) if (depth > 100) break
    assert.ok(isLegal((await settled(search.best)).value?.move))
    assert.ok(received().includes('stop'))
    await stillWorks(engine)
  })

  test('lines of every kind while nothing is asked', async t => {
    const { engine } = await fake(t, {
      start: [
        { until: 'ucinewgame' },
        ...['bestmove e2e4', 'readyok', 'uciok', 'id name {i}', 'option name O{i} type button', 'x'].map(
          flood => ({ flood, count: 3000 }),
        ),
      ],
    })
    let last = 0
    engine.on('line', line => {
      if (line === 'x') last++
    })
    await engine.newGame()
    await until(() => last === 3000)
    assert.equal(engine.id.name, 'Fake 1.0', 'only the handshake says who it is')
    assert.equal(engine.options.size, OPTIONS.length + 3000, 'options may be declared at any time')
    await stillWorks(engine)
  })

  test('many engines at once, all ended', async t => {
    const handles = Array.from({ length: 4 }, () => fakeTransport(t))
    const engines = await Promise.all(handles.map(({ transport }) => start(t, transport)))
    const moves = await Promise.all(engines.map(engine => engine.bestMove({}, { depth: 1 })))
    for (const { move } of moves) assert.equal(move, 'a2a3')
    await Promise.all(engines.map(engine => engine.quit()))
    for (const { gone } of handles) await gone()
  })
})
