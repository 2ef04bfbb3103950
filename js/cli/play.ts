// SPDX-License-Identifier: Apache-2.0
// binbo play: a game of chess in the terminal.

import { ChessError } from '../core/errors.js'
import { defineCommand, FAILURE, INTERRUPTED, SUCCESS } from './command.js'
import type { Io } from './main.js'
import { openBook } from './open-book.js'
import type { PlayOptions } from './play/arguments.js'
import { OPTIONS, playOptions } from './play/arguments.js'
import { completions } from './play/commands.js'
import { defaultEngine, howToGetOne } from './play/engines.js'
import { checkWritable } from './play/game-file.js'
import { Opponent } from './play/opponent.js'
import { PlaySession } from './play/play-session.js'
import { openPrompt } from './play/prompt.js'
import { Screen } from './play/screen.js'
import { sentence } from './play/wording.js'
import { detailsOf, UsageError } from './usage-error.js'

/** Signals that end the game, and their exit codes in shells. */
const SIGNALS: Record<string, number> = { SIGINT: INTERRUPTED, SIGHUP: 129, SIGTERM: 143 }

export const command = defineCommand({
  name: 'play',
  help: `[options]

Plays chess: moves are typed as e4, Nf3, O-O, e2e4 or e7e8q (drops of crazyhouse as N@f3), and the board is
printed after every move. Other commands are hint, undo, save and more; help lists them. Standard input may be
a file or a pipe: its lines are played in order, and the session ends with the last one.

options:

Without --engine and --both the engine is the WebAssembly engine of npm stockfish, if it is installed in this
folder or beside binbo, else the program stockfish on the PATH or in /usr/games. Stockfish plays standard
chess and Chess960 only: for the other variants the engine is the program fairy-stockfish.

While the engine thinks, Ctrl-C makes it move now. Scores are White's: + is good for White. A terminal with
fewer than 29 lines shows the board without the details below it.

exit code: 0 the game or the input has ended; 2 wrong usage, no engine, or a file that cannot be written;
130 interrupted (129 and 143 for SIGHUP and SIGTERM)
`,
  options: OPTIONS,
  run: (values, _, io) => play(playOptions(values, io.env), io),
})

/**
 * @returns the exit code
 * @throws {UsageError}
 */
async function play(options: PlayOptions, io: Io): Promise<number> {
  const { both, variant } = options
  const engine = options.engine ?? (both ? undefined : defaultEngine(io.env, variant))
  if (engine === undefined && !both) {
    io.stderr.write(`binbo: ${howToGetOne(variant)}\n`)
    return FAILURE
  }
  if (options.pgn !== undefined) await checkWritable(options.pgn)

  const book = options.book === undefined ? undefined : await openBook(options.book)

  const ending = endController(io.signal)
  const { signal } = ending
  const screen = new Screen(io)
  let session: PlaySession | undefined
  const prompt = openPrompt(
    io,
    signal,
    start => (session ? completions(session, start) : []),
    () => ending.abort('SIGHUP'),
  )
  const opponent = new Opponent({ ...options, book, env: io.env, signal }, screen, prompt)
  try {
    session = new PlaySession(options, screen, prompt, opponent, signal)
    if (engine !== undefined) await opponent.attach(variant, engine)
  } catch (error) {
    prompt.close()
    if (!(error instanceof ChessError)) throw error
    if (error.code.startsWith('ERR_FEN_')) throw error
    if (error.code === 'ERR_UCI_CANCELLED') return exitCode(signal, true)
    const hasNoEngine = error.code === 'ERR_UCI_ENGINE_DEAD'
    throw new UsageError(hasNoEngine ? `no engine: ${detailsOf(error)}` : sentence(error))
  }
  try {
    const how = await session.run()
    return session.isKept ? exitCode(signal, how === 'interrupted') : FAILURE
  } finally {
    prompt.close()
    await opponent.quit()
  }
}

/** @param interrupted whether Ctrl-C was typed at a prompt, where it is not a signal */
function exitCode({ reason }: AbortSignal, interrupted: boolean): number {
  if (Object.hasOwn(SIGNALS, reason ?? '')) return SIGNALS[reason]
  return interrupted ? INTERRUPTED : SUCCESS
}

/** @returns a controller that SIGHUP and SIGTERM abort, too; the reason is the name of the signal */
function endController(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  signal.addEventListener('abort', follow, { once: true })
  for (const name of ['SIGHUP', 'SIGTERM']) process.once(name, () => controller.abort(name))
  return controller
}
