// SPDX-License-Identifier: Apache-2.0
// explore() of a position in which castling rights and en passant are ignored.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { pick, randomFrom } from '../random.js'
import { ChessError } from './support/binbo.js'
import { corpus, replay, SEGMENT_GAMES, slowExplore } from './support/database-oracle.js'
import { seed } from './support/random-games.js'

const facts = ({ moves, topGames: _, ...all }) => ({
  ...all,
  moves: new Map(
    moves
      .map(({ san, games, white, draws, black }) => [san, { games, white, draws, black }])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
})
const sorted = found => ({ ...found, moves: new Map([...found.moves].sort(([a], [b]) => (a < b ? -1 : 1))) })

test('what is ignored may differ, in all variants, as in a slow replay; moves need no right of the position', async () => {
  const text = corpus(seed)
  const games = replay(text)
  const db = await openDatabase({ [SEGMENT_GAMES]: 64 })
  await db.add(text)
  const random = randomFrom(seed)
  const isOdd = ({ san }) => /O-O/.test(san ?? '')
  const before = games.flatMap(({ plies }) => plies.filter((_, i) => plies[i + 1] && isOdd(plies[i + 1])))
  const passing = games.flatMap(({ plies }) => plies.filter(({ fields }) => fields[4] !== '-'))
  const all = games.flatMap(({ plies }) => plies)
  const places = [before, passing, all].flatMap(plies =>
    Array.from({ length: 12 }, () => pick(random, plies)),
  )
  for (const { position } of places)
    for (const ignore of [['castling'], ['enPassant'], ['enPassant', 'castling'], []]) {
      const found = facts(await db.explore(position, { ignore }))
      assert.deepEqual(found, sorted(slowExplore(games, position, ignore)), `${ignore} ${position.fen}`)
    }
})

test('castling and en passant of games are named where the position has no right to them', async () => {
  const db = await openDatabase()
  const game = (fen, moves, variant) =>
    `[FEN "${fen}"]\n${variant ? `[Variant "${variant}"]\n` : ''}\n${moves} *\n\n`
  const moves = async (position, ignore) =>
    (await db.explore(position, { ignore: [ignore] })).moves.map(
      ({ san, uci, games }) => `${san} ${uci} ${games}`,
    )
  await db.add(
    game('5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1', '1. O-O+') +
      game('5k2/8/8/8/8/8/8/R3K2R w K - 0 1', '1. Ra2') +
      game('5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1', '1. O-O-O') +
      game('5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1', '1. O-O-O', 'Chess960') +
      game('r4k1r/8/8/8/8/8/8/6K1 b ha - 0 1', '1... O-O', 'Chess960') +
      game('8/6pk/8/5P2/8/8/8/4K3 b - - 0 1', '1... g5 2. fxg6+'),
  )
  assert.deepEqual(await moves('5k2/8/8/8/8/8/8/R3K2R w - - 0 1', 'castling'), [
    'O-O-O e1c1 2',
    'Ra2 a1a2 1',
    'O-O+ e1g1 1',
  ])
  assert.deepEqual(await moves('5k2/8/8/8/8/8/8/R3K2R w - - 0 1', 'enPassant'), [])
  assert.deepEqual(await moves('r4k1r/8/8/8/8/8/8/6K1 b - - 0 1', 'castling'), ['O-O f8h8 1'])
  assert.deepEqual(await moves('8/7k/8/5Pp1/8/8/8/4K3 w - - 0 1', 'enPassant'), ['fxg6+ f5g6 1'])
  const refused = error => error instanceof ChessError && error.code === 'ERR_ARGUMENT'
  for (const ignore of ['castling', ['turn'], [1], {}])
    await assert.rejects(db.explore('8/8/8/8/8/8/8/K1k5 w - - 0 1', { ignore }), refused)
})
