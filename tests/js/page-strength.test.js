// SPDX-License-Identifier: Apache-2.0
// The weak levels: how they choose among lines, and with an engine, that they play legal moves in due time. How strong
// they are is measured by `make strengths`.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Game } from 'binbo'
import { inDueTime } from '#web/engine/engine-move.js'
import { WEAK_ELO } from '#web/engine/strength.js'
import { chooseWeakly, WEAK_LEVELS, weakDepth } from '#web/engine/weak.js'
import { oneDeep } from '../bench/one-deep.js'
import { randomFrom } from '../random.js'

const WEAKEST = WEAK_LEVELS[0]
const STRONGEST = WEAK_LEVELS[WEAK_LEVELS.length - 1]
const ROUNDS = 400

/** @param {string} fen */
const movesOf = fen => {
  const game = new Game({ fen })
  try {
    return { moves: game.legalMoves('move'), pieces: game.pieces().length }
  } finally {
    game.stop()
  }
}

/**
 * @param {import('#web/engine/weak.js').WeakLevel} level
 * @param {string} fen
 * @param {{ uci: string, value: number }[]} lines
 * @param {string} uci
 * @returns {number} how often the level plays the move, 0 … 1
 */
function share(level, fen, lines, uci) {
  const { moves, pieces } = movesOf(fen)
  const random = randomFrom(5)
  let count = 0
  for (let round = 0; round < ROUNDS; round++)
    if (chooseWeakly(level, lines, moves, pieces, random) === uci) count++
  return count / ROUNDS
}

test('each level errs less than the one before', () => {
  assert.equal(WEAK_LEVELS.length, WEAK_ELO.length)
  for (const [at, level] of WEAK_LEVELS.entries()) {
    const before = WEAK_LEVELS[at - 1]
    if (!before) continue
    assert.ok(
      level.careless < before.careless && level.noise < before.noise && level.seesMate >= before.seesMate,
    )
  }
})

test('the same numbers give the same move, and a move is legal even without lines', () => {
  const { moves, pieces } = movesOf('r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3')
  for (const level of WEAK_LEVELS) {
    const game = (/** @type {number} */ seed) => {
      const random = randomFrom(seed)
      return Array.from({ length: 50 }, () => chooseWeakly(level, [], moves, pieces, random))
    }
    assert.deepEqual(game(3), game(3))
    assert.notDeepEqual(game(3), game(4))
    assert.ok(game(3).every(uci => moves.some(move => move.uci === uci)))
  }
})

test('a mate in one is missed at the lowest level, at times, and never at the highest', () => {
  const fen = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1'
  const lines = [
    { uci: 'a1a8', value: 29_999 },
    { uci: 'h2h3', value: 500 },
  ]
  const weakest = share(WEAKEST, fen, lines, 'a1a8')
  assert.ok(weakest > 0.2 && weakest < 0.7, String(weakest))
  assert.equal(share(STRONGEST, fen, lines, 'a1a8'), 1)
})

test('they take a queen that hangs, and the weakest also takes a covered pawn with its queen', () => {
  // The queen on d5 hangs; other moves lose nothing.
  const hangs = 'rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1'
  const lines = [
    { uci: 'c3d5', value: 900 },
    { uci: 'g1f3', value: 60 },
    { uci: 'd2d4', value: 50 },
  ]
  for (const level of WEAK_LEVELS) assert.ok(share(level, hangs, lines, 'c3d5') > 0.8)
  const covered = 'rnbqkbnr/ppp2ppp/3p4/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 3'
  const safe = ['h5f3', 'g1f3', 'b1c3'].map((uci, at) => ({ uci, value: 20 - at }))
  assert.ok(share(WEAKEST, covered, safe, 'h5e5') > 0.02)
  assert.ok(share(WEAKEST, covered, safe, 'h5e5') > share(STRONGEST, covered, safe, 'h5e5'))
})

test('with few pieces all look further', () => {
  for (const level of WEAK_LEVELS) assert.ok(weakDepth(level, 5) > weakDepth(level, 7))
})

test('the player that the weakest level is measured by takes what hangs, saves what hangs, and mates in one', () => {
  const answers = /** @type {[fen: string, uci: string][]} */ ([
    ['rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1', 'c3d5'],
    ['6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1', 'a1a8'],
    // Only one move saves the rook, which a bishop attacks and nothing covers, and takes a pawn besides.
    ['6k1/8/8/8/8/2b5/p7/R5K1 w - - 0 1', 'a1a2'],
  ])
  for (const [fen, uci] of answers) {
    const game = new Game({ fen })
    for (let seed = 1; seed < 20; seed++) assert.equal(oneDeep(game, null, randomFrom(seed)), uci)
    game.stop()
  }
})

test('a weak level takes its time, and an end of the wait ends it', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const strength = WEAK_ELO[0]
  const facts = { signal: new AbortController().signal, strength, isWatched: false }
  /** The move, or 'waits' while timers wait. @param {any} given @param {() => void} [meanwhile] */
  const answer = async (given, meanwhile = () => {}) => {
    const move = inDueTime(Promise.resolve('e2e4'), { ...facts, ...given })
    await setImmediate()
    meanwhile()
    return Promise.race([move, setImmediate('waits')])
  }
  for (const limits of [{ movetime: 1000 }, { wtime: 40_000, btime: 90_000 }]) {
    assert.equal(await answer({ limits }, () => t.mock.timers.tick(500)), 'waits')
    assert.equal(await answer({ limits }, () => t.mock.timers.tick(1000)), 'e2e4')
  }
  assert.equal(await answer({ limits: { depth: 4 } }), 'e2e4')
  assert.equal(await answer({ limits: { movetime: 5000 }, strength: 'full' }), 'e2e4')
  const controller = new AbortController()
  const given = { limits: { movetime: 1200 }, signal: controller.signal }
  assert.equal(await answer(given), 'waits')
  assert.equal(await answer(given, () => controller.abort()), 'e2e4')
})
