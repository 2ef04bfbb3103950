// SPDX-License-Identifier: Apache-2.0
// binbo pgn find: finds the games of PGN files that reach a position or material.

import type { Reaches } from '../pgn/reaches.js'
import { goalOf } from '../pgn/reaches.js'
import { readPgn } from '../pgn/reader.js'
import { errorLine, listed } from './check-report.js'
import {
  complain,
  defineCommand,
  FAILURE,
  NEGATIVE,
  option,
  QUIET,
  SUCCESS,
  summarize,
  unlessInterrupted,
} from './command.js'
import { fileFailure, inputFiles, openInput, openLarge } from './files.js'
import { GameOutput, OutputError } from './game-output.js'
import type { Io } from './main.js'
import { ProgressLine } from './progress-line.js'
import { byteSize, counted, painter } from './text.js'
import { UsageError } from './usage-error.js'

export const command = defineCommand({
  name: 'pgn find',
  help: `[options] 'FEN' | MATERIAL [FILE…]

Finds the games of PGN files whose main line reaches a position, or material such as KRPvKR: exactly these
pieces, of either color. Of a FEN, move counters do not count, and en passant only where it is legal.

Without FILE, or where FILE is -, it reads standard input. Files compressed with gzip (.gz) or, from
Node 22.15 on, Zstandard (.zst) are decompressed.

options:

Moves after an error in a game are left out.

exit code: 0 games were found; 1 none was; 2 wrong usage, or a file that cannot be read or written;
130 interrupted
`,
  column: 22,
  options: {
    output: option('-o, --output FILE', 'the output file, which is replaced; default: standard output'),
    quiet: QUIET,
  },
  takesWords: true,
  async run({ output, quiet }, [question, ...names], io) {
    if (question === undefined) throw new UsageError("a FEN or material such as 'KRPvKR' comes first")
    const reaches = question.includes('/') ? question : { material: question }
    goalOf(reaches)
    return new GameSearch({ reaches, files: inputFiles(names, output), output, quiet }, io).run()
  },
})

type FindSettings = {
  reaches: Reaches
  /** '-' is standard input */
  files: string[]
  output: string | undefined
  quiet: boolean
}

/** The search in all files. */
class GameSearch {
  #settings: FindSettings
  #io: Io
  #progress: ProgressLine
  #output: GameOutput
  #start = performance.now()
  #hasFound = false
  /** The number of games that were found and written. */
  #found = 0
  /** Bytes of decompressed text: of the files before this one, and of all. */
  #before = 0
  #bytes = 0

  /** @throws {UsageError} if the output cannot be written */
  constructor(settings: FindSettings, io: Io) {
    this.#settings = settings
    this.#io = io
    this.#progress = new ProgressLine(io, settings.quiet)
    this.#output = new GameOutput(settings.output, io)
  }

  /** @returns the exit code */
  async run(): Promise<number> {
    const { signal } = this.#io
    let failed = false
    for (const file of this.#settings.files) {
      try {
        await this.#searchFile(file)
      } catch (error) {
        if (signal.aborted) break
        failed = true
        const isOutput = error instanceof OutputError
        this.#progress.clear()
        complain(this.#io, isOutput ? error.message : fileFailure(file, error))
        if (isOutput) break
      }
      this.#before = this.#bytes
    }
    this.#progress.clear()
    this.#output.close(!failed && !signal.aborted)
    if (!this.#settings.quiet) await summarize(this.#io, this.#summary)
    return unlessInterrupted(this.#io, failed ? FAILURE : this.#hasFound ? SUCCESS : NEGATIVE)
  }

  async #searchFile(file: string) {
    const { reaches, quiet } = this.#settings
    const { stderr, signal } = this.#io
    const large = await openLarge(file)
    const source = large?.blob ?? openInput(file, this.#io, quiet)
    const draw = this.#progress.ofReading(file, source, () => this.#found)
    const onProgress = (at: { bytes: number }) => {
      this.#bytes = this.#before + at.bytes
      draw(at)
    }
    for await (const game of readPgn(source, { reaches, signal, onProgress, workers: large?.workers })) {
      for (const error of listed(game.errors, quiet))
        this.#progress.clear(`${errorLine(file, error, painter(stderr))}\n`)
      this.#hasFound = true
      await this.#output.write(game.toString(), this.#progress)
      this.#found++
    }
  }

  get #summary() {
    const seconds = (performance.now() - this.#start) / 1000
    const speed = byteSize(this.#bytes / seconds)
    const cut = this.#io.signal.aborted ? ' (interrupted)' : ''
    return `${counted(this.#found, 'game')} found, ${byteSize(this.#bytes)} in ${seconds.toFixed(2)} s (${speed}/s)${cut}`
  }
}
