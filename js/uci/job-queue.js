// SPDX-License-Identifier: Apache-2.0
// One thing at a time: what an engine is to do next, and next after that.

/** @typedef {import('../core/errors.js').ChessError} ChessError */
/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./search.js').SearchTask} SearchTask */

/**
 * What waits for its turn at the engine.
 * @typedef {object} Job
 * @property {(connection: Connection) => Promise<any>} run
 * @property {(result: any) => void} done called when the queue has gone on
 * @property {(error: ChessError) => void} fail the same
 * @property {SearchTask} [task] of a search
 * @property {boolean} [gentle] stops no search, and goes before those that wait
 */

export class JobQueue {
  /** @type {Job[]} */
  #waiting = []
  /** @type {Job | undefined} */
  #active
  /** @type {Connection | undefined} */
  #connection

  /** @returns {boolean} whether something is being done */
  get busy() {
    return this.#active !== undefined
  }

  /** @returns {boolean} whether something else than a search is being done or waits */
  get changing() {
    return (this.#active !== undefined && this.#active.task === undefined) || this.pressing
  }

  /** @returns {boolean} whether something waits that a search is stopped for */
  get pressing() {
    return this.#waiting.some(({ task, gentle }) => task === undefined && !gentle)
  }

  /** @param {Connection} connection that is ready for jobs */
  open(connection) {
    this.#connection = connection
    this.#next()
  }

  /**
   * Nothing begins any more, until open(). What waits fails; what is running does by itself, as its connection does.
   * @param {ChessError} error
   */
  close(error) {
    this.#connection = undefined
    for (const job of this.#waiting.splice(0)) {
      job.fail(error)
      job.task?.leave()
    }
  }

  /**
   * A search that is running is stopped for it; a search cancels those that run or wait.
   * @param {Job} job
   */
  add(job) {
    if (job.task) this.#cancelSearches()
    else if (!job.gentle) this.#active?.task?.stop()
    const search = job.gentle ? this.#waiting.findIndex(({ task }) => task !== undefined) : -1
    this.#waiting.splice(search < 0 ? this.#waiting.length : search, 0, job)
    this.#next()
  }

  #cancelSearches() {
    this.#active?.task?.cancel('a newer search took its place')
    this.#waiting = this.#waiting.filter(({ task }) => {
      task?.cancel('a newer search took its place')
      task?.leave()
      return task === undefined
    })
  }

  #next() {
    const connection = this.#connection
    if (this.#active !== undefined || connection === undefined) return
    const job = this.#waiting.shift()
    if (job === undefined) return
    this.#active = job
    const leave = (/** @type {() => void} */ tell) => {
      this.#active = undefined
      tell()
      job.task?.leave()
      this.#next()
    }
    new Promise(resolve => resolve(job.run(connection))).then(
      result => leave(() => job.done(result)),
      error => leave(() => job.fail(error)),
    )
  }
}
