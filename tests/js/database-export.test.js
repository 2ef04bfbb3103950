// SPDX-License-Identifier: Apache-2.0
// Exports of `binbo/database`, each read back by another reader: apache-arrow, hyparquet, DuckDB, a reader of CSV, Book.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromIPC } from 'apache-arrow'
import { ChessError } from 'binbo'
import { Book } from 'binbo/book'
import { openDatabase } from 'binbo/database'
import { parsePgn } from 'binbo/pgn'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { SQUARES } from './support/binbo.js'
import { corpus, replay, SEGMENT_GAMES } from './support/database-oracle.js'
import { seed } from './support/random-games.js'

const folder = mkdtempSync(join(tmpdir(), 'binbo-export-'))
after(() => rmSync(folder, { recursive: true }))

const FORMATS = [
  ...['pgn', 'csv', 'jsonl', 'arrow', 'parquet', 'arrow-positions', 'parquet-positions', 'polyglot'],
]
const ODD = ['a "b" c', 'Smith, John', 'Zoë 王 😀 Ł', '"', ',', "o'", ' spaces ', '=1+1']
const odd = ODD.map((name, i) => {
  const value = name.replace(/["\\]/g, '\\$&')
  return `[Event "${value}"]\n[White "${value}"]\n[Black "${ODD[(i + 1) % ODD.length]?.replace(/"/g, '\\"')}"]\n\n1. e4 *\n\n`
}).join('')
const promotions = [
  ...['N', 'B', 'R', 'Q'].map(piece => `[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=${piece} Kg7 1-0\n\n`),
  '[Variant "Antichess"]\n[FEN "8/P7/8/8/8/8/7p/8 b - - 0 1"]\n\n1... h1=K 2. a8=K *\n\n',
].join('')
const text = `${corpus(seed)}\n\n${odd}${promotions}`
const games = replay(text)
const code = expected => error => error instanceof ChessError && error.code === expected
const open = async (pgn, options = { [SEGMENT_GAMES]: 64 }) => {
  const db = await openDatabase(options)
  await db.add(pgn)
  return db
}
const db = await open(text)
const all = await db.filter()
const exported = async (one, set, as, options) => {
  const pieces = []
  for await (const piece of one.export(set, as, options)) pieces.push(piece)
  return { pieces, bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()) }
}
const rowsOf = table => Array.from(table, row => row.toJSON())

/** RFC 4180, read a character at a time. */
function readCsv(csv) {
  const rows = []
  let row = []
  let field = ''
  let quoted = false
  for (let i = 0; i < csv.length; i++) {
    const c = csv[i]
    if (quoted && c === '"' && csv[i + 1] === '"') field += csv[++i]
    else if (c === '"' && (quoted || field === '')) quoted = !quoted
    else if (quoted) field += c
    else if (c === ',') {
      row.push(field)
      field = ''
    } else if (c === '\r' && csv[i + 1] === '\n') {
      rows.push([...row, field])
      row = []
      field = ''
      i++
    } else {
      assert.ok(c !== '\n' && c !== '\r', 'rows end with CR LF')
      field += c
    }
  }
  assert.deepEqual([row, field, quoted], [[], '', false])
  return rows
}

/** A head as a row of a table. */
const columnsOf = ({ opening, timeControl, speed, ...head }) => ({
  ...head,
  ...{ opening: opening?.name, openingEco: opening?.eco, timeControl, speed },
})

test('csv has a row a game, and any name comes back', async () => {
  const heads = await db.heads(all)
  assert.ok(ODD.every(name => heads.some(({ white }) => white === name)))
  const [names, ...rows] = readCsv(new TextDecoder().decode((await exported(db, all, 'csv')).bytes))
  assert.deepEqual(names, Object.keys(columnsOf(heads[0])))
  assert.deepEqual(
    rows,
    heads.map(head => Object.values(columnsOf(head)).map(value => String(value ?? ''))),
  )
})

test('arrow has a row a game, of a set alone, in batches', async () => {
  const many = await open(text.concat('\n\n').repeat(30), {})
  const set = (await many.filter({ result: '1-0' })).not()
  assert.ok(set.count > 4096)
  const { bytes, pieces } = await exported(many, set, 'arrow')
  assert.ok(pieces.length > 3)
  const table = tableFromIPC(bytes)
  const heads = await many.heads(set)
  assert.deepEqual(
    rowsOf(table),
    heads.map(head =>
      Object.fromEntries(Object.entries(columnsOf(head)).map(([name, value]) => [name, value ?? null])),
    ),
  )
  assert.deepEqual(
    table.schema.fields.map(field => `${field.name} ${field.type}${field.nullable ? '?' : ''}`),
    [
      ...['id Uint32', 'white Utf8', 'black Utf8', 'whiteElo Uint16?', 'blackElo Uint16?', 'result Utf8'],
      ...['date Utf8', 'event Utf8', 'site Utf8', 'eco Utf8', 'plies Uint32', 'variant Utf8'],
      ...['opening Utf8?', 'openingEco Utf8?', 'timeControl Utf8', 'speed Utf8'],
    ],
  )
})

test('columns are those that are named, headers among them, in their order', async () => {
  const one = await open(
    '[Annotator "Zoë"]\n[White "A"]\n[WhiteElo "2400"]\n\n1. e4 c5 *\n\n[Annotator ""]\n[Site "?"]\n\n*\n\n[FEN "8/8/8/8/8/8/k7/2K5 w - - 0 1"]\n\n*',
    {},
  )
  const set = await one.filter()
  const columns = [{ tag: 'Annotator' }, 'id', 'openingEco', 'whiteElo', { tag: 'Site' }, 'opening', 'site']
  const names = ['Annotator', 'id', 'openingEco', 'whiteElo', 'Site', 'opening', 'site']
  const rows = await Promise.all(
    Array.from(set.ids(), async id => {
      const [tags, { opening, whiteElo, site }] = [await one.tags(id), await one.head(id)]
      const { Annotator = null, Site = null } = tags
      return [Annotator, id, opening?.eco ?? null, whiteElo ?? null, Site, opening?.name ?? null, site]
    }),
  )
  assert.deepEqual(
    rows.map(([annotator, , eco]) => [annotator, eco]),
    [
      ['Zoë', 'B20'],
      ['', null],
      [null, null],
    ],
  )
  const csv = readCsv(new TextDecoder().decode((await exported(one, set, 'csv', { columns })).bytes))
  assert.deepEqual(csv, [names, ...rows.map(row => row.map(value => String(value ?? '')))])
  const table = tableFromIPC((await exported(one, set, 'arrow', { columns })).bytes)
  const objects = rows.map(row => Object.fromEntries(row.map((value, i) => [names[i], value])))
  assert.deepEqual(rowsOf(table), objects)
  const lines = new TextDecoder().decode((await exported(one, set, 'jsonl', { columns })).bytes)
  assert.equal(lines, objects.map(object => `${JSON.stringify(object)}\n`).join(''))
  assert.deepEqual(await readParquet((await exported(one, set, 'parquet', { columns })).bytes), objects)
  for (const wrong of [
    [],
    'id',
    ['elo'],
    [{ tag: '' }],
    [{ tag: 'A', other: 1 }],
    ['id', 'id'],
    ['white', { tag: 'white' }],
  ])
    assert.throws(
      () => one.export(set, 'csv', { columns: wrong }),
      code('ERR_ARGUMENT'),
      JSON.stringify(wrong),
    )
  for (const as of ['pgn', 'polyglot', 'arrow-positions', 'parquet-positions'])
    assert.throws(() => one.export(set, as, { columns: ['id'] }), code('ERR_ARGUMENT'), as)
  assert.throws(() => one.export(set, 'csv', { colums: ['id'] }), code('ERR_ARGUMENT'))
})

/** @returns the rows, by hyparquet */
async function readParquet({ buffer }) {
  return parquetReadObjects({ file: buffer, utf8: true })
}

/**
 * @param where a condition of SQL
 * @returns the rows, and the types of their columns, by DuckDB
 */
async function readByDuckDb(bytes, where = 'true') {
  const file = join(folder, 'table.parquet')
  writeFileSync(file, bytes)
  const sql = await (await DuckDBInstance.create()).connect()
  const result = await sql.runAndReadAll(`from '${file}' where ${where}`)
  const types = result.columnNames().map((name, i) => `${name} ${result.columnType(i)}`)
  const rows = result.getRowObjects()
  sql.closeSync()
  return { rows, types }
}

test('the order of an export is that of heads(), in each format of games and positions', async () => {
  const db = await open(text)
  const set = await db.filter({ plies: [1, 60] })
  const heads = await db.heads(set, { sort: 'white' })
  const ids = heads.map(({ id }) => id)
  assert.notDeepEqual(ids, [...set.ids()])
  const written = (as, options) => new Response(db.export(set, as, { sort: 'white', ...options })).text()
  const rows = (await written('jsonl', { columns: ['id'] })).trim().split('\n')
  assert.deepEqual(
    rows.map(row => JSON.parse(row).id),
    ids,
  )
  assert.equal(await written('csv', { columns: ['id'] }), `id\r\n${ids.map(id => `${id}\r\n`).join('')}`)
  const texts = await Promise.all(ids.map(async id => (await db.game(id)).toString()))
  assert.deepEqual(
    parsePgn(await written('pgn')).map(game => game.toString()),
    texts,
  )
  const table = await tableFromIPC(new Response(db.export(set, 'arrow-positions', { sort: 'white' })))
  assert.deepEqual([...new Set(table.getChild('game'))], ids)
  const sort = ['date', 'desc']
  const dates = (await new Response(db.export(set, 'csv', { columns: ['id'], sort })).text()).split('\r\n')
  const newest = await db.heads(set, { sort })
  assert.deepEqual(
    dates.slice(1, -1),
    newest.map(({ id }) => String(id)),
  )
  for (const [as, wrong] of [
    ['polyglot', 'white'],
    ['csv', 'Date'],
    ['pgn', ['date', 'down']],
  ])
    assert.throws(() => db.export(set, as, { sort: wrong }), code('ERR_ARGUMENT'))
  await db.close()
})

test('parquet and jsonl have the rows of arrow, and parquet its types', async () => {
  const many = await open(text.concat('\n\n').repeat(30), {})
  const set = (await many.filter({ result: '1-0' })).not()
  const rows = rowsOf(tableFromIPC((await exported(many, set, 'arrow')).bytes))
  const { bytes } = await exported(many, set, 'parquet')
  assert.deepEqual(await readParquet(bytes), rows)
  const read = await readByDuckDb(bytes)
  assert.deepEqual(read.rows, rows)
  assert.deepEqual(read.types, [
    ...['id UINTEGER', 'white VARCHAR', 'black VARCHAR', 'whiteElo USMALLINT', 'blackElo USMALLINT'],
    ...['result VARCHAR', 'date VARCHAR', 'event VARCHAR', 'site VARCHAR', 'eco VARCHAR', 'plies UINTEGER'],
    ...['variant VARCHAR', 'opening VARCHAR', 'openingEco VARCHAR', 'timeControl VARCHAR', 'speed VARCHAR'],
  ])
  const { schema } = parquetMetadata(bytes.buffer)
  const optional = schema.filter(column => column.repetition_type === 'OPTIONAL').map(({ name }) => name)
  assert.deepEqual(optional, ['whiteElo', 'blackElo', 'opening', 'openingEco'])
  const lines = new TextDecoder().decode((await exported(many, set, 'jsonl')).bytes)
  assert.deepEqual(
    lines
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
    rows,
  )
})

test('parquet-positions has the rows of arrow-positions', async () => {
  const rows = rowsOf(tableFromIPC((await exported(db, all, 'arrow-positions')).bytes))
  const { bytes } = await exported(db, all, 'parquet-positions')
  assert.deepEqual(
    (await readParquet(bytes)).map(row => ({ ...row, key: BigInt.asUintN(64, BigInt(row.key)) })),
    rows,
  )
  const read = await readByDuckDb(bytes)
  assert.deepEqual(read.rows, rows)
  assert.deepEqual(read.types, [
    'key UBIGINT',
    'ply UINTEGER',
    'game UINTEGER',
    'move USMALLINT',
    'result TINYINT',
  ])
})

test('readers that skip groups of rows by their least and greatest values find what they look for', async () => {
  const long = 'Ünïcode '.repeat(9)
  const names = [`${long}B`, `${long}A`, 'Z', `${long}€`]
  const pgn = names.map(name => `[White "${name}"]\n[WhiteElo "2400"]\n\n1. e4 e5 2. Nf3 *\n\n`).join('')
  const one = await open(pgn, {})
  const set = await one.filter()
  const { bytes } = await exported(one, set, 'parquet')
  for (const name of names) {
    const { rows } = await readByDuckDb(bytes, `white = '${name}'`)
    assert.deepEqual(
      rows.map(({ white }) => white),
      [name],
    )
  }
  assert.equal((await readByDuckDb(bytes, `white > '${long}A'`)).rows.length, 2)
  assert.equal((await readByDuckDb(bytes, 'blackElo is null and "whiteElo" >= 2400')).rows.length, 4)
  const positions = (await exported(db, all, 'parquet-positions')).bytes
  const keys = rowsOf(tableFromIPC((await exported(db, all, 'arrow-positions')).bytes)).map(({ key }) => key)
  const half = 1n << 63n
  assert.ok(keys.some(key => key >= half) && keys.some(key => key < half))
  for (const key of [...new Set(keys)].slice(0, 20)) {
    const { rows } = await readByDuckDb(positions, `key = ${key}`)
    assert.equal(rows.length, keys.filter(other => other === key).length, String(key))
  }
  assert.equal(
    (await readByDuckDb(positions, `key >= ${half}`)).rows.length,
    keys.filter(key => key >= half).length,
  )
})

test('a group of rows of parquet has at most 64 MB, however long the headers are', async () => {
  const note = i => `${i} ${'ÿ€'.repeat(5000)}`
  const count = 3000
  const one = await open(Array.from({ length: count }, (_, i) => `[Note "${note(i)}"]\n\n*\n\n`).join(''), {})
  const { bytes } = await exported(one, await one.filter(), 'parquet', { columns: ['id', { tag: 'Note' }] })
  const groups = parquetMetadata(bytes.buffer).row_groups
  assert.ok(groups.length > 1)
  for (const group of groups) assert.ok(Number(group.total_byte_size) <= 64e6, String(group.total_byte_size))
  const rows = await readParquet(bytes)
  assert.deepEqual(
    rows.map(({ id, Note }) => Note === note(id)),
    Array(count).fill(true),
  )
})

/** As Polyglot's format has it, from the move's description. */
function bookMove(position, { uci, san = '', drop, promotion }) {
  if (uci === '0000') return 0
  if (drop) return SQUARES.indexOf(uci.slice(2)) * 65 + ('PNBRQ'.indexOf(uci[0]) << 12)
  const from = SQUARES.indexOf(uci.slice(0, 2))
  let to = SQUARES.indexOf(uci.slice(2, 4))
  if (san.startsWith('O-O') && position.variant !== 'chess960') to = (from & 56) + (to > from ? 7 : 0)
  return to + (from << 6) + (' nbrqk'.indexOf(promotion ?? ' ') << 12)
}

test('arrow-positions has the positions of each game, with their Polyglot keys and what was played', async () => {
  const outcomes = { '1-0': 1, '0-1': -1, '1/2-1/2': 0, '*': null }
  const expected = games.flatMap(({ game, plies }, id) =>
    plies.map(({ position }, ply) => ({
      key: position.hash,
      ply,
      game: id,
      move: ply + 1 < plies.length ? bookMove(position, plies[ply + 1].move ?? { uci: '0000' }) : null,
      result: outcomes[game.result],
    })),
  )
  const kinds = new Set(expected.map(({ move }) => (move ?? 0) >> 12))
  assert.deepEqual([...kinds].sort(), [0, 1, 2, 3, 4, 5])
  const { bytes, pieces } = await exported(db, all, 'arrow-positions')
  assert.deepEqual(rowsOf(tableFromIPC(bytes)), expected)
  assert.ok(pieces.length > 3 || expected.length < 1 << 14)
})

const bookOf = async (one, set) => (await exported(one, set, 'polyglot')).bytes
const fromGames = async pgn => {
  const played = parsePgn(pgn).filter(({ variant }) => ['standard', 'chess960'].includes(variant))
  return (await Book.fromGames(played)).bytes()
}

test('polyglot is the book of the games of standard chess and Chess960', async () => {
  const set = await db.filter({ plies: [1, 1000] })
  const pgn = await new Response(db.export(set, 'pgn')).text()
  const bytes = await bookOf(db, set)
  assert.deepEqual(bytes, await fromGames(pgn))
  const book = await Book.open(bytes)
  assert.ok((await book.find(games[0].plies[0].position)).length > 0)
})

test('a book of more games than are sorted at once is the same, and its weights are scaled', async () => {
  const game = (moves, result) => `[Result "${result}"]\n\n${moves} ${result}\n\n`
  const pgn =
    game('1. e4 e5', '1-0').repeat(40_000) + game('1. d4 d5', '1/2-1/2').repeat(9) + game('1. e4 c5', '0-1')
  const many = await open(pgn, {})
  const bytes = await bookOf(many, await many.filter())
  assert.deepEqual(bytes, await fromGames(pgn))
})

test('what stands in an empty set is a header, and no more', async () => {
  const none = await db.filter({ white: 'nobody' })
  assert.equal(none.count, 0)
  for (const [as, size] of [
    ['pgn', 0],
    ['polyglot', 0],
    ['jsonl', 0],
  ])
    assert.equal((await exported(db, none, as)).bytes.length, size, as)
  assert.equal(readCsv(new TextDecoder().decode((await exported(db, none, 'csv')).bytes)).length, 1)
  for (const as of ['arrow', 'arrow-positions']) {
    const table = tableFromIPC((await exported(db, none, as)).bytes)
    assert.deepEqual([table.numRows, table.schema.fields.length > 4], [0, true])
  }
  for (const as of ['parquet', 'parquet-positions']) {
    const { rows, types } = await readByDuckDb((await exported(db, none, as)).bytes)
    assert.deepEqual([rows, types.length > 4], [[], true])
  }
})

test('pieces are made as they are read, an export ends where its database is closed, and other formats are refused', async () => {
  const many = await open(text.concat('\n\n').repeat(8), {})
  const set = await many.filter()
  const readers = []
  for (const as of FORMATS) {
    const reader = many.export(set, as).getReader()
    const { value } = await reader.read()
    assert.ok(value.length > 0, as)
    readers.push([as, reader])
  }
  const cancelled = many.export(set, 'csv')
  await cancelled.cancel()
  assert.equal((await cancelled.getReader().read()).done, true)
  assert.throws(() => many.export(set, 'xml'), code('ERR_ARGUMENT'))
  assert.throws(() => many.export(set), code('ERR_ARGUMENT'))
  await many.close()
  for (const [as, reader] of readers) await assert.rejects(reader.read(), code('ERR_DATABASE_CLOSED'), as)
  assert.throws(() => many.export(set, 'csv'), code('ERR_DATABASE_CLOSED'))
})

test('for await reads an export and cancels it also where streams cannot be iterated, as in some browsers', async t => {
  const { prototype } = ReadableStream
  const names = /** @type {const} */ (['values', Symbol.asyncIterator])
  const own = names.map(name => [name, Object.getOwnPropertyDescriptor(prototype, name)])
  const whole = (await exported(db, all, 'pgn')).bytes
  for (const name of names) delete prototype[name]
  t.after(() => {
    for (const [name, descriptor] of own) Object.defineProperty(prototype, name, descriptor)
  })
  assert.equal(Symbol.asyncIterator in new ReadableStream(), false)
  assert.deepEqual((await exported(db, all, 'pgn')).bytes, whole)
  const read = async (stream, options) => {
    for await (const piece of stream.values(options)) return piece.length
  }
  const [left, kept] = [db.export(all, 'pgn'), db.export(all, 'pgn')]
  const size = await read(left)
  assert.equal(await read(left), undefined, 'it was cancelled')
  assert.ok(size > 0 && size < whole.length)
  assert.equal(await read(kept, { preventCancel: true }), size)
  assert.ok((await read(kept)) > 0)
  const closing = await open('1. e4 *')
  const stream = closing.export(await closing.filter(), 'pgn')
  await closing.close()
  await assert.rejects(read(stream), code('ERR_DATABASE_CLOSED'))
})
