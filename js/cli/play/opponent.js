// SPDX-License-Identifier: Apache-2.0
// The engine that the user plays with: attached or not, alive or not.

import { Engine } from '../../uci/engine/engine.js'
import { DIM } from '../paint.js'
import { printable } from '../text.js'
import { UsageError } from '../usage-error.js'
import { checkVariant, engineName, openEngine, setStrength } from './engines.js'
import { lineText, scoreWords } from './words.js'

/** @typedef {import('../../game/game.js').Game} Game */
/** @typedef {import('../../game/options.js').Variant} Variant */
/** @typedef {import('../../uci/engine/search.js').Info} Info */
/** @typedef {import('../../uci/engine/search.js').Search} Search */
/** @typedef {import('./arguments.js').Strength} Strength */
/** @typedef {import('./arguments.js').ThinkingLimits} ThinkingLimits */
/** @typedef {import('./prompt.js').Prompt} Prompt */
/** @typedef {import('./screen.js').Screen} Screen */

/**
 * @typedef {object} OpponentSettings
 * @property {ThinkingLimits} limits
 * @property {Strength} strength
 * @property {string | undefined} token for a WebSocket
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} signal ends what it does
 */

/** Milliseconds between two drawings of what the engine thinks. */
const PAUSE = 100

export class Opponent {
  /** How long it thinks. */
  limits
  #strength
  #settings
  #screen
  #prompt
  /** @type {Engine | undefined} */
  #engine
  /** @type {string | undefined} as it was asked for */
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

  /** @returns {boolean} whether there is an engine, and it lives */
  get isThere() {
    return this.#engine?.dead === false
  }

  /** @returns {string | undefined} of the engine, or of the last one; not printable yet */
  get name() {
    return this.#engine && engineName(this.#engine)
  }

  /** @returns {Strength} */
  get strength() {
    return this.#strength
  }

  /**
   * Starts an engine, and then ends the one before.
   * @param {Variant} variant that it is to play
   * @param {string} [address] default: the last one again
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
   * @throws {UsageError}
   */
  async attach(variant, address = this.#address) {
    if (address === undefined)
      throw new UsageError('say which engine: a path, ws://…, wss://…, tcp://HOST:PORT or wasm')
    const { token, env } = this.#settings
    this.#screen.pass(DIM, `starting ${printable(address)} …`)
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
   * Changes how well the engine plays, and those that come after it.
   * @param {Strength} strength
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   * @throws {UsageError} when it cannot; it plays as before
   */
  async setStrength(strength) {
    if (this.#engine?.dead === false) await setStrength(this.#engine, strength)
    this.#strength = strength
  }

  /**
   * @param {Game} game stays as it is meanwhile
   * @returns {Promise<{ move: string | null, info: Info | null }>} what the engine would play, in UCI
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_MOVE, ERR_UCI_VARIANT
   * @throws {UsageError} when there is no engine
   */
  async think(game) {
    if (!this.#engine || this.#engine.dead)
      throw new UsageError('no engine is attached; engine PATH attaches one')
    const start = performance.now()
    const search = this.#engine.search(game, this.limits)
    const draw = () => this.#screen.pass(DIM, thoughts(search, game, performance.now() - start))
    const timer = this.#screen.isLive ? setInterval(draw, PAUSE) : undefined
    try {
      const { move } = await this.#unlessStopped(() => search.stop().catch(() => {}), search.best)
      return { move, info: search.info }
    } finally {
      clearInterval(timer)
      this.#screen.clear()
    }
  }

  /** Tells a living engine that the next position is of another game. */
  async newGame() {
    if (this.#engine?.dead === false) await this.#engine.newGame()
  }

  /** Ends the engine. */
  async quit() {
    await this.#engine?.quit()
  }

  /**
   * @template T
   * @param {() => void} stop called when the user or the world wants no more
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
