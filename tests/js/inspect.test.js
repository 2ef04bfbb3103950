// SPDX-License-Identifier: Apache-2.0
// What console.log() and JSON.stringify() show of the library's objects.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { assertThrows } from './support/assertions.js'
import { dist, Game, perft, Setup, START_FEN } from './support/binbo.js'
import { FOOLS_MATE, played } from './support/games.js'

const load = name => import(pathToFileURL(`${dist}${name}.js`).href)
const { parsePgn, PgnGame } = await load('pgn')
const { Engine, UciGame } = await load('uci')

test('a game shows its position and status', () => {
  const text = inspect(new Game())
  assert.match(text, /^Game \{/)
  for (const part of [`fen: '${START_FEN}'`, "variant: 'standard'", "type: 'continue'", 'ply: 0'])
    assert.ok(text.includes(part), `${part} in ${text}`)
  assert.match(inspect(played(FOOLS_MATE)), /type: 'checkmate', winner: 'black'/)
  assert.match(inspect(new UciGame()), /^UciGame \{\s+fen: '/)
  class MyGame extends Game {}
  assert.match(inspect(new MyGame()), /^MyGame \{\s+fen: '/)
})

test('depth and colors are those of the caller', () => {
  const games = { here: { there: [new Game()] } }
  assert.match(inspect(games, { depth: 2 }), /\[Game\]/)
  assert.match(inspect(games, { depth: 3 }), /Game \{\s+fen: '/)
  assert.match(inspect(games, { depth: null }), /Game \{\s+fen: '/)
  assert.ok(inspect(new Game(), { colors: true }).includes(`\x1b[32m'${START_FEN}'\x1b[39m`))
  assert.ok(!inspect(new Game()).includes('\x1b'))
})

test('it never throws and changes nothing', () => {
  const game = played(['e2e4'])
  const before = game.state()
  inspect(game)
  assert.deepEqual(game.state(), before)
  game.stop()
  assert.equal(inspect(game), 'Game { stopped: true }')
  for (const { prototype } of [Game, Setup, UciGame, PgnGame, Engine]) inspect(prototype)
})

test('setups, games with trees and their nodes', () => {
  const fen = '8/8/8/8/8/8/8/8 w - - 0 1'
  assert.equal(inspect(new Setup()), `Setup { fen: '${fen}' }`)
  const [game] = parsePgn('[White "Anna"]\n\n1. e4! {best} (1. d4) e5 1-0')
  assert.match(inspect(game), /^PgnGame \{\s+headers: Map\(\d\) \{[^}]*'White' => 'Anna'/)
  assert.match(inspect(game), /result: '1-0',\s+errors: 0/)
  const node = game.root.children[0]
  assert.match(inspect(node), /^PgnNode \{\s+san: 'e4',\s+fen: '.* b /)
  assert.match(inspect(node), /nags: \[ 1 \],\s+comments: \[ 'best' \],\s+children: 1/)
})

test('JSON holds the start, the moves, the position and the status', () => {
  const game = played(['e2e4', 'e7e5', 'g1f3'])
  assert.deepEqual(JSON.parse(JSON.stringify({ game })), {
    game: {
      variant: 'standard',
      start: START_FEN,
      fen: game.fen,
      moves: ['e2e4', 'e7e5', 'g1f3'],
      draws: 'automatic',
      dead: 'off',
      status: { over: false, type: 'continue' },
      headers: Object.fromEntries(new Game().headers),
    },
  })
  const { fen, moves, status } = JSON.parse(JSON.stringify(played(FOOLS_MATE)))
  assert.deepEqual(status, { over: true, type: 'checkmate', winner: 'black' })
  const again = new Game()
  again.playMoves(moves)
  assert.equal(again.fen, fen)
  game.stop()
  assertThrows(() => JSON.stringify(game), 'ERR_GAME_STOPPED')
})

test('JSON holds the position of a setup, and the headers, result and PGN of a game with a tree', () => {
  assert.equal(JSON.stringify(new Setup(START_FEN)), JSON.stringify({ fen: START_FEN }))
  const [game] = parsePgn('[White "Ada"]\n\n1. e4 (1. d4) e5 {good} 1-0')
  const { headers, result, pgn } = JSON.parse(JSON.stringify(game))
  assert.deepEqual(headers, Object.fromEntries(game.headers))
  assert.equal(result, '1-0')
  assert.equal(String(parsePgn(pgn)[0]), String(game))
  game.headers.set('Result', '0-1')
  assert.equal(game.toJSON().result, '0-1')
})

test('what is no plain value is shown as what it is', () => {
  assert.throws(() => perft(START_FEN, 1n), /, not 1n$/)
  for (const name of ['pockets', 'remainingChecks'])
    for (const value of ['x', 5, undefined])
      assert.throws(
        () => Object.assign(new Setup(), { [name]: value }),
        /null or an object with white and black/,
      )
})

test('a set of games shows its count', async () => {
  const { openDatabase } = await load('database')
  const db = await openDatabase()
  await db.add('1. e4 *')
  assert.equal(inspect(await db.filter()), 'GameSet { count: 1 }')
  await db.close()
})
