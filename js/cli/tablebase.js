// SPDX-License-Identifier: Apache-2.0
// binbo tablebase: what Syzygy tables say of a position.

import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { openTables } from './open-tables.js'
import { printable, visibleJson } from './text.js'
import { detailsOf, UsageError, usageError } from './usage-error.js'

/** @import { TablebaseMove } from '../tablebase/tablebase.js' */
/** @import { Io } from './main.js' */

const HELP = `usage: binbo tablebase FEN --tables DIR|URL [options]

Says who wins a position of at most seven men, by Syzygy tables, and what each move leads to.

options:
  --tables DIR|URL       the folder with the .rtbw and .rtbz files, or its URL; folders may be repeated
  --line                 best moves of both sides to the end
  --json                 one JSON value: { wdl, dtz, exact, moves, line }
  -h, --help             this text

exit code: 0, 1 if a table is missing, damaged or cannot be read, or 2 for wrong usage
`

const OPTIONS = /** @type {const} */ ({
  tables: { type: 'string', multiple: true },
  line: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

/** By WDL + 2. */
const WORDS = [
  'loss',
  'loss, but a draw by the fifty-move rule',
  'draw',
  'win, but a draw by the fifty-move rule',
  'win',
]

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function run(args, io) {
  provideWasm(carriedWasm)
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    io.stdout.write(values.help ? HELP : await textFor(positionals.join(' '), values))
    return 0
  } catch (error) {
    const failure = /** @type {Error & { code?: string }} */ (error)
    if (failure.code === 'ERR_ARGUMENT') throw new UsageError(detailsOf(failure), 'tablebase')
    if (/^ERR_(FEN_|TABLEBASE_(CASTLING|MEN))/.test(failure.code ?? ''))
      throw new UsageError(failure.message, 'tablebase')
    if (!/^(ERR_(TABLEBASE|BYTES)_|E[A-Z]+$)/.test(failure.code ?? '')) throw usageError(error, 'tablebase')
    io.stderr.write(`${printable(failure.message)}\n`)
    return 1
  }
}

/**
 * @param {string} fen
 * @param {{ tables?: string[], line: boolean, json: boolean }} options
 * @returns {Promise<string>}
 */
async function textFor(fen, { tables = [], line: hasLine, json }) {
  if (fen === '') throw new Error('a FEN is needed')
  if (tables.length === 0) throw new Error('--tables is needed: a folder or a URL')
  const tablebase = await openTables(tables)
  const wdl = await tablebase.wdl(fen, { throws: true })
  const dtz = await tablebase.dtz(fen)
  const moves = await tablebase.moves(fen)
  const line = hasLine ? await tablebase.line(fen) : undefined
  if (json) return `${visibleJson({ wdl, dtz: dtz?.dtz ?? null, exact: dtz?.exact ?? false, moves, line })}\n`
  const result = WORDS[/** @type {number} */ (wdl) + 2]
  const distance = dtz && dtz.dtz !== 0 ? `, DTZ ${dtz.dtz}` : ''
  const last = line === undefined ? [] : ['', line.join(' ') || 'no line: a draw']
  return [`${result}${distance}`, ...moves.map(rowOf), ...last, ''].join('\n')
}

/** @param {TablebaseMove} move */
const rowOf = ({ san, category, dtz }) =>
  `  ${san.padEnd(8)}${category.replace('_', ' ')}${dtz === null || dtz === 0 ? '' : `, DTZ ${dtz}`}`
