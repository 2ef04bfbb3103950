// SPDX-License-Identifier: Apache-2.0
// Where the page's board lets pieces be put down: by legal moves and for premoves.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game, Position, START_FEN } from 'binbo'
import { otherColor } from '#js/game/squares.js'
import { premoveOrigins, premoveTargets } from '#web/board/premove-targets.js'
import { originOf, targetsOf } from '#web/board/targets.js'

/** @import { Variant } from 'binbo' */

const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'

/** @param {Iterable<string>} squares */
const sorted = squares => [...squares].sort().join(' ')

/** @param {string} fen @param {string} origin @param {Variant} [variant] */
const kings = (fen, origin, variant) => {
  const targets = targetsOf(new Game({ fen, variant }).legalMoves('move'), origin)
  return Array.from(targets, ([square, [move]]) => `${square} ${move.san}`).filter(text =>
    text.includes('O-O'),
  )
}

test('a king castles onto its final square or its rook', () => {
  assert.deepEqual(kings(CASTLING, 'e1').sort(), ['a1 O-O-O', 'c1 O-O-O', 'g1 O-O', 'h1 O-O'])
  assert.deepEqual(kings(CASTLING.replace(' w ', ' b '), 'e8').sort(), [
    'a8 O-O-O',
    'c8 O-O-O',
    'g8 O-O',
    'h8 O-O',
  ])
  // From f1 the king can go to g1 without castling.
  assert.deepEqual(kings('4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1', 'f1', 'chess960').sort(), [
    'b1 O-O-O',
    'c1 O-O-O',
    'h1 O-O',
  ])
})

test('drops have an origin of their own', () => {
  const fen = 'rnbqkbnr/ppp1pppp/8/8/8/8/PPPPQPPP/RNB1KBNR[Pn] w KQkq - 0 1'
  const moves = new Game({ fen, variant: 'crazyhouse' }).legalMoves('move')
  const drops = targetsOf(moves, 'P@')
  assert.equal(sorted(drops.keys()).split(' ').length, 33)
  assert.ok(moves.every(move => move.uci.startsWith(originOf(move))))
  assert.equal(targetsOf(moves, 'e4').size, 0, 'a drop does not come from its square')
})

test('premoves: how pieces move, whatever stands in between', () => {
  const start = Position.from(START_FEN.replace(' w ', ' b '))
  assert.equal(sorted(premoveTargets(start, 'white', 'g1')), 'e2 f3 h3')
  assert.equal(sorted(premoveTargets(start, 'white', 'e2')), 'd3 e3 e4 f3')
  assert.equal(sorted(premoveTargets(start, 'white', 'a2')), 'a3 a4 b3')
  assert.equal(sorted(premoveTargets(start, 'white', 'a1')), 'a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1')
  assert.equal(sorted(premoveTargets(start, 'white', 'c1')), 'a3 b2 d2 e3 f4 g5 h6')
  assert.equal(premoveTargets(start, 'white', 'd1').size, 21)
  assert.equal(premoveTargets(start, 'white', 'e7').size, 0, 'a piece of the other side')
  assert.equal(premoveTargets(start, 'white', 'e4').size, 0, 'an empty square')
  assert.equal(sorted(premoveTargets(Position.from(START_FEN), 'black', 'd7')), 'c6 d5 d6 e6')
})

test('premoves: castling where the right is left, onto the king’s square or the rook', () => {
  /** @param {string} rights */
  const targets = rights => {
    const waiting = Position.from(CASTLING.replace(' w KQkq', ` b ${rights}`))
    return sorted(premoveTargets(waiting, 'white', 'e1'))
  }
  assert.equal(targets('KQkq'), 'a1 c1 d1 d2 e2 f1 f2 g1 h1')
  assert.equal(targets('Qk'), 'a1 c1 d1 d2 e2 f1 f2')
  assert.equal(targets('kq'), 'd1 d2 e2 f1 f2')
  const chess960 = Position.from('1k5r/8/8/8/8/8/8/R2K3R b HA - 0 1', { variant: 'chess960' })
  assert.equal(sorted(premoveTargets(chess960, 'white', 'd1')), 'a1 c1 c2 d2 e1 e2 g1 h1')
})

test('premoves: drops onto empty squares, pawns not onto the last ranks', () => {
  const [waiting, moving] = ['b', 'w'].map(side =>
    Position.from(`4k3/8/8/8/8/8/8/4K3[Np] ${side} - - 0 1`, { variant: 'crazyhouse' }),
  )
  assert.equal(premoveTargets(waiting, 'white', 'N@').size, 62)
  assert.equal(premoveTargets(waiting, 'white', 'P@').size, 0, 'it is the other side’s')
  assert.equal(premoveTargets(moving, 'black', 'P@').size, 48)
  assert.deepEqual(premoveOrigins(waiting, 'white').sort(), ['N@', 'e1'])
})

/** Every legal move of random games was a premove before the other side's move, if the piece was there. */
test('a move that is legal after the other side’s move can be premoved before it', () => {
  for (const variant of /** @type {Variant[]} */ ([
    'standard',
    'chess960',
    'crazyhouse',
    'horde',
    'antichess',
  ])) {
    let seed = 7
    const game = new Game({ variant })
    for (let ply = 0; ply < 120 && !game.status.over; ply++) {
      const before = game.position
      const pieces = premoveOrigins(before, otherColor(game.sideToMove))
      const moves = game.legalMoves('move')
      seed = (seed * 48_271) % 2_147_483_647
      game.move(moves[seed % moves.length])
      for (const move of game.legalMoves('move')) {
        const origin = originOf(move)
        if (!pieces.includes(origin)) continue
        // A capture en passant, and one of the piece that has just moved, have their targets as well.
        const targets = premoveTargets(before, move.color, origin)
        const isFilled = move.drop && !targets.has(move.to)
        if (!isFilled) assert.ok(targets.has(move.to), `${variant}: ${move.uci} after ${before.fen}`)
      }
    }
    game.stop()
  }
})
