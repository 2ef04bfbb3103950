// SPDX-License-Identifier: Apache-2.0
// binbo db groups: games of a database in groups, with their results.

import type { GameGroup, GroupBy } from '../database/groups.js'
import { isPartName, PART_NAMES } from '../database/groups.js'
import { NEGATIVE, option, SUCCESS, wholeNumber } from './command.js'
import { askedGames, databaseCommand, FILTER, QUERY } from './open-database.js'
import { printable, textWidth, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db groups',
  help: `--by PARTS --db DIR [options]

Counts games in groups, most games first: in how many White won, none did and Black won, in per cent, and the mean
rating; by player, instead, in how many the player won and lost.

options:

exit code: 0 there are games; 1 there is none; 2 wrong usage, or the database cannot be read; 130 interrupted
`,
  options: {
    by: option(
      '--by PARTS',
      `what they have in common, with commas between: opening, openingEco, eco, year, result,
      white, black, player, event, speed, tag:Annotator for any header, elo:200 for steps of
      the mean rating`,
      partsOf,
    ),
    ...QUERY,
    ...FILTER,
    limit: option('--limit N', 'lists so many groups', wholeNumber(0), Infinity),
  },
  async run(db, values, _, { stdout, signal }) {
    const { by, json, limit } = values
    if (by === undefined) throw new UsageError('--by PARTS says what the games of a group have in common')
    const groups = await db.groups(await askedGames(db, values, signal), by)
    const listed = groups.slice(0, limit)
    stdout.write(json ? `${visibleJson(listed)}\n` : tableOf(listed))
    return groups.length > 0 ? SUCCESS : NEGATIVE
  },
})

/** @throws {UsageError} */
function partsOf(text: string, name: string): GroupBy[] {
  return text.split(',').map(part => {
    const [, kind, value] = /^(elo|tag):(.+)$/.exec(part) ?? []
    if (kind === 'elo') return { elo: wholeNumber(1)(value, `${name} elo:STEP`) }
    if (kind === 'tag') return { tag: value }
    if (isPartName(part)) return part
    throw new UsageError(`${name} has ${PART_NAMES.join(', ')}, elo:STEP or tag:HEADER, not '${part}'`)
  })
}

function tableOf(groups: readonly GameGroup[]): string {
  const names = groups.map(({ key }) => printable(key.map(value => String(value ?? '?')).join(', ')))
  const width = Math.min(60, Math.max(8, ...names.map(textWidth)))
  const isOfPlayers = groups[0]?.won !== undefined
  const columns = isOfPlayers ? ['games', 'won', 'lost', 'elo'] : ['games', 'white', 'draws', 'black', 'elo']
  const row = (name: string, cells: string[]) =>
    `${name}${' '.repeat(Math.max(0, width - textWidth(name)))}${cells.map(cell => cell.padStart(8)).join('')}\n`
  const rows = groups.map(({ games, white, draws, black, won, lost, averageElo }, i) => {
    const counts = won === undefined || lost === undefined ? [white, draws, black] : [won, lost]
    const shares = counts.map(count => `${Math.round((100 * count) / games)} %`)
    return row(names[i], [String(games), ...shares, String(averageElo ?? '')])
  })
  return [row('', columns), ...rows].join('')
}
