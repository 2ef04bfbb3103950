// SPDX-License-Identifier: Apache-2.0
// Searches: what the engine is told, how they end, stop, are cancelled and replaced, and what is made of the answers.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertThrows } from './support/assertions.js'
import {
  ChessError,
  collect,
  fake,
  Game,
  plain,
  rejects,
  START_FEN,
  settled,
  UCI,
  until,
} from './support/engines.js'

/** Searches until it is stopped. */
const ENDLESS = { uci: UCI, go: ['info depth 1 score cp 5 pv e2e4'], stop: ['bestmove e2e4 ponder e7e5'] }
const GO = /^go\b/
const position = sent => sent.findLast(line => line.startsWith('position'))
const go = sent => sent.findLast(line => GO.test(line))
/** 'go depth 5 nodes 7' and 'go nodes 7 depth 5' are the same. */
const pairs = line =>
  (line ?? '')
    .replace(/^go ?/, '')
    .match(/\S+( -?\d+(\.\d+)?)?/g)
    ?.sort() ?? []

const FOOLS_MATE = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'
const STALEMATE = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
const BACK_AND_FORTH = ['g1f3', 'g8f6', 'f3g1', 'f6g8']

// --- limits ----------------------------------------------------------------------------------------

test('limits go out as text', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const cases = [
    [undefined, 'go movetime 1000'],
    [{}, 'go movetime 1000'],
    [{ depth: undefined }, 'go movetime 1000'],
    [{ infinite: false }, 'go movetime 1000'],
    [{ depth: 5 }, 'go depth 5'],
    [{ nodes: 2 ** 40 }, 'go nodes 1099511627776'],
    [{ mate: 3 }, 'go mate 3'],
    [{ movetime: 200 }, 'go movetime 200'],
    [{ movetime: 10.6 }, 'go movetime 11'],
    [{ movetime: 0 }, 'go movetime 1'],
    [{ infinite: true }, 'go infinite'],
    [{ depth: 5, nodes: 10, movetime: 3 }, 'go depth 5 nodes 10 movetime 3'],
    [
      { wtime: 1000, btime: 2000, winc: 10, binc: 20, movestogo: 40 },
      'go wtime 1000 btime 2000 winc 10 binc 20 movestogo 40',
    ],
    [{ wtime: -50, btime: 0 }, 'go wtime 1 btime 1'],
    [{ wtime: 1000.4, btime: 999.6 }, 'go wtime 1000 btime 1000'],
  ]
  for (const [limits, expected] of cases) {
    sent.length = 0
    await settled(engine.search({}, limits).best)
    assert.deepEqual(pairs(go(sent)), pairs(expected), `${JSON.stringify(limits)} sent ${go(sent)}`)
    assert.ok(!sent.some(line => /undefined|NaN|\d\.\d|e\+/.test(line)), sent.join('\n'))
  }
})

test('bad limits throw, and the engine hears nothing of them', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const bad = [
    null,
    5,
    'depth 5',
    { depth: 0 },
    { depth: -1 },
    { depth: 1.5 },
    { depth: Number.NaN },
    { depth: '5' },
    { depth: Number.POSITIVE_INFINITY },
    { depth: 2 ** 31 },
    { nodes: -1 },
    { nodes: 2 ** 53 },
    { mate: 0 },
    { movetime: -1 },
    { movetime: Number.NaN },
    { movetime: Number.POSITIVE_INFINITY },
    { wtime: '1000' },
    { winc: Number.NaN },
    { movestogo: 0 },
    { infinite: 1 },
    { infinite: true, depth: 5 },
    { Depth: 5 },
    { deepness: 5 },
    { movetime: '1\nquit' },
    { depth: 5n },
  ]
  for (const limits of bad) {
    const note = typeof limits === 'object' && limits ? Object.entries(limits).join() : String(limits)
    assertThrows(() => engine.search({}, limits), 'ERR_ARGUMENT', {}, note)
  }
  assert.deepEqual(sent, [])
  assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'e2e4')
})

// --- positions -------------------------------------------------------------------------------------

test('a position goes out with its start and its moves', async t => {
  const { engine, sent } = await plain(t, { uci: UCI, go: ['bestmove a1a1'] })
  const game = new Game()
  game.playMoves(['e4', 'e5', 'Nf3'])
  const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  const fromFen = new Game({ fen })
  fromFen.playMoves(['e4'])
  const cases = [
    [{}, 'position startpos'],
    [{ moves: [] }, 'position startpos'],
    [{ fen: START_FEN }, 'position startpos'],
    [{ fen: undefined, moves: undefined, variant: undefined }, 'position startpos'],
    [{ moves: ['e2e4', 'e5', 'Ng1-f3'] }, 'position startpos moves e2e4 e7e5 g1f3'],
    [{ moves: new Set(['e4']) }, 'position startpos moves e2e4'],
    [game, 'position startpos moves e2e4 e7e5 g1f3'],
    [{ fen }, `position fen ${fen}`],
    [{ fen: `  ${fen} ` }, `position fen ${fen}`],
    [{ fen: '4k3/8/8/8/8/8/4P3/4K3 w - -' }, `position fen ${fen}`],
    [{ fen, moves: ['e4', 'Kd7'] }, `position fen ${fen} moves e2e4 e8d7`],
    [fromFen, `position fen ${fen} moves e2e4`],
    [
      { fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1', moves: ['a8=N'] },
      'position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8n',
    ],
    [{ fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1', moves: ['O-O'] }, undefined, 'moves e1g1'],
  ]
  for (const [given, expected, end] of cases) {
    sent.length = 0
    await settled(engine.search(given, { depth: 1 }).best)
    if (expected) assert.equal(position(sent), expected)
    else assert.ok(position(sent).endsWith(end), position(sent))
    assert.deepEqual(sent.slice(-3), ['isready', position(sent), 'go depth 1'])
  }
})

test('the position is that of the call, whatever happens to the game later', async t => {
  const { engine, sent } = await plain(t, { ...ENDLESS, isready: ['readyok'] })
  const game = new Game()
  game.sanMove('e4')
  const first = engine.search({}, { infinite: true })
  const second = engine.search(game, { infinite: true })
  game.sanMove('e5')
  game.stop()
  await rejects(first.best, 'ERR_UCI_CANCELLED')
  await until(() => sent.includes('position startpos moves e2e4'))
  await settled(second.stop())
})

test('searching leaves the game alone', async t => {
  const { engine } = await plain(t)
  const game = new Game()
  game.playMoves(['e4', 'e5'])
  game.undo()
  game.undo()
  const before = Buffer.from(game.state())
  await engine.bestMove(game, { depth: 1 })
  assert.deepEqual(Buffer.from(game.state()), before)
  assert.equal(game.redo().san, 'e4')
  assert.equal(game.stopped, false)
})

test('bad positions throw, and the engine hears nothing of them', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const stopped = new Game()
  stopped.stop()
  const bad = [
    [null, 'ERR_ARGUMENT'],
    [5, 'ERR_ARGUMENT'],
    ['startpos', 'ERR_ARGUMENT'],
    [START_FEN, 'ERR_ARGUMENT'],
    [{ fenn: START_FEN }, 'ERR_ARGUMENT'],
    [{ fen: 5 }, 'ERR_ARGUMENT'],
    [{ moves: 5 }, 'ERR_ARGUMENT'],
    [{ moves: [5] }, 'ERR_ARGUMENT'],
    [{ variant: 'atomic' }, 'ERR_ARGUMENT'],
    [{ fen: 'garbage' }, /^ERR_FEN/],
    [{ fen: `${START_FEN}\nquit` }, /^ERR_FEN/],
    [{ fen: '8/8/8/8/8/8/8/8 w - - 0 1' }, /^ERR_FEN/],
    [{ moves: ['e2e5'] }, /^ERR_(MOVE|SAN)/],
    [{ moves: ['e2e4', 'e2e4'] }, /^ERR_(MOVE|SAN)/],
    [{ moves: ['e2e4\nquit'] }, /^ERR_(MOVE|SAN)/],
    [{ moves: ['0000'] }, /^ERR_(MOVE|SAN)/],
    [{ fen: FOOLS_MATE, moves: ['e2e4'] }, /^ERR_/],
    [stopped, 'ERR_GAME_STOPPED'],
  ]
  for (const [given, code] of bad) {
    const note = given instanceof Game ? 'a stopped game' : JSON.stringify(given)
    let error
    try {
      engine.search(given, { depth: 1 })
    } catch (thrown) {
      error = thrown
    }
    assert.ok(error instanceof ChessError, `${note}: ${error?.stack ?? 'nothing thrown'}`)
    if (code instanceof RegExp) assert.match(error.code, code, note)
    else assert.equal(error.code, code, `${note}: ${error.message}`)
  }
  assert.deepEqual(sent, [])
  // bestMove is a promise all the way.
  await rejects(engine.bestMove({ fen: 'garbage' }), 'ERR_FEN_FIELDS').catch(error => {
    if (!/^.*ERR_FEN/s.test(String(error))) throw error
  })
})

test('games go on after draws by rule: the engine is told all moves', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const shuffle = times => Array.from({ length: times }, () => BACK_AND_FORTH).flat()
  const automatic = new Game()
  automatic.playMoves(shuffle(2))
  assert.equal(automatic.status.over, true)
  const claimed = new Game({ draws: 'claim' })
  claimed.playMoves(shuffle(2))
  for (const given of [automatic, claimed, { moves: shuffle(2) }, { moves: shuffle(6) }]) {
    const times = given.moves.length
    const { move } = await engine.bestMove(given, { depth: 1 })
    assert.equal(move, 'e2e4')
    assert.equal(position(sent), `position startpos moves ${shuffle(times / 4).join(' ')}`)
  }
  // Bare kings, and a clock beyond 75 moves.
  for (const fen of ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', '4k3/8/8/8/8/8/4P3/4K3 w - - 150 100']) {
    const bare = await plain(t, { go: ['bestmove e1d1'] })
    assert.equal((await bare.engine.bestMove({ fen }, { depth: 1 })).move, 'e1d1')
    assert.equal(position(bare.sent), `position fen ${fen}`)
  }
  // A game that somebody has resigned.
  const resigned = new Game()
  resigned.setWinner('black')
  assert.equal((await engine.bestMove(resigned, { depth: 1 })).move, 'e2e4')
})

test('mate and stalemate are answered without the engine', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const mated = new Game()
  mated.playMoves(['f3', 'e5', 'g4', 'Qh4'])
  for (const given of [
    mated,
    { fen: FOOLS_MATE },
    { moves: ['f3', 'e5', 'g4', 'Qh4'] },
    { fen: STALEMATE },
  ]) {
    for (const limits of [undefined, { depth: 1 }, { infinite: true }]) {
      const search = engine.search(given, limits)
      assert.deepEqual(await search.best, { move: null, ponder: null })
      assert.deepEqual(await collect(search), [])
      await search.stop()
    }
    const { move, ponder } = await engine.bestMove(given)
    assert.deepEqual({ move, ponder }, { move: null, ponder: null })
  }
  assert.deepEqual(
    sent.filter(line => GO.test(line)),
    [],
  )
})

// --- search moves, lines, variants -----------------------------------------------------------------

test('searchMoves go out as UCI and last', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  await settled(engine.search({}, { depth: 3, nodes: 9 }, { searchMoves: ['e4', 'g1f3', 'e2e4'] }).best)
  assert.match(go(sent), /^go (depth 3 nodes 9|nodes 9 depth 3) searchmoves e2e4 g1f3( e2e4)?$/)
  sent.length = 0
  for (const searchMoves of [['e2e5'], ['e9'], ['e2e4', 'd7d5'], ['e2e4\nquit'], ['0000']]) {
    let error
    try {
      engine.search({}, { depth: 1 }, { searchMoves })
    } catch (thrown) {
      error = thrown
    }
    assert.match(String(error?.code), /^ERR_(MOVE|SAN)/, searchMoves.join())
  }
  for (const searchMoves of ['e2e4', 5, [5], null])
    assertThrows(() => engine.search({}, {}, { searchMoves }), 'ERR_ARGUMENT', {}, String(searchMoves))
  assert.deepEqual(sent, [])
})

test('an answer outside searchMoves is still a legal move', async t => {
  const { engine } = await plain(t, { go: ['bestmove d2d4'] })
  const { value, error } = await settled(engine.search({}, { depth: 1 }, { searchMoves: ['e4'] }).best)
  assert.ok(value?.move === 'd2d4' || error?.code === 'ERR_UCI_MOVE', String(error))
})

test('multipv is an option of one search', async t => {
  const { engine, told } = await fake(t)
  const options = () => told().filter(line => line.startsWith('setoption'))
  const three = engine.search({}, { depth: 1 }, { multipv: 3 })
  const infos = await collect(three)
  assert.deepEqual(
    infos.map(({ multipv, score }) => [multipv, score.value]),
    [
      [1, 19],
      [2, 18],
      [3, 17],
    ],
  )
  assert.equal(three.info?.multipv ?? 1, 1)
  await engine.bestMove({}, { depth: 1 }, { multipv: 3 })
  assert.deepEqual(options(), ['setoption name MultiPV value 3'])
  const { info } = await engine.bestMove({}, { depth: 1 })
  assert.equal(info.score.value, 19)
  assert.deepEqual(options(), ['setoption name MultiPV value 3', 'setoption name MultiPV value 1'])
  await engine.setOption('multipv', 2)
  assert.equal((await collect(engine.search({}, { depth: 1 }))).length, 2)
  assert.equal((await collect(engine.search({}, { depth: 1 }, { multipv: 1 }))).length, 1)
  assert.equal((await collect(engine.search({}, { depth: 1 }))).length, 2)
})

test('multipv is checked', async t => {
  const { engine, sent } = await plain(t)
  for (const multipv of [0, 9, 1.5, Number.NaN]) {
    let error
    try {
      engine.search({}, {}, { multipv })
    } catch (thrown) {
      error = thrown
    }
    assert.match(String(error?.code), /^ERR_(ARGUMENT|UCI_OPTION)$/, `${multipv}: ${error}`)
  }
  assert.deepEqual(sent, [])
  const single = await plain(t, { uci: ['uciok'] })
  assertThrows(() => single.engine.search({}, {}, { multipv: 2 }), 'ERR_UCI_OPTION')
  assert.equal((await single.engine.bestMove({}, { depth: 1 }, { multipv: 1 })).move, 'e2e4')
  assert.ok(!single.sent.some(line => line.startsWith('setoption')), single.sent.join('\n'))
})

test('bad search options throw', async t => {
  const { engine, sent } = await plain(t)
  for (const o of [null, 5, { multiPV: 3 }, { signal: {} }, { signal: 'x' }, { ponder: 1 }])
    assertThrows(() => engine.search({}, {}, o), 'ERR_ARGUMENT', {}, JSON.stringify(o))
  assert.deepEqual(sent, [])
})

test('Chess960: the option goes with the variant, castling is king takes rook both ways', async t => {
  const fen = '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1'
  for (const [answer, variant, move] of [
    ['e1h1', 'chess960', 'e1h1'],
    ['e1a1', 'chess960', 'e1a1'],
    ['e1g1', 'standard', 'e1g1'],
    ['e1c1', 'standard', 'e1c1'],
    ['e1h1', 'standard', 'e1g1'],
  ]) {
    const { engine, sent } = await plain(t, {
      uci: UCI,
      go: [`info depth 1 score cp 1 pv ${answer} e8e7`, `bestmove ${answer}`],
    })
    const search = engine.search({ fen, variant }, { depth: 1 })
    assert.deepEqual(await search.best, { move, ponder: null })
    assert.deepEqual((await collect(search))[0].pv, [move, 'e8e7'])
    const option = sent.indexOf('setoption name UCI_Chess960 value true')
    assert.equal(option >= 0, variant === 'chess960', sent.join('\n'))
    assert.ok(option < sent.indexOf('isready'), sent.join('\n'))
  }
  const { engine, sent } = await plain(t, { uci: UCI, go: ['bestmove (none)'] })
  const told = async (given, o) => {
    await settled(engine.search(given, { depth: 1 }, o).best)
    return sent.splice(0)
  }
  const castled = await told({ fen, variant: 'chess960', moves: ['O-O'] })
  assert.ok(castled.includes(`position fen ${fen} moves e1h1`), castled.join('\n'))
  const chosen = await told({ fen, variant: 'chess960' }, { searchMoves: ['O-O-O'] })
  assert.ok(chosen.includes('go depth 1 searchmoves e1a1'), chosen.join('\n'))
  assert.ok(!chosen.some(line => line.startsWith('setoption')), 'it is set already')
  const standard = await told({ fen, moves: ['O-O'] }, {})
  assert.ok(standard.includes('setoption name UCI_Chess960 value false'), standard.join('\n'))
  assert.ok(standard.includes(`position fen ${fen} moves e1g1`), standard.join('\n'))
})

test('an engine without UCI_Chess960 plays no Chess960', async t => {
  const { engine, sent } = await plain(t)
  const game = new Game({ variant: 'chess960' })
  assertThrows(() => engine.search(game, { depth: 1 }), 'ERR_UCI_VARIANT')
  assertThrows(() => engine.search({ variant: 'chess960' }), 'ERR_UCI_VARIANT')
  await rejects(engine.bestMove({ variant: 'chess960' }), 'ERR_UCI_VARIANT')
  assert.deepEqual(sent, [])
  assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'e2e4')
})

// --- answers ---------------------------------------------------------------------------------------

test('infos come as they are said, checked against the board', async t => {
  const { engine } = await plain(t, {
    go: [
      'info string a line of words depth 99',
      'info depth 7 seldepth 9 multipv 1 score cp -13 lowerbound nodes 1234 nps 99 hashfull 5 tbhits 0 time 12 pv e2e4 e7e5 e4e5 g1f3',
      'info depth 8 currmove e2e4 currmovenumber 1',
      'info depth 9 score mate 3 wdl 900 100 0 pv e2e4',
      'bestmove e2e4 ponder e2e4',
    ],
  })
  const search = engine.search({}, { depth: 9 })
  const infos = await collect(search)
  assert.equal(infos.length, 4)
  assert.equal(infos[0].string, 'a line of words depth 99')
  assert.equal(infos[0].depth, undefined)
  const { score, pv, ...plainFields } = infos[1]
  assert.deepEqual(
    { ...plainFields },
    { depth: 7, seldepth: 9, multipv: 1, nodes: 1234, nps: 99, hashfull: 5, tbhits: 0, time: 12 },
  )
  assert.deepEqual(pv, ['e2e4', 'e7e5'], 'what is not legal is left out with all after it')
  assert.deepEqual([score.kind, score.value, score.bound], ['cp', -13, 'lower'])
  assert.equal(infos[2].currmove, 'e2e4')
  assert.deepEqual(
    [infos[3].score.kind, infos[3].score.value, infos[3].score.wdl],
    ['mate', 3, [900, 100, 0]],
  )
  assert.deepEqual(await search.best, { move: 'e2e4', ponder: null })
  const { info } = await engine.bestMove({}, { depth: 9 })
  assert.equal(info.depth, 9)
})

test("scores know whose they are: white() is White's view", async t => {
  const { engine } = await plain(t, { go: ['info depth 1 score cp 30', 'bestmove e7e5'] })
  const { info, move } = await engine.bestMove({ moves: ['e4'] }, { depth: 1 })
  assert.equal(move, 'e7e5')
  assert.equal(info.score.value, 30)
  assert.equal(info.score.white().value, -30)
  assert.equal(info.score.pov('black').value, 30)
  assert.equal(info.score.pov('white').value, -30)
})

for (const [answer, why] of [
  ['bestmove e2e5', 'illegal'],
  ['bestmove e7e5', 'of the other side'],
  ['bestmove (none)', 'none'],
  ['bestmove 0000', 'null'],
  ['bestmove NULL', 'null, as some write it'],
  ['bestmove', 'missing'],
  ['bestmove e2e4e5', 'too long'],
  ['bestmove e2e4q', 'a promotion of nobody'],
  ['bestmove \u265f\ud800', 'no move at all'],
  [`bestmove ${'x'.repeat(60000)}`, 'long'],
]) {
  test(`a bestmove that is ${why} rejects, and the engine lives on`, async t => {
    let times = 0
    const { engine, transport } = await plain(t, { go: () => (times++ ? ['bestmove d2d4'] : [answer]) })
    const search = engine.search({}, { depth: 1 })
    const error = await rejects(search.best, 'ERR_UCI_MOVE')
    assert.equal((await settled(collect(search))).error, error)
    await search.stop()
    assert.equal(engine.dead, false)
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'd2d4')
    assert.equal(transport.killed, 0)
  })
}

for (const [answer, move, ponder] of [
  ['bestmove E2E4 ponder E7E5', 'e2e4', 'e7e5'],
  ['  bestmove \t e2e4   ponder\te7e5  ', 'e2e4', 'e7e5'],
  ['bestmove e2e4 ponder', 'e2e4', null],
  ['bestmove e2e4 ponder (none)', 'e2e4', null],
  ['bestmove e2e4 ponder e2e4', 'e2e4', null],
  ['bestmove e2e4 ponder xyz', 'e2e4', null],
  ['bestmove e2e4 e7e5', 'e2e4', null],
  ['bestmove e2e4 draw', 'e2e4', null],
  ['bestmove e2e4\r', 'e2e4', null],
]) {
  test(`${JSON.stringify(answer)} is understood`, async t => {
    const { engine } = await plain(t, { go: [answer] })
    assert.deepEqual(await engine.search({}, { depth: 1 }).best, { move, ponder })
  })
}

test('promotions are written small', async t => {
  const { engine } = await plain(t, { go: ['bestmove a7a8Q'] })
  const { move } = await engine.bestMove({ fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1' }, { depth: 1 })
  assert.equal(move, 'a7a8q')
})

// --- stopping --------------------------------------------------------------------------------------

test('stop() gets what was found; a second one, and one after the end, change nothing', async t => {
  const { engine, sent } = await plain(t, ENDLESS)
  const search = engine.search({}, { infinite: true })
  await until(() => go(sent))
  const [first, second] = [search.stop(), search.stop()]
  assert.deepEqual(await search.best, { move: 'e2e4', ponder: 'e7e5' })
  await settled(Promise.all([first, second]))
  await settled(search.stop())
  assert.equal(sent.filter(line => line === 'stop').length, 1, sent.join('\n'))
  assert.deepEqual(await search.best, { move: 'e2e4', ponder: 'e7e5' })
})

test('stop() in the turn of the search already gets a move', async t => {
  const { engine, told } = await fake(t)
  const search = engine.search({}, { infinite: true })
  await settled(search.stop())
  const { move } = await search.best
  assert.equal(new Game().isLegal(move), true)
  const lines = told().slice(told().indexOf('position startpos'))
  assert.ok(['position startpos,go infinite,stop'].includes(lines.join()), lines.join())
})

test('stop() of a search that waits: it gets a move as soon as it has its turn', async t => {
  const { engine, told } = await fake(t, { stop: [{ wait: 100 }, { default: true }] })
  const first = engine.search({}, { infinite: true })
  await until(() => told().some(line => GO.test(line)))
  const second = engine.search({ moves: ['e4'] }, { infinite: true })
  const stopped = second.stop()
  await rejects(first.best, 'ERR_UCI_CANCELLED')
  const { move } = (await settled(second.best)).value
  assert.equal(
    new Game({ fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' }).isLegal(move),
    true,
  )
  await settled(stopped)
})

test('a search that ends by itself while it is stopped', async t => {
  // The engine says bestmove before it reads stop, and nothing on stop.
  const { engine } = await fake(t, { go: [{ wait: 30 }, 'bestmove e2e4'], stop: [] })
  for (const pause of [0, 10, 20, 30, 40]) {
    const search = engine.search({}, { infinite: true })
    await wait(pause)
    await settled(search.stop())
    assert.equal((await search.best).move, 'e2e4')
  }
})

// --- cancelling ------------------------------------------------------------------------------------

test('a signal that is aborted already: nothing is searched', async t => {
  const { engine, sent } = await plain(t, ENDLESS)
  const reason = new Error('changed my mind')
  const search = engine.search({}, { infinite: true }, { signal: AbortSignal.abort(reason) })
  const error = await rejects(search.best, 'ERR_UCI_CANCELLED')
  assert.equal(error.cause, reason)
  assert.equal((await settled(collect(search))).error, error)
  await settled(search.stop())
  assert.equal(go(sent), undefined)
  await rejects(engine.bestMove({}, { depth: 1 }, { signal: AbortSignal.abort() }), 'ERR_UCI_CANCELLED')
})

test('abort during a search: it rejects at once, the engine is stopped, the next one waits for it', async t => {
  const { engine, told, log } = await fake(t, { stop: [{ wait: 150 }, { default: true }] })
  const aborter = new AbortController()
  const search = engine.search({}, { infinite: true }, { signal: aborter.signal })
  const infos = collect(search)
  await until(() => told().some(line => GO.test(line)))
  const reason = new Error('enough')
  aborter.abort(reason)
  const error = await rejects(search.best, 'ERR_UCI_CANCELLED')
  assert.equal(error.cause, reason)
  assert.ok(!log().some(line => line.startsWith('< bestmove')), 'it did not wait for the engine')
  assert.equal((await settled(infos)).error, error)
  const { move } = await engine.bestMove({ moves: ['e4'] }, { depth: 1 })
  assert.equal(new Game().isLegal(move), false)
  assert.equal(engine.dead, false)
})

test('abort after the end, and before its turn', async t => {
  const { engine, sent } = await plain(t, ENDLESS)
  const aborter = new AbortController()
  const first = engine.search({}, { infinite: true }, { signal: aborter.signal })
  await until(() => go(sent))
  await first.stop()
  assert.equal(getEventListeners(aborter.signal, 'abort').length, 0, 'the listener is taken away')
  const stops = sent.filter(line => line === 'stop').length
  aborter.abort()
  assert.equal((await first.best).move, 'e2e4')
  assert.equal(sent.filter(line => line === 'stop').length, stops)

  const waiting = new AbortController()
  const running = engine.search({}, { infinite: true })
  const second = engine.search({ moves: ['e4'] }, { depth: 1 }, { signal: waiting.signal })
  waiting.abort()
  await rejects(second.best, 'ERR_UCI_CANCELLED')
  await rejects(running.best, 'ERR_UCI_CANCELLED')
  await wait(20)
  assert.ok(!sent.includes('position startpos moves e2e4'), sent.join('\n'))
  assert.equal((await settled(engine.search({}, { infinite: true }).stop())).error, undefined)
})

test('a signal for many searches keeps no listeners', async t => {
  const { engine } = await plain(t)
  const { signal } = new AbortController()
  for (let i = 0; i < 20; i++) await engine.bestMove({}, { depth: 1 }, { signal })
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('a newer search cancels the older; 1,000 at once: the last one runs, all settle', async t => {
  const { engine, told } = await fake(t)
  const searches = Array.from({ length: 1000 }, (_, i) =>
    engine.search({ moves: i === 999 ? ['d4'] : ['e4'] }, { depth: 1 }),
  )
  const outcomes = await Promise.all(searches.map(({ best }) => settled(best)))
  for (const [i, { error }] of outcomes.slice(0, -1).entries())
    assert.equal(error?.code, 'ERR_UCI_CANCELLED', `search ${i}`)
  assert.equal(outcomes[999].error, undefined)
  const goes = told().filter(line => GO.test(line)).length
  assert.ok(goes === 1 || goes === 2, `${goes} searches went out`)
  assert.equal(position(told()), 'position startpos moves d2d4')
  for (const search of searches.slice(0, 10)) await settled(search.stop())
  assert.equal((await settled(collect(searches[0]))).error.code, 'ERR_UCI_CANCELLED')
})

test('each newer search, started while the last one runs, gets its own answer', async t => {
  const { engine, told } = await fake(t)
  const openings = ['e4', 'd4', 'c4', 'Nf3', 'g3', 'b3', 'f4', 'Nc3']
  let last
  for (const opening of openings) {
    const goes = told().filter(line => GO.test(line)).length
    last = engine.search({ moves: [opening] }, { infinite: true })
    await until(() => told().filter(line => GO.test(line)).length === goes + 1)
  }
  await last.stop()
  assert.equal((await last.best).move, 'a7a6')
  assert.equal(told().filter(line => line === 'stop').length, openings.length)
})

test('a search from within the end of another', async t => {
  const { engine } = await plain(t, { uci: UCI })
  const moves = []
  const next = async () => {
    const { move } = await engine.search({}, { depth: 1 }).best
    moves.push(move)
    if (moves.length < 50) await next()
  }
  await settled(next())
  assert.equal(moves.length, 50)
})

// --- iterating -------------------------------------------------------------------------------------

test('break stops the search, and the next one works', async t => {
  const { engine, told, log } = await fake(t, {
    go: { each: [[{ flood: 'info depth {i} score cp {i} pv e2e4', count: 3000 }], [{ default: true }]] },
  })
  let seen = 0
  const search = engine.search({}, { infinite: true })
  for await (const { depth } of search) {
    assert.ok(depth > 0)
    if (++seen === 5) break
  }
  const { value } = await settled(search.best)
  assert.equal(new Game().isLegal(value.move), true)
  assert.equal(told().filter(line => line === 'stop').length, 1)
  const { move } = await engine.bestMove({ moves: ['e4'] }, { depth: 1 })
  assert.equal(move, 'a7a6')
  assert.equal(log().filter(line => line.startsWith('< bestmove')).length, 2)
})

test('a throw in the loop stops the search too', async t => {
  const { engine, sent } = await plain(t, ENDLESS)
  const search = engine.search({}, { infinite: true })
  const loop = async () => {
    for await (const _ of search) throw new Error('mine')
  }
  await assert.rejects(loop(), /mine/)
  assert.equal((await settled(search.best)).value.move, 'e2e4')
  assert.ok(sent.includes('stop'))
})

test('a loop over a finished search gives what was said, then ends', async t => {
  const { engine } = await plain(t)
  const search = engine.search({}, { depth: 1 })
  await search.best
  const infos = await collect(search)
  assert.deepEqual(
    infos.map(({ depth }) => depth),
    [1],
  )
  assert.deepEqual(await collect(search), [])
})

test('a loop ends by itself after the last info', async t => {
  const { engine } = await fake(t, {
    go: ['info depth 1', { wait: 30 }, 'info depth 2', { wait: 30 }, 'bestmove e2e4'],
  })
  const search = engine.search({}, { depth: 2 })
  assert.deepEqual(
    (await collect(search)).map(({ depth }) => depth),
    [1, 2],
  )
  assert.equal((await search.best).move, 'e2e4')
})

// --- pondering -------------------------------------------------------------------------------------

test('a pondering search has no deadline until ponderHit()', async t => {
  const { engine, told } = await fake(t, {}, { stopTimeout: 100, silenceTimeout: 100 })
  const search = engine.search({ moves: ['e4', 'e5'] }, { wtime: 50, btime: 50 }, { ponder: true })
  await until(() => told().some(line => GO.test(line)))
  assert.match(told().at(-1), /^go /)
  assert.deepEqual(pairs(told().at(-1)), pairs('go ponder wtime 50 btime 50'))
  assert.equal(position(told()), 'position startpos moves e2e4 e7e5')
  await wait(400)
  assert.ok(!told().includes('stop'))
  search.ponderHit()
  search.ponderHit()
  const { value } = await settled(search.best)
  assert.equal(new Game().isLegal(value.move), true)
  search.ponderHit()
  assert.equal(told().filter(line => line === 'ponderhit').length, 1)
})

test('a wrong guess: stop(), then the position that came', async t => {
  const { engine, told } = await fake(t)
  const search = engine.search({ moves: ['e4', 'e5'] }, { wtime: 5000, btime: 5000 }, { ponder: true })
  await until(() => told().some(line => GO.test(line)))
  await settled(search.stop())
  assert.ok((await search.best).move)
  const { move } = await engine.bestMove({ moves: ['e4', 'c5'] }, { depth: 1 })
  assert.ok(move)
  assert.ok(!told().includes('ponderhit'))
  // And without stop(): the newer search does it.
  const next = engine.search({ moves: ['e4', 'e5'] }, { wtime: 5000, btime: 5000 }, { ponder: true })
  await engine.bestMove({ moves: ['d4'] }, { depth: 1 })
  await rejects(next.best, 'ERR_UCI_CANCELLED')
})

test('after ponderHit() the deadline counts', async t => {
  const { engine, told } = await fake(t, { ponderhit: [] }, { stopTimeout: 150 })
  const search = engine.search({}, { movetime: 50 }, { ponder: true })
  await until(() => told().some(line => GO.test(line)))
  const begin = performance.now()
  search.ponderHit()
  assert.ok((await settled(search.best)).value.move)
  assert.ok(performance.now() - begin >= 195, 'its time and the patience')
  assert.equal(told().at(-1), 'stop')
})

test('ponderHit() at any time', async t => {
  const { engine, told } = await fake(t)
  const other = engine.search({}, { infinite: true })
  assertThrows(() => other.ponderHit(), 'ERR_ARGUMENT')
  // Before the engine has heard of it.
  const search = engine.search({}, { movetime: 50 }, { ponder: true })
  search.ponderHit()
  assert.ok((await settled(search.best)).value.move)
  const last = go(told())
  assert.ok(!/ponder/.test(last) || told().includes('ponderhit'), told().join('\n'))
})

test('an engine that ends a pondering search by itself is heard', async t => {
  const { engine } = await fake(t, { go: ['bestmove e2e4'] })
  const search = engine.search({}, { movetime: 50 }, { ponder: true })
  assert.equal((await settled(search.best)).value.move, 'e2e4')
  search.ponderHit()
  await settled(search.stop())
})
