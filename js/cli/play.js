// SPDX-License-Identifier: Apache-2.0
// binbo play: a game of chess in the shell.

import { carriedWasm } from '../core/carried-wasm.js'
import { ChessError } from '../core/errors.js'
import { provideWasm } from '../core/wasm.js'
import { readOptions } from './play/arguments.js'
import { completions } from './play/commands.js'
import { defaultEngine, HOW_TO_GET_ONE } from './play/engines.js'
import { Opponent } from './play/opponent.js'
import { openPrompt } from './play/prompt.js'
import { checkWritable } from './play/save.js'
import { Screen } from './play/screen.js'
import { Session } from './play/session.js'
import { sentence } from './play/words.js'
import { detailsOf, UsageError } from './usage-error.js'

/** @typedef {import('./main.js').Io} Io */

const HELP = `usage: binbo play [options]

Plays chess: moves are typed as e4, Nf3, O-O, e2e4 or e7e8q, and the board is printed after every one. Other
words are hint, undo, save and more; help lists them. Standard input may be a file or a pipe: its lines are
played one after the other, and the last one ends the game.

options:
  -e, --engine ENGINE   a UCI engine: the path of a program (what ends in .js is started with Node),
                        ws://… or wss://… (binbo engine-server), tcp://HOST:PORT, or wasm (npm stockfish)
  --both                both sides by hand; with --engine it is there for hint and go
  --color COLOR         yours: white (default), black or random
  --fen FEN             the position to start from
  --chess960 [N]        Chess960, from start position N (0 to 959), or from any; --fen goes with it
  --movetime MS         how long the engine thinks about a move, in milliseconds; default 1000
  --depth N             how deep it thinks; without --movetime the only limit
  --elo N               how well it plays, where it offers UCI_Elo
  --skill N             the same, where it offers Skill Level
  --token TOKEN         for an engine behind a WebSocket; default: the environment's BINBO_TOKEN
  --draws MODE          automatic (default): threefold repetition and fifty moves end the game;
                        claim: they may be claimed with draw; none: only mate and stalemate end it
  --pgn FILE            add every game to FILE; it is there from its first move on
  --name NAME           yours, for PGN; default: the user's
  --ascii               letters for the pieces
  --flip                the board as the other side sees it
  -h, --help            this text

Without --engine and --both it takes the WebAssembly engine of npm stockfish, where that is installed in this
folder or beside binbo; else a program stockfish on the PATH or in /usr/games.

While the engine thinks, Ctrl-C makes it move now. Scores are White's: + is good for White. A terminal of
less than 29 lines shows the board without what else is below it.

exit code: 0 the game or the input has ended; 2 wrong usage, no engine, or a file that cannot be written;
130 interrupted (129 and 143 for SIGHUP and SIGTERM)
`

const SUCCESS = 0
const FAILURE = 2
const INTERRUPTED = 130
/** Signals that end the game, and the exit codes that shells give them. */
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
  const engine = options.engine ?? (options.both ? undefined : defaultEngine(io.env))
  if (engine === undefined && !options.both) {
    io.stderr.write(`binbo: ${HOW_TO_GET_ONE}\n`)
    return FAILURE
  }
  if (options.pgn !== undefined) await checkWritable(options.pgn)

  const signal = anyEnd(io.signal)
  const screen = new Screen(io)
  /** @type {Session | undefined} */
  let session
  const prompt = openPrompt(io, signal, start => (session ? completions(session, start) : []))
  const opponent = new Opponent({ ...options, env: io.env, signal }, screen, prompt)
  try {
    session = new Session(options, screen, prompt, opponent, signal)
    if (engine !== undefined) await opponent.attach(options.variant, engine)
  } catch (error) {
    prompt.close()
    if (!(error instanceof ChessError)) throw error
    if (error.code === 'ERR_UCI_CANCELLED') return exitCode(signal, true)
    const hasNoEngine = error.code === 'ERR_UCI_ENGINE_DEAD'
    throw new UsageError(hasNoEngine ? `no engine: ${detailsOf(error)}` : sentence(error), 'play')
  }
  try {
    const ending = await session.run()
    return session.isKept ? exitCode(signal, ending === 'interrupted') : FAILURE
  } finally {
    prompt.close()
    await opponent.quit()
  }
}

/**
 * @param {AbortSignal} signal
 * @param {boolean} interrupted by Ctrl-C, where that is no signal
 * @returns {number}
 */
function exitCode({ reason }, interrupted) {
  if (Object.hasOwn(SIGNALS, reason ?? '')) return SIGNALS[/** @type {keyof typeof SIGNALS} */ (reason)]
  return interrupted ? INTERRUPTED : SUCCESS
}

/**
 * @param {AbortSignal} signal
 * @returns {AbortSignal} of that, and of the signals that it does not know; the reason is their name
 */
function anyEnd(signal) {
  const controller = new AbortController()
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  signal.addEventListener('abort', follow, { once: true })
  for (const name of ['SIGHUP', 'SIGTERM']) process.once(name, () => controller.abort(name))
  return controller.signal
}
