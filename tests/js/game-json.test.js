// SPDX-License-Identifier: Apache-2.0
// toJSON() and fromJSON(): all that a state keeps, as JSON. laws-history.test.js and laws-variants.test.js have the law
// for random games.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows, snapshot, throughJson } from './support/assertions.js'
import { ChessError, Game, VARIANTS } from './support/binbo.js'
import { CASTLES, finishedGames, fromFen, played, SHUFFLE } from './support/games.js'
import { randomOf } from './support/random-games.js'

const START = new Game().fen
const assertSame = (game, note = '') => assert.deepEqual(snapshot(throughJson(game)), snapshot(game), note)

test('the JSON of a game', () => {
  const game = played(['e2e4'], { draws: 'claim', dead: 'low' })
  game.setWinner('black', 'time')
  const status = { over: true, type: 'winner', winner: 'black', reason: 'manual', detail: 'time' }
  const unknown = {
    Event: '?',
    Site: '?',
    Date: '????.??.??',
    Round: '?',
    White: '?',
    Black: '?',
    Result: '*',
  }
  assert.deepEqual(game.toJSON(), {
    variant: 'standard',
    start: START,
    fen: game.fen,
    moves: ['e2e4'],
    draws: 'claim',
    dead: 'low',
    status,
    headers: unknown,
    result: status,
  })
  assert.ok(!('result' in new Game().toJSON()))
})

test('every result comes back', () => {
  for (const [name, make] of Object.entries(finishedGames)) assertSame(make(), name)
  for (const winner of [null, 'black', 'Tal', ['a'], { team: 1 }]) {
    const game = new Game()
    game.setWinner(winner)
    assertSame(game, JSON.stringify(winner))
    assert.ok(Object.isFrozen(throughJson(game).status))
  }
})

test('claims come back, of a repetition and of fifty moves', () => {
  const repeated = played([...SHUFFLE, ...SHUFFLE], { draws: 'claim' })
  const quiet = fromFen('4k3/8/8/8/8/8/8/4K2R w - - 99 80', { draws: 'claim' })
  quiet.move('h1h2')
  for (const game of [repeated, quiet]) {
    assertSame(game, 'before the claim')
    game.claimDraw()
    assertSame(game)
  }
})

test('repetitions are counted on, and what was taken back is not kept', () => {
  const game = played([...SHUFFLE, ...SHUFFLE.slice(0, 3)])
  const copy = throughJson(game)
  assert.equal(copy.move('f6g8').reason, 'threefold_repetition')
  game.undo()
  assertSame(game)
  assert.equal(throughJson(game).redo(), null)
})

test('a game that went on after a draw by rule', () => {
  const game = new Game({ dead: 'low' })
  const moves = 'Nf3 Nf6 Ng1 Ng8 '.repeat(3)
  game.loadPgn(`[White "A"]\n\n${moves}e4 *`)
  assertSame(game)
  assert.equal(throughJson(game).lastMove.san, 'e4')
})

test('every variant, also from a set-up position, and every mode', () => {
  for (const variant of VARIANTS)
    for (const draws of ['automatic', 'claim', 'none'])
      for (const dead of ['off', 'low', 'normal']) {
        const game = new Game({ variant, draws, dead })
        game.move(game.legalMoves('uci')[0])
        assertSame(game, variant)
        assertSame(new Game({ variant, draws, dead, fen: game.fen }), variant)
        assert.deepEqual(throughJson(game).options, game.options)
      }
  assertSame(played(['e1h1', 'e8a8'], { fen: CASTLES, variant: 'chess960' }))
  assertSame(
    played(['e2e4'], { fen: 'rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' }),
    'en passant',
  )
  assertSame(fromFen('rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 2'), 'an unused square')
})

test('headers come back in their order, also those that a game was made without', () => {
  const game = new Game()
  game.headers.delete('Round')
  game.headers
    .set('White', 'Żółć "😀"\n\ud800')
    .set('__proto__', 'x')
    .set('constructor', '')
    .set('Event', 'y')
  assertSame(game)
  game.headers.set('Elo', 2700)
  assert.equal(throughJson(game).headers.get('Elo'), '2700')
  game.headers.set('Elo', Symbol.iterator).set(Object.create(null), 1)
  assertThrows(() => game.toJSON(), 'ERR_ARGUMENT')
})

test('fen and status are for readers: they are not needed', () => {
  const game = played([...SHUFFLE, 'e2e4'], { draws: 'claim' })
  game.draw(['agreed'])
  const { fen, status, ...rest } = game.toJSON()
  assert.ok(fen && status)
  assert.deepEqual(snapshot(Game.fromJSON(rest)), snapshot(game))
})

test('what is no game is an error with a code, and leaves no game', () => {
  const json = played(['e2e4', 'e7e5']).toJSON()
  const draw = { over: true, type: 'draw', reason: 'rule50' }
  for (const [wrong, code, place] of [
    [undefined, 'ERR_ARGUMENT'],
    [null, 'ERR_ARGUMENT'],
    [JSON.stringify(json), 'ERR_ARGUMENT'],
    [[], 'ERR_ARGUMENT'],
    [{}, 'ERR_ARGUMENT'],
    [{ ...json, variant: 'bughouse' }, 'ERR_ARGUMENT'],
    [{ ...json, start: 5 }, 'ERR_ARGUMENT'],
    [{ ...json, start: 'x' }, 'ERR_FEN_FIELDS'],
    [{ ...json, moves: 'e4' }, 'ERR_ARGUMENT'],
    [{ ...json, moves: undefined }, 'ERR_ARGUMENT'],
    [{ ...json, moves: ['e2e4', 7] }, 'ERR_ARGUMENT', { ply: 2 }],
    [{ ...json, moves: ['e2e4', 'e2e4'] }, 'ERR_MOVE_NO_PIECE', { ply: 2 }],
    [{ ...json, moves: ['e2e4', ''] }, 'ERR_SAN_SYNTAX', { ply: 2 }],
    [{ ...json, draws: 'never' }, 'ERR_ARGUMENT'],
    [{ ...json, dead: true }, 'ERR_ARGUMENT'],
    [{ ...json, headers: 'x' }, 'ERR_ARGUMENT'],
    [{ ...json, headers: { White: { toString: null } } }, 'ERR_ARGUMENT'],
    [{ ...json, result: draw }, 'ERR_DRAW_CLAIM'],
    [{ ...json, result: { type: 'winner' } }, 'ERR_ARGUMENT'],
    [{ ...json, result: 5 }, 'ERR_DRAW_CLAIM'],
  ])
    assertThrows(() => Game.fromJSON(wrong), code, place, JSON.stringify(wrong))
})

const BAD = [
  null,
  true,
  -1,
  1e300,
  '',
  'x',
  'e2e4',
  [],
  [null],
  {},
  { type: 'winner' },
  { reason: 'manual' },
  '\0',
  '😀',
]

/** The same value with one part anywhere replaced or removed. */
function spoil(random, value) {
  if (typeof value !== 'object' || value === null || random() < 0.1)
    return BAD[Math.floor(random() * BAD.length)]
  const copy = Array.isArray(value) ? [...value] : { ...value }
  const keys = Object.keys(copy)
  if (keys.length === 0) return copy
  const key = keys[Math.floor(random() * keys.length)]
  if (random() < 0.1) delete copy[key]
  else copy[key] = spoil(random, copy[key])
  return copy
}

test('spoiled JSON gives a game or a ChessError', () => {
  const claimed = played([...SHUFFLE, ...SHUFFLE], { draws: 'claim' })
  claimed.claimDraw()
  const drops = new Game({ variant: 'crazyhouse' })
  drops.playMoves(['e4', 'd5', 'exd5', 'Qxd5', 'P@e4'])
  const texts = [claimed, drops, finishedGames.winner(), finishedGames.checkmate()].map(game =>
    JSON.stringify(game),
  )
  let games = 0
  for (let index = 0; index < 6000; index++) {
    const random = randomOf(index)
    let json = JSON.parse(texts[index % texts.length])
    for (let times = 1 + Math.floor(random() * 3); times > 0; times--) json = spoil(random, json)
    try {
      const game = Game.fromJSON(json)
      games++
      assertSame(game, JSON.stringify(json))
      game.stop()
    } catch (error) {
      assert.ok(error instanceof ChessError, `${error?.stack}\n${JSON.stringify(json)}`)
    }
  }
  assert.ok(games > 500 && games < 5500, `${games} of 6000 were games`)
})
