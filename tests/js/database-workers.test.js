// SPDX-License-Identifier: Apache-2.0
// Databases whose segments are searched by threads: their answers are those of one thread, and threads come and go as asked.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import threads from 'node:worker_threads'
import { openDatabase } from '../../dist/database.js'
import { pick, randomFrom } from '../random.js'
import { ChessError, START_FEN } from './support/binbo.js'
import { corpus, randomQuery, replay, SEGMENT_GAMES } from './support/database-oracle.js'
import { seed } from './support/random-games.js'

const text = corpus(seed + 10)
const games = replay(text)
const open = (options = {}) => openDatabase({ [SEGMENT_GAMES]: 64, ...options })
const code = expected => error => error instanceof ChessError && error.code === expected
const hitsOf = async search => {
  const hits = []
  for await (const hit of search) hits.push(hit)
  return hits
}
const one = await open()
await one.add(text)
const folder = mkdtempSync(join(tmpdir(), 'binbo-workers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Asks both the same, `rounds` times. */
async function assertSame(expected, actual, random, rounds) {
  const sets = [await expected.filter({ result: '1-0' }), await actual.filter({ result: '1-0' })]
  for (let n = 0; n < rounds; n++) {
    const query = randomQuery(random, games)
    const { position } = pick(random, pick(random, games).plies)
    const shown = `seed ${seed}: ${JSON.stringify(query)}, ${position.fen}`
    for (const [a, b] of [
      [{}, {}],
      [{ in: sets[0] }, { in: sets[1] }],
    ]) {
      assert.deepEqual(await hitsOf(actual.search(query, b)), await hitsOf(expected.search(query, a)), shown)
      assert.deepEqual(await actual.explore(position, b), await expected.explore(position, a), shown)
    }
  }
  const all = [await expected.filter(), await actual.filter()]
  assert.deepEqual(await actual.heads(all[1]), await expected.heads(all[0]))
  const texts = [expected.export(all[0], 'pgn'), actual.export(all[1], 'pgn')]
  const [a, b] = await Promise.all(texts.map(stream => new Response(stream).text()))
  assert.equal(b, a)
}

for (const workers of [2, 3])
  test(`${workers} threads answer as one does: after add, remove and compact`, async () => {
    const random = randomFrom(seed + workers)
    const db = await open({ workers })
    const reports = []
    await db.add(text, { onProgress: report => reports.push(report) })
    assert.ok(db.bytes > one.bytes, `${db.bytes} and ${one.bytes} bytes`)
    await assertSame(one, db, random, 40)
    const single = await open()
    await single.add(text)
    for (const each of [single, db]) {
      await each.add(text)
      await each.remove(await each.filter({ result: '0-1' }))
    }
    await assertSame(single, db, random, 15)
    await Promise.all([single.compact(), db.compact()])
    await assertSame(single, db, random, 15)
    await db.close()
  })

test('a folder is the same for any number of threads', async () => {
  const random = randomFrom(seed + 5)
  const storage = { folder }
  for (const [workers, added] of [
    [2, text],
    [1, ''],
    [3, ''],
  ]) {
    const db = await open({ workers, storage })
    await db.add(added)
    assert.equal(db.games, one.games)
    await assertSame(one, db, random, 10)
    await db.close()
  }
})

test('a search goes on while games are added, and while compact() gives them other threads', async () => {
  const db = await open({ workers: 2 })
  await db.add(text)
  const query = { board: { e1: 'K' } }
  const expected = await hitsOf(one.search(query))
  const search = db.search(query)[Symbol.asyncIterator]()
  const hits = [(await search.next()).value]
  await db.add(text)
  for (let { done, value } = await search.next(); !done; { done, value } = await search.next())
    hits.push(value)
  assert.deepEqual(hits, expected)
  const all = await db.search(query).count
  const counted = db.search(query)
  await counted[Symbol.asyncIterator]().next()
  await db.compact()
  assert.equal(await counted.count, all)
  await db.close()
})

test('an abort and close() end questions to threads', async () => {
  const db = await open({ workers: 2 })
  await db.add(text)
  const controller = new AbortController()
  const counted = db.search({ move: { piece: 'p' } }, { signal: controller.signal }).count
  controller.abort()
  await assert.rejects(counted, { name: 'AbortError' })
  const asked = [db.search({ move: { piece: 'q' } }).count, db.explore(START_FEN)]
  await db.close()
  for (const question of asked) await assert.rejects(question, code('ERR_DATABASE_CLOSED'))
})

test('maxMemory counts all threads', async () => {
  const db = await open({ workers: 2, maxMemory: 2 ** 20 })
  await assert.rejects(db.add(text), code('ERR_DATABASE_MEMORY'))
  await db.close()
})

test('a program ends while threads have nothing to do, and not while they work', async () => {
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('../../dist/database.js', import.meta.url).href)}
    const db = await openDatabase({ workers: 2, [Symbol.for('binbo.database.segmentGames')]: 64 })
    await db.add('1. e4 e5 *\\n\\n'.repeat(300))
    console.log(await db.search({ board: { e5: 'p' } }).count)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  assert.equal(stdout, '300\n')
})

test('a thread loads games while the next ones are read', { timeout: 60_000 }, async t => {
  let isHeld = false
  let release = () => {}
  class Held extends threads.Worker {
    postMessage(question, ...rest) {
      const post = () => super.postMessage(question, ...rest)
      if (!('file' in question)) return post()
      if (isHeld) release()
      else release = post
      if (isHeld) post()
      isHeld = true
    }
  }
  t.mock.method(process, 'getBuiltinModule', () => ({ ...threads, Worker: Held }))
  const db = await open({ workers: 2 })
  await db.add(text)
  await assertSame(one, db, randomFrom(seed + 6), 10)
  await db.close()
})

test('the calling thread searches its own games before threads have answered', {
  timeout: 60_000,
}, async t => {
  const held = []
  let isOpen = true
  class Held extends threads.Worker {
    postMessage(question, ...rest) {
      const post = () => super.postMessage(question, ...rest)
      if (isOpen) post()
      else held.push(post)
    }
  }
  let hasSearched = () => {}
  class Watched extends WebAssembly.Instance {
    get exports() {
      const { binbo_database_find: find, binbo_database_count: count, ...others } = super.exports
      const seen =
        call =>
        (segment, ...rest) => {
          hasSearched(segment)
          return call(segment, ...rest)
        }
      return { ...others, binbo_database_find: seen(find), binbo_database_count: seen(count) }
    }
  }
  t.mock.method(process, 'getBuiltinModule', () => ({ ...threads, Worker: Held }))
  const { Instance } = WebAssembly
  WebAssembly.Instance = Watched
  t.after(() => {
    WebAssembly.Instance = Instance
  })
  const db = await open({ workers: 2 })
  t.after(() => db.close())
  await db.add(text)
  assert.ok(db.games % 64 > 0, "some games are the calling thread's")
  for (const question of [on => on.search({ move: { piece: 'p' } }).count, on => on.explore(START_FEN)]) {
    isOpen = false
    const searched = new Promise(resolve => {
      hasSearched = resolve
    })
    const answer = question(db)
    assert.equal(await searched, Math.floor(db.games / 64))
    assert.ok(held.length > 0)
    isOpen = true
    for (const post of held.splice(0)) post()
    assert.deepEqual(await answer, await question(one))
  }
})

test('a thread that ends is an error, and the calling thread answers from then on', async t => {
  const started = []
  class Watched extends threads.Worker {
    constructor(...args) {
      super(...args)
      started.push(this)
    }
  }
  t.mock.method(process, 'getBuiltinModule', () => ({ ...threads, Worker: Watched }))
  const db = await open({ workers: 2 })
  await db.add(text)
  const query = { board: { e1: 'K' } }
  const ended = started[0].terminate()
  const lost = db.search(query).count
  await assert.rejects(lost, code('ERR_DATABASE_WORKER'))
  await ended
  assert.deepEqual(await hitsOf(db.search(query)), await hitsOf(one.search(query)))
  await db.add(text)
  assert.equal(db.games, 2 * one.games)
  await db.close()
})

/** Threads that run something before their script, or instead of it. */
const threadsWith = change =>
  class extends threads.Worker {
    constructor(text, options) {
      super(change(text), options)
    }
  }

test('threads answer where they have a `self` as in Bun, at which no question arrives', async t => {
  const asInBun = text =>
    `globalThis.self = globalThis; globalThis.postMessage = globalThis.addEventListener = () => {}; ${text}`
  t.mock.method(process, 'getBuiltinModule', () => ({ ...threads, Worker: threadsWith(asInBun) }))
  const db = await open({ workers: 2 })
  await db.add(text)
  const query = { board: { e1: 'K' } }
  assert.deepEqual(await hitsOf(db.search(query)), await hitsOf(one.search(query)))
  await db.close()
})

test('threads that do not answer are an error after 10 s', async t => {
  const started = []
  const silent = () => 'setInterval(() => {}, 1000)'
  class Silent extends threadsWith(silent) {
    constructor(...args) {
      super(...args)
      started.push(once(this, 'exit'))
    }
  }
  t.mock.method(process, 'getBuiltinModule', () => ({ ...threads, Worker: Silent }))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const opening = open({ workers: 2 })
  let isOver = false
  opening.catch(() => {
    isOver = true
  })
  while (started.length < 2) await new Promise(setImmediate)
  t.mock.timers.tick(9_999)
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  t.mock.timers.tick(1)
  await assert.rejects(
    opening,
    error => code('ERR_DATABASE_WORKER')(error) && /within 10 s/.test(error.message),
  )
  await Promise.all(started)
})

test('where no thread can be started, opening fails', async t => {
  t.mock.method(process, 'getBuiltinModule', () => undefined)
  await assert.rejects(open({ workers: 2 }), code('ERR_DATABASE_WORKER'))
  for (const workers of [0, 1.5, 65, '2']) await assert.rejects(open({ workers }), code('ERR_ARGUMENT'))
})
