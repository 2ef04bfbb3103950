// SPDX-License-Identifier: Apache-2.0
// binbo pgn check: replays every game of PGN files and lists the errors.

import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { PgnFileSource } from '../node/pgn-file-source.js'
import { lettersOf } from '../pgn/locales.js'
import { checkGames } from '../pgn/reader.js'
import { JsonReport, TextReport } from './check-report.js'
import { fileFailure, inputFiles } from './input-files.js'
import { ProgressLine, progressText } from './progress-line.js'
import { printable } from './text.js'
import { usageError } from './usage-error.js'

/** @import { CheckedFile, Report } from './check-report.js' */
/** @import { Io } from './main.js' */
/** @import { Locale } from '../pgn/locales.js' */

const HELP = `usage: binbo pgn check [options] [FILE…]

Replays every game of PGN files and lists what is wrong, one line an error or warning:

  FILE:LINE:COLUMN: game N, ply N: what is wrong (CODE) near "TOKEN"
  FILE:LINE:COLUMN: game N: warning: what was read differently (CODE) near "TOKEN"

Without FILE, or where FILE is -, it reads standard input. Files compressed with gzip (.gz) or, from
Node 22.15 on, Zstandard (.zst) are decompressed.

options:
  --json            one JSON document instead of lines
  --locale LANG     the letters of the pieces: en (default), de, fr, …, or auto
  --max-errors N    list no more than N errors and N warnings of a file; all are counted
  -q, --quiet       errors and warnings only: no progress, no summaries
  -h, --help        this text

exit code: 0 no errors, perhaps warnings; 1 errors in games; 2 wrong usage, or a file that cannot be
read; 130 interrupted
`

const OPTIONS = /** @type {const} */ ({
  json: { type: 'boolean', default: false },
  locale: { type: 'string' },
  'max-errors': { type: 'string' },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

const SUCCESS = 0
const GAMES_WITH_ERRORS = 1
const UNREADABLE = 2
const INTERRUPTED = 130

/**
 * @typedef {object} CheckOptions
 * @property {string[]} files '-' is standard input
 * @property {boolean} json
 * @property {Locale | 'auto' | undefined} locale
 * @property {number} maxErrors how many errors, and how many warnings, are listed of a file
 * @property {boolean} quiet
 * @property {boolean} help
 */

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function run(args, io) {
  const options = readOptions(args)
  if (options.help) {
    io.stdout.write(HELP)
    return SUCCESS
  }
  provideWasm(carriedWasm)
  const report = options.json ? new JsonReport(io.stdout) : new TextReport(io.stdout, options.quiet)
  const progress = options.quiet ? undefined : new ProgressLine(io.stderr, io.env, performance.now())
  /** @type {CheckedFile} */
  const total = nothingOf('')
  for (const file of options.files) {
    const checked = await checkFile(file, options, report, progress, io)
    progress?.clear()
    if (checked.failure) io.stderr.write(`binbo: ${printable(fileFailure(file, checked.failure))}\n`)
    report.file(checked)
    addTo(total, checked)
    if (io.signal.aborted) break
  }
  report.end(total)
  if (io.signal.reason === 'SIGINT') return INTERRUPTED
  return total.failure ? UNREADABLE : total.errorCount > 0 ? GAMES_WITH_ERRORS : SUCCESS
}

/**
 * @param {string} file
 * @param {CheckOptions} options
 * @param {Report} report gets errors as they are found
 * @param {ProgressLine | undefined} progress
 * @param {Io} io
 * @returns {Promise<CheckedFile>}
 */
async function checkFile(file, options, report, progress, io) {
  if (file === '-' && io.stdin.isTTY && progress) io.stderr.write('reading standard input; Ctrl-D ends it\n')
  const source = new PgnFileSource(file === '-' ? io.stdin : file, io.signal)
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  /** @type {CheckedFile} */
  const checked = nothingOf(file)
  const onProgress = (/** @type {{ bytes: number }} */ { bytes }) => {
    checked.bytes = bytes
    progress?.update(
      columns =>
        progressText(
          {
            name: printable(file),
            read: source.bytesRead,
            total: source.totalBytes,
            speed: bytes / seconds(),
            games: checked.games,
          },
          columns,
        ),
      performance.now(),
    )
  }
  try {
    await checkGames(source, { locale: options.locale, signal: io.signal, onProgress }, (plies, errors) => {
      checked.games++
      checked.plies += plies
      for (const error of errors) {
        const count = error.warning ? checked.warningCount++ : checked.errorCount++
        if (count >= options.maxErrors) continue
        progress?.clear()
        report.error(file, error)
      }
    })
  } catch (error) {
    if (!io.signal.aborted) checked.failure = /** @type {Error} */ (error)
  }
  return Object.assign(checked, { seconds: seconds(), interrupted: io.signal.aborted })
}

/**
 * @param {string} file
 * @returns {CheckedFile} before it is read
 */
function nothingOf(file) {
  return {
    file,
    games: 0,
    plies: 0,
    bytes: 0,
    seconds: 0,
    errorCount: 0,
    warningCount: 0,
    interrupted: false,
  }
}

/**
 * @param {CheckedFile} total
 * @param {CheckedFile} checked
 */
function addTo(total, checked) {
  total.games += checked.games
  total.plies += checked.plies
  total.bytes += checked.bytes
  total.seconds += checked.seconds
  total.errorCount += checked.errorCount
  total.warningCount += checked.warningCount
  total.interrupted ||= checked.interrupted
  total.failure ??= checked.failure
}

/**
 * @param {string[]} args
 * @returns {CheckOptions}
 * @throws {UsageError}
 */
export function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const { json, quiet, help } = values
    const locale = /** @type {Locale | 'auto' | undefined} */ (values.locale)
    lettersOf(locale)
    return {
      files: inputFiles(positionals),
      json,
      locale,
      maxErrors: readCount(values['max-errors']),
      quiet,
      help,
    }
  } catch (error) {
    throw usageError(error, 'pgn check')
  }
}

/** @param {string | undefined} text */
function readCount(text) {
  if (text === undefined) return Infinity
  if (/^\d+$/.test(text)) return Number(text)
  throw new Error(`--max-errors is a number, not '${text}'`)
}
