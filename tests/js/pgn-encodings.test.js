// SPDX-License-Identifier: Apache-2.0
// Each tag and each comment is UTF-8 or, if its bytes are not, Latin-1: the same in everything that reads a game.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { loadPgnFile, readPgnFile } from '../../dist/node.js'
import { pick, randomFrom } from '../random.js'
import { Game } from './support/binbo.js'
import { asyncIterable, cut } from './support/chunks.js'
import { nodesOf, parsePgn, readPgn } from './support/pgn.js'
import { games, seed } from './support/random-games.js'

/** Texts and their bytes; no text in Latin-1 is valid UTF-8. */
const TEXTS = [
  ...['Müller', 'José', 'Ann', 'größer', 'x½', 'ü'].flatMap(text => [
    { text, bytes: Buffer.from(text) },
    { text, bytes: Buffer.from(text, 'latin1') },
  ]),
  { text: '國 😀', bytes: Buffer.from('國 😀') },
  { text: 'a\ufffdb', bytes: Buffer.from('a\ufffdb') },
  { text: 'MÃ', bytes: Buffer.from('M\xc3', 'latin1') },
  { text: '“10€”', bytes: Buffer.from('\x9310\x80\x94', 'latin1') },
]
const TAGS = ['Event', 'Site', 'White', 'Black', 'Annotator']

/** A game, and the texts that it has. */
function randomGame(random) {
  const tags = TAGS.map(name => ({ name, ...pick(random, TEXTS) }))
  const comments = Array.from({ length: 5 }, () => pick(random, TEXTS))
  const [a, b, c, d, e] = comments.map(({ bytes }) => Buffer.concat([utf8('{'), bytes, utf8('}')]))
  const pgn = Buffer.concat([
    ...tags.flatMap(({ name, bytes }) => [utf8(`[${name} "`), bytes, utf8('"]\n')]),
    ...[utf8('\n'), a, utf8(' 1. e4 '), b, c, utf8(' (1. d4 '), d, utf8(') 1... e5 '), e, utf8(' 1-0\n\n')],
  ])
  return { pgn, tags: tags.map(({ text }) => text), comments: comments.map(({ text }) => text).sort() }
}

const utf8 = text => Buffer.from(text)
const tagsOf = headers => TAGS.map(name => headers.get(name))
const commentsOf = ({ root }) =>
  nodesOf(root)
    .flatMap(({ comments, startingComments }) => [...startingComments, ...comments])
    .sort()
const gameFacts = game => ({ tags: tagsOf(game.headers), comments: commentsOf(game) })

async function collect(source) {
  const all = []
  for await (const game of source) all.push(game)
  return all
}

test('tags and comments in either encoding are the same on all paths', async t => {
  const random = randomFrom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'binbo-encodings-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'games.pgn')
  const made = Array.from({ length: games(60) }, () => randomGame(random))
  const expected = made.map(({ tags, comments }) => ({ tags, comments }))
  const names = expected.map(({ tags }) => tags)
  const pgn = Buffer.concat(made.map(one => one.pgn))
  await writeFile(path, pgn)

  assert.deepEqual(parsePgn(pgn).map(gameFacts), expected, `seed ${seed}`)
  assert.deepEqual(parsePgn(parsePgn(pgn).map(String).join('\n')).map(gameFacts), expected)
  const headersOnly = parsePgn(pgn, { headersOnly: true })
  assert.deepEqual(
    headersOnly.map(game => tagsOf(game.headers)),
    names,
  )
  for (const size of [1, 7, 1000])
    assert.deepEqual((await collect(readPgn(asyncIterable(cut(pgn, size))))).map(gameFacts), expected)

  const filtered = []
  const filter = headers => filtered.push(tagsOf(headers)) > 0
  assert.deepEqual((await collect(readPgnFile(path, { filter }))).map(gameFacts), expected)
  assert.deepEqual(filtered, names)
  // The headers alone, and then the tree.
  const lazy = await collect(readPgnFile(path))
  assert.deepEqual(
    lazy.map(game => tagsOf(game.headers)),
    names,
  )
  assert.deepEqual(lazy.map(gameFacts), expected)

  for (const [index, one] of made.entries()) {
    const game = new Game()
    game.loadPgn(one.pgn)
    assert.deepEqual(tagsOf(game.headers), names[index])
    assert.deepEqual(tagsOf(parsePgn(one.pgn)[0].toGame().headers), names[index])
    game.stop()
  }
  await writeFile(join(folder, 'one.pgn'), made[0].pgn)
  const loaded = await loadPgnFile(join(folder, 'one.pgn'))
  assert.deepEqual(tagsOf(loaded.headers), names[0])
  loaded.stop()
})

test('databases have the same tags and comments', async () => {
  const random = randomFrom(seed)
  const made = Array.from({ length: games(60) }, () => randomGame(random))
  const expected = made.map(({ tags, comments }) => ({ tags, comments }))
  for (const source of [made.map(one => one.pgn), made.flatMap(one => cut(one.pgn, 50))]) {
    const db = await openDatabase()
    await db.add(asyncIterable(source), { keep: 'text' })
    const all = await db.filter()
    const ids = [...all.ids()]
    const csv = await new Response(db.export(all, 'csv')).text()
    const kept = []
    for (const [index, id] of ids.entries()) {
      const [event, site, white, black] = expected[index].tags
      const head = await db.head(id)
      assert.deepEqual([head.event, head.site, head.white, head.black], [event, site, white, black])
      assert.deepEqual(tagsOf(new Map(Object.entries(await db.tags(id)))), expected[index].tags)
      assert.ok(csv.includes(white))
      assert.ok((await db.filter({ white })).has(id))
      kept.push(gameFacts(await db.game(id)))
    }
    assert.deepEqual(kept, expected, `seed ${seed}`)
    const exported = new Uint8Array(await new Response(db.export(all, 'pgn')).arrayBuffer())
    assert.deepEqual(parsePgn(exported).map(gameFacts), expected)
  }
})
