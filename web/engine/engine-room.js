// SPDX-License-Identifier: Apache-2.0
// The one engine of the page: started when it is needed, shared by all users. After a failure it stays down until the
// user decides, so that it is not started again and again.

import { ChessError } from 'binbo'
import { Listeners } from '../page/listeners.js'
import { saveSetting } from '../page/settings.js'
import { delayText, failureText } from './failure-text.js'
import { Mutex } from './mutex.js'
import { savedSource, saveSource } from './source.js'
import { strengthOptions } from './strength.js'

/** @typedef {import('binbo/uci').Engine} Engine */
/** @typedef {import('./source.js').EngineSource} EngineSource */
/** @typedef {import('./failure-text.js').FailureText} FailureText */

/** @typedef {'off' | 'starting' | 'ready' | 'failed'} RoomState */

/** Milliseconds after which a start counts as late. */
const LATE = 8000

/**
 * One engine from its start to its end.
 * @typedef {object} Life
 * @property {AbortController} end aborted when the engine is no longer needed
 * @property {Promise<Engine>} engine
 */

export class EngineRoom {
  #source = savedSource()
  /** @type {RoomState} */
  #state = 'off'
  /** @type {Engine | undefined} */
  #running
  /** @type {FailureText | undefined} */
  #failureText
  /** Is the start taking long? */
  #isLate = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #lateTimer
  #listeners = new Listeners()
  #mutex = new Mutex(() => this.#listeners.emit())
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
    return this.#running?.id.name ?? ''
  }

  /** @returns {string} the reason as text for users, if state is 'failed' */
  get failure() {
    return this.#failureText?.text ?? ''
  }

  /** @returns {string} text for users if the start is late, else '' */
  get delay() {
    return this.#isLate ? delayText(this.#source) : ''
  }

  /** @returns {boolean} whether one user has the engine exclusively */
  get claimed() {
    return this.#mutex.isLocked
  }

  /**
   * @param {() => void} listener of all changes
   * @returns {() => void} removes it
   */
  onChange(listener) {
    return this.#listeners.add(listener)
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
    saveSource(source)
    this.retry()
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
    if (this.#source.kind === 'remote') return
    for (const [name, value] of Object.entries(options)) saveSetting(`engine-${name.toLowerCase()}`, value)
  }

  /** @returns {Life} */
  #begin() {
    const end = new AbortController()
    /** @type {Life} */
    const life = { end, engine: this.#start(end.signal) }
    // Failures are reported to those who wait for the engine; there may be none.
    life.engine.catch(() => {})
    this.#life = life
    this.#set('starting')
    return life
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<Engine>}
   */
  async #start(signal) {
    const source = this.#source
    try {
      await this.#ended
      if (signal.aborted) throw new ChessError('ERR_UCI_CANCELLED')
      const { startEngine } = await import('./start-engine.js')
      const engine = await startEngine(source, signal)
      if (signal.aborted) return engine
      engine.on('exit', error => {
        if (!signal.aborted) this.#fail(error)
      })
      this.#running = engine
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
    return failureText(error, {
      source: this.#source,
      online: navigator.onLine,
      origin: location.origin,
    })
  }

  /** @param {RoomState} state */
  #set(state) {
    this.#state = state
    if (state !== 'ready') this.#running = undefined
    if (state !== 'failed') this.#failureText = undefined
    this.#isLate = false
    clearTimeout(this.#lateTimer)
    if (state === 'starting') this.#lateTimer = setTimeout(() => this.#setLate(), LATE)
    this.#listeners.emit()
  }

  #setLate() {
    this.#isLate = true
    this.#listeners.emit()
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

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo/uci').BestMove} BestMove */
/** @typedef {import('binbo/uci').Info} Info */
/** @typedef {import('binbo/uci').Limits} Limits */

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
