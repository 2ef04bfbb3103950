// SPDX-License-Identifier: Apache-2.0
// binbo db explore: counts the moves that were played in a position.

import type { Exploration, ExploredMove } from '../database/explore.js'
import type { PositionSource } from '../game/position.js'
import { parsePgn } from '../pgn/parse-pgn.js'
import { NEGATIVE, option, SUCCESS, wholeNumber } from './command.js'
import { databaseCommand, FILTER, filteredGames, headText } from './open-database.js'
import { visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db explore',
  help: `[MOVES|FEN] --db DIR [options]

Counts what was played after these moves, such as '1. e4 c5', or from this position; without them, from the
start: the games of each move, in how many White won, none did and Black won, in per cent, the mean rating of
those who played it, their performance, and the last year. Then the games with the highest ratings.

options:

exit code: 0 games reach the position; 1 none does; 2 wrong usage, or the database cannot be read; 130
interrupted
`,
  options: { top: option('--top N', 'how many games are listed; default 5', wholeNumber(0), 5), ...FILTER },
  takesWords: true,
  async run(db, values, words, { stdout, stderr, signal }) {
    const set = await filteredGames(db, values)
    const found = await db.explore(positionOf(words.join(' ')), { in: set, topGames: values.top, signal })
    if (values.json) stdout.write(`${visibleJson(found)}\n`)
    else if (found.games > 0) stdout.write(tableOf(found))
    else if (!values.quiet) stderr.write('no game reaches this position\n')
    return found.games > 0 ? SUCCESS : NEGATIVE
  },
})

function positionOf(question: string): PositionSource {
  if (question.includes('/')) return question
  const [game] = parsePgn(`${question} *`)
  if (game.errors.length > 0) throw new UsageError(game.errors[0].message)
  return Array.from(game.mainline()).at(-1)?.position ?? game.root.position
}

function tableOf(found: Exploration): string {
  const head = `${''.padEnd(8)}${'games'.padStart(9)}   white   draws   black    elo  perf  last\n`
  const rows = found.moves.map(move => rowOf(move.san, move))
  const games = found.topGames.map(game => `${headText(game)}\n`)
  return [head, ...rows, rowOf('all', found), ...(games.length > 0 ? ['\n'] : []), ...games].join('')
}

function rowOf(
  name: string,
  {
    games,
    white,
    draws,
    black,
    averageElo,
    performance,
    lastYear,
  }: Pick<Exploration, 'games' | 'white' | 'draws' | 'black'> & Partial<ExploredMove>,
) {
  const shares = [white, draws, black].map(count =>
    `${Math.round((100 * count) / (games || 1))} %`.padStart(8),
  )
  const facts = [averageElo, performance, lastYear].map(fact => String(fact ?? '').padStart(6))
  return `${name.padEnd(8)}${String(games).padStart(9)}${shares.join('')}${facts.join('')}`
    .trimEnd()
    .concat('\n')
}
