// SPDX-License-Identifier: Apache-2.0
// binbo epd run: test suites of EPD records, played by an engine.

import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { ChessError } from '../core/errors.js'
import { provideWasm } from '../core/wasm.js'
import { readEpd } from '../epd/read-epd.js'
import { runEpd } from '../epd/run-epd.js'
import { PgnFileSource } from '../node/pgn-file-source.js'
import { EnginePool } from '../uci/pool/engine-pool.js'
import { errorLine } from './check-report.js'
import { fileFailure, inputFiles } from './input-files.js'
import { barLine, ProgressLine } from './progress-line.js'
import { ENGINES_HELP, findEngine, readSearch, SEARCH_HELP, SEARCH_OPTIONS } from './search-settings.js'
import { counted, GREEN, painter, printable, RED, visibleJson } from './text.js'
import { detailsOf, usageError } from './usage-error.js'

/** @import { Epd } from '../epd/epd.js' */
/** @import { EpdResult } from '../epd/run-epd.js' */
/** @import { Io } from './main.js' */
/** @import { SearchSettings } from './search-settings.js' */

const HELP = `usage: binbo epd run [options] [FILE…]

Searches the positions of EPD files with a UCI engine: one is solved where the engine plays a best move (bm),
and none to avoid (am). Without FILE, or where FILE is -, it reads standard input. Records with neither opcode
are left out.

options:
${SEARCH_HELP}
${ENGINES_HELP}
  --token TOKEN         for an engine behind a WebSocket; default: the variable BINBO_TOKEN
  --json                the results as JSON, instead of a table
  -q, --quiet           no progress and no summary
  -h, --help            this text

exit code: 0 all are solved; 1 some are not, or some records cannot be read; 2 wrong usage, no engine, or a
file that cannot be read; 130 interrupted
`

const OPTIONS = /** @type {const} */ ({
  ...SEARCH_OPTIONS,
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

const SOLVED = 0
const NOT_SOLVED = 1
const FAILURE = 2
const INTERRUPTED = 130
const COMMAND = 'epd run'

/** @typedef {SearchSettings & { files: string[], json: boolean, quiet: boolean, help: boolean }} RunSettings */

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function run(args, io) {
  const settings = readOptions(args, io.env)
  if (settings.help) {
    io.stdout.write(HELP)
    return SOLVED
  }
  provideWasm(carriedWasm)
  const transport = await findEngine(settings, io.env, COMMAND)
  const suite = new TestSuite(settings, io)
  if (!(await suite.read())) return io.signal.reason === 'SIGINT' ? INTERRUPTED : FAILURE
  const pool = new EnginePool(transport, { size: settings.size, options: settings.options })
  try {
    return await suite.run(pool)
  } finally {
    await pool.close()
  }
}

/** The records of all files, and what the engine found. */
class TestSuite {
  #settings
  #io
  #progress
  #paint
  /** @type {Epd[]} */
  #records = []
  /** @type {EpdResult[]} */
  #results = []
  #hasErrors = false
  #start = performance.now()

  /**
   * @param {RunSettings} settings
   * @param {Io} io
   */
  constructor(settings, io) {
    this.#settings = settings
    this.#io = io
    this.#progress = settings.quiet ? undefined : new ProgressLine(io.stderr, io.env, this.#start)
    this.#paint = painter(io.stdout)
  }

  /** @returns {Promise<boolean>} whether all files could be read */
  async read() {
    const { stdin, stderr, signal } = this.#io
    for (const file of this.#settings.files) {
      if (file === '-' && stdin.isTTY && !this.#settings.quiet)
        stderr.write('reading standard input; Ctrl-D ends it\n')
      try {
        const source = new PgnFileSource(file === '-' ? stdin : file, signal)
        for await (const epd of readEpd(source, { variant: 'chess960', signal })) this.#add(file, epd)
      } catch (error) {
        if (signal.aborted) return false
        stderr.write(`binbo: ${printable(fileFailure(file, /** @type {Error} */ (error)))}\n`)
        return false
      }
    }
    return true
  }

  /**
   * @param {string} file
   * @param {Epd} epd
   */
  #add(file, epd) {
    for (const error of epd.errors) {
      this.#hasErrors = true
      this.#io.stderr.write(`${errorLine(file, error, painter(this.#io.stderr))}\n`)
    }
    if (epd.position !== null && (epd.ops.has('bm') || epd.ops.has('am'))) this.#records.push(epd)
  }

  /**
   * @param {EnginePool} engine
   * @returns {Promise<number>} the exit code
   */
  async run(engine) {
    const { stdout, stderr, signal } = this.#io
    const { limits, json, quiet } = this.#settings
    this.#start = performance.now()
    try {
      const onProgress = (/** @type {{ done: number }} */ { done }) =>
        this.#progress?.update(columns => this.#bar(done, columns), performance.now())
      for await (const result of runEpd(this.#records, { engine, limits, signal, onProgress })) {
        this.#results.push(result)
        if (json) continue
        if (stdout.isTTY) this.#progress?.clear()
        stdout.write(this.#row(result))
      }
    } catch (error) {
      this.#progress?.clear()
      if (!signal.aborted) {
        const reason = error instanceof ChessError ? detailsOf(error) : /** @type {Error} */ (error).message
        stderr.write(`binbo: ${printable(reason)}\n`)
        return FAILURE
      }
    }
    this.#progress?.clear()
    if (json) stdout.write(`${visibleJson(this.#report(), 2)}\n`)
    if (!quiet) stderr.write(`${this.#summary}\n`)
    if (signal.reason === 'SIGINT') return INTERRUPTED
    return this.#solved < this.#records.length || this.#hasErrors ? NOT_SOLVED : SOLVED
  }

  get #solved() {
    return this.#results.filter(({ solved }) => solved).length
  }

  get #summary() {
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1)
    const cut = this.#results.length < this.#records.length ? ` (${this.#results.length} searched)` : ''
    return `${this.#solved} of ${counted(this.#records.length, 'position')} solved in ${seconds} s${cut}`
  }

  /** @param {number} done @param {number} columns @returns {string} */
  #bar(done, columns) {
    const total = this.#records.length
    return barLine('', done / total, '', [`${done} of ${total}`, `${this.#solved} solved`], columns)
  }

  /** @param {EpdResult} result @returns {string} a line of the table */
  #row(result) {
    const { epd, solved, info } = result
    const verdict = solved ? this.#paint(GREEN, 'solved') : this.#paint(RED, 'missed')
    const wanted = [
      ...epd.bestMoves.map(({ san }) => san),
      ...epd.avoidMoves.map(({ san }) => `not ${san}`),
    ].join(' ')
    const depth = info?.depth === undefined ? '' : `depth ${info.depth}`
    const number = String(this.#results.length).padStart(String(this.#records.length).length)
    return `${number}  ${verdict}  ${sanOf(result).padEnd(8)} ${wanted.padEnd(16)} ${depth.padEnd(9)} ${printable(epd.id ?? '')}`
      .trimEnd()
      .concat('\n')
  }

  /** @returns {object} for --json */
  #report() {
    return {
      solved: this.#solved,
      total: this.#records.length,
      results: this.#results.map(result => ({
        id: result.epd.id,
        fen: result.epd.fen,
        best: result.epd.bestMoves.map(({ san }) => san),
        avoid: result.epd.avoidMoves.map(({ san }) => san),
        move: result.move,
        san: sanOf(result),
        solved: result.solved,
        depth: result.info?.depth ?? null,
        score: result.info?.score ?? null,
      })),
    }
  }
}

/** @param {EpdResult} result @returns {string} '-' without a move */
const sanOf = ({ epd, move }) => (move === null ? '-' : (epd.position?.line([move])[0].san ?? '-'))

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {RunSettings}
 * @throws {UsageError}
 */
function readOptions(args, env) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const { json, quiet, help } = values
    return { ...readSearch(values, env), files: inputFiles(positionals), json, quiet, help }
  } catch (error) {
    throw usageError(error, COMMAND)
  }
}
