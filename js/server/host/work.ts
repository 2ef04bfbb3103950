// SPDX-License-Identifier: Apache-2.0
// The work in progress of a host: commands, timers and their consequences. A host that stops starts nothing new and waits for
// the work in progress.

import type { HostLog } from './host-log.js'

export class Work {
  #log: HostLog
  #count = 0
  #onIdle: (() => void)[] = []
  #isClosed = false

  /** @param log gets the errors of background work */
  constructor(log: HostLog) {
    this.#log = log
  }

  /** Whether new work is refused. */
  get isClosed() {
    return this.#isClosed
  }

  /** @returns the job's result */
  async do<T>(job: () => Promise<T> | T): Promise<T> {
    this.#count++
    try {
      return await job()
    } finally {
      if (--this.#count === 0) for (const call of this.#onIdle.splice(0)) call()
    }
  }

  /**
   * Runs a job for which no caller waits.
   * @param job its errors are logged
   */
  inBackground(game: string, job: () => Promise<unknown>) {
    this.do(job).catch(error => this.#log.fault(game, error))
  }

  /**
   * Refuses new work.
   * @returns when no work is in progress
   */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#count > 0) await new Promise(resolve => this.#onIdle.push(() => resolve(undefined)))
  }
}
