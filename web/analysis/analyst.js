// SPDX-License-Identifier: Apache-2.0
// Analysis that follows the study: a search of the current position at full strength, up to a limit. It rests while
// the page is hidden.

import { ChessError } from 'binbo'
import { reconnect } from '../engine/reconnect.js'
import { strengthOptions } from '../engine/strength.js'
import { analysisSeconds, saveSetting, setting } from '../page/settings.js'

/** @import { Game } from 'binbo' */
/** @import { Engine, Info, SearchLine } from 'binbo/uci' */
/** @import { EngineRoom } from '../engine/engine-room.js' */
/** @import { Change, Study } from '../study/study.js' */
/** @import { Pointed } from './analysis-state.js' */

/**
 * 'resting': it goes on when the page is visible and the study is analysed. 'waiting': something else uses the engine.
 * 'over': the game is over. 'enough': the limit was reached. 'done': the engine has searched to the end. 'lost': the
 * connection was lost; it goes on when there is one.
 * @typedef {'off' | 'starting' | 'searching' | 'resting' | 'waiting' | 'over' | 'enough' | 'done' | 'lost' | 'failed'}
 *   AnalystState
 */

/**
 * What is done in the place of the analysis: "Learn from the mistakes", or a repertoire. `shown`: what its view shows;
 * `follow`: called after each change of the page; `end`: removes it.
 * @typedef {object} Exercise
 * @property {any} shown
 * @property {(shown: any) => unknown} view
 * @property {(state: any, before: any) => unknown} follow
 * @property {() => void} end
 */

export const MAX_LINES = 5
/** Moves of the open line after which its position is shown at first. */
const OPEN_PLIES = 6
/** Milliseconds that a position stays on the board before it is analysed. */
const SETTLE = 60
/** A deeper search hardly finds another move. */
const DEEP_ENOUGH = 60
/** States in which a search is on its way. */
const USES_ENGINE = new Set(['starting', 'searching', 'lost'])

export class Analyst {
  /** The page sets it: called after each change: often, for each report of the engine. */
  changed = () => {}
  #study
  #room
  /** @type {AnalystState} */
  #state = 'off'
  #failure = ''
  #lineCount = clampLines(setting('lines', matchMedia('(max-width: 600px)').matches ? 1 : 3))
  /** @type {readonly SearchLine[]} */
  #lines = []
  #openLine = matchMedia('(min-width: 1700px)').matches ? 1 : 0
  #openPlies = OPEN_PLIES
  /** @type {Pointed | null} */
  #pointed = null
  /** @type {Partial<Info>} */
  #progress = {}
  /** @type {Game | undefined} */
  #game
  #search = new AbortController()
  #node
  /** Is the search of this position without a limit? */
  #isUnlimited = false
  /** Users find its moves alone: the lines are hidden. @type {Exercise | null} */
  #exercise = null
  #isCovered = false
  #claimed
  #source
  #roomState
  #planReconnect

  /** @param {Study} study @param {EngineRoom} room */
  constructor(study, room) {
    this.#study = study
    this.#room = room
    this.#node = study.node
    this.#claimed = room.claimed
    this.#source = room.source
    this.#roomState = room.state
    this.#planReconnect = reconnect(room, () => this.#state === 'lost')
    document.addEventListener('visibilitychange', () => this.#restOrGoOn())
  }

  /** @returns {AnalystState} */
  get state() {
    return this.#state
  }

  get on() {
    return this.#state !== 'off' && this.#state !== 'failed'
  }

  /** @returns {string} the reason as text for users, if state is 'failed' or 'lost' */
  get failure() {
    return this.#room.failure || this.#failure
  }

  /** @returns {readonly SearchLine[]} of the newest complete depth of the current position, the best one first */
  get lines() {
    return this.#lines
  }

  /** @returns {Partial<Info>} the engine's last report of depth, speed and so on */
  get progress() {
    return this.#progress
  }

  /** @returns {Game | undefined} the position where the lines begin; borrowed until the next change */
  get game() {
    return this.#game
  }

  /** @type {number} The number of lines, 1 to MAX_LINES; it is saved. */
  get lineCount() {
    return this.#lineCount
  }

  set lineCount(count) {
    this.#lineCount = clampLines(count)
    saveSetting('lines', this.#lineCount)
    if (this.on) this.#restart()
  }

  /** @returns {number} the line that is shown whole, 1 for the best one; 0 for none */
  get openLine() {
    return this.#openLine
  }

  /** Shows a line whole, or no longer. @param {number} rank 1 for the best one */
  toggleLine(rank) {
    this.#openLine = rank === this.#openLine ? 0 : rank
    this.showOpen(OPEN_PLIES)
  }

  /** @returns {number} moves of the open line after which its position is shown */
  get openPlies() {
    return this.#openPlies
  }

  /** @param {number} plies moves of the open line after which its position is shown, at least 1 */
  showOpen(plies) {
    this.#openPlies = Math.max(1, plies)
    this.changed()
  }

  /** @returns {Pointed | null} the line up to the move that the user points at */
  get pointed() {
    return this.#pointed
  }

  /** @param {Pointed | null} line up to the move that the user points at */
  point(line) {
    if (line === this.#pointed) return
    this.#pointed = line
    this.changed()
  }

  start() {
    if (!this.on) this.#restart()
  }

  stop() {
    if (this.#state !== 'off') this.#end('off')
  }

  /** Goes on after the limit, without one, until the position changes. */
  deeper() {
    if (this.#state !== 'enough') return
    this.#isUnlimited = true
    this.#goOn()
  }

  /** @returns {Exercise | null} what is done in the place of the analysis, which rests meanwhile */
  get exercise() {
    return this.#exercise
  }

  /** Begins an exercise; ends the one before. @param {Exercise} exercise */
  begin(exercise) {
    this.#exercise?.end()
    this.#put(exercise)
  }

  /** @param {Exercise} exercise that ends @returns {boolean} false, with no effect, if it has ended before */
  finish(exercise) {
    if (this.#exercise !== exercise) return false
    this.#put(null)
    return true
  }

  /** @param {Exercise | null} exercise */
  #put(exercise) {
    this.#exercise = exercise
    if (this.on) this.#restart()
    else this.changed()
  }

  /** Lets it rest while something else is shown in its place. @param {boolean} isCovered */
  cover(isCovered) {
    if (isCovered === this.#isCovered) return
    this.#isCovered = isCovered
    this.#restOrGoOn()
  }

  /** Call after each change of the study. @param {Change} change */
  follow(change) {
    if (change === 'mode') return this.#restOrGoOn()
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

  #restOrGoOn() {
    if (!this.#mustRest) {
      if (this.#state === 'resting') this.#goOn()
    } else if (this.#state === 'starting' || this.#state === 'searching') this.#rest('resting')
  }

  /** Call after each change of the engine room, whose state takes precedence over the analyst's. */
  followRoom() {
    this.#obeyRoom()
    this.#planReconnect()
  }

  #obeyRoom() {
    const { claimed, source, state, failureText } = this.#room
    const wasTurnedOff = state === 'off' && this.#roomState !== 'off'
    const isOtherEngine =
      source !== this.#source ||
      (state === 'starting' && this.#state === 'searching') ||
      (state === 'ready' && this.#state === 'lost')
    const isClaimChanged = claimed !== this.#claimed
    const isMended = this.#state === 'failed' && this.#roomState === 'failed' && state === 'starting'
    const usesEngine = USES_ENGINE.has(this.#state)
    this.#claimed = claimed
    this.#source = source
    this.#roomState = state
    if (usesEngine && state === 'failed') this.#end(failureText?.passes ? 'lost' : 'failed')
    else if (usesEngine && wasTurnedOff) this.#end('off')
    else if (isMended || (this.on && isOtherEngine)) this.#restart()
    else if (this.on && isClaimChanged && (claimed || this.#state === 'waiting')) this.#yieldOrReturn()
    else this.changed()
  }

  /** After the engine was claimed, or released. */
  #yieldOrReturn() {
    if (this.#state !== 'waiting') {
      // A finished search keeps its lines; one that rests starts again by itself.
      if (USES_ENGINE.has(this.#state)) this.#end('waiting')
      else this.changed()
    } else this.#restart()
  }

  /** Begins anew. */
  #restart() {
    if (this.#study.status.over) return this.#end('over')
    if (this.#mustRest) return this.#end('resting')
    if (this.#room.claimed) return this.#end('waiting')
    this.#end('starting')
    this.#begin()
  }

  /** Searches the same position again; the lines stay until there are deeper ones. */
  #goOn() {
    if (this.#room.claimed || this.#study.status.over) return this.#restart()
    this.#rest('starting')
    this.#begin()
  }

  #begin() {
    const { signal } = this.#search
    setTimeout(() => this.#run(signal), SETTLE)
  }

  /** Ends the search and keeps the lines. @param {AnalystState} state the next one */
  #rest(state) {
    this.#search.abort()
    this.#search = new AbortController()
    this.#state = state
    this.changed()
  }

  /** Ends the search and removes the lines. @param {AnalystState} state the next one */
  #end(state) {
    this.#lines = []
    this.#pointed = null
    this.#openPlies = OPEN_PLIES
    this.#progress = {}
    this.#game?.stop()
    this.#game = undefined
    this.#rest(state)
  }

  /** @param {AbortSignal} signal */
  async #run(signal) {
    if (signal.aborted) return
    try {
      // A failure from the time when nothing was searched may be over.
      if (this.#room.failureText?.passes) this.#room.retry()
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

  /**
   * @param {Engine} engine
   * @param {Game} game
   * @param {AbortSignal} signal
   * @throws {ChessError} ERR_UCI_*
   */
  async #read(engine, game, signal) {
    const multipv = Math.min(this.#lineCount, maxLinesOf(engine))
    const search = engine.search(game, { infinite: true }, { multipv, signal })
    const shown = this.#lines[0]?.depth ?? 0
    let isEnough = false
    const stop = () => {
      isEnough = true
      search.stop().catch(() => {}) // the iteration reports it
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
        if (depth >= DEEP_ENOUGH && !isEnough && !this.#isUnlimited) stop()
        this.changed()
      }
    } finally {
      clearTimeout(timer)
    }
    if (signal.aborted) return
    this.#state = isEnough ? 'enough' : 'done'
    this.changed()
  }

  /** @param {unknown} error */
  #fail(error) {
    // Another search, which did not claim the room, took the engine.
    if (error instanceof ChessError && error.code === 'ERR_UCI_CANCELLED') return this.#end('waiting')
    this.#failure = this.#room.explain(error)
    this.#end(this.#room.failureText?.passes ? 'lost' : 'failed')
    this.#planReconnect()
  }
}

/** @param {number} count */
const clampLines = count => Math.min(Math.max(Math.trunc(count) || 1, 1), MAX_LINES)

/** @param {Engine} engine @returns {number} of lines that it can report at once */
export function maxLinesOf({ options }) {
  const option = options.get('MultiPV')
  return option?.max ?? 1
}
