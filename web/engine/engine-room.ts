// SPDX-License-Identifier: Apache-2.0
// The page's only engine, started when it is needed and shared by all parts of the page. After a failure it is not started
// again until the user decides.

import type { Game, Variant } from 'binbo'
import { ChessError } from 'binbo'
import type { BestMove, Engine, Info, Limits } from 'binbo/uci'
import { hasStandardRules } from '../../js/game/traits.js'
import { saveSetting } from '../page/settings.js'
import { say } from '../page/texts.js'
import type { Program } from './engine-variants.js'
import { plays, programFor } from './engine-variants.js'
import type { FailureText } from './failure-text.js'
import { Mutex } from './mutex.js'
import type { EngineSource } from './source.js'
import { savedSource, saveSource, UNLOADED } from './source.js'
import { strengthOptions } from './strength.js'

export type RoomState = 'off' | 'starting' | 'ready' | 'failed'

/** Milliseconds after which a start counts as late. */
const LATE_TIME = 8000

/** One engine from its start to its end. */
type Life = {
  /** aborted when the engine is no longer needed */
  end: AbortController
  /** the variant that it was started for */
  variant: Variant
  program: Program
  engine: Promise<Engine>
}

export type EngineState = { room: EngineRoom['shown'] }

export class EngineRoom {
  /** Set by the page; called after each change. */
  changed = () => {}
  #source = savedSource()
  #variant: Variant = 'standard'
  #state: RoomState = 'off'
  #running: Engine | undefined
  #failureText: FailureText | undefined
  /** Loaded with the first engine. */
  #failureTexts: typeof import('./failure-text.js') | undefined
  /** Has the engine of this source been ready? */
  #wasReady = false
  /** Is the start taking long? */
  #isLate = false
  #lateTimer: ReturnType<typeof setTimeout> | undefined
  /** How much of its files has come while it starts, such as '0.4 of 1.1 MB'; '' if that is unknown. */
  progress = ''
  #mutex = new Mutex(() => this.changed())
  #life: Life | undefined
  #error: unknown
  /** Resolves when the previous engine has ended: there is never more than one at a time. */
  #ended = Promise.resolve()

  get source(): EngineSource {
    return this.#source
  }

  /** @returns the engine in use, or the one that will be started: the user's choice, or one that plays the variant */
  get program(): Program {
    return this.#life?.program ?? programFor(this.#source, this.#variant)
  }

  get state(): RoomState {
    return this.#state
  }

  /** @returns the engine if state is 'ready' */
  get running(): Engine | undefined {
    return this.#running
  }

  /** @returns the failure if state is 'failed' */
  get failureText(): FailureText | undefined {
    return this.#failureText
  }

  /** @returns the engine's name, '' before it is ready */
  get name(): string {
    // Development builds append their commit.
    return this.#running?.id.name.replace(/ \[commit: .*/, '') ?? ''
  }

  /** @returns the reason as text for users, if state is 'failed' */
  get failure(): string {
    return this.#failureText?.text ?? ''
  }

  /** @returns text for users if the start is late, otherwise '' */
  get delay(): string {
    if (!this.#isLate) return ''
    const { program } = this
    return program.kind === 'remote'
      ? say`The engine at ${program.url} has not answered yet. You can wait, or try something else.`
      : say`The engine is still loading, which takes time on a slow connection. You can wait, or try something else.`
  }

  /** @returns its part of the snapshot */
  get shown() {
    const { source, program, state, name, failure, delay, progress } = this
    return Object.freeze({ source, program, state, name, failure, delay, progress })
  }

  /** @returns whether one part of the page uses the engine exclusively */
  get claimed(): boolean {
    return this.#mutex.isLocked
  }

  /**
   * @param error thrown by the engine
   * @returns text for users
   */
  explain(error: unknown): string {
    if (this.#state === 'off') return say`The engine is turned off.`
    return this.failure || this.#textFor(error).text
  }

  /**
   * Returns the engine, started if needed. If another engine is chosen while the caller waits, that one is returned.
   * @param signal ends the waiting; the engine starts anyway
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, immediately after a failure; ERR_UCI_CANCELLED if the engine is turned off,
   *   or by the signal
   */
  async engine(signal?: AbortSignal): Promise<Engine> {
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
   * Gives the caller exclusive use of the engine, after earlier callers.
   * @param signal ends the waiting
   * @returns releases the engine
   * @throws {ChessError} ERR_UCI_CANCELLED by the signal
   */
  claim(signal?: AbortSignal): Promise<() => void> {
    return this.#mutex.acquire(signal)
  }

  /** Changes the engine; the old one quits. */
  use(source: EngineSource) {
    this.#source = source
    this.#wasReady = false
    saveSource(source)
    this.retry()
  }

  /**
   * Chooses the variant that the engine must play from now on. An engine that cannot play it quits; another one starts when
   * it is needed. changed() is not called, since a game of another variant restarts all searches anyway.
   */
  play(variant: Variant) {
    this.#variant = variant
    if (!this.#life || this.#fits(this.#life)) return
    this.#quit()
    this.#resetTo('off')
  }

  /** @returns whether the engine should play the current variant */
  #fits({ variant, program }: Life): boolean {
    if (hasStandardRules(this.#variant)) return hasStandardRules(variant) || program.kind === 'remote'
    if (program.kind === 'variants') return true
    return (
      program.kind === 'remote' && this.#running !== undefined && plays(this.#running.options, this.#variant)
    )
  }

  /** Starts the engine again. */
  retry() {
    this.#quit()
    this.#begin()
  }

  /** Starts the engine again if it has failed or is late. */
  retryIfStuck() {
    if (this.#state === 'failed' || this.#isLate) this.retry()
  }

  /** Quits the engine until it is needed again. */
  turnOff() {
    this.#quit()
    this.#set('off')
  }

  /**
   * Sets options of the engine between searches; options of the built-in engine are saved.
   * @throws {ChessError} see engine() and Engine.setOptions()
   */
  async setOptions(options: { Threads?: number; Hash?: number }) {
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

  #begin(): Life {
    const end = new AbortController()
    const life: Life = {
      ...{ end, variant: this.#variant, program: programFor(this.#source, this.#variant) },
      engine: Promise.resolve().then(() => this.#start(life)),
    }
    // Callers of engine() get the failure; without callers it must not be an unhandled rejection.
    life.engine.catch(() => {})
    this.#life = life
    this.#set('starting')
    return life
  }

  async #start(life: Life): Promise<Engine> {
    const { signal } = life.end
    const source = this.#source
    try {
      await this.#ended
      if (signal.aborted) throw new ChessError('ERR_UCI_CANCELLED')
      const [{ startEngine }, failureTexts] = await Promise.all([
        import('./start-engine.js'),
        import('./failure-text.js'),
      ])
      this.#failureTexts = failureTexts
      const report = (progress: string) => {
        if (!signal.aborted && progress !== this.progress) this.#set('starting', progress)
      }
      const { engine, program } = await startEngine(source, life.variant, report, signal)
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

  /** Quits the current engine. */
  #quit() {
    const life = this.#life
    this.#life = undefined
    if (!life) return
    life.end.abort()
    this.#ended = life.engine.then(
      engine => engine.quit(),
      () => {},
    )
  }

  #fail(error: unknown) {
    this.#error = error
    this.#failureText = this.#textFor(error)
    this.#set('failed')
  }

  #textFor(error: unknown): FailureText {
    if (!this.#failureTexts) return { text: UNLOADED, hints: [], details: String(error), isTemporary: false }
    return this.#failureTexts.failureText(error, {
      source: this.program,
      online: navigator.onLine,
      origin: location.origin,
      wasReady: this.#wasReady,
    })
  }

  #set(state: RoomState, progress?: string) {
    this.#resetTo(state, progress)
    this.changed()
  }

  /** Enters a state, without calling changed(). */
  #resetTo(state: RoomState, progress = '') {
    this.#state = state
    if (state !== 'ready') this.#running = undefined
    if (state !== 'failed') this.#failureText = undefined
    this.#isLate = false
    this.progress = progress
    clearTimeout(this.#lateTimer)
    if (state === 'starting') this.#lateTimer = setTimeout(() => this.#setLate(), LATE_TIME)
  }

  #setLate() {
    this.#isLate = true
    this.changed()
  }
}

/** @throws {ChessError} ERR_UCI_CANCELLED by the signal */
function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
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
 * @param use must set all options that it needs; called again if another engine is chosen before it resolves
 * @throws {ChessError} ERR_UCI_*; ERR_UCI_CANCELLED by the signal
 */
export async function withEngine<T>(
  room: EngineRoom,
  signal: AbortSignal,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const release = await room.claim(signal)
  try {
    for (;;) {
      const { source } = room
      try {
        return await use(await room.engine(signal))
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
 * @throws {ChessError} ERR_UCI_*; ERR_UCI_CANCELLED by the signal
 */
export async function askEngine(
  room: EngineRoom,
  game: Game,
  limits: Limits,
  signal: AbortSignal,
): Promise<BestMove & { info: Info | null }> {
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
