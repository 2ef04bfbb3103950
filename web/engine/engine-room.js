// SPDX-License-Identifier: Apache-2.0
// The one engine of the page: started when it is needed, shared by all users. After a failure it stays down until the
// user decides, so that it is not started again and again.

import { ChessError } from 'binbo'
import { Engine, webSocketTransport } from 'binbo/uci'
import { Listeners } from '../page/listeners.js'
import { saveSetting } from '../page/settings.js'
import { startBuiltIn } from './built-in.js'
import { delayWords, failureWords } from './failure-words.js'
import { Mutex } from './mutex.js'
import { savedSource, saveSource } from './source.js'
import { strengthOptions } from './strength.js'

/** @typedef {import('./source.js').EngineSource} EngineSource */
/** @typedef {import('./failure-words.js').FailureWords} FailureWords */

/** @typedef {'off' | 'starting' | 'ready' | 'failed'} RoomState */

/** Milliseconds of starting, after which people ask themselves whether it will ever be there. */
const LONG = 8000

/**
 * One engine from its start to its end.
 * @typedef {object} Life
 * @property {AbortController} end aborted: it is not wanted any more
 * @property {Promise<Engine>} engine
 */

export class EngineRoom {
  #source = savedSource()
  /** @type {RoomState} */
  #state = 'off'
  /** @type {Engine | undefined} */
  #running
  /** @type {FailureWords | undefined} */
  #words
  /** Has it been starting for long? */
  #isLate = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience
  #listeners = new Listeners()
  #mutex = new Mutex(() => this.#listeners.emit())
  /** @type {Life | undefined} */
  #life
  /** @type {unknown} */
  #error
  /** When the engine before has ended: there is never more than one. */
  #ended = Promise.resolve()

  /** @returns {EngineSource} */
  get source() {
    return this.#source
  }

  /** @returns {RoomState} */
  get state() {
    return this.#state
  }

  /** @returns {Engine | undefined} when state is 'ready' */
  get running() {
    return this.#running
  }

  /** @returns {FailureWords | undefined} when state is 'failed' */
  get words() {
    return this.#words
  }

  /** @returns {string} what the engine calls itself, once it is ready */
  get name() {
    return this.#running?.id.name ?? ''
  }

  /** @returns {string} in words for a player, when state is 'failed' */
  get failure() {
    return this.#words?.text ?? ''
  }

  /** @returns {string} in words for a player, when it has been starting for long; '' before that */
  get delay() {
    return this.#isLate ? delayWords(this.#source) : ''
  }

  /** @returns {boolean} Does somebody have the engine for themselves? */
  get claimed() {
    return this.#mutex.isLocked
  }

  /**
   * @param {() => void} listener of any change
   * @returns {() => void} listens no more
   */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /**
   * @param {unknown} error of the engine, thrown to somebody who used it
   * @returns {string} what it means to a player
   */
  explain(error) {
    if (this.#state === 'off') return 'The engine is turned off.'
    return this.failure || this.#wordsFor(error).text
  }

  /**
   * The engine; it is started when it is needed. Those who wait while another one is chosen get that one.
   * @param {AbortSignal} [signal] gives up waiting; the engine starts all the same
   * @returns {Promise<Engine>}
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, at once after a failure; ERR_UCI_CANCELLED when it is turned off, or by
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
   * The engine for oneself, after those who asked before. Others leave it alone until it is given back.
   * @param {AbortSignal} [signal] gives up waiting
   * @returns {Promise<() => void>} gives it back
   * @throws {ChessError} ERR_UCI_CANCELLED by the signal
   */
  claim(signal) {
    return this.#mutex.acquire(signal)
  }

  /** Another engine from now on; the old one is quit. @param {EngineSource} source */
  use(source) {
    this.#source = source
    saveSource(source)
    this.retry()
  }

  /** Starts it anew. */
  retry() {
    this.#leave()
    this.#begin()
  }

  /** Starts it anew where it has failed, or keeps people waiting; who has it now keeps it else. */
  mend() {
    if (this.#state === 'failed' || this.#isLate) this.retry()
  }

  /** Ends the engine; it is started again when somebody needs it. */
  turnOff() {
    this.#leave()
    this.#set('off')
  }

  /**
   * Sets options of the engine between searches, and those of the built-in one for the next visit, too.
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
    // Whoever waits for it hears of it; nobody has to.
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
      const engine = await (source.kind === 'builtin' ? startBuiltIn(signal) : connect(source, signal))
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

  /** Nobody wants the engine that there is. */
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
    this.#words = this.#wordsFor(error)
    this.#set('failed')
  }

  /** @param {unknown} error @returns {FailureWords} */
  #wordsFor(error) {
    return failureWords(error, {
      source: this.#source,
      online: navigator.onLine,
      origin: location.origin,
    })
  }

  /** @param {RoomState} state */
  #set(state) {
    this.#state = state
    if (state !== 'ready') this.#running = undefined
    if (state !== 'failed') this.#words = undefined
    this.#isLate = false
    clearTimeout(this.#patience)
    if (state === 'starting') this.#patience = setTimeout(() => this.#losePatience(), LONG)
    this.#listeners.emit()
  }

  #losePatience() {
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
    const giveUp = () => reject(new ChessError('ERR_UCI_CANCELLED', undefined, { cause: signal.reason }))
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/**
 * @param {Extract<EngineSource, { kind: 'remote' }>} source
 * @param {AbortSignal} signal
 */
const connect = ({ url, token }, signal) =>
  Engine.start(webSocketTransport(url, { token: token || undefined }), { signal })

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo/uci').BestMove} BestMove */
/** @typedef {import('binbo/uci').Info} Info */
/** @typedef {import('binbo/uci').Limits} Limits */

/**
 * @template T
 * @param {EngineRoom} room
 * @param {AbortSignal} signal
 * @param {(engine: Engine) => Promise<T>} ask is called again where another engine was chosen; it sets the options that
 *   it needs
 * @returns {Promise<T>}
 * @throws {ChessError} ERR_UCI_*; ERR_UCI_CANCELLED when it was aborted
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
 * The best move as it is at full strength.
 * @param {EngineRoom} room
 * @param {Game} game
 * @param {Limits} limits
 * @param {AbortSignal} signal
 * @returns {Promise<BestMove & { info: Info | null }>}
 * @throws {ChessError} ERR_UCI_*; ERR_UCI_CANCELLED when it was aborted
 */
export async function askEngine(room, game, limits, signal) {
  // Of the position as it is now, whatever becomes of the game.
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
