// SPDX-License-Identifier: Apache-2.0
// binbo db players: the players of a database, each under all names.

import { NEGATIVE, option, SUCCESS, wholeNumber } from './command.js'
import { databaseCommand, FILTER, filteredGames } from './open-database.js'
import { printable, visibleJson } from './text.js'

export const command = databaseCommand({
  name: 'db players',
  help: `[BEGINNING] --db DIR [options]

Lists the players, most games first: the number of games, the name as it is spelt most often, and its other
spellings. Names that differ in case and accents are one, and those that db alias made one.

options:

exit code: 0 there are players; 1 there is none; 2 wrong usage, or the database cannot be read
`,
  options: { ...FILTER, limit: option('--limit N', 'lists so many players', wholeNumber(0), Infinity) },
  takesWords: true,
  async run(db, values, words, { stdout, signal }) {
    const { json, limit } = values
    const found: object[] = []
    const set = await filteredGames(db, values)
    for await (const player of db.players({ beginning: words.join(' '), in: set })) {
      signal.throwIfAborted()
      if (found.length >= limit) break
      found.push(player)
      if (json) continue
      const { name, games, aliases } = player
      stdout.write(`${printable([String(games).padStart(7), name, ...aliases].join('  '))}\n`)
    }
    if (json) stdout.write(`${visibleJson(found)}\n`)
    return found.length > 0 ? SUCCESS : NEGATIVE
  },
})
