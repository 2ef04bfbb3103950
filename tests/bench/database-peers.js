// SPDX-License-Identifier: Apache-2.0
/**
 * The same games and questions in binbo/database, in Scid (native, with files), in DuckDB (native, over exported positions)
 * and by a replay of the PGN with chessops, one after the other; medians of five, and what each has counted. Times are CPU
 * time, since others use the machine, too. DuckDB and chessops get the first games of the file only.
 *
 * usage: node tests/bench/database-peers.js games.pgn    (after make build; make database-sample makes a file)
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api'
import { RecordBatchReader } from 'apache-arrow'
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { openDatabase } from '../../dist/database.js'
import { Game } from '../../dist/index.js'
import { median } from './harness.js'

const ROUNDS = 5
/** Games that chessops replays. */
const REPLAYED = 2000
/** Bytes of the file that DuckDB gets. */
const FEW_BYTES = 20e6
const POSITIONS = 'key ubigint, ply uinteger, game uinteger, move usmallint, result tinyint'
const F5 = 37
const G8 = 62
/** Rows of a chunk of DuckDB. */
const CHUNK = 2048

/** @param {() => Promise<unknown>} work @param {number} [rounds] */
async function timed(work, rounds = ROUNDS) {
  const times = []
  let answer
  for (let round = 0; round < rounds; round++) {
    const begin = process.cpuUsage()
    answer = await work()
    const { user, system } = process.cpuUsage(begin)
    times.push((user + system) / 1000)
  }
  return { ms: median(times), answer }
}

/** @param {string} question @param {string} who @param {number} ms @param {unknown} answer @param {string} [unit] */
const report = (question, who, ms, answer, unit = 'ms') =>
  console.log(
    `| ${question} | ${who} | ${ms.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit} | ${answer} |`,
  )

const file = process.argv[2]
const source = await openAsBlob(file)
const folder = mkdtempSync(join(tmpdir(), 'binbo-peers-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
console.log('| question | | CPU time | counted |\n|---|---|---|---|')

const db = await openDatabase({ storage: { folder: join(folder, 'binbo') } })
const imported = await timed(() => db.add(source), 1)
report('import', 'binbo', db.games / (imported.ms / 1000), db.games, 'games/s')
const e4 = new Game()
e4.move('e4')
const headers = /** @type {const} */ ({ elo: [1800, 2500], date: ['1980', '1999'] })
const pattern = /** @type {const} */ ({ board: { f5: 'N', g8: 'k' } })
const start = new Game().position
const sicilian = new Game()
sicilian.playMoves(['e4', 'c5'])
const { value: busiest } = await db.players()[Symbol.asyncIterator]().next()
const player = busiest.name
const first = await timed(() => db.explore(start), 1)
report('explore the start, the first time', 'binbo', first.ms, first.answer?.games)
const questions = /** @type {[string, () => Promise<unknown>][]} */ ([
  ['headers', async () => (await db.filter(headers)).count],
  ['player won', async () => (await db.filter({ player, playerResult: 'won' })).count],
  ['white elo', async () => (await db.filter({ whiteElo: [2400, 2500] })).count],
  ['eco', async () => (await db.filter({ eco: ['B20', 'B99'] })).count],
  ['explore', async () => (await db.explore(start)).games],
  ['explore 1. e4 c5', async () => (await db.explore(sicilian.position)).games],
  ['position', () => db.search({ position: e4.position }).count],
  ['material', () => db.search({ material: 'KRPvKR' }).count],
  ['pattern', () => db.search(pattern).count],
])
for (const [name, ask] of questions) {
  const { ms, answer } = await timed(ask)
  report(name, 'binbo', ms, answer)
}

const scid = fileURLToPath(new URL('database-peers.tcl', import.meta.url))
const { stdout } = spawnSync('/usr/games/tkscid', [scid, file, join(folder, 'scid'), player], {
  encoding: 'utf8',
})
const lines = stdout.split('\n').map(line => line.split('\t'))
for (const name of ['import', ...questions.map(([name]) => name)]) {
  const rows = lines.filter(([of]) => of === name)
  if (rows.length === 0) report(name, 'Scid', Number.NaN, 'no answer')
  else if (name === 'import')
    report(name, 'Scid', Number(rows[0][2]) / (rows[0][1] / 1000), rows[0][2], 'games/s')
  else report(name, 'Scid', median(rows.map(([, ms]) => Number(ms))), rows[0][2])
}

const text = await source.slice(0, FEW_BYTES).text()
const few = text.slice(0, Array.from(text.matchAll(/^\[Event /gm), ({ index }) => index)[REPLAYED])
const replay = await timed(async () => {
  let hits = 0
  for (const game of parsePgn(few)) {
    const position = startingPosition(game.headers).unwrap()
    for (const { san } of game.moves.mainline()) {
      const { board } = position
      if (board.knight.intersect(board.white).has(F5) && board.king.intersect(board.black).has(G8)) {
        hits++
        break
      }
      const move = parseSan(position, san)
      if (move === undefined) break
      position.play(move)
    }
  }
  return hits
}, 1)
report(`pattern, of ${REPLAYED} games`, 'chessops, with its reading', replay.ms, replay.answer)
await db.close()

const small = await openDatabase()
await small.add(text.slice(0, text.lastIndexOf('\n[Event ')))
const sql = await (await DuckDBInstance.create()).connect()
await sql.run(`set threads = 1; create table positions (${POSITIONS})`)
const appender = await sql.createAppender('positions')
const types = Array.from({ length: appender.columnCount }, (_, i) => appender.columnType(i))
const set = await small.filter()
const appended = await timed(async () => {
  for await (const batch of await RecordBatchReader.from(small.export(set, 'arrow-positions')))
    for (let from = 0; from < batch.numRows; from += CHUNK) {
      const rows = batch.slice(from, from + CHUNK)
      const chunk = DuckDBDataChunk.create(types, rows.numRows)
      chunk.setColumns(types.map((_, i) => [...rows.getChildAt(i)]))
      appender.appendDataChunk(chunk)
    }
  appender.closeSync()
  return (await sql.runAndReadAll('select count(*) from positions')).getRows()[0][0]
}, 1)
report(`import of ${set.count} games’ positions`, 'DuckDB', appended.ms, appended.answer)
const grouped = await timed(async () => {
  const rows = await sql.runAndReadAll(
    'select move, count(*) from (select distinct on (game) * from positions where key = $key order by game, ply) group by move',
    { key: e4.position.hash },
  )
  return rows.getRows().reduce((sum, [, games]) => sum + Number(games), 0)
})
report(`explore 1. e4, of ${set.count} games`, 'DuckDB', grouped.ms, grouped.answer)
const mine = await timed(async () => (await small.explore(e4.position)).games, 1)
report(`explore 1. e4, of ${set.count} games, the first time`, 'binbo', mine.ms, mine.answer)
