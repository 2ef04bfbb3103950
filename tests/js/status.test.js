// SPDX-License-Identifier: Apache-2.0
// How games end: mate, stalemate, clocks, material, repetition, claims and results given by hand.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carriedWasm } from '#js/core/carried-wasm.js'
import * as bindings from '#js/core/generated/bindings.js'
import { provideWasm, ready } from '#js/core/wasm.js'
import { isManual, ruleStatus } from '#js/game/status.js'
import { assertKept, CONTINUE, draw, mate } from './support/assertions.js'
import { Game } from './support/binbo.js'
import { FOOLS_MATE, finishedGames, fromFen, MATED, played, SHUFFLE } from './support/games.js'

provideWasm(carriedWasm)

test('each status number of src/rules/status.h has one meaning, and only the two manual ones are by hand', () => {
  const codes = Object.entries(bindings).filter(([name]) => /^STATUS_(?!VARIANT$|END$)/.test(name))
  assert.ok(codes.length >= 20)
  ready()
  for (const [name, code] of codes) {
    assert.equal(isManual(code), name.startsWith('STATUS_MANUAL_'), name)
    if (isManual(code)) continue
    const { reason = '', type, winner } = ruleStatus(code)
    const word = reason.toUpperCase()
    if (code >= bindings.STATUS_VARIANT) {
      assert.deepEqual([type, winner, `STATUS_${word}`], ['variant_win', 'white', name])
      assert.deepEqual(ruleStatus(code + 1), { over: true, type, winner: 'black', reason })
      assert.ok(Object.isFrozen(ruleStatus(code)))
    } else {
      assert.ok(type !== 'draw' || [`STATUS_${word}`, `STATUS_${word}_DRAW`].includes(name), name)
      assert.notEqual(type, 'variant_win')
    }
  }
  assert.equal(
    isManual(Math.max(...codes.map(([, code]) => code)) + 1),
    false,
    'the next status is not by hand',
  )
})

test('each result has its status, frozen', () => {
  const expected = {
    checkmate: mate('black'),
    stalemate: draw('stalemate'),
    insufficient_material: draw('insufficient_material'),
    rule50: draw('rule50'),
    rule75: draw('rule75'),
    threefold_repetition: draw('threefold_repetition'),
    fivefold_repetition: draw('fivefold_repetition'),
    manual: { ...draw('manual'), detail: 'agreed' },
    winner: { over: true, type: 'winner', winner: 'white', reason: 'manual', detail: 'black resigned' },
  }
  for (const [name, make] of Object.entries(finishedGames)) {
    const { status } = make()
    assert.deepEqual(status, expected[name])
    assert.ok(Object.isFrozen(status), name)
  }
  assert.deepEqual(new Game().status, CONTINUE)
  assert.ok(Object.isFrozen(new Game().status))
  assert.deepEqual(fromFen(MATED).status, mate('black'))
})

test('automatic: a clock of 100 ends the game, 99 does not', () => {
  const game = fromFen('4k3/8/8/8/8/8/P7/4K2R w - - 98 70')
  assert.deepEqual(game.move('e1d1'), CONTINUE)
  assert.equal(game.halfmoveClock, 99)
  assert.deepEqual(game.claimableDraws, [])
  assert.deepEqual(game.clone().move('e8d8'), draw('rule50'))
  assert.deepEqual(
    fromFen('4k3/8/8/8/8/8/P7/4K2R w - - 99 70').move('a2a3'),
    CONTINUE,
    'a pawn move resets it',
  )
})

test('claim: 100 is claimable, 150 ends the game', () => {
  const game = fromFen('4k3/8/8/8/8/8/8/4K2R w - - 99 70', { draws: 'claim' })
  assert.deepEqual(game.claimableDraws, [])
  assertKept(game, () => game.claimDraw(), 'ERR_DRAW_CLAIM')
  assert.deepEqual(game.move('e1d1'), CONTINUE)
  assert.deepEqual(game.claimableDraws, ['rule50'])
  const claimed = game.clone()
  assert.deepEqual(claimed.claimDraw(), draw('rule50'))
  assert.deepEqual(claimed.status, draw('rule50'))
  assertKept(claimed, () => claimed.claimDraw(), 'ERR_GAME_OVER')
  assert.deepEqual(game.move('e8e7'), CONTINUE)
  const late = fromFen('4k3/8/8/8/8/8/8/4K2R w - - 149 90', { draws: 'claim' })
  assert.deepEqual(late.status, CONTINUE)
  assert.deepEqual(late.claimableDraws, ['rule50'])
  assert.deepEqual(late.move('e1d1'), draw('rule75'))
  assert.deepEqual(late.claimableDraws, [])
})

test('mate and stalemate take precedence over clocks', () => {
  for (const [clock, draws] of [
    [99, 'automatic'],
    [99, 'claim'],
    [149, 'claim'],
    [300, 'claim'],
  ]) {
    const over = clock >= 150
    const game = fromFen(`6k1/5ppp/8/8/8/8/8/R3K3 w - - ${clock} 90`, { draws })
    if (over) assert.deepEqual(game.status, draw('rule75'))
    else assert.deepEqual(game.move('a1a8'), mate('white'), `mate on halfmove ${clock + 1}`)
  }
  assert.deepEqual(fromFen('7k/5Q2/8/6K1/8/8/8/8 w - - 99 90').move('g5g6'), draw('stalemate'))
  assert.deepEqual(fromFen('R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90').status, mate('white'))
})

test('the order after that: clock, material, repetition', () => {
  assert.deepEqual(fromFen('4k3/8/8/8/8/8/8/4K3 w - - 100 90').status, draw('rule50'))
  assert.deepEqual(
    fromFen('4k3/8/8/8/8/8/8/4K3 w - - 100 90', { draws: 'claim' }).status,
    draw('insufficient_material'),
  )
  assert.deepEqual(fromFen('4k3/8/8/8/8/8/8/4K3 w - - 150 90', { draws: 'claim' }).status, draw('rule75'))
  const both = fromFen('r3k3/8/8/8/8/8/8/4K2R w - - 92 90')
  const there = ['h1g1', 'a8b8', 'g1h1', 'b8a8']
  both.playMoves([...there, ...there.slice(0, 3)])
  assert.deepEqual(both.move('b8a8'), draw('rule50'), 'clock 100 and the third time at once')
})

test('insufficient material', () => {
  const dead = ['4K3', '4KN2', '4KB2', 'B3K3', 'B1B1K3']
  for (const white of dead) {
    for (const draws of ['automatic', 'claim']) {
      assert.deepEqual(
        fromFen(`4k3/8/8/8/8/8/8/${white} w - - 0 1`, { draws }).status,
        draw('insufficient_material'),
        white,
      )
      assert.deepEqual(
        fromFen(`4k3/8/8/8/8/8/8/${white} b - - 0 1`, { draws }).status,
        draw('insufficient_material'),
        white,
      )
    }
  }
  const alsoDead = [
    '4kn2/8/8/8/8/8/8/4K3 w - - 0 1',
    'b3k3/8/8/8/8/8/8/4K3 w - - 0 1',
    // bishops of both sides on the light squares: a8, f1 and more
    'b3k3/8/8/8/8/8/8/4KB2 w - - 0 1',
    'b1b1k3/1b6/8/8/8/8/4B3/3BKB2 w - - 0 1',
  ]
  for (const fen of alsoDead) assert.deepEqual(fromFen(fen).status, draw('insufficient_material'), fen)
  const alive = [
    '4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1',
    '2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1',
    '4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1',
    '4kn2/8/8/8/8/8/8/4KN2 w - - 0 1',
    '4kn2/8/8/8/8/8/8/4KB2 w - - 0 1',
    '4k3/8/8/8/8/8/8/4KBN1 w - - 0 1',
    '4k3/8/8/8/8/8/P7/4K3 w - - 0 1',
    '4k3/8/8/8/8/8/8/4K2R w - - 0 1',
    '4k3/8/8/8/8/8/8/3QK3 w - - 0 1',
    '4k3/p7/8/8/8/8/8/4KB2 w - - 0 1',
    'r3k3/8/8/8/8/8/8/4K3 w - - 0 1',
  ]
  for (const fen of alive) assert.deepEqual(fromFen(fen).status, CONTINUE, fen)
  assert.deepEqual(fromFen('4k3/8/8/8/8/8/4p3/4K3 w - - 0 1').move('e1e2'), draw('insufficient_material'))
})

test('hasMatingMaterial: could color mate by any legal moves at all', () => {
  const cases = [
    ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', false, false],
    ['4k3/8/8/8/8/8/P7/4K3 w - - 0 1', true, false],
    ['4k3/8/8/8/8/8/8/4K2R w - - 0 1', true, false],
    ['4k3/8/8/8/8/8/8/3QK3 w - - 0 1', true, false],
    // a lone knight: with a pawn, rook, bishop or knight of the other side to hem its king in, not with queens
    ['4k3/8/8/8/8/8/8/4KN2 w - - 0 1', false, false],
    ['4k3/p7/8/8/8/8/8/4KN2 w - - 0 1', true, true],
    ['r3k3/8/8/8/8/8/8/4KN2 w - - 0 1', true, true],
    ['b3k3/8/8/8/8/8/8/4KN2 w - - 0 1', true, true],
    ['n3k3/8/8/8/8/8/8/4KN2 w - - 0 1', true, true],
    ['q3k3/8/8/8/8/8/8/4KN2 w - - 0 1', false, true],
    ['qq2k3/8/8/8/8/8/8/4KN2 w - - 0 1', false, true],
    ['4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1', true, false],
    // bishops: not while all are on one colour and nothing but heavy men stand beside
    ['4k3/8/8/8/8/8/8/4KB2 w - - 0 1', false, false],
    ['4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1', true, false],
    ['b3k3/8/8/8/8/8/8/4KB2 w - - 0 1', false, false],
    ['2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1', true, true],
    ['4k3/p7/8/8/8/8/8/4KB2 w - - 0 1', true, true],
    ['n3k3/8/8/8/8/8/8/4KB2 w - - 0 1', true, true],
    ['r3k3/8/8/8/8/8/8/4KB2 w - - 0 1', false, true],
    ['4k3/8/8/8/8/8/8/3BKN2 w - - 0 1', true, false],
  ]
  for (const [fen, white, black] of cases) {
    const game = fromFen(fen)
    assert.equal(game.hasMatingMaterial('white'), white, `white in ${fen}`)
    assert.equal(game.hasMatingMaterial('black'), black, `black in ${fen}`)
  }
  for (const bad of [undefined, 'w', 0, null, 'White'])
    assertKept(new Game(), () => new Game().hasMatingMaterial(bad), 'ERR_ARGUMENT')
})

test('threefold: the start position is an occurrence; automatic ends at the third, claim at the fifth', () => {
  const automatic = played([...SHUFFLE, ...SHUFFLE.slice(0, 3)])
  assert.deepEqual(automatic.status, CONTINUE)
  assert.deepEqual(automatic.move('f6g8'), draw('threefold_repetition'))

  const claim = played([...SHUFFLE, ...SHUFFLE.slice(0, 3)], { draws: 'claim' })
  assert.deepEqual(claim.claimableDraws, [])
  assert.deepEqual(claim.move('f6g8'), CONTINUE)
  assert.deepEqual(claim.claimableDraws, ['threefold_repetition'])
  const claimed = claim.clone()
  assert.deepEqual(claimed.claimDraw(), draw('threefold_repetition'))
  claim.playMoves(SHUFFLE)
  assert.deepEqual(claim.status, CONTINUE)
  claim.playMoves(SHUFFLE.slice(0, 3))
  assert.deepEqual(claim.move('f6g8'), draw('fivefold_repetition'))
})

test("with draws: 'none' only mate, stalemate and results by hand end a game", () => {
  const none = { draws: 'none' }
  for (const fen of [
    '4k3/8/8/8/8/8/8/4K3 w - - 0 1',
    '4k3/8/8/8/8/8/8/4KB2 w - - 0 1',
    '4k3/8/8/8/8/8/8/4K2R w - - 100 80',
    '4k3/8/8/8/8/8/8/4K2R w - - 150 90',
    '4k3/8/8/8/8/8/8/4K2R w - - 65535 65535',
  ]) {
    const game = fromFen(fen, none)
    assert.deepEqual(game.status, CONTINUE, fen)
    assert.deepEqual(game.claimableDraws, [], fen)
    assertKept(game, () => game.claimDraw(), 'ERR_DRAW_CLAIM', {}, fen)
    assert.ok(game.legalMoves('count') > 0, fen)
    assert.equal(game.move(game.legalMoves('uci')[0]).over, false, fen)
  }
  const shuffled = played([...SHUFFLE, ...SHUFFLE, ...SHUFFLE, ...SHUFFLE, ...SHUFFLE], none)
  assert.deepEqual(shuffled.status, CONTINUE)
  assert.deepEqual(shuffled.claimableDraws, [])
  assert.equal(shuffled.legalMoves('count'), 20)
  assert.equal(shuffled.undo().uci, 'f6g8')
  assert.equal(shuffled.redo().uci, 'f6g8')
  shuffled.draw('agreed')
  assert.deepEqual(shuffled.status, { ...draw('manual'), detail: 'agreed' })
  assert.deepEqual(Game.fromState(shuffled.state()).status, shuffled.status)
  assert.deepEqual(played(FOOLS_MATE, none).status, mate('black'))
  assert.deepEqual(fromFen('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', none).status, draw('stalemate'))
  const won = new Game(none)
  won.setWinner('white')
  assert.equal(won.status.winner, 'white')
})

test("draws: 'none' is kept by options, clone(), newGame(), loadPgn() and the state", () => {
  const game = played(SHUFFLE, { draws: 'none' })
  assert.equal(game.options.draws, 'none')
  assert.equal(game.clone().options.draws, 'none')
  assert.deepEqual(game.newGame('4k3/8/8/8/8/8/8/4K3 w - - 0 1'), CONTINUE)
  assert.deepEqual(game.loadPgn('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *'), CONTINUE)
  assert.deepEqual(Game.fromState(game.state()).state(), game.state())
  const other = new Game()
  assert.deepEqual(other.setState(game.state()), CONTINUE)
  assert.equal(other.options.draws, 'none')
})

test('lost rights and legal en passant make another position, an impossible en passant capture does not', () => {
  // the rook goes out and back: the first position had the right, the later ones do not
  const rights = fromFen('4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1', { draws: 'claim' })
  const there = ['h1g1', 'h8g8', 'g1h1', 'g8h8']
  rights.playMoves([...there, ...there])
  assert.deepEqual(rights.claimableDraws, [])
  rights.playMoves(there)
  assert.deepEqual(rights.claimableDraws, ['threefold_repetition'])

  // e2e4 with a black pawn on d4: the first time it may take, so that is another position
  const legal = fromFen('4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1', { draws: 'claim' })
  legal.move('e2e4')
  const back = ['g8f6', 'g1f3', 'f6g8', 'f3g1']
  legal.playMoves([...back, ...back])
  assert.deepEqual(legal.claimableDraws, [])
  legal.playMoves(back)
  assert.deepEqual(legal.claimableDraws, ['threefold_repetition'])

  // no pawn can take: the square in the FEN does not matter
  const idle = played(['e2e4'], { draws: 'claim' })
  const knights = ['g8f6', 'g1f3', 'f6g8', 'f3g1']
  idle.playMoves([...knights, ...knights])
  assert.deepEqual(idle.claimableDraws, ['threefold_repetition'])

  // a pawn stands to capture but is pinned: not legal, so it does not matter either
  const held = fromFen('6n1/8/8/8/k2p3R/8/4P3/4K1N1 w - - 0 1', { draws: 'claim' })
  held.move('e2e4')
  assert.equal(held.toFen({ enPassant: 'pseudo' }).split(' ')[3], 'e3')
  assert.equal(held.toFen({ enPassant: 'legal' }).split(' ')[3], '-')
  held.playMoves([...back, ...back])
  assert.deepEqual(held.claimableDraws, ['threefold_repetition'])
})

test('a FEN carries no repetitions, a state does', () => {
  const game = played([...SHUFFLE, ...SHUFFLE.slice(0, 3)])
  assert.deepEqual(fromFen(game.fen).move('f6g8'), CONTINUE)
  assert.deepEqual(Game.fromState(game.state()).move('f6g8'), draw('threefold_repetition'))
})

test('other spellings of a color are that color as a winner, so that the PGN has the result', () => {
  const spellings = {
    white: ['white', 'w', 'W', 'White', 'WHITE', ' white ', '1-0'],
    black: ['black', 'b', 'B', 'Black', 'BLACK', 'black\n', '0-1'],
  }
  for (const [color, names] of Object.entries(spellings))
    for (const name of names) {
      const game = new Game()
      game.setWinner(name, 'time')
      assert.deepEqual(game.status, {
        over: true,
        type: 'winner',
        winner: color,
        reason: 'manual',
        detail: 'time',
      })
      assert.match(
        game.pgn(),
        color === 'white' ? /\[Result "1-0"\].*\n1-0\n/s : /\[Result "0-1"\].*\n0-1\n/s,
        name,
      )
      assert.deepEqual(Game.fromState(game.state()).status, game.status)
    }
  for (const winner of ['Anna', 'ww', 'whites', '1-1', '1/2-1/2', '', null, 7, ['w'], { w: 'white' }]) {
    const game = new Game()
    game.setWinner(winner)
    assert.deepEqual(game.status.winner, winner)
    assert.match(game.pgn(), /\[Result "\*"\]/)
  }
})

test('draw and setWinner set a result once, with a detail', () => {
  const details = [
    undefined,
    null,
    'a word',
    7,
    true,
    ['list', { of: 'json' }],
    { reason: { deep: [1, 2, 3] } },
  ]
  for (const detail of details) {
    const game = new Game()
    assert.equal(detail === undefined ? game.draw() : game.draw(detail), undefined)
    assert.equal(game.status.reason, 'manual')
    if (detail === undefined) assert.equal('detail' in game.status && game.status.detail !== undefined, false)
    else assert.deepEqual(game.status.detail, detail)
    assertKept(game, () => game.draw(), 'ERR_GAME_OVER')
    assertKept(game, () => game.setWinner('white'), 'ERR_GAME_OVER')
    assert.deepEqual(game.claimableDraws, [])
    const restored = Game.fromState(game.state())
    assert.deepEqual(restored.status, game.status)
  }
  for (const winner of ['white', 'Magnus', { id: 5 }, 42, ['a', 'b']]) {
    const game = new Game()
    game.setWinner(winner, { by: 'time' })
    assert.deepEqual(game.status, {
      over: true,
      type: 'winner',
      winner,
      reason: 'manual',
      detail: { by: 'time' },
    })
    assert.deepEqual(Game.fromState(game.state()).status, game.status)
  }
  for (const [name, make] of Object.entries(finishedGames)) {
    const game = make()
    assertKept(game, () => game.draw('late'), 'ERR_GAME_OVER', {}, name)
    assertKept(game, () => game.setWinner('white'), 'ERR_GAME_OVER', {}, name)
  }
})

test('a detail must be JSON, and later changes to it do not reach the game', () => {
  const game = new Game()
  const round = {}
  round.self = round
  for (const bad of [round, 1n, () => 1, Symbol('x'), { deep: 1n }]) {
    assertKept(game, () => game.draw(bad), 'ERR_ARGUMENT', {}, String(typeof bad))
    assertKept(game, () => game.setWinner(bad), 'ERR_ARGUMENT', {}, String(typeof bad))
    assertKept(game, () => game.setWinner('white', bad), 'ERR_ARGUMENT', {}, String(typeof bad))
  }
  assertKept(game, () => game.setWinner(), 'ERR_ARGUMENT')
  const detail = { moves: [1, 2] }
  game.draw(detail)
  detail.moves.push(3)
  assert.deepEqual(game.status.detail, { moves: [1, 2] })
})

test('undo takes back any result with the last move', () => {
  const resigned = played(['e2e4', 'e7e5'])
  resigned.setWinner('white')
  assert.equal(resigned.undo().uci, 'e7e5')
  assert.deepEqual(resigned.status, CONTINUE)
  assert.equal(resigned.ply, 1)
  const mated = played(FOOLS_MATE)
  assert.equal(mated.undo().san, 'Qh4#')
  assert.deepEqual(mated.status, CONTINUE)
  const claim = played([...SHUFFLE, ...SHUFFLE], { draws: 'claim' })
  claim.claimDraw()
  claim.undo()
  assert.deepEqual(claim.status, CONTINUE)
})
