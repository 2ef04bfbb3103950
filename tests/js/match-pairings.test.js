// SPDX-License-Identifier: Apache-2.0
// The games of a match: who plays whom, with which colour, from which opening.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEpd } from '../../dist/epd.js'
import { pairings } from '../../dist/match.js'
import { parsePgn } from '../../dist/pgn.js'
import { randomFrom } from '../random.js'
import { assertThrows } from './support/assertions.js'
import { Game, Position } from './support/binbo.js'

const ENDGAME = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
const named = list => list.map(({ white, black }) => `${white}${black}`).join(' ')

test('round robin: rounds, couples in the order of the players, pairs', () => {
  const list = pairings(['a', 'b', 'c'], { rounds: 2 })
  assert.equal(named(list), 'ab ba ac ca bc cb ab ba ac ca bc cb')
  assert.deepEqual(
    list.map(({ number }) => number),
    Array.from({ length: 12 }, (_, i) => i + 1),
  )
  assert.deepEqual(
    list.map(({ round, pair, game }) => [round, pair, game].join(' ')),
    [
      '1 1 1',
      '1 1 2',
      '1 2 1',
      '1 2 2',
      '1 3 1',
      '1 3 2',
      '2 4 1',
      '2 4 2',
      '2 5 1',
      '2 5 2',
      '2 6 1',
      '2 6 2',
    ],
  )
  assert.deepEqual(list[0].opening, { index: 0 })
  assert.equal(named(pairings(['a', 'b'])), 'ab ba')
})

test('one game a couple: colours change by rounds', () => {
  assert.equal(named(pairings(['a', 'b', 'c'], { games: 1, rounds: 3 })), 'ab ac bc ba ca cb ab ac bc')
})

test('a list has at most a million games', () => {
  assert.equal(pairings(['a', 'b'], { rounds: 500_000 }).length, 1_000_000)
  const message = /^pairings\(\) lists at most 1000000 games/
  for (const rounds of [500_001, 1e9, 2 ** 51])
    assert.throws(() => pairings(['a', 'b'], { rounds }), { code: 'ERR_ARGUMENT', message })
  assert.throws(() => pairings(['a', 'b'], { rounds: Number.MAX_SAFE_INTEGER }), { code: 'ERR_ARGUMENT' })
})

test('a gauntlet: couples with one of the first players', () => {
  assert.equal(named(pairings(['a', 'b', 'c', 'd'], { schedule: { gauntlet: 1 }, games: 1 })), 'ab ac ad')
  assert.equal(
    named(pairings(['a', 'b', 'c', 'd'], { schedule: { gauntlet: 2 }, games: 1 })),
    'ab ac ad bc bd',
  )
})

test('openings in any form', () => {
  const game = new Game()
  game.playMoves(['e4', 'e5', 'Nf3'])
  const [pgn] = parsePgn('[Variant "Atomic"]\n\n1. e4 d5 (1... e5) 2. e5')
  const openings = [game, pgn, parseEpd(`${ENDGAME.slice(0, -4)} bm e4;`), Position.from(ENDGAME), ENDGAME]
  assert.deepEqual(
    pairings(['a', 'b'], { openings, rounds: 6, games: 1 }).map(({ opening }) => opening),
    [
      { index: 0, moves: ['e2e4', 'e7e5', 'g1f3'] },
      { index: 1, moves: ['e2e4', 'd7d5', 'e4e5'], variant: 'atomic' },
      { index: 2, fen: ENDGAME },
      { index: 3, fen: ENDGAME },
      { index: 4, fen: ENDGAME },
      { index: 0, moves: ['e2e4', 'e7e5', 'g1f3'] },
    ],
  )
  const [cut] = pairings(['a', 'b'], { openings: [game], plies: 2 })
  assert.deepEqual(cut.opening.moves, ['e2e4', 'e7e5'])
  const [none] = pairings(['a', 'b'], { openings: [game], plies: 0 })
  assert.deepEqual(none.opening, { index: 0 })
  const [variant] = pairings(['a', 'b'], { variant: 'Crazyhouse' })
  assert.deepEqual(variant.opening, { index: 0, variant: 'crazyhouse' })
  game.stop()
})

test('openings of a Chess960 list keep its rules', () => {
  const fen = 'bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1'
  const [{ opening }] = pairings(['a', 'b'], { openings: [fen], variant: 'chess960' })
  assert.equal(opening.variant, 'chess960')
  assert.equal(
    Position.from(opening.fen, { variant: 'chess960' }).fen,
    Position.from(fen, { variant: 'chess960' }).fen,
  )
})

test('the moves of an opening stop before one that ends the game; a set-up that is over is kept', () => {
  const [mate] = parsePgn('1. f3 e5 2. g4 Qh4#')
  const [repeated] = parsePgn('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4')
  const over = 'R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1'
  const list = pairings(['a', 'b'], { openings: [mate, repeated, over], rounds: 3, games: 1 })
  assert.deepEqual(list[0].opening.moves, ['f2f3', 'e7e5', 'g2g4'])
  assert.equal(list[1].opening.moves.length, 7)
  assert.deepEqual(list[2].opening, { index: 2, fen: over })
})

test('laws of random schedules', () => {
  const random = randomFrom(45)
  const below = count => Math.floor(random() * count)
  const fens = Array.from({ length: 7 }, (_, i) => `4k3/8/8/8/8/8/4P3/4K3 w - - 0 ${i + 1}`)
  for (let i = 0; i < 60; i++) {
    const players = ['a', 'b', 'c', 'd', 'e'].slice(0, 2 + below(4))
    const o = {
      rounds: 1 + below(9),
      games: 1 + below(2),
      order: below(2) ? 'random' : 'sequential',
      seed: below(1000),
      openings: fens.slice(0, 1 + below(7)),
      schedule: below(2) ? 'roundRobin' : { gauntlet: 1 + below(players.length - 1) },
    }
    const list = pairings(players, o)
    assert.deepEqual(JSON.parse(JSON.stringify(pairings(players, o))), JSON.parse(JSON.stringify(list)))
    assert.deepEqual(JSON.parse(JSON.stringify(list)), list, 'plain JSON')
    for (const [place, { number }] of list.entries()) assert.equal(number, place + 1)
    const pairs = new Map()
    for (const one of list) pairs.set(one.pair, [...(pairs.get(one.pair) ?? []), one])
    for (const [first, second] of pairs.values()) {
      assert.equal(first.game, 1)
      if (o.games === 1) assert.equal(second, undefined)
      else {
        assert.deepEqual([second.white, second.black, second.game], [first.black, first.white, 2])
        assert.deepEqual(second.opening, first.opening)
      }
    }
    for (let round = 1; round <= o.rounds; round++) {
      const indices = new Set(list.filter(one => one.round === round).map(({ opening }) => opening.index))
      assert.equal(indices.size, 1, 'a round has one opening')
    }
    const used = new Set(list.map(({ opening }) => opening.index))
    assert.equal(used.size, Math.min(o.rounds, o.openings.length))
    // More rounds only add games.
    assert.deepEqual(pairings(players, { ...o, rounds: o.rounds + 2 }).slice(0, list.length), list)
  }
})

test('a shuffle is the same everywhere, and differs by its seed', () => {
  const fens = Array.from({ length: 20 }, (_, i) => `4k3/8/8/8/8/8/4P3/4K3 w - - 0 ${i + 1}`)
  const order = (seed, rounds = 20) => {
    const openings = fens.slice(0, rounds)
    const list = pairings(['a', 'b'], { openings, rounds, games: 1, order: 'random', seed })
    return list.map(one => one.opening.index)
  }
  const sorted = Array.from({ length: 20 }, (_, i) => i)
  assert.deepEqual(
    order(1).sort((a, b) => a - b),
    sorted,
  )
  assert.deepEqual(order(0), FIRST)
  assert.notDeepEqual(order(1), order(2))
  const ofThree = Array.from({ length: 60 }, (_, seed) => String(order(seed, 3)))
  assert.equal(new Set(ofThree).size, 6, 'all orders occur')
})

/** What seed 0 makes of 20 openings. */
const FIRST = [0, 9, 6, 2, 10, 13, 3, 15, 4, 1, 5, 11, 18, 19, 14, 17, 8, 12, 16, 7]

test('bad arguments', () => {
  const two = ['a', 'b']
  for (const players of [undefined, 'ab', [], ['a'], ['a', 5], ['a', ''], ['a', 'b', 'a']])
    assertThrows(() => pairings(players), 'ERR_ARGUMENT')
  for (const options of [
    5,
    { rounds: 0 },
    { rounds: 1.5 },
    { games: 3 },
    { games: '2' },
    { plies: -1 },
    { order: 'sorted' },
    { seed: 1.5 },
    { openings: [] },
    { openings: ENDGAME },
    { openings: [5] },
    { schedule: 'swiss' },
    { schedule: { gauntlet: 2 } },
    { schedule: { gauntlet: 0 } },
    { variant: 'bughouse' },
    { more: 1 },
  ])
    assertThrows(() => pairings(two, options), 'ERR_ARGUMENT', {}, JSON.stringify(options))
  assert.throws(() => pairings(two, { openings: ['x'] }), { code: /^ERR_FEN_/ })
})
