// SPDX-License-Identifier: Apache-2.0
// binbo book make: an opening book of the games of PGN files.

import { parseArgs } from 'node:util'
import { Book } from '../book/book.js'
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { PgnFileSource } from '../node/pgn-file-source.js'
import { readPgn } from '../pgn/reader.js'
import { errorLine } from './check-report.js'
import { fileFailure, inputFiles } from './input-files.js'
import { writeBook } from './open-book.js'
import { ProgressLine, progressText } from './progress-line.js'
import { readNumber } from './search-settings.js'
import { counted, painter, printable } from './text.js'
import { detailsOf, UsageError, usageError } from './usage-error.js'

/** @import { Io } from './main.js' */
/** @import { BookOptions } from '../book/book.js' */
/** @import { PgnGame } from '../pgn/pgn-game.js' */

const HELP = `usage: binbo book make -o BOOK [options] [FILE…]

Makes an opening book in the format of Polyglot of the games of PGN files. The weight of a move is two for
each game that its side won with it and one for each draw; games without a result score nothing. Without
FILE, or where FILE is -, it reads standard input. Files compressed with gzip (.gz) or Zstandard (.zst) are
decompressed.

options:
  -o, --output BOOK   where the book goes, in place of what it holds
  --max-ply N         plies of each game; default 60
  --min-games N       leaves out moves that came in fewer games; default 1
  --side COLOR        moves of white or black alone
  --uniform           every move has the same weight
  -q, --quiet         errors only: no progress, no summary
  -h, --help          this text

A game counts up to its first error or null move; games of variants are left out.

exit code: 0 the book was written; 2 wrong usage, or a file that cannot be read or written; 130 interrupted,
nothing was written
`

const OPTIONS = /** @type {const} */ ({
  output: { type: 'string', short: 'o' },
  'max-ply': { type: 'string' },
  'min-games': { type: 'string' },
  side: { type: 'string' },
  uniform: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

const SUCCESS = 0
const FAILURE = 2
const INTERRUPTED = 130
const COMMAND = 'book make'
const VARIANTS = ['standard', 'chess960']

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function run(args, io) {
  provideWasm(carriedWasm)
  const settings = readOptions(args)
  if (settings === undefined) {
    io.stdout.write(HELP)
    return SUCCESS
  }
  const { files, output, quiet, options } = settings
  const { stderr, signal } = io
  const reading = new Reading(files, io, quiet)
  try {
    const book = await Book.fromGames(reading.games(), { ...options, signal })
    reading.clear()
    await writeBook(book, output, COMMAND)
    if (!quiet)
      stderr.write(
        `${printable(output)}: ${counted(book.length, 'move')} of ${counted(reading.count, 'game')}\n`,
      )
    return SUCCESS
  } catch (error) {
    reading.clear()
    if (signal.aborted) return signal.reason === 'SIGINT' ? INTERRUPTED : FAILURE
    if (error instanceof UsageError) throw error
    stderr.write(`binbo: ${printable(fileFailure(reading.file, /** @type {Error} */ (error)))}\n`)
    return FAILURE
  }
}

/** The games of all files, with the progress. */
class Reading {
  /** The file that is read. */
  file = ''
  /** Games that count. */
  count = 0
  #files
  #io
  #progress
  #start = performance.now()

  /**
   * @param {string[]} files
   * @param {Io} io
   * @param {boolean} quiet
   */
  constructor(files, io, quiet) {
    this.#files = files
    this.#io = io
    this.#progress = quiet ? undefined : new ProgressLine(io.stderr, io.env, this.#start)
  }

  /** @returns {AsyncGenerator<PgnGame, void>} */
  async *games() {
    const { stdin, stderr, signal } = this.#io
    for (const file of this.#files) {
      this.file = file
      if (file === '-' && stdin.isTTY && this.#progress)
        stderr.write('reading standard input; Ctrl-D ends it\n')
      const source = new PgnFileSource(file === '-' ? stdin : file, signal)
      const onProgress = (/** @type {{ bytes: number }} */ { bytes }) =>
        this.#progress?.update(columns => this.#bar(source, bytes, columns), performance.now())
      for await (const game of readPgn(source, { signal, onProgress })) {
        for (const error of game.errors) this.#report(errorLine(file, error, painter(stderr)))
        if (!VARIANTS.includes(game.variant)) continue
        this.count++
        yield game
      }
    }
  }

  clear() {
    this.#progress?.clear()
  }

  /** @param {string} line */
  #report(line) {
    this.clear()
    this.#io.stderr.write(`${line}\n`)
  }

  /**
   * @param {PgnFileSource} source
   * @param {number} bytes
   * @param {number} columns
   */
  #bar({ bytesRead, totalBytes }, bytes, columns) {
    const speed = bytes / ((performance.now() - this.#start) / 1000)
    const name = printable(this.file)
    return progressText({ name, read: bytesRead, total: totalBytes, speed, games: this.count }, columns)
  }
}

/**
 * @param {string[]} args
 * @returns {{ files: string[], output: string, quiet: boolean, options: BookOptions } | undefined} undefined: help is wanted
 * @throws {UsageError}
 */
function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const { help, output, quiet, uniform, side } = values
    if (help) return undefined
    if (!output) throw new Error('-o BOOK names the file of the book')
    if (side !== undefined && side !== 'white' && side !== 'black')
      throw new Error(`--side is white or black, not '${side}'`)
    const maxPly = readNumber('max-ply', values['max-ply'], 1)
    const minGames = readNumber('min-games', values['min-games'], 1)
    return {
      files: inputFiles(positionals, output),
      output,
      quiet,
      options: { maxPly, minGames, side, uniform },
    }
  } catch (error) {
    const { code } = /** @type {Error & { code?: string }} */ (error)
    throw code === 'ERR_ARGUMENT'
      ? new UsageError(detailsOf(/** @type {Error} */ (error)), COMMAND)
      : usageError(error, COMMAND)
  }
}
