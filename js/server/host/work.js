// SPDX-License-Identifier: Apache-2.0
// The work of a host in progress: commands, timers and what follows them. A host that stops begins nothing new and waits for
// what is in progress.

/** @import { HostLog } from './host-log.js' */

export class Work {
  #log
  #count = 0
  /** @type {(() => void)[]} */
  #onIdle = []
  #isClosed = false

  /** @param {HostLog} log gets the errors of background work */
  constructor(log) {
    this.#log = log
  }

  /** Whether nothing new is begun. */
  get isClosed() {
    return this.#isClosed
  }

  /**
   * @template T
   * @param {() => Promise<T> | T} job
   * @returns {Promise<T>} the job's own
   */
  async do(job) {
    this.#count++
    try {
      return await job()
    } finally {
      if (--this.#count === 0) for (const call of this.#onIdle.splice(0)) call()
    }
  }

  /**
   * Does a job that no caller waits for.
   * @param {string} game
   * @param {() => Promise<unknown>} job its errors are logged
   */
  inBackground(game, job) {
    this.do(job).catch(error => this.#log.fault(game, error))
  }

  /**
   * Begins nothing new.
   * @returns {Promise<void>} when nothing is in progress
   */
  async close() {
    this.#isClosed = true
    if (this.#count > 0) await new Promise(resolve => this.#onIdle.push(() => resolve(undefined)))
  }
}
