// SPDX-License-Identifier: Apache-2.0
// What positions cost: no FEN is written or read for one, each answer is asked of C once, and one is loaded only when
// another one is asked than the last. And in memory.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game, Position, START_FEN } from 'binbo'
import { parsePgn } from 'binbo/pgn'

/** The exports that were called, in order. @type {string[]} */
let calls = []

// The instance is made on first use: all calls of this file are counted.
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(Instance, args) {
    const counted = Object.entries(new Instance(...args).exports).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (...values) => {
            calls.push(name)
            return value(...values)
          }
        : value,
    ])
    return { exports: Object.fromEntries(counted) }
  },
})

/** @param {() => void} action @returns {string[]} the exports that it calls */
function callsOf(action) {
  calls = []
  action()
  return calls
}

/** @param {Position} position @returns {unknown[]} */
const everything = position => [
  position.variant,
  position.fen,
  position.toFen({ castling: 'shredder' }),
  position.hash,
  position.sideToMove,
  position.isCheck,
  position.halfmoveClock,
  position.fullmoveNumber,
  position.pockets,
  position.remainingChecks,
  position.status,
  position.legalMoves(),
  position.legalMoves('uci'),
  position.legalMoves('san', { from: 'e2' }),
  position.legalMoves('packed', { from: 'e2' }),
  position.legalMoves('count'),
  position.pieces(),
  position.pieceAt('e2'),
  position.attackers('e3', 'white'),
  position.isAttacked('e3', 'white'),
  position.pinned('white'),
  position.board(),
  position.king('white'),
  position.dests(),
  position.promotes('e2', 'e4'),
  position.material(),
  position.hasMatingMaterial('white'),
  position.canWin('white'),
  position.isDead(),
  position.helpmate('white'),
  position.toJSON(),
]

test('a game’s position is one call, and no call the second time', () => {
  const game = new Game()
  game.move('e4')
  assert.deepEqual(
    callsOf(() => game.position),
    ['binbo_position_of'],
  )
  assert.deepEqual(
    callsOf(() => game.position),
    [],
  )
})

test('each answer is asked of C once', () => {
  const { position } = new Game()
  const first = callsOf(() => everything(position))
  assert.equal(first.filter(name => name === 'binbo_position_load').length, 1)
  assert.equal(first.filter(name => name === 'binbo_game_fen').length, 2, 'one a form')
  assert.deepEqual(
    callsOf(() => everything(position)),
    [],
  )
  assert.deepEqual(everything(position), everything(Position.from(START_FEN)))
})

test('a position is loaded when another one was asked', () => {
  const game = new Game()
  const before = game.position
  game.move('e4')
  const after = game.position
  assert.deepEqual(
    callsOf(() => [before.isCheck, before.hash, after.isCheck, after.hash, before.isLegal('e4')]),
    [
      'binbo_position_load',
      'binbo_game_is_check',
      'binbo_game_hash',
      'binbo_position_load',
      'binbo_game_is_check',
      'binbo_game_hash',
      'binbo_position_load',
      'binbo_game_is_legal_text',
    ],
  )
  assert.deepEqual(
    callsOf(() => before.play('e2e4').isCheck),
    ['binbo_game_status', 'binbo_position_move', 'binbo_position_play', 'binbo_game_is_check'],
  )
})

test('a walk through a tree finds hashes move by move, without FENs', () => {
  const [tree] = parsePgn('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *')
  const walk = callsOf(() => {
    for (const node of tree.mainline()) node.hash
  })
  assert.deepEqual(
    walk.filter(name => name === 'binbo_position_play'),
    new Array(6).fill('binbo_position_play'),
  )
  assert.deepEqual(
    walk.filter(name => name.includes('fen')),
    [],
  )
  assert.deepEqual(
    callsOf(() => tree.root.children[0].hash),
    [],
  )
})

test('a kept position needs at most 300 bytes', () => {
  const COUNT = 20_000
  const kept = new Array(COUNT)
  const game = new Game({ draws: 'none' })
  const gc = /** @type {() => void} */ (globalThis.gc)
  gc()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < COUNT; i++) {
    game.move(['g1f3', 'g8f6', 'f3g1', 'f6g8'][i % 4])
    kept[i] = game.position
  }
  gc()
  const each = (process.memoryUsage().heapUsed - before) / COUNT
  assert.ok(each <= 300, `${each} bytes`)
  assert.equal(new Set(kept).size, COUNT)
})
