// SPDX-License-Identifier: Apache-2.0
// Texts of games in databases: game() is parsePgn() of the game's text, whatever is kept and however it arrives, after all
// that changes a database; where the text cannot be reached, it is the moves.

import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, open as openFile, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { randomFrom } from '../random.js'
import { root } from './support/binbo.js'
import { asyncIterable, cut } from './support/chunks.js'
import { pgnOfNumber } from './support/database-numbered.js'
import { corpus, SEGMENT_GAMES } from './support/database-oracle.js'
import { NO_START, TEXTS } from './support/database-texts.js'
import { parsePgn, readPgn, treeFacts } from './support/pgn.js'
import { readDocuments } from './support/pgn-documents.js'
import { seed } from './support/random-games.js'

const utf8 = text => new TextEncoder().encode(text)
const bytesOf = text => (typeof text === 'string' ? utf8(text) : text)
const isUtf16 = ([first, second]) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

async function newFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-keep-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const open = (options = {}) => openDatabase({ [SEGMENT_GAMES]: 64, ...options })
const openIn = folder => open({ storage: { folder: join(folder, 'db') } })
const factsOf = game => ({ ...treeFacts(game), errors: game.errors.map(({ code }) => code) })

/** The games of a source as readPgn() has them, but for those that are skipped. */
async function gamesOf(source) {
  const games = []
  for await (const game of readPgn(source))
    if (!game.errors.some(({ code }) => NO_START.has(code))) games.push(factsOf(game))
  return games
}
async function kept(db) {
  const games = []
  for (const id of (await db.filter()).ids()) games.push(factsOf(await db.game(id)))
  return games
}
const exported = async (db, set) => new Response(db.export(set ?? (await db.filter()), 'pgn')).text()
/** What is left of games of which the moves are kept. */
const bare = ({ startFen, variant, result, nodes }) => {
  const line = []
  for (let at = 0; at >= 0; at = nodes.findIndex(({ parent }) => parent === at)) line.push(nodes[at].san)
  return { startFen, variant, result, line }
}

const SOURCES = {
  ...TEXTS,
  corpus: corpus(seed),
  'a file': await readFile(`${root}tests/data/games.pgn`),
}

for (const [name, text] of Object.entries(SOURCES))
  test(`a game is as it was, from any source: ${name}`, async t => {
    const bytes = bytesOf(text)
    const games = await gamesOf(text)
    const folder = await newFolder(t)
    const path = join(folder, 'games.pgn')
    await writeFile(path, bytes)
    const copies = [text, new Blob([bytes]), createReadStream(path)]
    const isSmall = bytes.length < 10_000
    if (isSmall) copies.push(bytes, new Blob([bytes]).stream(), asyncIterable(cut(bytes, 7)))
    for (const source of [...copies, asyncIterable(cut(bytes, 1000))]) {
      const db = await open()
      const added = await db.add(source, { keep: 'text' })
      assert.equal(added.kept, 'text')
      assert.deepEqual(await kept(db), games)
    }
    for (const source of [
      new Blob([bytes]),
      createReadStream(path, { highWaterMark: isSmall ? 99 : 9999 }),
    ]) {
      const db = await open()
      const { kept: what } = await db.add(source)
      assert.equal(what, isUtf16(bytes) ? 'moves' : 'reference')
      if (what === 'reference') assert.deepEqual(await kept(db), games)
      assert.deepEqual((await kept(db)).map(bare), games.map(bare))
    }
  })

/** Games with a byte less than a power of two, and with one more, which then have CRLF; each before a small one. */
function largeGames() {
  const tag = number => `[Tag${number} "${'v'.repeat(100)}"]`
  const kinds = {
    'a comment': [22, size => ['', `1. e4 {${'c'.repeat(size - 10)}}`]],
    variations: [18, size => ['', `1. e4 e5 ${'(1... c5 {good} 2. Nf3) '.repeat(size / 24 - 1)}`]],
    tags: [18, (size, end) => [Array.from({ length: size / 128 - 1 }, (_, i) => tag(i) + end).join(''), '']],
  }
  const games = []
  for (const [kind, [most, partsOf]] of Object.entries(kinds))
    for (let power = 16; power <= most; power++)
      for (const [more, end] of [
        [-1, '\n'],
        [1, '\r\n'],
      ]) {
        const size = 2 ** power + more
        const [tags, moves] = partsOf(size - 100, end)
        const begin = `[White "${kind}"]${end}${tags}${end}${moves} {`
        const last = `} *${end}`
        games.push(begin + 'f'.repeat(size - begin.length - last.length) + last)
        games.push(`[White "small"]${end}${end}1. d4 {small} d5 *${end}`)
      }
  return games
}

test('large games are as they were', async t => {
  const all = largeGames()
  const games = all.map(text => String(parsePgn(text)[0]))
  const folder = await newFolder(t)
  const path = join(folder, 'games.pgn')
  const text = all.join('\n')
  await writeFile(path, text)
  const check = async db => {
    const ids = [...(await db.filter()).ids()]
    for (const [i, id] of ids.entries()) assert.ok(String(await db.game(id)) === games[i], `game ${i}`)
    const pgn = parsePgn(await exported(db)).map(String)
    assert.ok(pgn.length === games.length && pgn.every((game, i) => game === games[i]))
  }
  for (const [source, keep] of [
    [text, 'text'],
    [new Blob([text]), 'reference'],
  ]) {
    const db = await open()
    await db.add(source, { keep })
    await check(db)
  }
  let db = await openIn(folder)
  await db.add(createReadStream(path))
  await check(db)
  // Each game is replaced by itself, then their texts are copied.
  for (const id of (await db.filter()).ids()) await db.replace(id, await db.game(id))
  await db.close()
  db = await openIn(folder)
  await check(db)
  await db.close()
  const one = await open()
  for (const game of all) await one.addGame(game)
  await check(one)
})

test('the documents of PGN: a game is as it was', async () => {
  for (const { title, input } of readDocuments()) {
    const games = await gamesOf(input)
    const db = await open()
    await db.add(input, { keep: 'text' })
    await db.add(new Blob([input]))
    assert.deepEqual(await kept(db), [...games, ...games], title)
  }
})

test('what is exported is what game() gives, read again', async t => {
  const folder = await newFolder(t)
  const db = await openIn(folder)
  const text = SOURCES.corpus
  await db.add(text, { keep: 'text' })
  await db.add(new Blob([text]))
  await db.add(text)
  for (const odd of Object.values(TEXTS)) await db.add(new Blob([odd]))
  const games = await kept(db)
  const read = pgn => parsePgn(pgn).map(factsOf)
  const pgn = await exported(db)
  const again = read(pgn)
  assert.deepEqual(again.map(bare), games.map(bare))
  games.forEach((game, id) => {
    if (game.errors.length === 0) assert.deepEqual(again[id], game)
  })
  // Texts are written as they stand.
  for (const game of parsePgn(text)) {
    const { from, to } = game.range
    const own = text.slice(from, to).trim()
    if (game.errors.length === 0 && own.startsWith('[')) assert.ok(pgn.includes(`${own}\n\n`), own)
  }
  const some = (await db.filter({ result: '1-0' })).and(await db.filter({ text: 'a' }))
  assert.deepEqual(read(await exported(db, some)).map(bare), games.filter((_, id) => some.has(id)).map(bare))
  await db.close()
})

test('texts and references outlast reopening, removal, compaction and more games', async t => {
  const folder = await newFolder(t)
  const path = join(folder, 'file.pgn')
  const text = SOURCES.corpus
  const games = await gamesOf(text)
  const odd = await gamesOf(TEXTS.odd)
  await writeFile(path, text)
  let db = await openIn(folder)
  const reopen = async () => {
    await db.close()
    db = await openIn(folder)
    assert.deepEqual(db.damaged, [])
  }
  await db.add(text, { keep: 'text' })
  await db.add(createReadStream(path))
  await db.add(TEXTS.odd)
  await db.add(new Blob([TEXTS.odd]))
  const moves = await kept(db).then(all => all.slice(2 * games.length, 2 * games.length + odd.length))
  assert.deepEqual(await kept(db), [...games, ...games, ...moves, ...odd])
  await reopen()
  let all = [...games, ...games, ...moves, ...moves]
  assert.deepEqual(await kept(db), all)
  await db.add(TEXTS['with CRLF'], { keep: 'text' })
  all = [...all, ...odd]
  assert.deepEqual(await kept(db), all)

  const bytes = async () => {
    const names = (await readdir(join(folder, 'db'))).filter(name => name.startsWith('text'))
    const files = await Promise.all(names.map(name => readFile(join(folder, 'db', name))))
    return files.reduce((sum, { length }) => sum + length, 0)
  }
  const gone = (await db.filter({ result: '1-0' })).or(await db.filter({ text: 'bao' }))
  assert.ok(gone.count > 50 && gone.count < db.games - 50)
  await db.remove(gone)
  all = all.filter((_, id) => !gone.has(id))
  const before = await bytes()
  assert.deepEqual(await kept(db), all)
  await db.compact()
  assert.deepEqual(await kept(db), all)
  await reopen()
  assert.deepEqual(await kept(db), all)
  assert.ok((await bytes()) < before)
  await db.add(SOURCES.odd, { keep: 'text' })
  all = [...all, ...odd]
  await reopen()
  assert.deepEqual(await kept(db), all)
  await db.compact()
  assert.deepEqual(await kept(db), all)
  // All of them gone: no texts are left.
  await db.remove(await db.filter())
  await db.compact()
  assert.equal(await bytes(), 0)
  await db.close()
})

test('many small additions keep few files of texts', async t => {
  const folder = await newFolder(t)
  let db = await openIn(folder)
  const pgn = number => `[White "${number}"]\n\n1. e4 {${'long '.repeat(number % 50)}} *`
  for (let number = 0; number < 100; number++) await db.add(pgn(number), { keep: 'text' })
  assert.ok((await readdir(join(folder, 'db'))).length < 24)
  await db.close()
  db = await openIn(folder)
  const games = Array.from({ length: 100 }, (_, number) => factsOf(parsePgn(pgn(number))[0]))
  assert.deepEqual(await kept(db), games)
  await db.close()
})

test('a file that changes or goes leaves the moves', async t => {
  const folder = await newFolder(t)
  const path = join(folder, 'file.pgn')
  const text = '[White "A"]\n[Annotator "B"]\n\n1. e4 {good} e5 1-0\n\n[White "C"]\n\n1. d4 (1. c4) *\n'
  const games = await gamesOf(text)
  const bares = games.map(bare)
  await writeFile(path, text)
  let db = await openIn(folder)
  await db.add(createReadStream(path))
  const time = new Date(2020, 1, 1)
  const check = async (expected, isWhole) => {
    for (let round = 0; round < 2; round++) {
      const found = await kept(db)
      assert.deepEqual(found.map(bare), bares)
      assert.equal(JSON.stringify(found) === JSON.stringify(games), isWhole, expected)
      await db.close()
      db = await openIn(folder)
    }
  }
  await check('as it was', true)
  await utimes(path, time, time)
  await check('another time', false)
  await db.add(createReadStream(path))
  bares.push(...bares)
  games.push(...games)
  assert.deepEqual((await kept(db)).slice(2), games.slice(2))
  await writeFile(path, text.replace('good', 'evil'))
  assert.deepEqual((await kept(db)).map(bare), bares)
  // The same size and time, and other games.
  await writeFile(path, text.replace('d4', 'g4'))
  await utimes(path, time, time)
  assert.deepEqual((await kept(db)).map(bare), bares)
  await writeFile(path, text)
  await utimes(path, time, time)
  assert.deepEqual((await kept(db)).slice(2), games.slice(2))
  await rm(path)
  assert.deepEqual((await kept(db)).map(bare), bares)
  await db.close()
})

test('games stand behind 4 GB of a file', async t => {
  const path = join(await newFolder(t), 'large.pgn')
  const start = 5 * 2 ** 32 + 12_345
  const file = await openFile(path, 'w')
  await file.write(utf8(SOURCES.corpus), 0, undefined, start)
  await file.close()
  const db = await open()
  assert.equal((await db.add(createReadStream(path, { start }))).kept, 'reference')
  assert.deepEqual(await kept(db), await gamesOf(SOURCES.corpus))
})

test('what cannot be referred to: texts, streams, files in UTF-16', async t => {
  const db = await open()
  for (const source of ['1. e4 *', utf8('1. e4 *'), new Blob(['1. e4 *']).stream(), ['1. e4 *']]) {
    await assert.rejects(db.add(source, { keep: 'reference' }), { code: 'ERR_ARGUMENT' })
    assert.equal((await db.add(source)).kept, 'moves')
  }
  const path = join(await newFolder(t), 'file.pgn')
  await writeFile(path, TEXTS['UTF-16'])
  assert.equal((await db.add(createReadStream(path), { keep: 'reference' })).kept, 'moves')
  await writeFile(path, '1. e4 *')
  assert.equal((await db.add(createReadStream(path, 'utf8'))).kept, 'moves')
  assert.equal(db.games, 4 + (await gamesOf(TEXTS['UTF-16'])).length + 1)
})

test('duplicates keep the text of the first one, and no other text', async () => {
  const text = SOURCES.corpus
  for (const keep of ['text', 'reference']) {
    const db = await open()
    await db.add(new Blob([text, '\n\n', text]), { keep, dedupe: true })
    const { bytes } = db
    const games = await kept(db)
    await db.add(new Blob([text]), { keep, dedupe: true })
    assert.equal(db.bytes, bytes)
    const found = new Set(games.map(game => JSON.stringify(game)))
    const all = await gamesOf(text)
    assert.deepEqual(
      games,
      all.filter(game => found.has(JSON.stringify(game))),
    )
  }
})

test('a text file that is damaged is named, and its games have their moves', async t => {
  const folder = await newFolder(t)
  let db = await openIn(folder)
  const pgn = number => pgnOfNumber(number).replace('1. ', `{${'about '.repeat(100)}} 1. `)
  const numbered = (from, to) => Array.from({ length: to - from }, (_, i) => pgn(from + i)).join('')
  await db.add(numbered(0, 100), { keep: 'text' })
  await db.add(numbered(100, 150), { keep: 'text' })
  const games = await kept(db)
  await db.close()
  const file = (await readdir(join(folder, 'db'))).filter(name => name.startsWith('text')).sort()[0]
  const path = join(folder, 'db', file)
  const whole = await readFile(path)
  const random = randomFrom(seed)
  const check = async () => {
    const found = await kept(db)
    assert.deepEqual(found.map(bare), games.map(bare))
    assert.deepEqual(found.slice(100), games.slice(100))
    assert.deepEqual(
      db.damaged.map(one => [one.file, one.games]),
      [[file, 100]],
    )
    return found
  }
  for (let i = 0; i < 20; i++) {
    const flipped = Buffer.from(whole)
    flipped[Math.floor(random() * whole.length)] ^= 1 << Math.floor(random() * 8)
    await writeFile(path, flipped)
    db = await openIn(folder)
    // It is found when it is read.
    assert.deepEqual(db.damaged, [])
    await check()
    await db.close()
  }
  for (const cut of [whole.subarray(0, whole.length - 1), whole.subarray(0, 0), undefined]) {
    if (cut) await writeFile(path, cut)
    else await rm(path)
    db = await openIn(folder)
    assert.equal(db.damaged.length, 1)
    await check()
    await db.close()
  }
  await writeFile(path, whole)
  db = await openIn(folder)
  assert.deepEqual(await kept(db), games)
  await rm(path)
  const found = await check()
  await db.compact()
  assert.deepEqual(db.damaged, [])
  await db.close()
  db = await openIn(folder)
  assert.deepEqual([db.damaged, await kept(db)], [[], found])
  await db.close()
})

test('an export goes on as it began while games are compacted', async t => {
  const folder = await newFolder(t)
  const db = await openIn(folder)
  const text = Array.from({ length: 2000 }, (_, i) => pgnOfNumber(i).replace('1. ', '{said} 1. ')).join('')
  await db.add(text, { keep: 'text' })
  const expected = await exported(db)
  const stream = db.export(await db.filter(), 'pgn').getReader()
  const pieces = [(await stream.read()).value]
  await db.remove(await db.filter({ text: '7' }))
  await db.compact()
  for (let piece = await stream.read(); !piece.done; piece = await stream.read()) pieces.push(piece.value)
  assert.equal(await new Blob(pieces).text(), expected)
  const names = (await readdir(join(folder, 'db'))).filter(name => name.startsWith('text'))
  assert.equal(names.length, 1)
  await db.close()
})
