// SPDX-License-Identifier: Apache-2.0
// binbo db export: games of a database for other programs.

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isObject } from '../core/objects.js'
import type { ExportFormat } from '../database/export.js'
import { checkFormat } from '../database/export.js'
import type { ExportColumn } from '../database/export-columns.js'
import { HEAD_NAMES, isHeadName } from '../database/export-columns.js'
import { LOST_FILES } from '../database/hidden.js'
import { complain, flag, option, SUCCESS, summarize } from './command.js'
import { askedGames, databaseCommand, FILTER, lostText, QUERY, SORT } from './open-database.js'
import { OutputFile } from './output-file.js'
import { barLine, ProgressLine } from './progress-line.js'
import { byteSize, counted, shown, visibleJson } from './text.js'
import { UsageError } from './usage-error.js'

export const command = databaseCommand({
  name: 'db export',
  help: `--as FORMAT --db DIR [-o FILE] [options]

Writes games, by number or in the order of a column.

options:

exit code: 0 they were written; 2 wrong usage, or the database or the file cannot be read or written; 130 interrupted
`,
  options: {
    as: option(
      '--as FORMAT',
      `pgn; csv, jsonl, arrow or parquet, a row per game; arrow-positions or parquet-positions, a row
      per position; polyglot, a book`,
      formatOf,
    ),
    columns: option(
      '--columns LIST',
      `of a row per game, with commas between: id, white, black, whiteElo, blackElo, result, date,
      event, site, eco, plies, variant, opening, openingEco, timeControl, speed, or tag:Annotator
      for any header; default: all but headers`,
      columnsOf,
    ),
    sort: SORT,
    output: option('-o, --output FILE', 'the output file, which is replaced; default: standard output'),
    raw: flag('--raw', 'csv without an apostrophe before cells that a spreadsheet would take for formulas'),
    ...QUERY,
    ...FILTER,
  },
  async run(db, values, _, io) {
    const { stdout, signal } = io
    const { as, columns, sort, output, raw, quiet, json } = values
    const progress = new ProgressLine(io, quiet)
    const set = await askedGames(db, values, signal)
    if (as === undefined) throw new UsageError('--as FORMAT says what is written')
    const stream = db.export(set, as, { columns, sort })
    for (const { file, games } of as === 'pgn' ? await db[LOST_FILES](set) : [])
      if (games > 0) complain(io, lostText(file, games))
    const isFile = output !== undefined && output !== '-'
    if (!isFile && stdout.isTTY && as !== 'pgn' && as !== 'csv' && as !== 'jsonl')
      throw new UsageError(`${as} goes into a file or a pipe, not to a terminal: -o FILE`)
    const guard = as === 'csv' && !raw ? guarded() : (piece: Uint8Array) => piece
    let bytes = 0
    const pieces = async function* () {
      for await (const piece of stream) {
        bytes += piece.length
        progress.update(columns => barLine('', undefined, byteSize(bytes), [], columns))
        yield guard(piece)
      }
    }
    const decoder = new TextDecoder()
    const lines = async function* () {
      for await (const piece of pieces()) yield shown(stdout, decoder.decode(piece, { stream: true }))
    }
    const file = isFile ? new OutputFile(output) : undefined
    try {
      if (file !== undefined) {
        await pipeline(Readable.from(pieces()), createWriteStream(file.path), { signal })
        file.keep()
      } else await pipeline(Readable.from(stdout.isTTY ? lines() : pieces()), stdout, { signal, end: false })
    } catch (error) {
      progress.clear()
      const isOfSystem = isObject(error) && error.syscall !== undefined
      file?.discard()
      throw file && isOfSystem ? file.failure(error) : error
    }
    progress.clear()
    if (json && isFile) stdout.write(`${visibleJson({ games: set.count, bytes })}\n`)
    if (!quiet) await summarize(io, `${counted(set.count, 'game')} written, ${byteSize(bytes)}`)
    return SUCCESS
  },
})

/** @throws {UsageError} */
function columnsOf(text: string, name: string): ExportColumn[] {
  return text.split(',').map(part => {
    const [, tag] = /^tag:(.+)$/.exec(part) ?? []
    if (tag !== undefined) return { tag }
    if (isHeadName(part)) return part
    throw new UsageError(`${name} are ${HEAD_NAMES.join(', ')} or tag:HEADER, not '${part}'`)
  })
}

/** @throws {ChessError} ERR_ARGUMENT */
function formatOf(text: string): ExportFormat {
  checkFormat(text)
  return text
}

const [QUOTE, COMMA, LINE_FEED, APOSTROPHE] = Buffer.from('",\n\'')
/** The first characters of cells that spreadsheets treat as formulas (OWASP, CSV Injection). */
const FORMULA = new Set(Buffer.from('=+-@\t\r\0'))
const CARRIAGE_RETURN = 13

/** @returns a function that adds an apostrophe before cells that look like formulas, to CSV (RFC 4180) in pieces */
function guarded(): (piece: Uint8Array) => Uint8Array {
  let isQuoted = false
  let isBegin = true
  return piece => {
    const places: number[] = []
    for (const [at, byte] of piece.entries()) {
      // A carriage return outside of quotes ends a row.
      if (isBegin && FORMULA.has(byte) && (isQuoted || byte !== CARRIAGE_RETURN)) places.push(at)
      const opens = isBegin && byte === QUOTE && !isQuoted
      if (byte === QUOTE) isQuoted = !isQuoted
      isBegin = opens || (!isQuoted && (byte === COMMA || byte === LINE_FEED))
    }
    if (places.length === 0) return piece
    const guarded = new Uint8Array(piece.length + places.length)
    let from = 0
    for (const [count, at] of [...places, piece.length].entries()) {
      guarded.set(piece.subarray(from, at), from + count)
      if (at < piece.length) guarded[at + count] = APOSTROPHE
      from = at
    }
    return guarded
  }
}
