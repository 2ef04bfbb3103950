// SPDX-License-Identifier: Apache-2.0
// Reading a kept database beside its writer, and what a writer commits while its source is slow.

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../dist/database.js'
import { pick, randomFrom } from '../random.js'
import { ChessError, START_FEN } from './support/binbo.js'
import { pgnOfNumber } from './support/database-numbered.js'
import { SEGMENT_GAMES } from './support/database-oracle.js'
import { PATIENCE } from './support/patience.js'
import { seed } from './support/random-games.js'

const code = expected => error => error instanceof ChessError && error.code === expected

/** A folder that goes with the test. */
async function newFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-beside-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const openIn = (folder, options = {}) =>
  openDatabase({ storage: { folder }, [SEGMENT_GAMES]: 64, ...options })
const readIn = (folder, options = {}) => openIn(folder, { mode: 'read', ...options })
const numbered = (from, to) =>
  Array.from({ length: to - from }, (_, i) => pgnOfNumber(from + i, 'text')).join('')

/** How many games the list of files has. */
async function listedGames(folder) {
  const list = JSON.parse((await readFile(join(folder, 'database.json'), 'utf8')).split('\n')[0])
  return list.files.reduce((sum, { games }) => sum + games, 0)
}

/** Waits until the list has so many games. */
async function untilListed(folder, games) {
  for (const end = performance.now() + PATIENCE; (await listedGames(folder).catch(() => 0)) < games; ) {
    assert.ok(performance.now() < end, `${games} games are committed`)
    await delay(50)
  }
}

/** Sources that give games, and then nothing until they are released. */
const HANGING = {
  'a stream of texts': async function* (released) {
    yield numbered(0, 7)
    await released
    yield numbered(7, 10)
  },
  'a list of sources': async function* (released) {
    yield new Blob([numbered(0, 4)])
    yield new Blob([numbered(4, 7)])
    await released
    yield new Blob([numbered(7, 10)])
  },
  'a source of a list': async function* (released) {
    yield new Blob([numbered(0, 3)])
    yield (async function* () {
      yield numbered(3, 7)
      await released
      yield numbered(7, 10)
    })()
  },
}

test('games are committed while their source stands still', async t => {
  const adding = Object.entries(HANGING).map(async ([name, source]) => {
    const folder = await newFolder(t)
    const db = await openIn(folder)
    let release
    const added = db.add(source(new Promise(resolve => (release = resolve))), { keep: 'text' })
    await untilListed(folder, 7)
    release()
    assert.equal((await added).games, 10, name)
    await db.close()
    const again = await openIn(folder)
    assert.equal(again.games, 10, name)
    for (const id of [0, 6, 9]) assert.deepEqual((await again.game(id)).end.comments, [String(id)], name)
    await again.close()
  })
  await Promise.all(adding)
})

/** Everything that a database can be asked, as text: each game with its comments, filters, positions and players. */
async function answersOf(db) {
  const all = await db.filter()
  const heads = await db.heads(all, { sort: 'elo' })
  const text = await new Response(db.export(all, 'pgn')).text()
  const last = heads.length > 0 ? (await db.game(heads[0].id)).toString() : ''
  const sets = await Promise.all(['1', '1*', '7*'].map(player => db.filter({ player })))
  const players = []
  for await (const player of db.players()) players.push(player)
  const hits = []
  for await (const hit of db.search({ move: { san: 'd5' } })) hits.push(hit)
  const explored = await db.explore(START_FEN, { topGames: 3 })
  const ids = sets.map(set => [...set.ids()])
  const groups = await db.groups(all, ['opening'])
  return JSON.stringify([db.games, heads, text, last, players, hits, explored, ids, groups])
}

/** @returns changes of a database, each of which is one commit */
function changesOf(db, random) {
  let next = 0
  const someId = async () => {
    const ids = (await db.filter()).ids()
    return ids.length > 0 ? pick(random, [...ids]) : undefined
  }
  return {
    add: () => {
      const count = pick(random, [1, 3, 20, 40])
      const text = numbered(next, (next += count))
      return db.add(text, { keep: pick(random, ['text', 'text', 'moves']) })
    },
    addGame: () => db.addGame(pgnOfNumber(next++, 'text')),
    async replace() {
      const id = await someId()
      if (id !== undefined) await db.replace(id, pgnOfNumber(next++, 'text'))
    },
    remove: async () => db.remove(await db.filter({ player: `${Math.floor(random() * 10)}*` })),
    alias: () => db.alias(String(Math.floor(random() * next)), pick(random, [null, '1'])),
    compact: () => db.compact(),
  }
}

for (const options of [{}, { workers: 2 }, { index: 'lite' }, { index: 'full' }])
  test(`a reader beside a writer has its answers at each commit: ${JSON.stringify(options)}`, async t => {
    const folder = await newFolder(t)
    const random = randomFrom(seed)
    const writer = await openIn(folder)
    const changes = changesOf(writer, random)
    const reader = await readIn(folder, options)
    const lazy = await readIn(folder, options)
    assert.equal(reader.games, 0)
    let before = await answersOf(reader)
    for (let i = 0; i < 30; i++) {
      const name = pick(random, ['add', 'add', 'addGame', 'replace', 'remove', 'alias', 'compact'])
      await changes[name]()
      const what = `seed ${seed}, step ${i}, ${name}`
      const now = await answersOf(writer)
      // Until it is refreshed, it has what it had, except texts that compact() has taken away.
      if (name !== 'compact') assert.equal(await answersOf(reader), before, what)
      assert.equal(await reader.refresh(), now !== before || name === 'compact', what)
      assert.equal(await answersOf(reader), now, what)
      assert.equal(await reader.refresh(), false, what)
      assert.deepEqual(reader.damaged, [], what)
      if (random() < 0.1) {
        await lazy.refresh()
        assert.equal(await answersOf(lazy), now, `${what}, after many commits`)
        const fresh = await readIn(folder, options)
        assert.equal(await answersOf(fresh), now, `${what}, opened now`)
        await fresh.close()
      }
      before = now
    }
    for (const db of [reader, lazy, writer]) await db.close()
  })

test('a reader changes nothing: every change is refused, and no file is written', async t => {
  const folder = await newFolder(t)
  const writer = await openIn(folder)
  await writer.add(numbered(0, 5))
  await writer.close()
  const files = await readdir(folder)
  const db = await readIn(folder)
  const all = await db.filter()
  for (const [name, change] of Object.entries({
    add: () => db.add('1. e4 *'),
    addGame: () => db.addGame('1. e4 *'),
    replace: () => db.replace(0, '1. e4 *'),
    remove: () => db.remove(all),
    alias: () => db.alias('1', '2'),
    compact: () => db.compact(),
  }))
    await assert.rejects(change(), code('ERR_DATABASE_READONLY'), name)
  assert.equal(db.games, 5)
  assert.equal(await db.refresh(), false)
  await db.close()
  assert.deepEqual(await readdir(folder), files)
  for (const call of [() => db.refresh(), () => db.add('1. e4 *')])
    await assert.rejects(call(), code('ERR_DATABASE_CLOSED'))
})

test('where there is no database, there is nothing to read, and nothing is made', async t => {
  const folder = await newFolder(t)
  await assert.rejects(readIn(folder), code('ERR_DATABASE_STORAGE'))
  await assert.rejects(readIn(join(folder, 'missing')), code('ERR_DATABASE_STORAGE'))
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(readIn(join(folder, 'file')), code('ERR_DATABASE_STORAGE'))
  await assert.rejects(openDatabase({ mode: 'read' }), code('ERR_ARGUMENT'))
  for (const mode of ['write', null, 1, true])
    await assert.rejects(openIn(folder, { mode }), code('ERR_ARGUMENT'))
  assert.deepEqual(await readdir(folder), ['file'])
  const memory = await openDatabase()
  assert.equal(await memory.refresh(), false)
  await memory.close()
  // A writer's database can be read as soon as it is open.
  const writer = await openIn(join(folder, 'new'))
  const reader = await readIn(join(folder, 'new'))
  assert.equal(reader.games, 0)
  for (const db of [reader, writer]) await db.close()
})

test('sets of games stay valid when a reader is refreshed, until games get new numbers', async t => {
  const folder = await newFolder(t)
  const writer = await openIn(folder)
  await writer.add(numbered(0, 100))
  const reader = await readIn(folder)
  const old = await reader.filter({ player: '1*' })
  const ids = [...old.ids()]
  const search = reader.search({ move: { san: 'd5' } })
  await writer.remove(await writer.filter({ player: '11' }))
  await writer.add(numbered(100, 300))
  assert.equal(await reader.refresh(), true)
  assert.deepEqual([...old.ids()], ids)
  const kept = await reader.heads(old)
  assert.deepEqual(
    kept.map(({ white }) => white),
    ids.filter(id => id !== 11).map(String),
  )
  assert.equal(old.and(await reader.filter({ player: '1*' })).count, ids.length - 1)
  await writer.compact()
  assert.equal(await reader.refresh(), true)
  await assert.rejects(reader.heads(old), code('ERR_ARGUMENT'))
  await assert.rejects(
    search.set.then(set => reader.heads(set)),
    code('ERR_ARGUMENT'),
  )
  for (const db of [reader, writer]) await db.close()
})

test("after the writer's compact() a reader has its games; texts that are gone are an error", async t => {
  const folder = await newFolder(t)
  const writer = await openIn(folder)
  for (let i = 0; i < 5; i++) await writer.add(numbered(20 * i, 20 * i + 20), { keep: 'text' })
  const reader = await readIn(folder)
  await writer.remove(await writer.filter({ player: '7' }))
  await writer.compact()
  const set = await reader.filter({ player: '8*' })
  assert.equal(set.count, 11)
  assert.equal((await reader.explore(START_FEN)).games, 100)
  await assert.rejects(reader.game(8), code('ERR_DATABASE_CHANGED'))
  await assert.rejects(new Response(reader.export(set, 'pgn')).text(), code('ERR_DATABASE_CHANGED'))
  assert.match(await new Response(reader.export(set, 'csv')).text(), /\n88,/)
  assert.deepEqual(reader.damaged, [])
  assert.equal(await reader.refresh(), true)
  assert.deepEqual((await reader.game(7)).end.comments, ['8'])
  for (const db of [reader, writer]) await db.close()
})

test('an export of a reader goes on while the writer adds games and joins files', async t => {
  const folder = await newFolder(t)
  const writer = await openIn(folder)
  for (let i = 0; i < 6; i++) await writer.add(numbered(60 * i, 60 * i + 60), { keep: 'text' })
  const expected = await new Response(writer.export(await writer.filter(), 'pgn')).text()
  const reader = await readIn(folder)
  const pieces = reader.export(await reader.filter(), 'pgn')[Symbol.asyncIterator]()
  let text = ''
  for (let i = 0; i < 12; i++) await writer.add(numbered(400 + i, 401 + i), { keep: 'text' })
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next())
    text += Buffer.from(piece.value).toString()
  assert.equal(text, expected)
  for (const db of [reader, writer]) await db.close()
})

test('a file that is damaged is named by a reader; the list of another folder is another database', async t => {
  const folder = await newFolder(t)
  const writer = await openIn(join(folder, 'a'))
  await writer.add(numbered(0, 200))
  await writer.close()
  const path = join(
    folder,
    'a',
    (await readdir(join(folder, 'a'))).find(name => name.startsWith('games-')),
  )
  const whole = await readFile(path)
  await writeFile(path, whole.subarray(1))
  const reader = await readIn(join(folder, 'a'))
  const [{ games }] = reader.damaged
  assert.equal(reader.games, 200 - games)
  await writeFile(path, whole)
  const again = await openIn(join(folder, 'a'))
  await again.add(numbered(200, 210))
  assert.equal(await reader.refresh(), true)
  assert.equal(reader.damaged.length, 1)
  assert.equal(reader.games, 210 - games)
  await again.compact()
  assert.equal(await reader.refresh(), true)
  assert.deepEqual([reader.damaged, reader.games], [[], 210])
  await again.close()

  const other = await openIn(join(folder, 'b'), { [SEGMENT_GAMES]: 128 })
  await other.add(numbered(500, 800), { keep: 'text' })
  await other.close()
  await rename(join(folder, 'a'), join(folder, 'away'))
  await assert.rejects(reader.refresh(), code('ERR_DATABASE_STORAGE'))
  assert.equal(reader.games, 210)
  await rename(join(folder, 'b'), join(folder, 'a'))
  assert.equal(await reader.refresh(), true)
  assert.equal(reader.games, 300)
  assert.deepEqual((await reader.game(299)).end.comments, ['799'])
  await writeFile(join(folder, 'a', 'database.json'), '{}')
  await assert.rejects(reader.refresh(), code('ERR_DATABASE_DAMAGED'))
  assert.equal(reader.games, 300)
  await reader.close()
})

test('closing during a refresh, and a thousand refreshes, leave no file open', async t => {
  const folder = await newFolder(t)
  const writer = await openIn(folder)
  const openFiles = async () => {
    const names = await readdir('/proc/self/fd').catch(() => [])
    return names.length
  }
  await writer.add(numbered(0, 300), { keep: 'text' })
  const before = await openFiles()
  for (let i = 0; i < 20; i++) {
    const reader = await readIn(folder)
    await writer.addGame(pgnOfNumber(300 + i, 'text'))
    const refreshed = reader.refresh()
    const closed = reader.close()
    await assert.rejects(refreshed, code('ERR_DATABASE_CLOSED'))
    await closed
  }
  const reader = await readIn(folder)
  const all = await Promise.all(Array.from({ length: 1000 }, () => reader.refresh()))
  assert.ok(!all.includes(true))
  const last = writer.addGame(pgnOfNumber(999, 'text'))
  let count = 0
  for (const end = performance.now() + PATIENCE; reader.games < 321 && performance.now() < end; count++)
    await reader.refresh()
  assert.equal(reader.games, 321, `${count} refreshes`)
  await last
  for (const db of [reader, writer]) await db.close()
  assert.ok((await openFiles()) <= before, `${await openFiles()} open files, ${before} before`)
})

test('during a refresh all answers are those before it', async t => {
  const folder = await newFolder(t)
  const writer = await openIn(folder)
  await writer.add(numbered(0, 10))
  const reader = await readIn(folder)
  const counts = async () => [
    reader.games,
    (await reader.filter()).count,
    (await reader.explore(START_FEN)).games,
  ]
  for (let games = 10; games <= 1510; games += 500) {
    let isRefreshed = false
    const refreshed = reader.refresh().finally(() => (isRefreshed = true))
    const before = String(Array(3).fill(reader.games))
    while (!isRefreshed) {
      const seen = String(await counts())
      if (!isRefreshed) assert.equal(seen, before)
      await new Promise(resolve => setImmediate(resolve))
    }
    await refreshed
    assert.deepEqual(await counts(), Array(3).fill(games))
    await writer.add(numbered(games, games + 500))
  }
  for (const db of [reader, writer]) await db.close()
})
