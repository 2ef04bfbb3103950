// SPDX-License-Identifier: Apache-2.0
// What few games have beside the handle, kept apart so that plain games stay small: headers, the words
// of a manual result, and the options that C does not know.

import { areDefault, defaultHeaders, headerEntries, headersOfTags } from './headers.js'
import { unwatchIdle, watchIdle } from './idle-timer.js'
import { frozenJson, manualDraw, manualWinner } from './status.js'

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./idle-timer.js').IdleWatch} IdleWatch */
/** @typedef {import('./options.js').TerminateHandler} TerminateHandler */
/** @typedef {import('./status.js').Json} Json */
/** @typedef {import('./status.js').Status} Status */

/**
 * What lives and ends with a game beside it, such as its engine.
 * @typedef {object} Companion
 * @property {boolean} busy whether the game waits for it: its idle timeout waits too
 * @property {(game: Game, isNewGame: boolean) => void} changed called after every change of the game
 * @property {() => void} end called once, when the game has ended its life; must not throw
 */

/** How a record goes into the extra bytes of a state, as JSON. */
/** @typedef {{ headers?: [string, string][], winner?: Json, detail?: Json }} Extra */

export class GameRecord {
  /** @type {boolean} Are FENs checked strictly? */
  strict = false
  /** @type {Status | undefined} The manual result, where it has words. */
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
  /** @type {string | undefined} Tags of a PGN whose headers nobody has asked for yet. */
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
   * @param {() => void} expire called when the game was not used for so long
   */
  setIdleTimeout(timeout, expire) {
    this.release()
    this.#watch = watchIdle(timeout, () => {
      if (this.companion?.busy) this.setIdleTimeout(timeout, expire)
      else expire()
    })
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
   * The game begins anew: no result, other headers.
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
   * @returns {string} JSON for the extra bytes of a state; empty when there is nothing to keep
   * @throws {ChessError} ERR_ARGUMENT when the headers cannot be written
   */
  toExtra() {
    /** @type {Extra} */
    const extra = {}
    const headers = headerEntries(this.headers)
    if (!areDefault(headers)) extra.headers = headers
    if (this.result?.over) {
      if (this.result.type === 'winner') extra.winner = this.result.winner
      if ('detail' in this.result) extra.detail = this.result.detail
    }
    return Object.keys(extra).length === 0 ? '' : JSON.stringify(extra)
  }

  /**
   * Takes headers and the result out of a state.
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

/**
 * @param {string} text that toExtra() made
 * @param {boolean} isWinner whether the state's status is a manual winner
 * @returns {RecordContents}
 * @throws {Error} of any kind, when it is nothing that toExtra() makes
 */
export function readExtra(text, isWinner) {
  /** @type {Extra} */
  const extra = text === '' ? {} : JSON.parse(text)
  const { headers, winner, detail } = extra
  if ((winner !== undefined) !== isWinner) throw new RangeError('winner and status do not agree')
  return {
    headers: headers === undefined ? undefined : new Map(headers.map(readHeader)),
    result: resultOf(winner, detail),
  }
}

/**
 * @param {Json} [winner]
 * @param {Json} [detail]
 */
function resultOf(winner, detail) {
  const why = detail === undefined ? undefined : frozenJson(detail, 'detail')
  if (winner !== undefined) return manualWinner(frozenJson(winner, 'winner'), why)
  return why === undefined ? undefined : manualDraw(why)
}

/**
 * @param {unknown} entry
 * @returns {[string, string]}
 */
function readHeader(entry) {
  const [name, value] = /** @type {unknown[]} */ (entry)
  if (typeof name !== 'string' || typeof value !== 'string') throw new TypeError('no header')
  return [name, value]
}
