// SPDX-License-Identifier: Apache-2.0
// One job at a time: what an engine does next, and in which order.

/** @import { EngineConnection } from './connection.js' */
/** @import { SearchTask } from './search.js' */
/** @import { ChessError } from '../../core/errors.js' */

/**
 * Work that waits for its turn at the engine.
 * @typedef {object} Job
 * @property {(connection: EngineConnection) => Promise<any>} run
 * @property {(result: any) => void} done called after the job has left the queue
 * @property {(error: ChessError) => void} fail likewise
 * @property {SearchTask} [task] if the job is a search
 * @property {boolean} [gentle] true: it stops no search, and runs before waiting searches
 */

const REPLACED = 'a newer search replaced it'

export class JobQueue {
  /** @type {Job[]} */
  #waiting = []
  /** @type {Job | undefined} */
  #active
  /** @type {EngineConnection | undefined} */
  #connection

  /** @returns {boolean} whether a job is running */
  get busy() {
    return this.#active !== undefined
  }

  /** @returns {boolean} whether a job other than a search is running or waits */
  get changing() {
    return (this.#active !== undefined && this.#active.task === undefined) || this.pressing
  }

  /** @returns {boolean} whether a job waits that stops a search of the turn 'newest' */
  get pressing() {
    return this.#waiting.some(({ task, gentle }) => task === undefined && !gentle)
  }

  /** @param {EngineConnection} connection ready for jobs */
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

  /** @param {Job} job stands last, and replaces searches as its turn says; other jobs stop the newest search */
  add(job) {
    const { task, gentle } = job
    if (task?.turn === 'idle' && !this.#isFree) {
      task.cancel('the engine has other work')
      task.leave()
      return
    }
    if (!gentle) this.#makeWay(task)
    // After everything asked before that searches wait for, too.
    const place = gentle
      ? this.#waiting.findLastIndex(other => other.task === undefined) + 1
      : this.#waiting.length
    this.#waiting.splice(place, 0, job)
    task?.best.catch(() => this.#drop(task))
    this.#next()
  }

  get #isFree() {
    return this.#connection !== undefined && this.#active === undefined && this.#waiting.length === 0
  }

  /** @param {SearchTask | undefined} task of the new job, if it is a search */
  #makeWay(task) {
    const running = this.#active?.task
    const isReplacing = task?.turn === 'newest' || task?.turn === 'game'
    const isReplaced = running?.turn === 'idle' || (isReplacing && running?.turn === 'newest')
    if (isReplaced && !running.answered) running.cancel(REPLACED)
    else if (task === undefined && running?.turn === 'newest') running.stop()
    if (!isReplacing) return
    for (const { task: waiting } of [...this.#waiting]) {
      if (waiting?.turn !== 'newest') continue
      waiting.cancel(REPLACED)
      this.#drop(waiting)
    }
  }

  /**
   * A search that was settled while it waited leaves the queue.
   * @param {SearchTask} task
   */
  #drop(task) {
    const place = this.#waiting.findIndex(job => job.task === task)
    if (place < 0) return
    this.#waiting.splice(place, 1)
    task.leave()
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
