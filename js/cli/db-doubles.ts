// SPDX-License-Identifier: Apache-2.0
// binbo db doubles: games that a database has several times.

import { WORSE_DOUBLES } from '../database/hidden.js'
import { flag, NEGATIVE, option, SUCCESS, summarize, wholeNumber } from './command.js'
import { databaseCommand, FILTER, filteredGames, headText } from './open-database.js'
import { counted, visibleJson } from './text.js'

export const command = databaseCommand({
  name: 'db doubles',
  help: `--db DIR [options]

Lists games of the same players from the same start, whose dates and results do not differ, and whose moves are
equal, or those of one, 20 plies or more, begin those of the other: the games of a group one below the other, the
worse copies with a sign. Worse is the shorter one, of equal moves that without comments, variations and glyphs,
then the later one; a beginning with these is not worse than a longer game without.

options:

exit code: 0 there are such games; 1 there is none; 2 wrong usage, or the database cannot be read or written
`,
  options: {
    ...FILTER,
    limit: option('--limit N', 'lists so many groups', wholeNumber(0), Infinity),
    remove: flag('--remove', 'removes the worse copies, and lists nothing'),
  },
  isChanged: 'remove',
  async run(db, values, _, io) {
    const { stdout, signal } = io
    const { json, limit, quiet, remove } = values
    const set = await filteredGames(db, values)
    const worse = await db[WORSE_DOUBLES](set)
    if (remove) {
      const removed = await db.remove(worse)
      if (json) stdout.write(`${visibleJson({ removed, games: db.games })}\n`)
      if (!quiet)
        await summarize(io, `${counted(removed, 'game')} removed, ${counted(db.games, 'game')} in all`)
      return removed > 0 ? SUCCESS : NEGATIVE
    }
    const groups: number[][] = []
    let [games, count] = [0, 0]
    for await (const group of db.doubles(set)) {
      signal.throwIfAborted()
      games += group.count
      if (count++ >= limit) continue
      if (json) groups.push([...group.ids()])
      else {
        const rows = (await db.heads(group)).map(
          head => `${worse.has(head.id) ? '-' : ' '}${headText(head)}, ${counted(head.plies, 'ply')}\n`,
        )
        stdout.write(`${count > 1 ? '\n' : ''}${rows.join('')}`)
      }
    }
    if (json) stdout.write(`${visibleJson(groups)}\n`)
    if (!quiet)
      await summarize(
        io,
        `${counted(games, 'game')} in ${counted(count, 'group')}, ${worse.count} of them worse`,
      )
    return count > 0 ? SUCCESS : NEGATIVE
  },
})
