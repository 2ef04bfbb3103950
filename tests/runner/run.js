// SPDX-License-Identifier: Apache-2.0
/**
 * Runs all tests in JS: first several files at a time, then one at a time those that measure. Prints what the reporter
 * makes of it, with one summary of both. The exit code is 1 if a test fails or there is none. Tests in browsers share one
 * built page, whose folder is in TEST_PAGE.
 *
 * If all files were asked for and one or two have failed, these run once more, alone: browsers and servers on a busy
 * machine can be late. A file that passes then is named before the summary, as a fault to be found.
 *
 * usage: node --expose-gc tests/runner/run-js-tests.js [FILE...]    default: all files of tests
 *   FILE_SECONDS  after which a file is ended and has failed, default 900
 *   AGAIN         files that may run once more, default 2, or 0 if files are named
 *   AT_ONCE       files at a time, default: as many as there are processors, at least 2
 */
import { setMaxListeners } from 'node:events'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { buildPage } from '../../js/tools/build-page.js'
import { isMain } from '../../js/tools/main-module.js'
import { ALONE, LONG } from './test-order.js'
import report from './test-reporter.js'

/** @import { TestEvent } from './test-reporter.js' */

const FOLDERS = ['tests/js', 'tests/browser', 'tests/sim']
/** What the runner counts; `# duration_ms 12.3` is the last line of its summary. */
const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/

/**
 * Splits files into those that may run beside others, longest first, and those that run alone.
 * @param {string[]} files paths from the top of the repository
 * @returns {{ together: string[], alone: string[] }}
 */
export function order(files) {
  const isAlone = new Set(ALONE)
  const rank = new Map(LONG.map((file, index) => [file, index]))
  const place = (/** @type {string} */ file) => rank.get(file) ?? LONG.length
  return {
    together: files.filter(file => !isAlone.has(file)).sort((a, b) => place(a) - place(b)),
    alone: files.filter(file => isAlone.has(file)),
  }
}

/** @returns {string[]} all files of tests */
export const testFiles = () =>
  FOLDERS.flatMap(folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.test.js'))
      .sort()
      .map(name => join(folder, name)),
  )

/** What each file adds to the summary, to take it back when the file runs once more. */
class Counts {
  /** @type {Map<string, Record<string, number>>} */
  #files = new Map()

  /** @param {TestEvent} event */
  see({ type, data }) {
    if ((type !== 'test:pass' && type !== 'test:fail') || !data.file) return
    const counts = this.#files.get(data.file) ?? { tests: 0, suites: 0, pass: 0, fail: 0 }
    const add = (/** @type {string} */ name) => (counts[name] = (counts[name] ?? 0) + 1)
    const { details, skip, todo } = data
    if (details.type === 'suite') add('suites')
    else {
      add('tests')
      const { failureType } = /** @type {any} */ (details).error ?? {}
      if (skip !== undefined) add('skipped')
      else if (todo !== undefined) add('todo')
      else if (type === 'test:pass') add('pass')
      else add(failureType === 'cancelledByParent' || failureType === 'testAborted' ? 'cancelled' : 'fail')
    }
    this.#files.set(data.file, counts)
  }

  /** @returns {string[]} the files with a failure */
  get failed() {
    return [...this.#files].filter(([, { fail, cancelled }]) => fail || cancelled).map(([file]) => file)
  }

  /** @param {string} file @param {Map<string, number>} sums from which its counts are taken */
  takeBack(file, sums) {
    for (const [name, count] of Object.entries(this.#files.get(file) ?? {}))
      sums.set(name, (sums.get(name) ?? 0) - count)
    this.#files.delete(file)
  }
}

/**
 * The events of several runs, one after the other, with the sums of their summaries at the end.
 * @param {Iterable<() => AsyncIterable<TestEvent>>} runs
 * @param {Map<string, number>} sums of the summary's lines, which are filled in
 * @param {(event: TestEvent) => void} see called with every event
 * @param {() => string[]} remarks lines before the sums
 * @returns {AsyncGenerator<TestEvent>}
 */
async function* inTurn(runs, sums, see, remarks) {
  /** @type {TestEvent | undefined} */
  let last
  for (const start of runs)
    for await (const event of start()) {
      see(event)
      const [, name, number] =
        (event.type === 'test:diagnostic' && event.data.nesting === 0 && COUNT.exec(event.data.message)) || []
      if (name) {
        sums.set(name, (sums.get(name) ?? 0) + Number(number))
        last = event
      } else yield event
    }
  if (last?.type !== 'test:diagnostic') return
  const lines = [...remarks(), ...[...sums].map(([name, sum]) => `${name} ${sum}`)]
  for (const message of lines) yield { type: 'test:diagnostic', data: { ...last.data, message } }
}

/** @param {string[]} chosen files; none: all */
async function main(chosen) {
  const files = chosen.length > 0 ? chosen.map(file => relative('.', resolve(file))) : testFiles()
  const unknown = [...ALONE, ...LONG].filter(file => !testFiles().includes(file))
  if (unknown.length > 0) throw new Error(`tests/runner/test-order.js names files that are gone: ${unknown}`)

  const aborter = new AbortController()
  setMaxListeners(0, aborter.signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      aborter.abort()
      process.exitCode = 1
    })

  if (files.some(file => file.startsWith('tests/browser/')))
    process.env.TEST_PAGE = await buildPage(resolve('build/test-page'))

  const timeout = 1000 * Number(process.env.FILE_SECONDS ?? 900)
  const atOnce = Number(process.env.AT_ONCE ?? Math.max(2, availableParallelism()))
  const again = Number(process.env.AGAIN ?? (chosen.length > 0 ? 0 : 2))
  const { together, alone } = order(files)
  const sums = new Map()
  const counts = new Counts()
  /** Files that ran once more. @type {string[]} */
  let repeated = []
  function* groups() {
    yield { files: together, concurrency: atOnce }
    yield { files: alone, concurrency: 1 }
    const { failed } = counts
    if (failed.length > again || aborter.signal.aborted) return
    repeated = failed
    for (const file of failed) counts.takeBack(file, sums)
    yield { files: failed, concurrency: 1 }
  }
  function* runs() {
    for (const group of groups())
      if (group.files.length > 0) yield () => run({ ...group, timeout, signal: aborter.signal })
  }
  const remarks = () =>
    repeated
      .filter(file => !counts.failed.includes(file))
      .map(file => `unsteady: ${relative('.', file)} failed, and passed when it ran again, alone`)
  const events = inTurn(runs(), sums, event => counts.see(event), remarks)
  for await (const text of report(events)) process.stdout.write(text)
  if (!sums.get('pass') || sums.get('fail') || sums.get('cancelled')) process.exitCode = 1
}

if (isMain(import.meta.url)) await main(process.argv.slice(2))
