// SPDX-License-Identifier: Apache-2.0
// Doubles in databases: what add() leaves out and replaces, and what doubles() finds, are what a comparison of all games with
// each other says, however the games arrive and wherever they are kept.

import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { pick, randomFrom } from '../random.js'
import { dist } from './support/binbo.js'
import { cpuTime } from './support/cpu-time.js'
import {
  ALIASES,
  NEARLY_DOUBLES,
  nearlyDoubles,
  randomDoubles,
  slowDedupe,
  slowGroups,
  slowWorse,
} from './support/database-doubles.js'
import { SEGMENT_GAMES } from './support/database-oracle.js'
import { startProgram } from './support/program.js'
import { seed } from './support/random-games.js'

const open = (options = {}) => openDatabase({ [SEGMENT_GAMES]: 64, ...options })
const pgnOf = games => games.map(({ pgn }) => pgn).join('')
const latin1 = text => Uint8Array.from(text, letter => letter.charCodeAt(0))

async function newFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-doubles-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
async function withAliases(db) {
  for (const [name, same] of ALIASES) await db.alias(name, same)
  return db
}
/** The numbers of the games, by Round. */
async function numbersOf(db, set) {
  const numbers = []
  for (const id of (set ?? (await db.filter())).ids()) numbers.push(Number((await db.tags(id)).Round))
  return numbers
}
async function groupsOf(db, set) {
  const groups = []
  for await (const group of db.doubles(set)) groups.push([...group.ids()])
  return groups
}
const numbers = games => games.map(({ number }) => number)

for (const dedupe of [true, 'better'])
  test(`dedupe: ${dedupe}: as a comparison of all games, in any pieces`, async () => {
    const random = randomFrom(seed)
    let replaced = 0
    for (let round = 0; round < 12; round++) {
      const games = randomDoubles(random, 150)
      const keep = pick(random, ['text', 'moves', 'reference'])
      const hasAliases = random() < 0.5
      const db = await open()
      if (hasAliases) await withAliases(db)
      const wanted = slowDedupe(games, dedupe, { hasAliases, hasNotes: keep !== 'moves' })
      const found = { games: 0, skipped: 0, replaced: 0 }
      for (let from = 0; from < games.length; ) {
        const to = from + pick(random, [1, 10, 100])
        const text = pgnOf(games.slice(from, to))
        const added = await db.add(keep === 'reference' ? new Blob([text]) : text, { dedupe, keep })
        for (const name of Object.keys(found)) found[name] += added[name]
        from = to
      }
      const { kept, ...counts } = wanted
      assert.deepEqual(found, counts, `round ${round} of seed ${seed}`)
      assert.deepEqual(await numbersOf(db), numbers(kept), `round ${round} of seed ${seed}`)
      assert.equal(db.games, found.games - found.replaced)
      replaced += found.replaced
      await db.close()
    }
    assert.equal(replaced > 50, dedupe === 'better')
  })

for (const name of NEARLY_DOUBLES)
  test(`games that share ${name}: as a comparison of all games`, async () => {
    const games = nearlyDoubles(randomFrom(seed), name, 250)
    const shuffled = games.toSorted((a, b) => ((7 * a.number) % 251) - ((7 * b.number) % 251))
    for (const order of [games, shuffled])
      for (const dedupe of [true, 'better']) {
        const db = await open()
        const { kept, ...counts } = slowDedupe(order, dedupe, {})
        for (const part of [order.slice(0, 100), order.slice(100)]) {
          const added = await db.add(pgnOf(part), { dedupe, keep: 'text' })
          for (const count of Object.keys(counts)) counts[count] -= added[count]
        }
        assert.deepEqual(await numbersOf(db), numbers(kept), `${dedupe}, seed ${seed}`)
        assert.deepEqual(counts, { games: 0, skipped: 0, replaced: 0 })
        assert.deepEqual(await groupsOf(db), slowGroups(kept))
        await db.close()
      }
    const all = await open()
    await all.add(pgnOf(games))
    assert.deepEqual(await groupsOf(all), slowGroups(games))
    await all.close()
  })

test('games that share much take no longer than others', async () => {
  // Four times as many games: quadratic work takes 16 times as long, linear work 4 times.
  const [FEW, MANY, MOST] = [2500, 10_000, 9]
  const measure = async text => {
    const db = await open({ [SEGMENT_GAMES]: 65536 })
    const begin = cpuTime()
    await db.add(text, { dedupe: 'better', keep: 'text' })
    for await (const _ of db.doubles());
    const time = cpuTime() - begin
    await db.close()
    return time
  }
  for (const name of NEARLY_DOUBLES) {
    const [few, many] = [FEW, MANY].map(count => pgnOf(nearlyDoubles(randomFrom(seed), name, count)))
    const [once, then] = [Math.max(await measure(few), await measure(few)), await measure(many)]
    assert.ok(then < MOST * once, `${name}: ${once} ms, then ${then} ms`)
  }
})

test('doubles: as a comparison of all games, whatever keeps them, and after changes', async t => {
  const random = randomFrom(seed)
  for (let round = 0; round < 4; round++) {
    const folder = join(await newFolder(t), 'db')
    const games = randomDoubles(random, 200)
    const memory = await open({ [SEGMENT_GAMES]: 128 })
    await memory.add(pgnOf(games))
    const threads = await open({ workers: 2 })
    await threads.add(pgnOf(games))
    let db = await open({ storage: { folder } })
    await db.add(pgnOf(games.slice(0, 70)))
    await db.add(pgnOf(games.slice(70)))
    const wanted = slowGroups(games)
    assert.ok(wanted.length > 5)
    for (const one of [memory, threads, db]) assert.deepEqual(await groupsOf(one), wanted)
    for (const one of [memory, threads, db]) {
      await withAliases(one)
      assert.deepEqual(await groupsOf(one), slowGroups(games, true))
    }
    const some = await db.filter({ result: '1-0' })
    const ids = [...some.ids()]
    const places = group => group.map(place => ids[place])
    assert.deepEqual(
      await groupsOf(db, some),
      slowGroups(
        ids.map(id => games[id]),
        true,
      ).map(places),
    )
    await db.close()
    db = await open({ storage: { folder } })
    assert.deepEqual(await groupsOf(db), slowGroups(games, true))
    // Without what was removed, and with new numbers.
    await db.remove(await db.filter({ result: '1-0' }))
    const left = games.filter((_, id) => !ids.includes(id))
    const found = await groupsOf(db)
    await db.compact()
    const compact = await groupsOf(db)
    assert.deepEqual(compact, slowGroups(left, true))
    assert.deepEqual(
      found.map(group => group.map(id => games[id].number)),
      compact.map(group => group.map(id => left[id].number)),
    )
    for (const one of [memory, threads, db]) await one.close()
  }
})

test('db doubles --remove removes the worse copies, which add() would not have kept', async t => {
  const random = randomFrom(seed)
  for (let round = 0; round < 3; round++) {
    const folder = join(await newFolder(t), 'db')
    const games = randomDoubles(random, 150)
    const db = await open({ storage: { folder } })
    await db.add(pgnOf(games), { keep: 'text' })
    await db.close()
    const args = [join(dist, 'cli/main.js'), 'db', 'doubles', '--remove', '--json', '-q', '--db', folder]
    const { stdout } = await startProgram(process.execPath, args, { env: process.env }).ended
    const worse = new Set(slowGroups(games).flatMap(group => slowWorse(games, group)))
    assert.ok(worse.size > 5)
    assert.deepEqual(JSON.parse(stdout), { removed: worse.size, games: 150 - worse.size })
    const left = await open({ storage: { folder } })
    const wanted = games.filter((_, id) => !worse.has(id))
    assert.deepEqual(await numbersOf(left), numbers(wanted))
    await left.close()
  }
  // Where dates and results are alike, the order in which games arrive does not matter, and add() keeps none of the worse copies. It
  // may leave out others: a game that begins two different ones is compared in one group alone.
  const alike = randomDoubles(random, 400)
    .filter(({ result }) => result === '*')
    .map(game => ({ ...game, date: '2011', pgn: game.pgn.replace(/Date "[^"]*/, 'Date "2011') }))
  const worse = new Set(slowGroups(alike).flatMap(group => slowWorse(alike, group)))
  const db = await open()
  await db.add(pgnOf(alike), { keep: 'text', dedupe: 'better' })
  const bad = new Set([...worse].map(id => alike[id].number))
  assert.ok(bad.size > 20)
  assert.deepEqual(
    (await numbersOf(db)).filter(number => bad.has(number)),
    [],
  )
})

test('a text that cannot be read any more has no notes', async t => {
  const folder = join(await newFolder(t), 'db')
  const [noted] = randomDoubles(randomFrom(seed), 500).filter(
    ({ isNoted, moves }) => isNoted && moves.length > 5,
  )
  let db = await open({ storage: { folder } })
  const add = async () => {
    const { games, skipped, replaced } = await db.add(new Blob([noted.pgn]), { dedupe: 'better' })
    return [games, skipped, replaced]
  }
  assert.deepEqual(await add(), [1, 0, 0])
  assert.deepEqual(await add(), [0, 1, 0])
  await db.close()
  db = await open({ storage: { folder } })
  assert.deepEqual(await add(), [1, 0, 1])
  assert.deepEqual(await add(), [0, 1, 0])
  assert.equal(db.games, 1)
  await db.close()
})

test('games of a file that has changed or is gone have no notes', async t => {
  const folder = await newFolder(t)
  const head = date => `[White "A"]\n[Black "B"]\n[Date "${date}"]\n\n`
  const path = join(folder, 'noted.pgn')
  for (const change of [() => rm(path), () => writeFile(path, 'another')]) {
    await writeFile(path, `${head('2020.??.??')}1. e4 {good} e5 *`)
    const db = await open()
    await db.add(createReadStream(path), { dedupe: 'better' })
    const text = `${head('2020.01.02')}1. e4 {dated} e5 1-0`
    assert.equal((await db.add(text, { keep: 'text', dedupe: 'better' })).skipped, 1)
    await change()
    assert.equal((await db.add(text, { keep: 'text', dedupe: 'better' })).replaced, 1)
    assert.equal((await db.add(text, { keep: 'text', dedupe: 'better' })).skipped, 1)
  }
})

test('games with errors, and tags in other encodings, are compared, too', async () => {
  const head = (white, more = '') => `[White "${white}"]\n[Black "Łukasz"]\n[Date "2010.??.??"]\n${more}\n`
  const text = [
    `${head('Müller')}1. e4 e5 2. Ke8 *\n\n`,
    `${head('MULLER')}1. e4 e5 *\n\n`,
    `${head('muller')}1. e4 e5 2. Ke8 {x} *\n\n`,
  ]
  for (const dedupe of [true, 'better']) {
    const db = await open()
    const added = await db.add(text.join(''), { dedupe, keep: 'text' })
    assert.deepEqual([added.games, added.skipped, added.replaced], dedupe === true ? [1, 2, 0] : [2, 1, 1])
    const other = await open()
    const bytes = latin1(text.join('').replace(/Ł/g, 'L'))
    assert.deepEqual((await other.add(bytes, { dedupe })).games, 1)
    // A tag that is not UTF-8 is read as Latin-1.
    assert.equal((await other.head(0)).white, 'Müller')
  }
})

test('a set of few games is as any other set', async () => {
  const games = randomDoubles(randomFrom(seed), 150)
  const db = await open()
  await db.add(pgnOf(games))
  const sets = []
  for await (const set of db.doubles()) sets.push(set)
  const [first, second] = sets
  const all = [...first.ids(), ...second.ids()].sort((a, b) => a - b)
  assert.equal(first.and(second).count, 0)
  assert.deepEqual([...first.or(second).ids()], all)
  assert.equal(first.not().count, 150 - first.count)
  assert.ok([...first.ids()].every(id => first.has(id) && !second.has(id)))
  assert.equal(first.has(-1) || first.has(0.5) || first.has(1e9), false)
  assert.deepEqual([...first.ids({ from: 1 })], [...first.ids()].slice(1))
  assert.deepEqual(
    (await db.heads(first)).map(({ id }) => id),
    [...first.ids()],
  )
  assert.equal(await db.remove(first), first.count)
  assert.equal(db.games, 150 - first.count)
  // What is found stays, but refers to the old numbers.
  await db.compact()
  await assert.rejects(db.heads(second), { code: 'ERR_ARGUMENT' })
})

test('doubles: breaking the loop ends it; wrong sets and a closed database are refused', async () => {
  const db = await open()
  await db.add(pgnOf(randomDoubles(randomFrom(seed), 150)))
  for await (const set of db.doubles()) {
    assert.ok(set.count >= 2)
    break
  }
  const other = await open()
  const foreign = await other.filter()
  assert.throws(() => db.doubles(foreign), { code: 'ERR_ARGUMENT' })
  assert.throws(() => db.doubles({}), { code: 'ERR_ARGUMENT' })
  assert.deepEqual(await groupsOf(other), [])
  const later = db.doubles()[Symbol.asyncIterator]()
  await later.next()
  await db.close()
  await assert.rejects(later.next(), { code: 'ERR_DATABASE_CLOSED' })
  assert.throws(() => db.doubles(), { code: 'ERR_DATABASE_CLOSED' })
  for (const dedupe of [1, 'Better', null, 'true'])
    await assert.rejects(other.add('1. e4 *', { dedupe }), { code: 'ERR_ARGUMENT' })
})
