// SPDX-License-Identifier: Apache-2.0
// What an operator should know of a host: entries for the embedding program's log.

import { runCallback } from '../../core/callbacks.js'

/** @typedef {{ event: string, [name: string]: unknown }} LogEntry */

export class HostLog {
  #log

  /** @param {((entry: LogEntry) => void) | undefined} log what it throws goes to the console */
  constructor(log) {
    this.#log = log
  }

  /** @param {any} entry a LogEntry */
  write = entry => {
    runCallback(this.#log, [entry])
  }

  /**
   * Writes an error, unless the store is away: that is expected.
   * @param {string | undefined} game
   * @param {unknown} error
   */
  fault(game, error) {
    const { code, message, stack } = /** @type {any} */ (error) ?? {}
    if (code === 'ERR_STORE_AWAY' || code === 'ERR_STORE_UNKNOWN') return
    this.write({
      event: 'error',
      game,
      code,
      reason: message,
      stack: code === undefined ? stack : undefined,
    })
  }
}
