// SPDX-License-Identifier: Apache-2.0
// What people who tried to break the package have found, each once.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { binbo, dist } from './support/binbo.js'

const { ChessError, chess960Fen, Game, perft, START_FEN } = binbo

test('stop() keeps memory level in a loop that never lets the event loop turn', () => {
  const code = `
    const { Game } = await import(${JSON.stringify(pathToFileURL(`${dist}index.js`).href)})
    const heap = rounds => {
      for (let i = 0; i < rounds; i++) new Game().stop()
      gc()
      return process.memoryUsage().heapUsed
    }
    heap(50_000)
    const before = heap(50_000)
    console.log(heap(400_000) - before)
  `
  const grown = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', code])
  assert.ok(Number(grown) < 4e6, `${grown} bytes more after 400,000 games`)
})

test('slim: a bad source does not take a good one with it', () => {
  const code = `
    import { readFileSync } from 'node:fs'
    const { Game, init } = await import(${JSON.stringify(pathToFileURL(`${dist}slim.js`).href)})
    const good = readFileSync(${JSON.stringify(`${dist}core.wasm`)})
    const settled = await Promise.allSettled([init(new Uint8Array(3)), init(good), init(good)])
    console.log(settled.map(one => one.status).join(), new Game().legalMoves('count'))
  `
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  assert.equal(said.trim(), 'rejected,fulfilled,fulfilled 20')
})

test('a PGN brings its variant for itself alone', () => {
  const game = new Game()
  const plain = '1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *'
  game.loadPgn(`[Variant "Chess960"]\n[FEN "${chess960Fen(5)}"]\n\n*`)
  assert.equal(game.options.variant, 'chess960')
  game.loadPgn(plain)
  assert.equal(game.options.variant, 'standard')
  assert.equal(game.lastMove.uci, 'e1g1')
  game.loadPgn('[Variant "Chess960"]\n\n1. e4 *')
  game.newGame()
  assert.equal(game.options.variant, 'standard')
  const own = new Game({ variant: 'chess960' })
  own.loadPgn(plain)
  assert.equal(own.options.variant, 'chess960')
})

test("a strict game is strict about a PGN's FEN as well", () => {
  const pgn = '[FEN "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"]\n\n*'
  const game = new Game({ strict: true })
  assert.throws(() => game.loadPgn(pgn), { code: 'ERR_PGN_TAG_FEN' })
  assert.equal(game.fen, START_FEN)
  new Game().loadPgn(pgn)
})

test('long header values come back whole', () => {
  for (const value of ['x'.repeat(60_000), '\u00e9'.repeat(30_000), '\u2654'.repeat(21_000)]) {
    const game = new Game()
    game.headers.set('White', value)
    const again = new Game()
    again.loadPgn(game.pgn())
    assert.ok(again.headers.get('White') === value)
  }
})

test('detached bytes are a bad argument', () => {
  const bytes = new Game().state()
  structuredClone(bytes, { transfer: [bytes.buffer] })
  const game = new Game()
  for (const call of [() => Game.fromState(bytes), () => game.setState(bytes), () => game.loadPgn(bytes)]) {
    assert.throws(call, error => error instanceof ChessError)
  }
})

test('classes have the names that the documentation gives them', () => {
  assert.equal(Game.name, 'Game')
  assert.equal(ChessError.name, 'ChessError')
})

test('perft of depth 0, divided, has no moves', () => {
  assert.deepEqual(perft(START_FEN, 0, { divide: true }), new Map())
  assert.throws(() => perft('8/8/8/8/8/8/8/8 w - - 0 1', 0, { divide: true }), { code: 'ERR_FEN_NO_KING' })
})

test('redo does not play over a result by hand', () => {
  const game = new Game()
  game.move('e2e4')
  game.move('e7e5')
  game.undo()
  game.setWinner('white')
  assert.equal(game.redo(), null)
  assert.equal(game.status.type, 'winner')
  game.undo()
  assert.equal(game.redo()?.uci, 'e2e4')
  assert.equal(game.status.over, false)
})
