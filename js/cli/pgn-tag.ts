// SPDX-License-Identifier: Apache-2.0
// binbo pgn tag: sets tags of the games of PGN files by their moves.

import { openingOf } from '../openings/openings.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import { readPgn } from '../pgn/reader.js'
import { errorLine, listed } from './check-report.js'
import {
  complain,
  defineCommand,
  FAILURE,
  flag,
  option,
  QUIET,
  SUCCESS,
  summarize,
  unlessInterrupted,
} from './command.js'
import { fileFailure, inputFiles, openInput } from './files.js'
import { GameOutput, OutputError } from './game-output.js'
import { ProgressLine } from './progress-line.js'
import { counted, painter } from './text.js'
import { UsageError } from './usage-error.js'

export const command = defineCommand({
  name: 'pgn tag',
  help: `--openings [FILE…] [-o FILE] [options]

Sets the tags ECO and Opening of the games of PGN files by their moves, also if they have others, and writes all
games. Games without a named opening, of variants and from other starts stay as they are.

Without FILE, or where FILE is -, it reads standard input. Files compressed with gzip (.gz) or, from
Node 22.15 on, Zstandard (.zst) are decompressed.

options:

exit code: 0; 2 wrong usage, or a file that cannot be read or written; 130 interrupted
`,
  options: {
    openings: flag('--openings', 'set ECO and Opening, by the last named position of the main line'),
    output: option(
      '-o, --output FILE',
      'where the games go, in place of what it holds; default: standard output',
    ),
    quiet: QUIET,
  },
  takesWords: true,
  async run({ openings, output: path, quiet }, names, io) {
    if (!openings) throw new UsageError('--openings says which tags')
    const files = inputFiles(names, path)
    const output = new GameOutput(path, io)
    const progress = new ProgressLine(io, quiet)
    let [games, tagged, failed] = [0, 0, false]
    for (const file of files)
      try {
        const source = openInput(file, io, quiet)
        const onProgress = progress.ofReading(file, source, () => games)
        for await (const game of readPgn(source, { signal: io.signal, onProgress })) {
          for (const error of listed(game.errors, quiet))
            progress.clear(`${errorLine(file, error, painter(io.stderr))}\n`)
          const hasOpening = tagOpening(game)
          await output.write(game.toString(), progress)
          games++
          if (hasOpening) tagged++
        }
      } catch (error) {
        if (io.signal.aborted) break
        failed = true
        const isOutput = error instanceof OutputError
        progress.clear()
        complain(io, isOutput ? error.message : fileFailure(file, error))
        if (isOutput) break
      }
    progress.clear()
    output.close(!failed && !io.signal.aborted)
    const cut = io.signal.aborted ? ' (interrupted)' : ''
    if (!quiet)
      await summarize(io, `${counted(games, 'game')}, ${counted(tagged, 'game')} with an opening${cut}`)
    return unlessInterrupted(io, failed ? FAILURE : SUCCESS)
  },
})

/** @returns whether it has a named opening */
function tagOpening(game: PgnGame): boolean {
  if (game.errors.some(({ code }) => code === 'ERR_PGN_VARIANT' || code === 'ERR_PGN_TAG_FEN')) return false
  const opening = openingOf(game)
  if (opening === null) return false
  game.headers.set('ECO', opening.eco)
  game.headers.set('Opening', opening.name)
  return true
}
