// SPDX-License-Identifier: Apache-2.0
// The engine that the user plays against, if one is attached and alive.

import type { Book } from '../../book/book.js'
import type { Variant } from '../../core/generated/bindings.js'
import type { Game } from '../../game/game.js'
import { hasStandardRules } from '../../game/traits.js'
import { Engine } from '../../uci/engine/engine.js'
import type { Info, Search } from '../../uci/engine/search.js'
import { DIM, printable } from '../text.js'
import { UsageError } from '../usage-error.js'
import type { Strength, ThinkingLimits } from './arguments.js'
import { checkVariant, engineName, openEngine, setStrength } from './engines.js'
import type { Prompt } from './prompt.js'
import type { Screen } from './screen.js'
import { lineText, scoreWords } from './wording.js'

type OpponentSettings = {
  limits: ThinkingLimits
  strength: Strength
  book: Book | undefined
  /** the token for a WebSocket */
  token: string | undefined
  env: NodeJS.ProcessEnv
  /** stops it */
  signal: AbortSignal
}

/** Milliseconds between two drawings of the engine's infos. */
const PAUSE = 100

export class Opponent {
  /** The limits of the engine's searches. */
  limits
  #strength: Strength
  #settings: OpponentSettings
  #screen: Screen
  #prompt: Prompt
  #engine: Engine | undefined
  /** the engine as the user named it */
  #address: string | undefined

  constructor(settings: OpponentSettings, screen: Screen, prompt: Prompt) {
    this.limits = settings.limits
    this.#strength = settings.strength
    this.#settings = settings
    this.#screen = screen
    this.#prompt = prompt
  }

  /** @returns whether an engine is attached and alive */
  get isThere(): boolean {
    return this.#engine?.dead === false
  }

  /** @returns the name of the engine, or of the last one; it may have control characters */
  get name(): string | undefined {
    return this.#engine && engineName(this.#engine)
  }

  get strength(): Strength {
    return this.#strength
  }

  /**
   * Starts an engine, then ends the previous one.
   * @param variant the variant that it must play
   * @param address the engine; default: the last one
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
   * @throws {UsageError}
   */
  async attach(variant: Variant, address: string | undefined = this.#address) {
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
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   * @throws {UsageError} if the engine cannot; then nothing changes
   */
  async setStrength(strength: Strength) {
    if (this.#engine?.dead === false) await setStrength(this.#engine, strength)
    this.#strength = strength
  }

  /**
   * @param game it must not change during the search
   * @returns the move that the engine would play, in UCI
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_MOVE, ERR_UCI_VARIANT
   * @throws {UsageError} without an engine
   */
  async think(game: Game): Promise<{ move: string | null; info: Info | null }> {
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
   * @returns a move of the book, in UCI; undefined if it has none
   * @throws {ChessError} ERR_BYTES_AWAY
   */
  async bookMove(game: Game): Promise<string | undefined> {
    // Books are for standard chess only.
    if (!hasStandardRules(game.options.variant)) return undefined
    return (await this.#settings.book?.pick(game))?.uci
  }

  /** @throws {UsageError} if the engine is alive and does not play it */
  checkVariant(variant: Variant) {
    if (this.#engine?.dead === false) checkVariant(this.#engine, variant)
  }

  /** Ends the engine. */
  async quit() {
    await this.#engine?.quit()
  }

  /** @param stop called by Ctrl-C and by the signal */
  async #unlessStopped<T>(stop: () => void, promise: Promise<T>): Promise<T> {
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
 * @param elapsed milliseconds
 * @returns such as '0.4 s  depth 12  +0.27  12... Nf6 13. d4'
 */
function thoughts({ info }: Search, game: Game, elapsed: number): string {
  const line = info?.pv ? lineText(game, info.pv) : 'thinking'
  return [`${(elapsed / 1000).toFixed(1)} s`, ...scoreWords(info).reverse(), line].join('  ')
}
