// SPDX-License-Identifier: Apache-2.0
// A game's life: its handle in C, when that is freed, and who is notified of changes. The chess is in game.js.

// For users of the types whose own settings lack Symbol.dispose.
/// <reference lib="esnext.disposable" preserve="true" />

import { readText } from '../core/buffer.js'
import { argumentError, chessError } from '../core/errors.js'
import { checked, failure } from '../core/failure.js'
import { DRAWS_AUTOMATIC, STANDARD } from '../core/generated/bindings.js'
import { ready, wasm } from '../core/wasm.js'
import { withFen } from './fen.js'
import { GameRecord } from './game-record.js'
import { DEAD_MODES, DRAW_MODES, readGameOptions, readLifeOptions } from './options.js'
import { isManual, manualDraw, ruleStatus } from './status.js'
import { VARIANTS } from './variants.js'

/** @import { Game } from './game.js' */
/** @import { GameOptions, GameSettings, LifeOptions, TerminationReason } from './options.js' */
/** @import { Status } from './status.js' */
/** @import { Variant } from '../core/generated/bindings.js' */

/**
 * Frees the games that were collected without stop(), and their slots in C.
 * @type {FinalizationRegistry<number> | undefined}
 */
const collected =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry(handle => wasm.binbo_game_forget(handle))

/**
 * Games that are not registered there yet: they are registered when the current task ends, or when there are many.
 * A game stopped before that leaves nothing behind, so that a loop of new and stop() keeps memory level.
 * (Registering at once with an unregister token does so too, at three times the cost.)
 * @type {GameLife[]}
 */
const newcomers = []
const MOST_NEWCOMERS = 1024

// These functions are set inside the class, for its private fields. Private methods would cost every game a field, and
// game.js could not call them.

/**
 * Notes a use of the game.
 * @type {(game: GameLife) => number} its handle
 * @throws {ChessError} ERR_GAME_STOPPED
 */
export let use

/** @type {(game: GameLife) => GameRecord} the game's record; created if there is none */
export let recordOf

/** @type {(game: GameLife) => GameRecord | undefined} */
export let peekRecord

/**
 * Frees the game's handle and gives it another one to own.
 * @type {(game: GameLife, handle: number) => void}
 */
export let replaceHandle

/** @type {(game: GameLife, reason: TerminationReason) => void} */
let terminate

/** @type {(game: GameLife) => void} */
let release

/** @type {() => void} */
let registerNewcomers

/**
 * Notifies the game's companion of a change that was made. Every method that changes a game ends here; a call that
 * fails, or changes nothing, does not.
 * @template [T=void]
 * @param {GameLife} game
 * @param {T} [result] of the method
 * @param {boolean} [isNewGame] whether it has nothing to do with the game before
 * @returns {T}
 */
export function changed(game, result, isNewGame = false) {
  const record = peekRecord(game)
  if (record?.companion !== undefined) record.companion.changed(/** @type {Game} */ (game), isNewGame)
  return /** @type {T} */ (result)
}

/** A handle and a record for a new game to own. */
export class Adoption {
  /**
   * @param {number} handle
   * @param {GameRecord | undefined} record
   */
  constructor(handle, record) {
    this.handle = handle
    this.record = record
  }
}

/** The owner of a game's handle. A plain game has no record. */
export class GameLife {
  /** 0 when stopped. */
  #handle
  /** @type {GameRecord | undefined} */
  #record
  /** Is it in the finalization registry? */
  #registered

  static {
    use = game => {
      const record = game.#record
      if (record !== undefined) record.touch()
      if (game.#handle === 0) throw chessError('ERR_GAME_STOPPED')
      return game.#handle
    }

    peekRecord = game => game.#record

    recordOf = game => {
      game.#record ??= new GameRecord()
      return game.#record
    }

    // C forgets the handle in the finalizer, where there is one, else here.
    release = game => {
      if (game.#registered) wasm.binbo_game_free(game.#handle)
      else wasm.binbo_game_forget(game.#handle)
    }

    replaceHandle = (game, handle) => {
      release(game)
      game.#handle = handle
      if (game.#registered) collected?.register(game, handle)
    }

    registerNewcomers = () => {
      for (const game of newcomers) {
        if (game.#handle === 0) continue
        collected?.register(game, game.#handle)
        game.#registered = true
      }
      newcomers.length = 0
    }

    terminate = (game, reason) => {
      const record = game.#record
      if (game.#handle === 0 || record?.terminating) return
      if (record !== undefined) {
        record.terminating = true
        callHandler(record, game, reason)
        record.release()
        record.companion?.end()
      }
      release(game)
      game.#handle = 0
      game.#record = undefined
    }
  }

  /**
   * Starts a game.
   * @param {GameOptions} [options]
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_MEMORY, ERR_WASM, ERR_INIT
   */
  constructor(options) {
    ready()
    if (options === undefined) {
      this.#handle = checked(wasm.binbo_game_new(0, STANDARD, DRAWS_AUTOMATIC, 0))
      this.#record = undefined
    } else if (options instanceof Adoption) {
      this.#handle = options.handle
      this.#record = options.record
    } else {
      const settings = readGameOptions(options)
      this.#handle = createHandle(settings)
      this.#record = undefined
      if (settings.dead !== 0) wasm.binbo_game_set_dead(this.#handle, settings.dead)
      if (settings.strict) recordOf(this).strict = true
      if (settings.life !== undefined) applyLifeOptions(this, settings.life)
    }
    this.#registered = false
    if (collected === undefined) return
    const count = newcomers.push(this)
    if (count === 1) queueMicrotask(registerNewcomers)
    else if (count === MOST_NEWCOMERS) registerNewcomers()
  }

  /**
   * The options that the game was made with; `fen` is its start position.
   * @returns {GameOptions & { variant: Variant }}
   */
  get options() {
    const handle = use(this)
    const record = this.#record
    /** @type {GameOptions & { variant: Variant }} */
    const options = {
      fen: readText(checked(wasm.binbo_game_start_fen(handle))),
      variant: VARIANTS[checked(wasm.binbo_game_variant(handle))],
      strict: record?.strict ?? false,
      draws: DRAW_MODES[checked(wasm.binbo_game_draws(handle))],
      dead: DEAD_MODES[checked(wasm.binbo_game_dead(handle))],
      idleTimeout: record?.idleTimeout ?? Number.POSITIVE_INFINITY,
    }
    if (record?.onTerminate !== undefined) options.onTerminate = record.onTerminate
    return options
  }

  /**
   * Changes the options that are named; undefined resets one.
   * @param {LifeOptions} options
   * @throws {ChessError} ERR_ARGUMENT
   */
  setOptions(options) {
    use(this)
    if (options === undefined) throw argumentError('setOptions() takes an object', options)
    applyLifeOptions(this, readLifeOptions(options))
  }

  /** Frees the game; further calls have no effect. Afterwards every other method throws ERR_GAME_STOPPED. */
  stop() {
    terminate(this, 'stopped')
  }

  /** The same as stop(), where the runtime has Symbol.dispose. */
  [Symbol.dispose]() {
    this.stop()
  }

  /** @returns {boolean} whether stop() or the idle timeout has ended the game; reading it does not count as a use */
  get stopped() {
    return this.#handle === 0
  }
}

// Without that symbol the method above is named 'undefined'.
if (!Symbol.dispose) Reflect.deleteProperty(GameLife.prototype, 'undefined')

/**
 * A copy for a new game to own: all but redo, timer and handler.
 * @param {GameLife} game
 * @returns {GameOptions} for one constructor
 * @throws {ChessError} ERR_GAME_STOPPED, ERR_MEMORY
 */
export function copyOf(game) {
  const handle = checked(wasm.binbo_game_clone(use(game)))
  return /** @type {GameOptions} */ (new Adoption(handle, peekRecord(game)?.clone()))
}

/**
 * @param {GameLife} game
 * @param {number} code a status of C, or a failure
 * @returns {Status}
 * @throws {ChessError} when it is a failure
 */
export function statusOf(game, code) {
  if (code < 0) throw failure(code)
  return isManual(code) ? (peekRecord(game)?.result ?? manualDraw()) : ruleStatus(code)
}

/**
 * @param {GameSettings} settings
 * @returns {number} a handle
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_MEMORY
 */
function createHandle({ fen, variant, draws, strict }) {
  const strictly = strict ? 1 : 0
  return fen === undefined
    ? checked(wasm.binbo_game_new(0, variant, draws, strictly))
    : withFen(fen, length => wasm.binbo_game_new(length, variant, draws, strictly))
}

/**
 * @param {GameLife} game
 * @param {LifeOptions} options checked
 */
function applyLifeOptions(game, options) {
  if ('onTerminate' in options && options.onTerminate !== peekRecord(game)?.onTerminate) {
    recordOf(game).onTerminate = options.onTerminate
  }
  const { idleTimeout } = options
  if (idleTimeout !== undefined && idleTimeout !== peekRecord(game)?.idleTimeout) {
    if (idleTimeout === Number.POSITIVE_INFINITY) peekRecord(game)?.release()
    else recordOf(game).setIdleTimeout(idleTimeout, () => terminate(game, 'idle_timeout'))
  }
}

/**
 * Calls onTerminate; errors in it are dropped, since the game ends all the same.
 * @param {GameRecord} record
 * @param {GameLife} game
 * @param {TerminationReason} reason
 */
function callHandler(record, game, reason) {
  try {
    const answer = /** @type {unknown} */ (record.onTerminate?.(/** @type {Game} */ (game), reason))
    if (typeof answer === 'object' && answer !== null) Promise.resolve(answer).catch(() => {})
  } catch {
    // Contained.
  }
}
