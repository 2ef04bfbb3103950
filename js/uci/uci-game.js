// SPDX-License-Identifier: Apache-2.0
// A game with an engine attached to it.

import { argumentError, chessError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { Game } from '../game/game.js'
import { copyOf, peekRecord, recordOf, use } from '../game/game-life.js'
import { GAME_NAMES } from '../game/options.js'
import { sendPosition } from './engine/engine.js'
import { EngineLink, killTransport, Pondering } from './engine-link.js'
import { checkLimits } from './text/commands.js'

/** @typedef {import('../game/move.js').MoveSquares} MoveSquares */
/** @typedef {import('../game/options.js').GameOptions} GameOptions */
/** @typedef {import('../game/status.js').Status} Status */
/** @typedef {import('./engine/engine.js').Engine} Engine */
/** @typedef {import('./engine-link.js').LineHandler} LineHandler */
/** @typedef {import('./engine/search.js').BestMove} BestMove */
/** @typedef {import('./text/commands.js').Limits} Limits */
/** @typedef {import('./transports/line-transport.js').Transport} Transport */

/**
 * @typedef {object} EngineOptions
 * @property {Engine | Transport} engine one that runs, or how to reach one: it is started, and quit with the game
 * @property {'default' | LineHandler | undefined} [handler] as setHandler() takes it
 * @property {boolean | undefined} [ponder] true: after its move the engine thinks on about the reply that it expects.
 *   Sets the engine's option Ponder where there is one. Default false
 */

/** @typedef {GameOptions & EngineOptions} UciGameOptions */

/**
 * @typedef {object} PlayResult
 * @property {Status} status after the last move
 * @property {string | null} engineMove in UCI; null when your move ended the game
 */

const ENGINE_NAMES = ['engine', 'handler', 'ponder']

/**
 * Ends the engines of games that nobody stopped.
 * @type {FinalizationRegistry<EngineLink> | undefined}
 */
const collected =
  typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry(seat => seat.end())

/**
 * A game and the engine that plays it. Each search gets the whole game, start position and moves, so that the engine
 * is never out of step; a new game is announced to it by itself.
 *
 * When the game is changed while the engine thinks, by whatever method, the search ends and its call rejects with
 * ERR_UCI_CANCELLED: an answer to another position is never played. An engine that was passed in running is never
 * quit here; one that was started from a transport ends with the game, or when another one is attached. While a
 * call waits for the engine, the idle timeout waits too; pondering does not count.
 *
 * `new UciGame(options)`, clone() and fromState() give a game without an engine, for attach().
 */
export class UciGame extends Game {
  static {
    // Minifiers rename classes, and people read the names.
    Object.defineProperty(UciGame, 'name', { value: 'UciGame', configurable: true })
  }

  #seat = new EngineLink()

  /**
   * @param {GameOptions} [options]
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_MEMORY, ERR_WASM, ERR_INIT
   */
  constructor(options) {
    super(options)
    recordOf(this).companion = this.#seat
    collected?.register(this, this.#seat)
  }

  /**
   * A game with an engine, which knows the position already when it was started here. When that fails nothing stays
   * behind: a transport is killed, and onTerminate is not called.
   * @param {UciGameOptions} options
   * @returns {Promise<UciGame>}
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_UCI_ENGINE_DEAD, ERR_UCI_VARIANT
   */
  static async create(options) {
    const game = prepare(options)
    try {
      game.#seat.ponder = flag('ponder', options.ponder, false)
      game.setHandler(options.handler)
    } catch (error) {
      killTransport(options.engine)
      abandon(game)
      throw error
    }
    try {
      await game.attach(options.engine)
      return game
    } catch (error) {
      abandon(game)
      throw error
    }
  }

  /**
   * @override
   * @param {Uint8Array} bytes of state() of whatever game
   * @returns {UciGame} without an engine
   * @throws {ChessError} ERR_STATE_*, ERR_ARGUMENT, ERR_MEMORY
   */
  static fromState(bytes) {
    const game = new UciGame()
    try {
      game.setState(bytes)
      return game
    } catch (error) {
      game.stop()
      throw error
    }
  }

  /**
   * @override
   * @returns {UciGame} the same but for redo, timer, handlers and engine: it has none
   */
  clone() {
    return new UciGame(copyOf(this))
  }

  /** @returns {Engine | null} the engine that is attached, for its options and its own searches */
  get engine() {
    use(this)
    return this.#seat.engine
  }

  /**
   * Gives the game another engine. The one before it is quit when it was started from a transport; a search of
   * it that somebody waits for rejects with ERR_UCI_CANCELLED. When it fails the engine before it stays.
   * @param {Engine | Transport} engine one that runs, or a transport: it belongs to the game from this call on, and is
   *   killed when it fails
   * @returns {Promise<void>}
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_VARIANT, ERR_GAME_STOPPED, ERR_ARGUMENT; ERR_UCI_CANCELLED when
   *   stop() or a newer attach() came before it was done
   */
  async attach(engine) {
    if (this.stopped) killTransport(engine)
    use(this)
    try {
      await this.#seat.attach(engine, started => both(started.newGame(), sendPosition(started, this)))
    } finally {
      peekRecord(this)?.touch()
    }
  }

  /**
   * What the engine would play; the board stays as it is.
   * @param {Limits} [limits] default: a second
   * @returns {Promise<string | null>} in UCI; null when the game is over
   * @throws {ChessError} ERR_UCI_NO_ENGINE, ERR_UCI_ENGINE_DEAD, ERR_UCI_MOVE, ERR_UCI_VARIANT, ERR_GAME_STOPPED,
   *   ERR_ARGUMENT; ERR_UCI_CANCELLED when the game was changed, or a newer search began
   */
  async bestMove(limits) {
    use(this)
    this.#seat.requireEngine()
    const checkedLimits = checkLimits(limits)
    if (this.status.over) return null
    return this.#think(checkedLimits, best => best.move)
  }

  /**
   * Plays your move, if there is one, then the engine's. Without an engine, or when your move cannot be played, it
   * rejects and nothing changes. Your move stays when it ends the game, and when the engine fails or is cancelled:
   * then play() without a move asks again.
   * @param {Limits} [limits] default: a second
   * @param {string | MoveSquares} [yourMove] UCI, else SAN, or squares
   * @returns {Promise<PlayResult>}
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER, and as bestMove()
   */
  async play(limits, yourMove) {
    use(this)
    this.#seat.requireEngine()
    const checkedLimits = checkLimits(limits)
    if (this.status.over) throw chessError('ERR_GAME_OVER')
    if (yourMove !== undefined) {
      const result = this.tryMove(yourMove)
      if (!result.ok) throw result.error
      if (result.status.over) return { status: result.status, engineMove: null }
    }
    return this.#think(checkedLimits, (best, engine) => {
      const engineMove = /** @type {string} */ (best.move)
      const status = this.move(engineMove)
      this.#ponder(engine, best, checkedLimits)
      return { status, engineMove }
    })
  }

  /**
   * Begins a new game at a position, and tells the engine. The game has the new position as soon as this is called,
   * also when the engine then fails; a bad FEN changes nothing.
   * @param {string} fen
   * @returns {Promise<Status>} when the engine knows of it
   * @throws {ChessError} ERR_FEN_*, ERR_UCI_NO_ENGINE, ERR_UCI_ENGINE_DEAD, ERR_UCI_VARIANT, ERR_GAME_STOPPED,
   *   ERR_ARGUMENT; ERR_UCI_CANCELLED when stop() or attach() came before it was done
   */
  async setPosition(fen) {
    use(this)
    this.#seat.requireEngine()
    if (typeof fen !== 'string') throw argumentError('a FEN is a string', fen)
    const status = this.newGame(fen)
    await this.syncPosition()
    return status
  }

  /**
   * Tells the engine the position now, and waits until it is ready. Nothing depends on it: each search tells it
   * anyhow. While play() or bestMove() waits the engine knows the position already.
   * @returns {Promise<void>}
   * @throws {ChessError} as setPosition()
   */
  async syncPosition() {
    use(this)
    const seat = this.#seat
    if (seat.isThinking) return this.ready()
    seat.stopPondering()
    return this.#ask(engine => both(seat.announceGame(engine), sendPosition(engine, this)))
  }

  /**
   * Sends a line to the engine as it is.
   * @param {string} line without a line break
   * @throws {ChessError} ERR_UCI_NO_ENGINE, ERR_UCI_LINE, ERR_UCI_BUSY, ERR_UCI_ENGINE_DEAD, ERR_GAME_STOPPED
   */
  command(line) {
    use(this)
    this.#seat.requireEngine().command(line)
  }

  /**
   * @returns {Promise<void>} when the engine has done all that it was told
   * @throws {ChessError} ERR_UCI_NO_ENGINE, ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED, ERR_GAME_STOPPED
   */
  async ready() {
    use(this)
    return this.#ask(engine => engine.isReady())
  }

  /**
   * Who hears every line of the engine, of the next one too. What it throws is dropped.
   * @param {undefined | 'default' | LineHandler} handler 'default' writes to the console
   * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
   */
  setHandler(handler) {
    use(this)
    this.#seat.setHandler(handler)
  }

  /**
   * @template T
   * @param {Limits} limits checked
   * @param {(best: BestMove, engine: Engine) => T} take called with the result before anything else can happen
   * @returns {Promise<T>}
   */
  async #think(limits, take) {
    const seat = this.#seat
    try {
      return await seat.think(
        seat.takePondering(this, limits),
        (engine, signal) => {
          seat.announceGame(engine)
          return engine.bestMove(this, limits, { signal })
        },
        take,
      )
    } finally {
      peekRecord(this)?.touch()
    }
  }

  /**
   * Lets the engine think on about the reply that it expects. What goes wrong is of no account: the next play()
   * searches as ever.
   * @param {Engine} engine
   * @param {BestMove} best
   * @param {Limits} limits
   */
  #ponder(engine, { ponder }, limits) {
    const seat = this.#seat
    if (!seat.ponder || ponder === null) return
    /** @type {Game | undefined} */
    let ahead
    try {
      ahead = super.clone()
      if (!ahead.move(ponder).over) seat.startPondering(new Pondering(engine, ahead, limits, seat.changes))
    } catch {
      // No pondering then.
    } finally {
      ahead?.stop()
    }
  }

  /**
   * @template T
   * @param {(engine: Engine) => Promise<T>} ask
   * @returns {Promise<T>}
   */
  async #ask(ask) {
    try {
      return await this.#seat.ask(ask)
    } finally {
      peekRecord(this)?.touch()
    }
  }
}

/**
 * @param {Promise<void>[]} parts what an engine was asked to do; it does them in the order in which it was asked
 * @returns {Promise<void>} when it has done all of them
 */
async function both(...parts) {
  await Promise.all(parts)
}

/**
 * @param {unknown} options of UciGame.create
 * @returns {UciGame} without an engine
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT; the transport is killed
 */
function prepare(options) {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw argumentError('options are an object with an engine', options)
  const { engine } = /** @type {Partial<UciGameOptions>} */ (options)
  try {
    const given = checkOptions(options, [...ENGINE_NAMES, ...GAME_NAMES])
    return new UciGame(Object.fromEntries(GAME_NAMES.map(name => [name, given[name]])))
  } catch (error) {
    killTransport(engine)
    throw error
  }
}

/**
 * Stops a game that nobody has seen.
 * @param {UciGame} game
 */
function abandon(game) {
  if (game.stopped) return
  game.setOptions({ onTerminate: undefined })
  game.stop()
}
