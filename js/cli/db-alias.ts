// SPDX-License-Identifier: Apache-2.0
// binbo db alias: makes two names one player's.

import { complain, SUCCESS, summarize } from './command.js'
import { databaseCommand } from './open-database.js'
import { printable, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db alias',
  help: `NAME [SAME] --db DIR [options]

Makes NAME, such as 'Kramnik,V', the same player as SAME, such as 'Kramnik, Vladimir': each of them then finds the
games of both. Without SAME, NAME is a player of its own again.

options:

exit code: 0 it is kept; 2 wrong usage, or the database cannot be read or written
`,
  options: {},
  isChanged: true,
  takesWords: true,
  async run(db, { json, quiet }, words, io) {
    const [name, sameAs = null] = words
    if (name === undefined || words.length > 2) throw new UsageError('give one name or two')
    const names = sameAs === null ? [name] : [name, sameAs]
    const counts = await Promise.all(
      names.map(async player => (player === '' ? 0 : (await db.filter({ player })).count)),
    )
    await db.alias(name, sameAs)
    if (json) io.stdout.write(`${visibleJson({ name, sameAs })}\n`)
    const said = sameAs === null ? 'a player of its own' : `the same player as ${sameAs}`
    if (!quiet) await summarize(io, printable(`${name} is ${said}`))
    for (const [i, unknown] of names.entries())
      if (counts[i] === 0 && !quiet) complain(io, `no game has the name ${unknown}`)
    return SUCCESS
  },
})
