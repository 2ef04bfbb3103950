// SPDX-License-Identifier: Apache-2.0
// binbo db stat: the contents of a database in numbers.

import { LOST_FILES } from '../database/hidden.js'
import type { LostFile } from '../database/lost-texts.js'
import { NEGATIVE, SUCCESS } from './command.js'
import { databaseCommand, lostText } from './open-database.js'
import { byteSize, counted, printable, visibleJson } from './text.js'

const RESULTS = ['1-0', '1/2-1/2', '0-1', '*'] as const

export const command = databaseCommand({
  name: 'db stat',
  help: `--db DIR [options]

Says how many games a database has, with which results and from which years, what they take in memory, and
which files are damaged, and which PGN of references has changed or is not there. Like all commands that only read,
it also runs beside 'binbo db add': it sees what that has committed.

options:

exit code: 0; 1 files are damaged; 2 wrong usage, or the database cannot be read
`,
  options: {},
  async run(db, { json }, _, io) {
    const { games, bytes, damaged } = db
    const results = Object.fromEntries(
      await Promise.all(RESULTS.map(async result => [result, (await db.filter({ result })).count])),
    )
    const dated = await db.filter({ date: ['0001', '9999'] })
    const ends = dated.count > 0 ? [0, dated.count - 1] : []
    const heads = ends.map(from => db.heads(dated, { sort: 'date', from, to: from + 1 }))
    const years = (await Promise.all(heads)).map(([head]) => head.date.slice(0, 4)).reverse()
    const facts = { games, results, years, bytes, damaged, lost: await db[LOST_FILES]() }
    io.stdout.write(json ? `${visibleJson(facts)}\n` : textOf(facts))
    return damaged.length > 0 ? NEGATIVE : SUCCESS
  },
})

function textOf({
  games,
  results,
  years,
  bytes,
  damaged,
  lost,
}: {
  games: number
  results: Record<string, number>
  years: string[]
  bytes: number
  damaged: readonly { file: string; reason: string; games: number }[]
  lost: readonly LostFile[]
}): string {
  const lines = [
    counted(games, 'game'),
    ...Object.entries(results).map(([result, count]) => `  ${result.padEnd(8)} ${count}`),
    ...(years.length > 0 ? [`from ${years[0]} to ${years[1]}`] : []),
    `${byteSize(bytes)} of memory`,
    ...damaged.map(
      ({ file, reason, games: left }) => `damaged: ${file}, ${counted(left, 'game')}: ${reason}`,
    ),
    ...lost.map(({ file, games: noted }) => lostText(file, noted)),
  ]
  return lines.map(line => `${printable(line)}\n`).join('')
}
