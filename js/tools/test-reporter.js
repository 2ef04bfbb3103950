// SPDX-License-Identifier: Apache-2.0
/**
 * A quiet reporter for node:test: a line for every file as it ends, the details of every failure, and at the end the
 * runner's own summary lines ("# tests 12", "# pass 12", "# fail 0", …).
 */
import { relative } from 'node:path'
import { inspect } from 'node:util'

/** @typedef {import('node:test').EventData.TestPass} Pass */
/** @typedef {import('node:test').EventData.TestFail} Fail */
/** @typedef {import('node:test').EventData.TestDiagnostic} Diagnostic */
/** @typedef {import('node:test').EventData.TestStderr} Output */
/**
 * @typedef {{ type: 'test:pass', data: Pass } | { type: 'test:fail', data: Fail }
 *   | { type: 'test:diagnostic', data: Diagnostic } | { type: 'test:stderr' | 'test:stdout', data: Output }} TestEvent
 */

/** @typedef {{ name: string, passed: number, failed: number, ms: number, last: string }} File */

/**
 * @param {AsyncIterable<TestEvent>} events grouped by file
 * @returns {AsyncGenerator<string>}
 */
export default async function* report(events) {
  /** @type {File | undefined} */
  let file
  /** @type {string[]} */
  const closing = []
  for await (const event of events) {
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const name = relative('.', event.data.file ?? event.data.name)
      if (file?.name !== name) {
        if (file) yield fileLine(file)
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
  if (file) yield fileLine(file)
  yield* closing
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
