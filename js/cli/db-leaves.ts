// SPDX-License-Identifier: Apache-2.0
// binbo db leaves: where the games of a database leave a repertoire.

import type { Database } from '../database/database.js'
import type { GameSet } from '../database/game-set.js'
import type { RepertoireLeaves, RepertoirePlace } from '../database/leaves.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import { readPgn } from '../pgn/reader.js'
import { errorLine, listed } from './check-report.js'
import { complain, FAILURE, NEGATIVE, option, SUCCESS, wholeNumber } from './command.js'
import { colorOf } from './db-tree.js'
import { fileFailure, inputFiles, openInput } from './files.js'
import type { Io } from './main.js'
import { databaseCommand, FILTER, filteredGames } from './open-database.js'
import { counted, painter, printable, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db leaves',
  help: `FILE… --as COLOR --db DIR [options]

Compares games with a repertoire, the games and variations of PGN files, by its positions: other orders of moves count
as well. It lists where games leave it: their number, the score there, who left it, the moves up to there, the move
played and the moves expected. Then it lists the moves of the repertoire that no game reaches.

options:

exit code: 0 games reach the repertoire; 1 none does; 2 wrong usage, or a file or the database cannot be read; 130
interrupted
`,
  options: {
    as: option(
      '--as COLOR',
      `white or black: whose repertoire it is; --player is then the player of this color,
      --opponent the other one`,
      colorOf,
    ),
    top: option('--top N', 'how many rows of each list are shown; default 20', wholeNumber(0), 20),
    ...FILTER,
  },
  takesWords: true,
  async run(db, values, names, io) {
    const { as, top, json, quiet } = values
    if (as === undefined) throw new UsageError('--as white or --as black says whose repertoire it is')
    if (names.length === 0) throw new UsageError('name a PGN file with the repertoire; - is standard input')
    const repertoire: PgnGame[] = []
    for (const file of inputFiles(names))
      try {
        for await (const game of readGames(file, io, quiet)) repertoire.push(game)
      } catch (error) {
        if (io.signal.aborted) throw error
        complain(io, fileFailure(file, error))
        return FAILURE
      }
    const set = await gamesOfPlayer(db, values, as)
    const leaves = await db.leaves(repertoire, as, { in: set, signal: io.signal })
    io.stdout.write(json ? `${visibleJson(leaves)}\n` : textOf(leaves, repertoire, top))
    return leaves.games > 0 ? SUCCESS : NEGATIVE
  },
})

/** @returns the games whose start is known; errors are listed */
async function* readGames(file: string, io: Io, quiet: boolean): AsyncGenerator<PgnGame> {
  for await (const game of readPgn(openInput(file, io, quiet), { signal: io.signal })) {
    for (const error of listed(game.errors, quiet))
      io.stderr.write(`${errorLine(file, error, painter(io.stderr))}\n`)
    if (!game.errors.some(({ code }) => code === 'ERR_PGN_VARIANT' || code === 'ERR_PGN_TAG_FEN')) yield game
  }
}

/** @returns the games that the options select; --player has this color */
async function gamesOfPlayer(
  db: Database,
  { player, opponent, ...values }: Record<string, unknown>,
  as: 'white' | 'black',
): Promise<GameSet> {
  const other = as === 'white' ? 'black' : 'white'
  if (opponent !== undefined && player === undefined) throw new UsageError('--opponent goes with --player')
  const own = await filteredGames(db, { [as]: player, [other]: opponent })
  return own.and(await filteredGames(db, values))
}

function textOf(
  { games, covered, left, unused }: RepertoireLeaves,
  repertoire: PgnGame[],
  top: number,
): string {
  const by = (who: string) =>
    counted(
      left.reduce((sum, row) => sum + (row.by === who ? row.games : 0), 0),
      'game',
    )
  const lines = [
    `${counted(games, 'game')} of the repertoire: ${counted(covered, 'game')} to its end or theirs, ${by('me')} left by me, ${by('them')} by them`,
  ]
  if (left.length > 0) lines.push('', '  games  score        instead of')
  for (const { game, path, position, by: who, expected, played, games: count, score } of left.slice(0, top)) {
    const share = score === null ? '' : `${Math.round(100 * score)} %`
    const before = lineOf(repertoire, { game, path })
    const dots = position.sideToMove === 'white' ? '.' : before === '' ? '...' : undefined
    const number = dots && `${position.fullmoveNumber}${dots}`
    const moves = [before, number, played, `(${expected.join(', ')})`].filter(Boolean).join(' ')
    lines.push(`${String(count).padStart(7)}${share.padStart(7)}  ${who.padEnd(4)}  ${moves}`)
  }
  if (left.length > top) lines.push(`  and ${left.length - top} more`)
  if (unused.length > 0) lines.push('', 'no game reaches')
  for (const place of unused.slice(0, top)) lines.push(`  ${lineOf(repertoire, place)}`)
  if (unused.length > top) lines.push(`  and ${unused.length - top} more`)
  return lines.map(line => `${printable(line)}\n`).join('')
}

/** @returns such as '1. e4 e5 2. Nf3' */
function lineOf(repertoire: PgnGame[], { game, path }: RepertoirePlace): string {
  const nodes = repertoire[game].at(path)?.line() ?? []
  return nodes
    .map((node, i) => (i === 0 || node.label?.includes('...') === false ? node.label : node.san))
    .join(' ')
}
