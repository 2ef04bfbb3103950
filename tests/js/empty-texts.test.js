// SPDX-License-Identifier: Apache-2.0
// Texts and bytes without a game, after another game was read: nothing of that game comes back, in results or errors.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { ChessError, dist, Game, Position, Setup } from './support/binbo.js'

const entry = name => import(pathToFileURL(`${dist}${name}.js`).href)
const [pgn, { openDatabase }, { Book }, compact, { readEpd }] = await Promise.all(
  ['pgn', 'database', 'book', 'compact', 'epd'].map(entry),
)
const { PgnGame, parsePgn, readPgn, validatePgn } = pgn

const PRIVATE =
  '[White "Hidden"]\n[FEN "4k3/8/8/8/8/8/5P2/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. f4 {hidden [%clk 0:01:00]} ({hidden} 1. f3) 1... Kd7 1-0'
const TRACES = /hidden|8\/5P2\/4K3|f2f4|1-0/i

const listOf = async source => {
  const items = []
  for await (const item of source) items.push(item)
  return items
}
const gameJson = { ...new Game().toJSON(), moves: [] }

/** By name: what reads a text, or its bytes. */
const READERS = {
  parsePgn: text => parsePgn(text),
  'parsePgn auto': text => parsePgn(text, { locale: 'auto' }),
  'parsePgn filtered': text => parsePgn(text, { filter: () => true }),
  'parsePgn headersOnly': text => parsePgn(text, { headersOnly: true }),
  'parsePgn reaches': text => parsePgn(text, { reaches: new Position() }),
  readPgn: text => listOf(readPgn([text])),
  validatePgn: text => validatePgn(text),
  'PgnGame.fromJSON': text => PgnGame.fromJSON({ headers: {}, result: '*', pgn: text }),
  'PgnGame.fromJSON, all': text =>
    PgnGame.fromJSON({ headers: {}, result: '*', pgn: text, exact: [[0, {}]] }),
  'Game.loadPgn': text => {
    const game = new Game()
    game.loadPgn(text)
    return game.pgn()
  },
  'Game.fromJSON': text => Game.fromJSON({ ...gameJson, moves: text === '' ? [] : [text] }).toJSON(),
  'Game.fromJSON start': text => Game.fromJSON({ ...gameJson, start: text }).toJSON(),
  'Game.playMoves': text => new Game().playMoves([text]),
  'Game.move': text => new Game().move(text),
  'Game.fromState': text => Game.fromState(new TextEncoder().encode(text)).toJSON(),
  'new Game': text => new Game({ fen: text }).toJSON(),
  Position: text => Position.from(text).fen,
  Setup: text => new Setup(text).fen,
  decodeGame: text => compact.decodeGame(new TextEncoder().encode(text)).toJSON(),
  decodeText: text => compact.decodeGame(new Uint8Array(text.length)).toJSON(),
  readEpd: text => listOf(readEpd(text)),
  'Book.fromGames': async text => [
    ...(await Book.fromGames(parsePgn(text), { minGames: 1 })).moves(new Position()),
  ],
  'database.add': async text => {
    const database = await openDatabase()
    const report = await database.add(text)
    return [report, await listOf(database.search({}))]
  },
  'database.addGame': async text => {
    const database = await openDatabase()
    await database.addGame(text)
    return listOf(database.search({}))
  },
}

const shown = value => `${JSON.stringify(value)}${inspect(value, { depth: 9, getters: true })}`

test('a reader of no text gives nothing of the text before', async () => {
  const found = []
  for (const [name, read] of Object.entries(READERS))
    for (const text of ['', ' \n', '\ufeff']) {
      const [game] = parsePgn(PRIVATE)
      assert.equal(game.end.ply, 2)
      new Game().loadPgn(PRIVATE.replace('SetUp', 'X'))
      let answer
      try {
        answer = shown(await read(text))
      } catch (error) {
        assert.ok(error instanceof ChessError, `${name}: ${error}`)
        answer = shown({ ...error, message: error.message })
      }
      if (TRACES.test(answer)) found.push(`${name} of '${text}': ${answer}`)
    }
  assert.deepEqual(found, [])
})
