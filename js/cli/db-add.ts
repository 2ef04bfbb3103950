// SPDX-License-Identifier: Apache-2.0
// binbo db add: adds the games of PGN files, or of a player of a site, to a database.

import { accessSync, constants } from 'node:fs'
import { codeOf, reasonOf } from '../core/caught.js'
import type { ChessError } from '../core/errors.js'
import { COMMITTED, TALLY } from '../database/hidden.js'
import type { Kept } from '../database/keeper.js'
import { KINDS } from '../database/keeper.js'
import { addPlayerGames } from '../sites/add-games.js'
import type { GameSite } from '../sites/player-games.js'
import { isPlayerName, SITE_APIS } from '../sites/player-games.js'
import { errorLine, listed } from './check-report.js'
import { complain, FAILURE, option, SUCCESS, summarize, unlessInterrupted } from './command.js'
import { fileFailure, filesOf, inputFiles, openInput } from './files.js'
import type { Io } from './main.js'
import { databaseCommand } from './open-database.js'
import { barLine, ProgressLine } from './progress-line.js'
import { siteNotes } from './site-notes.js'
import { counted, painter, printable, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db add',
  help: `[FILE… | --lichess NAME | --chesscom NAME] --db DIR [options]

Adds the games of PGN files, or of a player of lichess.org or chess.com, to a database, which is made if it is
not there. Of a folder it adds the PGN files (.pgn, .pgn.gz, .pgn.zst), also those in its folders, in the order of
their names. Without FILE, or where FILE is -, it reads standard input. Files compressed with gzip (.gz) or, from
Node 22.15 on, Zstandard (.zst) are decompressed. Games with errors are kept up to the first of their main line.

options:

exit code: 0 all were added, but for doubles and games whose FEN or variant is wrong, which the summary counts;
2 wrong usage, or a file, the site or the database cannot be read or written; 130 interrupted: the games that were
added until then stay
`,
  options: {
    keep: option(
      '--keep WHAT',
      `of a game's text: reference, where it stands in its file, is the default; text, a copy;
      moves, nothing. Of standard input and compressed files there are no references; of the
      games of a player, a copy is the default`,
      readKept,
    ),
    dedupe: option(
      '--dedupe [better]',
      `leaves out doubles with equal moves: games of the same players, start, date and result;
      better: of doubles, also where one has the beginning of the other's moves, only the better
      copy stays, the longer one or that with notes, and games of the database are removed for it`,
      readDedupe,
    ),
    lichess: option(
      '--lichess NAME',
      `games of this player of lichess.org instead of files. The next call fetches only newer ones;
      of games that were not over it misses those that began before the newest one`,
    ),
    chesscom: option('--chesscom NAME', 'the same of chess.com'),
    api: option(
      '--api URL',
      'another address in place of https://lichess.org or https://api.chess.com',
      readApi,
    ),
  },
  isChanged: true,
  isMade: true,
  takesWords: true,
  begin(values, names, io, isThere) {
    const from = playerOf(values, names, values.api)
    if (from !== undefined && values.dedupe) throw new UsageError('--dedupe is for files')
    // A new database is made only if there is something to add.
    return isThere || from !== undefined || isAnyReadable(filesOf(inputFiles(names)), io)
  },
  async run(db, { db: folder = '', keep, dedupe, json, quiet, api, ...players }, names, io) {
    const from = playerOf(players, names, api)
    const files = from === undefined ? filesOf(inputFiles(names)) : []
    const { stdout, stderr, signal } = io
    const before = db.games
    const progress = new ProgressLine(io, quiet)
    let [failed, errors] = [false, 0]
    if (from !== undefined)
      try {
        const { host } = new URL(from.api)
        const onGame = (games: number) =>
          progress.update(columns =>
            barLine(`${from.player}, ${host}`, undefined, counted(games, 'game'), [], columns),
          )
        const onWait = (time: number) =>
          quiet || progress.clear(`${host} has had too many requests: waiting ${Math.ceil(time / 1000)} s\n`)
        const onError = (id: string, error: ChessError) => {
          errors++
          for (const one of listed([error], quiet)) progress.clear(`${errorLine(id, one, painter(stderr))}\n`)
        }
        const kept = keep === undefined || keep === 'reference' ? 'text' : keep
        const options = { api: from.api, agent: 'binbo', signal, onGame, onWait, onError }
        await addPlayerGames(db, siteNotes(folder), from, kept, options)
        progress.clear()
      } catch (error) {
        progress.clear()
        failed = true
        if (!signal.aborted) complain(io, reasonOf(error))
      }
    const left = [...files]
    let file = ''
    let onProgress: ReturnType<ProgressLine['ofReading']> = () => {}
    function* sources() {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        file = next
        const source = openInput(file, io, quiet)
        onProgress = progress.ofReading(file, source, () => db.games - before)
        yield source
      }
    }
    while (left.length > 0)
      try {
        await db.add(sources(), {
          // The default of files; standard input has no references.
          keep: keep === 'reference' ? undefined : keep,
          dedupe,
          signal,
          onProgress: progress.isVisible ? at => onProgress(at) : undefined,
          onError(error) {
            errors++
            for (const one of listed([error], quiet))
              progress.clear(`${errorLine(file, one, painter(stderr))}\n`)
          },
        })
      } catch (error) {
        progress.clear()
        if (signal.aborted) break
        failed = true
        complain(io, fileFailure(file, error))
        if (codeOf(error)?.startsWith('ERR_DATABASE_')) break
      }
    progress.clear()
    const total = db[COMMITTED]
    const { skipped, replaced } = db[TALLY]
    const games = Math.max(0, total - before + replaced)
    if (json) stdout.write(`${visibleJson({ games, skipped, replaced, errors, total })}\n`)
    if (!quiet) {
      const notAdded = skipped > 0 ? `, ${counted(skipped, 'game')} skipped` : ''
      const removed = replaced > 0 ? `, ${counted(replaced, 'game')} replaced` : ''
      const cut = signal.aborted ? ' (interrupted)' : ''
      await summarize(
        io,
        `${printable(folder)}: ${counted(games, 'game')} added${notAdded}${removed}, ${counted(total, 'game')} in all${cut}`,
      )
    }
    return unlessInterrupted(io, failed ? FAILURE : SUCCESS)
  },
})

/** @returns false if no file can be read: then it has said why */
function isAnyReadable(files: string[], io: Io): boolean {
  const failures: string[] = []
  for (const file of files)
    try {
      if (file !== '-') accessSync(file, constants.R_OK)
      return true
    } catch (error) {
      failures.push(fileFailure(file, error))
    }
  for (const failure of failures) complain(io, failure)
  return false
}

function readKept(text: string): Kept {
  const kept = KINDS.find(kind => kind === text)
  if (kept === undefined) throw new UsageError(`--keep is one of ${KINDS.join(', ')}`)
  return kept
}

function readDedupe(text: string): true | 'better' {
  if (text === '') return true
  if (text === 'better') return text
  throw new UsageError(`--dedupe has no value, or better, not '${text}'`)
}

function readApi(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new UsageError(`--api is an address of http or https, not '${text}'`)
  return url.href
}

/**
 * @returns whose games are added; undefined if these are files
 * @throws {UsageError}
 */
function playerOf(
  { lichess, chesscom }: { lichess: string | undefined; chesscom: string | undefined },
  files: string[],
  api: string | undefined,
): { site: GameSite; player: string; api: string } | undefined {
  const player = lichess ?? chesscom
  if (player === undefined) {
    if (api !== undefined) throw new UsageError('--api goes with --lichess or --chesscom')
    return undefined
  }
  if (files.length > 0 || (lichess !== undefined && chesscom !== undefined))
    throw new UsageError('files, --lichess and --chesscom exclude each other')
  const site = lichess === undefined ? 'chesscom' : 'lichess'
  if (!isPlayerName(player)) throw new UsageError(`--${site} is the name of a user, not '${player}'`)
  return { site, player, api: api ?? SITE_APIS[site] }
}
