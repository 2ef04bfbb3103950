// SPDX-License-Identifier: Apache-2.0
// Data that plain games do not have, kept separately so that these stay small: headers, the details of a manual result, and
// the options that C does not know.

import { runCallback } from '../core/callbacks.js'
import type { Game } from './game.js'
import { defaultHeaders, headersOfTags } from './headers.js'
import type { IdleWatch } from './idle-timer.js'
import { unwatchIdle, watchIdle } from './idle-timer.js'
import type { TerminateHandler, TerminationReason } from './options.js'
import type { Status } from './status.js'

/** An object that lives and ends with a game, such as its engine. */
export type Companion = {
  /** whether the game waits for it: the idle timeout then waits, too */
  busy: boolean
  /** called after every change of the game */
  changed: (game: Game, isNewGame: boolean) => void
  /** called once, after the game was stopped; must not throw */
  end: () => void
}

export class GameRecord {
  /** Whether FENs are checked strictly. */
  strict: boolean = false
  /** The manual result, if it has a winner or a detail. */
  result: Status | undefined
  onTerminate: TerminateHandler | undefined
  /** Whether onTerminate is running. */
  terminating = false
  companion: Companion | undefined

  #watch: IdleWatch | undefined
  #headers: Map<string, string> | undefined
  /** The tags of a PGN, until the headers are first read. */
  #tags: string | undefined

  /** Notes a use of the game. */
  touch() {
    if (this.#watch !== undefined) this.#watch.lastUsed = performance.now()
  }

  /** @returns the timeout in milliseconds; Infinity without one */
  get idleTimeout(): number {
    return this.#watch === undefined ? Number.POSITIVE_INFINITY : this.#watch.timeout
  }

  /**
   * @param timeout in milliseconds, finite
   * @param expire called when the game was not used for that time
   */
  setIdleTimeout(timeout: number, expire: () => void) {
    this.release()
    this.#watch = watchIdle(timeout, () => {
      if (this.companion?.busy) this.setIdleTimeout(timeout, expire)
      else expire()
    })
  }

  /** Calls onTerminate, and ends the timer and the companion. */
  terminate(game: Game, reason: TerminationReason) {
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

  /** @returns the headers, live */
  get headers(): Map<string, string> {
    this.#headers ??= this.#tags === undefined ? defaultHeaders() : headersOfTags(this.#tags)
    this.#tags = undefined
    return this.#headers
  }

  /**
   * Prepares for a new game in the same object: removes the result, and replaces the headers.
   * @param tags the tags of a PGN, for headersOfTags()
   */
  reset(tags?: string) {
    this.result = undefined
    this.#headers = undefined
    this.#tags = tags
  }

  /** @returns a copy with headers, result and strictness, without timer, handler and companion */
  clone(): GameRecord {
    const copy = new GameRecord()
    copy.strict = this.strict
    copy.result = this.result
    copy.#tags = this.#tags
    if (this.#headers !== undefined) copy.#headers = new Map(this.#headers)
    return copy
  }

  /** @returns undefined if there is nothing to copy */
  static of(contents: RecordContents): GameRecord | undefined {
    if (contents.headers === undefined && contents.result === undefined) return undefined
    const record = new GameRecord()
    record.adopt(contents)
    return record
  }

  /** Takes over the headers and the result of a state. */
  adopt(contents: RecordContents) {
    this.result = contents.result
    this.#headers = contents.headers
    this.#tags = undefined
  }
}

export type RecordContents = {
  result: Status | undefined
  headers: Map<string, string> | undefined
}
