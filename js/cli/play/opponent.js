// SPDX-License-Identifier: Apache-2.0
// The engine that the user plays against, if one is attached and alive.

import { Engine } from '../../uci/engine/engine.js'
import { DIM, printable } from '../text.js'
import { UsageError } from '../usage-error.js'
import { checkVariant, engineName, openEngine, setStrength } from './engines.js'
import { lineText, scoreWords } from './wording.js'

/** @import { Strength, ThinkingLimits } from './arguments.js' */
/** @import { Book } from '../../book/book.js' */
/** @import { Prompt } from './prompt.js' */
/** @import { Screen } from './screen.js' */
/** @import { Variant } from '../../core/generated/bindings.js' */
/** @import { Game } from '../../game/game.js' */
/** @import { Info, Search } from '../../uci/engine/search.js' */

/**
 * @typedef {object} OpponentSettings
 * @property {ThinkingLimits} limits
 * @property {Strength} strength
 * @property {Book | undefined} book
 * @property {string | undefined} token for a WebSocket
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} signal stops it
 */

/** Milliseconds between two drawings of the engine's thoughts. */
const PAUSE = 100

export class Opponent {
  /** The limits of its searches. */
  limits
  #strength
  #settings
  #screen
  #prompt
  /** @type {Engine | undefined} */
  #engine
  /** @type {string | undefined} as the user gave it */
  #address

  /**
   * @param {OpponentSettings} settings
   * @param {Screen} screen
   * @param {Prompt} prompt
   */
  constructor(settings, screen, prompt) {
    this.limits = settings.limits
    this.#strength = settings.strength
    this.#settings = settings
    this.#screen = screen
    this.#prompt = prompt
  }

  /** @returns {boolean} whether an engine is attached and alive */
  get isThere() {
    return this.#engine?.dead === false
  }

  /** @returns {string | undefined} of the engine, or of the last one; not yet printable */
  get name() {
    return this.#engine && engineName(this.#engine)
  }

  /** @returns {Strength} */
  get strength() {
    return this.#strength
  }

  /**
   * Starts an engine, then ends the previous one.
   * @param {Variant} variant that it must play
   * @param {string} [address] default: the last one
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
   * @throws {UsageError}
   */
  async attach(variant, address = this.#address) {
    if (address === undefined)
      throw new UsageError('name an engine: a path, ws://…, wss://…, tcp://HOST:PORT or wasm')
    const { token, env } = this.#settings
    this.#screen.showTransient(DIM, `starting ${printable(address)} …`)
    const controller = new AbortController()
    try {
      const transport = await openEngine(address, token, env)
      const start = Engine.start(transport, { signal: controller.signal })
      const engine = await this.#unlessStopped(() => controller.abort(), start)
      try {
        checkVariant(engine, variant)
        await setStrength(engine, this.#strength)
      } catch (error) {
        await engine.quit()
        throw error
      }
      await this.#engine?.quit()
      this.#engine = engine
      this.#address = address
    } finally {
      this.#screen.clear()
    }
  }

  /**
   * Changes the strength of the engine, and of later ones.
   * @param {Strength} strength
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   * @throws {UsageError} if it cannot; then nothing changes
   */
  async setStrength(strength) {
    if (this.#engine?.dead === false) await setStrength(this.#engine, strength)
    this.#strength = strength
  }

  /**
   * @param {Game} game not changed meanwhile
   * @returns {Promise<{ move: string | null, info: Info | null }>} the move that the engine would play, in UCI
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_MOVE, ERR_UCI_VARIANT
   * @throws {UsageError} without an engine
   */
  async think(game) {
    if (!this.#engine || this.#engine.dead)
      throw new UsageError('no engine is attached; engine PATH attaches one')
    const start = performance.now()
    const search = this.#engine.search(game, this.limits, { game })
    const draw = () => this.#screen.showTransient(DIM, thoughts(search, game, performance.now() - start))
    const timer = this.#screen.isLive ? setInterval(draw, PAUSE) : undefined
    try {
      const { move } = await this.#unlessStopped(() => search.stop().catch(() => {}), search.best)
      return { move, info: search.info }
    } finally {
      clearInterval(timer)
      this.#screen.clear()
    }
  }

  /**
   * @param {Game} game
   * @returns {Promise<string | undefined>} a move of the book, in UCI; undefined where it has none
   * @throws {ChessError} ERR_BYTES_AWAY
   */
  async bookMove(game) {
    // Books know no variants.
    if (!['standard', 'chess960'].includes(game.options.variant)) return undefined
    return (await this.#settings.book?.pick(game))?.uci
  }

  /**
   * @param {Variant} variant
   * @throws {UsageError} if the engine is alive and does not play it
   */
  checkVariant(variant) {
    if (this.#engine?.dead === false) checkVariant(this.#engine, variant)
  }

  /** Ends the engine. */
  async quit() {
    await this.#engine?.quit()
  }

  /**
   * @template T
   * @param {() => void} stop called by Ctrl-C and by the signal
   * @param {Promise<T>} promise
   * @returns {Promise<T>}
   */
  async #unlessStopped(stop, promise) {
    const { signal } = this.#settings
    const done = this.#prompt.busy(stop)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', stop)
      done()
    }
  }
}

/**
 * @param {Search} search
 * @param {Game} game
 * @param {number} elapsed milliseconds
 * @returns {string} such as '0.4 s  depth 12  +0.27  12... Nf6 13. d4'
 */
function thoughts({ info }, game, elapsed) {
  const line = info?.pv ? lineText(game, info.pv) : 'thinking'
  return [`${(elapsed / 1000).toFixed(1)} s`, ...scoreWords(info).reverse(), line].join('  ')
}
