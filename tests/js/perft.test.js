// SPDX-License-Identifier: Apache-2.0
// Leaves of the tree of legal moves: published counts, and native Stockfish where it is installed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { Game, perft, START_FEN } from './support/binbo.js'
import { games, randomOf, randomSetup, seed, walkGame } from './support/random-games.js'
import { formatFen, parseFen, perft as slowPerft } from './support/reference.js'
import { startFen } from './support/scharnagl.js'
import { findStockfish, stockfishDivide } from './support/stockfish.js'

// Chess Programming Wiki, "Perft Results": positions 1 to 6, counts from depth 1.
const PUBLISHED = [
  [START_FEN, [20, 400, 8902, 197281, 4865609]],
  ['r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', [48, 2039, 97862, 4085603]],
  ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', [14, 191, 2812, 43238, 674624]],
  ['r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', [6, 264, 9467, 422333]],
  ['r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1', [6, 264, 9467, 422333]],
  ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', [44, 1486, 62379, 2103487]],
  ['r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10', [46, 2079, 89890, 3894594]],
]

const sum = divided => [...divided.values()].reduce((total, count) => total + count, 0)

test('the positions of the Chess Programming Wiki have their published counts', () => {
  let nodes = 0
  for (const [fen, counts] of PUBLISHED) {
    for (const [index, count] of counts.entries()) {
      const depth = index + 1
      assert.equal(perft(fen, depth), count, `${fen} to depth ${depth}`)
      nodes += count
    }
  }
  assert.ok(nodes > 15_000_000, `only ${nodes} nodes`)
})

test('listing every leaf move, dividing and both together give the same counts', () => {
  for (const [fen, counts] of PUBLISHED) {
    for (const depth of [1, 2, 3, 4].slice(0, counts[3] > 1_000_000 ? 3 : 4)) {
      const count = counts[depth - 1]
      assert.equal(perft(fen, depth, { bulk: false }), count, fen)
      assert.equal(perft(fen, depth, { bulk: true }), count, fen)
      for (const bulk of [true, false]) {
        const divided = perft(fen, depth, { divide: true, bulk })
        assert.ok(divided instanceof Map)
        assert.equal(sum(divided), count, fen)
        assert.deepEqual([...divided.keys()].sort(), new Game({ fen }).legalMoves('uci').sort())
      }
    }
  }
  for (const variant of ['standard', 'chess960']) {
    assert.equal(perft(PUBLISHED[1][0], 4, { variant }), PUBLISHED[1][1][3])
  }
})

test('Chess960 starts and castling positions: bulk, listed and the oracle agree', () => {
  for (let number = 0; number < 960; number += 7) {
    const fen = startFen(number)
    const count = perft(fen, 3, { variant: 'chess960' })
    assert.equal(perft(fen, 3, { variant: 'chess960', bulk: false }), count, fen)
    if (number % 105 === 0) assert.equal(slowPerft(parseFen(fen, true), 3), count, fen)
  }
})

test('small depths', () => {
  assert.equal(perft(START_FEN, 0), 1)
  assert.equal(perft(START_FEN, 0, { bulk: false }), 1)
  assert.equal(perft(START_FEN, 1), 20)
  assert.equal(perft('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 3), 0)
  assert.equal(perft('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 1, { divide: true }).size, 0)
  assert.equal(
    perft('4k3/8/8/8/8/8/8/4K3 w - - 120 90', 2),
    slowPerft(parseFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1'), 2),
    'draws by rule do not cut the tree',
  )
  assert.equal(perft('R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1', 1), 218)
})

test('bad arguments are refused', () => {
  for (const depth of [-1, 1.5, Number.NaN, Infinity, '3', null, undefined, 2n, {}, 2 ** 31]) {
    assertThrows(() => perft(START_FEN, depth), 'ERR_ARGUMENT', {}, String(depth))
  }
  for (const fen of [undefined, null, 1, {}]) assertThrows(() => perft(fen, 1), 'ERR_ARGUMENT')
  assertThrows(() => perft('4k3 w', 1), 'ERR_FEN_FIELDS')
  assertThrows(() => perft('', 1, { divide: true }), 'ERR_FEN_EMPTY')
  for (const options of [{ variant: 'bughouse' }, { divide: 1 }, { bulk: 'no' }, { variant: null }]) {
    assertThrows(() => perft(START_FEN, 1, options), 'ERR_ARGUMENT')
  }
})

/** Positions that random games pass through, standard and Chess960 in turn. */
function randomPositions(count) {
  const positions = []
  for (let index = 0; positions.length < count; index++) {
    const random = randomOf(80_000 + index)
    const chess960 = index % 2 === 1
    const fen = chess960
      ? startFen(Math.floor(random() * 960))
      : index % 4 === 0
        ? randomSetup(random)
        : undefined
    const goal = Math.floor(random() * 50)
    walkGame({ random, fen, chess960, style: 'sharp', plies: goal }, ({ position, moves, ply }) => {
      if (ply !== goal && moves.length) return true
      const written = formatFen(position, { castling: chess960 ? 'shredder' : 'xfen', enPassant: 'legal' })
      positions.push({ fen: written, variant: chess960 ? 'chess960' : 'standard', depth: 3 })
      return false
    })
  }
  return positions
}

test('random positions have the counts of native Stockfish under every root move', t => {
  const path = findStockfish()
  if (!path) {
    t.diagnostic('Stockfish is not installed (package stockfish): its counts were not compared.')
    return
  }
  const jobs = randomPositions(games(200))
  const expected = stockfishDivide(path, jobs)
  for (const [index, { fen, variant, depth }] of jobs.entries()) {
    const note = `seed ${seed}: ${variant} ${fen}`
    const divided = perft(fen, depth, { variant, divide: true })
    assert.deepEqual([...divided].sort(), [...expected[index]].sort(), note)
    assert.equal(perft(fen, depth, { variant, bulk: false }), sum(divided), note)
  }
})
