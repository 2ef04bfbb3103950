// SPDX-License-Identifier: Apache-2.0
/**
 * A quiet reporter for node:test: a line for every file, the whole story of every failure, and at the end
 * the runner's own closing lines ("# tests 12", "# pass 12", "# fail 0", …).
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

/**
 * @param {AsyncIterable<TestEvent>} events
 * @returns {AsyncGenerator<string>}
 */
export default async function* report(events) {
  /** @type {Map<string, { passed: number, failed: number, ms: number }>} */
  const files = new Map()
  /** @type {string[]} */
  const closing = []
  for await (const event of events) {
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      count(files, event)
      if (event.type === 'test:fail') yield failure(event.data)
    } else if (event.type === 'test:stderr' || event.type === 'test:stdout') {
      yield event.data.message
    } else if (event.type === 'test:diagnostic' && event.data.nesting === 0) {
      closing.push(`# ${event.data.message}\n`)
    }
  }
  for (const [file, { passed, failed, ms }] of files) {
    yield `${failed ? 'FAIL' : 'ok  '} ${file}  ${passed} passed${failed ? `, ${failed} failed` : ''}, ${Math.round(ms)} ms\n`
  }
  yield* closing
}

/**
 * @param {Map<string, { passed: number, failed: number, ms: number }>} files
 * @param {Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>} event
 */
function count(files, { type, data }) {
  if (data.details.type === 'suite' && type === 'test:pass') return
  const file = relative('.', data.file ?? data.name)
  const entry = files.get(file) ?? { passed: 0, failed: 0, ms: 0 }
  if (type === 'test:pass') entry.passed++
  else entry.failed++
  if (data.nesting === 0) entry.ms += data.details.duration_ms
  files.set(file, entry)
}

/**
 * @param {Fail} data
 * @returns {string}
 */
function failure({ name, file, line, details }) {
  const cause = details.error?.cause ?? details.error
  return `FAIL ${name}\n  at ${relative('.', file ?? '')}:${line ?? ''}\n${inspect(cause).replace(/^/gm, '  ')}\n`
}
