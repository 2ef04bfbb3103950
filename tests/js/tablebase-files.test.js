// SPDX-License-Identifier: Apache-2.0
// `binbo/tablebase` over files in all places: memory, Blobs, servers, small pages, and files that are damaged.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Position } from 'binbo'
import { fileBytes, tablebaseFolder } from 'binbo/node'
import { Tablebase } from 'binbo/tablebase'
import { pick, randomFrom } from '../random.js'
import { seed } from './support/random-games.js'
import { serveFiles } from './support/ranges.js'
import { askStockfish, randomPosition } from './support/syzygy.js'
import { writeTable } from './support/syzygy-writer.js'

test('a folder that cannot be read is an error with its name', async () => {
  const file = new URL('../data/games.pgn', import.meta.url)
  for (const [path, words] of [
    ['/nowhere/tables', /'\/nowhere\/tables' cannot be read: there is no such folder/],
    [file, /games\.pgn' cannot be read: it is not a folder/],
    [[folder, '/nowhere/tables'], /'\/nowhere\/tables' cannot be read/],
  ]) {
    const source = tablebaseFolder(path)
    for (const call of [() => source.list(), () => Tablebase.openSync(source)])
      assert.throws(call, error => {
        assert.deepEqual([error.name, error.code], ['ChessError', 'ERR_ARGUMENT'])
        assert.match(error.message, words)
        return error.cause instanceof Error
      })
    await assert.rejects(Tablebase.open(source), { code: 'ERR_ARGUMENT', message: words })
  }
})

const folder = new URL('../data/syzygy/', import.meta.url)
const files = new Map(
  readdirSync(folder).map(name => [name, new Uint8Array(readFileSync(new URL(name, folder)))]),
)
const MATERIALS = [...files.keys()].filter(name => name.endsWith('w')).map(name => name.split('.')[0])
const random = randomFrom(seed)
const positions = Array.from({ length: 60 }, () => randomPosition(pick(random, MATERIALS), random))
const inMemory = Tablebase.openSync(files)
const expected = positions.map(position => ({
  wdl: inMemory.wdlSync(position),
  dtz: inMemory.dtzSync(position),
  moves: inMemory.movesSync(position),
}))
const WIN = '8/8/8/8/8/3k4/8/K3R3 w - - 0 1'

/** All at the same time: they share pages that the cache may not hold. @param {Tablebase} tables */
async function check(tables) {
  const found = await Promise.all(
    positions.map(async position => ({
      wdl: await tables.wdl(position),
      dtz: await tables.dtz(position),
      moves: await tables.moves(position),
    })),
  )
  assert.deepEqual(found, expected)
}

/** @param {(bytes: Uint8Array, name: string) => any} as */
const mapped = as => new Map(Array.from(files, ([name, bytes]) => [name, as(bytes, name)]))

test('covers() says which positions tables may know', () => {
  const answers = {
    [WIN]: true,
    '8/8/8/8/8/3K4/8/k3r3 b - - 0 1': true,
    '8/8/8/8/8/3k4/8/K7 w - - 0 1': true,
    '8/8/8/8/8/3k4/4n3/K3R3 w - - 0 1': false,
    '8/8/8/8/8/3k4/8/R3K3 w Q - 0 1': false,
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1': false,
  }
  for (const [fen, covered] of Object.entries(answers)) {
    assert.equal(inMemory.covers(fen), covered, fen)
    if (covered) assert.notEqual(inMemory.wdlSync(fen), null, fen)
  }
  assert.equal(inMemory.covers(Position.from(WIN, { variant: 'atomic' })), false)
  assert.equal(inMemory.covers(Position.from(WIN, { variant: 'chess960' })), true)
  assert.throws(() => inMemory.covers('8/8'), { code: 'ERR_FEN_FIELDS' })
  assert.throws(() => inMemory.covers(undefined), { code: 'ERR_ARGUMENT' })
})

test('files in every form give the same', async () => {
  await check(await Tablebase.open(mapped(bytes => bytes.buffer)))
  await check(await Tablebase.open(mapped(bytes => new Blob([bytes]))))
  await check(await Tablebase.open(mapped((_, name) => fileBytes(new URL(name, folder)))))
  await check(await Tablebase.open(tablebaseFolder(folder)))
  await check(await Tablebase.open(tablebaseFolder([folder, folder.pathname])))
  const later = async value => value
  await check(
    await Tablebase.open({ list: () => later(files.keys()), bytes: name => later(files.get(name)) }),
  )
  const reader = bytes => ({ size: bytes.length, read: async (at, length) => bytes.slice(at, at + length) })
  await check(await Tablebase.open(mapped(reader)))
})

test('pages of any size, and fewer of them than an answer needs', async () => {
  for (const options of [
    { pageSize: 64, maxPages: 1 },
    { pageSize: 256, maxPages: 5 },
    { pageSize: 1 << 20, maxPages: 1 },
  ]) {
    await check(await Tablebase.open(files, options))
    await check(
      await Tablebase.open(
        mapped(bytes => new Blob([bytes])),
        options,
      ),
    )
    const tables = Tablebase.openSync(files, options)
    for (const [i, position] of positions.entries())
      assert.deepEqual(tables.movesSync(position), expected[i].moves)
  }
})

test('a server: each file is opened once, what is known is not asked for again', async t => {
  const paths = new Map(Array.from(files, ([name, bytes]) => [`/tables/${name}`, bytes]))
  const server = await serveFiles(t, paths)
  const base = `${server.url}tables`
  for (const url of [base, `${base}/`, new URL(base)]) await check(await Tablebase.open(url))
  const tables = await Tablebase.open(base, { pageSize: 1024 })
  assert.equal(tables.maxMen, 7)
  server.requests.length = 0
  await check(tables)
  // Of a draw the DTZ is not asked for; files so small come with the first request.
  const asked = server.requests.length
  assert.ok(asked <= files.size - 2, `${asked}`)
  await check(tables)
  assert.equal(server.requests.length, asked)
  assert.equal(tables.has('KRvKP'), true)
  assert.equal(await tables.wdl('8/8/8/5p2/8/3k4/8/K3R3 w - - 0 1'), null)
  assert.equal(tables.has('KRvKP'), false)
  assert.equal(server.requests.length, asked + 1)
  assert.equal(await tables.wdl('8/8/8/5p2/8/3k4/8/KR6 w - - 0 1'), null)
  assert.equal(server.requests.length, asked + 1)
})

test('a server that fails and comes back', async t => {
  const server = await serveFiles(t, new Map(Array.from(files, ([name, bytes]) => [`/${name}`, bytes])))
  const tables = await Tablebase.open(server.url)
  server.status = 500
  await assert.rejects(tables.wdl(WIN), { code: 'ERR_BYTES_AWAY' })
  await assert.rejects(tables.preload(['KRvK']), { code: 'ERR_BYTES_AWAY' })
  server.status = 200
  assert.equal(await tables.wdl(WIN), 2)
  await check(tables)
})

test('at once what is here, and what is not is an error', async t => {
  const server = await serveFiles(t, new Map(Array.from(files, ([name, bytes]) => [`/${name}`, bytes])))
  const away = { code: 'ERR_TABLEBASE_AWAY', table: 'KRvK.rtbw' }
  for (const sources of [server.url, mapped(bytes => new Blob([bytes]))]) {
    const tables = Tablebase.openSync(sources)
    assert.throws(() => tables.wdlSync(WIN), away)
    await tables.preload(['KvKR', 'KQvK'])
    assert.equal(tables.wdlSync(WIN), 2)
    assert.deepEqual(tables.movesSync(WIN), inMemory.movesSync(WIN))
  }
  const slow = { list: () => [...files.keys()], bytes: async name => files.get(name) }
  assert.throws(() => Tablebase.openSync(slow).wdlSync(WIN), away)
  assert.throws(() => Tablebase.openSync({ ...slow, list: async () => [] }), { code: 'ERR_ARGUMENT' })
  assert.throws(() => Tablebase.openSync(new Map([['KRvK.rtbw', 5]])).wdlSync(WIN), { code: 'ERR_ARGUMENT' })
})

test('damaged files: each answer is a value or the error, and the tables go on', () => {
  let damaged = 0
  for (let round = 0; round < 150; round++) {
    const name = pick(random, [...files.keys()])
    const bytes = /** @type {Uint8Array} */ (files.get(name)).slice()
    const kind = round % 3
    if (kind === 0) bytes[Math.floor(random() * Math.min(200, bytes.length))] ^= 1 << Math.floor(random() * 8)
    if (kind === 1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    const cut = kind === 2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
    const tables = Tablebase.openSync(new Map([...files, [name, cut]]), { pageSize: 64, maxPages: 8 })
    for (const position of positions.slice(0, 6))
      for (const ask of [
        () => tables.wdlSync(position),
        () => tables.dtzSync(position),
        () => tables.movesSync(position),
      ])
        try {
          ask()
        } catch (error) {
          assert.deepEqual([error.code, error.table], ['ERR_TABLEBASE_DAMAGED', name])
          damaged++
        }
    assert.equal(tables.wdlSync('8/8/8/8/8/3k4/8/K7 w - - 0 1'), 0)
  }
  assert.ok(damaged > 20, `${damaged}`)
})

/** All layouts: leading men, pawns of one and of both sides, like men; of more numbers than 32 bits hold, too. */
const MADE = [
  'KQRvKB',
  'KRPvKR',
  'KPPvKP',
  'KNNvKP',
  'KPPPvK',
  'KBBvKNN',
  'KRRvKRR',
  'KPPvKPP',
  'KQRBvKN',
].concat(['KRBPvKN', 'KPPPPvKP', 'KPPPPPvK', 'KQPPvKPP', 'KQQQQQvK'])

/** @param {import('binbo').Position} position @param {number} plies @returns {boolean} can the game end within so many? */
const canEnd = (position, plies) =>
  position.legalMoves('count') === 0 ||
  (plies > 0 && position.legalMoves('san').some(san => canEnd(position.play(san), plies - 1)))

/**
 * Captures need smaller tables. And where the game ends no table is asked here, while Stockfish takes its value.
 * @param {import('binbo').Position} position
 */
const isQuiet = position => !position.legalMoves('san').some(san => san.includes('x')) && !canEnd(position, 2)

test('files of five to seven men that a writer makes: Stockfish reads the same values', async t => {
  const place = mkdtempSync(join(tmpdir(), 'binbo-tables-'))
  t.after(() => rmSync(place, { recursive: true }))
  let largest = 0
  for (const material of MADE)
    for (const kind of /** @type {const} */ (['w', 'z'])) {
      const { bytes, size } = writeTable(material, kind, random)
      largest = Math.max(largest, size)
      writeFileSync(join(place, `${material}.rtb${kind}`), bytes)
    }
  assert.ok(largest > 2 ** 32)
  const asked = MADE.flatMap(material => {
    const found = []
    while (found.length < 30) {
      const position = randomPosition(material, random)
      if (isQuiet(position)) found.push(position)
    }
    return found
  })
  const answers = await askStockfish(place, asked)
  const tables = Tablebase.openSync(tablebaseFolder(place))
  assert.equal(tables.maxMen, 7)
  let distances = 0
  for (const [i, position] of asked.entries()) {
    const { fen } = position
    assert.deepEqual([fen, tables.wdlSync(position)], [fen, answers[i].wdl])
    try {
      const dtz = tables.dtzSync(position)
      if (dtz === null || answers[i].dtz === null) continue
      distances++
      assert.deepEqual([fen, dtz.dtz], [fen, answers[i].dtz])
    } catch (error) {
      // Random values may contradict each other.
      if (error.code !== 'ERR_TABLEBASE_DAMAGED') throw error
    }
  }
  assert.ok(distances > 100, `${distances}`)
})
