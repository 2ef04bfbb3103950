// SPDX-License-Identifier: Apache-2.0
// binbo db show: games of a database by their numbers.

import { once } from 'node:events'
import { SET_OF } from '../database/hidden.js'
import { NEGATIVE, SUCCESS } from './command.js'
import { databaseCommand, numberedGames } from './open-database.js'
import { shown, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db show',
  help: `N… --db DIR [options]

Writes the games with these numbers as PGN, in this order: N is the number of a game, as the other commands list
it, or a range such as 12-20.

options:

exit code: 0; 1 there is no game of a number or a range; 2 wrong usage, or the database cannot be read; 130 interrupted
`,
  options: {},
  takesWords: true,
  async run(db, { json }, words, io) {
    const { stdout, signal } = io
    if (words.length === 0) throw new UsageError('say which games: their numbers')
    const { ids, isComplete } = await numberedGames(db, words, io)
    const decoder = new TextDecoder()
    const games: object[] = []
    for (const [place, id] of ids.entries()) {
      signal.throwIfAborted()
      let pgn = ''
      for await (const piece of db.export(db[SET_OF]([id]), 'pgn'))
        pgn += decoder.decode(piece, { stream: true })
      if (json) games.push({ ...(await db.head(id)), pgn })
      else if (!stdout.write(shown(stdout, `${place > 0 ? '\n' : ''}${pgn}`)))
        await once(stdout, 'drain', { signal })
    }
    if (json) stdout.write(`${visibleJson(games)}\n`)
    return isComplete ? SUCCESS : NEGATIVE
  },
})
