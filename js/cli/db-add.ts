// SPDX-License-Identifier: Apache-2.0
// binbo db add: adds the games of PGN files to a database.

import { codeOf } from '../core/caught.js'
import type { Kept } from '../database/keeper.js'
import { KINDS } from '../database/keeper.js'
import { errorLine, listed } from './check-report.js'
import { complain, FAILURE, option, SUCCESS, unlessInterrupted } from './command.js'
import { fileFailure, inputFiles, openInput } from './files.js'
import { databaseCommand } from './open-database.js'
import { ProgressLine } from './progress-line.js'
import { counted, painter, printable, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db add',
  help: `[FILE…] --db DIR [options]

Adds the games of PGN files to a database, which is made if it is not there. Without FILE, or where FILE is -,
it reads standard input. Files compressed with gzip (.gz) or, from Node 22.15 on, Zstandard (.zst) are
decompressed. Games with errors are kept up to the first of their main line.

options:

exit code: 0 all were added; 2 wrong usage, or a file or the database cannot be read or written; 130 interrupted:
the games that were added until then stay
`,
  options: {
    keep: option(
      '--keep WHAT',
      `of a game's text: reference, where it stands in its file, is the default; text, a copy;
      moves, nothing. Of standard input and compressed files there are no references`,
      readKept,
    ),
  },
  isMade: true,
  takesWords: true,
  async run(db, { db: folder, keep, json, quiet }, names, io) {
    const files = inputFiles(names)
    const { stdout, stderr, signal } = io
    const before = db.games
    const progress = new ProgressLine(io, quiet)
    let [failed, skipped, errors] = [false, 0, 0]
    for (const file of files) {
      const source = openInput(file, io, quiet)
      const onProgress = progress.ofReading(file, source, () => db.games - before)
      try {
        const kept = file !== '-' || keep !== 'reference' ? keep : undefined
        const added = await db.add(source, { keep: kept, signal, onProgress })
        progress.clear()
        for (const error of listed(added.errors, quiet))
          stderr.write(`${errorLine(file, error, painter(stderr))}\n`)
        skipped += added.skipped
        errors += added.errors.length
      } catch (error) {
        progress.clear()
        if (signal.aborted) break
        failed = true
        complain(io, fileFailure(file, error))
        if (codeOf(error)?.startsWith('ERR_DATABASE_')) break
      }
    }
    const games = db.games - before
    if (json) stdout.write(`${visibleJson({ games, skipped, errors, total: db.games })}\n`)
    if (!quiet) {
      const left = skipped > 0 ? `, ${counted(skipped, 'game')} skipped` : ''
      const cut = signal.aborted ? ' (interrupted)' : ''
      stderr.write(
        `${printable(folder ?? '')}: ${counted(games, 'game')} added${left}, ${counted(db.games, 'game')} in all${cut}\n`,
      )
    }
    return unlessInterrupted(io, failed || signal.aborted ? FAILURE : SUCCESS)
  },
})

function readKept(text: string): Kept {
  const kept = KINDS.find(kind => kind === text)
  if (kept === undefined) throw new UsageError(`--keep is one of ${KINDS.join(', ')}`)
  return kept
}
