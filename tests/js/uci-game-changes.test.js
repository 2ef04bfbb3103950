// SPDX-License-Identifier: Apache-2.0
// Games that change while their engine thinks: no answer reaches a board that it was not meant for.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertThrows } from './support/assertions.js'
import { Game, rejects, SOON, settled, until } from './support/engines.js'
import { first, MATE_IN_ONE, stockfish, UciGame, uciMoves, withEngine } from './support/game-engines.js'

// --- the game changes while the engine thinks -------------------------------------------------------

const state = new Game({ fen: MATE_IN_ONE }).state()
for (const [name, change, ply] of [
  ['move', game => game.move('e7e5'), 2],
  ['sanMove', game => game.sanMove('e5'), 2],
  ['indexMove', game => game.indexMove(52, 36), 2],
  ['tryMove', game => game.tryMove('e5'), 2],
  ['playMoves', game => game.playMoves(['e5', 'd4']), 3],
  ['undo', game => game.undo(), 0],
  ['undo and redo', game => [game.undo(), game.redo()], 1],
  ['newGame', game => game.newGame(), 0],
  ['setState', game => game.setState(state), 0],
  ['loadPgn', game => game.loadPgn('1. e4'), 1],
  ['draw', game => game.draw(), 1],
  ['setWinner', game => game.setWinner('white'), 1],
]) {
  test(`${name} while the engine thinks: its answer is not played`, async t => {
    const { game, transport } = await withEngine(t, { endless: true })
    const thinking = game.play({ depth: 30 }, 'e4')
    await until(() => transport.sent.includes('go depth 30'))
    change(game)
    const error = await rejects(thinking, 'ERR_UCI_CANCELLED')
    assert.match(error.message, /changed while the engine was thinking/)
    assert.equal(game.ply, ply)
    assert.ok(transport.sent.includes('stop'), 'the engine need not go on')
    await game.ready()
    assert.equal(game.ply, ply)
    transport.endless = false
    if (game.status.over) game.undo()
    const { engineMove } = await game.play({ depth: 1 })
    assert.equal(game.lastMove.uci, engineMove)
  })

  test(`${name} while a hint is searched: it is of no use`, async t => {
    const { game, transport } = await withEngine(t, { endless: true })
    game.move('e2e4')
    const thinking = game.bestMove({ depth: 30 })
    await until(() => transport.sent.includes('go depth 30'))
    change(game)
    await rejects(thinking, 'ERR_UCI_CANCELLED')
  })
}

test('claimDraw while a hint is searched: it is of no use', async t => {
  const fen = '4k3/8/8/8/8/8/8/4K2R w - - 100 80'
  const { game, transport } = await withEngine(t, { endless: true }, { draws: 'claim', fen })
  const thinking = game.bestMove({ depth: 30 })
  await until(() => transport.sent.includes('go depth 30'))
  game.claimDraw()
  await rejects(thinking, 'ERR_UCI_CANCELLED')
})

test('calls that change nothing do not disturb the engine', async t => {
  const { game, transport } = await withEngine(t, { endless: true })
  const thinking = game.bestMove({ depth: 30 })
  await until(() => transport.sent.includes('go depth 30'))
  game.undo()
  game.redo()
  game.playMoves([])
  assertThrows(() => game.move('e2e5'), 'ERR_MOVE_ILLEGAL')
  assertThrows(() => game.claimDraw(), 'ERR_DRAW_CLAIM')
  assertThrows(() => game.newGame('x'), 'ERR_FEN_FIELDS')
  assertThrows(() => game.loadPgn('1. e5'), 'ERR_PGN_MOVE')
  assertThrows(() => game.setState(new Uint8Array(9)), 'ERR_STATE_FORMAT')
  await game.syncPosition()
  assert.equal(transport.sent.includes('stop'), false)
  game.draw()
  await rejects(thinking, 'ERR_UCI_CANCELLED')
})

test('what does not change the game does not disturb the engine', async t => {
  const { game, transport } = await withEngine(t, { endless: true })
  const thinking = game.play({ depth: 30 })
  await until(() => transport.sent.includes('go depth 30'))
  assert.equal(game.tryMove('e2e5').ok, false)
  assertThrows(() => game.move('e7e5'), 'ERR_MOVE_WRONG_SIDE')
  assertThrows(() => game.newGame('nonsense'), 'ERR_FEN_FIELDS')
  assertThrows(() => game.setState(new Uint8Array(3)), 'ERR_STATE_FORMAT', undefined)
  assertThrows(() => game.loadPgn('1. e5'), 'ERR_PGN_MOVE')
  assert.equal(game.undo(), null)
  assert.equal(game.redo(), null)
  game.playMoves([])
  game.line(['e4', 'e5'])
  game.clone().move('e2e4')
  game.headers.set('White', 'me')
  game.setOptions({ idleTimeout: 60_000 })
  await game.ready()
  await game.syncPosition()
  assertThrows(() => game.command('position startpos'), 'ERR_UCI_BUSY')
  assert.equal(transport.sent.includes('stop'), false)
  transport.endless = false
  game.command('stop')
  assert.equal((await thinking).engineMove, first(new Game()))
})

test('ready() right after play() does not hurry the engine', async t => {
  const { game, transport } = await withEngine(t, { endless: true })
  const thinking = game.play({ depth: 30 })
  await game.ready()
  await game.syncPosition()
  await until(() => transport.sent.includes('go depth 30'))
  assert.equal(transport.sent.includes('stop'), false)
  game.command('stop')
  await thinking
})

test('the change that comes at the last moment counts', async t => {
  // The answer has arrived, but was not delivered yet.
  for (let turns = 0; turns < 12; turns++) {
    const { game, transport } = await withEngine(t, { endless: true })
    const thinking = game.play({ depth: 30 }, 'e4')
    await until(() => transport.sent.includes('go depth 30'))
    game.command('stop')
    for (let turn = 0; turn < turns; turn++) await null
    const { ply } = game
    game.newGame()
    const { value, error } = await settled(thinking)
    if (error === undefined) assert.equal(ply, 2, 'it was played before the change')
    else assert.equal(error.code, 'ERR_UCI_CANCELLED')
    assert.equal(value === undefined, ply === 1)
    assert.equal(game.ply, 0, `after ${turns} turns`)
    game.stop()
  }
})

test('a take-back while Stockfish thinks', async t => {
  const { transport, sent } = stockfish(t)
  const game = await UciGame.create({ engine: transport })
  t.after(() => game.stop())
  const thinking = game.play({ movetime: 60_000 }, 'e4')
  await until(() => sent.includes('go movetime 60000'))
  await wait(50)
  game.undo()
  const { time } = await settled(rejects(thinking, 'ERR_UCI_CANCELLED'))
  assert.ok(time < SOON, `${time} ms`)
  const { engineMove } = await game.play({ depth: 3 }, 'd4')
  assert.deepEqual(uciMoves(game), ['d2d4', engineMove])
  assert.ok(sent.includes('position startpos moves d2d4'))
})

test('the newest search is the one that counts', async t => {
  const { game, transport } = await withEngine(t, { endless: true })
  const older = game.play({ depth: 30 }, 'e4')
  await until(() => transport.sent.includes('go depth 30'))
  const hint = game.bestMove({ depth: 31 })
  const newest = game.play({ depth: 1 })
  transport.endless = false
  await rejects(older, 'ERR_UCI_CANCELLED')
  await rejects(hint, 'ERR_UCI_CANCELLED')
  const { engineMove } = await newest
  assert.deepEqual(uciMoves(game), ['e2e4', engineMove])
})
