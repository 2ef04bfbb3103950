// SPDX-License-Identifier: Apache-2.0
// binbo db search: finds games of a database by headers, positions, patterns, material and moves.

import { once } from 'node:events'
import { NEGATIVE, option, SUCCESS, summarize, wholeNumber } from './command.js'
import { databaseCommand, FILTER, filteredGames, headText, QUERY, queryOf } from './open-database.js'
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
    limit: option('--limit N', 'lists so many games; all are counted', wholeNumber(0), Infinity),
  },
  async run(db, values, _, io) {
    const { stdout, signal } = io
    const { limit, json, quiet } = values
    const progress = new ProgressLine(io, quiet)
    const set = await filteredGames(db, values)
    const query = queryOf(values)
    const onProgress = (at: { games: number; totalGames: number; hits: number }) =>
      progress.update(columns => barLine('', at.games / at.totalGames, '', [`${at.hits} found`], columns))
    const found = query && db.search(query, { in: set, limit, signal, onProgress })
    const hits: object[] = []
    for await (const { game, ply } of found ?? listed(set.ids({ to: limit }))) {
      const head = await db.head(game)
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

function* listed(ids: Uint32Array): Generator<{ game: number; ply: number | undefined }> {
  for (const game of ids) yield { game, ply: undefined }
}
