// SPDX-License-Identifier: Apache-2.0
// binbo match score: the table and the test of games in PGN, of any tool.

import { scoreOf } from '../match/scores.js'
import type { Bounds } from '../match/sprt.js'
import { sprt } from '../match/sprt.js'
import type { StandingGame } from '../match/standings.js'
import { standings } from '../match/standings.js'
import { readPgn } from '../pgn/reader.js'
import { defineCommand, flag, NEGATIVE, option, SUCCESS, unlessInterrupted } from './command.js'
import { fileFailure, inputFiles, openInput } from './files.js'
import type { Io } from './main.js'
import { readBounds, resultText } from './match-text.js'
import { visibleJson } from './text.js'
import { Failure, UsageError } from './usage-error.js'

export const command = defineCommand({
  name: 'match score',
  help: `[options] [FILE…]

Counts the games of PGN files: a table of all players; of two players also Elo with its 95 % interval, normalised
Elo, the likelihood of superiority, and pairs: games with the same Round, start and players, and swapped colours.
Without FILE, or where FILE is -, it reads standard input.

options:

With --sprt, the first player is the White of the first game.

exit code: 0 games were counted; 1 no game has a result; 2 wrong usage, or a file that cannot be read;
130 interrupted
`,
  options: {
    sprt: option('--sprt ELO0,ELO1', 'a test of normalised Elo, with alpha and beta 0.05', readBounds),
    json: flag('--json', 'one JSON value: { games, standings, score, sprt }'),
  },
  takesWords: true,
  async run({ sprt: bounds, json }, words, io) {
    const games: StandingGame[] = []
    for (const file of inputFiles(words)) await read(file, games, io)
    const result = resultOf(games, bounds)
    if (result.games === 0) io.stderr.write('no game has a result\n')
    else io.stdout.write(json ? `${visibleJson(result)}\n` : resultText(result, bounds))
    return unlessInterrupted(io, result.games > 0 ? SUCCESS : NEGATIVE)
  },
})

/** @throws {Failure} */
async function read(file: string, games: StandingGame[], io: Io) {
  try {
    for await (const { headers } of readPgn(openInput(file, io, true), {
      headersOnly: true,
      signal: io.signal,
    }))
      games.push({
        white: headers.get('White') ?? '?',
        black: headers.get('Black') ?? '?',
        result: headers.get('Result') ?? '*',
        round: headers.get('Round'),
        start: `${headers.get('Variant') ?? ''} ${headers.get('FEN') ?? ''}`,
      })
  } catch (error) {
    if (!io.signal.aborted) throw new Failure(fileFailure(file, error))
  }
}

/** @throws {UsageError} for a test of other than two players */
function resultOf(games: readonly StandingGame[], bounds: Bounds | undefined) {
  const table = standings(games)
  const counted = games.filter(({ result }) => result !== '*')
  const isPair = table.length === 2
  if (bounds !== undefined && !isPair && counted.length > 0)
    throw new UsageError(`--sprt tests two players, and the games have ${table.length}`)
  const score = isPair ? scoreOf(games, games[0].white, games[0].black) : undefined
  const pairs = score?.pairs.reduce((sum, count) => sum + count, 0) ?? 0
  return {
    games: counted.length,
    standings: table,
    ...(score && { score }),
    ...(score && bounds && { sprt: { ...sprt(score, bounds), pairs } }),
  }
}
