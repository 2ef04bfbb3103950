// SPDX-License-Identifier: Apache-2.0
// binbo pgn analyse: analyses every game of PGN files with an engine.

import { analyseGame } from '../analysis/analyse-game.js'
import { codeOf, reasonOf } from '../core/caught.js'
import { ChessError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { PgnFileSource } from '../node/pgn-file-source.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import { checkGames, readPgn } from '../pgn/reader.js'
import type { Tablebase } from '../tablebase/tablebase.js'
import { EnginePool } from '../uci/pool/engine-pool.js'
import type { Transport } from '../uci/transports/line-transport.js'
import { AnalysedFile } from './analysed-file.js'
import { errorLine, listed } from './check-report.js'
import type { Values } from './command.js'
import {
  complain,
  defineCommand,
  FAILURE,
  list,
  NEGATIVE,
  option,
  QUIET,
  SUCCESS,
  summarize,
  unlessInterrupted,
  wholeNumber,
} from './command.js'
import { cannotWrite, fileFailure, inputFiles, openInput } from './files.js'
import type { Io } from './main.js'
import { openTables } from './open-tables.js'
import { barLine, ProgressLine } from './progress-line.js'
import { ENGINES, findEngine, limitsOf, poolOf, SEARCH, TOKEN } from './search-settings.js'
import { counted, grouped, painter, printable, shown } from './text.js'
import { detailsOf, UsageError } from './usage-error.js'

/** Errors after which no game can be analysed. */
const FATAL = /^ERR_(UCI_OPTION|UCI_CANCELLED|ARGUMENT|MEMORY|TABLEBASE_.*)$/
const DEAD = 'ERR_UCI_ENGINE_DEAD'
/** Attempts for each game, if the engine dies. */
const TRIES = 2
/** The comment of a game that was not analysed. */
const FAILED_COMMENT = 'Not analysed: the engine failed at this game'
/** A search that every working engine finishes. */
const SMOKE_TEST = { depth: 1, movetime: 1000 }

const OPTIONS = {
  output: option(
    '-o, --output FILE',
    'where the games go; default: standard output, which cannot be resumed',
  ),
  ...SEARCH,
  variations: option(
    '--multipv N',
    'lines for each position, written beside bad moves; default 1',
    wholeNumber(1),
    1,
  ),
  ...ENGINES,
  tables: list(
    '--tables DIR|URL',
    `Syzygy tables: they judge the positions that they know, instead of the engine; folders may
    be repeated`,
  ),
  skip: option('--skip N', 'leaves out the first N games', wholeNumber(0), 0),
  token: TOKEN,
  quiet: QUIET,
}

export const command = defineCommand({
  name: 'pgn analyse',
  help: `[options] [FILE…]

Analyses every game of PGN files with a UCI engine, and writes it with an evaluation of each position
([%eval]), glyphs of bad moves (?!, ?, ??) and the engine's better lines as variations. The games' own
comments, glyphs and variations stay. Without FILE, or where FILE is -, it reads standard input.

Games are added to the output as they are finished, whole. If it is interrupted (Ctrl-C), the same command
goes on after the last of them.

options:

Moves after an error in a game are left out. A game of a variant that the engine does not play is written as
it is, and so is one at which the engine dies twice, with a comment that says so.

exit code: 0 no errors; 1 errors in games, or games at which the engine died; 2 wrong usage, no engine, or a
file or table that cannot be read or written; 130 interrupted
`,
  options: OPTIONS,
  takesWords: true,
  async run(settings, names, io) {
    const files = inputFiles(names, settings.output)
    const transport = await findEngine(settings, io.env)
    const tablebase = settings.tables && (await findTables(settings.tables))
    const output = settings.output === '-' ? undefined : settings.output
    const job = new AnalysisJob({ ...settings, files, output }, transport, tablebase, io)
    try {
      return await job.run()
    } finally {
      await job.end()
    }
  },
})

/** `files`: '-' is standard input */
type AnalyseSettings = Values<typeof OPTIONS> & { files: string[] }

/** One run of the command: its state, counters and output. */
class AnalysisJob {
  #settings: AnalyseSettings
  #tablebase: Tablebase | undefined
  #io: Io
  #makePool: () => EnginePool
  #pool: EnginePool
  #progress: ProgressLine
  /** undefined: standard output */
  #output: AnalysedFile | undefined
  #start = performance.now()
  /** The number of positions of all games; undefined if they were not counted. */
  #total: number | undefined
  #games = 0
  /** The number of games that --skip leaves out. */
  #skipped = 0
  /** The number of games of earlier runs. */
  #earlier = 0
  /** The number of games that were not analysed because the engine died. */
  #failed = 0
  /** The number of positions of this run. */
  #positions = 0
  /** The number of positions of this run and of earlier ones. */
  #done = 0
  #hasErrors = false

  /** @throws {UsageError} */
  constructor(
    settings: AnalyseSettings,
    transport: () => Transport,
    tablebase: Tablebase | undefined,
    io: Io,
  ) {
    this.#settings = settings
    this.#tablebase = tablebase
    this.#io = io
    this.#progress = new ProgressLine(io, settings.quiet)
    this.#output = settings.output === undefined ? undefined : openOutput(settings.output)
    this.#makePool = () => new EnginePool(transport, poolOf(settings))
    this.#pool = this.#makePool()
  }

  /** @returns the exit code */
  async run(): Promise<number> {
    const { files } = this.#settings
    const { signal } = this.#io
    let failure = ''
    let file = ''
    try {
      await this.#count()
      for (file of files) await this.#analyseFile(file)
      this.#output?.finish()
    } catch (error) {
      this.#progress.clear()
      if (error instanceof UsageError) throw error
      if (!signal.aborted) failure = this.#reasonOf(file, error)
    }
    this.#progress.clear()
    if (failure !== '') complain(this.#io, failure)
    if (!this.#settings.quiet) await summarize(this.#io, this.#summaryOf(failure !== '' || signal.aborted))
    return unlessInterrupted(this.#io, failure !== '' ? FAILURE : this.#hasErrors ? NEGATIVE : SUCCESS)
  }

  /** @returns resolves when all engines have ended */
  async end(): Promise<void> {
    await Promise.all([this.#output?.close(), this.#pool.close()])
  }

  /** Counts the positions, if the progress is shown. */
  async #count() {
    const { files } = this.#settings
    const { signal } = this.#io
    if (!this.#progress.isVisible || files.includes('-')) return
    let total = 0
    for (const file of files)
      await checkGames(new PgnFileSource(file, signal), { signal }, (_, plies) => {
        total += plies + 1
      })
    this.#total = total
  }

  async #analyseFile(file: string) {
    const { signal } = this.#io
    const source = openInput(file, this.#io, this.#settings.quiet)
    for await (const game of readPgn(source, { signal })) {
      this.#games++
      if (this.#games <= this.#settings.skip) {
        await this.#output?.pass(game)
        this.#skipped++
        this.#done += positionsOf(game)
        continue
      }
      this.#hasErrors ||= game.errors.some(({ warning }) => !warning)
      const written = await this.#output?.has(game)
      if (written !== undefined) {
        this.#hasErrors ||= written.root.comments.includes(FAILED_COMMENT)
        this.#earlier++
        this.#done += positionsOf(game)
        continue
      }
      for (const error of listed(game.errors, this.#settings.quiet)) this.#report(file, error)
      await this.#analyse(file, game)
      signal.throwIfAborted()
      this.#write(game.toString())
    }
  }

  async #analyse(file: string, game: PgnGame) {
    const before = this.#done
    for (let tries = 1; ; tries++) {
      try {
        await this.#annotate(file, game, before)
        return
      } catch (error) {
        if (!(error instanceof ChessError) || FATAL.test(error.code)) throw error
        if (error.code === DEAD) {
          await this.#replaceEngines()
          if (tries < TRIES) continue
          await this.#assertEngineWorks(error)
        }
        this.#done = before + positionsOf(game)
        this.#hasErrors = true
        if (error.code === DEAD) this.#giveUp(file, game, error)
        // The start position could not be read; the reader has reported it.
        else if (!error.code.startsWith('ERR_PGN_')) this.#report(file, error)
        return
      }
    }
  }

  /**
   * @param before the number of positions in earlier games
   * @throws {ChessError} as analyseGame(); the game is then unchanged
   */
  async #annotate(file: string, game: PgnGame, before: number) {
    const { variations } = this.#settings
    const onProgress = ({ done }: { done: number }) => {
      this.#done = before + done
      this.#positions++
      this.#progress.update(columns => this.#bar(file, columns))
    }
    const analysis = await analyseGame(game, {
      engine: this.#pool,
      limits: limitsOf(this.#settings),
      variations,
      tablebase: this.#tablebase,
      onProgress,
      signal: this.#io.signal,
    })
    analysis.annotate(game, { lines: variations })
  }

  /** Leaves a game without an analysis, with a comment. */
  #giveUp(file: string, game: PgnGame, error: ChessError) {
    this.#failed++
    game.root.comments.push(FAILED_COMMENT)
    const place = `${printable(file)}: game ${this.#games}`
    this.#progress.clear(`${place}: not analysed: the engine failed: ${printable(detailsOf(error))}\n`)
  }

  async #replaceEngines() {
    await this.#pool.close()
    this.#io.signal.throwIfAborted()
    this.#pool = this.#makePool()
  }

  /**
   * Checks that a new engine can search at all; otherwise the failure was not caused by the game.
   * @param error the error of the game
   * @throws {ChessError} that error, if no engine works
   */
  async #assertEngineWorks(error: ChessError) {
    try {
      await this.#pool.bestMove({}, SMOKE_TEST, { signal: this.#io.signal })
    } catch (failure) {
      this.#io.signal.throwIfAborted()
      if (codeOf(failure) === DEAD) throw error
    }
  }

  #write(pgn: string) {
    if (this.#output !== undefined) this.#output.add(pgn)
    else {
      const { stdout } = this.#io
      stdout.write(shown(stdout, this.#games > this.#skipped + 1 ? `\n${pgn}` : pgn))
    }
  }

  #report(file: string, error: ChessError) {
    const place = error.game === undefined ? Object.assign(error, { game: this.#games }) : error
    this.#progress.clear(`${errorLine(file, place, painter(this.#io.stderr))}\n`)
  }

  #bar(file: string, columns: number): string {
    const seconds = (performance.now() - this.#start) / 1000
    const speed = this.#positions / seconds
    const share = this.#total === undefined ? undefined : Math.min(this.#done / this.#total, 1)
    const left = this.#total === undefined ? [] : [`${timeText((this.#total - this.#done) / speed)} left`]
    const done = counted(this.#done, 'position')
    return barLine(printable(file), share, done, [...left, counted(this.#games, 'game')], columns)
  }

  /** @param isCut whether the run ended early; the next run can continue */
  #summaryOf(isCut: boolean) {
    const { output } = this.#settings
    const seconds = (performance.now() - this.#start) / 1000
    const games = this.#games - (isCut && this.#games > 0 ? 1 : 0)
    const parts = [
      [this.#earlier, 'of them by an earlier run'],
      [this.#skipped, 'skipped'],
      [this.#failed, 'not analysed'],
    ].flatMap(([count, what]) => (count ? [`, ${grouped(Number(count))} ${what}`] : []))
    const cut = isCut && output !== undefined && games > 0 ? '; the same command goes on from there' : ''
    return (
      `${printable(output ?? 'standard output')}: ${counted(games, 'game')}${parts.join('')}, ` +
      `${counted(this.#positions, 'position')} in ${seconds.toFixed(1)} s${cut}`
    )
  }

  /** @param file the file that was read */
  #reasonOf(file: string, error: unknown): string {
    if (codeOf(error) === DEAD) return `the engine failed: ${detailsOf(error)}`
    if (error instanceof ChessError) return detailsOf(error)
    if (codeOf(error) === undefined) return reasonOf(error)
    return fileFailure(
      isObject(error) && error.path === undefined ? (this.#settings.output ?? file) : file,
      error,
    )
  }
}

const positionsOf = (game: PgnGame) => Array.from(game.mainline()).length + 1

/** @throws {UsageError} */
async function findTables(tables: string[]): Promise<Tablebase> {
  try {
    return await openTables(tables)
  } catch (error) {
    throw new UsageError(`no tables in ${fileFailure(tables.join(', '), error)}`)
  }
}

/** @throws {UsageError} */
function openOutput(path: string): AnalysedFile {
  try {
    return new AnalysedFile(path)
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/** @returns such as '1:02:03' or '4:05' */
function timeText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '?'
  const total = Math.round(seconds)
  const two = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`
}
