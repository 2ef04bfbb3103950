// SPDX-License-Identifier: Apache-2.0
// What only few games have beside the handle, kept apart so that plain games stay small: headers, the details of a manual
// result, and the options that C does not know.

import { runCallback } from '../core/callbacks.js'
import { defaultHeaders, headersOfTags } from './headers.js'
import { unwatchIdle, watchIdle } from './idle-timer.js'

/** @import { Game } from './game.js' */
/** @import { IdleWatch } from './idle-timer.js' */
/** @import { TerminateHandler, TerminationReason } from './options.js' */
/** @import { Status } from './status.js' */

/**
 * An object that lives and ends with a game, such as its engine.
 * @typedef {object} Companion
 * @property {boolean} busy whether the game waits for it: then its idle timeout waits too
 * @property {(game: Game, isNewGame: boolean) => void} changed called after every change of the game
 * @property {() => void} end called once, after the game was stopped; must not throw
 */

export class GameRecord {
  /** @type {boolean} Are FENs checked strictly? */
  strict = false
  /** @type {Status | undefined} The manual result, if it has a winner or a detail. */
  result
  /** @type {TerminateHandler | undefined} */
  onTerminate
  /** Is onTerminate running? */
  terminating = false
  /** @type {Companion | undefined} */
  companion

  /** @type {IdleWatch | undefined} */
  #watch
  /** @type {Map<string, string> | undefined} */
  #headers
  /** @type {string | undefined} Tags of a PGN, until the headers are first read. */
  #tags

  /** Notes a use of the game. */
  touch() {
    if (this.#watch !== undefined) this.#watch.lastUsed = performance.now()
  }

  /** @returns {number} in milliseconds; Infinity without one */
  get idleTimeout() {
    return this.#watch === undefined ? Number.POSITIVE_INFINITY : this.#watch.timeout
  }

  /**
   * @param {number} timeout in milliseconds, finite
   * @param {() => void} expire called when the game was not used for that time
   */
  setIdleTimeout(timeout, expire) {
    this.release()
    this.#watch = watchIdle(timeout, () => {
      if (this.companion?.busy) this.setIdleTimeout(timeout, expire)
      else expire()
    })
  }

  /**
   * Calls onTerminate, and ends the timer and the companion.
   * @param {Game} game
   * @param {TerminationReason} reason
   */
  terminate(game, reason) {
    this.terminating = true
    runCallback(this.onTerminate, [game, reason])
    this.release()
    this.companion?.end()
  }

  /** Ends the idle timeout. */
  release() {
    if (this.#watch !== undefined) unwatchIdle(this.#watch)
    this.#watch = undefined
  }

  /** @returns {Map<string, string>} live */
  get headers() {
    this.#headers ??= this.#tags === undefined ? defaultHeaders() : headersOfTags(this.#tags)
    this.#tags = undefined
    return this.#headers
  }

  /**
   * For a new game in the same object: no result, other headers.
   * @param {string} [tags] of a PGN, as headersOfTags() takes them
   */
  reset(tags) {
    this.result = undefined
    this.#headers = undefined
    this.#tags = tags
  }

  /** @returns {GameRecord} with the headers, the result and strictness, without timer, handler and companion */
  clone() {
    const copy = new GameRecord()
    copy.strict = this.strict
    copy.result = this.result
    copy.#tags = this.#tags
    if (this.#headers !== undefined) copy.#headers = new Map(this.#headers)
    return copy
  }

  /**
   * @param {RecordContents} contents
   * @returns {GameRecord | undefined} undefined when there is nothing to keep
   */
  static of(contents) {
    if (contents.headers === undefined && contents.result === undefined) return undefined
    const record = new GameRecord()
    record.adopt(contents)
    return record
  }

  /**
   * Takes over the headers and the result of a state.
   * @param {RecordContents} contents
   */
  adopt(contents) {
    this.result = contents.result
    this.#headers = contents.headers
    this.#tags = undefined
  }
}

/**
 * @typedef {object} RecordContents
 * @property {Status | undefined} result
 * @property {Map<string, string> | undefined} headers
 */
