// SPDX-License-Identifier: Apache-2.0
// binbo db add: the games of PGN files go into a database.

import { KINDS } from '../database/keeper.js'
import { PgnFileSource } from '../node/pgn-file-source.js'
import { errorLine } from './check-report.js'
import { fileFailure, inputFiles } from './input-files.js'
import { COMMON_HELP, DATABASE_HELP, FAILURE, INTERRUPTED, SUCCESS, withDatabase } from './open-database.js'
import { ProgressLine, progressText } from './progress-line.js'
import { counted, painter, printable, visibleJson } from './text.js'
import { UsageError, usageError } from './usage-error.js'

/** @import { Database } from '../database/database.js' */
/** @import { Kept } from '../database/keeper.js' */
/** @import { Io } from './main.js' */

const HELP = `usage: binbo db add [FILE…] --db DIR [options]

Adds the games of PGN files to a database, which is made if it is not there. Without FILE, or where FILE is -,
it reads standard input. Files compressed with gzip (.gz) or, from Node 22.15 on, Zstandard (.zst) are
decompressed. Games with errors are kept up to the first of their main line.

options:
${DATABASE_HELP}
  --keep WHAT           of a game's text: reference, where it stands in its file, is the default; text, a copy;
                        moves, nothing. Of standard input and compressed files there are no references
${COMMON_HELP}

exit code: 0 all were added; 2 wrong usage, or a file or the database cannot be read or written; 130 interrupted:
the games that were added until then stay
`

const COMMAND = 'db add'
const OPTIONS = /** @type {const} */ ({ keep: { type: 'string' } })

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export const run = (args, io) =>
  withDatabase(
    { command: COMMAND, help: HELP, options: OPTIONS, isMade: true, takesWords: true },
    args,
    io,
    (db, values, names) => addFiles(db, filesOf(names), values, io),
  )

/** @param {string[]} names */
function filesOf(names) {
  try {
    return inputFiles(names)
  } catch (error) {
    throw usageError(error, COMMAND)
  }
}

/**
 * @param {Database} db
 * @param {string[]} files
 * @param {{ db: string, keep?: Kept, json: boolean, quiet: boolean }} values
 * @param {Io} io
 * @returns {Promise<number>}
 */
async function addFiles(db, files, { db: folder, keep, json, quiet }, io) {
  if (keep !== undefined && !KINDS.includes(keep))
    throw new UsageError(`--keep is one of ${KINDS.join(', ')}`, COMMAND)
  const { stdin, stdout, stderr, signal } = io
  const before = db.games
  const start = performance.now()
  const progress = quiet ? undefined : new ProgressLine(stderr, io.env, start)
  let [failed, skipped, errors] = [false, 0, 0]
  for (const file of files) {
    if (file === '-' && stdin.isTTY && !quiet) stderr.write('reading standard input; Ctrl-D ends it\n')
    const source = new PgnFileSource(file === '-' ? stdin : file, signal)
    const onProgress = (/** @type {{ bytes: number }} */ { bytes }) =>
      progress?.update(columns => {
        const speed = bytes / ((performance.now() - start) / 1000)
        const { bytesRead: read, totalBytes: total } = source
        return progressText({ name: printable(file), read, total, speed, games: db.games - before }, columns)
      }, performance.now())
    try {
      const isFile = file !== '-'
      const added = await db.add(source, {
        keep: isFile || keep !== 'reference' ? keep : undefined,
        signal,
        onProgress,
      })
      progress?.clear()
      for (const error of added.errors) stderr.write(`${errorLine(file, error, painter(stderr))}\n`)
      skipped += added.skipped
      errors += added.errors.length
    } catch (error) {
      progress?.clear()
      if (signal.aborted) break
      failed = true
      stderr.write(`binbo: ${printable(fileFailure(file, /** @type {Error} */ (error)))}\n`)
      if (String(/** @type {{ code?: string }} */ (error).code).startsWith('ERR_DATABASE_')) break
    }
  }
  const games = db.games - before
  if (json) stdout.write(`${visibleJson({ games, skipped, errors, total: db.games })}\n`)
  if (!quiet) {
    const left = skipped > 0 ? `, ${counted(skipped, 'game')} skipped` : ''
    const cut = signal.aborted ? ' (interrupted)' : ''
    stderr.write(
      `${printable(folder)}: ${counted(games, 'game')} added${left}, ${counted(db.games, 'game')} in all${cut}\n`,
    )
  }
  if (signal.reason === 'SIGINT') return INTERRUPTED
  return failed || signal.aborted ? FAILURE : SUCCESS
}
