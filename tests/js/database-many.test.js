// SPDX-License-Identifier: Apache-2.0
// Many sources in one call, and single games that are added and replaced.

import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Game } from 'binbo'
import { openDatabase } from 'binbo/database'
import { parsePgn } from 'binbo/pgn'
import { ChessError } from './support/binbo.js'

const code = expected => error => error instanceof ChessError && error.code === expected
const pgnOf = number => `[White "${number}"]\n\n1. e4 e5 {${number}} *\n\n`
const whites = async db => (await db.heads(await db.filter())).map(({ white }) => white)
const namesOf = count => Array.from({ length: count }, (_, number) => String(number))

async function newFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-many-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('many sources are one call: in order, in one commit, whatever they are', async t => {
  const folder = await newFolder(t)
  const files = await Promise.all(
    namesOf(20).map(async number => {
      const file = join(folder, `${number}.pgn`)
      await writeFile(file, pgnOf(number).trimEnd())
      return file
    }),
  )
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
  const kinds = {
    blobs: () => texts.map(text => new Blob([text])),
    streams: () => texts.map(text => new Blob([text]).stream()),
    files: () => files.map(file => createReadStream(file)),
    iterables: () => texts.map(text => [text.slice(0, 9), text.slice(9)]),
    mixed: async function* () {
      for (const [i, text] of texts.entries()) yield i % 2 ? new Blob([text]) : createReadStream(files[i])
    },
  }
  for (const [name, make] of Object.entries(kinds)) {
    const at = join(folder, name)
    const db = await openDatabase({ storage: { folder: at } })
    const steps = []
    const added = await db.add(make(), { keep: 'text', onProgress: step => steps.push(step) })
    assert.deepEqual([added.games, added.errors, added.kept], [20, [], 'text'], name)
    assert.deepEqual(await whites(db), namesOf(20), name)
    assert.equal((await db.game(7)).end.comments[0], '7', name)
    assert.equal(steps.at(-1).bytes, texts.join('').length, name)
    assert.equal(steps.at(-1).committed, 20, name)
    await db.close()
    const kept = (await readdir(at)).filter(file => file !== 'database.json').sort()
    assert.deepEqual(kept, ['games-1', 'text-0'], name)
  }
})

test('small Blobs are read whole, large ones in pieces', async t => {
  const { slice } = Blob.prototype
  let slices = 0
  const count = function (...range) {
    slices++
    return slice.apply(this, range)
  }
  t.after(() => Object.assign(Blob.prototype, { slice }))
  Object.assign(Blob.prototype, { slice: count })
  const db = await openDatabase()
  const small = namesOf(50).map(number => new Blob([pgnOf(number)]))
  await db.add(small, { keep: 'moves' })
  assert.deepEqual([db.games, slices], [50, 0])
  const large = namesOf(20_000).map(pgnOf).join('')
  await db.add(new Blob([large]), { keep: 'moves' })
  assert.equal(db.games, 20_050)
  assert.ok(slices > 1)
  await db.close()
})

test('strings and bytes in an iterable are one text; sources and pieces do not mix', async () => {
  const db = await openDatabase()
  const text = pgnOf('a') + pgnOf('b')
  const bytes = new TextEncoder().encode(text)
  for (const source of [
    [...text],
    [bytes.subarray(0, 30), bytes.subarray(30)],
    (async function* () {
      yield* [text.slice(0, 50), text.slice(50)]
    })(),
  ]) {
    const before = db.games
    assert.equal((await db.add(source)).games, 2)
    assert.deepEqual((await whites(db)).slice(before), ['a', 'b'])
  }
  assert.equal((await db.add([])).games, 0)
  const before = db.games
  await assert.rejects(db.add([new Blob([text]), text]), code('ERR_ARGUMENT'))
  await assert.rejects(db.add([text, new Blob([text])]), code('ERR_ARGUMENT'))
  assert.equal(db.games, before + 4)
})

test('errors have the number of their source, also if a later one fails; the iterable is closed', async () => {
  const db = await openDatabase()
  const seen = []
  let isClosed = false
  function* sources() {
    try {
      yield new Blob(['1. e4 *'])
      yield new Blob(['1. e5 *\n\n[White "x"]\n\n1. e4 e6 2. Ke3 *'])
      yield (async function* () {
        yield '1. d4 '
        throw new RangeError('gone')
      })()
    } finally {
      isClosed = true
    }
  }
  await assert.rejects(db.add(sources(), { onError: error => seen.push(error) }), RangeError)
  assert.deepEqual(
    [isClosed, seen.map(({ source, game }) => [source, game])],
    [
      true,
      [
        [1, 1],
        [1, 2],
      ],
    ],
  )
  assert.equal(db.games, 3)
  const { errors } = await db.add([new Blob(['*']), new Blob(['1. e5 *'])])
  assert.deepEqual(
    errors.map(({ source }) => source),
    [1],
  )
  assert.equal((await db.add('1. e5 *')).errors[0].source, undefined)
  const ended = new AbortController()
  const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }
  const added = db.add(never, { signal: ended.signal })
  ended.abort(new RangeError('enough'))
  await assert.rejects(added, RangeError)
})

test('addGame keeps the whole game, and replace puts another one in its place', async t => {
  const folder = await newFolder(t)
  let db = await openDatabase({ storage: { folder } })
  const tree = parsePgn('[White "A"]\n[Annotator "Zoë"]\n\n1. e4 {best} (1. d4 $1) e5 *')[0]
  const game = new Game()
  game.playMoves(['Nf3', 'd5'])
  const [a, b, c] = [await db.addGame(tree), await db.addGame(game), await db.addGame('1. c4 {so} *')]
  assert.deepEqual([a, b, c, db.games], [0, 1, 2, 3])
  assert.equal((await db.game(a)).toString(), tree.toString())
  tree.headers.set('White', 'B')
  const d = await db.replace(a, tree)
  const check = async () => {
    assert.deepEqual([d, db.games], [3, 3])
    await assert.rejects(db.head(a), code('ERR_DATABASE_GAME'))
    assert.equal((await db.game(d)).toString(), tree.toString())
    assert.deepEqual(Array.from((await db.filter({ white: 'A' })).ids()), [])
  }
  await check()
  await assert.rejects(db.replace(a, '*'), code('ERR_DATABASE_GAME'))
  for (const bad of ['', '1. e4 *\n\n[White "x"]\n\n1. d4 *', 5, null])
    await assert.rejects(db.addGame(bad), code('ERR_ARGUMENT'))
  await assert.rejects(db.replace(d, '1. e5 *'), code('ERR_PGN_MOVE'))
  await check()
  await db.close()
  db = await openDatabase({ storage: { folder } })
  await check()
  await db.compact()
  assert.equal((await db.game(2)).toString(), tree.toString())
  await db.close()
  await assert.rejects(db.addGame('*'), code('ERR_DATABASE_CLOSED'))
  await assert.rejects(db.replace(0, '*'), code('ERR_DATABASE_CLOSED'))
})
