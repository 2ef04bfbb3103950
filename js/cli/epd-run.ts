// SPDX-License-Identifier: Apache-2.0
// binbo epd run: an engine searches the positions of EPD test suites.

import { reasonOf } from '../core/caught.js'
import { ChessError } from '../core/errors.js'
import type { Epd } from '../epd/epd.js'
import { readEpd } from '../epd/read-epd.js'
import type { EpdResult } from '../epd/run-epd.js'
import { runEpd } from '../epd/run-epd.js'
import { readVariant } from '../game/variants.js'
import { EnginePool } from '../uci/pool/engine-pool.js'
import { errorLine } from './check-report.js'
import { defineCommand, flag, NEGATIVE, option, SUCCESS, summarize, unlessInterrupted } from './command.js'
import { fileFailure, inputFiles, openInput } from './files.js'
import { FAIRY_STOCKFISH, findProgram } from './find-program.js'
import type { Io } from './main.js'
import { barLine, ProgressLine } from './progress-line.js'
import type { SearchValues } from './search-settings.js'
import { ENGINES, findEngine, limitsOf, poolOf, SEARCH, TOKEN } from './search-settings.js'
import type { Painter } from './text.js'
import { counted, GREEN, painter, printable, RED, visibleJson } from './text.js'
import { detailsOf, Failure } from './usage-error.js'

export const command = defineCommand({
  name: 'epd run',
  help: `[options] [FILE…]

Searches the positions of EPD files with a UCI engine: one is solved where the engine plays a best move (bm),
and none to avoid (am). Without FILE, or where FILE is -, it reads standard input. Records with neither opcode
are left out.

options:

exit code: 0 all are solved; 1 some are not, or some records cannot be read; 2 wrong usage, no engine, or a
file that cannot be read; 130 interrupted
`,
  options: {
    ...SEARCH,
    ...ENGINES,
    token: TOKEN,
    variant: option('--variant NAME', 'such as antichess; default: chess', undefined, 'chess960'),
    json: flag('--json', 'the results as JSON, instead of a table'),
    quiet: flag('-q, --quiet', 'no progress and no summary'),
  },
  takesWords: true,
  async run(settings, names, io) {
    const files = inputFiles(names)
    readVariant(settings.variant)
    const playsStandard = /^(?:chess960|standard)$/.test(settings.variant)
    const engine = settings.engine ?? (playsStandard ? undefined : findProgram(FAIRY_STOCKFISH, io.env))
    const transport = await findEngine({ ...settings, engine }, io.env)
    const suite = new TestSuite(settings, io)
    for (const file of files) await suite.read(file)
    const pool = new EnginePool(transport, poolOf(settings))
    try {
      return await suite.run(pool)
    } finally {
      await pool.close()
    }
  },
})

/** The records of all files, and what the engine found. */
class TestSuite {
  #settings
  #io: Io
  #progress: ProgressLine
  #paint: Painter
  #records: Epd[] = []
  #results: EpdResult[] = []
  #hasErrors = false
  #start = performance.now()

  constructor(settings: SearchValues & { variant: string; json: boolean; quiet: boolean }, io: Io) {
    this.#settings = settings
    this.#io = io
    this.#progress = new ProgressLine(io, settings.quiet)
    this.#paint = painter(io.stdout)
  }

  /**
   * Adds the records of a file.
   * @throws {Failure} if it cannot be read
   */
  async read(file: string) {
    const { signal } = this.#io
    try {
      const source = openInput(file, this.#io, this.#settings.quiet)
      for await (const epd of readEpd(source, { variant: this.#settings.variant, signal }))
        this.#add(file, epd)
    } catch (error) {
      throw new Failure(fileFailure(file, error))
    }
  }

  #add(file: string, epd: Epd) {
    const { stderr } = this.#io
    for (const error of epd.errors) {
      this.#hasErrors = true
      stderr.write(`${errorLine(file, error, painter(stderr))}\n`)
    }
    if (epd.position !== null && (epd.ops.has('bm') || epd.ops.has('am'))) this.#records.push(epd)
  }

  /**
   * Searches all records, and prints the results.
   * @returns the exit code
   * @throws {Failure} if the engine fails
   */
  async run(engine: EnginePool): Promise<number> {
    const { stdout, signal } = this.#io
    const { json, quiet } = this.#settings
    const limits = limitsOf(this.#settings)
    this.#start = performance.now()
    try {
      const onProgress = ({ done }: { done: number }) =>
        this.#progress.update(columns => this.#bar(done, columns))
      for await (const result of runEpd(this.#records, { engine, limits, signal, onProgress })) {
        this.#results.push(result)
        if (json) continue
        if (stdout.isTTY) this.#progress.clear()
        stdout.write(this.#row(result))
      }
    } catch (error) {
      this.#progress.clear()
      if (!signal.aborted) throw new Failure(error instanceof ChessError ? detailsOf(error) : reasonOf(error))
    }
    this.#progress.clear()
    if (json) stdout.write(`${visibleJson(this.#report(), 2)}\n`)
    if (!quiet) await summarize(this.#io, this.#summary)
    const due = signal.aborted ? this.#results : this.#records
    const isSolved = this.#solved === due.length && !this.#hasErrors
    return unlessInterrupted(this.#io, isSolved ? SUCCESS : NEGATIVE)
  }

  get #solved() {
    return this.#results.filter(({ solved }) => solved).length
  }

  get #summary() {
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1)
    const cut = this.#results.length < this.#records.length ? ` (${this.#results.length} searched)` : ''
    return `${this.#solved} of ${counted(this.#records.length, 'position')} solved in ${seconds} s${cut}`
  }

  #bar(done: number, columns: number): string {
    const total = this.#records.length
    return barLine('', done / total, '', [`${done} of ${total}`, `${this.#solved} solved`], columns)
  }

  /** @returns a line of the table */
  #row(result: EpdResult): string {
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

  /** @returns the object that --json prints */
  #report(): object {
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

/** @returns '-' without a move */
const sanOf = ({ epd, move }: EpdResult): string =>
  move === null ? '-' : (epd.position?.line([move])[0].san ?? '-')
