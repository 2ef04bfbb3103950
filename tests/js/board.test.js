// SPDX-License-Identifier: Apache-2.0
// The printed board, as the original prints it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertKept } from './support/assertions.js'
import { Game } from './support/binbo.js'
import { FOOLS_MATE, fromFen, played } from './support/games.js'

const FRAME = '   +---+---+---+---+---+---+---+---+'

// A golden board: the Four Knights with 4. d4, as the seed's documentation shows it.
const FOUR_KNIGHTS = `
   +---+---+---+---+---+---+---+---+
 8 | r |   | b | q | k | b |   | r |
   +---+---+---+---+---+---+---+---+
 7 | p | p | p | p |   | p | p | p |
   +---+---+---+---+---+---+---+---+
 6 |   |   | n |   |   | n |   |   |
   +---+---+---+---+---+---+---+---+
 5 |   |   |   |   | p |   |   |   |
   +---+---+---+---+---+---+---+---+
 4 |   |   |   | P | P |   |   |   |
   +---+---+---+---+---+---+---+---+
 3 |   |   | N |   |   | N |   |   |
   +---+---+---+---+---+---+---+---+
 2 | P | P | P |   |   | P | P | P |
   +---+---+---+---+---+---+---+---+
 1 | R |   | B | Q | K | B |   | R |
   +---+---+---+---+---+---+---+---+
     A   B   C   D   E   F   G   H

  Side to move: Black
  Lastmove: d2-d4, WHITE_PAWN
  Fullmove: 4
  Halfmove: 0
  FEN: "r1bqkb1r/pppp1ppp/2n2n2/4p3/3PP3/2N2N2/PPP2PPP/R1BQKB1R b KQkq d3 0 4"
  Status: continue
`

const fourKnights = () => played(['e2e4', 'e7e5', 'g1f3', 'b8c6', 'b1c3', 'g8f6', 'd2d4'])
const bare = text => text.replace(/^\n|\n+$/g, '')

test('the frame with side, last move, clocks, FEN and status', () => {
  assert.equal(bare(fourKnights().board()), bare(FOUR_KNIGHTS))
})

test('Unicode pieces and another sign for empty squares', () => {
  const letters = 'PNBRQKpnbrqk'
  const symbols = '♙♘♗♖♕♔♟♞♝♜♛♚'
  const rows = text => text.split('\n').filter(line => /^ [1-8] \|/.test(line))
  const plain = rows(fourKnights().board())
  const unicode = plain.map(row => row.replace(/[A-Za-z]/g, letter => symbols[letters.indexOf(letter)]))
  assert.deepEqual(rows(fourKnights().board({ unicode: true })), unicode)
  assert.equal(rows(fourKnights().board({ empty: '.' }))[3], ' 5 | . | . | . | . | p | . | . | . |')
})

test('flipped: the other side below, files too', () => {
  const lines = bare(fourKnights().board({ flip: true })).split('\n')
  assert.equal(lines[0], FRAME)
  assert.equal(lines[1], ' 1 | R |   | B | K | Q | B |   | R |')
  assert.equal(lines[15], ' 8 | r |   | b | k | q | b |   | r |')
  assert.match(lines[17], /^ {5}H {3}G {3}F {3}E {3}D {3}C {3}B {3}A$/)
})

test('other last moves and states', () => {
  const mated = played(FOOLS_MATE).board()
  assert.match(mated, /Lastmove: d8-h4, BLACK_QUEEN/)
  assert.match(mated, /Status: .*checkmate/)
  assert.match(mated, /Side to move: White/)
  const castled = fromFen('4k3/8/8/8/8/8/8/4K2R w K - 0 1')
  castled.sanMove('O-O')
  assert.match(castled.board(), /Lastmove: e1-g1, WHITE_KING/)
  assert.match(new Game().board(), /Fullmove: 1\n {2}Halfmove: 0\n/)
})

test('print writes the board to the console', t => {
  const log = t.mock.method(console, 'log', () => {})
  const game = new Game()
  assert.equal(game.print(), undefined)
  assert.equal(game.print({ flip: true }), undefined)
  assert.deepEqual(
    log.mock.calls.map(call => call.arguments[0]),
    [game.board(), game.board({ flip: true })],
  )
})

test('wrong options are refused', () => {
  const game = new Game()
  for (const options of [{ unicode: 1 }, { flip: 'yes' }, { empty: 5 }, { empty: null }, null, 7]) {
    assertKept(game, () => game.board(options), 'ERR_ARGUMENT', {}, JSON.stringify(options))
    assertKept(game, () => game.print(options), 'ERR_ARGUMENT', {}, JSON.stringify(options))
  }
})
