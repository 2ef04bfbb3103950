// SPDX-License-Identifier: Apache-2.0
// A sign of a searched move asks for just that: '+' for check without mate, '#' for mate, no sign for all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { corpus, replay, SEGMENT_GAMES, slowSearch } from './support/database-oracle.js'
import { seed } from './support/random-games.js'

const found = async (db, query) => {
  const hits = []
  for await (const hit of db.search(query)) hits.push(hit)
  return hits
}
const bare = san => san.replace(/[+#]$/, '')

/** A start, moves, and the SAN of the last one. */
const KINDS = {
  'castling with mate': ['3k4/1Q6/8/8/8/8/4R3/R3K3 w Q - 0 1', '1. O-O-O#'],
  'castling with check': ['5k2/8/8/8/8/8/8/4K2R w K - 0 1', '1. O-O+'],
  'promotion with mate': ['7k/P7/6K1/8/8/8/8/8 w - - 0 1', '1. a8=Q#'],
  'promotion with check': ['7k/P7/8/8/8/8/8/4K3 w - - 0 1', '1. a8=R+'],
  'promotion by a capture, with mate': ['1n5k/P7/6K1/8/8/8/8/8 w - - 0 1', '1. axb8=R#'],
  'a quiet promotion': ['7k/P7/6K1/8/8/8/8/8 w - - 0 1', '1. a8=N'],
  'en passant with mate': ['3Q4/6pk/4N3/5P2/8/8/8/2B1K1R1 b - - 0 1', '1... g5 2. fxg6#'],
  'en passant with check': ['8/6pk/8/5P2/8/8/8/4K3 b - - 0 1', '1... g5 2. fxg6+'],
  'a discovered mate': ['6rk/6pp/8/4N3/8/8/8/K5Q1 w - - 0 1', '1. Nf7#'],
  'a rook that is named by its file': ['k7/8/1K6/8/8/8/8/2R3R1 w - - 0 1', '1. Rc8#'],
}

test('each kind of move, with each sign', async () => {
  const db = await openDatabase()
  const lines = Object.values(KINDS)
  await db.add(lines.map(([fen, moves]) => `[FEN "${fen}"]\n\n${moves} *\n\n`).join(''))
  for (const [game, [kind, [, moves]]] of Object.entries(KINDS).entries()) {
    const san = moves.split(' ').at(-1)
    const ids = async text => (await found(db, { move: { san: text } })).map(hit => hit.game)
    for (const sign of ['', '+', '#', '!?', '+!', '#??']) {
      const isHit = !/[+#]/.test(sign) || san.endsWith(sign[0])
      assert.equal((await ids(bare(san) + sign)).includes(game), isHit, `${kind}, ${bare(san)}${sign}`)
    }
  }
  const ends = await found(db, { all: [{ move: { san: 'O-O-O#' } }, { board: { d1: 'R' } }] })
  assert.deepEqual(ends, [{ game: 0, ply: 1 }])
})

test("a piece's move without 'x' may be a capture; a pawn's capture has its file", async () => {
  const db = await openDatabase()
  await db.add(
    [
      '1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *',
      '[FEN "7k/8/8/3Q4/8/8/8/4K3 w - - 0 1"]\n\n1. Qf7 *',
      '1. e4 d5 2. exd5 *',
      '1. d4 Nf6 2. d5 *',
    ].join('\n\n'),
  )
  for (const [san, games] of Object.entries({
    Qf7: [0, 1],
    Qxf7: [0],
    'Qf7+': [0],
    'Qxf7+': [0],
    'Qf7#': [],
    d5: [2, 3],
    exd5: [2],
  }))
    assert.deepEqual(
      (await found(db, { move: { san } })).map(hit => hit.game),
      games,
      san,
    )
})

test('all variants: every move with a sign, and the same with each other sign, as a slow replay finds them', async () => {
  const text = corpus(seed)
  const games = replay(text)
  const db = await openDatabase({ [SEGMENT_GAMES]: 64 })
  await db.add(text)
  const signed = new Map()
  for (const { plies } of games)
    for (const { san, position } of plies)
      if (/[+#]$/.test(san ?? ''))
        signed.set(`${position.variant} ${san.at(-1)} ${san.match(/[@=x]|O-O/)} ${san[0]}`, san)
  assert.ok(signed.size > 50, `${signed.size} kinds`)
  for (const san of new Set(signed.values()))
    for (const sign of ['', '+', '#']) {
      const query = { move: { san: bare(san) + sign } }
      assert.deepEqual(await found(db, query), slowSearch(games, query), JSON.stringify(query))
    }
})
