// SPDX-License-Identifier: Apache-2.0
// Laws on random games: every legal move in every notation that goes out comes back as the same move, and
// every form of the list of legal moves says the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game } from './support/binbo.js'
import { games, randomOf, seed, walkGame } from './support/random-games.js'
import { nameOf, shownTo } from './support/reference.js'
import { expectedMove, visitPositions } from './support/visit-positions.js'

const PROMOTIONS = { '': 0, n: 1, b: 2, r: 3, q: 4 }

test('SAN of every legal move is read as that move, without its marks too', () => {
  visitPositions(250, 0, 40, (game, { sans, ucis }, note) => {
    const played = [...sans, ...sans.map(san => san.replace(/[x+#=]/g, ''))]
    for (const [index, san] of played.entries()) {
      assert.equal(game.line([san])[0].uci, ucis[index % ucis.length], `${san} in ${note}`)
    }
  })
})

test('sanMove, move, indexMove and playMoves play the same move', () => {
  visitPositions(120, 1000, 30, (game, { position, moves, sans, ucis, ply }, note) => {
    if (ply % 3) return
    const { hash } = game
    for (const [index, move] of moves.entries()) {
      const afterwards = new Set()
      const to = shownTo(position, move)
      const ways = [
        () => game.sanMove(sans[index]),
        () => game.sanMove(ucis[index]),
        () => game.move(ucis[index]),
        () => game.move({ from: nameOf(move.from), to, promotion: move.promotion || undefined }),
        () => game.indexMove(move.from, to, ...(move.promotion ? [move.promotion] : [])),
        () => game.playMoves([sans[index]]),
        () => assert.equal(game.tryMove(ucis[index]).ok, true),
        () => assert.equal(game.tryMove(sans[index]).ok, true),
      ]
      for (const way of ways) {
        way()
        afterwards.add(`${game.fen} ${game.hash} ${game.lastMove.uci}`)
        game.undo()
        assert.equal(game.hash, hash)
      }
      assert.equal(afterwards.size, 1, `${sans[index]} in ${note}: ${[...afterwards]}`)
    }
  })
})

test('every form of legalMoves lists the same moves', () => {
  visitPositions(150, 2000, 40, (game, { position, moves, sans, ucis }, note) => {
    const list = game.legalMoves()
    assert.deepEqual(game.legalMoves('move'), list)
    assert.equal(game.legalMoves('count'), moves.length, note)
    assert.deepEqual(
      list.map(move => move.uci),
      game.legalMoves('uci'),
      note,
    )
    assert.deepEqual(
      list.map(move => move.san),
      game.legalMoves('san'),
      note,
    )
    const packed = game.legalMoves('packed')
    assert.ok(packed instanceof Uint16Array)
    const indexed = game.legalMoves('index')
    for (const [index, { uci }] of list.entries()) {
      const number = ucis.indexOf(uci)
      assert.ok(number >= 0, `${uci} in ${note}`)
      const move = moves[number]
      const to = shownTo(position, move)
      assert.equal(list[index].san, sans[number], note)
      assert.deepEqual(
        indexed[index],
        move.promotion ? [move.from, to, move.promotion] : [move.from, to],
        note,
      )
      assert.equal(packed[index], move.from | (to << 6) | (PROMOTIONS[move.promotion] << 12), note)
    }
    for (let from = 0; from < 64; from++) {
      const expected = ucis.filter(uci => uci.startsWith(nameOf(from))).sort()
      assert.deepEqual(game.legalMoves('uci', { from: nameOf(from) }).sort(), expected, note)
      assert.equal(game.legalMoves('count', { from }), expected.length, note)
      assert.equal(game.legalMoves('packed', { from }).length, expected.length, note)
    }
  })
})

test('the fields of every Move describe it', () => {
  visitPositions(250, 3000, 30, (game, { position, moves, ucis, sans }, note) => {
    for (const move of game.legalMoves('move')) {
      const number = ucis.indexOf(move.uci)
      const expected = expectedMove(position, moves[number], ucis[number], sans[number])
      assert.deepEqual({ ...move, flags: [...move.flags].sort() }, expected, note)
    }
  })
})

test('lastMove and moves are the Moves that were listed before they were played', () => {
  for (let index = 4000; index < 4000 + games(150); index++) {
    const random = randomOf(index)
    const game = new Game()
    const expected = []
    walkGame(
      { random, style: 'sharp', plies: 60 },
      () => !game.status.over,
      (stop, chosen) => {
        expected.push(game.legalMoves('move').find(move => move.uci === stop.ucis[chosen]))
        game.move(stop.ucis[chosen])
        assert.deepEqual(game.lastMove, expected.at(-1))
      },
    )
    assert.deepEqual(game.moves, expected, `seed ${seed}, game ${index}`)
  }
})
