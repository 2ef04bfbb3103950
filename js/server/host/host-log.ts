// SPDX-License-Identifier: Apache-2.0
// Log entries of a host, for the operator.

import { runCallback } from '../../core/callbacks.js'
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
