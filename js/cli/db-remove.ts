// SPDX-License-Identifier: Apache-2.0
// binbo db remove: removes games from a database.

import { SET_OF } from '../database/hidden.js'
import { flag, NEGATIVE, SUCCESS, summarize } from './command.js'
import { askedGames, databaseCommand, FILTER, numberedGames, QUERY, saysWhich } from './open-database.js'
import { counted, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db remove',
  help: `[N…] --db DIR [options]

Removes games: those with these numbers, N or a range such as 12-20, or those of the options; with both, the games
that are among both. The numbers of the others stay as they are, until --compact.

options:

exit code: 0 games were removed, or the database is compact; 1 there are no such games; 2 wrong usage, or the
database cannot be read or written; 130 interrupted
`,
  options: {
    ...QUERY,
    ...FILTER,
    all: flag('--all', 'all games'),
    compact: flag('--compact', 'frees the space of removed games and damaged files; games get new numbers'),
  },
  isChanged: true,
  takesWords: true,
  async run(db, values, words, io) {
    const { stdout, signal } = io
    const { all, compact, json, quiet } = values
    const isTold = words.length > 0 || saysWhich(values)
    if (all && isTold) throw new UsageError('--all is all games: no other conditions')
    if (!all && !isTold && !compact) throw new UsageError('say which games, or --all, or --compact')
    const numbered = words.length > 0 ? await numberedGames(db, words, io) : undefined
    const asked = all || isTold ? await askedGames(db, values, signal) : undefined
    const set = numbered && asked ? asked.and(db[SET_OF](numbered.ids)) : asked
    const removed = set && (await db.remove(set))
    if (compact) await db.compact()
    if (json) stdout.write(`${visibleJson({ removed: removed ?? 0, games: db.games })}\n`)
    if (!quiet)
      await summarize(io, `${counted(removed ?? 0, 'game')} removed, ${counted(db.games, 'game')} in all`)
    return removed === 0 && !compact ? NEGATIVE : SUCCESS
  },
})
