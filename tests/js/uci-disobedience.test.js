// SPDX-License-Identifier: Apache-2.0
// Engines that read less of the protocol than others: they ignore limits and searchmoves, offer odd options, or read
// long games badly. And listeners that act while an engine speaks.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLegal } from './support/engine-checks.js'
import {
  FAIRY,
  fake,
  Game,
  native,
  plain,
  processTransport,
  rejects,
  settled,
  start,
  UCI,
  until,
} from './support/engines.js'
import { UciGame } from './support/game-engines.js'

// --- limits ----------------------------------------------------------------------------------------

test('an engine that ignores nodes and goes on talking is stopped at twice the limit', async t => {
  const talk = { flood: 'info depth {i} score cp 3 nodes {i}00 pv e2e4', count: 1e9 }
  const { engine, received } = await fake(t, { go: [talk], stop: [{ best: true }] })
  const search = engine.search({}, { nodes: 5000 })
  const { value, error } = await settled(search.best)
  assert.equal(error, undefined)
  assert.ok(isLegal(value.move))
  assert.equal(received().filter(line => line === 'stop').length, 1)
})

test('up to twice the limit, and while it ponders, it is left alone', async t => {
  const { engine, sent, transport } = await plain(t, { go: [], stop: ['bestmove e2e4'], ponderhit: [] })
  const search = engine.search({}, { nodes: 1000 })
  await until(() => sent.includes('go nodes 1000'))
  transport.onLine('info depth 9 nodes 1999 score cp 3 pv e2e4')
  assert.ok(!sent.includes('stop'))
  transport.onLine('info nodes 2000 nps 5')
  assert.equal(sent.at(-1), 'stop')
  await search.best
  sent.length = 0
  const ponder = engine.search({}, { nodes: 1000 }, { ponder: true })
  await until(() => sent.includes('go ponder nodes 1000'))
  transport.onLine('info nodes 50000')
  assert.ok(!sent.includes('stop'))
  ponder.ponderHit()
  transport.onLine('info nodes 60000')
  assert.deepEqual(sent.slice(-2), ['ponderhit', 'stop'])
  await ponder.best
})

test('a move that is none of searchMoves is no answer', async t => {
  const { engine } = await plain(t, { go: ['bestmove e2e4'] })
  const errors = []
  engine.on('error', error => errors.push(error))
  const error = await rejects(
    engine.bestMove({}, { depth: 1 }, { searchMoves: ['a3', 'h3'] }),
    'ERR_UCI_MOVE',
  )
  assert.match(error.message, /'e2e4' \(it is not one of searchMoves, which the engine ignores\)/)
  assert.deepEqual(errors, [error])
  assert.equal((await engine.bestMove({}, { depth: 1 }, { searchMoves: ['a3', 'e4'] })).move, 'e2e4')
  const castling = { fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' }
  for (const [variant, spelled] of [
    ['standard', 'e1g1'],
    ['chess960', 'e1h1'],
  ]) {
    const { engine } = await plain(t, { uci: UCI, go: [`bestmove ${spelled}`] })
    const best = engine.bestMove({ ...castling, variant }, { depth: 1 }, { searchMoves: ['O-O'] })
    assert.equal((await settled(best)).value?.move, spelled)
  }
})

// --- options ---------------------------------------------------------------------------------------

test('an odd MultiPV spoils no search that leaves it open', async t => {
  for (const [option, before, after] of [
    ['type spin default 2 min 2 max 5', [], ['setoption name MultiPV value 2']],
    [
      'type spin default 3 min 1 max 5',
      ['setoption name MultiPV value 1'],
      ['setoption name MultiPV value 1'],
    ],
    ['type string default 1', [], []],
    ['type string', [], []],
    ['type combo default 4 var 4 var 8', [], []],
    ['type check default false', [], []],
    ['type button', [], []],
    ['type spin min 2 max 5', [], []],
  ]) {
    const { engine, sent } = await plain(t, { uci: [`option name MultiPV ${option}`, 'uciok'] })
    const options = () => sent.splice(0).filter(line => line.startsWith('setoption'))
    assert.equal((await settled(engine.bestMove({}, { depth: 1 }))).value?.move, 'e2e4', option)
    assert.deepEqual(options(), before, option)
    const three = await settled(engine.bestMove({}, { depth: 1 }, { multipv: 3 }))
    const isSpin = option.includes('spin')
    assert.equal(three.value?.move ?? three.error.code, isSpin ? 'e2e4' : 'ERR_UCI_OPTION', option)
    if (isSpin && before.length === 0) assert.deepEqual(options(), ['setoption name MultiPV value 3'])
    options()
    assert.equal((await settled(engine.bestMove({}, { depth: 1 }))).value?.move, 'e2e4', option)
    assert.deepEqual(options(), after, option)
  }
})

// --- long games ------------------------------------------------------------------------------------

const KNIGHTS = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
const shuffle = (plies, cycle = KNIGHTS) => Array.from({ length: plies }, (_, i) => cycle[i % cycle.length])
/** The position that a `position` command stands for, and the number of its moves. */
function read(command, variant = 'standard') {
  const [, fen, moves = ''] = /^position (?:startpos|fen (.+?))(?: moves (.+))?$/.exec(command)
  const list = moves.split(' ').filter(Boolean)
  const game = new Game({ ...(fen && { fen }), variant, draws: 'none' })
  game.playMoves(list)
  return { game, fen, count: list.length }
}

test('a game of more than 400 plies goes out from its last capture or pawn move', async t => {
  const { engine, sent } = await plain(t, { uci: UCI })
  const positionOf = async position => {
    sent.length = 0
    await settled(engine.search(position, { depth: 1 }).best)
    return sent.find(line => line.startsWith('position'))
  }
  for (const [moves, count] of [
    [shuffle(400), 400],
    [[...shuffle(400), 'e4'], 0],
    [[...shuffle(396), 'e4', 'e5', ...shuffle(100)], 100],
    [['e4', 'e5', ...shuffle(500)], 150],
    [shuffle(5000), 150],
  ]) {
    const game = new Game({ draws: 'none' })
    game.playMoves(moves)
    const sentTo = read(await positionOf(game))
    assert.equal(sentTo.count, count)
    assert.equal(sentTo.fen === undefined, moves.length <= 400)
    const clock = Math.min(game.halfmoveClock, count === 150 ? 300 : 1000)
    const fields = game.toFen({ enPassant: 'legal' }).split(' ')
    assert.deepEqual(
      sentTo.game.fen.split(' '),
      [...fields.slice(0, 4), String(clock), fields[5]],
      `${moves.length} plies`,
    )
    const sameWords = read(await positionOf({ moves }))
    assert.equal(sameWords.game.fen, sentTo.game.fen)
    game.stop()
  }
})

test('variants and Chess960, too', async t => {
  const uci = [
    ...UCI.slice(0, -1),
    'option name UCI_Variant type combo default chess var chess var crazyhouse var 3check',
    'uciok',
  ]
  const { engine, sent } = await plain(t, { uci })
  for (const [variant, first] of [
    ['crazyhouse', ['e4', 'd5', 'exd5', 'Qxd5', 'P@e4', 'Qd8']],
    ['3check', ['e4', 'd5', 'Bb5+', 'c6', 'Bf1', 'e6']],
    ['chess960', []],
  ]) {
    const game = new Game({ variant, draws: 'none' })
    game.playMoves([...first, ...shuffle(500)])
    sent.length = 0
    await settled(engine.search(game, { depth: 1 }).best)
    const command = sent.find(line => line.startsWith('position'))
    const { game: again, count } = read(command, variant)
    assert.equal(count, 150)
    assert.equal(again.fen.split(' ').slice(0, 4).join(' '), game.fen.split(' ').slice(0, 4).join(' '))
    assert.deepEqual(again.remainingChecks, game.remainingChecks)
    assert.deepEqual(again.pockets, game.pockets)
    game.stop()
    again.stop()
  }
})

test('Stockfish and Fairy-Stockfish know repetitions of long games, and a game goes on with them', async t => {
  for (const transport of [undefined, processTransport(FAIRY)]) {
    const engine = transport === undefined ? await native() : await start(t, transport)
    t.after(() => engine.quit())
    // White is a queen up, and Kg8 repeats the position.
    const fen = '6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1'
    const moves = [
      ...shuffle(440, ['Qd2', 'Kf8', 'Qd1', 'Kg8']),
      'h3',
      'h6',
      'Qd2',
      'Kf8',
      'Qd1',
      'Kg8',
      'Qd2',
      'Kf8',
      'Qd1',
    ]
    const { info } = await engine.bestMove({ fen, moves }, { depth: 1 }, { searchMoves: ['Kg8'] })
    assert.equal(info.score.value, 0)
    const game = await UciGame.create({ engine, draws: 'none' })
    game.playMoves(shuffle(2000))
    assert.ok((await settled(game.play({ depth: 2 }, 'e4'))).value?.engineMove)
    game.stop()
  }
})

// --- listeners -------------------------------------------------------------------------------------

test('a search that a listener starts at bestmove does not cancel the one that has ended', async t => {
  const { engine } = await fake(t)
  const next = []
  engine.on('line', line => {
    if (line.startsWith('bestmove') && next.length < 3) next.push(engine.search({}, { depth: 1 }))
  })
  const first = engine.search({}, { depth: 1 })
  assert.equal((await settled(first.best)).value?.move, 'a2a3')
  await until(() => next.length === 3)
  for (const { best } of next) assert.equal((await settled(best)).value?.move, 'a2a3')
})

test('a listener sees what its line has changed', async t => {
  const { engine } = await plain(t, { go: ['info depth 7 score cp 3 pv e2e4', 'bestmove e2e4'] })
  const seen = []
  const search = engine.search({}, { depth: 7 })
  engine.on('line', line => seen.push([line.split(' ')[0], search.info?.depth]))
  await search.best
  assert.deepEqual(seen, [
    ['readyok', undefined],
    ['info', 7],
    ['bestmove', 7],
  ])
})
