// SPDX-License-Identifier: Apache-2.0
// binbo play: a game of chess in the terminal.

import { carriedWasm } from '../core/carried-wasm.js'
import { ChessError } from '../core/errors.js'
import { provideWasm } from '../core/wasm.js'
import { openBook } from './open-book.js'
import { readOptions } from './play/arguments.js'
import { completions } from './play/commands.js'
import { defaultEngine, howToGetOne } from './play/engines.js'
import { checkWritable } from './play/game-file.js'
import { Opponent } from './play/opponent.js'
import { PlaySession } from './play/play-session.js'
import { openPrompt } from './play/prompt.js'
import { Screen } from './play/screen.js'
import { sentence } from './play/wording.js'
import { detailsOf, UsageError } from './usage-error.js'

/** @import { Io } from './main.js' */

const HELP = `usage: binbo play [options]

Plays chess: moves are typed as e4, Nf3, O-O, e2e4 or e7e8q (drops of crazyhouse as N@f3), and the board is
printed after every move. Other commands are hint, undo, save and more; help lists them. Standard input may be
a file or a pipe: its lines are played in order, and the session ends with the last one.

options:
  -e, --engine ENGINE   a UCI engine: the path of a program (a .js file is run with Node),
                        ws://… or wss://… (binbo engine-server), tcp://HOST:PORT, or wasm (npm stockfish)
  --both                both sides by hand; an --engine then serves hint and go
  --color COLOR         your color: white (default), black or random
  --fen FEN             the position to start from
  --variant NAME        crazyhouse, antichess, atomic, horde, kingofthehill, racingkings, 3check or chess960
  --chess960 [N]        Chess960, from start position N (0 to 959), a random one, or --fen
  --movetime MS         the engine's time for each move, in milliseconds; default 1000
  --depth N             the engine's search depth; without --movetime the only limit
  --book FILE           a Polyglot book: the engine plays its moves as long as there are any
  --elo N               the engine's strength, if it offers UCI_Elo
  --skill N             the engine's strength, if it offers Skill Level
  --token TOKEN         for an engine behind a WebSocket; default: the variable BINBO_TOKEN
  --draws MODE          automatic (default): threefold repetition and fifty moves end the game;
                        claim: they may be claimed with draw; none: only mate and stalemate end it
  --pgn FILE            add every game to FILE, from its first move on
  --name NAME           your name in PGN; default: the user's name
  --ascii               show the pieces as letters
  --flip                show the board from the other side
  -h, --help            this text

Without --engine and --both the engine is the WebAssembly engine of npm stockfish, if it is installed in this
folder or beside binbo, else the program stockfish on the PATH or in /usr/games. Stockfish plays standard
chess and Chess960 only: for the other variants the engine is the program fairy-stockfish.

While the engine thinks, Ctrl-C makes it move now. Scores are White's: + is good for White. A terminal with
fewer than 29 lines shows the board without the details below it.

exit code: 0 the game or the input has ended; 2 wrong usage, no engine, or a file that cannot be written;
130 interrupted (129 and 143 for SIGHUP and SIGTERM)
`

const SUCCESS = 0
const FAILURE = 2
const INTERRUPTED = 130
/** Signals that end the game, and their exit codes in shells. */
const SIGNALS = { SIGINT: INTERRUPTED, SIGHUP: 129, SIGTERM: 143 }

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function run(args, io) {
  provideWasm(carriedWasm)
  const options = readOptions(args, io.env)
  if (options.help) {
    io.stdout.write(HELP)
    return SUCCESS
  }
  const { both, variant } = options
  const engine = options.engine ?? (both ? undefined : defaultEngine(io.env, variant))
  if (engine === undefined && !both) {
    io.stderr.write(`binbo: ${howToGetOne(variant)}\n`)
    return FAILURE
  }
  if (options.pgn !== undefined) await checkWritable(options.pgn)

  const book = options.book === undefined ? undefined : await openBook(options.book, 'play')

  const ending = endController(io.signal)
  const { signal } = ending
  const screen = new Screen(io)
  /** @type {PlaySession | undefined} */
  let session
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
    if (error.code === 'ERR_UCI_CANCELLED') return exitCode(signal, true)
    const hasNoEngine = error.code === 'ERR_UCI_ENGINE_DEAD'
    throw new UsageError(hasNoEngine ? `no engine: ${detailsOf(error)}` : sentence(error), 'play')
  }
  try {
    const how = await session.run()
    return session.isKept ? exitCode(signal, how === 'interrupted') : FAILURE
  } finally {
    prompt.close()
    await opponent.quit()
  }
}

/**
 * @param {AbortSignal} signal
 * @param {boolean} interrupted by Ctrl-C, where that is not a signal
 * @returns {number}
 */
function exitCode({ reason }, interrupted) {
  if (Object.hasOwn(SIGNALS, reason ?? '')) return SIGNALS[/** @type {keyof typeof SIGNALS} */ (reason)]
  return interrupted ? INTERRUPTED : SUCCESS
}

/**
 * @param {AbortSignal} signal
 * @returns {AbortController} also aborted by SIGHUP and SIGTERM; the reason is the name of the signal
 */
function endController(signal) {
  const controller = new AbortController()
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  signal.addEventListener('abort', follow, { once: true })
  for (const name of ['SIGHUP', 'SIGTERM']) process.once(name, () => controller.abort(name))
  return controller
}
