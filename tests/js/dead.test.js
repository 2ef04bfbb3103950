// SPDX-License-Identifier: Apache-2.0
// Dead positions and flag falls: canWin, isDead, helpmate, flag and the option dead.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CONTINUE, draw } from './support/assertions.js'
import { Game, root } from './support/binbo.js'
import { fromFen, MATED, rewind } from './support/games.js'

const WALL = '8/8/1k6/1p1p1p1p/1P1P1P1P/8/5K2/8 w - - 0 1'
const STALEMATE = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
const DEAD = draw('dead_position')

const positions = readFileSync(`${root}tests/data/dead-positions.txt`, 'utf8')
  .split('\n')
  .filter(line => line && !line.startsWith('#'))
  .map(line => ({ truth: line.slice(0, 2), fen: line.slice(3) }))

function helped(fen, color) {
  const game = fromFen(fen, { draws: 'none' })
  for (const move of game.helpmate(color)) game.move(move)
  return game.status
}

test('no answer about the positions of tests/data is wrong at any effort, and at normal 94 % of "no" are found', () => {
  for (const effort of ['low', { positions: 1000 }, 'normal']) {
    let dead = 0
    let found = 0
    for (const { fen, truth } of positions) {
      const game = fromFen(fen)
      for (const [i, color] of ['white', 'black'].entries()) {
        const expected = truth[i] === '-' ? 'no' : 'yes'
        const answer = game.canWin(color, { effort })
        if (answer !== 'unknown') assert.equal(answer, expected, `${color} ${fen}`)
        dead += expected === 'no'
        found += answer === 'no'
      }
      game.stop()
    }
    if (effort === 'normal') assert.ok(dead > 100 && found >= 0.94 * dead, `${found} of ${dead}`)
  }
})

test('a game that is over: who has mated can win, and nobody after stalemate', () => {
  for (const effort of ['low', 'normal', 'high', { positions: 1 }]) {
    assert.equal(fromFen(MATED).canWin('black', { effort }), 'yes')
    assert.equal(fromFen(MATED).canWin('white', { effort }), 'no')
    assert.equal(fromFen(STALEMATE).canWin('white', { effort }), 'no')
    assert.equal(fromFen(STALEMATE).canWin('black', { effort }), 'no')
  }
  assert.equal(fromFen(MATED).isDead(), false)
  assert.equal(fromFen(STALEMATE).isDead(), true)
})

test('isDead is proved either way, or unknown', () => {
  assert.equal(fromFen(WALL).isDead(), true)
  assert.equal(fromFen(WALL).isDead({ effort: 'low' }), true)
  assert.equal(new Game().isDead(), false)
  assert.equal(new Game().isDead({ effort: 'low' }), 'unknown')
})

test('a helpmate is legal and ends in mate', () => {
  for (const color of ['white', 'black']) {
    assert.equal(helped('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', color).winner, color)
    assert.equal(helped('8/4p3/8/3k4/8/8/4P3/4K3 b - - 0 1', color).winner, color)
  }
  assert.deepEqual(fromFen(MATED).helpmate('black'), [])
  assert.equal(fromFen(MATED).helpmate('white'), null)
  assert.equal(fromFen(WALL).helpmate('white'), null)
  assert.equal(new Game().helpmate('white', { effort: { positions: 2 } }), null)
})

test('the same question has the same answer, whatever was asked before', () => {
  const game = new Game()
  const effort = { positions: 300 }
  const first = game.helpmate('white', { effort: 'normal' })
  const answer = game.canWin('white', { effort })
  fromFen(WALL).canWin('white', { effort: 'high' })
  assert.deepEqual(game.helpmate('white', { effort: 'normal' }), first)
  assert.equal(game.canWin('white', { effort }), answer)
  assert.equal(game.fen, new Game().fen, 'asking changes nothing')
})

test('a flag falls: the other side wins, or draws where it cannot', () => {
  const lost = new Game()
  assert.deepEqual(lost.flag('white'), {
    over: true,
    type: 'winner',
    winner: 'black',
    reason: 'manual',
    detail: 'time',
  })
  assert.equal(lost.status.winner, 'black')
  assert.throws(() => lost.flag('white'), { code: 'ERR_GAME_OVER' })
  const drawn = { ...draw('manual'), detail: 'time_vs_no_win' }
  assert.deepEqual(fromFen(WALL).flag('black'), drawn)
  assert.equal(fromFen(WALL).flag('black', { rules: 'material' }).winner, 'white')
  assert.deepEqual(fromFen('4k3/8/8/8/8/8/4q3/4KN2 w - - 0 1').flag('black', { rules: 'material' }), drawn)
  const back = Game.fromState(lost.state())
  assert.deepEqual(back.status, lost.status, 'kept in a state')
  assert.throws(() => fromFen(MATED).flag('white'), { code: 'ERR_GAME_OVER' })
})

test('with the option dead the status reports dead positions by itself', () => {
  // Kxg2 leaves a wall.
  const fen = '8/8/1k6/1p1p1p1p/1P1P1P1P/8/6n1/5K2 w - - 0 1'
  for (const dead of ['low', 'normal']) {
    const game = fromFen(fen, { dead })
    assert.equal(game.options.dead, dead)
    assert.deepEqual(game.status, CONTINUE)
    assert.deepEqual(game.move('f1g2'), DEAD)
    assert.deepEqual(game.status, DEAD)
    assert.deepEqual(game.legalMoves(), [])
    assert.throws(() => game.move('b6a6'), { code: 'ERR_GAME_OVER' })
    assert.deepEqual(game.clone().status, DEAD)
    assert.equal(game.clone().options.dead, dead)
    const restored = Game.fromState(game.state())
    assert.deepEqual(restored.status, DEAD)
    assert.equal(restored.options.dead, dead)
    rewind(game)
    assert.deepEqual(game.status, CONTINUE)
    game.redo()
    assert.deepEqual(game.status, DEAD)
    assert.deepEqual(game.newGame(WALL), DEAD)
    game.loadPgn(`[SetUp "1"]\n[FEN "${fen}"]\n\n1. Kxg2 *`)
    assert.deepEqual(game.status, DEAD)
    assert.match(game.pgn(), /1\/2-1\/2\s*$/)
  }
  assert.equal(new Game().options.dead, 'off')
  assert.deepEqual(fromFen(WALL).status, CONTINUE)
})

test("with draws: 'none' the option dead has no effect", () => {
  const game = fromFen(WALL, { dead: 'normal', draws: 'none' })
  assert.equal(game.options.dead, 'normal')
  assert.deepEqual(game.status, CONTINUE)
  assert.equal(game.isDead(), true)
  assert.deepEqual(game.clone().status, CONTINUE)
  assert.deepEqual(Game.fromState(game.state()).status, CONTINUE)
  assert.deepEqual(game.move(game.legalMoves()[0]), CONTINUE)
})

test('options are checked', () => {
  const game = new Game()
  const refused = [
    () => game.canWin('red'),
    () => game.canWin(),
    () => game.canWin('white', { effort: 'huge' }),
    () => game.canWin('white', { effort: null }),
    () => game.canWin('white', { effort: { positions: 0 } }),
    () => game.canWin('white', { effort: { positions: 1.5 } }),
    () => game.canWin('white', { effort: { positions: 10_000_001 } }),
    () => game.canWin('white', { effort: { positions: '5' } }),
    () => game.canWin('white', { effort: { nodes: 5 } }),
    () => game.canWin('white', { efort: 'low' }),
    () => game.isDead('low'),
    () => game.helpmate('white', { effort: 7 }),
    () => game.helpmate(0),
    () => game.flag('white', { rules: 'uscf' }),
    () => game.flag('green'),
    () => new Game({ dead: 'high' }),
    () => new Game({ dead: true }),
  ]
  for (const call of refused) assert.throws(call, { code: 'ERR_ARGUMENT' }, String(call))
  assert.deepEqual(game.status, CONTINUE)
  game.stop()
  assert.throws(() => game.canWin('white'), { code: 'ERR_GAME_STOPPED' })
  assert.throws(() => game.flag('white'), { code: 'ERR_GAME_STOPPED' })
})
