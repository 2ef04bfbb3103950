// SPDX-License-Identifier: Apache-2.0
// The one engine of the page: started when it is needed, shared by all, given up when it fails. What it
// failed of is kept until somebody decides what to do, so that nothing starts it again and again.

import { ChessError } from 'binbo'
import { Engine, webSocketTransport } from 'binbo/uci'
import { saveSetting } from '../page/settings.js'
import { startBuiltIn } from './built-in.js'
import { failureWords } from './failure-words.js'
import { savedSource, saveSource } from './source.js'
import { Turns } from './turns.js'

/** @typedef {import('./source.js').EngineSource} EngineSource */
/** @typedef {import('./failure-words.js').FailureWords} FailureWords */

/**
 * One engine from its start to its end.
 * @typedef {object} Life
 * @property {AbortController} end aborted: it is not wanted any more
 * @property {Promise<Engine>} engine
 */

export class EngineRoom {
  /** @type {EngineSource} */
  source = savedSource()
  /** @type {'off' | 'starting' | 'ready' | 'failed'} */
  state = 'off'
  /** @type {Engine | undefined} When state is 'ready'. */
  running
  /** @type {FailureWords | undefined} When state is 'failed'. */
  words

  /** @type {Set<() => void>} */
  #listeners = new Set()
  #turns = new Turns(() => this.#tell())
  /** @type {Life | undefined} */
  #life
  /** @type {unknown} */
  #error
  /** When the engine before has ended: there is never more than one. */
  #ended = Promise.resolve()

  /** @returns {string} what the engine calls itself, once it is ready */
  get name() {
    return this.running?.id.name ?? ''
  }

  /** @returns {string} in words for a player, when state is 'failed' */
  get failure() {
    return this.words?.text ?? ''
  }

  /** @returns {boolean} Does somebody have the engine for themselves? */
  get claimed() {
    return this.#turns.taken
  }

  /**
   * @param {() => void} listener of any change
   * @returns {() => void} listens no more
   */
  onChange(listener) {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * The engine; it is started when it is needed. Those who wait while another one is chosen get that one.
   * @returns {Promise<Engine>}
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, at once after a failure; ERR_UCI_CANCELLED when it is turned off
   */
  async engine() {
    if (this.state === 'failed') throw this.#error
    const life = this.#life ?? this.#begin()
    try {
      const engine = await life.engine
      if (this.#life === life) return engine
    } catch (error) {
      if (this.#life === life) throw error
    }
    if (this.#life === undefined) throw new ChessError('ERR_UCI_CANCELLED')
    return this.engine()
  }

  /**
   * The engine for oneself, after those who asked before. Others leave it alone until it is given back.
   * @param {AbortSignal} [signal] gives up waiting
   * @returns {Promise<() => void>} gives it back
   * @throws {ChessError} ERR_UCI_CANCELLED by the signal
   */
  claim(signal) {
    return this.#turns.take(signal)
  }

  /** Another engine from now on; the old one is quit. @param {EngineSource} source */
  use(source) {
    this.source = source
    saveSource(source)
    this.retry()
  }

  /** Starts it anew, after a failure. */
  retry() {
    this.#leave()
    this.#begin()
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
    if (this.source.kind === 'remote') return
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
    const { source } = this
    try {
      await this.#ended
      if (signal.aborted) throw new ChessError('ERR_UCI_CANCELLED')
      const engine = await (source.kind === 'builtin' ? startBuiltIn(signal) : connect(source, signal))
      if (signal.aborted) return engine
      engine.on('exit', error => {
        if (!signal.aborted) this.#fail(error)
      })
      this.running = engine
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
    this.words = failureWords(error, {
      source: this.source,
      online: navigator.onLine,
      origin: location.origin,
    })
    this.#set('failed')
  }

  /** @param {EngineRoom['state']} state */
  #set(state) {
    this.state = state
    if (state !== 'ready') this.running = undefined
    if (state !== 'failed') this.words = undefined
    this.#tell()
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener()
  }
}

/**
 * @param {Extract<EngineSource, { kind: 'remote' }>} source
 * @param {AbortSignal} signal
 */
const connect = ({ url, token }, signal) =>
  Engine.start(webSocketTransport(url, { token: token || undefined }), { signal })
