// SPDX-License-Identifier: Apache-2.0
// How far a run is, and how long it will take: by the time that each job took here before, or roughly takes.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { nameOf } from './jobs.js'
import { isAlone, SECONDS, USUAL_SECONDS } from './plan.js'

/** @import { Job } from './jobs.js' */

const MEMORY = 'build/test-seconds.json'

export class Progress {
  #start = performance.now()
  #atOnce
  #count
  /** @type {Set<Job>} */
  #left
  /** Seconds that the jobs which are done were expected to take, and took. */
  #expected = 0
  #taken = 0
  /** @type {Record<string, number>} */
  #memory = existsSync(MEMORY) ? JSON.parse(readFileSync(MEMORY, 'utf8')) : {}

  /** @param {Job[]} jobs @param {number} atOnce */
  constructor(jobs, atOnce) {
    this.#left = new Set(jobs)
    this.#count = jobs.length
    this.#atOnce = atOnce
  }

  /** @param {Job} job @returns {number} seconds that it will take */
  expect(job) {
    const { file, build } = job
    const name = nameOf(job)
    const known = this.#memory[name] ?? SECONDS[name]
    return known ?? (build ? this.#memory[file] : undefined) ?? SECONDS[file] ?? USUAL_SECONDS
  }

  /** @param {Job} job @param {number} seconds that it took */
  done(job, seconds) {
    this.#left.delete(job)
    this.#expected += this.expect(job)
    this.#taken += seconds
    this.#memory[nameOf(job)] = Math.round(seconds * 10) / 10
    mkdirSync('build', { recursive: true })
    // A run may be killed here.
    writeFileSync(`${MEMORY}.new`, JSON.stringify(this.#memory, null, 1))
    renameSync(`${MEMORY}.new`, MEMORY)
  }

  /** @returns {number} seconds */
  get elapsed() {
    return (performance.now() - this.#start) / 1000
  }

  /** @returns {number} seconds */
  get remaining() {
    let shared = 0
    let alone = 0
    for (const job of this.#left) {
      if (isAlone(job)) alone += this.expect(job)
      else shared += this.expect(job)
    }
    // What is done shows how fast this machine is today.
    const pace = this.#expected > 20 ? this.#taken / this.#expected : 1
    return pace * (shared / this.#atOnce + alone)
  }

  toString() {
    const done = this.#count - this.#left.size
    return `[${String(done).padStart(String(this.#count).length)}/${this.#count}  ${minutes(this.elapsed)}, ${minutes(this.remaining)} left]`
  }
}

/** @param {number} seconds @returns {string} such as 6:05 */
export function minutes(seconds) {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
