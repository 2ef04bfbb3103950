// SPDX-License-Identifier: Apache-2.0
// FEN in and out: what is taken, what is written, and every rejection with its code and place.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertKept, assertThrows } from './support/assertions.js'
import { ChessError, Game, START_FEN, validateFen } from './support/binbo.js'

const data = name => JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'))
const { cases } = data('fen-errors.json')

/** The FEN without its place marks, and the place. */
function unmark(marked) {
  const start = marked.indexOf('<')
  if (start < 0) return { fen: marked, from: 0, to: marked.length }
  return { fen: marked.replace(/[<>]/g, ''), from: start, to: marked.indexOf('>') - 1 }
}

test('every bad FEN is rejected with its code and place, everywhere that a FEN goes in', () => {
  for (const { code, fen: marked, variant = 'standard', strict = false } of cases) {
    const { fen, from, to } = unmark(marked)
    const note = JSON.stringify(fen)
    const verdict = validateFen(fen, { variant, strict })
    assert.equal(verdict.ok, false, `${note} should be ${code}`)
    assert.ok(verdict.error instanceof ChessError)
    assert.equal(verdict.error.code, code, note)
    const { offset } = verdict.error
    assert.ok(
      Number.isInteger(offset) && offset >= from && offset <= to,
      `${note}: offset ${offset}, not ${from} to ${to}`,
    )
    assert.equal(verdict.error.input, fen)
    assertThrows(() => new Game({ fen, variant, strict }), code, { offset }, note)
    const game = new Game({ variant, strict })
    game.move(game.legalMoves('uci')[0])
    assertKept(game, () => game.newGame(fen), code, { offset }, note)
    game.stop()
  }
})

test('FENs that strict rejects are accepted without it', () => {
  for (const { fen, variant } of cases.filter(item => item.strict)) {
    assert.deepEqual(validateFen(unmark(fen).fen, { variant }), { ok: true }, fen)
  }
})

test('positions of games pass with strict and are written as they were read', () => {
  const { positions } = data('positions.json')
  for (const { fen, variant } of positions) {
    assert.deepEqual(validateFen(fen, { variant }), { ok: true }, fen)
    const written = new Game({ fen, variant }).fen
    assert.equal(new Game({ fen: written, variant }).fen, written)
    if (variant === 'standard') assert.equal(written, fen)
  }
  const reachable = [
    START_FEN,
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
    // one pawn has become a queen, or a second dark bishop
    'rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 20',
    '4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 60',
    '4k3/8/8/8/8/B7/PPPPPPP1/2B1K3 w - - 0 60',
    // double checks that a move gives by discovery
    '4k3/8/5N2/8/8/8/4R3/4K3 b - - 3 40',
    '4k3/8/8/1B6/8/8/8/4R1K1 b - - 3 40',
    // the checker on its own last rank came from a square where a pawn of its colour would have checked
    'b7/8/3p3p/2p3b1/8/8/8/n2k2rK w - - 19 58',
    'b1q2k1b/r2p1p2/8/pp4n1/R1P2P1N/7P/1K3R1N/B2nQ1rB w - - 4 40',
  ]
  for (const fen of reachable) assert.deepEqual(validateFen(fen, { strict: true }), { ok: true }, fen)
})

test('four fields mean clocks 0 1, blanks around are trimmed, fullmove 0 reads as 1, leading zeros count', () => {
  const kings = '4k3/8/8/8/8/8/8/4K2R w K -'
  assert.equal(new Game({ fen: kings }).fen, `${kings} 0 1`)
  assert.equal(new Game({ fen: ` \t\r\n${kings} 7 30 \n` }).fen, `${kings} 7 30`)
  assert.equal(new Game({ fen: `${kings} 0 0` }).fen, `${kings} 0 1`)
  assert.equal(new Game({ fen: `${kings} 0007 00030` }).fen, `${kings} 7 30`)
  assert.equal(
    new Game({ fen: `${kings} 00000000000000000000000000000 0000000000000000000000000000000065535` }).fen,
    `${kings} 0 65535`,
  )
  assert.equal(new Game({ fen: `${kings} 65535 65535`, draws: 'claim' }).halfmoveClock, 65535)
  assert.equal(new Game({ fen: `${kings} 65535 65535` }).status.reason, 'rule50')
})

test('clocks at their limit do not wrap', () => {
  const game = new Game({ fen: '4k3/8/8/8/8/8/P7/4K2R b - - 99 65535', draws: 'claim' })
  game.move('e8d8')
  assert.ok(game.fullmoveNumber >= 65535)
  assert.deepEqual(validateFen(game.fen).ok, true, game.fen)
})

test('castling rights: KQkq and HAha in standard chess, any rook file in Chess960', () => {
  const standard = 'r3k2r/8/8/8/8/8/8/R3K2R w'
  for (const rights of ['KQkq', 'HAha', 'KAhq', 'qkQK']) {
    assert.equal(new Game({ fen: `${standard} ${rights} - 0 1` }).fen, `${standard} KQkq - 0 1`)
  }
  assert.equal(
    new Game({ fen: `${standard} HAha - 0 1` }).toFen({ castling: 'shredder' }),
    `${standard} HAha - 0 1`,
  )
  const inner = '1r2k1r1/8/8/8/8/8/8/RR2K1RR w'
  const game = new Game({ fen: `${inner} GBgb - 0 1`, variant: 'chess960' })
  assert.equal(game.fen, `${inner} GBkq - 0 1`)
  assert.equal(game.toFen({ castling: 'shredder' }), `${inner} GBgb - 0 1`)
  assert.equal(
    new Game({ fen: `${inner} KQkq - 0 1`, variant: 'chess960' }).toFen({ castling: 'shredder' }),
    `${inner} HAgb - 0 1`,
  )
})

test('en passant out: always, where a pawn stands to capture, where it may', () => {
  const forms = game =>
    ['always', 'pseudo', 'legal'].map(enPassant => game.toFen({ enPassant }).split(' ')[3])
  const game = new Game()
  game.move('e2e4')
  assert.deepEqual(forms(game), ['e3', '-', '-'])
  assert.equal(game.fen, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
  game.playMoves(['a7a6', 'e4e5', 'd7d5'])
  assert.deepEqual(forms(game), ['d6', 'd6', 'd6'])
  game.move('h2h3')
  assert.deepEqual(forms(game), ['-', '-', '-'])
  assert.deepEqual(forms(new Game({ fen: '8/8/8/K2pP2r/8/8/8/7k w - d6 0 2' })), ['d6', 'd6', '-'])
  assert.deepEqual(forms(new Game({ fen: '4k3/8/8/4p3/8/8/8/4K3 w - e6 0 2' })), ['e6', '-', '-'])
})

test('a FEN that is already over', () => {
  const over = {
    checkmate: 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
    stalemate: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1',
    insufficient_material: '4k3/8/8/8/8/8/8/4KN2 w - - 0 1',
    rule50: '4k3/8/8/8/8/8/8/4K2R w - - 100 80',
  }
  for (const [what, fen] of Object.entries(over)) {
    const game = new Game({ fen })
    assert.equal(game.status.reason ?? game.status.type, what)
    assert.deepEqual(game.legalMoves('uci'), [])
    assert.equal(game.legalMoves('count'), 0)
    assertKept(game, () => game.move('e1e2'), 'ERR_GAME_OVER')
  }
})

test('arguments that are not strings, and unknown options, are argument errors', () => {
  for (const fen of [null, 0, 1n, {}, [], true, Symbol('fen'), () => '', new Uint8Array(4)]) {
    assertThrows(() => new Game({ fen }), 'ERR_ARGUMENT')
    assert.equal(validateFen(fen).error.code, 'ERR_ARGUMENT')
    const game = new Game()
    assertKept(game, () => game.newGame(fen), 'ERR_ARGUMENT')
  }
  assert.equal(validateFen().error.code, 'ERR_ARGUMENT')
  for (const option of [{ enPassant: 'never' }, { castling: 'KQkq' }, { enPassant: 1 }]) {
    assertThrows(() => new Game().toFen(option), 'ERR_ARGUMENT')
  }
  for (const o of [{ variant: 'bughouse' }, { variant: 1 }, { strict: 'yes' }]) {
    assert.throws(
      () => {
        const { ok, error } = validateFen(START_FEN, o)
        if (!ok) throw error
      },
      { code: 'ERR_ARGUMENT' },
    )
  }
})
