// SPDX-License-Identifier: Apache-2.0
// Options of engines, and the other things that are done between searches: new games, isready, raw commands.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { ENDLESS, GO, GOOD } from './support/engine-checks.js'
import { fake, Game, OPTIONS, plain, rejects, settled, UCI, until } from './support/engines.js'

const sets = sent => sent.filter(line => line.startsWith('setoption'))

test('options are discovered with their types and ranges', async t => {
  const { engine } = await plain(t, {
    uci: [
      ...UCI.slice(0, -1),
      'option name Skill Level type spin default 20 min -5 max 20',
      'option name Debug Log File type string default ',
      'option name EvalFile type string default nn-6877cd24400e.nnue',
      'option name UCI_Opponent type string',
      '  option \t name  Two   Blanks  type check default true',
      'uciok',
    ],
  })
  const facts = name => {
    const { name: own, type, default: value, min, max, vars } = engine.options.get(name)
    return Object.fromEntries(
      Object.entries({ own, type, value, min, max, vars }).filter(([, fact]) => fact !== undefined),
    )
  }
  assert.deepEqual(facts('Hash'), { own: 'Hash', type: 'spin', value: 16, min: 1, max: 1024 })
  assert.deepEqual(facts('Skill Level'), { own: 'Skill Level', type: 'spin', value: 20, min: -5, max: 20 })
  assert.deepEqual(facts('Clear Hash'), { own: 'Clear Hash', type: 'button' })
  assert.deepEqual(facts('Ponder'), { own: 'Ponder', type: 'check', value: false })
  assert.deepEqual(facts('Style'), {
    own: 'Style',
    type: 'combo',
    value: 'Normal',
    vars: ['Solid', 'Normal', 'Very Risky'],
  })
  assert.deepEqual(facts('Book File'), { own: 'Book File', type: 'string', value: '' })
  assert.deepEqual(facts('Debug Log File').type, 'string')
  assert.equal(facts('EvalFile').value, 'nn-6877cd24400e.nnue')
  assert.equal(facts('UCI_Opponent').type, 'string')
  const blanks = [...engine.options.keys()].find(name => name.startsWith('Two'))
  assert.deepEqual(facts(blanks), { own: blanks, type: 'check', value: true })
  assert.match(blanks, /^Two +Blanks$/)
  assert.equal(engine.options.size, OPTIONS.length + 5)
})

test('setOption sends what an engine understands, then waits until it is ready', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  for (const [name, value, line] of [
    ['Hash', 64, 'setoption name Hash value 64'],
    ['Hash', 1, 'setoption name Hash value 1'],
    ['Hash', 1024, 'setoption name Hash value 1024'],
    ['Ponder', true, 'setoption name Ponder value true'],
    ['Ponder', false, 'setoption name Ponder value false'],
    ['Style', 'Very Risky', 'setoption name Style value Very Risky'],
    ['Book File', '/books/my book.bin', 'setoption name Book File value /books/my book.bin'],
    ['Book File', '', 'setoption name Book File value <empty>'],
    ['Clear Hash', undefined, 'setoption name Clear Hash'],
  ]) {
    sent.length = 0
    await settled(engine.setOption(name, value))
    assert.deepEqual(sent, [line, 'isready'])
  }
  assert.equal(engine.options.get('Hash').value, 1024)
  assert.equal(engine.options.get('Ponder').value, false)
  assert.equal(engine.options.get('Style').value, 'Very Risky')
  assert.equal(engine.options.get('Hash').default, 16)
})

test('names fold case and blanks; the engine gets its own spelling', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  await engine.setOption('hASH', 32)
  await engine.setOption('  CLEAR \t  hash ')
  await engine.setOption('book  FILE', 'x.bin')
  await engine.setOption('uci_chess960', true)
  assert.deepEqual(sets(sent), [
    'setoption name Hash value 32',
    'setoption name Clear Hash',
    'setoption name Book File value x.bin',
    'setoption name UCI_Chess960 value true',
  ])
})

test('only changes are sent', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  await engine.setOption('Hash', 16)
  await engine.setOption('Ponder', false)
  await engine.setOption('Style', 'Normal')
  await engine.setOption('Book File', '')
  await engine.setOptions({})
  assert.deepEqual(sent, [], 'the defaults')
  await engine.setOption('Hash', 32)
  await engine.setOption('hash', 32)
  await engine.setOptions({ Hash: 32, Threads: 1 })
  await engine.setOption('Hash', 16)
  await engine.bestMove({}, { depth: 1 })
  assert.deepEqual(sets(sent), ['setoption name Hash value 32', 'setoption name Hash value 16'])
  await engine.setOption('Clear Hash')
  await engine.setOption('Clear Hash')
  assert.equal(sets(sent).length, 4, 'buttons are pressed each time')
})

test('what an option does not take is refused, and the engine hears nothing of it', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const bad = [
    ['Hash', 0],
    ['Hash', 1025],
    ['Hash', 1.5],
    ['Hash', Number.NaN],
    ['Hash', Number.POSITIVE_INFINITY],
    ['Hash', 'abc'],
    ['Hash', ''],
    ['Hash', true],
    ['Hash', null],
    ['Hash', undefined],
    ['Hash', {}],
    ['Hash', '16\nquit'],
    ['Ponder', 'maybe'],
    ['Ponder', 1],
    ['Ponder', undefined],
    ['Style', 'Wild'],
    ['Style', 5],
    ['Style', ''],
    ['Style', 'Normal\nquit'],
    ['Book File', 5],
    ['Book File', {}],
    ['Clear Hash', 'now'],
    ['Clear Hash', 1],
    ['Contempt', 5],
    ['', 5],
    ['Hash value 5', 16],
    ['name Hash', 16],
  ]
  for (const [name, value] of bad) {
    const error = await rejects(engine.setOption(name, value), 'ERR_UCI_OPTION', `${name} = ${String(value)}`)
    assert.ok(error.message.length > 20)
  }
  for (const text of ['a\nquit', 'a\rquit', 'a\0b']) {
    const { error } = await settled(engine.setOption('Book File', text))
    assert.match(String(error?.code), /^ERR_UCI_(OPTION|LINE)$/, JSON.stringify(text))
  }
  for (const name of [undefined, null, 5, {}, Symbol('Hash')])
    assert.match(
      String((await settled(engine.setOption(name, 16))).error?.code),
      /^ERR_(ARGUMENT|UCI_OPTION)$/,
    )
  const range = await rejects(engine.setOption('Hash', 5000), 'ERR_UCI_OPTION')
  assert.match(range.message, /Hash/)
  assert.match(range.message, /1024/, 'it says what the range is')
  assert.match((await rejects(engine.setOption('Style', 'Wild'), 'ERR_UCI_OPTION')).message, /Solid/)
  assert.deepEqual(sent, [])
  assert.equal(engine.options.get('Hash').value, 16)
  assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'e2e4')
})

test('setOptions: all or none, in order, one wait', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  await rejects(engine.setOptions({ Hash: 32, Threads: 0, Ponder: true }), 'ERR_UCI_OPTION')
  await rejects(engine.setOptions({ Hash: 32, Contempt: 1 }), 'ERR_UCI_OPTION')
  for (const bad of [null, undefined, 5, 'Hash'])
    assert.equal((await settled(engine.setOptions(bad))).error?.code, 'ERR_ARGUMENT', String(bad))
  assert.deepEqual(sent, [])
  await engine.setOptions({ Threads: 2, hash: 32, 'Clear Hash': undefined })
  assert.deepEqual(sent, [
    'setoption name Threads value 2',
    'setoption name Hash value 32',
    'setoption name Clear Hash',
    'isready',
  ])
})

test('many at once: one after the other, the last value stays', async t => {
  const { engine, received } = await fake(t)
  const all = [4, 5, 6, 7, 8].map(threads => engine.setOption('Threads', threads))
  all.push(engine.newGame(), engine.isReady(), engine.setOption('Hash', 99))
  for (const { error } of await Promise.all(all.map(promise => settled(promise))))
    assert.equal(error, undefined)
  assert.equal(engine.options.get('Threads').value, 8)
  const lines = received().filter(line => /^(setoption|ucinewgame)/.test(line))
  assert.equal(lines.at(-1), 'setoption name Hash value 99')
  assert.equal(lines.at(-2), 'ucinewgame')
  assert.equal(lines.at(-3), 'setoption name Threads value 8')
})

test('setOption and newGame during a search stop it; its move counts', async t => {
  for (const [ask, line] of [
    [engine => engine.setOption('Hash', 32), 'setoption name Hash value 32'],
    [engine => engine.setOptions({ Hash: 32 }), 'setoption name Hash value 32'],
    [engine => engine.newGame(), 'ucinewgame'],
  ]) {
    const { engine, received, log } = await fake(t, { stop: [{ wait: 60 }, { default: true }] })
    const search = engine.search({}, { infinite: true })
    await until(() => received().some(said => GO.test(said)))
    const done = settled(ask(engine))
    const { value } = await settled(search.best)
    assert.ok(new Game().isLegal(value?.move), line)
    assert.equal((await done).error, undefined)
    const lines = log()
    assert.ok(
      lines.findIndex(entry => entry.startsWith('< bestmove')) < lines.indexOf(`> ${line}`),
      lines.join('\n'),
    )
    assert.equal(received().filter(said => said === 'stop').length, 1)
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'a2a3')
  }
})

test('options that change nothing leave a search alone, or end it with its move', async t => {
  const { engine } = await fake(t)
  const search = engine.search({}, { infinite: true })
  await settled(engine.setOption('Hash', 16))
  await settled(search.stop())
  assert.ok(new Game().isLegal((await search.best).move))
})

test('isReady during a search is sent at once and stops nothing', async t => {
  const { engine, received, log } = await fake(t)
  const search = engine.search({}, { infinite: true })
  await until(() => received().some(line => GO.test(line)))
  await settled(Promise.all([engine.isReady(), engine.isReady()]))
  assert.ok(!received().includes('stop'))
  assert.ok(!log().some(line => line.startsWith('< bestmove')))
  assert.equal(received().at(-1), 'isready')
  await settled(search.stop())
  assert.ok((await search.best).move)
})

test('isReady right after search() stops nothing either', async t => {
  const { engine, received, log } = await fake(t)
  const search = engine.search({}, { infinite: true })
  await settled(engine.isReady())
  await until(() => received().some(line => GO.test(line)))
  await settled(engine.isReady())
  assert.ok(!received().includes('stop'), received().join('\n'))
  assert.ok(!log().some(line => line.startsWith('< bestmove')))
  await settled(search.stop())
  assert.ok((await search.best).move)
})

test('isReady while a search is being stopped for another', async t => {
  const { engine } = await fake(t, { stop: [{ wait: 60 }, { default: true }] })
  const first = engine.search({}, { infinite: true })
  const second = engine.search({ moves: ['e2e4'] }, { infinite: true })
  const ready = await settled(engine.isReady())
  assert.equal(ready.error, undefined)
  await rejects(first.best, 'ERR_UCI_CANCELLED')
  await settled(second.stop())
  assert.equal((await second.best).move, 'a7a6')
})

test('newGame sends ucinewgame and waits', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  await settled(engine.newGame())
  assert.deepEqual(sent, ['ucinewgame', 'isready'])
})

// --- raw commands ----------------------------------------------------------------------------------

test('command() sends a line as it is', async t => {
  const { engine, sent } = await plain(t, { uci: UCI, d: ['+---+', 'Fen: x'], eval: ['1.0'] })
  const lines = []
  engine.on('line', line => lines.push(line))
  for (const line of ['d', 'eval', 'debug on', '  two  blanks ', '']) engine.command(line)
  assert.deepEqual(sent, ['d', 'eval', 'debug on', '  two  blanks ', ''])
  assert.deepEqual(lines, ['+---+', 'Fen: x', '1.0'])
})

test('command() refuses what is no line', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  for (const line of ['d\nquit', 'd\rquit', 'd\0', '\n', 'quit\n'])
    assertThrows(() => engine.command(line), 'ERR_UCI_LINE', {}, JSON.stringify(line))
  for (const line of [undefined, null, 5, {}, ['d']])
    assertThrows(() => engine.command(line), 'ERR_ARGUMENT', {}, String(line))
  assert.deepEqual(sent, [])
})

test('command() refuses what would upset a search', async t => {
  const { engine, sent } = await plain(t, ENDLESS)
  const search = engine.search({}, { infinite: true })
  await until(() => sent.some(line => GO.test(line)))
  const before = sent.length
  for (const line of [
    'go depth 1',
    'GO depth 1'.toLowerCase(),
    '  go infinite',
    '\tgo',
    'position startpos',
    'setoption name Hash value 1',
    'ucinewgame',
    'ponderhit',
  ]) {
    assertThrows(() => engine.command(line), 'ERR_UCI_BUSY', {}, JSON.stringify(line))
  }
  assert.equal(sent.length, before)
  engine.command('debug on')
  assert.equal(sent.at(-1), 'debug on')
  await settled(search.stop())
  assert.equal((await search.best).move, 'e2e4')
  engine.command('setoption name Hash value 1')
})

test('a search by command() is stopped before the next thing', async t => {
  for (const ask of [
    engine => engine.bestMove({ moves: ['e2e4'] }, { depth: 1 }),
    engine => engine.newGame(),
    engine => engine.setOption('Hash', 32),
  ]) {
    const { engine, received, log } = await fake(t, {}, {}, { lawful: false })
    engine.command('position startpos')
    engine.command('go infinite')
    const { value, error } = await settled(ask(engine))
    assert.equal(error, undefined, `${ask}: ${error?.stack}\n${log().join('\n')}`)
    if (value) assert.equal(value.move, 'a7a6')
    const lines = received().slice(received().indexOf('go infinite') + 1)
    assert.equal(lines[0], 'stop', lines.join('\n'))
  }
})

test('a search by command() that is over already needs no stop', async t => {
  const { engine, received } = await fake(t, {}, {}, { lawful: false })
  const over = new Promise(resolve => engine.on('line', line => line.startsWith('bestmove') && resolve()))
  engine.command('position startpos')
  engine.command('go depth 1')
  await settled(over)
  assert.equal((await engine.bestMove({ moves: ['e2e4'] }, { depth: 1 })).move, 'a7a6')
  assert.ok(!received().includes('stop'))
})

test('a raw stop ends a search with its move', async t => {
  const { engine, received } = await fake(t)
  const search = engine.search({}, { infinite: true })
  await until(() => received().some(line => GO.test(line)))
  engine.command('stop')
  assert.equal((await settled(search.best)).value?.move, 'a2a3')
  await settled(search.stop())
})

test('after a raw setoption nothing is taken for known', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  engine.command('setoption name Hash value 64')
  await engine.setOption('Hash', 16)
  assert.deepEqual(sets(sent), ['setoption name Hash value 64', 'setoption name Hash value 16'])
})

test('a raw isready does not answer for ours', async t => {
  const { engine } = await fake(t, { isready: { each: [GOOD, GOOD, [{ wait: 300 }, 'readyok']] } })
  engine.command('isready')
  const begin = performance.now()
  await settled(engine.isReady())
  assert.ok(performance.now() - begin >= 295)
  assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'a2a3')
})

test('a raw quit ends the engine', async t => {
  const { engine, gone } = await fake(t)
  const exit = new Promise(resolve => engine.on('exit', resolve))
  engine.command('quit')
  const { value: error } = await settled(exit)
  assert.equal(error.code, 'ERR_UCI_ENGINE_DEAD')
  assert.equal(error.exitCode, 0)
  assert.equal(engine.dead, true)
  await gone()
})

test("the user's MultiPV and Chess960 settings hold where a search does not say otherwise", async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  await engine.setOption('MultiPV', 3)
  sent.length = 0
  await engine.bestMove({}, { depth: 1 })
  assert.deepEqual(sets(sent), [])
  await engine.bestMove({}, { depth: 1 }, { multipv: 2 })
  await engine.bestMove({}, { depth: 1 })
  assert.deepEqual(sets(sent), ['setoption name MultiPV value 2', 'setoption name MultiPV value 3'])
  sent.length = 0
  await engine.setOption('UCI_Chess960', true)
  await engine.bestMove({ variant: 'standard' }, { depth: 1 })
  assert.equal(
    sets(sent).at(-1),
    'setoption name UCI_Chess960 value false',
    'the position says what is played',
  )
})

test('options that come after uciok are taken: new ones, and new kinds of old ones', async t => {
  const line = variants =>
    `option name UCI_Variant type combo default chess ${variants.map(name => `var ${name}`).join(' ')}`
  const { engine, transport } = await plain(t, {
    uci: [...UCI.slice(0, -1), line(['chess']), 'option name VariantPath type string default', 'uciok'],
    setoption(text) {
      if (text.includes('VariantPath')) {
        transport.onLine(line(['chess', 'atomic']))
        transport.onLine('option name Contempt type spin default 0 min -100 max 100')
      }
      if (text.includes('Hash')) transport.onLine('option name hash type spin default 16 min 1 max 4096')
    },
  })
  const { options } = engine
  await rejects(engine.bestMove(new Game({ variant: 'atomic' })), 'ERR_UCI_VARIANT')
  await engine.setOption('VariantPath', 'more.ini')
  assert.deepEqual(options.get('UCI_Variant').vars, ['chess', 'atomic'])
  await engine.setOption('Contempt', 20)
  assert.equal(options.get('Contempt').value, 20)
  assert.equal((await engine.bestMove(new Game({ variant: 'atomic' }))).move.length, 4)
  assert.ok(transport.sent.includes('setoption name UCI_Variant value atomic'))
  await engine.setOption('Hash', 64)
  assert.deepEqual(
    [options.has('Hash'), options.get('hash').value, options.get('hash').max],
    [false, 64, 4096],
  )
  const before = sets(transport.sent).length
  await engine.setOption('Hash', 64)
  assert.equal(sets(transport.sent).length, before, 'what was set is still set')
})

test('an engine that wants to be registered is told: later, once', async t => {
  for (const [uci, expected] of [
    [[...UCI, 'registration checking', 'registration error', 'registration error'], ['register later']],
    [['registration error', ...UCI], ['register later']],
    [[...UCI, 'registration ok'], []],
  ]) {
    const heard = []
    const { engine, transport } = await plain(t, { uci, register: line => void heard.push(line) })
    await engine.isReady()
    assert.deepEqual(heard, expected)
    transport.onLine('registration error')
    await engine.isReady()
    assert.deepEqual(heard, ['register later'])
  }
})
