// SPDX-License-Identifier: Apache-2.0
/**
 * A quiet reporter for node:test: a line for every file with its results and time, the details of every failure, and
 * at the end the slowest files and the runner's own summary lines ("# tests 12", "# pass 12", "# fail 0", …).
 */
import { relative, resolve } from 'node:path'
import { inspect } from 'node:util'

/** @typedef {import('node:test').EventData.TestPass} Pass */
/** @typedef {import('node:test').EventData.TestFail} Fail */
/** @typedef {import('node:test').EventData.TestDiagnostic} Diagnostic */
/** @typedef {import('node:test').EventData.TestDequeue | import('node:test').EventData.TestComplete} Step */
/** @typedef {import('node:test').EventData.TestStderr} Output */
/**
 * @typedef {{ type: 'test:pass', data: Pass } | { type: 'test:fail', data: Fail }
 *   | { type: 'test:diagnostic', data: Diagnostic } | { type: 'test:stderr' | 'test:stdout', data: Output }
 *   | { type: 'test:dequeue' | 'test:complete', data: Step }} TestEvent
 */

/** @typedef {{ name: string, passed: number, failed: number, ms: number, last: string }} File ms: of its tests */

/** Files that are listed at the end. */
const SLOWEST = 10

/**
 * @param {AsyncIterable<TestEvent>} events grouped by file
 * @returns {AsyncGenerator<string>}
 */
export default async function* report(events) {
  /** @type {File | undefined} */
  let file
  /** @type {string[]} */
  const closing = []
  const times = new Times()
  const lineOf = (/** @type {File} */ ended) => fileLine({ ...ended, ms: times.end(ended) })
  for await (const event of events) {
    times.see(event)
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const name = relative('.', event.data.file ?? event.data.name)
      if (file?.name !== name) {
        if (file) yield lineOf(file)
        file = { name, passed: 0, failed: 0, ms: 0, last: '' }
      }
      if (event.type === 'test:fail') yield failure(event.data, file)
      count(file, event)
    } else if (event.type === 'test:stderr' || event.type === 'test:stdout') {
      yield event.data.message
    } else if (event.type === 'test:diagnostic' && event.data.nesting === 0) {
      closing.push(`# ${event.data.message}\n`)
    }
  }
  if (file) yield lineOf(file)
  yield* times.slowest()
  yield* closing
}

/** How long files take, from the start of their processes to the end, in milliseconds. */
class Times {
  /** @type {Map<string, number>} */
  #begins = new Map()
  /** @type {Map<string, number>} */
  #wholes = new Map()
  /** @type {[name: string, ms: number][]} */
  #all = []

  /** @param {TestEvent} event */
  see({ type, data }) {
    if (type !== 'test:dequeue' && type !== 'test:complete') return
    // The runner reports a file as a test with the name of the file.
    if (data.nesting !== 0 || !data.file || resolve(data.name) !== resolve(data.file)) return
    const name = relative('.', data.file)
    const now = performance.now()
    if (type === 'test:dequeue') this.#begins.set(name, now)
    else this.#wholes.set(name, now - (this.#begins.get(name) ?? now))
  }

  /** @param {File} file @returns {number} */
  end({ name, ms }) {
    const whole = this.#wholes.get(name) ?? ms
    this.#all.push([name, whole])
    return whole
  }

  *slowest() {
    if (this.#all.length < 2 * SLOWEST) return
    const slowest = this.#all.sort(([, a], [, b]) => b - a).slice(0, SLOWEST)
    yield `slowest: ${slowest.map(([name, ms]) => `${name} ${Math.round(ms / 1000)} s`).join(', ')}\n`
  }
}

/** @param {File} file @returns {string} */
const fileLine = ({ name, passed, failed, ms }) =>
  `${failed ? 'FAIL' : 'ok  '} ${name}  ${passed} passed${failed ? `, ${failed} failed` : ''}, ${Math.round(ms)} ms\n`

/**
 * @param {File} file
 * @param {Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>} event
 */
function count(file, { type, data }) {
  if (data.nesting === 0) file.ms += data.details.duration_ms
  if (data.details.type === 'suite' && type === 'test:pass') return
  if (type === 'test:pass') file.passed++
  else file.failed++
  file.last = data.name
}

/**
 * @param {Fail} data
 * @param {File} soFar the file's earlier results: its last test shows where a file hung that was ended
 * @returns {string}
 */
function failure({ name, file, line, details }, { last }) {
  const cause = details.error?.cause ?? details.error
  const story = inspect(cause).replace(/^/gm, '  ')
  return `FAIL ${name}\n  at ${relative('.', file ?? '')}:${line ?? ''}, after: ${last || 'nothing'}\n${story}\n`
}
