// SPDX-License-Identifier: Apache-2.0
// binbo db remove: games are taken out of a database.

import {
  askedGames,
  COMMON_HELP,
  DATABASE_HELP,
  FILTER_HELP,
  FILTER_OPTIONS,
  NOTHING_FOUND,
  QUERY_HELP,
  QUERY_OPTIONS,
  SUCCESS,
  saysWhich,
  withDatabase,
} from './open-database.js'
import { counted, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

/** @import { Io } from './main.js' */

const HELP = `usage: binbo db remove --db DIR [options]

Removes games. The numbers of the others stay as they are, until --compact.

options:
${DATABASE_HELP}
${QUERY_HELP}
${FILTER_HELP}
  --all                 all games
  --compact             gives back the room of removed games and damaged files; games get new numbers
${COMMON_HELP}

exit code: 0 games were removed, or the database is compact; 1 there are no such games; 2 wrong usage, or the
database cannot be read or written; 130 interrupted
`

const COMMAND = 'db remove'
const OPTIONS = /** @type {const} */ ({
  ...FILTER_OPTIONS,
  ...QUERY_OPTIONS,
  all: { type: 'boolean', default: false },
  compact: { type: 'boolean', default: false },
})

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export const run = (args, io) =>
  withDatabase({ command: COMMAND, help: HELP, options: OPTIONS }, args, io, async (db, values) => {
    const isTold = saysWhich(values)
    if (values.all && isTold) throw new UsageError('--all is all games: no other conditions', COMMAND)
    if (!values.all && !isTold && !values.compact)
      throw new UsageError('say which games, or --all, or --compact', COMMAND)
    const removed =
      values.all || isTold ? await db.remove(await askedGames(db, values, io.signal)) : undefined
    if (values.compact) await db.compact()
    if (values.json) io.stdout.write(`${visibleJson({ removed: removed ?? 0, games: db.games })}\n`)
    if (!values.quiet)
      io.stderr.write(`${counted(removed ?? 0, 'game')} removed, ${counted(db.games, 'game')} in all\n`)
    return removed === 0 && !values.compact ? NOTHING_FOUND : SUCCESS
  })
