// SPDX-License-Identifier: Apache-2.0
// A click on the page's board costs two calls of the core and reads no PGN. The game that follows the study move by move
// is the one that is played from the start.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openingAt } from 'binbo/openings'
import { parsePgn } from 'binbo/pgn'
import { Study } from '#web/study/study.js'
import { pick, randomFrom } from '../random.js'

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

/** @param {string} pgn @param {object} [options] of load() */
function studyOf(pgn, options) {
  const study = new Study()
  study.load(parsePgn(pgn)[0], options)
  return study
}

const OPENING = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6'

test('a click plays a move with two calls, whatever was played before', () => {
  for (const pgn of ['*', `${OPENING} *`]) {
    const study = studyOf(pgn)
    study.toEnd()
    // Before a click the page has shown the position; the first call of all also finds the buffer.
    study.play('a2a3')
    study.back()
    assert.deepEqual(
      callsOf(() => study.play('h2h3')),
      ['binbo_position_text', 'binbo_game_move'],
    )
    assert.equal(study.node.san, 'h3')
  }
})

test('a step through the moves costs no more', () => {
  const study = studyOf(`${OPENING} 8. c3 1-0`)
  assert.deepEqual(
    callsOf(() => study.forward()),
    ['binbo_game_move'],
  )
  assert.deepEqual(
    callsOf(() => study.back()),
    ['binbo_game_undo', 'binbo_game_geometry', 'binbo_game_side_to_move', 'binbo_game_status'],
  )
})

test('jumps, results, null moves and what is saved read no PGN', () => {
  const study = studyOf(`${OPENING} 8. c3 (8. -- O-O) O-O 1-0`)
  const called = callsOf(() => {
    study.toEnd()
    study.play('h3')
    study.toStart()
    study.append('Bb7')
    study.play('d4')
    study.makeMain(study.node)
    study.goTo(study.tree.root.children[1])
    study.toEnd()
    study.back()
    study.state()
  })
  assert.ok(called.includes('binbo_game_append'))
  assert.deepEqual(
    called.filter(name => name.startsWith('binbo_pgn')),
    [],
  )
})

test('the first name of an opening costs few calls', () => {
  const study = studyOf(`${OPENING} *`)
  study.toEnd()
  const called = callsOf(() => openingAt(study.node))
  assert.ok(called.includes('binbo_openings_read'))
  assert.ok(called.length < 50, called.join(' '))
})

const SHUFFLE = 'Nf3 Nf6 Ng1 Ng8 '
const GAMES = {
  'variations and null moves': '1. e4 (1. -- e5 2. Nf3 (2. d4 -- 3. dxe5 -- 4. e6)) e5 2. -- -- 3. Nf3 Nc6 *',
  'draws by rule, and moves after them': `${SHUFFLE.repeat(5)}e4 e5 Ke2 (Ba6 Ke7) *`,
  'bare kings': '[FEN "8/8/4k3/8/8/3pK3/8/8 w - - 0 1"]\n\nKxd3 Kd5 (Ke5) Kc3 *',
  'seventy-five moves': '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 147 100"]\n\nRa2 Kd8 Ra3 (Ra1 Ke8) Ke8 Ra4 *',
  mate: 'f3 e5 g4 (e4 Qh4+ g3) Qh4# *',
  Chess960:
    '[Variant "Chess960"]\n[FEN "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"]\n\nO-O (O-O-O O-O) O-O-O Kh1 *',
}

/** @param {Study} study what it says must be what its game says @returns {object} */
function facts({ game, node, outcome, position, status, claimableDraws }) {
  const known = {
    fen: position.fen,
    status,
    claims: claimableDraws,
    legal: status.over ? [] : position.legalMoves(),
    last: node.move,
  }
  assert.deepEqual(known, {
    fen: game.fen,
    status: game.status,
    claims: game.claimableDraws,
    legal: game.legalMoves(),
    last: game.lastMove,
  })
  return { ...known, moves: game.moves.map(({ san }) => san), outcome }
}

for (const [name, pgn] of Object.entries(GAMES)) {
  test(`a walk is at the same game as a jump: ${name}`, () => {
    const seed = Number(process.env.BINBO_SEED ?? 7)
    const random = randomFrom(seed)
    const study = studyOf(pgn)
    const steps = [
      () => study.back(),
      () => study.forward(),
      () => study.forward(),
      () => study.goTo(pick(random, [study.node, ...study.node.children])),
      () => study.toEnd(),
      () => study.toStart(),
    ]
    for (let step = 0; step < 300; step++) {
      pick(random, steps)()
      const jumped = studyOf(pgn, { path: study.node.path })
      assert.deepEqual(facts(study), facts(jumped), `BINBO_SEED=${seed}, step ${step}`)
      jumped.game.stop()
    }
  })
}
