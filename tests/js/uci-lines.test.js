// SPDX-License-Identifier: Apache-2.0
// The lines of a search: the newest complete depth as one picture, whatever order the engine reports in; and in SAN.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GO } from './support/engine-checks.js'
import { collect, Game, NATIVE, native, plain, settled, UCI, until } from './support/engines.js'
import { MATED } from './support/games.js'

/** 'depth rank move' → an info; a bound may follow. */
const line = text => {
  const [depth, rank, move, bound = ''] = text.split(' ')
  const place = rank === '-' ? '' : `multipv ${rank} `
  return `info depth ${depth} ${place}score cp ${100 - depth} ${bound} pv ${move}`
}
const shown = lines => lines.map(({ depth, pv }) => `${depth} ${pv[0]}`)

/** What an engine's script makes of search.lines, after each info and at the end. */
async function linesOf(t, infos, { multipv = 2, position = {}, ...options } = {}) {
  const { engine, transport } = await plain(t, { uci: UCI, go: [] })
  const search = engine.search(position, { infinite: true }, { multipv, ...options })
  assert.deepEqual(search.lines, [])
  await until(() => transport.sent.some(sent => GO.test(sent)))
  const steps = infos.map(info => {
    transport.onLine(info)
    return shown(search.lines)
  })
  transport.onLine(`bestmove ${infos.at(-1).split(' ').at(-1)}`)
  const { lines } = await search.best
  assert.deepEqual(shown(lines), shown(search.lines))
  return { steps, lines, search }
}

for (const [name, given, expected] of [
  [
    'a depth counts once all of its lines have come',
    ['1 1 e2e4', '1 2 d2d4', '2 1 d2d4', '2 2 e2e4'],
    [[], ['1 e2e4', '1 d2d4'], ['1 e2e4', '1 d2d4'], ['2 d2d4', '2 e2e4']],
  ],
  ['in any order', ['1 2 d2d4', '1 1 e2e4'], [[], ['1 e2e4', '1 d2d4']]],
  [
    'bounds do not count',
    ['3 1 e2e4 lowerbound', '3 2 d2d4', '3 1 e2e4 upperbound', '3 1 c2c4'],
    [[], [], [], ['3 c2c4', '3 d2d4']],
  ],
  [
    'Stockfish, stopped within a depth, ranks those of the depth before anew',
    ['5 1 e2e4', '5 2 d2d4', '6 1 d2d4', '5 2 e2e4'],
    [[], ['5 e2e4', '5 d2d4'], ['5 e2e4', '5 d2d4'], ['5 e2e4', '5 d2d4']],
  ],
  [
    'depths that overlap',
    ['5 1 e2e4', '6 1 d2d4', '5 2 d2d4', '6 2 e2e4', '5 1 c2c4', '5 2 e2e4'],
    [[], [], ['5 e2e4', '5 d2d4'], ['6 d2d4', '6 e2e4'], ['6 d2d4', '6 e2e4'], ['6 d2d4', '6 e2e4']],
  ],
  [
    'a depth reported again is a picture once it is whole',
    ['5 1 e2e4', '5 2 d2d4', '5 1 d2d4', '5 2 e2e4'],
    [[], ['5 e2e4', '5 d2d4'], ['5 e2e4', '5 d2d4'], ['5 d2d4', '5 e2e4']],
  ],
  ['one move does not stand twice', ['5 1 e2e4', '5 2 e2e4', '5 2 d2d4'], [[], [], ['5 e2e4', '5 d2d4']]],
  [
    'ranks beyond, and lines with no legal move',
    ['5 3 c2c4', '5 1 e2e5', '5 1 e2e4', '5 2 d2d4'],
    [[], [], [], ['5 e2e4', '5 d2d4']],
  ],
])
  test(`lines: ${name}`, async t => {
    assert.deepEqual((await linesOf(t, given.map(line))).steps, expected)
  })

for (const [name, given, move, expected] of [
  [
    'the newest of each rank, as Stockfish prints them when it is stopped',
    ['12 1 e2e4', '12 2 d2d4', '13 1 d2d4', '12 2 e2e4'],
    'd2d4',
    ['13 d2d4', '12 e2e4'],
  ],
  ['the newest, where they are a depth', ['12 1 e2e4', '12 2 d2d4'], 'e2e4', ['12 e2e4', '12 d2d4']],
  [
    'the last whole depth, where the newest lines begin with one move',
    ['12 1 e2e4', '12 2 d2d4', '13 1 d2d4'],
    'e2e4',
    ['12 e2e4', '12 d2d4'],
  ],
  [
    'the last whole depth, where the newest are two depths apart',
    ['12 1 e2e4', '12 2 d2d4', '14 1 c2c4'],
    'e2e4',
    ['12 e2e4', '12 d2d4'],
  ],
  [
    'the last whole depth, where a newest one is a bound',
    ['12 1 e2e4', '12 2 d2d4', '13 1 e2e4 upperbound'],
    'e2e4',
    ['12 e2e4', '12 d2d4'],
  ],
  [
    'bounds, where nothing else begins with the move',
    ['12 1 e2e4', '12 2 d2d4', '13 1 c2c4 lowerbound'],
    'c2c4',
    ['13 c2c4', '12 d2d4'],
  ],
  [
    'the last whole depth, where nothing begins with the move',
    ['12 1 e2e4', '12 2 d2d4', '13 1 d2d4', '12 2 e2e4'],
    'c2c4',
    ['12 e2e4', '12 d2d4'],
  ],
  ['none without a whole list', ['12 1 e2e4'], 'e2e4', []],
  ['a rank 0 is none', ['12 0 d2d4', '12 1 e2e4', '12 2 d2d4'], 'e2e4', ['12 e2e4', '12 d2d4']],
])
  test(`lines at the end: ${name}`, async t => {
    const { engine, transport } = await plain(t, { uci: UCI, go: [] })
    const search = engine.search({}, { infinite: true }, { multipv: 2 })
    await until(() => transport.sent.some(sent => GO.test(sent)))
    for (const info of given) transport.onLine(line(info))
    transport.onLine(`bestmove ${move}`)
    assert.deepEqual(shown((await search.best).lines), expected)
    assert.deepEqual(shown(search.lines), expected)
  })

test('lines: engines omit multipv, depth, or pv', async t => {
  const one = { multipv: 1 }
  assert.deepEqual((await linesOf(t, ['4 - e2e4', '5 - d2d4'].map(line), one)).steps, [
    ['4 e2e4'],
    ['5 d2d4'],
  ])
  const { steps } = await linesOf(
    t,
    [
      'info score cp 5 pv e2e4',
      'info depth 0 score mate 3 pv d2d4',
      'info depth 3 score cp 1',
      'info pv e2e4',
    ],
    one,
  )
  assert.deepEqual(steps, [['undefined e2e4'], ['0 d2d4'], ['0 d2d4'], ['0 d2d4']])
})

/** 'depth rank word …' → an info with a score, or a pv where the word is a move. */
const part = text => {
  const [depth, rank, word] = text.split(' ')
  const place = rank === '-' ? '' : ` multipv ${rank}`
  return `info depth ${depth}${place} ${/\d$/.test(word) ? `pv ${word}` : `score cp 7 ${word === '=' ? '' : word}`}`
}

for (const [name, multipv, given, expected] of [
  ['the score first', 1, ['5 - =', '5 - e2e4'], ['5 e2e4']],
  ['the pv first', 1, ['5 - e2e4', '5 - =', 'info currmove e2e4'], ['5 e2e4']],
  ['with other infos between', 1, ['5 - =', '6 2 d2d4', 'info nodes 5', '5 1 e2e4'], ['5 e2e4']],
  ['of several ranks', 2, ['5 1 =', '5 2 =', '5 2 d2d4', '5 1 e2e4'], ['5 e2e4', '5 d2d4']],
  ['again at the next depth', 1, ['5 - =', '5 - d2d4', '6 - =', '6 - e2e4'], ['6 e2e4']],
  ['not of two depths', 1, ['5 - =', '6 - e2e4'], []],
  ['not of two ranks', 2, ['5 1 =', '5 2 e2e4', '5 1 e2e4'], []],
  ['not a score with a second pv', 1, ['5 - =', '5 - e2e4', '5 - d2d4'], ['5 e2e4']],
  ['a bound, and then the score', 1, ['5 - lowerbound', '5 - d2d4', '5 - =', '5 - e2e4'], ['5 e2e4']],
])
  test(`lines in parts: ${name}`, async t => {
    const infos = given.map(text => (text.startsWith('info') ? text : part(text)))
    const { lines } = await linesOf(t, infos, { multipv })
    assert.deepEqual(shown(lines), expected)
    for (const { score, san, pv } of lines) {
      assert.deepEqual([score.value, score.bound, san.length], [7, undefined, pv.length])
    }
  })

test('info of a best line in parts has its score, pv and SAN; infos are as the engine wrote them', async t => {
  const go = ['info depth 5 nodes 9 score cp 3', 'info depth 5 time 4 pv e2e4 e7e5', 'bestmove e2e4']
  const { engine } = await plain(t, { uci: UCI, go })
  const search = engine.search({}, { depth: 5 })
  const infos = await collect(search)
  const { depth, nodes, time, score, san } = search.info
  assert.deepEqual([depth, nodes, time, score.value, san], [5, 9, 4, 3, ['e4', 'e5']])
  assert.deepEqual(
    infos.map(info => Object.keys(info)),
    [
      ['depth', 'nodes', 'score'],
      ['depth', 'time', 'pv'],
    ],
  )
})

test('lines: no more than there are legal moves, or searchMoves', async t => {
  const fen = '7k/8/8/8/8/8/6q1/K7 w - - 0 1'
  assert.equal(new Game({ fen }).legalMoves('count'), 1)
  const { steps } = await linesOf(t, ['2 1 a1b1'].map(line), { multipv: 5, position: { fen } })
  assert.deepEqual(steps, [['2 a1b1']])
  const chosen = { multipv: 5, searchMoves: ['e4', 'd4', 'e2e4'] }
  assert.deepEqual((await linesOf(t, ['1 1 a2a3', '1 1 d2d4', '1 2 e2e4'].map(line), chosen)).steps, [
    [],
    [],
    ['1 d2d4', '1 e2e4'],
  ])
  // A draw by rule can be searched.
  const drawn = new Game({ fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1' })
  assert.equal(drawn.status.over, true)
  assert.deepEqual((await linesOf(t, ['1 1 e1d1'].map(line), { multipv: 1, position: drawn })).steps, [
    ['1 e1d1'],
  ])
})

test('lines: the number is that of the option MultiPV where the search does not say', async t => {
  const { engine, transport } = await plain(t, {
    uci: UCI,
    go: [line('1 1 e2e4'), line('1 2 d2d4'), line('2 1 d2d4'), 'bestmove e2e4'],
  })
  const found = async options => shown((await engine.bestMove({}, { depth: 2 }, options)).lines)
  assert.deepEqual(await found(), ['2 d2d4'])
  await engine.setOption('MultiPV', 2)
  assert.deepEqual(await found(), ['1 e2e4', '1 d2d4'])
  assert.deepEqual(await found({ multipv: 1 }), ['2 d2d4'])
  assert.deepEqual(await found({ multipv: 3 }), [])
  transport.onLine(line('9 1 e2e4'))
  const single = await plain(t, { uci: ['uciok'], go: [line('3 - e2e4'), 'bestmove e2e4'] })
  assert.deepEqual(shown((await single.engine.bestMove({}, { depth: 3 })).lines), ['3 e2e4'])
})

test('lines: none at mate, and before the engine has said any', async t => {
  const { engine } = await plain(t, { uci: UCI, go: ['bestmove e2e4'] })
  assert.deepEqual((await engine.bestMove({ fen: MATED }, { depth: 1 }, { multipv: 3 })).lines, [])
  assert.deepEqual(await engine.search({}, { depth: 1 }).best, { move: 'e2e4', ponder: null, lines: [] })
})

test('lines: an engine that mixes depths without end keeps few of them', async t => {
  const infos = Array.from({ length: 5000 }, (_, i) => line(`${i + 1} 1 e2e4`))
  const { lines } = await linesOf(t, [...infos, line('5000 2 d2d4')])
  assert.deepEqual(shown(lines), ['5000 e2e4', '5000 d2d4'])
})

test('lines: what a caller does to the array stays with the caller', async t => {
  const { search } = await linesOf(t, ['1 1 e2e4', '1 2 d2d4'].map(line))
  search.lines.reverse().length = 1
  assert.deepEqual(shown(search.lines), ['1 e2e4', '1 d2d4'])
})

// --- SAN -------------------------------------------------------------------------------------------

test('info.san is the line in SAN, also after the search, and appears in no copy', async t => {
  const { engine } = await plain(t, {
    uci: UCI,
    go: [
      'info depth 1 score cp 1 pv e7e5 g1f3',
      'info depth 1 nodes 5',
      'info depth 2 pv e2e4',
      'bestmove e7e5',
    ],
  })
  const game = new Game()
  game.sanMove('e4')
  const search = engine.search(game, { depth: 1 })
  game.stop()
  const infos = await collect(search)
  await search.best
  await engine.quit()
  assert.deepEqual(
    infos.map(({ san }) => san),
    [['e5', 'Nf3'], [], []],
  )
  assert.deepEqual(search.lines[0].san, ['e5', 'Nf3'])
  assert.equal(search.lines[0].san, infos[0].san, 'written once')
  assert.deepEqual(Object.keys(infos[1]), ['depth', 'nodes'])
  assert.equal('san' in { ...infos[0] }, false)
})

test('info.san where castling is king takes rook, and with pockets', async t => {
  const fen = '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1'
  for (const [position, pv, san] of [
    [{ fen }, 'e1h1 e8e7', ['O-O', 'Ke7']],
    [{ fen, variant: 'chess960' }, 'e1a1 e8e7', ['O-O-O', 'Ke7']],
    [{ fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1' }, 'a7a8q', ['a8=Q+']],
    [{ moves: ['e4', 'd5', 'exd5'] }, 'd8d5', ['Qxd5']],
  ]) {
    const { engine } = await plain(t, {
      uci: UCI,
      go: [`info depth 1 score cp 1 pv ${pv}`, `bestmove ${pv.split(' ')[0]}`],
    })
    const { lines, info } = await engine.bestMove(position, { depth: 1 })
    assert.deepEqual([lines[0].san, info.san], [san, san])
  }
})

// --- real engines ----------------------------------------------------------------------------------

test('lines: Stockfish, stopped at any moment', { skip: !NATIVE }, async t => {
  const engine = await native()
  t.after(() => engine.quit())
  for (let i = 0; i < 8; i++) {
    const multipv = 1 + (i % 4)
    const search = engine.search({ moves: ['e4', 'c5', 'Nf3'] }, { infinite: true }, { multipv })
    let count = 0
    for await (const _ of search) {
      check(search.lines, multipv)
      if (++count > multipv * (5 + i)) break
    }
    const { lines, move } = await search.best
    checkEnd(lines, multipv, move)
  }
  const { lines, move } = await engine.bestMove({}, { depth: 8 }, { multipv: 3 })
  check(lines, 3)
  assert.deepEqual([lines.length, lines[0].depth, lines[0].pv[0]], [3, 8, move])
  const few = await settled(
    engine.bestMove({ fen: '7k/8/8/8/8/8/6q1/K7 w - - 0 1' }, { depth: 3 }, { multipv: 4 }),
  )
  assert.deepEqual(
    few.value.lines.map(({ san }) => san[0]),
    ['Kb1'],
  )
})

/** Lines of one whole depth; none at the beginning. */
function check(lines, multipv) {
  if (lines.length === 0) return
  checkMoves(lines, multipv)
  assert.equal(new Set(lines.map(({ depth }) => depth)).size, 1, 'one depth')
  for (const [i, { score }] of lines.entries()) {
    assert.equal(score.bound, undefined)
    if (i > 0) assert.ok(lines[i - 1].score.compare(score) >= 0, 'the best first')
  }
}

/** Stockfish, stopped within a depth, prints lines of two: their scores are in no order, and may be bounds. */
function checkEnd(lines, multipv, move) {
  checkMoves(lines, multipv)
  const depths = lines.map(({ depth }) => depth)
  assert.ok(Math.max(...depths) - Math.min(...depths) <= 1, 'at most one depth apart')
  assert.equal(lines[0].pv[0], move, 'the move first')
}

function checkMoves(lines, multipv) {
  assert.equal(lines.length, multipv)
  assert.equal(new Set(lines.map(({ pv }) => pv[0])).size, multipv, 'different moves')
  for (const { san, pv } of lines) assert.equal(san.length, pv.length)
}
