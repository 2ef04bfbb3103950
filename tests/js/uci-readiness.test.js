// SPDX-License-Identifier: Apache-2.0
// Engines that drop `isready` during a search, or answer it only afterwards, and commands of users in any spelling.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Readiness } from '#js/uci/engine/readiness.js'
import { count, GO } from './support/engine-checks.js'
import { fake, native, plain, rejects, settled, until } from './support/engines.js'
import { withEngine } from './support/game-engines.js'

/** An engine that treats `isready` in a search as it likes: answers for plain(). */
function moody(inSearch, more = {}) {
  let searching = false
  let queued = 0
  const state = { asked: 0 }
  const end = () => {
    if (!searching) return []
    searching = false
    const answers = Array(queued).fill('readyok')
    queued = 0
    return ['bestmove e2e4', ...answers]
  }
  return {
    state,
    answers: {
      uci: ['id name Moody', 'option name Hash type spin default 16 min 1 max 1024', 'uciok'],
      go: () => {
        searching = true
        return []
      },
      stop: end,
      isready: () => {
        state.asked++
        if (!searching || inSearch === 'answers') return ['readyok']
        if (inSearch === 'queues') queued++
        return []
      },
      ...more,
    },
  }
}

describe('readiness', { concurrency: 6 }, () => {
  for (const kind of ['drops', 'queues', 'answers']) {
    test(`an engine that ${kind} what it is asked in a search`, async t => {
      const { answers } = moody(kind)
      const { engine, sent } = await plain(t, answers, { readyTimeout: 300 })
      for (let round = 0; round < 2; round++) {
        const search = engine.search({}, { movetime: 60_000 })
        await until(() => sent.some(line => GO.test(line)))
        const done = []
        const asked = [engine.isReady(), engine.isReady()].map(promise =>
          promise.then(() => done.push('ready')),
        )
        engine.command('isready')
        // Longer than an answer may take between searches.
        await wait(350)
        assert.equal(done.length, kind === 'answers' ? 2 : 0)
        assert.equal(engine.dead, false)
        await search.stop()
        for (const promise of asked) assert.equal((await settled(promise)).error, undefined)
        // Each later question waits for an answer of its own.
        sent.length = 0
        await engine.setOption('Hash', 20 + round)
        assert.deepEqual(sent.slice(-2), [`setoption name Hash value ${20 + round}`, 'isready'])
        sent.length = 0
      }
    })
  }

  test('the answer that is missing after the search ends the engine', async t => {
    const { answers } = moody('drops')
    let isOver = false
    const { engine, sent } = await plain(
      t,
      {
        ...answers,
        stop: () => {
          isOver = true
          return answers.stop()
        },
        isready: () => (isOver ? [] : answers.isready()),
      },
      { readyTimeout: 300 },
    )
    const search = engine.search({}, { movetime: 60_000 })
    await until(() => sent.some(line => GO.test(line)))
    const ready = engine.isReady()
    await search.stop()
    assert.equal((await search.best).move, 'e2e4', 'the result is there')
    assert.match((await rejects(ready, 'ERR_UCI_ENGINE_DEAD')).message, /no 'readyok' within 300 ms/)
  })

  test('an endless search that is silent, and gives no answer, ends the engine; one that talks does not', async t => {
    const readyTimeout = 3000
    for (const talks of [true, false]) {
      const { engine, received } = await fake(
        t,
        {
          go: talks ? [{ drip: 'info depth 1', every: 50 }] : [],
          isready: { each: [[{ default: true }], [{ default: true }], []] },
        },
        { readyTimeout },
      )
      engine.search({}, { infinite: true })
      await until(() => count(received, 'go infinite') === 1)
      const outcome = settled(engine.isReady())
      if (talks) {
        await wait(readyTimeout + 500)
        assert.equal(engine.dead, false)
        await engine.quit()
      }
      assert.equal((await outcome).error?.code, 'ERR_UCI_ENGINE_DEAD')
      assert.equal(engine.dead, true)
    }
  })

  test('a restart forgets what the dead engine was asked', async t => {
    const { engine, log } = await fake(
      t,
      {
        lives: [
          { isready: { each: [[{ default: true }], [{ default: true }], []] }, go: [], stop: [{ exit: 3 }] },
          {},
        ],
      },
      { restart: 1 },
    )
    const search = engine.search({}, { infinite: true })
    await until(() => count(log, '> go infinite') === 1)
    const ready = engine.isReady()
    search.stop()
    await rejects(ready, 'ERR_UCI_ENGINE_DEAD')
    assert.equal((await settled(engine.bestMove({}, { depth: 1 }))).value?.move, 'a2a3')
  })

  test('syncPosition() and ready() of a game that thinks wait for such an engine, and do not kill it', async t => {
    const { game, transport } = await withEngine(t, { endless: true })
    const { send } = transport
    let searching = false
    transport.send = line => {
      if (line.startsWith('go')) searching = true
      if (line === 'stop') searching = false
      if (line !== 'isready' || !searching) send(line)
    }
    const hint = game.bestMove({ movetime: 60_000 })
    await until(() => searching)
    const synced = game.syncPosition()
    const ready = game.ready()
    await wait(50)
    game.engine.command('stop')
    assert.equal(typeof (await settled(hint)).value, 'string')
    for (const promise of [synced, ready]) assert.equal((await settled(promise)).error, undefined)
  })

  // --- spelling ------------------------------------------------------------------------------------

  test('Stockfish gets commands as it spells them, and none of ours waits for what it never says', async t => {
    const engine = await native()
    t.after(() => engine.quit())
    const lines = []
    engine.on('line', line => lines.push(line))
    for (const line of ['ISREADY', ' \t IsReady ', '\x01isready', 'isready\t']) engine.command(line)
    await until(() => lines.filter(line => line === 'readyok').length === 4)
    assert.equal((await settled(engine.isReady())).error, undefined)
    engine.command('  Position\tstartpos')
    engine.command('\tGO depth 2')
    await until(() => lines.some(line => line.startsWith('bestmove')))
    engine.command('GO infinite')
    assert.throws(() => engine.command('\x01go infinite'), { code: 'ERR_UCI_BUSY' })
    assert.ok((await settled(engine.bestMove({}, { depth: 1 }))).value?.move)
    engine.command('GO\tperft 2')
    await engine.isReady()
    engine.command('go PERFT 2') // which is no perft, but a search without end
    assert.throws(() => engine.command('position startpos'), { code: 'ERR_UCI_BUSY' })
    assert.ok((await settled(engine.bestMove({}, { depth: 1 }))).value?.move)
    assert.equal(lines.filter(line => line.startsWith('Unknown command')).length, 0)
    engine.command('\u00a0go infinite')
    await until(() => lines.some(line => line.startsWith('Unknown command')))
    assert.ok((await settled(engine.bestMove({}, { depth: 1 }))).value?.move)
  })

  test('what is no command goes out unchanged', async t => {
    const { engine, sent } = await plain(t)
    const lines = [' D', 'Eval  ', 'gO-on', '\u00a0go', '']
    for (const line of lines) engine.command(line)
    assert.deepEqual(sent, lines)
    sent.length = 0
    for (const line of ['SetOption name  Hash  value 5', '  debug   ON ', 'UCI'].entries())
      engine.command(line[1])
    assert.deepEqual(sent, ['setoption name  Hash  value 5', 'debug ON', 'uci'])
  })

  test('an engine far away, whose answer crosses the end of the search, is no engine that drops questions', async t => {
    let searching = false
    let onTheirWay = 0
    const { engine, sent, transport } = await plain(t, {
      go: () => {
        searching = true
        return []
      },
      isready: () => {
        if (!searching) return ['readyok']
        onTheirWay++
        return []
      },
    })
    const arrives = () => {
      onTheirWay--
      transport.onLine('readyok')
    }
    for (let round = 0; round < 2; round++) {
      const search = engine.search({}, { movetime: 60_000 })
      await until(() => searching)
      const ready = engine.isReady()
      transport.onLine('bestmove e2e4')
      await search.best
      await until(() => onTheirWay === 2, 'it is asked again')
      arrives()
      await ready
      // The answer to what was asked again is on its way, and belongs to nobody else.
      let isSet = false
      const set = engine.setOption('MultiPV', 2 + round).then(() => {
        isSet = true
      })
      arrives()
      await until(() => onTheirWay === 1, 'the question behind the option')
      await new Promise(setImmediate)
      assert.equal(isSet, false)
      arrives()
      await set
      searching = false
      sent.length = 0
    }
  })
})

test('the first answer is that of the first question', async () => {
  let sent = 0
  const readiness = new Readiness({ send: () => sent++, heard: () => 0, overdue: () => {} })
  /** @type {string[]} */
  const ready = []
  for (const name of ['first', 'second', 'third']) readiness.ask(60_000).then(() => ready.push(name))
  assert.equal(sent, 3)
  for (const names of [['first'], ['first', 'second'], ['first', 'second', 'third']]) {
    readiness.answer()
    await Promise.resolve()
    assert.deepEqual(ready, names)
  }
})
