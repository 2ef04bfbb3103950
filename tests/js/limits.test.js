// SPDX-License-Identifier: Apache-2.0
// Long and odd inputs: linear time, no traps, no other game than the one that was there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertKept, snapshot } from './support/assertions.js'
import { ChessError, Game, perft, START_FEN, validateFen } from './support/binbo.js'
import { cpuTime } from './support/cpu-time.js'
import { played, rewind, SHUFFLE } from './support/games.js'

/** What an action costs, in ms. */
function cost(action) {
  const before = cpuTime()
  action()
  return cpuTime() - before
}

/** The least that an action costs in three runs, in ms. */
const leastCost = action => Math.min(cost(action), cost(action), cost(action))

/** Four times the input costs about four times as much, where something quadratic costs sixteen times. */
function assertLinear(what, small, large) {
  let [less, more] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const isLinear = () => more < less * 9 + 5
  // In turns, so that both meet the same machine; what is linear is so in the quiet ones at the latest.
  for (let turn = 0; turn < 3 || (turn < 40 && !isLinear()); turn++) {
    less = Math.min(less, cost(small))
    more = Math.min(more, cost(large))
  }
  assert.ok(isLinear(), `${what}: ${less.toFixed(1)} ms, four times as much ${more.toFixed(1)} ms`)
}

const code = action => {
  try {
    action()
  } catch (error) {
    assert.ok(error instanceof ChessError, String(error?.stack))
    return error.code
  }
}

test('the last move after each move, however it was played', () => {
  const plies = count => Array.from({ length: count }, (_, ply) => SHUFFLE[ply % 4])
  const byOne = count => () => {
    const game = new Game({ draws: 'none' })
    for (const move of plies(count)) {
      game.move(move)
      assert.equal(game.lastMove.uci, move)
    }
  }
  const atOnce = count => {
    const game = new Game({ draws: 'none' })
    game.playMoves(plies(count))
    return () => {
      for (let time = 0; time < count; time++) assert.equal(game.lastMove.uci, SHUFFLE.at(-1))
    }
  }
  assertLinear('move by move', byOne(2000), byOne(8000))
  assertLinear('again and again', atOnce(2000), atOnce(8000))
})

test('unclosed brackets by the megabyte', () => {
  const game = new Game()
  const load = text => () =>
    assert.equal(
      code(() => game.loadPgn(text)),
      'ERR_PGN_VARIATION',
    )
  assert.ok(leastCost(load('('.repeat(20_000))) < 50)
  assertKept(game, () => game.loadPgn(`1. e4 ${'('.repeat(20_000)}`), 'ERR_PGN_VARIATION')
  assertLinear('brackets', load('('.repeat(1 << 19)), load('('.repeat(1 << 21)))
  assertLinear(
    'pairs',
    () => code(() => game.loadPgn('()'.repeat(1 << 18))),
    () => code(() => game.loadPgn('()'.repeat(1 << 20))),
  )
  const nested = depth => `1. e4 ${'(1. d4 '.repeat(depth)}${')'.repeat(depth)} e5`
  game.loadPgn(nested(100_000))
  assert.equal(game.ply, 2)
  for (const character of [
    '{',
    '[',
    ';',
    '%',
    '$',
    '"',
    '\\',
    '!',
    '.',
    '-',
    '\n',
    '\0',
    '\ufeff',
    '0',
    'e4 '.repeat(2),
    '<',
  ]) {
    const text = character.repeat(1 << 17)
    assert.match(
      code(() => new Game().loadPgn(text)) ?? 'none',
      /^(ERR_PGN_\w+|none)$/,
      JSON.stringify(character),
    )
  }
})

test('a PGN of 100,000 plies in linear time', () => {
  const pgn = plies =>
    `${Array(plies / 4)
      .fill('Nf3 Nf6 Ng1 Ng8')
      .join(' ')} *`
  const [part, whole] = [pgn(25_000), pgn(100_000)]
  const game = new Game()
  assertLinear(
    'plies',
    () => game.loadPgn(part),
    () => game.loadPgn(whole),
  )
  assert.equal(game.ply, 100_000)
  assert.equal(game.status.reason, 'rule50')
  assert.equal(game.moves.length, 100_000)
  assert.ok(leastCost(() => game.loadPgn(whole)) < 1000)
  assert.equal(Game.fromState(game.state()).hash, game.hash)
  assert.equal(game.pgn().length > 400_000, true)
  assert.equal(game.undo().uci, 'f6g8')
})

test('clocks and numbers stay at the limit of FEN, and the rules hold there', () => {
  const game = new Game()
  game.loadPgn(Array(16_400).fill('Nf3 Nf6 Ng1 Ng8').join(' '))
  assert.equal(game.ply, 65_600)
  assert.equal(game.halfmoveClock, 65_535)
  assert.equal(game.status.reason, 'rule50')
  assert.deepEqual(validateFen(game.fen), { ok: true })
  game.undo()
  assert.equal(game.status.reason, 'rule50')
  const number = new Game({ fen: '4k3/8/8/8/8/8/8/4K2R b - - 0 65535' })
  number.playMoves(['Kd8', 'Kd1', 'Kc8'])
  assert.equal(number.fullmoveNumber, 65_535)
  assert.deepEqual(validateFen(number.fen), { ok: true })
})

test('100,000 moves through line and playMoves', () => {
  const start = '4k3/8/8/8/8/8/8/4K2R w - - 0 1'
  const moves = ['h1h2', 'e8d8', 'h2h1', 'd8e8']
  const text = count => Array.from({ length: count }, (_, index) => moves[index % 4])
  const game = new Game({ fen: start })
  assertLinear(
    'line',
    () => game.line(text(20_000)),
    () => game.line(text(80_000)),
  )
  assert.equal(game.line(text(100_000)).length, 100_000)
  assert.equal(
    code(() => game.playMoves(text(100_000))),
    'ERR_GAME_OVER',
  )
  assert.equal(game.ply, 0)
})

test('undo and redo all of a long game', () => {
  const game = new Game()
  const backwards = plies => () => {
    game.loadPgn(
      Array(plies / 4)
        .fill('Nf3 Nf6 Ng1 Ng8')
        .join(' '),
    )
    rewind(game)
    assert.equal(game.fen, START_FEN)
  }
  assertLinear('undo', backwards(5_000), backwards(20_000))
  let plies = 0
  while (game.redo()) plies++
  assert.equal(plies, 20_000)
})

test('huge strings', () => {
  const game = played(['e2e4'])
  const before = snapshot(game)
  for (const unit of ['e', ' ', '8/', 'é', '\ud83d\ude00', '\ud800', '\0', 'e4', 'O-O-']) {
    const huge = unit.repeat((1 << 20) / unit.length)
    const calls = {
      move: () => game.move(huge),
      sanMove: () => game.sanMove(huge),
      newGame: () => game.newGame(huge),
      constructor: () => new Game({ fen: huge }),
      playMoves: () => game.playMoves([huge]),
      pieceAt: () => game.pieceAt(huge),
      perft: () => perft(huge, 1),
    }
    for (const [name, call] of Object.entries(calls))
      assert.match(code(call) ?? 'none', /^ERR_/, `${name} ${JSON.stringify(unit)}`)
    assert.equal(validateFen(huge).ok, false)
    assert.equal(game.isLegal(huge), false)
    assert.equal(game.tryMove(huge).ok, false)
  }
  assert.equal(
    code(() => game.newGame(`${' '.repeat(1 << 20)}4k3 w`)),
    'ERR_FEN_FIELDS',
  )
  assert.deepEqual(snapshot(game), before)
})

test('lone surrogates and NULs in every text', () => {
  const game = played(['e2e4'])
  for (const odd of ['\ud800', '\udfff', '\0', 'e5\0', '\ud800e5', '\ufffd', '\u202ee5']) {
    for (const call of [
      () => game.move(odd),
      () => game.sanMove(odd),
      () => game.newGame(odd),
      () => game.playMoves([odd]),
    ]) {
      const kind = code(call)
      assert.match(kind ?? 'none', /^ERR_/, JSON.stringify(odd))
      assertKept(game, call, kind, {}, JSON.stringify(odd))
    }
    game.headers.set('Event', odd)
    const restored = Game.fromState(game.state())
    assert.equal(restored.headers.get('Event').length, odd.length, 'kept or replaced, never cut')
    const read = new Game()
    read.loadPgn(game.pgn())
    assert.equal(read.ply, 1)
  }
  game.setWinner('\ud800\0', { '\udc00': '\0' })
  assert.equal(Game.fromState(game.state()).status.winner.length, 2)
})

test('a winner and headers of a megabyte', () => {
  const game = new Game()
  const long = 'ü😀'.repeat(1 << 18)
  game.headers.set('Event', long)
  game.setWinner(long, [long])
  const restored = Game.fromState(game.state())
  assert.equal(restored.headers.get('Event'), long)
  assert.equal(restored.status.winner, long)
})

test('arguments that call back while they are read do no harm', () => {
  const game = new Game()
  const moves = (function* () {
    yield 'e2e4'
    game.move('d2d4')
    yield 'e7e5'
  })()
  try {
    game.playMoves(moves)
  } catch (error) {
    assert.ok(error instanceof ChessError)
  }
  assert.ok([1, 2, 3].includes(game.ply))
  assert.equal(game.moves.length, game.ply)
  const stopping = new Game()
  const stop = (function* () {
    yield 'e2e4'
    stopping.stop()
    yield 'e7e5'
  })()
  assert.equal(
    code(() => stopping.playMoves(stop)),
    'ERR_GAME_STOPPED',
  )
  const other = new Game()
  const getter = {
    get from() {
      other.stop()
      return 'e2'
    },
    to: 'e4',
  }
  assert.match(code(() => other.move(getter)) ?? 'none', /^ERR_/)
  assert.equal(new Game().legalMoves('count'), 20)
})
