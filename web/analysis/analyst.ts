// SPDX-License-Identifier: Apache-2.0
// Analysis that follows the study: a search of the current position at full strength, up to a limit. It rests while
// the page is hidden.

import type { Game } from 'binbo'
import { ChessError } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import type { Engine, Info, SearchLine } from 'binbo/uci'
import type { EngineRoom } from '../engine/engine-room.js'
import { reconnect } from '../engine/reconnect.js'
import { strengthOptions } from '../engine/strength.js'
import { analysisSeconds, saveSetting, setting } from '../page/settings.js'
import type { Change, Study } from '../study/study.js'
import type { Pointed } from './analysis-state.js'
import type { State } from './analysis-view.js'

/**
 * 'resting': continues when the page is visible and the study is analysed. 'waiting': something else uses the engine.
 * 'over': the game is over. 'enough': the limit was reached. 'done': the engine has searched to the end. 'lost': the
 * connection was lost; continues once the engine is connected again.
 */
type AnalystState =
  | 'off'
  | 'starting'
  | 'searching'
  | 'resting'
  | 'waiting'
  | 'over'
  | 'enough'
  | 'done'
  | 'lost'
  | 'failed'

/** Replaces the analysis while it lasts: "Learn from the mistakes", or the training of a repertoire. */
export interface Exercise {
  /** its part of the snapshot */
  readonly shown: object
  /** the position of the task, whose answer nothing on the page may show; null: no task is left */
  readonly asks: PgnNode | null
  /** @param shown of this exercise @returns a template */
  view(shown: object): unknown
  /** called after each change of the page */
  follow(state: State, before: State | null): unknown
  /** finishes it */
  end(): void
}

export const MAX_LINES = 5
/** The setting: whether the analysis is on. */
const SWITCH = 'engine-on'
/** The board first shows the position after this many moves of the open line. */
const OPEN_PLIES = 6
/** Milliseconds that a position stays on the board before it is analysed. */
const SETTLE_TIME = 60
/** A deeper search hardly finds another move. */
const MAX_DEPTH = 60
/** States in which a search is running or starting. */
const USES_ENGINE = new Set(['starting', 'searching', 'lost'])

export class Analyst {
  /** Set by the page; called after each change, which includes each report of the engine. */
  changed = () => {}
  #study: Study
  #room: EngineRoom
  // The switch is where the user left it.
  #state: AnalystState = setting(SWITCH, false) ? 'resting' : 'off'
  #failure = ''
  #lineCount = clampLines(setting('lines', matchMedia('(max-width: 600px)').matches ? 1 : 3))
  #lines: readonly SearchLine[] = []
  #openLine = matchMedia('(min-width: 1700px)').matches ? 1 : 0
  #openPlies = OPEN_PLIES
  #pointed: Pointed | null = null
  #progress: Partial<Info> = {}
  #game: Game | undefined
  #search = new AbortController()
  #node: PgnNode
  /** Is the search of this position without a limit? */
  #isUnlimited = false
  #exercise: Exercise | null = null
  #isCovered = false
  /** The room at the last followRoom(). */
  #roomBefore: Pick<EngineRoom, 'claimed' | 'source' | 'state'>
  #planReconnect: () => void

  constructor(study: Study, room: EngineRoom) {
    this.#study = study
    this.#room = room
    this.#node = study.node
    this.#roomBefore = partOf(room)
    this.#planReconnect = reconnect(room, () => this.#state === 'lost')
    document.addEventListener('visibilitychange', () => this.#restOrResume())
  }

  get state(): AnalystState {
    return this.#state
  }

  get on() {
    return this.#state !== 'off' && this.#state !== 'failed'
  }

  /** @returns the reason as text for users, if state is 'failed' or 'lost' */
  get failure(): string {
    return this.#room.failure || this.#failure
  }

  /** @returns the lines of the newest complete depth, the best one first */
  get lines(): readonly SearchLine[] {
    return this.#lines
  }

  /** @returns the engine's last report of depth, speed and so on */
  get progress(): Partial<Info> {
    return this.#progress
  }

  /** @returns the position where the lines begin; borrowed until the next change */
  get game(): Game | undefined {
    return this.#game
  }

  /** The number of lines, 1 to MAX_LINES; it is saved. */
  get lineCount(): number {
    return this.#lineCount
  }

  set lineCount(count) {
    this.#lineCount = clampLines(count)
    saveSetting('lines', this.#lineCount)
    if (this.on) this.#restart()
  }

  /** @returns the rank of the line that is shown in full, 1 for the best one; 0 for none */
  get openLine(): number {
    return this.#openLine
  }

  /** Shows a line in full, or no longer. @param rank 1 for the best one */
  toggleLine(rank: number) {
    this.#openLine = rank === this.#openLine ? 0 : rank
    this.showOpen(OPEN_PLIES)
  }

  /** @returns moves of the open line after which its position is shown */
  get openPlies(): number {
    return this.#openPlies
  }

  /** @param plies moves of the open line after which its position is shown, at least 1 */
  showOpen(plies: number) {
    this.#openPlies = Math.max(1, plies)
    this.changed()
  }

  /** @returns the line up to the move that the user points at */
  get pointed(): Pointed | null {
    return this.#pointed
  }

  /** @param line up to the move that the user points at */
  point(line: Pointed | null) {
    if (line === this.#pointed) return
    this.#pointed = line
    this.changed()
  }

  /** Turns it on, and again at the next visit. */
  start() {
    saveSetting(SWITCH, true)
    if (!this.on) this.#restart()
  }

  /** Turns it off, also for the next visit. */
  stop() {
    saveSetting(SWITCH, false)
    if (this.#state !== 'off') this.#end('off')
  }

  /** Continues a search that has reached its limit; there is no limit until the position changes. */
  deeper() {
    if (this.#state !== 'enough') return
    this.#isUnlimited = true
    this.#resume()
  }

  /** @returns the current exercise; the analysis rests until it ends */
  get exercise(): Exercise | null {
    return this.#exercise
  }

  /** Begins an exercise and ends the previous one. */
  begin(exercise: Exercise) {
    this.#exercise?.end()
    this.#setExercise(exercise)
  }

  /** Ends an exercise. @returns false, with no effect, if it is not the current one */
  finish(exercise: Exercise): boolean {
    if (this.#exercise !== exercise) return false
    this.#setExercise(null)
    return true
  }

  #setExercise(exercise: Exercise | null) {
    this.#exercise = exercise
    if (this.on) this.#restart()
    else this.changed()
  }

  /** Lets the analysis rest while something else is shown in its place. */
  cover(isCovered: boolean) {
    if (isCovered === this.#isCovered) return
    this.#isCovered = isCovered
    this.#restOrResume()
  }

  /** Call after each change of the study. */
  follow(change: Change) {
    if (change === 'mode') return this.#restOrResume()
    const { node } = this.#study
    if (node === this.#node && change !== 'game') return
    this.#node = node
    this.#isUnlimited = false
    if (this.#state === 'lost' && this.#room.state !== 'ready') this.changed()
    // Another engine may play the other game.
    else if (this.on || (change === 'game' && this.#state === 'failed')) this.#restart()
  }

  get #mustRest() {
    return document.hidden || this.#exercise !== null || this.#isCovered || this.#study.mode === 'play'
  }

  #restOrResume() {
    if (!this.#mustRest) {
      if (this.#state === 'resting') this.#resume()
    } else if (this.#state === 'starting' || this.#state === 'searching') this.#rest('resting')
  }

  /** Call after each change of the engine room, whose state takes precedence over the analyst's. */
  followRoom() {
    this.#applyRoomState()
    this.#planReconnect()
  }

  #applyRoomState() {
    const { claimed, source, state, failureText } = this.#room
    const before = this.#roomBefore
    const wasTurnedOff = state === 'off' && before.state !== 'off'
    const isOtherEngine =
      source !== before.source ||
      (state === 'starting' && this.#state === 'searching') ||
      (state === 'ready' && this.#state === 'lost')
    const isClaimChanged = claimed !== before.claimed
    const isRestarted = this.#state === 'failed' && before.state === 'failed' && state === 'starting'
    const usesEngine = USES_ENGINE.has(this.#state)
    this.#roomBefore = partOf(this.#room)
    if (usesEngine && state === 'failed') this.#end(failureText?.isTemporary ? 'lost' : 'failed')
    else if (usesEngine && wasTurnedOff) this.#end('off')
    else if (isRestarted || (this.on && isOtherEngine)) this.#restart()
    else if (this.on && isClaimChanged && (claimed || this.#state === 'waiting')) this.#followClaim()
    else this.changed()
  }

  /** The engine was claimed or released. */
  #followClaim() {
    if (this.#state === 'waiting') this.#restart()
    // A finished search keeps its lines, and a resting one resumes by itself.
    else if (USES_ENGINE.has(this.#state)) this.#end('waiting')
    else this.changed()
  }

  /** Removes the lines and starts a new search, if one is possible now. */
  #restart() {
    if (this.#study.status.over) return this.#end('over')
    if (this.#mustRest) return this.#end('resting')
    if (this.#room.claimed) return this.#end('waiting')
    this.#end('starting')
    this.#begin()
  }

  /** Searches the same position again; the lines stay until there are deeper ones. */
  #resume() {
    if (this.#room.claimed || this.#study.status.over) return this.#restart()
    this.#rest('starting')
    this.#begin()
  }

  #begin() {
    const { signal } = this.#search
    setTimeout(() => this.#run(signal), SETTLE_TIME)
  }

  /** Ends the search and keeps the lines. @param state the new one */
  #rest(state: AnalystState) {
    this.#search.abort()
    this.#search = new AbortController()
    this.#state = state
    this.changed()
  }

  /** Ends the search and removes the lines. @param state the new one */
  #end(state: AnalystState) {
    this.#lines = []
    this.#pointed = null
    this.#openPlies = OPEN_PLIES
    this.#progress = {}
    this.#game?.stop()
    this.#game = undefined
    this.#rest(state)
  }

  async #run(signal: AbortSignal) {
    if (signal.aborted) return
    try {
      // The engine may have failed, for a passing reason, while nothing was searched.
      if (this.#room.failureText?.isTemporary) this.#room.retry()
      if (signal.aborted) return
      const engine = await this.#room.engine(signal)
      if (signal.aborted) return
      await engine.setOptions(strengthOptions('full', engine.options))
      if (signal.aborted) return
      this.#game ??= this.#study.game.clone()
      this.#state = 'searching'
      await this.#read(engine, this.#game, signal)
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** @throws {ChessError} ERR_UCI_* */
  async #read(engine: Engine, game: Game, signal: AbortSignal) {
    const multipv = Math.min(this.#lineCount, maxLinesOf(engine))
    const search = engine.search(game, { infinite: true }, { multipv, signal })
    const shown = this.#lines[0]?.depth ?? 0
    let isEnough = false
    const stop = () => {
      isEnough = true
      search.stop().catch(() => {}) // the loop below throws the same error
    }
    const seconds = this.#isUnlimited ? 0 : analysisSeconds()
    const timer = seconds > 0 ? setTimeout(stop, seconds * 1000) : undefined
    try {
      for await (const { score, pv, ...progress } of search) {
        if (signal.aborted) return
        const { depth = 0 } = progress
        if (depth < shown) continue
        Object.assign(this.#progress, progress)
        const { lines } = search
        if ((lines[0]?.depth ?? -1) >= shown) this.#lines = lines
        if (depth >= MAX_DEPTH && !isEnough && !this.#isUnlimited) stop()
        this.changed()
      }
    } finally {
      clearTimeout(timer)
    }
    if (signal.aborted) return
    this.#state = isEnough ? 'enough' : 'done'
    this.changed()
  }

  #fail(error: unknown) {
    // Another search took the engine without a claim.
    if (error instanceof ChessError && error.code === 'ERR_UCI_CANCELLED') return this.#end('waiting')
    this.#failure = this.#room.explain(error)
    this.#end(this.#room.failureText?.isTemporary ? 'lost' : 'failed')
    this.#planReconnect()
  }
}

const partOf = ({ claimed, source, state }: EngineRoom) => ({ claimed, source, state })

const clampLines = (count: number) => Math.min(Math.max(Math.trunc(count) || 1, 1), MAX_LINES)

/** @returns the highest number of lines that the engine can report at once */
export function maxLinesOf({ options }: Engine): number {
  const option = options.get('MultiPV')
  return option?.max ?? 1
}
