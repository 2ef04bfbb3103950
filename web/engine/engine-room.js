// SPDX-License-Identifier: Apache-2.0
// The one engine of the page: started when it is needed, shared by all users. After a failure it stays down until the
// user decides, so that it is not started again and again.

import { ChessError } from 'binbo'
import { saveSetting } from '../page/settings.js'
import { isOrdinary, plays, programFor } from './engine-variants.js'
import { Mutex } from './mutex.js'
import { savedSource, saveSource, UNLOADED } from './source.js'
import { strengthOptions } from './strength.js'

/** @import { Game, Variant } from 'binbo' */
/** @import { BestMove, Engine, Info, Limits } from 'binbo/uci' */
/** @import { Program } from './engine-variants.js' */
/** @import { FailureText } from './failure-text.js' */
/** @import { EngineSource } from './source.js' */

/** @typedef {'off' | 'starting' | 'ready' | 'failed'} RoomState */

/** Milliseconds after which a start counts as late. */
const LATE = 8000

/**
 * One engine from its start to its end.
 * @typedef {object} Life
 * @property {AbortController} end aborted when the engine is no longer needed
 * @property {Variant} variant that it was started for
 * @property {Program} program
 * @property {Promise<Engine>} engine
 */

/** @typedef {{ room: EngineRoom['shown'] }} EngineState */

export class EngineRoom {
  /** The page sets it: called after each change. */
  changed = () => {}
  #source = savedSource()
  /** @type {Variant} */
  #variant = 'standard'
  /** @type {RoomState} */
  #state = 'off'
  /** @type {Engine | undefined} */
  #running
  /** @type {FailureText | undefined} */
  #failureText
  /** Loaded with the first engine. @type {typeof import('./failure-text.js') | undefined} */
  #words
  /** Has the engine of this source been ready? */
  #wasReady = false
  /** Is the start taking long? */
  #isLate = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #lateTimer
  #mutex = new Mutex(() => this.changed())
  /** @type {Life | undefined} */
  #life
  /** @type {unknown} */
  #error
  /** Resolves when the previous engine has ended: there is never more than one. */
  #ended = Promise.resolve()

  /** @returns {EngineSource} */
  get source() {
    return this.#source
  }

  /** @returns {Program} the engine in use, or the next one: the user's choice, or one that plays the variant */
  get program() {
    return this.#life?.program ?? programFor(this.#source, this.#variant)
  }

  /** @returns {RoomState} */
  get state() {
    return this.#state
  }

  /** @returns {Engine | undefined} if state is 'ready' */
  get running() {
    return this.#running
  }

  /** @returns {FailureText | undefined} if state is 'failed' */
  get failureText() {
    return this.#failureText
  }

  /** @returns {string} the engine's name, '' before it is ready */
  get name() {
    // Development builds add where they come from.
    return this.#running?.id.name.replace(/ \[commit: .*/, '') ?? ''
  }

  /** @returns {string} the reason as text for users, if state is 'failed' */
  get failure() {
    return this.#failureText?.text ?? ''
  }

  /** @returns {string} text for users if the start is late, else '' */
  get delay() {
    if (!this.#isLate) return ''
    const { program } = this
    return program.kind === 'remote'
      ? `The engine at ${program.url} has not answered yet. You can wait, or try something else.`
      : 'The engine is still loading, which takes time on a slow connection. You can wait, or try something else.'
  }

  /** What views show. */
  get shown() {
    const { source, program, state, name, failure, delay } = this
    return Object.freeze({ source, program, state, name, failure, delay })
  }

  /** @returns {boolean} whether one user has the engine exclusively */
  get claimed() {
    return this.#mutex.isLocked
  }

  /**
   * @param {unknown} error thrown by the engine
   * @returns {string} text for users
   */
  explain(error) {
    if (this.#state === 'off') return 'The engine is turned off.'
    return this.failure || this.#textFor(error).text
  }

  /**
   * The engine, started if needed. If another engine is chosen while the caller waits, that one is returned.
   * @param {AbortSignal} [signal] ends the waiting; the engine starts anyway
   * @returns {Promise<Engine>}
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, at once after a failure; ERR_UCI_CANCELLED if it is turned off, or by
   *   the signal
   */
  async engine(signal) {
    if (this.#state === 'failed') throw this.#error
    const life = this.#life ?? this.#begin()
    try {
      const engine = await unlessAborted(life.engine, signal)
      if (this.#life === life) return engine
    } catch (error) {
      if (this.#life === life || signal?.aborted) throw error
    }
    if (this.#life === undefined) throw new ChessError('ERR_UCI_CANCELLED')
    return this.engine(signal)
  }

  /**
   * Gives the caller exclusive use of the engine, after earlier callers. All users must respect this.
   * @param {AbortSignal} [signal] ends the waiting
   * @returns {Promise<() => void>} releases the engine
   * @throws {ChessError} ERR_UCI_CANCELLED by the signal
   */
  claim(signal) {
    return this.#mutex.acquire(signal)
  }

  /** Changes the engine; the old one quits. @param {EngineSource} source */
  use(source) {
    this.#source = source
    this.#wasReady = false
    saveSource(source)
    this.retry()
  }

  /**
   * Engines that callers get from now on play this variant. An engine that does not fit ends; another one starts when it
   * is needed. changed() is not called, as users of the engine must start anew with a game of another variant anyway.
   * @param {Variant} variant
   */
  play(variant) {
    this.#variant = variant
    if (!this.#life || this.#fits(this.#life)) return
    this.#leave()
    this.#become('off')
  }

  /** @param {Life} life @returns {boolean} whether its engine is the one to play the current variant */
  #fits({ variant, program }) {
    if (isOrdinary(this.#variant)) return isOrdinary(variant) || program.kind === 'remote'
    if (program.kind === 'variants') return true
    return (
      program.kind === 'remote' && this.#running !== undefined && plays(this.#running.options, this.#variant)
    )
  }

  /** Starts the engine again. */
  retry() {
    this.#leave()
    this.#begin()
  }

  /** Starts the engine again if it has failed or is late; otherwise its current user keeps it. */
  mend() {
    if (this.#state === 'failed' || this.#isLate) this.retry()
  }

  /** Ends the engine until it is needed again. */
  turnOff() {
    this.#leave()
    this.#set('off')
  }

  /**
   * Sets options of the engine between searches; those of the built-in engine are saved.
   * @param {{ Threads?: number, Hash?: number }} options
   * @throws {ChessError} as engine() and Engine.setOptions()
   */
  async setOptions(options) {
    const release = await this.claim()
    try {
      const engine = await this.engine()
      await engine.setOptions(options)
    } finally {
      release()
    }
    if (this.program.kind === 'remote') return
    for (const [name, value] of Object.entries(options)) saveSetting(`engine-${name.toLowerCase()}`, value)
  }

  /** @returns {Life} */
  #begin() {
    const end = new AbortController()
    /** @type {Life} */
    const life = {
      ...{ end, variant: this.#variant, program: programFor(this.#source, this.#variant) },
      engine: Promise.resolve().then(() => this.#start(life)),
    }
    // Failures are reported to those who wait for the engine; there may be none.
    life.engine.catch(() => {})
    this.#life = life
    this.#set('starting')
    return life
  }

  /**
   * @param {Life} life
   * @returns {Promise<Engine>}
   */
  async #start(life) {
    const { signal } = life.end
    const source = this.#source
    try {
      await this.#ended
      if (signal.aborted) throw new ChessError('ERR_UCI_CANCELLED')
      const [{ startEngine }, words] = await Promise.all([
        import('./start-engine.js'),
        import('./failure-text.js'),
      ])
      this.#words = words
      const { engine, program } = await startEngine(source, life.variant, signal)
      life.program = program
      if (signal.aborted) return engine
      engine.on('exit', error => {
        if (!signal.aborted) this.#fail(error)
      })
      this.#running = engine
      this.#wasReady = true
      this.#set('ready')
      return engine
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
      throw error
    }
  }

  /** Ends the current engine. */
  #leave() {
    const life = this.#life
    this.#life = undefined
    if (!life) return
    life.end.abort()
    this.#ended = life.engine.then(
      engine => engine.quit(),
      () => {},
    )
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#error = error
    this.#failureText = this.#textFor(error)
    this.#set('failed')
  }

  /** @param {unknown} error @returns {FailureText} */
  #textFor(error) {
    if (!this.#words) return { text: UNLOADED, hints: [], details: String(error), passes: false }
    return this.#words.failureText(error, {
      source: this.program,
      online: navigator.onLine,
      origin: location.origin,
      wasReady: this.#wasReady,
    })
  }

  /** @param {RoomState} state */
  #set(state) {
    this.#become(state)
    this.changed()
  }

  /** @param {RoomState} state */
  #become(state) {
    this.#state = state
    if (state !== 'ready') this.#running = undefined
    if (state !== 'failed') this.#failureText = undefined
    this.#isLate = false
    clearTimeout(this.#lateTimer)
    if (state === 'starting') this.#lateTimer = setTimeout(() => this.#setLate(), LATE)
  }

  #setLate() {
    this.#isLate = true
    this.changed()
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 * @throws {ChessError} ERR_UCI_CANCELLED by the signal
 */
function unlessAborted(promise, signal) {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new ChessError('ERR_UCI_CANCELLED', undefined, { cause: signal.reason }))
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}

/**
 * Uses the engine exclusively.
 * @template T
 * @param {EngineRoom} room
 * @param {AbortSignal} signal
 * @param {(engine: Engine) => Promise<T>} ask must set all options that it needs; called again if another engine is
 *   chosen before it resolves
 * @returns {Promise<T>}
 * @throws {ChessError} ERR_UCI_*; ERR_UCI_CANCELLED by the signal
 */
export async function withEngine(room, signal, ask) {
  const release = await room.claim(signal)
  try {
    for (;;) {
      const { source } = room
      try {
        return await ask(await room.engine(signal))
      } catch (error) {
        if (signal.aborted || room.source === source) throw error
      }
    }
  } finally {
    release()
  }
}

/**
 * Finds the best move at full strength.
 * @param {EngineRoom} room
 * @param {Game} game
 * @param {Limits} limits
 * @param {AbortSignal} signal
 * @returns {Promise<BestMove & { info: Info | null }>}
 * @throws {ChessError} ERR_UCI_*; ERR_UCI_CANCELLED by the signal
 */
export async function askEngine(room, game, limits, signal) {
  // The game may change during the search.
  const position = game.clone()
  try {
    return await withEngine(room, signal, async engine => {
      await engine.setOptions(strengthOptions('full', engine.options))
      return engine.bestMove(position, limits, { multipv: 1, signal })
    })
  } finally {
    position.stop()
  }
}
