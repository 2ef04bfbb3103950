// SPDX-License-Identifier: Apache-2.0
// binbo pgn check: replays every game of PGN files and lists the errors.

import type { Locale } from '../pgn/locales.js'
import { lettersOf } from '../pgn/locales.js'
import { checkGames } from '../pgn/reader.js'
import type { CheckedFile, Report } from './check-report.js'
import { JsonReport, TextReport } from './check-report.js'
import {
  complain,
  defineCommand,
  FAILURE,
  flag,
  NEGATIVE,
  option,
  QUIET,
  SUCCESS,
  unlessInterrupted,
  wholeNumber,
} from './command.js'
import { fileFailure, inputFiles, openInput, openLarge } from './files.js'
import type { Io } from './main.js'
import { ProgressLine } from './progress-line.js'

export const command = defineCommand({
  name: 'pgn check',
  help: `[options] [FILE…]

Replays every game of PGN files and lists what is wrong, one line an error or warning:

  FILE:LINE:COLUMN: game N, ply N: what is wrong (CODE) near "TOKEN"
  FILE:LINE:COLUMN: game N: warning: what was read differently (CODE) near "TOKEN"

Without FILE, or where FILE is -, it reads standard input. Files compressed with gzip (.gz) or, from
Node 22.15 on, Zstandard (.zst) are decompressed.

options:

exit code: 0 no errors, perhaps warnings; 1 errors in games; 2 wrong usage, or a file that cannot be
read; 130 interrupted
`,
  column: 20,
  options: {
    json: flag('--json', 'one JSON document instead of lines'),
    locale: option(
      '--locale LANG',
      'the letters of the pieces: en (default), de, fr, …, or auto',
      readLocale,
    ),
    maxErrors: option(
      '--max-errors N',
      'list no more than N errors and N warnings of a file; all are counted',
      wholeNumber(0),
      Infinity,
    ),
    quiet: QUIET,
  },
  takesWords: true,
  async run(options, names, io) {
    const files = inputFiles(names)
    const { json, quiet } = options
    const report = json ? new JsonReport(io.stdout) : new TextReport(io.stdout, quiet)
    const progress = new ProgressLine(io, quiet)
    const total: CheckedFile = nothingOf('')
    for (const file of files) {
      const checked = await checkFile(file, options, report, progress, io)
      progress.clear()
      if (checked.failure) complain(io, fileFailure(file, checked.failure))
      report.file(checked)
      addTo(total, checked)
      if (io.signal.aborted) break
    }
    report.end(total)
    return unlessInterrupted(io, total.failure ? FAILURE : total.errorCount > 0 ? NEGATIVE : SUCCESS)
  },
})

type CheckOptions = {
  locale: Locale | 'auto' | undefined
  /** the most errors, and the most warnings, that are listed per file */
  maxErrors: number
  quiet: boolean
}

/** @param report gets errors as they are found */
async function checkFile(
  file: string,
  { locale, maxErrors, quiet }: CheckOptions,
  report: Report,
  progress: ProgressLine,
  io: Io,
): Promise<CheckedFile> {
  const { signal } = io
  const start = performance.now()
  const checked: CheckedFile = nothingOf(file)
  try {
    const large = await openLarge(file)
    const source = large?.blob ?? openInput(file, io, quiet)
    const draw = progress.ofReading(file, source, () => checked.games)
    const onProgress = (at: { bytes: number }) => {
      checked.bytes = at.bytes
      draw(at)
    }
    const options = { locale, signal, onProgress, workers: large?.workers }
    await checkGames(source, options, (games, plies, errors) => {
      checked.games += games
      checked.plies += plies
      for (const error of errors) {
        const count = error.warning ? checked.warningCount++ : checked.errorCount++
        if (count >= maxErrors || (quiet && error.warning)) continue
        progress.clear()
        report.error(file, error)
      }
    })
  } catch (error) {
    if (!signal.aborted) checked.failure = error
  }
  const seconds = (performance.now() - start) / 1000
  return Object.assign(checked, { seconds, interrupted: signal.aborted })
}

/** @returns the results of a file before it is read */
const nothingOf = (file: string): CheckedFile => ({
  ...{ file, games: 0, plies: 0, bytes: 0, seconds: 0 },
  ...{ errorCount: 0, warningCount: 0, interrupted: false },
})

function addTo(total: CheckedFile, checked: CheckedFile) {
  for (const name of ['games', 'plies', 'bytes', 'seconds', 'errorCount', 'warningCount'] as const)
    total[name] += checked[name]
  total.interrupted ||= checked.interrupted
  total.failure ??= checked.failure
}

function readLocale(text: string) {
  checkLocale(text)
  return text
}

/** @throws {ChessError} ERR_ARGUMENT */
function checkLocale(text: string): asserts text is Locale | 'auto' {
  lettersOf(text)
}
