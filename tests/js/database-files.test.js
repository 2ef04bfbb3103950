// SPDX-License-Identifier: Apache-2.0
// Databases in folders: what is there again when they are opened, what damage does, and deaths at any moment. DEATHS says
// how many.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../dist/database.js'
import { pick, randomFrom } from '../random.js'
import { ChessError, START_FEN } from './support/binbo.js'
import { pgnOfNumber } from './support/database-numbered.js'
import { corpus, randomQuery, replay, SEGMENT_GAMES } from './support/database-oracle.js'
import { checkSeen, watch } from './support/database-watcher.js'
import { seed } from './support/random-games.js'

const code = expected => error => error instanceof ChessError && error.code === expected
const DEATHS = Number(process.env.DEATHS ?? 16)

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

/** A folder that goes with the test. */
async function newFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-database-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const openIn = (folder, options = {}) =>
  openDatabase({ storage: { folder }, [SEGMENT_GAMES]: 64, ...options })
const headsOf = async db => db.heads(await db.filter())
const numbersOf = async db => (await headsOf(db)).map(({ white }) => Number(white))
const numbered = (from, to) => Array.from({ length: to - from }, (_, i) => pgnOfNumber(from + i)).join('')
const text = corpus(seed)
const games = replay(text)
/** All that can be asked, as text. */
async function answers(db, random) {
  const all = []
  for (const head of await headsOf(db)) all.push(head, (await db.game(head.id)).toString())
  all.push(await db.explore('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', { topGames: 5 }))
  for (let i = 0; i < 30; i++) {
    const hits = []
    for await (const hit of db.search(randomQuery(random, games))) hits.push(hit)
    all.push(hits)
  }
  return JSON.stringify(all)
}

test('what was added is there again, and every answer is the same', async t => {
  const folder = await newFolder(t)
  const half = text.indexOf('\n\n[', text.length / 2) + 2
  const memory = await openDatabase({ [SEGMENT_GAMES]: 64 })
  await memory.add(text)
  const first = await openIn(folder)
  await first.add(text.slice(0, half))
  await first.close()
  const second = await openIn(folder)
  assert.ok(second.games > 0 && second.games < memory.games)
  await second.add(text.slice(half))
  assert.equal(await answers(second, randomFrom(seed)), await answers(memory, randomFrom(seed)))
  await second.close()
  // Files of another index, too: compact() writes those of its own.
  for (const index of ['default', 'lite', 'full', 'full', 'default']) {
    const again = await openIn(folder, { index })
    if (index === 'full') await again.compact()
    assert.equal(await answers(again, randomFrom(seed)), await answers(memory, randomFrom(seed)))
    assert.deepEqual(again.damaged, [])
    await again.close()
  }
})

test('a segment of the real size, and a bit', async t => {
  const folder = await newFolder(t)
  const options = { storage: { folder } }
  const moves = 'Nf3 Nf6 Ng1 Ng8 '.repeat(15)
  let db = await openDatabase(options)
  const blocks = Array.from({ length: 66 }, (_, block) =>
    Array.from({ length: 1000 }, (_, i) => `[White "${1000 * block + i}"]\n\n1. e4 e5 ${moves}*\n\n`).join(
      '',
    ),
  )
  await db.add(blocks)
  const explored = await db.explore(AFTER_E4)
  assert.equal(explored.games, 66_000)
  const last = await db.head(65_999)
  await db.close()
  db = await openDatabase(options)
  assert.deepEqual(db.damaged, [])
  assert.deepEqual(await db.explore(AFTER_E4), explored)
  assert.deepEqual(await db.head(65_999), last)
  assert.equal(last.white, '65999')
  await db.close()
})

test('many small additions keep few files; removal and compaction are kept', async t => {
  const folder = await newFolder(t)
  let db = await openIn(folder)
  for (let i = 0; i < 150; i++) await db.add(numbered(i, i + 1))
  assert.ok((await readdir(folder)).length < 16, `${await readdir(folder)}`)
  const kept = Array.from({ length: 150 }, (_, i) => i)
  assert.deepEqual(await numbersOf(db), kept)
  const odd = await db.filter({ elo: [0, 0] })
  assert.equal(odd.count, 0)
  const gone = await db.filter({ text: '7' })
  const left = kept.filter(number => !String(number).includes('7'))
  assert.equal(await db.remove(gone), 150 - left.length)
  assert.equal(await db.remove(gone), 0)
  await db.close()

  db = await openIn(folder)
  assert.deepEqual(await numbersOf(db), left)
  const before = await db.filter()
  const bytes = db.bytes
  await db.compact()
  assert.ok(db.bytes < bytes)
  assert.deepEqual(
    (await headsOf(db)).map(({ id }) => id),
    left.map((_, i) => i),
  )
  assert.deepEqual(await numbersOf(db), left)
  await assert.rejects(db.heads(before), code('ERR_ARGUMENT'))
  await db.add(numbered(150, 151))
  await db.close()
  db = await openIn(folder)
  assert.deepEqual(await numbersOf(db), [...left, 150])
  await db.close()
})

test('what changes games waits for its turn', async t => {
  const db = await openIn(await newFolder(t))
  await db.add(numbered(0, 100))
  const set = await db.filter({ text: '9' })
  const done = [db.add(numbered(100, 300)), db.remove(set), db.compact(), db.add(numbered(300, 310))]
  await Promise.all(done)
  const expected = Array.from({ length: 310 }, (_, i) => i).filter(i => i >= 100 || !String(i).includes('9'))
  assert.deepEqual(await numbersOf(db), expected)
  await db.close()
})

test('one at a time: others are refused until it is closed', async t => {
  const folder = await newFolder(t)
  const db = await openIn(folder)
  await assert.rejects(openIn(folder), code('ERR_DATABASE_BUSY'))
  const program = `import(${JSON.stringify(new URL('../../dist/database.js', import.meta.url).href)})
    .then(({ openDatabase }) => openDatabase({ storage: { folder: ${JSON.stringify(folder)} } }))
    .then(() => console.log('open'), error => console.log(error.code))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  assert.equal(String(said).trim(), 'ERR_DATABASE_BUSY')
  await db.close()
  const many = await Promise.allSettled(Array.from({ length: 8 }, () => openIn(folder)))
  assert.equal(many.filter(({ status }) => status === 'fulfilled').length, 1)
  await many.find(({ status }) => status === 'fulfilled').value.close()
  // One that died has left its lock.
  await writeFile(join(folder, 'lock'), '4194305\n12\n')
  await (await openIn(folder)).close()
  await writeFile(join(folder, 'lock'), `${process.pid}\n12\n`)
  await (await openIn(folder)).close()
})

test('a damaged file is named, and the rest is there; compact() lets it go', async t => {
  const folder = await newFolder(t)
  let db = await openIn(folder)
  await db.add(numbered(0, 200))
  await db.close()
  const list = JSON.parse((await readFile(join(folder, 'database.json'), 'utf8')).split('\n')[0])
  const { file, games, bytes } = list.files[1]
  const path = join(folder, file)
  const whole = await readFile(path)
  const random = randomFrom(seed)
  const without = Array.from({ length: 200 }, (_, i) => i).filter(i => i < 64 || i >= 128)
  for (let i = 0; i < 200; i++) {
    const flipped = Buffer.from(whole)
    flipped[Math.floor(random() * bytes)] ^= 1 << Math.floor(random() * 8)
    await writeFile(path, i % 10 === 0 ? whole.subarray(0, Math.floor(random() * bytes)) : flipped)
    db = await openIn(folder)
    assert.deepEqual(
      db.damaged.map(found => [found.file, found.games]),
      [[file, games]],
    )
    if (i % 50 === 0) {
      assert.deepEqual(await numbersOf(db), without)
      assert.equal((await db.explore('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')).games, 136)
    }
    await db.close()
  }
  // What is added meanwhile stays, and so does the file, which may be mended.
  db = await openIn(folder)
  await db.add(numbered(200, 210))
  await db.close()
  await writeFile(path, whole)
  db = await openIn(folder)
  assert.deepEqual(
    await numbersOf(db),
    Array.from({ length: 210 }, (_, i) => i),
  )
  await db.close()
  await rm(path)
  db = await openIn(folder)
  assert.equal(db.damaged.length, 1)
  await db.compact()
  assert.equal(db.damaged.length, 0)
  await db.close()
  db = await openIn(folder)
  assert.equal(db.damaged.length, 0)
  assert.equal(db.games, 146)
  await db.close()
  await writeFile(join(folder, 'database.json'), '{"format":9}\n0\n')
  await assert.rejects(openIn(folder), code('ERR_DATABASE_DAMAGED'))
})

test('a damaged file that is mended is there once, whatever was added meanwhile', async t => {
  const folder = await newFolder(t)
  let db = await openIn(folder)
  await db.add(numbered(0, 30))
  await db.close()
  const file = (await readdir(folder)).find(name => name.startsWith('games-'))
  await rename(join(folder, file), join(folder, 'away'))
  db = await openIn(folder)
  assert.equal(db.games, 0)
  await db.add(numbered(30, 100))
  await db.close()
  await rename(join(folder, 'away'), join(folder, file))
  db = await openIn(folder)
  await db.add(numbered(100, 140))
  await db.close()
  db = await openIn(folder)
  assert.deepEqual(db.damaged, [])
  assert.deepEqual(
    await numbersOf(db),
    Array.from({ length: 140 }, (_, i) => i),
  )
  assert.equal((await db.explore(START_FEN)).games, 140)
  await db.close()
})

test('games without their list are not overwritten', async t => {
  const folder = await newFolder(t)
  let db = await openIn(folder)
  await db.add(numbered(0, 10))
  await db.close()
  await rename(join(folder, 'database.json'), join(folder, 'away'))
  await assert.rejects(openIn(folder), code('ERR_DATABASE_DAMAGED'))
  await rename(join(folder, 'away'), join(folder, 'database.json'))
  db = await openIn(folder)
  assert.equal(db.games, 10)
  await db.close()
})

test('a lock that cannot be read is an error', async t => {
  const folder = await newFolder(t)
  await mkdir(join(folder, 'lock'))
  await assert.rejects(openIn(folder), code('ERR_DATABASE_STORAGE'))
})

test('where there is no room: an error, and what was committed', async t => {
  const folder = await newFolder(t)
  const db = await openIn(folder)
  await db.add(numbered(0, 10))
  await rm(folder, { recursive: true })
  await assert.rejects(db.add(numbered(10, 20)), code('ERR_DATABASE_STORAGE'))
  assert.equal(db.games, 20)
  await db.close()
  await assert.rejects(openIn('/dev/null/x'), code('ERR_DATABASE_STORAGE'))
  await assert.rejects(openIn(''), code('ERR_ARGUMENT'))
  await assert.rejects(openDatabase({ storage: 'opfs' }), code('ERR_DATABASE_STORAGE'))
})

/** Lets a child change the database of a folder until it is killed; gives what it said, and what a reader saw. */
async function untilDeath(folder, run, first, delay) {
  const program = fileURLToPath(new URL('support/database-child.js', import.meta.url))
  const child = spawn(process.execPath, [program, folder, String(run), String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Its files are closed a moment before it is dead.
  let isDead = false
  const dead = once(child, 'exit').then(() => (isDead = true))
  const watching = watch(folder, () => isDead, randomFrom(run))
  watching.catch(() => {})
  const said = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(JSON.parse(line))
    if (said.length === 1) setTimeout(() => child.kill('SIGKILL'), delay)
  }
  await dead
  return { said, seen: await watching }
}

test(`${DEATHS} deaths at any moment: what was committed is there, and nothing else`, async t => {
  const random = randomFrom(seed)
  const folders = [await newFolder(t), await newFolder(t)]
  await Promise.all(
    folders.map(async (folder, place) => {
      let first = 0
      // One reader for all of them.
      let reader
      for (let death = place; death < DEATHS; death += 2) {
        const { said, seen } = await untilDeath(folder, seed + death, first, random() * 300)
        checkSeen(seen, said, `seed ${seed}, death ${death}`)
        const place = said.findLastIndex(report => report.now !== undefined)
        const { act, now, added = [], after = now } = said[place]
        const committed = said.slice(place).reduce((most, report) => Math.max(most, report.committed ?? 0), 0)
        const db = await openIn(folder)
        const numbers = await numbersOf(db)
        assert.deepEqual(db.damaged, [])
        reader ??= await openIn(folder, { mode: 'read' })
        await reader.refresh()
        assert.deepEqual([await numbersOf(reader), reader.damaged], [numbers, []])
        const what = `seed ${seed}, death ${death}, ${act ?? 'between'}`
        if (act === 'add') {
          const count = numbers.length - now.length
          assert.ok(count >= committed && count <= added.length, `${what}: ${count} of ${committed}`)
          assert.deepEqual(numbers, [...now, ...added.slice(0, count)], what)
        } else assert.deepEqual(numbers, String(numbers) === String(now) ? now : after, what)
        const heads = await headsOf(db)
        for (const { id, white } of heads.length > 0 ? [pick(random, heads), heads.at(-1)] : []) {
          const game = await db.game(id)
          const moves = pgnOfNumber(Number(white)).split('\n\n')[1].replace(' 1-0', '')
          assert.ok(game.toString().includes(moves), what)
          assert.equal(game.headers.get('Annotator'), white, what)
          const comments = game.headers.get('Round') === 'text' ? [white] : []
          assert.deepEqual(game.end.comments, comments, what)
        }
        first = Math.max(first, ...numbers, ...added, ...after) + 1
        await db.close()
      }
      await reader?.close()
    }),
  )
})
