// SPDX-License-Identifier: Apache-2.0
// binbo db search: the games of a database by headers, positions, patterns, material and moves.

import { once } from 'node:events'
import {
  COMMON_HELP,
  DATABASE_HELP,
  FILTER_HELP,
  FILTER_OPTIONS,
  filteredGames,
  headText,
  NOTHING_FOUND,
  QUERY_HELP,
  QUERY_OPTIONS,
  queryOf,
  SUCCESS,
  withDatabase,
} from './open-database.js'
import { barLine, ProgressLine } from './progress-line.js'
import { readNumber } from './search-settings.js'
import { counted, visibleJson } from './text.js'
import { usageError } from './usage-error.js'

/** @import { Database } from '../database/database.js' */
/** @import { Io } from './main.js' */

const HELP = `usage: binbo db search --db DIR [options]

Lists games: the number of each, its players, result, date and event, and the ply at which what is searched for
holds for the first time.

options:
${DATABASE_HELP}
${QUERY_HELP}
${FILTER_HELP}
  --limit N             lists so many games; all are counted
${COMMON_HELP}

exit code: 0 games were found; 1 none was; 2 wrong usage, or the database cannot be read; 130 interrupted
`

const COMMAND = 'db search'
const OPTIONS = /** @type {const} */ ({ ...FILTER_OPTIONS, ...QUERY_OPTIONS, limit: { type: 'string' } })

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export const run = (args, io) =>
  withDatabase({ command: COMMAND, help: HELP, options: OPTIONS }, args, io, (db, values) =>
    search(db, values, io),
  )

/**
 * @param {Database} db
 * @param {any} values
 * @param {Io} io
 * @returns {Promise<number>}
 */
async function search(db, values, io) {
  const { stdout, stderr, signal } = io
  const progress = values.quiet ? undefined : new ProgressLine(stderr, io.env, performance.now())
  const set = await filteredGames(db, values)
  const query = queryOf(values)
  const limit = limitOf(values.limit)
  const onProgress = (/** @type {{ games: number, totalGames: number, hits: number }} */ at) =>
    progress?.update(
      columns => barLine('', at.games / at.totalGames, '', [`${at.hits} found`], columns),
      performance.now(),
    )
  const found = query && db.search(query, { in: set, limit, signal, onProgress })
  /** @type {object[]} */
  const hits = []
  for await (const { game, ply } of found ?? listed(set.ids({ to: limit }))) {
    const head = await db.head(game)
    if (values.json) hits.push(ply === undefined ? head : { ...head, ply })
    else {
      if (stdout.isTTY) progress?.clear()
      const row = `${headText(head)}${ply === undefined ? '' : `  ply ${ply}`}\n`
      if (!stdout.write(row)) await once(stdout, 'drain', { signal })
    }
  }
  const count = found ? await found.count : set.count
  progress?.clear()
  if (values.json) stdout.write(`${visibleJson({ count, games: hits })}\n`)
  if (!values.quiet) stderr.write(`${counted(count, 'game')} found\n`)
  return count > 0 ? SUCCESS : NOTHING_FOUND
}

/** @param {Uint32Array} ids @returns {Generator<{ game: number, ply: number | undefined }>} */
function* listed(ids) {
  for (const game of ids) yield { game, ply: undefined }
}

/** @param {string | undefined} text @returns {number} */
function limitOf(text) {
  try {
    return readNumber('limit', text, 0) ?? Number.POSITIVE_INFINITY
  } catch (error) {
    throw usageError(error, COMMAND)
  }
}
