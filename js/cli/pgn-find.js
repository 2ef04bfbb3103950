// SPDX-License-Identifier: Apache-2.0
// binbo pgn find: the games of PGN files that reach a position or material.

import { once } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { PgnFileSource } from '../node/pgn-file-source.js'
import { goalOf } from '../pgn/reaches.js'
import { readPgn } from '../pgn/reader.js'
import { errorLine } from './check-report.js'
import { fileFailure, inputFiles } from './input-files.js'
import { ProgressLine, progressText } from './progress-line.js'
import { byteSize, counted, painter, printable, shown } from './text.js'
import { detailsOf, UsageError, usageError } from './usage-error.js'

/** @import { Io } from './main.js' */
/** @import { Reaches } from '../pgn/reaches.js' */

const HELP = `usage: binbo pgn find [options] 'FEN' | MATERIAL [FILE…]

Finds the games of PGN files whose main line reaches a position, or material such as KRPvKR: exactly these
pieces, of either color. Of a FEN, move counters do not count, and en passant only where it is legal.

Without FILE, or where FILE is -, it reads standard input. Files compressed with gzip (.gz) or, from
Node 22.15 on, Zstandard (.zst) are decompressed.

options:
  -o, --output FILE   where the games go, in place of what it holds; default: standard output
  -q, --quiet         errors only: no progress, no summary
  -h, --help          this text

Moves after an error in a game are left out.

exit code: 0 games were found; 1 none was; 2 wrong usage, or a file that cannot be read or written;
130 interrupted
`

const OPTIONS = /** @type {const} */ ({
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

const FOUND = 0
const NOTHING_FOUND = 1
const FAILURE = 2
const INTERRUPTED = 130
const COMMAND = 'pgn find'

/**
 * @typedef {object} FindSettings
 * @property {Reaches} reaches
 * @property {string[]} files '-' is standard input
 * @property {string | undefined} output
 * @property {boolean} quiet
 */

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
    return FOUND
  }
  const search = new GameSearch(settings, io)
  try {
    return await search.run()
  } finally {
    search.close()
  }
}

/** The search in all files. */
class GameSearch {
  #settings
  #io
  #progress
  #output
  #start = performance.now()
  #found = 0
  /** Of text, unpacked, in the files before this one and in all. */
  #before = 0
  #bytes = 0

  /**
   * @param {FindSettings} settings
   * @param {Io} io
   * @throws {UsageError} if the output cannot be written
   */
  constructor(settings, io) {
    this.#settings = settings
    this.#io = io
    this.#progress = settings.quiet ? undefined : new ProgressLine(io.stderr, io.env, this.#start)
    this.#output = settings.output === undefined ? undefined : openOutput(settings.output)
  }

  /** @returns {Promise<number>} the exit code */
  async run() {
    const { signal, stderr } = this.#io
    let failed = false
    for (const file of this.#settings.files) {
      try {
        await this.#searchFile(file)
      } catch (error) {
        if (signal.aborted) break
        failed = true
        const isOutput = error instanceof OutputError
        this.#progress?.clear()
        stderr.write(
          `binbo: ${printable(isOutput ? error.message : fileFailure(file, /** @type {Error} */ (error)))}\n`,
        )
        if (isOutput) break
      }
      this.#before = this.#bytes
    }
    this.#progress?.clear()
    if (!this.#settings.quiet) this.#summarize()
    if (signal.reason === 'SIGINT') return INTERRUPTED
    return failed ? FAILURE : this.#found > 0 ? FOUND : NOTHING_FOUND
  }

  close() {
    if (this.#output !== undefined) closeSync(this.#output)
  }

  /** @param {string} file */
  async #searchFile(file) {
    const { reaches, quiet } = this.#settings
    const { stdin, stderr, signal } = this.#io
    if (file === '-' && stdin.isTTY && !quiet) stderr.write('reading standard input; Ctrl-D ends it\n')
    const source = new PgnFileSource(file === '-' ? stdin : file, signal)
    const onProgress = (/** @type {{ bytes: number }} */ { bytes }) => {
      this.#bytes = this.#before + bytes
      this.#progress?.update(columns => this.#bar(file, source, columns), performance.now())
    }
    for await (const game of readPgn(source, { reaches, signal, onProgress })) {
      for (const error of game.errors) {
        this.#progress?.clear()
        stderr.write(`${errorLine(file, error, painter(stderr))}\n`)
      }
      await this.#write(game.toString())
      this.#found++
    }
  }

  /**
   * @param {string} pgn
   * @throws {OutputError}
   */
  async #write(pgn) {
    const text = this.#found > 0 ? `\n${pgn}` : pgn
    const { stdout, signal } = this.#io
    if (this.#output === undefined) {
      if (stdout.isTTY) this.#progress?.clear()
      if (!stdout.write(shown(stdout, text))) await once(stdout, 'drain', { signal })
      return
    }
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#output, bytes, done)
    } catch (error) {
      throw new OutputError(
        fileFailure(/** @type {string} */ (this.#settings.output), /** @type {Error} */ (error)),
      )
    }
  }

  get #seconds() {
    return (performance.now() - this.#start) / 1000
  }

  /**
   * @param {string} file
   * @param {PgnFileSource} source
   * @param {number} columns
   * @returns {string}
   */
  #bar(file, { bytesRead, totalBytes }, columns) {
    const name = printable(file)
    const speed = this.#bytes / this.#seconds
    return progressText({ name, read: bytesRead, total: totalBytes, speed, games: this.#found }, columns)
  }

  #summarize() {
    const seconds = this.#seconds
    const speed = byteSize(this.#bytes / seconds)
    const cut = this.#io.signal.aborted ? ' (interrupted)' : ''
    this.#io.stderr.write(
      `${counted(this.#found, 'game')} found, ${byteSize(this.#bytes)} in ${seconds.toFixed(2)} s (${speed}/s)${cut}\n`,
    )
  }
}

/** The output cannot be written. */
class OutputError extends Error {}

/**
 * @param {string} path
 * @returns {number}
 * @throws {UsageError}
 */
function openOutput(path) {
  try {
    return openSync(path, 'w')
  } catch (error) {
    throw new UsageError(`cannot write ${fileFailure(path, /** @type {Error} */ (error))}`, COMMAND)
  }
}

/**
 * @param {string[]} args
 * @returns {FindSettings | undefined} undefined: help is wanted
 * @throws {UsageError}
 */
function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    if (values.help) return undefined
    const [question, ...names] = positionals
    if (question === undefined) throw new Error("a FEN or material such as 'KRPvKR' comes first")
    const output = values.output === '-' ? undefined : values.output
    return { reaches: readQuestion(question), files: inputFiles(names, output), output, quiet: values.quiet }
  } catch (error) {
    throw error instanceof UsageError ? error : usageError(error, COMMAND)
  }
}

/**
 * @param {string} question
 * @returns {Reaches}
 * @throws {UsageError}
 */
function readQuestion(question) {
  const reaches = question.includes('/') ? question : { material: question }
  try {
    goalOf(reaches)
    return reaches
  } catch (error) {
    const failure = /** @type {Error & { code?: string }} */ (error)
    throw new UsageError(failure.code === 'ERR_ARGUMENT' ? detailsOf(failure) : failure.message, COMMAND)
  }
}
