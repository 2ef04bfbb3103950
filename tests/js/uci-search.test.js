// SPDX-License-Identifier: Apache-2.0
// The commands of a search: limits, positions, chosen moves, lines and the variant.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { answerOf, ENDLESS, GO, go, pairs, position } from './support/engine-checks.js'
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
import { MATED, played, SHUFFLE } from './support/games.js'

const { parsePgn } = await import(new URL('../../dist/pgn.js', import.meta.url).href)

const STALEMATE = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'

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

test('the position is that of the call, also when the game changes later', async t => {
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
    ['startpos', 'ERR_FEN_FIELDS'],
    [[], 'ERR_ARGUMENT'],
    [{ fenn: START_FEN }, 'ERR_ARGUMENT'],
    [{ fen: 5 }, 'ERR_ARGUMENT'],
    [{ moves: 5 }, 'ERR_ARGUMENT'],
    [{ moves: [5] }, 'ERR_ARGUMENT'],
    [{ variant: 'bughouse' }, 'ERR_ARGUMENT'],
    [{ fen: 'garbage' }, /^ERR_FEN/],
    [{ fen: `${START_FEN}\nquit` }, /^ERR_FEN/],
    [{ fen: '8/8/8/8/8/8/8/8 w - - 0 1' }, /^ERR_FEN/],
    [{ moves: ['e2e5'] }, /^ERR_(MOVE|SAN)/],
    [{ moves: ['e2e4', 'e2e4'] }, /^ERR_(MOVE|SAN)/],
    [{ moves: ['e2e4\nquit'] }, /^ERR_(MOVE|SAN)/],
    [{ moves: ['0000'] }, /^ERR_(MOVE|SAN)/],
    [{ fen: MATED, moves: ['e2e4'] }, /^ERR_/],
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

test('a position comes in every form, with the moves before it where there are some', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const game = played(['g1f3', 'g8f6'])
  const [tree] = parsePgn('1. Nf3 (1. -- Nf6) Nf6 *')
  const [[node], [passed]] = tree.root.children.map(({ children }) => children)
  const fen = game.fen
  for (const [form, command] of [
    [game, 'startpos moves g1f3 g8f6'],
    [node, 'startpos moves g1f3 g8f6'],
    [passed, `fen ${passed.fen}`],
    [game.position, `fen ${fen}`],
    [game.position.setup(), `fen ${fen}`],
    [fen, `fen ${fen}`],
    [fen.split(' ').slice(0, 4).join(' '), `fen ${fen.replace('2 2', '0 1')}`],
  ]) {
    await engine.bestMove(form, { depth: 1 })
    assert.equal(
      sent.findLast(line => line.startsWith('position')),
      `position ${command}`,
    )
  }
})

test('games go on after draws by rule: the engine gets all moves', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const shuffle = times => Array.from({ length: times }, () => SHUFFLE).flat()
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
  // A game that was resigned.
  const resigned = new Game()
  resigned.setWinner('black')
  assert.equal((await engine.bestMove(resigned, { depth: 1 })).move, 'e2e4')
})

test('mate and stalemate are answered without the engine', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const mated = new Game()
  mated.playMoves(['f3', 'e5', 'g4', 'Qh4'])
  for (const given of [mated, { fen: MATED }, { moves: ['f3', 'e5', 'g4', 'Qh4'] }, { fen: STALEMATE }]) {
    for (const limits of [undefined, { depth: 1 }, { infinite: true }]) {
      const search = engine.search(given, limits)
      assert.deepEqual(answerOf(await search.best), { move: null, ponder: null })
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
  const { engine, received } = await fake(t)
  const options = () => received().filter(line => line.startsWith('setoption'))
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
    assert.deepEqual(answerOf(await search.best), { move, ponder: null })
    assert.deepEqual((await collect(search))[0].pv, [move, 'e8e7'])
    const option = sent.indexOf('setoption name UCI_Chess960 value true')
    assert.equal(option >= 0, variant === 'chess960', sent.join('\n'))
    assert.ok(option < sent.indexOf('isready'), sent.join('\n'))
  }
  const { engine, sent } = await plain(t, { uci: UCI, go: ['bestmove (none)'] })
  const received = async (given, o) => {
    await settled(engine.search(given, { depth: 1 }, o).best)
    return sent.splice(0)
  }
  const castled = await received({ fen, variant: 'chess960', moves: ['O-O'] })
  assert.ok(castled.includes(`position fen ${fen} moves e1h1`), castled.join('\n'))
  const chosen = await received({ fen, variant: 'chess960' }, { searchMoves: ['O-O-O'] })
  assert.ok(chosen.includes('go depth 1 searchmoves e1a1'), chosen.join('\n'))
  assert.ok(!chosen.some(line => line.startsWith('setoption')), 'it is set already')
  const standard = await received({ fen, moves: ['O-O'] }, {})
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
