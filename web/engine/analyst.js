// SPDX-License-Identifier: Apache-2.0
// Analysis that follows the study: an infinite search of the current position, at full strength.

import { ChessError } from 'binbo'
import { Listeners } from '../page/listeners.js'
import { saveSetting, setting } from '../page/settings.js'
import { strengthOptions } from './strength.js'

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo/uci').Engine} Engine */
/** @typedef {import('binbo/uci').Info} Info */
/** @typedef {import('../game/study.js').Study} Study */
/** @typedef {import('./engine-room.js').EngineRoom} EngineRoom */

/**
 * 'waiting': something else uses the engine. 'over': the game is over. 'done': the engine has searched to the end.
 * @typedef {'off' | 'starting' | 'searching' | 'waiting' | 'over' | 'done' | 'failed'} AnalystState
 */

/**
 * A line of the engine's newest complete depth, the best one first.
 * @typedef {{ score: import('binbo/uci').Score, pv: string[] }} Line
 */

export const MAX_LINES = 5
/** Milliseconds that a position stays on the board before it is analysed. */
const SETTLE = 60

export class Analyst {
  #study
  #room
  /** @type {AnalystState} */
  #state = 'off'
  #failure = ''
  #lineCount = clampLines(setting('lines', matchMedia('(max-width: 600px)').matches ? 1 : 3))
  /** @type {Line[]} */
  #lines = []
  /** @type {Partial<Info>} */
  #progress = {}
  /** @type {Game | undefined} */
  #game
  #search = new AbortController()
  #node
  #claimed
  #source
  #roomState
  #listeners = new Listeners()

  /** @param {Study} study @param {EngineRoom} room */
  constructor(study, room) {
    this.#study = study
    this.#room = room
    this.#node = study.node
    this.#claimed = room.claimed
    this.#source = room.source
    this.#roomState = room.state
    study.onChange(change => this.#follow(change === 'game'))
    room.onChange(() => this.#obey())
  }

  /** @returns {AnalystState} */
  get state() {
    return this.#state
  }

  get on() {
    return this.#state !== 'off' && this.#state !== 'failed'
  }

  /** @returns {string} the reason as text for users, if state is 'failed' */
  get failure() {
    return this.#room.failure || this.#failure
  }

  /** @returns {readonly Line[]} of the current position */
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

  /**
   * @param {() => void} listener called often: for each report of the engine
   * @returns {() => void} removes it
   */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  start() {
    if (!this.on) this.#restart()
  }

  stop() {
    if (this.#state !== 'off') this.#end('off')
  }

  /** @param {boolean} isOtherGame */
  #follow(isOtherGame) {
    const { node } = this.#study
    if (node === this.#node && !isOtherGame) return
    this.#node = node
    if (this.on) this.#restart()
  }

  /** The state of the engine room takes precedence over the analyst's. */
  #obey() {
    const { claimed, source, state } = this.#room
    const wasTurnedOff = state === 'off' && this.#roomState !== 'off'
    const isOtherEngine = source !== this.#source || (state === 'starting' && this.#state === 'searching')
    const isClaimChanged = claimed !== this.#claimed
    const isMended = this.#state === 'failed' && this.#roomState === 'failed' && state === 'starting'
    this.#claimed = claimed
    this.#source = source
    this.#roomState = state
    if (this.on && state === 'failed') this.#end('failed')
    else if (this.on && wasTurnedOff) this.#end('off')
    else if (isMended || (this.on && (isOtherEngine || isClaimChanged))) this.#restart()
    else this.#listeners.emit()
  }

  #restart() {
    if (this.#study.game.status.over) return this.#end('over')
    if (this.#room.claimed) return this.#end('waiting')
    this.#end('starting')
    const { signal } = this.#search
    setTimeout(() => this.#run(signal), SETTLE)
  }

  /** Ends the search. @param {AnalystState} state the next one */
  #end(state) {
    this.#search.abort()
    this.#search = new AbortController()
    this.#lines = []
    this.#progress = {}
    this.#game?.stop()
    this.#game = undefined
    this.#state = state
    this.#listeners.emit()
  }

  /** @param {AbortSignal} signal */
  async #run(signal) {
    if (signal.aborted) return
    try {
      const engine = await this.#room.engine(signal)
      if (signal.aborted) return
      await engine.setOptions(strengthOptions('full', engine.options))
      if (signal.aborted) return
      this.#game = this.#study.game.clone()
      this.#state = 'searching'
      const multipv = Math.min(this.#lineCount, maxLinesOf(engine))
      const search = engine.search(this.#game, { infinite: true }, { multipv, signal })
      for await (const { score, pv, ...progress } of search) {
        if (signal.aborted) return
        Object.assign(this.#progress, progress)
        this.#lines = /** @type {Line[]} */ (search.lines)
        this.#listeners.emit()
      }
      if (signal.aborted) return
      this.#state = 'done'
      this.#listeners.emit()
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    // Another search, which did not claim the room, took the engine.
    if (error instanceof ChessError && error.code === 'ERR_UCI_CANCELLED') return this.#end('waiting')
    this.#failure = this.#room.explain(error)
    this.#end('failed')
  }
}

/** @param {number} count */
const clampLines = count => Math.min(Math.max(Math.trunc(count) || 1, 1), MAX_LINES)

/** @param {Engine} engine @returns {number} of lines that it can report at once */
function maxLinesOf({ options }) {
  const option = options.get('MultiPV')
  return option?.max ?? 1
}
