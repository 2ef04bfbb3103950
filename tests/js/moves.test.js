// SPDX-License-Identifier: Apache-2.0
// Moves given by squares: what is taken, and each reason for refusing.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assertKept, assertThrows, CONTINUE, mate } from './support/assertions.js'
import { ChessError, Game, isSquare, SQUARES } from './support/binbo.js'
import { CASTLES, FOOLS_MATE, finishedGames, fromFen, played } from './support/games.js'

/** Why a move by squares is refused. */
const REFUSED = {
  ERR_MOVE_SYNTAX: ['e2 e4', 'E2E4', 'e2e4\0'],
  ERR_SAN_SYNTAX: ['', 'e', 'e2e', 'e2e4qq', '０２e4', 'e2\ud800', '0000', '--', 'Sf3'],
  ERR_SAN_ILLEGAL: ['e2', 'O-O', 'Nf6', 'e5', 'e2xd3'],
  ERR_MOVE_NO_PIECE: ['e4e5', 'a3a4', 'h6h5'],
  ERR_MOVE_WRONG_SIDE: ['e7e5', 'g8f6', 'e8e7'],
  ERR_MOVE_OWN_CAPTURE: ['a1a2', 'd1d2', 'g1e2', 'e1f1'],
  ERR_MOVE_ILLEGAL: ['e2e5', 'a1a3', 'e2d3', 'g1g3', 'f1c4', 'e1e3'],
  ERR_MOVE_PROMOTION: ['e2e4q', 'g1f3n', 'e2e4k'],
}

test('moves by squares are refused with the reason', () => {
  for (const [code, moves] of Object.entries(REFUSED)) {
    for (const move of moves) {
      const game = new Game()
      assertKept(game, () => game.move(move), code, {}, JSON.stringify(move))
      assert.equal(game.isLegal(move), false)
      assert.equal(game.tryMove(move).error.code, code)
      game.stop()
    }
  }
})

test('move() takes UCI, else SAN, as tryMove() does', () => {
  for (const move of ['e2e4', 'e4', 'e2-e4', ' e2e4', 'Nf3', 'Ng1-f3', 'Pe4', 'e4!?']) {
    const game = new Game()
    const other = new Game()
    assert.deepEqual(game.move(move), other.tryMove(move).status, move)
    assert.equal(game.fen, other.fen)
  }
})

test('a move that leaves the own king in check has a reason of its own', () => {
  const cases = [
    ['4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1', 'e2c3'],
    ['4r2k/8/8/8/8/8/8/R3K3 w - - 0 1', 'a1a2'],
    ['3r3k/8/8/8/8/8/8/4K3 w - - 0 1', 'e1d1'],
    ['8/8/8/K2pP2r/8/8/8/7k w - d6 0 2', 'e5d6'],
    ['4k3/8/8/8/8/8/8/1K2r3 w - - 0 1', 'b1a1'],
  ]
  for (const [fen, move] of cases) {
    const game = fromFen(fen)
    assertKept(game, () => game.move(move), 'ERR_MOVE_KING_IN_CHECK', {}, `${move} in ${fen}`)
  }
})

test('castling: refused without right, out of, through and into check, and over men', () => {
  const cases = [
    ['r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1', ['e1g1', 'e1c1']],
    ['4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1', ['e1g1', 'e1c1']],
    ['4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1', ['e1g1']],
    ['4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1', ['e1c1']],
    ['4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1', ['e1g1']],
    ['4k3/8/8/8/2r5/8/8/R3K2R w KQ - 0 1', ['e1c1']],
    ['4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1', ['e1g1', 'e1c1']],
  ]
  for (const [fen, moves] of cases) {
    const game = fromFen(fen)
    for (const move of moves) {
      assert.equal(game.isLegal(move), false, `${move} in ${fen}`)
      assert.throws(() => game.move(move), { code: /^ERR_MOVE_/ })
      const san = move === 'e1g1' ? 'O-O' : 'O-O-O'
      assertKept(game, () => game.sanMove(san), 'ERR_SAN_ILLEGAL', {}, `${san} in ${fen}`)
    }
  }
  assert.equal(
    fromFen('1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1').isLegal('e1c1'),
    true,
    'the rook may pass an attacked square',
  )
})

test('castling is read in both forms and reported in the variant’s own', () => {
  for (const [move, rook, fen] of [
    ['e1g1', 'e1h1', 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 b kq - 1 1'],
    ['e1c1', 'e1a1', 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KR3R b kq - 1 1'],
  ]) {
    for (const form of [move, rook]) {
      for (const variant of ['standard', 'chess960']) {
        const game = fromFen(CASTLES, { variant })
        game.move(form)
        assert.equal(game.fen, fen)
        assert.equal(game.lastMove.uci, variant === 'standard' ? move : rook)
        assert.equal(game.lastMove.to, (variant === 'standard' ? move : rook).slice(2))
      }
    }
  }
})

test('in Chess960 e1g1 castles only where it is not a king’s move', () => {
  const beside = fromFen('4k3/8/8/8/8/8/8/5K1R w H - 0 1', { variant: 'chess960' })
  beside.move('f1g1')
  assert.equal(beside.fen, '4k3/8/8/8/8/8/8/6KR b - - 1 1')
  const touching = fromFen('4k3/8/8/8/8/8/8/5KR1 w G - 0 1', { variant: 'chess960' })
  touching.move('f1g1')
  assert.equal(touching.fen, '4k3/8/8/8/8/8/8/5RK1 b - - 1 1')
  const far = fromFen('4k3/8/8/8/8/8/8/1K5R w H - 0 1', { variant: 'chess960' })
  assert.deepEqual(
    far.legalMoves('uci').filter(uci => uci === 'b1h1'),
    ['b1h1'],
  )
  far.move('b1g1')
  assert.equal(far.fen, '4k3/8/8/8/8/8/8/5RK1 b - - 1 1')
  const queenside = fromFen('4k3/8/8/8/8/8/8/RK6 w A - 0 1', { variant: 'chess960' })
  queenside.move('b1c1')
  assert.equal(queenside.fen, '4k3/8/8/8/8/8/8/R1K5 b - - 1 1', 'b1c1 is a king’s move')
})

test('promotion: the piece named, else a queen', () => {
  const fen = '4k3/P7/8/8/8/8/7p/4K3 w - - 0 1'
  for (const [move, piece] of [
    ['a7a8', 'Q'],
    ['a7a8q', 'Q'],
    ['a7a8r', 'R'],
    ['a7a8b', 'B'],
    ['a7a8n', 'N'],
  ]) {
    const game = fromFen(fen)
    game.move(move)
    assert.equal(game.fen.slice(0, 1), piece)
  }
  const game = fromFen(fen)
  for (const move of ['a7a8k', 'a7a8p', 'e1e2q', 'e1f1n']) {
    assertKept(game, () => game.move(move), 'ERR_MOVE_PROMOTION', {}, move)
  }
  assertKept(game, () => game.move('a7a8x'), 'ERR_MOVE_PROMOTION')
  assert.equal(game.isLegal('a7a8'), true)
})

test('moves as objects and by index, squares as names or numbers', () => {
  for (const move of [
    { from: 'e2', to: 'e4' },
    { from: 12, to: 28 },
    { from: 'e2', to: 28 },
    { from: 12, to: 'e4', promotion: undefined },
  ]) {
    const game = new Game()
    assert.deepEqual(game.move(move), CONTINUE)
    assert.equal(game.lastMove.uci, 'e2e4')
  }
  const game = new Game()
  assert.deepEqual(game.indexMove(12, 28), CONTINUE)
  assert.equal(game.lastMove.uci, 'e2e4')
  const pawn = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1'
  for (const [args, uci] of [
    [[48, 56], 'a7a8q'],
    [[48, 56, 'n'], 'a7a8n'],
    [[48, 56, undefined], 'a7a8q'],
  ]) {
    const promoted = fromFen(pawn)
    promoted.indexMove(...args)
    assert.equal(promoted.lastMove.uci, uci)
  }
  const last = fromFen(pawn)
  last.move(last.legalMoves('move').find(move => move.uci === 'a7a8b'))
  assert.equal(last.lastMove.uci, 'a7a8b', 'a Move goes in as it came out')
})

test('a promotion named where nothing promotes is ignored in squares, as boards always name one', () => {
  const pieces = ['q', 'r', 'b', 'n', null, undefined]
  for (const promotion of pieces) {
    for (const [fen, from, to, uci] of [
      [undefined, 'e2', 'e4', 'e2e4'],
      [undefined, 'g1', 'f3', 'g1f3'],
      ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5', 'd6', 'e5d6'],
      ['4k3/7R/8/8/8/8/8/4K3 w - - 0 1', 'h7', 'h8', 'h7h8'],
      [CASTLES, 'e1', 'g1', 'e1g1'],
      [CASTLES, 'e1', 'h1', 'e1g1'],
    ]) {
      const move = { from, to, promotion }
      const game = fromFen(fen)
      assert.equal(game.isLegal(move), true, uci)
      assert.equal(game.clone().tryMove(move).ok, true, uci)
      const byIndex = game.clone()
      byIndex.indexMove(SQUARES.indexOf(from), SQUARES.indexOf(to), promotion)
      assert.equal(byIndex.lastMove.uci, uci)
      game.move(move)
      assert.equal(game.lastMove.uci, uci)
      assert.equal(game.lastMove.promotion, undefined)
    }
    const pawn = fromFen('4k3/P7/8/8/8/8/8/4K3 w - - 0 1')
    pawn.move({ from: 'a7', to: 'a8', promotion })
    assert.equal(pawn.lastMove.promotion, promotion ?? 'q')
  }
  const game = new Game()
  for (const promotion of pieces) {
    for (const [from, to, code] of [
      ['e2', 'e5', 'ERR_MOVE_ILLEGAL'],
      ['e4', 'e5', 'ERR_MOVE_NO_PIECE'],
      ['e7', 'e5', 'ERR_MOVE_WRONG_SIDE'],
      ['a1', 'a2', 'ERR_MOVE_OWN_CAPTURE'],
    ]) {
      assertKept(game, () => game.move({ from, to, promotion }), code, {
        input: from + to + (promotion ?? ''),
      })
    }
  }
  for (const promotion of [
    'k',
    'p',
    'P',
    'pawn',
    '',
    'bQ',
    'xyz',
    1,
    {},
    Object.create(null),
    [],
    false,
    0,
    NaN,
  ]) {
    const move = { from: 'e2', to: 'e4', promotion }
    assert.equal(game.isLegal(move), true, 'anything is ignored')
    for (const play of [
      game => game.move(move),
      game => game.tryMove(move),
      game => game.indexMove(12, 28, promotion),
    ]) {
      const other = game.clone()
      play(other)
      assert.equal(other.lastMove.uci, 'e2e4')
    }
    assert.equal(game.position.play(move).pieceAt('e4')?.type, 'pawn')
    const promotes = fromFen('4k3/P7/8/8/8/8/8/4K3 w - - 0 1')
    const last = { from: 'a7', to: 'a8', promotion }
    assertKept(promotes, () => promotes.move(last), 'ERR_MOVE_PROMOTION')
    assertKept(promotes, () => promotes.indexMove(48, 56, promotion), 'ERR_MOVE_PROMOTION')
    assert.equal(promotes.tryMove(last).ok, false)
    assert.equal(promotes.isLegal(last), false)
    assertThrows(() => promotes.position.play(last), 'ERR_MOVE_PROMOTION')
  }
})

test('a promotion is a letter or a word in any case, or a piece of the mover', () => {
  const names = {
    q: ['q', 'Q', 'queen', 'Queen', 'QUEEN'],
    r: ['r', 'R', 'rook', 'Rook'],
    b: ['b', 'B', 'bishop', 'Bishop'],
    n: ['n', 'N', 'knight', 'Knight'],
  }
  for (const [fen, from, to, side, other] of [
    ['4k3/P7/8/8/8/8/p7/4K3 w - - 0 1', 'a7', 'a8', 'w', 'b'],
    ['4k3/P7/8/8/8/8/p7/4K3 b - - 0 1', 'a2', 'a1', 'b', 'w'],
  ]) {
    for (const [letter, given] of Object.entries(names)) {
      for (const promotion of [...given, `${side}${letter.toUpperCase()}`, `${side}${letter}`]) {
        const move = { from, to, promotion }
        const game = fromFen(fen)
        assert.equal(game.isLegal(move), true, promotion)
        assert.equal(game.position.play(move).fen, game.position.play(from + to + letter).fen)
        game.move(move)
        assert.equal(game.lastMove.uci, from + to + letter)
      }
      const wrong = { from, to, promotion: `${other}${letter.toUpperCase()}` }
      assertThrows(() => fromFen(fen).move(wrong), 'ERR_MOVE_PROMOTION')
      assertThrows(
        () => fromFen(fen).move({ from, to, promotion: `${letter}${letter}q` }),
        'ERR_MOVE_PROMOTION',
      )
    }
    assertThrows(() => fromFen(fen).move({ from, to, promotion: 'king' }), 'ERR_MOVE_PROMOTION')
    const antichess = new Game({ variant: 'antichess', fen })
    antichess.move({ from, to, promotion: 'King' })
    assert.equal(antichess.lastMove.uci, `${from}${to}k`)
  }
  const drops = new Game({ variant: 'crazyhouse', fen: '4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1' })
  drops.indexMove(28, 28, 'N')
  assert.equal(drops.lastMove.uci, 'N@e4')
})

test('invalid squares, and arguments of the wrong type', () => {
  const game = new Game()
  for (const bad of [-1, 64, 1.5, Number.NaN, Infinity, -0.5, 2 ** 32, 2 ** 32 + 12]) {
    assertKept(game, () => game.indexMove(bad, 28), 'ERR_MOVE_SQUARE', {}, String(bad))
    assertKept(game, () => game.indexMove(12, bad), 'ERR_MOVE_SQUARE', {}, String(bad))
    assertKept(game, () => game.move({ from: bad, to: 28 }), 'ERR_MOVE_SQUARE', {}, String(bad))
  }
  for (const bad of ['', 'e', 'e9', 'i4', 'E2', 'e22', ' e2']) {
    assertKept(game, () => game.move({ from: bad, to: 'e4' }), 'ERR_MOVE_SQUARE', {}, bad)
    assertKept(game, () => game.pieceAt(bad), 'ERR_MOVE_SQUARE', {}, bad)
    assertKept(game, () => game.attackers(bad, 'white'), 'ERR_MOVE_SQUARE', {}, bad)
    assertKept(game, () => game.legalMoves('uci', { from: bad }), 'ERR_MOVE_SQUARE', {}, bad)
  }
  for (const bad of [undefined, null, 12, 12n, true, Symbol('e2e4'), () => 'e2e4']) {
    assertKept(game, () => game.move(bad), 'ERR_ARGUMENT', {}, String(bad))
    const { ok, error } = game.tryMove(bad)
    assert.equal(ok, false)
    assert.ok(error instanceof ChessError)
    assert.equal(game.isLegal(bad), false)
  }
  for (const bad of [
    {},
    [],
    { from: 'e2' },
    { to: 'e4' },
    { from: null, to: null },
    { from: 'e2', to: {} },
    new Date(0),
  ]) {
    assert.throws(() => game.move(bad), { code: /^ERR_(ARGUMENT|MOVE_SQUARE)$/ })
    assert.equal(game.isLegal(bad), false)
  }
  assert.equal(game.ply, 0)
})

test('status comes back from every way of moving', () => {
  const before = () => played(FOOLS_MATE.slice(0, 3))
  assert.deepEqual(before().move('d8h4'), mate('black'))
  assert.deepEqual(before().sanMove('Qh4#'), mate('black'))
  assert.deepEqual(before().indexMove(59, 31), mate('black'))
  assert.deepEqual(before().playMoves(['Qh4']), mate('black'))
  assert.deepEqual(before().tryMove('Qh4'), { ok: true, status: mate('black') })
  assert.deepEqual(before().tryMove('d8h4'), { ok: true, status: mate('black') })
})

test('tryMove and isLegal take UCI first, then SAN, and never throw', () => {
  const game = new Game()
  assert.equal(game.isLegal('e2e4'), true)
  assert.equal(game.isLegal('Nf3'), true)
  assert.equal(game.isLegal('Nf6'), false)
  assert.equal(game.isLegal({ from: 'e2', to: 'e4' }), true)
  assert.equal(game.isLegal({ from: 'e2', to: 'e5' }), false)
  const bad = game.tryMove('e2e5')
  assert.equal(bad.ok, false)
  assert.equal(bad.error.code, 'ERR_MOVE_ILLEGAL')
  assert.match(game.tryMove('Nf6').error.code, /^ERR_SAN_ILLEGAL$/)
  assert.equal(game.ply, 0)
})

test('an error of tryMove says what that of move says; only calls are left out of its stack', () => {
  const game = new Game()
  for (const bad of [
    'e2e5',
    'e7e5',
    'Nf6',
    'Ne',
    '',
    'e2e4k',
    { from: 'e2', to: 'e5' },
    { from: 'z9', to: 'e5' },
  ]) {
    const { error } = game.tryMove(bad)
    const thrown = errorOf(() =>
      typeof bad === 'string' && bad.length < 4 ? game.sanMove(bad) : game.move(bad),
    )
    assert.ok(error instanceof ChessError)
    assert.deepEqual({ ...error, message: error.message }, { ...thrown, message: thrown.message })
    assert.ok(error.stack.startsWith(`ChessError: ${error.message}`))
  }
})

test('tryMove plays by the methods of users’ classes', () => {
  const calls = []
  class Logged extends Game {
    move(move) {
      calls.push(move)
      return super.move(move)
    }
    sanMove(san) {
      calls.push(san)
      return super.sanMove(san)
    }
    isLegal() {
      return false
    }
  }
  const game = new Logged()
  for (const move of ['e2e4', 'e5', { from: 'g1', to: 'f3' }]) assert.equal(game.tryMove(move).ok, true)
  assert.equal(game.tryMove('e2e5').error.code, 'ERR_MOVE_NO_PIECE')
  assert.deepEqual(calls, ['e2e4', 'e5', { from: 'g1', to: 'f3' }])
  assert.equal(game.ply, 3)
})

test('tryMove leaves Error.stackTraceLimit as it was, also for the code it calls, and where it cannot be changed', () => {
  const { stackTraceLimit } = Error
  const game = new Game()
  const limits = []
  const square = {
    get from() {
      limits.push(Error.stackTraceLimit)
      return 'e2'
    },
    to: 'e5',
  }
  try {
    for (const limit of [7, 0, Number.POSITIVE_INFINITY, undefined, 'text']) {
      Error.stackTraceLimit = limit
      assert.equal(game.tryMove('e2e5').error.code, 'ERR_MOVE_ILLEGAL')
      assert.equal(game.tryMove(square).error.code, 'ERR_MOVE_ILLEGAL')
      assert.equal(Error.stackTraceLimit, limit)
      assert.equal(limits.pop(), limit)
    }
    Object.defineProperty(Error, 'stackTraceLimit', { value: 5, writable: false, configurable: true })
    assert.equal(game.tryMove('e2e5').error.code, 'ERR_MOVE_ILLEGAL')
    assert.equal(Error.stackTraceLimit, 5)
    Reflect.deleteProperty(Error, 'stackTraceLimit')
    assert.equal(game.tryMove('e2e5').error.code, 'ERR_MOVE_ILLEGAL')
    assert.equal('stackTraceLimit' in Error, false)
  } finally {
    Object.defineProperty(Error, 'stackTraceLimit', {
      value: stackTraceLimit,
      writable: true,
      configurable: true,
      enumerable: true,
    })
  }
})

test('a game that is over refuses every move', () => {
  for (const [name, make] of Object.entries(finishedGames)) {
    const game = make()
    assert.equal(game.status.over, true, name)
    assertKept(game, () => game.move('a2a3'), 'ERR_GAME_OVER', {}, name)
    assertKept(game, () => game.sanMove('a3'), 'ERR_GAME_OVER', {}, name)
    assertKept(game, () => game.indexMove(8, 16), 'ERR_GAME_OVER', {}, name)
    assertKept(game, () => game.playMoves(['a2a3']), 'ERR_GAME_OVER', {}, name)
    assert.equal(game.tryMove('a2a3').error.code, 'ERR_GAME_OVER', name)
    assert.equal(game.isLegal('a2a3'), false, name)
    for (const form of ['move', 'uci', 'san', 'index']) assert.deepEqual(game.legalMoves(form), [], name)
    assert.equal(game.legalMoves('packed').length, 0)
    assert.equal(game.legalMoves('count'), 0)
  }
})

test('playMoves is all or none and names the failing ply', () => {
  const game = new Game()
  const cases = [
    [['e2e4', 'e7e5', 'e4e5'], 3],
    [['e4', 'e5', 'Nf6'], 3, 'ERR_SAN_ILLEGAL'],
    [['e4', 'xyz'], 2, 'ERR_SAN_SYNTAX'],
    [[...FOOLS_MATE, 'a2a3'], 5, 'ERR_GAME_OVER'],
    [['e4', ''], 2],
    [['e4', 'e5\nNf3'], 2],
    [['e4\n', 'e5'], 1],
  ]
  for (const [moves, ply, code] of cases) {
    const error = code
      ? assertKept(game, () => game.playMoves(moves), code, { ply }, String(moves))
      : assertKept(
          game,
          () => game.playMoves(moves),
          errorCode(() => game.playMoves(moves)),
          { ply },
          JSON.stringify(moves),
        )
    assert.equal(error.ply, ply)
  }
  assert.deepEqual(game.playMoves([]), CONTINUE)
  assert.deepEqual(game.playMoves(new Set(['e2e4', 'e5'])), CONTINUE)
  assert.deepEqual(
    game.playMoves(
      (function* () {
        yield 'Nf3'
      })(),
    ),
    CONTINUE,
  )
  assert.equal(game.ply, 3)
  for (const bad of [undefined, null, 5, {}, [1], ['Nc6', null], [{ from: 'b8', to: 'c6' }]]) {
    assertKept(game, () => game.playMoves(bad), 'ERR_ARGUMENT')
    assertKept(game, () => game.line(bad), 'ERR_ARGUMENT')
  }
  const broken = (function* () {
    yield 'Nc6'
    throw new RangeError('from the caller')
  })()
  assert.throws(() => game.playMoves(broken), RangeError)
  assert.equal(game.ply, 3)
})

const errorCode = action => errorOf(action)?.code

const errorOf = action => {
  try {
    action()
  } catch (error) {
    return error
  }
}

test('line returns Moves, plays nothing and ignores draws', () => {
  const game = played(['e2e4'])
  const line = game.line(['e7e5', 'Nf3', 'b8c6'])
  assert.deepEqual(
    line.map(move => move.san),
    ['e5', 'Nf3', 'Nc6'],
  )
  assert.equal(game.ply, 1)
  assertKept(game, () => game.line(['e7e5', 'Nf6']), 'ERR_SAN_ILLEGAL', { ply: 2 })
  const drawn = finishedGames.threefold_repetition()
  assert.deepEqual(
    drawn.line(['e4', 'e5']).map(move => move.uci),
    ['e2e4', 'e7e5'],
  )
  assert.deepEqual(drawn.line([]), [])
  const mated = finishedGames.checkmate()
  assert.throws(() => mated.line(['e4']), ChessError)
})

test('SQUARES are the names of squares by index, and isSquare() knows them', () => {
  assert.equal(SQUARES.length, 64)
  SQUARES.forEach((square, i) => {
    assert.equal(square, 'abcdefgh'[i % 8] + (1 + (i >> 3)))
    assert.ok(isSquare(square))
    assert.deepEqual(new Game().pieceAt(i), new Game().pieceAt(square))
  })
  assert.throws(() => SQUARES.push('a1'), TypeError)
  for (const other of ['', 'a0', 'a9', 'i1', 'A1', 'a1 ', 'e', 'e44', 0, 63, null, undefined, {}, ['a1']]) {
    assert.equal(isSquare(other), false, String(other))
  }
})
