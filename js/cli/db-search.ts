// SPDX-License-Identifier: Apache-2.0
// binbo db search: finds games of a database by headers, positions, patterns, material and moves.

import { once } from 'node:events'
import type { Sort } from '../database/columns.js'
import type { Database } from '../database/database.js'
import { SET_OF } from '../database/hidden.js'
import { NEGATIVE, option, SUCCESS, summarize, wholeNumber } from './command.js'
import { databaseCommand, FILTER, filteredGames, headText, QUERY, queryOf, SORT } from './open-database.js'
import { barLine, ProgressLine } from './progress-line.js'
import { counted, visibleJson } from './text.js'

export const command = databaseCommand({
  name: 'db search',
  help: `--db DIR [options]

Lists games: the number of each, its players, result, date and event, and the ply at which what is searched for
holds for the first time.

options:

exit code: 0 games were found; 1 none was; 2 wrong usage, or the database cannot be read; 130 interrupted
`,
  options: {
    ...QUERY,
    ...FILTER,
    sort: SORT,
    limit: option('--limit N', 'lists so many games; all are counted', wholeNumber(0), Infinity),
  },
  async run(db, values, _, io) {
    const { stdout, signal } = io
    const { limit, sort, json, quiet } = values
    const progress = new ProgressLine(io, quiet)
    const set = await filteredGames(db, values)
    const query = queryOf(values)
    const onProgress = (at: { games: number; totalGames: number; hits: number }) =>
      progress.update(columns => barLine('', at.games / at.totalGames, '', [`${at.hits} found`], columns))
    const most = sort === undefined ? limit : Infinity
    const found = query && db.search(query, { in: set, limit: most, signal, onProgress })
    const rows = found ?? listed(set.ids({ to: most }))
    const hits: object[] = []
    for await (const { head, ply } of sort ? sorted(db, rows, sort, limit) : withHeads(db, rows)) {
      if (json) hits.push(ply === undefined ? head : { ...head, ply })
      else {
        if (stdout.isTTY) progress.clear()
        const row = `${headText(head)}${ply === undefined ? '' : `  ply ${ply}`}\n`
        if (!stdout.write(row)) await once(stdout, 'drain', { signal })
      }
    }
    const count = found ? await found.count : set.count
    progress.clear()
    if (json) stdout.write(`${visibleJson({ count, games: hits })}\n`)
    if (!quiet) await summarize(io, `${counted(count, 'game')} found`)
    return count > 0 ? SUCCESS : NEGATIVE
  },
})

/** A row of the list; `ply`: of a hit. */
type Row = { game: number; ply: number | undefined }
type Rows = Iterable<Row> | AsyncIterable<Row>

async function* withHeads(db: Database, rows: Rows) {
  for await (const { game, ply } of rows) yield { head: await db.head(game), ply }
}

async function* sorted(db: Database, rows: Rows, sort: Sort, limit: number) {
  const plies = new Map<number, number | undefined>()
  for await (const { game, ply } of rows) plies.set(game, ply)
  const set = db[SET_OF](plies.keys())
  for (const head of await db.heads(set, { sort, to: Math.min(limit, set.count) }))
    yield { head, ply: plies.get(head.id) }
}

function* listed(ids: Uint32Array): Generator<Row> {
  for (const game of ids) yield { game, ply: undefined }
}
