// SPDX-License-Identifier: Apache-2.0
// Finds the blocks of the library that an input reaches; a fuzzer keeps inputs that reach new ones.

import { Session } from 'node:inspector'

/** Counts in the same class are treated as equal: a loop that runs 6 times instead of 5 is not new. */
const classOf = (/** @type {number} */ count) => Math.min(Math.floor(Math.log2(count)), 6)

/** The blocks of js/ that have run. The profiler slows the library down. */
export class Coverage {
  #session = new Session()
  /** @type {Set<string>} */
  #seen = new Set()

  constructor() {
    this.#session.connect()
    this.#session.post('Profiler.enable')
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** @returns {string[]} blocks that have run since the last call and are not known */
  news() {
    /** @type {string[]} */
    const found = []
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error
      for (const { url, scriptId, functions } of coverage.result) {
        if (!/\/js\/(?!tools\/)/.test(url) || /\/(tests|node_modules)\//.test(url)) continue
        for (const { ranges } of functions) {
          for (const { startOffset, endOffset, count } of ranges) {
            if (count === 0) continue
            const key = `${scriptId}:${startOffset}:${endOffset}:${classOf(count)}`
            if (!this.#seen.has(key)) found.push(key)
          }
        }
      }
    })
    return found
  }

  /** @param {Iterable<string>} blocks that are no longer new */
  keep(blocks) {
    for (const block of blocks) this.#seen.add(block)
  }

  close() {
    this.#session.disconnect()
  }
}
