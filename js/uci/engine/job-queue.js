// SPDX-License-Identifier: Apache-2.0
// One job at a time: what an engine does next, and in which order.

/** @typedef {import('../../core/errors.js').ChessError} ChessError */
/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./search.js').SearchTask} SearchTask */

/**
 * Work that waits for its turn at the engine.
 * @typedef {object} Job
 * @property {(connection: Connection) => Promise<any>} run
 * @property {(result: any) => void} done called after the job has left the queue
 * @property {(error: ChessError) => void} fail likewise
 * @property {SearchTask} [task] if the job is a search
 * @property {boolean} [gentle] true: it stops no search, and runs before waiting searches
 */

export class JobQueue {
  /** @type {Job[]} */
  #waiting = []
  /** @type {Job | undefined} */
  #active
  /** @type {Connection | undefined} */
  #connection

  /** @returns {boolean} whether a job is running */
  get busy() {
    return this.#active !== undefined
  }

  /** @returns {boolean} whether a job other than a search is running or waits */
  get changing() {
    return (this.#active !== undefined && this.#active.task === undefined) || this.pressing
  }

  /** @returns {boolean} whether a job waits that stops searches */
  get pressing() {
    return this.#waiting.some(({ task, gentle }) => task === undefined && !gentle)
  }

  /** @param {Connection} connection ready for jobs */
  open(connection) {
    this.#connection = connection
    this.#next()
  }

  /**
   * No job starts until open(). Waiting jobs fail; the running one fails by itself, with its connection.
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
   * A running search is stopped for the job; a search cancels those that run or wait.
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
    this.#active?.task?.cancel('a newer search replaced it')
    this.#waiting = this.#waiting.filter(({ task }) => {
      task?.cancel('a newer search replaced it')
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
    const leave = (/** @type {() => void} */ report) => {
      this.#active = undefined
      report()
      job.task?.leave()
      this.#next()
    }
    new Promise(resolve => resolve(job.run(connection))).then(
      result => leave(() => job.done(result)),
      error => leave(() => job.fail(error)),
    )
  }
}
