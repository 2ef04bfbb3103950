// SPDX-License-Identifier: Apache-2.0
// Log entries of a host, for the operator.

import { reportFault, runCallback } from '../../core/callbacks.js'
import { isObject } from '../../core/objects.js'

type LogEntry = { event: string; [name: string]: unknown }

export class HostLog {
  #log: ((entry: LogEntry) => void) | undefined

  /** @param log its errors go to the console */
  constructor(log: ((entry: LogEntry) => void) | undefined) {
    this.#log = log
  }

  write = (entry: LogEntry) => {
    runCallback(this.#log, [entry])
  }

  /** Writes the error of a hook, which is also reported like an uncaught one: for who has no log. */
  hookFault(game: string, error: unknown) {
    reportFault(error)
    this.fault(game, error)
  }

  /** Writes an error, except that the store is away, which is expected. */
  fault(game: string | undefined, error: unknown) {
    const { code, message, stack }: Record<string, unknown> = isObject(error) ? error : {}
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
