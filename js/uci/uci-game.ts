// SPDX-License-Identifier: Apache-2.0
// A game with an engine attached to it.

import { argumentError, chessError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { Game } from '../game/game.js'
import { restoreGame } from '../game/game-json.js'
import { COPY, HANDLE, RECORD } from '../game/internals.js'
import type { MoveSquares } from '../game/move.js'
import type { GameOptions } from '../game/options.js'
import { GAME_NAMES } from '../game/options.js'
import type { PositionSource } from '../game/position.js'
import { Position } from '../game/position.js'
import type { Status } from '../game/status.js'
import type { Engine } from './engine/engine.js'
import { searchGame, sendPosition } from './engine/engine.js'
import { killTransport } from './engine/kill-transport.js'
import type { BestMove } from './engine/search.js'
import type { LineHandler } from './engine-link.js'
import { EngineLink, Pondering } from './engine-link.js'
import type { Limits } from './text/commands.js'
import { checkLimits } from './text/commands.js'
import type { Transport } from './transports/line-transport.js'

/** The engine of a UciGame, and how it is started. */
export type EngineOptions = {
  /** A running one, or a transport, from which one is started that quits with the game. */
  engine: Engine | Transport
  /** Who gets the engine's answers, as setHandler() takes it. */
  handler?: 'default' | LineHandler | undefined
  /**
   * True: after its move the engine ponders on the reply that it expects. Sets the engine's option Ponder if it exists.
   * Default false.
   */
  ponder?: boolean | undefined
}

/** The options of a game that has an engine. */
export type UciGameOptions = GameOptions & EngineOptions

/** The result of playing moves in a UciGame. */
export type PlayResult = {
  /** The status after the last move. */
  status: Status
  /** The engine's move in UCI; null if your move ended the game. */
  engineMove: string | null
}

const ENGINE_NAMES = ['engine', 'handler', 'ponder']

/** Ends the engines of games that are collected without stop(). */
const collected: FinalizationRegistry<EngineLink> | undefined =
  typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry(link => link.end())

/**
 * A game and the engine that plays it. Every search sends the whole game, start position and moves, so that the engine
 * always has the current position; new games are announced automatically.
 *
 * Games that share an engine wait for each other's searches, and so do searches of the engine itself. A game's search
 * waits for searches with `queue: true`, and cancels any other.
 *
 * If the game is changed while the engine thinks, by any method, the search ends and its call rejects with
 * ERR_UCI_CANCELLED: an answer to another position is never played. An engine passed in running is never quit here; one
 * started from a transport ends with the game, or when another one is attached. The idle timeout does not run while a
 * call waits for the engine; pondering does not count as that.
 *
 * `new UciGame(options)`, clone(), fromState() and fromJSON() create a game without an engine, for attach().
 */
export class UciGame extends Game {
  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(UciGame, 'name', { value: 'UciGame', configurable: true })
  }

  #link = new EngineLink()

  /**
   * Starts a game without an engine.
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_MEMORY, ERR_WASM, ERR_INIT
   */
  constructor(options?: GameOptions) {
    super(options)
    this[RECORD]().companion = this.#link
    collected?.register(this, this.#link)
  }

  /**
   * Creates a game with an engine; one started from a transport gets the position at once. After a failure nothing is
   * left: a transport is killed, and onTerminate is not called.
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_UCI_ENGINE_DEAD, ERR_UCI_VARIANT
   */
  static async create(options: UciGameOptions): Promise<UciGame> {
    const game = prepare(options)
    try {
      game.#link.ponder = flag('ponder', options.ponder, false)
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
   * Returns without an engine.
   * @param bytes of any game's state()
   * @throws {ChessError} ERR_STATE_*, ERR_ARGUMENT, ERR_MEMORY
   */
  static override fromState(bytes: Uint8Array): UciGame {
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
   * Returns without an engine.
   * @param json of any game's toJSON()
   * @throws {ChessError} as Game.fromJSON()
   */
  static override fromJSON(json: unknown): UciGame {
    return restoreGame(settings => new UciGame(settings), json)
  }

  /** Returns a copy without redo, timer, handlers and engine. */
  override clone(): UciGame {
    return new UciGame(this[COPY]())
  }

  /** The attached engine, for its options and its own searches. */
  get engine(): Engine | null {
    this[HANDLE]()
    return this.#link.engine
  }

  /**
   * Attaches another engine. The previous one is quit if it was started from a transport, and calls that wait for its
   * search reject with ERR_UCI_CANCELLED. After a failure the previous engine stays.
   * @param engine a running one, or a transport: the game owns it from this call on, and kills it after a failure
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_VARIANT, ERR_GAME_STOPPED, ERR_ARGUMENT; ERR_UCI_CANCELLED if
   *   stop() or another attach() was called
   */
  async attach(engine: Engine | Transport): Promise<void> {
    if (this.stopped) killTransport(engine)
    this[HANDLE]()
    try {
      await this.#link.attach(engine, started => sendPosition(started, this, this.#link.game))
    } finally {
      this[RECORD]().touch()
    }
  }

  /**
   * Asks for the move that the engine would play; the game does not change.
   * @param limits default: one second
   * @returns the move in UCI; null if the game is over
   * @throws {ChessError} ERR_UCI_NO_ENGINE, ERR_UCI_ENGINE_DEAD, ERR_UCI_MOVE, ERR_UCI_VARIANT, ERR_GAME_STOPPED,
   *   ERR_ARGUMENT; ERR_UCI_CANCELLED if the game was changed, or began another search
   */
  async bestMove(limits?: Limits): Promise<string | null> {
    this[HANDLE]()
    this.#link.requireEngine()
    const checkedLimits = checkLimits(limits)
    if (this.status.over) return null
    return this.#think(checkedLimits, best => best.move)
  }

  /**
   * Plays your move, if given, then the engine's. Without an engine, or if your move cannot be played, it rejects and
   * nothing changes. Your move is kept if it ends the game, and if the engine fails or is cancelled: then play() without
   * a move starts the engine's search again.
   * @param limits default: one second
   * @param yourMove UCI, otherwise SAN, or squares
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER, and as bestMove()
   */
  async play(limits?: Limits, yourMove?: string | MoveSquares): Promise<PlayResult> {
    this[HANDLE]()
    this.#link.requireEngine()
    const checkedLimits = checkLimits(limits)
    if (this.status.over) throw chessError('ERR_GAME_OVER')
    if (yourMove !== undefined) {
      const status = this.move(yourMove)
      if (status.over) return { status, engineMove: null }
    }
    return this.#think(checkedLimits, (best, engine) => {
      const engineMove = best.move as string
      const status = this.move(engineMove)
      this.#ponder(engine, best, checkedLimits)
      return { status, engineMove }
    })
  }

  /**
   * Starts a new game at a position, and sends it to the engine. The game has the new position at once, also if the
   * engine then fails; a bad FEN changes nothing.
   * @param position by the rules of the game's variant
   * @returns when the engine has taken it
   * @throws {ChessError} ERR_FEN_*, ERR_UCI_NO_ENGINE, ERR_UCI_ENGINE_DEAD, ERR_UCI_VARIANT, ERR_GAME_STOPPED,
   *   ERR_ARGUMENT; ERR_UCI_CANCELLED if stop() or attach() was called during the search
   */
  async setPosition(position: PositionSource): Promise<Status> {
    this[HANDLE]()
    this.#link.requireEngine()
    const { fen } = Position.from(position, { variant: this.variant })
    const status = this.newGame(fen)
    await this.syncPosition()
    return status
  }

  /**
   * Sends the position to the engine now, and waits until it is ready. It is never necessary, as every search sends it.
   * While play() or bestMove() waits, the engine has the position already.
   * @throws {ChessError} as setPosition()
   */
  async syncPosition(): Promise<void> {
    this[HANDLE]()
    const link = this.#link
    if (link.isThinking) return this.ready()
    link.stopPondering()
    return this.#withEngine(engine => sendPosition(engine, this, link.game))
  }

  /**
   * Sends a line to the engine unchanged.
   * @param line without a line break
   * @throws {ChessError} ERR_UCI_NO_ENGINE, ERR_UCI_LINE, ERR_UCI_BUSY, ERR_UCI_ENGINE_DEAD, ERR_GAME_STOPPED
   */
  command(line: string) {
    this[HANDLE]()
    this.#link.requireEngine().command(line)
  }

  /**
   * Returns when the engine has processed everything sent before.
   * @throws {ChessError} ERR_UCI_NO_ENGINE, ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED, ERR_GAME_STOPPED
   */
  async ready(): Promise<void> {
    this[HANDLE]()
    return this.#withEngine(engine => engine.isReady())
  }

  /**
   * Sets the handler that is called with every line of the engine, also of later engines. Its errors go to reportError(),
   * or to the console.
   * @param handler 'default' writes to the console
   * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
   */
  setHandler(handler: undefined | 'default' | LineHandler) {
    this[HANDLE]()
    this.#link.setHandler(handler)
  }

  /**
   * @param limits checked
   * @param take called with the result, synchronously
   */
  async #think<T>(limits: Limits, take: (best: BestMove, engine: Engine) => T): Promise<T> {
    const link = this.#link
    try {
      return await link.think(
        link.takePondering(this, limits),
        (engine, signal) => searchGame(engine, this, limits, { game: link.game, signal }),
        take,
      )
    } finally {
      this[RECORD]().touch()
    }
  }

  /** Lets the engine ponder on the reply that it expects. Failures are ignored: the next play() searches as usual. */
  #ponder(engine: Engine, { ponder }: BestMove, limits: Limits) {
    const link = this.#link
    if (!link.ponder || ponder === null) return
    let ahead: Game | undefined
    try {
      ahead = super.clone()
      if (!ahead.move(ponder).over)
        link.startPondering(new Pondering(engine, ahead, link.game, limits, link.changes))
    } catch {
      // Without pondering, then.
    } finally {
      ahead?.stop()
    }
  }

  async #withEngine<T>(call: (engine: Engine) => Promise<T>): Promise<T> {
    try {
      return await this.#link.withEngine(call)
    } finally {
      this[RECORD]().touch()
    }
  }
}

/**
 * @param options of UciGame.create
 * @returns a game without an engine
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT; the transport is killed
 */
function prepare(options: unknown): UciGame {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw argumentError('Options are an object with an engine', options)
  const { engine }: Partial<UciGameOptions> = options
  try {
    const given = checkOptions(options, [...ENGINE_NAMES, ...GAME_NAMES])
    return new UciGame(Object.fromEntries(GAME_NAMES.map(name => [name, given[name]])))
  } catch (error) {
    killTransport(engine)
    throw error
  }
}

/** Stops a game that was never returned, without its handler. */
function abandon(game: UciGame) {
  if (game.stopped) return
  game.setOptions({ onTerminate: undefined })
  game.stop()
}
