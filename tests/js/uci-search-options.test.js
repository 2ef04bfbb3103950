// SPDX-License-Identifier: Apache-2.0
// What an engine is told for one search: options that get their old values back, analysis, pondering, and the game.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { GO } from './support/engine-checks.js'
import {
  Engine,
  fake,
  Game,
  NATIVE,
  OPTIONS,
  plain,
  rejects,
  settled,
  UCI,
  until,
} from './support/engines.js'
import { scripted, stockfish, UciGame } from './support/game-engines.js'

const ONE = { depth: 1 }
const INFINITE = { infinite: true }
const ANALYSE = 'option name UCI_AnalyseMode type check default false'
const ANALYST = [...UCI.slice(0, -1), ANALYSE, 'uciok']
/** What it was set to, without 'setoption name'. */
const settings = sent =>
  sent
    .splice(0)
    .filter(line => line.startsWith('setoption'))
    .map(line => line.slice('setoption name '.length))
const hash = size => ({ options: { Hash: size } })

// --- options ---------------------------------------------------------------------------------------

test('options of one search go out before it, and have their old values before the next', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  await engine.setOption('Threads', 2)
  sent.length = 0
  await engine.bestMove({}, ONE, {
    options: { hASH: 64, Threads: 4, Style: 'solid', 'Book File': 'a b.bin' },
  })
  assert.deepEqual(sent, [
    'setoption name Hash value 64',
    'setoption name Threads value 4',
    'setoption name Style value Solid',
    'setoption name Book File value a b.bin',
    'isready',
    'position startpos',
    'go depth 1',
  ])
  sent.length = 0
  await engine.bestMove({}, ONE, { options: { Hash: 64, Threads: 8 } })
  assert.deepEqual(settings(sent), ['Style value Normal', 'Book File value <empty>', 'Threads value 8'])
  await engine.bestMove({}, ONE)
  assert.deepEqual(settings(sent), ['Hash value 16', 'Threads value 2'])
  await engine.bestMove({}, ONE, { options: new Map([['Hash', 16]]) })
  assert.deepEqual(settings(sent), [])
})

test('setOption between: what the user sets holds', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  await engine.bestMove({}, ONE, hash(64))
  assert.deepEqual(settings(sent), ['Hash value 64'])
  await engine.setOption('Hash', 16)
  await engine.bestMove({}, ONE)
  assert.deepEqual(settings(sent), ['Hash value 16'])
  await engine.bestMove({}, ONE, hash(64))
  await engine.setOption('Hash', 64)
  await engine.bestMove({}, ONE)
  assert.deepEqual(settings(sent), ['Hash value 64'])
  await engine.bestMove({}, ONE, hash(128))
  await engine.setOption('Hash', 32)
  await engine.bestMove({}, ONE, hash(128))
  await engine.bestMove({}, ONE)
  assert.deepEqual(settings(sent), ['Hash value 128', 'Hash value 32', 'Hash value 128', 'Hash value 32'])
  // A raw command, too.
  await engine.bestMove({}, ONE, hash(64))
  engine.command('setoption  name hash value 48')
  sent.length = 0
  await engine.bestMove({}, ONE)
  assert.ok(!settings(sent).some(line => line.startsWith('Hash')))
  await engine.bestMove({}, ONE, hash(64))
  await engine.bestMove({}, ONE)
  assert.deepEqual(settings(sent), ['Hash value 64', 'Hash value 48'])
})

test('buttons are pressed for each search, and MultiPV is multipv', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  for (let i = 0; i < 2; i++) await engine.bestMove({}, ONE, { options: { 'Clear Hash': undefined } })
  assert.deepEqual(settings(sent), ['Clear Hash', 'Clear Hash'])
  const search = engine.search({}, ONE, { options: { MultiPV: 2 } })
  await search.best
  assert.deepEqual([settings(sent), search.lines], [['MultiPV value 2'], []], 'one of two lines came')
  const { lines } = await engine.bestMove({}, ONE, { multipv: 1, options: { multipv: 3 } })
  assert.deepEqual([settings(sent), lines.length], [['MultiPV value 1'], 1])
})

test('options that the engine does not take throw, and it hears nothing of them', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  for (const [options, code] of [
    [{ Hash: 0 }, 'ERR_UCI_OPTION'],
    [{ Hash: '16' }, 'ERR_UCI_OPTION'],
    [{ Threads: 2, Contempt: 5 }, 'ERR_UCI_OPTION'],
    [{ MultiPV: 0 }, 'ERR_UCI_OPTION'],
    [{ 'Book File': 'a\nquit' }, 'ERR_UCI_LINE'],
    [null, 'ERR_ARGUMENT'],
    [['Hash', 16], 'ERR_ARGUMENT'],
    ['Hash', 'ERR_ARGUMENT'],
    [new Map([[5, 16]]), 'ERR_ARGUMENT'],
  ])
    assertThrows(() => engine.search({}, ONE, { options }), code, {}, JSON.stringify(options))
  await rejects(engine.bestMove({}, ONE, hash(0)), 'ERR_UCI_OPTION')
  assertThrows(() => engine.search({}, ONE, { analysis: 1 }), 'ERR_ARGUMENT')
  assert.deepEqual(sent, [])
  await engine.bestMove({}, ONE, { options: undefined, analysis: undefined, game: undefined })
  assert.deepEqual(sent, ['isready', 'position startpos', 'go depth 1'])
})

test('each queued search has its own options; an aborted one none', async t => {
  const { engine, received } = await fake(t)
  const aborter = new AbortController()
  const asked = [
    engine.bestMove({}, ONE, { ...hash(32), queue: true }),
    engine.bestMove({}, ONE, { ...hash(64), queue: true, signal: aborter.signal }),
    engine.bestMove({}, ONE, { queue: true }),
    engine.bestMove({}, ONE, { ...hash(128), queue: true }),
  ]
  aborter.abort()
  await rejects(asked[1], 'ERR_UCI_CANCELLED')
  for (const i of [0, 2, 3]) assert.ok((await settled(asked[i])).value?.move)
  assert.deepEqual(settings(received()), ['Hash value 32', 'Hash value 16', 'Hash value 128'])
})

test('after a restart the options of the user hold, those of the search are forgotten', async t => {
  const lives = [{ go: [{ exit: 9 }] }, {}]
  const { engine, received } = await fake(t, { lives }, { restart: 1 })
  await engine.setOption('Hash', 32)
  const options = { Hash: 64, Threads: 4 }
  await rejects(engine.bestMove({}, ONE, { options }), 'ERR_UCI_ENGINE_DEAD')
  await engine.bestMove({}, ONE)
  const again = received().slice(received().lastIndexOf('uci'))
  assert.deepEqual(settings(again), ['Hash value 32'])
})

test('an engine that lacks the option after a restart rejects the search, and the next one works', async t => {
  const less = { uci: [{ wait: 100 }, 'option name Threads type spin default 1 min 1 max 8', 'uciok'] }
  const { engine } = await fake(t, { lives: [{ go: [{ exit: 9 }] }, less] }, { restart: 1 })
  await rejects(engine.bestMove({}, ONE), 'ERR_UCI_ENGINE_DEAD')
  await rejects(engine.bestMove({}, ONE, hash(64)), 'ERR_UCI_OPTION')
  assert.equal((await settled(engine.bestMove({}, ONE))).value?.move, 'a2a3')
})

// --- analysis and pondering ------------------------------------------------------------------------

test('UCI_AnalyseMode is true for infinite searches and where analysis is asked for', async t => {
  const { engine, sent } = await plain(t, { uci: ANALYST, stop: ['bestmove e2e4'] })
  const searched = async (limits, options) => {
    await settled(engine.search({}, limits, options).best)
    return settings(sent)
  }
  assert.deepEqual(await searched(ONE), [])
  assert.deepEqual(await searched(INFINITE), ['UCI_AnalyseMode value true'])
  assert.deepEqual(await searched(INFINITE), [])
  assert.deepEqual(await searched(ONE), ['UCI_AnalyseMode value false'])
  assert.deepEqual(await searched(ONE, { analysis: true }), ['UCI_AnalyseMode value true'])
  assert.deepEqual(await searched(INFINITE, { analysis: false }), ['UCI_AnalyseMode value false'])
  assert.deepEqual(await searched(INFINITE, { options: { UCI_AnalyseMode: false } }), [])
  await engine.setOption('uci_analysemode', false)
  assert.deepEqual(await searched(INFINITE), [], 'the user has set it')
  await engine.setOption('UCI_AnalyseMode', true)
  assert.deepEqual(await searched(INFINITE), ['UCI_AnalyseMode value true'])
  assert.deepEqual(await searched(ONE), [])
})

test('UCI_AnalyseMode: a raw setoption counts as set, and odd options are left alone', async t => {
  for (const option of ['string default x', 'check default true', 'button']) {
    const uci = [...UCI.slice(0, -1), `option name UCI_AnalyseMode type ${option}`, 'uciok']
    const { engine, sent } = await plain(t, { uci })
    await engine.search({}, INFINITE).best
    assert.deepEqual(settings(sent), [], option)
  }
  const { engine, sent } = await plain(t, { uci: ANALYST })
  engine.command('setoption name UCI_AnalyseMode value false')
  sent.length = 0
  await engine.search({}, INFINITE).best
  assert.ok(!settings(sent).some(line => /Analyse/.test(line)))
})

test('Ponder follows the option ponder, unless the user has set it', async t => {
  for (const [usual, expected] of [
    [false, [[], ['Ponder value true'], [], ['Ponder value false'], []]],
    [true, [['Ponder value false'], ['Ponder value true'], [], ['Ponder value false'], []]],
  ]) {
    const uci = UCI.map(line =>
      /name Ponder/.test(line) ? `option name Ponder type check default ${usual}` : line,
    )
    const { engine, sent } = await plain(t, { uci })
    for (const [i, ponder] of [false, true, true, undefined, false].entries()) {
      await settled(engine.search({}, ONE, { ponder }).best)
      assert.deepEqual(settings(sent), expected[i], `${usual}: ${i}`)
    }
    await engine.setOption('Ponder', true)
    sent.length = 0
    for (const ponder of [false, true]) await settled(engine.search({}, ONE, { ponder }).best)
    assert.ok(!settings(sent).includes('Ponder value false'))
    assert.equal(engine.options.get('Ponder').value, true)
  }
  assert.ok(OPTIONS.some(line => /name Ponder/.test(line)))
})

// --- games -----------------------------------------------------------------------------------------

test('game: another one is announced before the search, the same one is not', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const news = async game => {
    await engine.bestMove({}, ONE, { game })
    return sent.splice(0)
  }
  const search = ['isready', 'position startpos', 'go depth 1']
  const announced = ['ucinewgame', ...search]
  const one = new Game()
  for (const [game, expected] of [
    [undefined, search],
    [one, announced],
    [one, search],
    [undefined, search],
    [one, search],
    ['a', announced],
    ['a', search],
    [null, announced],
    [Number.NaN, announced],
    [Number.NaN, search],
    [one, announced],
  ])
    assert.deepEqual(await news(game), expected, String(game))
  one.stop()
  assert.deepEqual(await news(one), search, 'anything identifies a game')
  await engine.bestMove(new Game({ variant: 'chess960' }), ONE, { game: 960 })
  assert.deepEqual(sent.splice(0, 3), ['ucinewgame', 'setoption name UCI_Chess960 value true', 'isready'])
})

test('game: a search that never starts announces none, another variant is one announcement', async t => {
  const variants = 'option name UCI_Variant type combo default chess var chess var crazyhouse'
  const { engine, sent } = await plain(t, { uci: [variants, 'uciok'], go: ['bestmove a1a1'] })
  engine.on('error', () => {})
  await rejects(engine.bestMove({}, ONE, { game: 1, signal: AbortSignal.abort() }), 'ERR_UCI_CANCELLED')
  await settled(engine.bestMove({ variant: 'crazyhouse' }, ONE, { game: 1 }))
  assert.deepEqual(sent.slice(0, 3), ['setoption name UCI_Variant value crazyhouse', 'ucinewgame', 'isready'])
  sent.length = 0
  await settled(engine.bestMove({ variant: 'crazyhouse' }, ONE, { game: 1 }))
  assert.ok(!sent.includes('ucinewgame'))
})

test('game: after a restart the engine knows that a game has begun', async t => {
  const lives = [{ go: [{ exit: 9 }] }, {}]
  const { engine, received } = await fake(t, { lives }, { restart: 1 })
  await rejects(engine.bestMove({}, ONE, { game: 'a' }), 'ERR_UCI_ENGINE_DEAD')
  for (const game of ['a', 'a', 'b']) await engine.bestMove({}, ONE, { game, queue: true })
  const again = received().slice(received().lastIndexOf('uci'))
  assert.deepEqual(
    again.filter(line => line === 'ucinewgame' || GO.test(line)),
    ['ucinewgame', 'go depth 1', 'go depth 1', 'ucinewgame', 'go depth 1'],
  )
})

test('games that share an engine are announced whenever the other one had it', async t => {
  const transport = scripted()
  const engine = await Engine.start(transport)
  t.after(() => engine.quit())
  const [one, two] = [await UciGame.create({ engine }), await UciGame.create({ engine })]
  transport.news()
  const announced = async game => {
    await settled(game.play(ONE))
    return transport.news().includes('ucinewgame')
  }
  assert.deepEqual(
    [
      await announced(one),
      await announced(one),
      await announced(two),
      await announced(two),
      await announced(one),
    ],
    [true, false, true, false, true],
  )
  one.stop()
  two.stop()
})

// --- Stockfish -------------------------------------------------------------------------------------

test('Stockfish searches with options of its own, and with the old ones again', {
  skip: !NATIVE,
}, async t => {
  const { transport, sent } = stockfish(t)
  const engine = await Engine.start(transport)
  t.after(() => engine.quit())
  const shown = async options => {
    const { info } = await engine.bestMove({}, { depth: 6 }, { queue: true, options })
    return info.score.wdl !== undefined
  }
  assert.deepEqual(
    await Promise.all([shown(), shown({ UCI_ShowWDL: true }), shown(), shown({ UCI_ShowWDL: true })]),
    [false, true, false, true],
  )
  sent.length = 0
  const search = engine.search({}, INFINITE)
  await until(() => search.lines.length > 0)
  await search.stop()
  await engine.bestMove({}, ONE)
  const analyses = engine.options.has('UCI_AnalyseMode')
  assert.deepEqual(
    settings(sent).filter(line => /Analyse/.test(line)),
    analyses ? ['UCI_AnalyseMode value true', 'UCI_AnalyseMode value false'] : [],
  )
})
