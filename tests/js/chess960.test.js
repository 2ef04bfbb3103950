// SPDX-License-Identifier: Apache-2.0
// Chess960: the 960 starts, and castling of every king and rook.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { chess960Fen, Game, START_FEN, validateFen } from './support/binbo.js'
import { legalMoves, nameOf, parseFen, toUci } from './support/reference.js'
import { startFen } from './support/scharnagl.js'

test('all 960 start positions are those of Scharnagl’s numbering, and 518 is classic', () => {
  const seen = new Set()
  for (let number = 0; number < 960; number++) {
    const fen = chess960Fen(number)
    assert.equal(fen, startFen(number), `number ${number}`)
    assert.deepEqual(validateFen(fen, { variant: 'chess960', strict: true }), { ok: true })
    const game = new Game({ fen, variant: 'chess960' })
    assert.equal(game.fen, fen)
    const position = parseFen(fen, true)
    assert.deepEqual(
      game.legalMoves('uci').sort(),
      legalMoves(position)
        .map(move => toUci(position, move))
        .sort(),
    )
    game.stop()
    seen.add(fen)
  }
  assert.equal(seen.size, 960)
  assert.equal(chess960Fen(518), START_FEN)
})

test('invalid numbers', () => {
  for (const bad of [-1, 960, 1.5, Number.NaN, Infinity, '518', null, undefined, 518n, {}, 2 ** 32]) {
    assertThrows(() => chess960Fen(bad), 'ERR_ARGUMENT', {}, String(bad))
  }
})

test('the variant’s start position, and newGame keeps the variant', () => {
  assert.equal(new Game({ variant: 'chess960' }).fen, START_FEN)
  const game = new Game({ variant: 'chess960', fen: chess960Fen(0) })
  assert.equal(game.options.variant, 'chess960')
  game.newGame(chess960Fen(100))
  assert.equal(game.fen, chess960Fen(100))
  game.newGame()
  assert.equal(game.fen, START_FEN)
  assert.equal(game.options.variant, 'chess960')
})

test('castling of every king and rook on an empty rank, before an enemy king out of the way', () => {
  for (let king = 1; king < 7; king++) {
    for (let rook = 0; rook < 8; rook++) {
      if (rook === king) continue
      const rank = [...'........']
      rank[king] = 'K'
      rank[rook] = 'R'
      const placement = rank.join('').replace(/\.+/g, dots => String(dots.length))
      const right = 'ABCDEFGH'[rook]
      const fen = `4k3/4p3/8/8/8/8/8/${placement} w ${right} - 0 1`
      if (!validateFen(fen, { variant: 'chess960' }).ok) {
        assert.fail(`${fen}: ${validateFen(fen, { variant: 'chess960' }).error.message}`)
      }
      const game = new Game({ fen, variant: 'chess960' })
      const castling = nameOf(king) + nameOf(rook)
      const kingside = rook > king
      assert.ok(game.legalMoves('uci').includes(castling), fen)
      const move = game.legalMoves('move').find(({ uci }) => uci === castling)
      assert.deepEqual(move.flags, [kingside ? 'kingside' : 'queenside'])
      assert.equal(move.captured, undefined)
      game.sanMove(kingside ? 'O-O' : 'O-O-O')
      assert.equal(
        game.fen.split(' ')[0],
        kingside ? '4k3/4p3/8/8/8/8/8/5RK1' : '4k3/4p3/8/8/8/8/8/2KR4',
        fen,
      )
      assert.equal(game.lastMove.uci, castling)
      assert.deepEqual([game.lastMove.from, game.lastMove.to], [nameOf(king), nameOf(rook)])
      assert.equal(game.undo().uci, castling)
      assert.equal(game.fen, new Game({ fen, variant: 'chess960' }).fen)
    }
  }
})

test('castling uncovers no check and passes none', () => {
  const delicate = [
    '4k3/8/8/8/8/8/8/qRK5 w B - 0 1',
    '4k3/8/8/8/8/8/8/1rRK4 w C - 0 1',
    '3rk3/8/8/8/8/8/8/R4K2 w A - 0 1',
    '1r2k3/8/8/8/8/8/8/2R2K1R w H - 0 1',
  ]
  for (const fen of delicate) {
    const game = new Game({ fen, variant: 'chess960' })
    const position = parseFen(fen, true)
    const expected = legalMoves(position)
      .filter(move => move.castling)
      .map(move => toUci(position, move))
    const castlings = game.legalMoves('move').filter(move => move.flags.some(flag => flag.endsWith('side')))
    assert.deepEqual(
      castlings.map(move => move.uci),
      expected,
      fen,
    )
  }
})
