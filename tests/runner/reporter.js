// SPDX-License-Identifier: Apache-2.0
/**
 * What run.js hears of a file of tests: the failures as text, and as the last line the counts as JSON. For
 * `node --test-reporter=./tests/runner/reporter.js`.
 */
import { relative } from 'node:path'
import { inspect } from 'node:util'

/**
 * @import { EventData } from 'node:test'
 * @import { Counts } from './jobs.js'
 */

/** @typedef {{ type: 'test:pass', data: EventData.TestPass } | { type: 'test:fail', data: EventData.TestFail }} Result */
/** A test may leave the folder that it is in, or remove it. */
const TOP = process.cwd()

/**
 * @param {AsyncIterable<{ type: string, data: any }>} events
 * @returns {AsyncGenerator<string>}
 */
export default async function* report(events) {
  /** @type {Counts} */
  const counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 }
  let last = ''
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const result = /** @type {Result} */ (event)
    if (result.type === 'test:fail') yield failure(result.data, last)
    count(counts, result)
    last = result.data.name
  }
  yield `${JSON.stringify(counts)}\n`
}

/** @param {Counts} counts @param {Result} result */
function count(counts, { type, data: { details, skip, todo } }) {
  if (details.type === 'suite') {
    counts.suites++
    return
  }
  const { failureType } = /** @type {any} */ (details).error ?? {}
  counts.tests++
  if (skip !== undefined) counts.skipped++
  else if (todo !== undefined) counts.todo++
  else if (type === 'test:pass') counts.pass++
  else if (failureType === 'cancelledByParent' || failureType === 'testAborted') counts.cancelled++
  else counts.fail++
}

/**
 * @param {EventData.TestFail} data
 * @param {string} last the test before: it shows where a file hung that was ended
 * @returns {string}
 */
function failure({ name, file, line, details }, last) {
  const cause = details.error?.cause ?? details.error
  const story = inspect(cause).replace(/^/gm, '  ')
  return `FAIL ${name}\n  at ${relative(TOP, file ?? '')}:${line ?? ''}, after: ${last || 'nothing'}\n${story}\n`
}
