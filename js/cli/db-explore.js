// SPDX-License-Identifier: Apache-2.0
// binbo db explore: what was played from a position.

import { parsePgn } from '../pgn/reader.js'
import {
  COMMON_HELP,
  DATABASE_HELP,
  FILTER_HELP,
  FILTER_OPTIONS,
  filteredGames,
  headText,
  NOTHING_FOUND,
  SUCCESS,
  withDatabase,
} from './open-database.js'
import { readNumber } from './search-settings.js'
import { visibleJson } from './text.js'
import { UsageError, usageError } from './usage-error.js'

/** @import { Exploration, ExploredMove } from '../database/explore.js' */
/** @import { PositionSource } from '../game/position.js' */
/** @import { Io } from './main.js' */

const HELP = `usage: binbo db explore [MOVES|FEN] --db DIR [options]

Counts what was played after these moves, such as '1. e4 c5', or from this position; without them, from the
start: the games of each move, in how many White won, none did and Black won, in per cent, the mean rating of
those who played it, their performance, and the last year. Then the games with the highest ratings.

options:
${DATABASE_HELP}
  --top N               how many games are listed; default 5
${FILTER_HELP}
${COMMON_HELP}

exit code: 0 games reach the position; 1 none does; 2 wrong usage, or the database cannot be read; 130
interrupted
`

const COMMAND = 'db explore'
const OPTIONS = /** @type {const} */ ({ ...FILTER_OPTIONS, top: { type: 'string' } })
const TOP_GAMES = 5

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export const run = (args, io) =>
  withDatabase(
    { command: COMMAND, help: HELP, options: OPTIONS, takesWords: true },
    args,
    io,
    async (db, values, words) => {
      const set = await filteredGames(db, values)
      const topGames = topOf(values.top)
      const found = await db.explore(positionOf(words.join(' ')), { in: set, topGames, signal: io.signal })
      io.stdout.write(values.json ? `${visibleJson(found)}\n` : tableOf(found))
      return found.games > 0 ? SUCCESS : NOTHING_FOUND
    },
  )

/** @param {string | undefined} text @returns {number} */
function topOf(text) {
  try {
    return readNumber('top', text, 0) ?? TOP_GAMES
  } catch (error) {
    throw usageError(error, COMMAND)
  }
}

/** @param {string} question @returns {PositionSource} */
function positionOf(question) {
  if (question.includes('/')) return question
  const [game] = parsePgn(`${question} *`)
  if (game.errors.length > 0) throw new UsageError(game.errors[0].message, COMMAND)
  return Array.from(game.mainline()).at(-1)?.position ?? game.root.position
}

/** @param {Exploration} found @returns {string} */
function tableOf(found) {
  const head = `${''.padEnd(8)}${'games'.padStart(9)}   white   draws   black    elo  perf  last\n`
  const rows = found.moves.map(move => rowOf(move.san, move))
  const games = found.topGames.map(game => `${headText(game)}\n`)
  return [head, ...rows, rowOf('all', found), ...(games.length > 0 ? ['\n'] : []), ...games].join('')
}

/**
 * @param {string} name
 * @param {Pick<Exploration, 'games' | 'white' | 'draws' | 'black'> & Partial<ExploredMove>} row
 */
function rowOf(name, { games, white, draws, black, averageElo, performance, lastYear }) {
  const shares = [white, draws, black].map(count =>
    `${Math.round((100 * count) / (games || 1))} %`.padStart(8),
  )
  const facts = [averageElo, performance, lastYear].map(fact => String(fact ?? '').padStart(6))
  return `${name.padEnd(8)}${String(games).padStart(9)}${shares.join('')}${facts.join('')}`
    .trimEnd()
    .concat('\n')
}
