// SPDX-License-Identifier: Apache-2.0
// Fuzzes the input of Game and Setup: moves and positions as text.

import assert from 'node:assert/strict'
import { ChessError } from '#js/core/errors.js'
import { Game, isSquare, Setup, START_FEN, VARIANTS, validateFen } from '#js/entries/index.js'

const POSITIONS = [
  START_FEN,
  'r3k2r/pP1p4/8/2pP4/8/8/p1N3N1/R3K2R w KQkq c6 0 3',
  '8/8/8/8/8/k7/8/K7 w - - 0 1',
]
const games = POSITIONS.map(fen => new Game({ fen }))
games.push(
  new Game({ variant: 'crazyhouse', fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qn] w KQkq - 0 1' }),
)
games.push(new Game({ variant: 'chess960', fen: 'r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1' }))

/** @param {() => T} call @param {RegExp} codes @returns {{ value: T } | { error: ChessError }} @template T */
function attempt(call, codes) {
  try {
    return { value: call() }
  } catch (error) {
    assert.ok(
      error instanceof ChessError && codes.test(error.code),
      `${/** @type {Error} */ (error)?.stack ?? error}`,
    )
    assert.ok(error.message.length < 3000)
    return { error }
  }
}

/** @param {string} text */
function checkMove(text) {
  isSquare(text)
  for (const game of games) {
    const before = game.hash
    const legal = game.legalMoves('uci')
    for (const call of [() => game.move(text), () => game.sanMove(text)]) {
      const result = attempt(call, /^ERR_(MOVE|SAN|ARGUMENT|GAME)/)
      if ('error' in result) continue
      const move = /** @type {{ uci: string }} */ (game.undo())
      assert.ok(legal.includes(move.uci), `${text}: ${move.uci}`)
    }
    const isLegal = game.isLegal(text)
    const tried = game.tryMove(text)
    if (tried.ok) game.undo()
    else assert.match(tried.error.code, /^ERR_(MOVE|SAN|GAME)/)
    assert.equal(isLegal, tried.ok)
    assert.equal(game.hash, before)
  }
}

/** @param {string} text */
function checkFen(text) {
  for (const variant of VARIANTS) {
    for (const strict of [false, true]) {
      const options = { variant, strict }
      const verdict = validateFen(text, options)
      const made = attempt(() => new Game({ fen: text, ...options }), /^ERR_FEN_/)
      assert.equal(verdict.ok, 'value' in made, JSON.stringify(verdict))
      if (!('value' in made)) continue
      const { fen } = made.value
      const again = new Game({ fen, ...options })
      assert.equal(again.fen, fen)
      assert.equal(again.hash, made.value.hash)
      again.stop()
      made.value.stop()
    }
  }
  const setup = attempt(() => new Setup(text), /^ERR_FEN_/)
  if (!('value' in setup)) return
  const written = setup.value.fen
  assert.equal(new Setup(written).fen, written)
}

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  {
    name: 'move-text',
    words: [
      'e4',
      'e2e4',
      'O-O',
      'O-O-O',
      '0-0',
      'e1g1',
      'e1h1',
      'bxa8=Q',
      'b7a8q',
      'Ne4',
      'N2e3',
      'N@e4',
      'Q@',
      '+',
      '#',
      '!?',
    ],
    seeds: ['e4', 'e2e4', 'Nc2e3+', 'bxa8=N#', 'O-O', 'N@e4', 'dxc6 e.p.', '--', 'P-K4'],
    check: checkMove,
    slowness: 6,
  },
  {
    name: 'fen-text',
    runs: 1000,
    words: [
      '8',
      '/',
      ' w ',
      ' b ',
      'KQkq',
      'HAha',
      '-',
      'e3',
      '[QNp]',
      '+0+0',
      '3+3',
      'Q~',
      '0',
      '1',
      'k',
      'K',
      'p',
      '  ',
    ],
    seeds: [
      ...POSITIONS,
      'r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1',
      'rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[PPnn] w KQkq - 0 1',
      `${START_FEN} +0+0`,
    ],
    check: checkFen,
    slowness: 30,
  },
]
