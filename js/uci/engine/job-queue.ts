// SPDX-License-Identifier: Apache-2.0
// One job at a time: what an engine does next, and in which order.

import type { ChessError } from '../../core/errors.js'
import type { EngineConnection } from './connection.js'
import type { SearchTask } from './search.js'

/** Work that waits for its turn at the engine. */
type Job = {
  run: (connection: EngineConnection) => Promise<unknown>
  /** called after the job has left the queue */
  done: (result: never) => void
  /** likewise */
  fail: (error: ChessError) => void
  /** if the job is a search */
  task?: SearchTask
  /** true: it stops no search, and runs before waiting searches */
  gentle?: boolean
}

const REPLACED = 'a newer search replaced it'

export class JobQueue {
  #waiting: Job[] = []
  #active: Job | undefined
  #connection: EngineConnection | undefined

  /** @returns whether a job is running */
  get busy(): boolean {
    return this.#active !== undefined
  }

  /** @returns whether a job other than a search is running or waits */
  get changing(): boolean {
    return (this.#active !== undefined && this.#active.task === undefined) || this.pressing
  }

  /** @returns whether a job waits that stops a search of the turn 'newest' */
  get pressing(): boolean {
    return this.#waiting.some(({ task, gentle }) => task === undefined && !gentle)
  }

  /** @param connection ready for jobs */
  open(connection: EngineConnection) {
    this.#connection = connection
    this.#next()
  }

  /** No job starts until open(). Waiting jobs fail; the running one fails by itself, with its connection. */
  close(error: ChessError) {
    this.#connection = undefined
    for (const job of this.#waiting.splice(0)) {
      job.fail(error)
      job.task?.leave()
    }
  }

  /** @param job comes last, and replaces searches as its turn says; other jobs stop the newest search */
  add(job: Job) {
    const { task, gentle } = job
    if (task?.turn === 'idle' && !this.#isFree) {
      task.cancel('the engine has other work')
      task.leave()
      return
    }
    if (!gentle) this.#preempt(task)
    // After all earlier jobs that searches wait for as well.
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

  /** @param task of the new job, if it is a search */
  #preempt(task: SearchTask | undefined) {
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

  /** A search that was settled while it waited leaves the queue. */
  #drop(task: SearchTask) {
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
    const leave = (report: () => void) => {
      this.#active = undefined
      report()
      job.task?.leave()
      this.#next()
    }
    new Promise(resolve => resolve(job.run(connection))).then(
      result => leave(() => job.done(result as never)),
      error => leave(() => job.fail(error)),
    )
  }
}
