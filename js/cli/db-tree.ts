// SPDX-License-Identifier: Apache-2.0
// binbo db tree: games of a database as one tree of moves.

import type { Color } from '../game/squares.js'
import { NEGATIVE, option, SUCCESS, summarize, wholeNumber } from './command.js'
import { askedGames, databaseCommand, FILTER, QUERY } from './open-database.js'
import { writeOutput } from './output-file.js'
import { counted, shown, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db tree',
  help: `--db DIR [-o FILE] [options]

Joins games into one tree of moves, written as PGN. A comment such as [%games 12,5,3,4] has the games of each move, and
in how many White won, none did and Black won. Games from other starts than most have are left out.

options:

exit code: 0 it was written; 1 there are no such games; 2 wrong usage, or the database or the file cannot be read or
written; 130 interrupted
`,
  options: {
    depth: option('--depth N', 'so many plies; default: all moves', wholeNumber(0)),
    minGames: option('--min-games N', 'only moves with so many games; default 1', wholeNumber(1)),
    side: option(
      '--side COLOR',
      'white or black: of its moves only the most played of each position',
      colorOf,
    ),
    output: option('-o, --output FILE', 'where it goes, in place of what it holds; default: standard output'),
    ...QUERY,
    ...FILTER,
  },
  async run(db, values, _, io) {
    const { stdout, signal } = io
    const { depth: plies, minGames, side, output, json, quiet } = values
    const set = await askedGames(db, values, signal)
    const tree = await db.tree(set, { plies, minGames, side, signal })
    const text = json ? `${visibleJson(tree)}\n` : `${tree}`
    if (output === undefined || output === '-') stdout.write(json ? text : shown(stdout, text))
    else writeOutput(output, text)
    if (!quiet) await summarize(io, `${counted(set.count, 'game')}, ${counted(sizeOf(tree.nodes()), 'move')}`)
    return set.count > 0 ? SUCCESS : NEGATIVE
  },
})

/** @throws {UsageError} */
export function colorOf(text: string, name: string): Color {
  if (text === 'white' || text === 'black') return text
  throw new UsageError(`${name} is white or black, not '${text}'`)
}

function sizeOf(nodes: Iterable<unknown>): number {
  let size = 0
  for (const _ of nodes) size++
  return size
}
