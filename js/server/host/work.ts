// SPDX-License-Identifier: Apache-2.0
// The work of a host in progress: commands, timers and what follows them. A host that stops begins nothing new and waits for
// what is in progress.

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

  /** Whether nothing new is begun. */
  get isClosed() {
    return this.#isClosed
  }

  /** @returns the job's own */
  async do<T>(job: () => Promise<T> | T): Promise<T> {
    this.#count++
    try {
      return await job()
    } finally {
      if (--this.#count === 0) for (const call of this.#onIdle.splice(0)) call()
    }
  }

  /**
   * Does a job that no caller waits for.
   * @param job its errors are logged
   */
  inBackground(game: string, job: () => Promise<unknown>) {
    this.do(job).catch(error => this.#log.fault(game, error))
  }

  /**
   * Begins nothing new.
   * @returns when nothing is in progress
   */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#count > 0) await new Promise(resolve => this.#onIdle.push(() => resolve(undefined)))
  }
}
