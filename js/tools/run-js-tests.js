// SPDX-License-Identifier: Apache-2.0
/**
 * Runs all tests in JS: first several files at a time, then one at a time those that measure. Prints what the reporter
 * makes of it, with one summary of both. The exit code is 1 if a test fails or there is none. Tests in browsers share one
 * built page, whose folder is in TEST_PAGE.
 *
 * usage: node --expose-gc js/tools/run-js-tests.js [FILE...]    default: all files of tests
 *   FILE_SECONDS  after which a file is ended and has failed, default 900
 *   AT_ONCE       files at a time, default: as many as there are processors, at least 2
 */
import { setMaxListeners } from 'node:events'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { buildPage } from './build-page.js'
import { isMain } from './main-module.js'
import { ALONE, LONG } from './test-order.js'
import report from './test-reporter.js'

/** @typedef {import('./test-reporter.js').TestEvent} TestEvent */

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

/**
 * The events of several runs, one after the other, with the sums of their summaries at the end.
 * @param {Iterable<() => AsyncIterable<TestEvent>>} runs
 * @param {Map<string, number>} sums of the summary's lines, which are filled in
 * @returns {AsyncGenerator<TestEvent>}
 */
export async function* inTurn(runs, sums) {
  /** @type {TestEvent | undefined} */
  let last
  for (const start of runs)
    for await (const event of start()) {
      const [, name, number] =
        (event.type === 'test:diagnostic' && event.data.nesting === 0 && COUNT.exec(event.data.message)) || []
      if (name) {
        sums.set(name, (sums.get(name) ?? 0) + Number(number))
        last = event
      } else yield event
    }
  if (last?.type !== 'test:diagnostic') return
  for (const [name, sum] of sums)
    yield { type: 'test:diagnostic', data: { ...last.data, message: `${name} ${sum}` } }
}

/** @param {string[]} chosen files; none: all */
async function main(chosen) {
  const files = chosen.length > 0 ? chosen.map(file => relative('.', resolve(file))) : testFiles()
  const unknown = [...ALONE, ...LONG].filter(file => !testFiles().includes(file))
  if (unknown.length > 0) throw new Error(`js/tools/test-order.js names files that are gone: ${unknown}`)

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
  const { together, alone } = order(files)
  const groups = [
    { files: together, concurrency: atOnce },
    { files: alone, concurrency: 1 },
  ].filter(group => group.files.length > 0)
  const sums = new Map()
  const events = inTurn(
    groups.map(group => () => run({ ...group, timeout, signal: aborter.signal })),
    sums,
  )
  for await (const text of report(events)) process.stdout.write(text)
  if (!sums.get('pass') || sums.get('fail') || sums.get('cancelled')) process.exitCode = 1
}

if (isMain(import.meta.url)) await main(process.argv.slice(2))
