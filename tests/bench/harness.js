// SPDX-License-Identifier: Apache-2.0
import { fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/** How often each figure is measured, by turns with its peers; the median is reported. */
export const REPETITIONS = Number(process.env.REPETITIONS ?? 5)

/** @param {number[]} values @returns {number} */
export const median = values => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** @param {number[]} values @returns {number} */
export const geometricMean = values =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)

/** @param {string} text */
export const progress = text => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

const workerFile = new URL('./worker.js', import.meta.url)

/** A child process that answers one kind of question with one library. */
export class Worker {
  #child

  /** @param {string} library @param {string} caseName */
  constructor(library, caseName) {
    this.name = `${library} ${caseName}`
    this.#child = fork(workerFile, [library, caseName], { execArgv: ['--expose-gc'] })
  }

  /** @param {object} request @returns {Promise<any>} */
  async #ask(request) {
    const stop = new AbortController()
    this.#child.send(request)
    const [answer] = await Promise.race([
      once(this.#child, 'message', { signal: stop.signal }),
      once(this.#child, 'exit', { signal: stop.signal }).then(() => [{ error: 'the process ended' }]),
    ])
    stop.abort()
    if (answer.error) throw new Error(`${this.name}: ${answer.error}`)
    return answer.result
  }

  /** @param {any[]} items @returns {Promise<any>} the answers themselves */
  check(items) {
    return this.#ask({ op: 'check', items })
  }

  /** @param {any[]} items @param {number} milliseconds at least this long, over and over */
  warm(items, milliseconds) {
    return this.#ask({ op: 'warm', items, milliseconds })
  }

  /**
   * @param {any[]} items
   * @returns {Promise<{ microseconds: number, elapsed: number, answer: any }>} CPU time of the process, and the
   *   milliseconds that went by
   */
  run(items) {
    return this.#ask({ op: 'run', items })
  }

  /** The process must be gone before the next one is measured. */
  async close() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    if (this.#child.connected) this.#child.disconnect()
    await exited
  }
}

/**
 * Asks several libraries the same kind of question, by turns, each call on something not asked before.
 * @param {{
 *   libraries: string[], caseName: string, warmUp: any[], warmUpMs?: number,
 *   repetition(index: number): any[], share?: Record<string, number>, batch?: number, operations?(items: any[]): number
 * }} options `share` is the part of a repetition's items that a slow library gets, always from the front;
 *   `batch` is how many items are prepared and asked at once, so that they need not all come from far memory;
 *   `operations` counts what one answer is divided by
 * @returns {Promise<Record<string, number[]>>} for each library nanoseconds an operation, one number a repetition
 */
export const compare = async ({
  libraries,
  caseName,
  warmUp,
  warmUpMs = 500,
  repetition,
  share = {},
  batch = Number.POSITIVE_INFINITY,
  operations = items => items.length,
}) => {
  /** @param {string} library @param {any[]} items */
  const part = (library, items) => items.slice(0, Math.ceil(items.length * (share[library] ?? 1)))
  const workers = libraries.map(library => ({ library, worker: new Worker(library, caseName) }))
  /** @type {Record<string, number[]>} */
  const samples = Object.fromEntries(libraries.map(library => [library, []]))
  try {
    const answers = []
    for (const { worker } of workers) answers.push(await worker.check(warmUp.slice(0, 200)))
    assertSame(caseName, libraries, answers)
    for (const { worker } of workers) await worker.warm(warmUp, warmUpMs)
    for (let index = 0; index < REPETITIONS; index++) {
      const items = repetition(index)
      for (const { library, worker } of workers) {
        progress(`${caseName} ${index + 1}/${REPETITIONS} ${library}`)
        const asked = part(library, items)
        let microseconds = 0
        for (let at = 0; at < asked.length; at += batch) {
          microseconds += (await worker.run(asked.slice(at, at + batch))).microseconds
        }
        samples[library].push((microseconds * 1000) / operations(asked))
      }
    }
  } finally {
    await Promise.all(workers.map(({ worker }) => worker.close()))
    progress('')
  }
  return samples
}

/** @param {string} caseName @param {string[]} libraries @param {any[]} answers */
const assertSame = (caseName, libraries, answers) => {
  for (let index = 1; index < answers.length; index++) {
    for (let item = 0; item < answers[0].length; item++) {
      const [first, other] = [answers[0][item], answers[index][item]]
      if (first === other) continue
      throw new Error(
        `${caseName}: answers differ\n  ${libraries[0]}: ${first}\n  ${libraries[index]}: ${other}`,
      )
    }
  }
}
