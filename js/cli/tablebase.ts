// SPDX-License-Identifier: Apache-2.0
// binbo tablebase: finds the result of a position in Syzygy tables.

import { codeOf, reasonOf } from '../core/caught.js'
import type { TablebaseMove } from '../tablebase/tablebase.js'
import { defineCommand, flag, list, NEGATIVE, SUCCESS } from './command.js'
import { openTables } from './open-tables.js'
import { printable, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

/** Results by WDL + 2. */
const WORDS = [
  'loss',
  'loss, but a draw by the fifty-move rule',
  'draw',
  'win, but a draw by the fifty-move rule',
  'win',
]
/** Codes of errors of tables, and of the system. */
const UNREADABLE = /^(ERR_(BYTES_|TABLEBASE_(?!CASTLING$|MEN$))|E[A-Z]+$)/

export const command = defineCommand({
  name: 'tablebase',
  help: `FEN --tables DIR|URL [options]

Says who wins a position of at most seven men, by Syzygy tables, and what each move leads to.

options:

exit code: 0, 1 if a table is missing, damaged or cannot be read, or 2 for wrong usage
`,
  column: 25,
  options: {
    tables: list(
      '--tables DIR|URL',
      'the folder with the .rtbw and .rtbz files, or its URL; folders may be repeated',
    ),
    line: flag('--line', 'best moves of both sides to the end'),
    json: flag('--json', 'one JSON value: { wdl, dtz, exact, moves, line }'),
  },
  takesWords: true,
  async run({ tables, line, json }, words, { stdout, stderr }) {
    const fen = words.join(' ')
    if (fen === '') throw new UsageError('a FEN is needed')
    if (tables === undefined) throw new UsageError('--tables is needed: a folder or a URL')
    try {
      stdout.write(await textFor(fen, tables, line, json))
      return SUCCESS
    } catch (error) {
      if (!UNREADABLE.test(codeOf(error) ?? '')) throw error
      stderr.write(`${printable(reasonOf(error))}\n`)
      return NEGATIVE
    }
  },
})

async function textFor(fen: string, tables: string[], hasLine: boolean, json: boolean): Promise<string> {
  const tablebase = await openTables(tables)
  const wdl = await tablebase.wdl(fen, { throws: true })
  const dtz = await tablebase.dtz(fen)
  const moves = await tablebase.moves(fen)
  const line = hasLine ? await tablebase.line(fen) : undefined
  if (json) return `${visibleJson({ wdl, dtz: dtz?.dtz ?? null, exact: dtz?.exact ?? false, moves, line })}\n`
  const result = WORDS[Number(wdl) + 2]
  const distance = dtz && dtz.dtz !== 0 ? `, DTZ ${dtz.dtz}` : ''
  const last = line === undefined ? [] : ['', line.join(' ') || 'no line: a draw']
  return [`${result}${distance}`, ...moves.map(rowOf), ...last, ''].join('\n')
}

const rowOf = ({ san, category, dtz }: TablebaseMove) =>
  `  ${san.padEnd(8)}${category.replace('_', ' ')}${dtz === null || dtz === 0 ? '' : `, DTZ ${dtz}`}`
