// SPDX-License-Identifier: Apache-2.0
// Folders of strangers: a list, files and links that lie, each with a right checksum. They are refused, or their numbers are
// right, and no file of another name is read, written or removed.

import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { ChessError, START_FEN } from './support/binbo.js'
import { SEGMENT_GAMES } from './support/database-oracle.js'

const GAMES = 70
const MOVES = ['1. e4 {king} e5 2. Nf3 *', '1. d4 {queen} d5 *', '1. c4 (1. Nf3 d5) e5 1-0']
const pgn = (from, to) =>
  Array.from({ length: to - from }, (_, i) => `[White "${from + i}"]\n\n${MOVES[i % 3]}\n\n`).join('')

/** Names that are none of a database, some of them nearly. */
const BYSTANDERS = [
  'notes.txt',
  'games-',
  'games-1x',
  'text-',
  'Games-1',
  'lock-smith.txt',
  'lock-1',
  'games-1.news',
]
const LOCKED = '0\n0\n'

/** A folder `db` with a database, with others beside and in it. */
async function newFolder(t) {
  const root = await mkdtemp(join(tmpdir(), 'binbo-strangers-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'db')
  const source = join(root, 'source.pgn')
  await writeFile(source, pgn(66, GAMES))
  const { createReadStream } = await import('node:fs')
  const db = await openIn(folder)
  await db.add(pgn(0, 66), { keep: 'text' })
  await db.add(createReadStream(source))
  await db.remove(await db.filter({ white: '5' }))
  await db.close()
  for (const name of BYSTANDERS) await writeFile(join(folder, name), `${name} is precious`)
  await mkdir(join(folder, 'sub'))
  await writeFile(join(folder, 'sub', 'games-0'), 'precious')
  for (const name of ['victim.txt', 'games-0', 'text-0']) await writeFile(join(root, name), 'precious')
  return { root, folder, source }
}
const openIn = (folder, options = {}) =>
  openDatabase({ storage: { folder }, [SEGMENT_GAMES]: 64, ...options })
const listOf = async folder =>
  JSON.parse((await readFile(join(folder, 'database.json'), 'utf8')).split('\n')[0])

/** FNV-1a, as the list has it. */
function signed(list) {
  let hash = 0x811c9dc5
  for (let i = 0; i < list.length; i++) hash = Math.imul(hash ^ list.charCodeAt(i), 0x01000193)
  return `${list}\n${(hash >>> 0).toString(16)}\n`
}

/** All files that a database must leave alone, with what is in them. */
async function bystandersOf(root) {
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  const files = {}
  for (const entry of names) {
    const path = join(entry.parentPath ?? entry.path, entry.name)
    if (!entry.isFile()) continue
    const isOurs = /\/db\/(?:(?:games|text)-\d+|database\.json)$/.test(path)
    if (!isOurs) files[path.slice(root.length)] = await readFile(path, 'utf8')
  }
  return files
}

const NASTY = [
  ...[null, true, 0, -1, 0.5, 1, 63, 64, 65, 1e300, 2 ** 31, 2 ** 32, 2 ** 51, 2 ** 53, '5', '0', ''],
  ...[
    '../victim.txt',
    '../games-0',
    '/etc/hostname',
    'notes.txt',
    'sub/games-0',
    './games-0',
    'games-1/../../victim.txt',
  ],
  ...[
    'games-0',
    'text-0',
    'games-99',
    'text-99',
    'games-01',
    'games--1',
    'games-1e3',
    'games-9007199254740993',
  ],
  ...[
    'database.json',
    'database.json.new',
    'lock',
    'Games-1',
    'games-1.news',
    'C:\\x',
    '\\\\host\\share\\x',
    '//host/share/x',
  ],
  ...['ffffffff', '00000000', 'ffffffffffffffff', 'f', 'zzzzzzzz', 'f'.repeat(1 << 16)],
  ...[[], {}, [1], { toString: 1 }, { length: -1 }, { file: 'games-0', games: 64, bytes: 1 }],
]

/** Every copy of a value in which one part is another, is missing or comes twice; and the path of that. */
function* changes(value, path = '') {
  for (const nasty of NASTY) yield [`${path} = ${JSON.stringify(nasty)?.slice(0, 60)}`, nasty]
  yield [`${path} is missing`, undefined]
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length > 0) yield [`${path} twice`, [...value, value[0]]]
  for (const [name, part] of Object.entries(value))
    for (const [where, changed] of changes(part, `${path}.${name}`)) {
      const copy = Array.isArray(value) ? [...value] : { ...value }
      copy[name] = changed
      yield [where, copy]
    }
}

const contentsOf = async db => JSON.stringify([db.damaged, await db.heads(await db.filter())])

/** @returns {Promise<string>} what a reader without a lock sees, or the code of its error */
async function readIn(folder) {
  let db
  try {
    db = await openIn(folder, { mode: 'read' })
  } catch (error) {
    return error.code
  }
  const contents = await contentsOf(db)
  assert.equal(await db.refresh(), false)
  await db.close()
  return contents
}

/** Everything that changes a database; the numbers must agree all the time. @returns {Promise<boolean>} false: it was refused */
async function workIn(folder, where, most = GAMES) {
  const read = await readIn(folder)
  let db
  try {
    db = await openIn(folder)
  } catch (error) {
    assert.ok(
      error instanceof ChessError && error.code === 'ERR_DATABASE_DAMAGED',
      `${where}: ${error.stack}`,
    )
    assert.equal(read, error.code, where)
    return false
  }
  assert.equal(read, await contentsOf(db), where)
  const check = async limit => {
    const heads = await db.heads(await db.filter())
    assert.ok(db.games >= 0 && db.games <= limit && heads.length === db.games, `${where}: ${db.games}`)
    assert.equal((await db.explore(START_FEN)).games, db.games, where)
    for (const { id } of heads.slice(-8)) await db.game(id)
    for (const { games } of db.damaged) assert.ok(games >= 0 && games <= limit, where)
  }
  await check(most)
  await db.add(pgn(GAMES, GAMES + 1), { keep: 'text' })
  await check(most + 1)
  await db.remove(await db.filter({ white: '6*' }))
  await db.compact()
  await check(most + 1)
  assert.deepEqual(db.damaged, [], where)
  const { games } = db
  await db.close()
  db = await openIn(folder)
  assert.deepEqual([db.games, db.damaged], [games, []], where)
  await db.close()
  return true
}

test('a list of a stranger is refused, or all its numbers are right; nothing else is touched', async t => {
  const { root, folder } = await newFolder(t)
  const list = await listOf(folder)
  assert.ok(list.files.length > 1 && list.texts.length > 0 && list.sources.files.length === 1)
  assert.ok(list.files.some(({ removed }) => removed))
  const before = await bystandersOf(root)
  const whole = await mkdtemp(join(tmpdir(), 'binbo-strangers-'))
  t.after(() => rm(whole, { recursive: true, force: true }))
  await cp(folder, whole, { recursive: true })
  let [refused, taken] = [0, 0]
  let isChanged = false
  const renew = async text => {
    if (isChanged) {
      await rm(folder, { recursive: true })
      await cp(whole, folder, { recursive: true })
    }
    isChanged = false
    await writeFile(join(folder, 'database.json'), text)
  }
  for (const [where, changed] of changes(list)) {
    const text = signed(JSON.stringify(changed) ?? 'undefined')
    await renew(text)
    isChanged = await workIn(folder, where)
    if (isChanged) taken++
    else refused++
    assert.deepEqual(await bystandersOf(root), before, where)
  }
  // What no list of ours has, and what JSON alone can say.
  const text = JSON.stringify(list)
  for (const other of ['', '{', 'null', '[]', '1', '"x"', text.replace(/"games":\d+/, '"games":1e999')]) {
    await renew(signed(other))
    await assert.rejects(openIn(folder), { code: 'ERR_DATABASE_DAMAGED' }, other)
  }
  await renew(signed(JSON.stringify({ ...list, more: { toString: 1 } })))
  assert.ok(await workIn(folder, 'a field of nobody'))
  assert.ok(refused > 500 && taken > 20, `${refused} ${taken}`)
})

test('the cases of the report: files outside, empty lists, sizes, and eight megabytes of removals', async t => {
  const { root, folder } = await newFolder(t)
  const list = await listOf(folder)
  const before = await bystandersOf(root)
  const removals = 'f'.repeat(8 << 20)
  for (const wrong of [
    { files: [...list.files, { file: '../victim.txt', games: 1, bytes: 8 }] },
    { texts: [...list.texts, { file: '../victim.txt', bytes: 8 }] },
    { texts: [...list.texts, { file: 'notes.txt', bytes: 8 }] },
    ...['files', 'texts', 'sources'].map(name => ({ [name]: undefined })),
    ...[0, -1, '64'].flatMap(size => [
      { segmentGames: size },
      { files: [{ ...list.files[0], bytes: size }] },
    ]),
    { files: [{ ...list.files[0], removed: removals }] },
    // Of 70 games that are in two files, the one of the last word that is in neither.
    { files: list.files.map(file => ({ ...file, removed: 'ffffffff'.repeat(Math.ceil(file.games / 32)) })) },
    { next: 0 },
  ]) {
    await writeFile(join(folder, 'database.json'), signed(JSON.stringify({ ...list, ...wrong })))
    await assert.rejects(
      openIn(folder),
      { code: 'ERR_DATABASE_DAMAGED' },
      JSON.stringify(wrong).slice(0, 200),
    )
    assert.deepEqual(await bystandersOf(root), before)
  }
})

test('where the numbers of files are used up, the database is full, and stays as it is', async t => {
  const { folder } = await newFolder(t)
  const list = await listOf(folder)
  await writeFile(join(folder, 'database.json'), signed(JSON.stringify({ ...list, next: 2 ** 52 - 1 })))
  let db = await openIn(folder)
  const { games } = db
  await db.add(pgn(80, 81))
  await assert.rejects(db.add(pgn(81, 82)), { code: 'ERR_DATABASE_FULL' })
  await db.close()
  db = await openIn(folder)
  assert.equal(db.games, games + 1)
  await db.close()
})

test('links in the folder lead nowhere: no write goes through one, and what is no file is not read', async t => {
  const { root, folder } = await newFolder(t)
  const victim = join(root, 'victim.txt')
  const { next } = await listOf(folder)
  const list = await readFile(join(folder, 'database.json'))
  const names = ['database.json', ...Array.from({ length: 6 }, (_, i) => `games-${next + i}`)]
  names.push(...Array.from({ length: 6 }, (_, i) => `text-${next + i}`))
  const link = async () => {
    for (const name of names) {
      await rm(join(folder, `${name}.new`), { force: true })
      await symlink(victim, join(folder, `${name}.new`))
    }
  }
  await link()
  await symlink(victim, join(folder, 'lock'))
  const db = await openIn(folder)
  await link()
  await db.add(pgn(70, 80), { keep: 'text' })
  await link()
  await db.compact()
  await db.close()
  assert.equal(await readFile(victim, 'utf8'), 'precious')
  // A new database in a folder that has no list.
  const fresh = join(root, 'fresh')
  await mkdir(fresh)
  for (const name of ['database.json', 'games-0', 'text-0']) await symlink(victim, join(fresh, `${name}.new`))
  const other = await openIn(fresh)
  await other.add(pgn(0, 3), { keep: 'text' })
  await other.close()
  assert.equal(await readFile(victim, 'utf8'), 'precious')
  // An endless file in place of the list, of games and of the lock.
  for (const name of ['database.json', 'lock']) {
    await rm(join(folder, name), { force: true })
    await symlink('/dev/zero', join(folder, name))
    await assert.rejects(openIn(folder), { code: 'ERR_DATABASE_STORAGE' }, name)
    await rm(join(folder, name))
  }
  await writeFile(join(folder, 'database.json'), list)
  const [{ file, games }] = JSON.parse(String(list).split('\n')[0]).files
  await rm(join(folder, file), { force: true })
  await symlink('/dev/zero', join(folder, file))
  const open = await openIn(folder)
  assert.equal(open.damaged.find(damaged => damaged.file === file).games, games)
  await open.close()
})

test('a lock of any size and text is no more than a lock', async t => {
  const { folder } = await newFolder(t)
  for (const text of [
    '',
    LOCKED,
    `-1\n\n`,
    'NaN',
    '\0'.repeat(1000),
    `${'9'.repeat(1 << 20)}\n`,
    '1e999\n\n',
  ]) {
    await writeFile(join(folder, 'lock'), text)
    await (await openIn(folder)).close()
  }
})

test('the text of a source is read where its name is one of this machine', async t => {
  const { folder, source } = await newFolder(t)
  const list = await listOf(folder)
  const [kept] = list.sources.files
  const of = async changed => {
    const files = [{ ...kept, ...changed }]
    await writeFile(
      join(folder, 'database.json'),
      signed(JSON.stringify({ ...list, sources: { ...list.sources, files } })),
    )
    const db = await openIn(folder)
    const [id] = (await db.filter({ white: '67' })).ids()
    const game = await db.game(id)
    await db.close()
    return game.toString()
  }
  assert.match(await of({}), /\{queen\}/)
  const { size, mtime } = await stat(source)
  const here = `./${process.pid}-source.pgn`
  await cp(source, here)
  t.after(() => rm(here))
  await utimes(here, mtime, mtime)
  const changed = (await stat(here)).mtimeMs
  for (const wrong of [
    { path: `/${source}` },
    { path: here, size, changed },
    { path: `\\\\host${source}` },
    { path: '/dev/zero', size: 0, changed: 0 },
    { path: 'a\0b' },
    { size: size + 1 },
    { changed: kept.changed + 1 },
  ])
    assert.doesNotMatch(await of(wrong), /\{/, JSON.stringify(wrong))
})

/** The checksum of a file of games, as src/database/file.c has it. */
function signGames(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const mixed = (hash, word) => {
    const product = BigInt.asUintN(64, (hash ^ word) * 0x9e3779b97f4a7c15n)
    return product ^ (product >> 32n)
  }
  const padded = new DataView(new ArrayBuffer((bytes.length + 7) & ~7))
  new Uint8Array(padded.buffer).set(bytes)
  const sums = [BigInt(bytes.length), 1n, 2n, 3n]
  const lanes = Math.floor((bytes.length - 8) / 32) * 4
  for (let at = 8, place = 0; at < padded.byteLength; at += 8, place++) {
    const lane = place < lanes ? place % 4 : 0
    sums[lane] = mixed(sums[lane], padded.getBigUint64(at, true))
  }
  for (const sum of sums.slice(1)) sums[0] = mixed(sums[0], sum)
  view.setUint32(4, Number(sums[0] & 0xffffffffn), true)
}

test('texts that overlap, or lie outside, are not multiplied by compact()', async t => {
  const { folder } = await newFolder(t)
  const list = await listOf(folder)
  const text = list.texts.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const [offset, length] of [
    [0, text],
    [text - 1, 2 ** 31],
    [0, 2 ** 32 - 1],
  ]) {
    for (const { file } of (await listOf(folder)).files) {
      const bytes = await readFile(join(folder, file))
      const word = index => bytes.readUInt32LE(4 * index)
      const [rowBytes, games, names, places] = [word(2), word(4), word(6), word(9)]
      const from = (48 + games * rowBytes + 4 * names + 7) & ~7
      for (let place = 0; place < places; place++) {
        const at = from + 12 * place
        if (bytes.readUInt32LE(at + 4) >>> 8 !== 1) continue
        bytes.writeUInt32LE(offset, at)
        bytes.writeUInt32LE(length, at + 8)
      }
      signGames(bytes)
      await writeFile(join(folder, file), bytes)
    }
    const db = await openIn(folder)
    assert.deepEqual([db.games, db.damaged], [GAMES - 1, []])
    await db.game(0)
    await new Response(db.export(await db.filter(), 'pgn')).text()
    await db.remove(await db.filter({ white: '7' }))
    await db.compact()
    await db.close()
    const sizes = (await listOf(folder)).texts.map(({ bytes }) => bytes)
    assert.ok(sizes.reduce((sum, bytes) => sum + bytes, 0) <= text, `${sizes} of ${text}`)
    await (await openIn(folder)).close()
    await rm(folder, { recursive: true })
    const again = await newFolder(t)
    await cp(again.folder, folder, { recursive: true })
  }
})
