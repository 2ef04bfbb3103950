// SPDX-License-Identifier: Apache-2.0
/**
 * The explorer as Parquet: games and positions exported, positions sorted by key and counted with DuckDB, sizes, times, and what
 * a question must fetch from storage of objects; times of questions are medians of five. The games are made: each has the
 * headers and the first plies of one of the file, then random moves, so that most positions are reached once, as in large databases.
 *
 * usage: node tests/bench/database-parquet.js games.pgn GAMES    (after make build)
 */
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { openDatabase } from '../../dist/database.js'
import { Game } from '../../dist/index.js'
import { parsePgn } from '../../dist/pgn.js'
import { pick, randomFrom } from '../random.js'
import { median } from './harness.js'

const ROUNDS = 5
/** The plies that a game has of one of the file. */
const [LEAST, MOST] = [4, 24]
const LINES = {
  'the start': '*',
  '1. e4 c5': '1. e4 c5',
  'ply 10': '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6',
}

const folder = mkdtempSync(join(tmpdir(), 'binbo-parquet-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const path = (/** @type {string} */ name) => join(folder, `${name}.parquet`)
const figure = (/** @type {number} */ value) => value.toLocaleString('en', { maximumSignificantDigits: 3 })

console.log('| step | rows | bytes | bytes a row | s |\n|---|---|---|---|---|')
/** @param {string} step @param {string} file @param {number} rows @param {number} begin */
const report = (step, file, rows, begin) => {
  const { size } = statSync(path(file))
  const seconds = figure((performance.now() - begin) / 1000)
  console.log(
    `| ${step} | ${rows.toLocaleString('en')} | ${size.toLocaleString('en')} | ${figure(size / rows)} | ${seconds} |`,
  )
}

const [, , pgn, count = '20000'] = process.argv

async function* games() {
  const random = randomFrom(1)
  const texts = parsePgn(readFileSync(pgn, 'utf8')).map(game => ({
    headers: Array.from(game.headers, ([name, value]) => `[${name} "${value}"]\n`).join(''),
    moves: Array.from(game.mainline(), ({ san }) => san),
    result: game.result,
  }))
  for (let i = 0; i < Number(count); i++) {
    const { headers, moves, result } = pick(random, texts)
    const game = new Game({ draws: 'none' })
    const known = LEAST + Math.floor(random() * (MOST - LEAST))
    const words = []
    for (let ply = 0; ply < moves.length && !game.status.over; ply++) {
      const san = ply < known ? moves[ply] : pick(random, game.legalMoves('san'))
      game.move(san)
      words.push(san)
    }
    game.stop()
    yield `${headers}\n${words.join(' ')} ${result}\n\n`
  }
}

const db = await openDatabase()
await db.add(games())
const all = await db.filter()
const rss = process.memoryUsage.rss()
const sql = await (await DuckDBInstance.create()).connect()
const firstRow = async (/** @type {string} */ query) => (await sql.runAndReadAll(query)).getRows()[0]

for (const as of /** @type {const} */ (['csv', 'parquet', 'parquet-positions'])) {
  const begin = performance.now()
  await pipeline(Readable.from(db.export(all, as)), createWriteStream(path(as)))
  const rows =
    as === 'parquet-positions' ? Number((await firstRow(`select count(*) from '${path(as)}'`))[0]) : all.count
  report(`export as ${as}`, as, rows, begin)
}
const used = [rss / 2 ** 20, process.resourceUsage().maxRSS / 2 ** 10].map(figure)
console.log(`\nmemory before the exports: ${used[0]} MB, most: ${used[1]} MB\n`)

const positions = `read_parquet('${path('parquet-positions')}')`
/** Statistics have numbers of 64 bits with a sign. */
const unsigned = (/** @type {string} */ name) =>
  `(${name}::hugeint + 18446744073709551616::hugeint) % (18446744073709551616::hugeint)`
const FIRST_VISITS = `select key, game, arg_min(move, ply) as move, any_value(result) as result from ${positions} group by key, game`
console.log('| step | rows | bytes | bytes a row | s |\n|---|---|---|---|---|')
for (const [file, query] of [
  ['sorted', `select key, ply, game, move, result from ${positions} order by key, game, ply`],
  [
    'counted',
    `select key, move, count(*)::uinteger as games, count(*) filter (result = 1)::uinteger as white,
      count(*) filter (result = 0)::uinteger as draws, count(*) filter (result = -1)::uinteger as black
      from (${FIRST_VISITS}) where move is not null group by key, move order by key, games desc`,
  ],
  ['counted twice', `select * from '${path('counted')}' where games > 1 order by key, games desc`],
]) {
  const begin = performance.now()
  await sql.run(
    `copy (${query}) to '${path(file)}' (format parquet, compression zstd, row_group_size 122880)`,
  )
  report(file, file, Number((await firstRow(`select count(*) from '${path(file)}'`))[0]), begin)
}

console.log(
  '\n| question | file | groups fetched | bytes fetched | ms | moves, games |\n|---|---|---|---|---|---|',
)
for (const [line, moves] of Object.entries(LINES)) {
  const game = new Game()
  game.loadPgn(moves)
  const key = game.hash
  for (const [file, query] of [
    [
      'parquet-positions',
      `select move, count(*) as games, count(*) filter (result = 1) from (select distinct on (game) * from FILE where key = ${key} order by game, ply)
        where move is not null group by move order by games desc`,
    ],
    [
      'sorted',
      `select move, count(*) as games, count(*) filter (result = 1) from (select distinct on (game) * from FILE where key = ${key} order by game, ply)
        where move is not null group by move order by games desc`,
    ],
    ['counted', `select move, games, white from FILE where key = ${key} order by games desc`],
  ]) {
    const times = []
    let rows = []
    for (let round = 0; round < ROUNDS; round++) {
      const begin = performance.now()
      rows = (await sql.runAndReadAll(query.replaceAll('FILE', `'${path(file)}'`))).getRows()
      times.push(performance.now() - begin)
    }
    const [groups, bytes] = await firstRow(`select count(distinct row_group_id), sum(total_compressed_size)
      from parquet_metadata('${path(file)}') where row_group_id in (select row_group_id from parquet_metadata('${path(file)}')
      where path_in_schema = 'key' and (stats_min_value is null
        or ${key}::hugeint between ${unsigned('stats_min_value')} and ${unsigned('stats_max_value')}))`)
    const games = rows.reduce((sum, row) => sum + Number(row[1]), 0)
    console.log(
      `| ${line} | ${file} | ${groups} | ${Number(bytes).toLocaleString('en')} | ${figure(median(times))} | ${rows.length}, ${games} |`,
    )
  }
  const { games, moves: played } = await db.explore(game.position)
  console.log(
    `| ${line} | binbo | | | | ${played.length}, ${played.reduce((sum, move) => sum + move.games, 0)} of ${games} |`,
  )
}
sql.closeSync()
await db.close()
