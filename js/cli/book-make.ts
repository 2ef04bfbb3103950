// SPDX-License-Identifier: Apache-2.0
// binbo book make: makes an opening book from the games of PGN files.

import { Book } from '../book/book.js'
import { hasStandardRules } from '../game/traits.js'
import { readPgn } from '../pgn/reader.js'
import { errorLine, listed } from './check-report.js'
import { defineCommand, flag, option, QUIET, SUCCESS, wholeNumber } from './command.js'
import { fileFailure, inputFiles, openInput } from './files.js'
import { writeBook } from './open-book.js'
import { ProgressLine } from './progress-line.js'
import { counted, painter, printable } from './text.js'
import { Failure, UsageError } from './usage-error.js'

export const command = defineCommand({
  name: 'book make',
  help: `-o BOOK [options] [FILE…]

Makes an opening book in the format of Polyglot of the games of PGN files. The weight of a move is two for
each game that its side won with it and one for each draw; games without a result score nothing. Without
FILE, or where FILE is -, it reads standard input. Files compressed with gzip (.gz) or Zstandard (.zst) are
decompressed.

options:

A game counts up to its first error or null move; games of variants are left out.

exit code: 0 the book was written; 2 wrong usage, or a file that cannot be read or written; 130 interrupted,
nothing was written
`,
  column: 22,
  options: {
    output: option('-o, --output BOOK', 'the file of the book, which is replaced'),
    maxPly: option('--max-ply N', 'the plies of each game that count; default 60', wholeNumber(1)),
    minGames: option(
      '--min-games N',
      'leaves out moves that were played in fewer games; default 1',
      wholeNumber(1),
    ),
    side: option('--side COLOR', 'only moves of white or black', readSide),
    uniform: flag('--uniform', 'every move has the same weight'),
    quiet: QUIET,
  },
  takesWords: true,
  async run({ output, quiet, ...options }, words, io) {
    if (!output) throw new UsageError('-o BOOK names the file of the book')
    const files = inputFiles(words, output)
    const { stderr, signal } = io
    const progress = new ProgressLine(io, quiet)
    let file = ''
    let count = 0
    const games = async function* () {
      for (file of files) {
        const source = openInput(file, io, quiet)
        const onProgress = progress.ofReading(file, source, () => count)
        for await (const game of readPgn(source, { signal, onProgress })) {
          for (const error of listed(game.errors, quiet))
            progress.clear(`${errorLine(file, error, painter(stderr))}\n`)
          if (!hasStandardRules(game.variant)) continue
          count++
          yield game
        }
      }
    }
    try {
      const book = await Book.fromGames(games(), { ...options, signal })
      progress.clear()
      await writeBook(book, output)
      if (!quiet)
        stderr.write(`${printable(output)}: ${counted(book.length, 'move')} of ${counted(count, 'game')}\n`)
      return SUCCESS
    } catch (error) {
      progress.clear()
      throw error instanceof UsageError ? error : new Failure(fileFailure(file, error))
    }
  },
})

function readSide(text: string): 'white' | 'black' {
  if (text === 'white' || text === 'black') return text
  throw new UsageError(`--side is white or black, not '${text}'`)
}
