// SPDX-License-Identifier: Apache-2.0
// The faults of the original Binbo 4.0.3, each shown to be none here. One test a row of its table; the row
// about engines belongs to binbo/uci.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertKept, assertThrows, CONTINUE, draw } from './support/assertions.js'
import { Game } from './support/binbo.js'
import { fromFen, played, SHUFFLE } from './support/games.js'

test('threefold: repetitions 2 (mod 4) plies apart are counted', () => {
  // The queen loses a move on a triangle, so that the same side is to move after 6 plies.
  const game = fromFen('3k4/8/8/8/8/8/8/Q3K3 w - - 0 1', { draws: 'claim' })
  const triangle = ['a1b1', 'd8c8', 'b1b2', 'c8d7', 'b2a1', 'd7d8']
  game.playMoves(triangle)
  assert.deepEqual(game.claimableDraws, [])
  game.playMoves(triangle)
  assert.deepEqual(game.claimableDraws, ['threefold_repetition'])
  assert.deepEqual(
    fromFen('3k4/8/8/8/8/8/8/Q3K3 w - - 0 1').playMoves([...triangle, ...triangle]),
    draw('threefold_repetition'),
  )
})

test('threefold: a first occurrence that allowed en passant is another position', () => {
  const game = played(['e2e4', 'g8f6', 'e4e5', 'd7d5'])
  const back = ['g1f3', 'f6g8', 'f3g1', 'g8f6']
  assert.deepEqual(game.playMoves(back), CONTINUE)
  assert.deepEqual(game.playMoves(back), CONTINUE, 'twice without en passant, once with')
  assert.deepEqual(game.move('g1f3'), draw('threefold_repetition'), 'the third time without')
})

test('threefold: a first occurrence with castling rights is another position', () => {
  const game = fromFen('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1')
  const back = ['h1h2', 'e8e7', 'h2h1', 'e7e8']
  game.playMoves([...back, ...back])
  assert.deepEqual(game.status, CONTINUE)
  assert.deepEqual(game.move('h1h2'), draw('threefold_repetition'))
})

test('SAN is resolved among legal moves: a pinned twin does not make it ambiguous', () => {
  const game = new Game()
  game.playMoves(['d4', 'Nf6', 'c4', 'e6', 'Nc3', 'Bb4', 'e3', 'O-O', 'Ne2'])
  assert.equal(game.lastMove.uci, 'g1e2')
  const pgn = new Game()
  pgn.loadPgn('1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Ne2 d5')
  assert.equal(pgn.moves[8].san, 'Ne2')
})

test('ambiguous SAN plays nothing', () => {
  const game = fromFen('4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1')
  assertKept(game, () => game.sanMove('Nd2'), 'ERR_SAN_AMBIGUOUS')
})

test('Bg1f3 is not a knight move', () => {
  const game = new Game()
  assertKept(game, () => game.sanMove('Bg1f3'), 'ERR_SAN_ILLEGAL')
})

test('O-O with a rook on e1 castles nothing', () => {
  const game = fromFen('6k1/8/8/8/8/8/8/K3R2R w - - 0 1')
  assertKept(game, () => game.sanMove('O-O'), 'ERR_SAN_ILLEGAL')
  assert.equal(game.tryMove('O-O').ok, false)
})

test('a8=K is an error, a8(N) a knight', () => {
  const fen = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1'
  const game = fromFen(fen)
  assertKept(game, () => game.sanMove('a8=K'), 'ERR_SAN_SYNTAX')
  game.sanMove('a8(N)')
  assert.equal(game.lastMove.uci, 'a7a8n')
  assert.equal(game.fen, 'N3k3/8/8/8/8/8/8/4K3 b - - 0 1')
})

test('junk after a move is an error', () => {
  const game = new Game()
  for (const san of ['e4 junk', 'e4junk', 'Nf3xyz', 'e4e5', 'Nf3 Nf6', 'e4\ne5']) {
    assert.equal(game.tryMove(san).ok, false, san)
    assert.throws(() => game.sanMove(san), { code: /^ERR_(SAN|MOVE)_/ }, san)
  }
  for (const move of ['e2e4junk', 'e2e4 e7e5', 'e2e4q'])
    assert.throws(() => game.move(move), { code: /^ERR_(SAN|MOVE)_/ }, move)
  assert.equal(game.ply, 0)
})

test('several bishops of one colour are a draw', () => {
  assert.deepEqual(fromFen('4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1').status, draw('insufficient_material'))
  assert.deepEqual(fromFen('b3k3/1b6/8/8/8/8/6B1/4KB2 w - - 0 1').status, draw('insufficient_material'))
})

test('impossible positions are rejected with a code', () => {
  assertThrows(() => fromFen('4k3/8/8/8/8/8/4R3/4K3 w - - 0 1'), 'ERR_FEN_OPPONENT_IN_CHECK')
  assertThrows(() => fromFen('4k3/8/8/8/8/8/8/4K2R w KQ - 0 1'), 'ERR_FEN_CASTLING_ROOK')
  assertThrows(() => fromFen('4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1'), 'ERR_FEN_EN_PASSANT_SIDE')
})

test('PGN: clocks, several games, FEN, all comments, no-break blanks, unclosed brackets, plies in errors', () => {
  const load = pgn => {
    const game = new Game()
    game.loadPgn(pgn)
    return game.moves.map(move => move.san).join(' ')
  }
  assert.equal(load('1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 1-0'), 'e4 e5')
  assert.equal(load('[Event "1"]\n\n1. e4 *\n\n[Event "2"]\n\n1. d4 *\n'), 'e4')
  assert.equal(load('[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *'), 'O-O')
  assert.equal(load('1.e4{glued}e5;rest of line\n%escape\n2.\u00a0Nf3 (2. f4)Nc6$1'), 'e4 e5 Nf3 Nc6')
  const game = new Game()
  assertKept(game, () => game.loadPgn('('.repeat(20_000)), 'ERR_PGN_VARIATION')
  assertKept(game, () => game.loadPgn('1. e4 e5\n2. Nf3 Nf3'), 'ERR_PGN_MOVE', { ply: 4, line: 2, column: 8 })
})

test('bad types, states and options leave the game alive', () => {
  const game = new Game()
  for (const action of [
    () => game.move(12),
    () => game.move({}),
    () => game.setState({}),
    () => game.setState(new Uint8Array(3)),
    () => game.setOptions({ idleTimeout: 'soon' }),
    () => game.legalMoves('everything'),
  ]) {
    assert.throws(action, { name: 'ChessError' })
    assert.equal(game.stopped, false)
    assert.equal(game.legalMoves('count'), 20)
  }
})

test('a throwing onTerminate is contained', () => {
  const { reportError } = globalThis
  const faults = []
  globalThis.reportError = fault => void faults.push(fault.message)
  try {
    const game = new Game({
      onTerminate: () => {
        throw new Error('from the handler')
      },
    })
    game.playMoves(SHUFFLE)
    assert.doesNotThrow(() => game.stop())
    assert.equal(game.stopped, true)
  } finally {
    globalThis.reportError = reportError
  }
  assert.deepEqual(faults, ['from the handler'])
})
