// SPDX-License-Identifier: Apache-2.0
/**
 * A job is what runs as one program: a file of tests in JS, a test in C, a fuzz target, the fuzzing of the parsers in JS,
 * or a project of the tests in browsers. Its name is its file, with the build in brackets if that is not the default one.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { unpack } from '../fuzz/seeds.js'

/** @import { JSONReportSuite } from '@playwright/test/reporter' */

/** @typedef {{ tests: number, suites: number, pass: number, fail: number, cancelled: number, skipped: number, todo: number }} Counts as the summary of node:test has them */
/**
 * @typedef {object} Job
 * @property {string} file
 * @property {'bundled' | 'slim' | 'js' | 'jitless' | 'node' | Project} [build] of the library, or the project of the tests in browsers; node: those that
 *   run in Node, over happy-dom
 * @property {number} [scale] of its random games, default that of the run
 */
/** @typedef {'measured' | 'dom' | 'wide' | 'more' | 'more-measured'} Project of Playwright, where it is not `page` */
/**
 * @typedef {object} Settings of a run
 * @property {number} seconds after which a file of tests has hung
 * @property {number} fuzzTimes how often as many inputs as take a second or two are given to each fuzz target
 * @property {number} [fuzzSeconds] for each target in C, in place of a number of inputs; what it finds is kept
 * @property {string} [seed] of everything random; without it each test has its own
 * @property {number} scale of the random games
 * @property {number} atOnce programs
 * @property {string} [shard] such as 1/3: this part of the tests in browsers
 * @property {boolean} isLive whether output is shown at once
 * @property {AbortSignal} signal ends it
 */
/** @typedef {{ counts: Counts, story: string }} Outcome story: what is to be shown of it */

const FOLDER = 'build/runner'
const PLAYWRIGHT = 'node_modules/.bin/playwright'
/** Characters of the output of a program that failed. */
const LONGEST_STORY = 8000

/** @param {Job} job */
export const nameOf = ({ file, build }) => (build ? `${file} (${build})` : file)

/** @param {Partial<Counts>} counts @returns {Counts} */
export const countsOf = counts => ({
  ...{ tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 },
  ...counts,
})

/** @param {Job} job @param {Settings} settings @returns {Promise<Outcome>} */
export function runJob(job, settings) {
  const { file } = job
  if (file.startsWith('tests/c/')) return runC(file, settings)
  if (file === FUZZ_JS) return runFuzzJs(settings)
  if (isFuzz(job)) return runFuzz(file, settings)
  if (isBrowser(job)) return runPage(job, settings)
  return runFile(job, settings)
}

export const FUZZ_JS = 'tests/fuzz/js/run.js'
/** All tests of a project: Playwright shares them among its workers. */
export const PAGE = 'tests/browser/playwright.config.js'
/** Files of them that only `make test-more` has: other browsers, and a walk that is another one in each run. */
export const ONLY_MORE = /(firefox|webkit|page-walk)\.spec\.js$/
/** Files of them that only `make test-wide` has: what Node and other files prove, in frameworks and packed. */
export const ONLY_WIDE = /(extension|guides|recipes|replay|shims)\.spec\.js$/

/** @param {Job} job @returns {boolean} whether it takes all processors, and the folders of Playwright */
export const isBrowser = ({ file, build }) => build !== 'node' && (file === PAGE || file.endsWith('.spec.js'))
/** @param {Job} job */
export const isFuzz = ({ file }) => /^tests\/fuzz\/.*\.c$/.test(file)

/** Milliseconds; longer timers of Node end at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Settings} settings
 * @param {NodeJS.ProcessEnv} env besides this process's own
 * @returns {Promise<{ hasFailed: boolean, output: string }>}
 */
function run(program, args, { seconds, isLive, signal }, env = {}) {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      signal,
    })
    let output = ''
    let hasHung = false
    const timer = setTimeout(
      () => {
        hasHung = true
        child.kill()
        setTimeout(() => child.kill('SIGKILL'), 5000).unref()
      },
      Math.min(1000 * seconds, LONGEST_TIMER),
    )
    const keep = (/** @type {Buffer} */ bytes) => (output += bytes.toString('latin1'))
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const end = (/** @type {boolean} */ hasFailed, /** @type {string} */ why) => {
      clearTimeout(timer)
      resolve({ hasFailed, output: Buffer.from(output, 'latin1').toString() + why })
    }
    child.once('error', error => end(true, `${error}\n`))
    child.once('exit', (code, by) => {
      // A program that it has left behind may hold the pipes.
      setTimeout(() => child.stdout?.destroy(), 2000).unref()
      setTimeout(() => child.stderr?.destroy(), 2000).unref()
      if (hasHung) child.once('close', () => end(true, `timed out after ${seconds} s\n`))
      else
        child.once('close', () =>
          end(code !== 0, by ? `ended by ${by}\n` : code ? `exit code ${code}\n` : ''),
        )
    })
  })
}

/** @param {string} text */
const endOf = text => (text.length > LONGEST_STORY ? `…${text.slice(-LONGEST_STORY)}` : text)

/**
 * What a program that is one test has done.
 * @param {string} name
 * @param {{ hasFailed: boolean, output: string }} result
 * @returns {Outcome}
 */
const oneTest = (name, { hasFailed, output }) =>
  hasFailed
    ? { counts: countsOf({ tests: 1, fail: 1 }), story: `FAIL ${name}\n${endOf(output)}` }
    : { counts: countsOf({ tests: 1, pass: 1 }), story: '' }

const C_ENV = {
  ASAN_OPTIONS: `allocator_may_return_null=1:${process.env.ASAN_OPTIONS ?? ''}`,
  UBSAN_OPTIONS: `print_stacktrace=1:${process.env.UBSAN_OPTIONS ?? ''}`,
}

/** @param {string} file @param {Settings} settings */
const runC = async (file, settings) =>
  oneTest(file, await run(`build/native/${basename(file, '.c')}`, [], settings, C_ENV))

/** Inputs to a fuzz target in C that take one or two seconds, where these are not RUNS. */
const FUZZ_RUNS = {
  ...{ fen: 60_000, lan: 40_000, san: 40_000, setup: 30_000, state: 60_000, api: 10_000, tablebase: 8000 },
  ...{ dead: 450, game: 150, variant: 300 },
}
const RUNS = 2000

/**
 * @param {string} file
 * @param {Settings} settings
 */
async function runFuzz(file, settings) {
  const { fuzzSeconds = 0, seed = '1' } = settings
  const name = basename(file, '.c')
  const target = name.replace('fuzz_', '')
  const findings = `build/fuzz/findings/${target}-`
  const dictionary = `tests/fuzz/${target}.dict`
  mkdirSync('build/fuzz/findings', { recursive: true })
  const args = ['-timeout=60', '-rss_limit_mb=2048', `-artifact_prefix=${findings}`, `-seed=${seed}`]
  if (existsSync(dictionary)) args.push(`-dict=${dictionary}`)
  args.push(...(fuzzSeconds ? searching(target, fuzzSeconds) : repeatable(target, settings)))
  const patient = { ...settings, seconds: settings.seconds + fuzzSeconds }
  const result = await run(`build/fuzz/${name}`, args, patient, C_ENV)
  return oneTest(`${file} (input in ${findings}*)`, result)
}

/**
 * New inputs go to build/fuzz/corpus, which the next run goes on from; `make fuzz-seeds` keeps those that reach new code.
 * @param {string} target
 * @param {number} seconds
 */
function searching(target, seconds) {
  const corpus = `build/fuzz/corpus/${target}`
  mkdirSync(corpus, { recursive: true })
  return [`-max_total_time=${seconds}`, corpus, unpack(target)]
}

/**
 * With one seed two runs give the same inputs: no corpus grows, the files have an order of their own, and mutations take
 * nothing from comparisons, which libFuzzer keeps by their addresses.
 * @param {string} target
 * @param {Pick<Settings, 'fuzzTimes'>} settings
 */
export function repeatable(target, { fuzzTimes }) {
  const folder = unpack(target)
  const seeds = readdirSync(folder).sort()
  const runs = /** @type {Record<string, number>} */ (FUZZ_RUNS)[target] ?? RUNS
  return [`-runs=${fuzzTimes * runs}`, '-use_cmp=0', `-seed_inputs=${seeds.map(seed => join(folder, seed))}`]
}

/** @param {Settings} settings */
const runFuzzJs = async settings =>
  oneTest(
    FUZZ_JS,
    await run(process.execPath, [FUZZ_JS], settings, {
      SECONDS: '',
      SEED: settings.seed ?? '1',
      TIMES: String(settings.fuzzTimes),
    }),
  )

/** Of Node, by the build. @type {Record<string, string[]>} */
const FLAGS = { js: ['--no-expose-wasm'], jitless: ['--jitless'] }
let reports = 0

/** @param {Job} job @param {Settings} settings @returns {Promise<Outcome>} */
async function runFile({ file, build, scale }, settings) {
  mkdirSync(FOLDER, { recursive: true })
  // Absolute: a test may change its folder.
  const report = resolve(`${FOLDER}/${process.pid}-${++reports}.txt`)
  const options = ['--test-reporter=./tests/runner/reporter.js', `--test-reporter-destination=${report}`]
  /** @type {NodeJS.ProcessEnv} */
  const env = { BINBO_SCALE: String(scale ?? settings.scale) }
  if (settings.seed) Object.assign(env, { BINBO_SEED: settings.seed, SEED: settings.seed })
  if (build === 'node') env.BINBO_DOM = '1'
  else if (build) env.BINBO_ENTRY = build
  const flags = ['--expose-gc', ...(FLAGS[build ?? ''] ?? []), ...options]
  const { hasFailed, output } = await run(process.execPath, [...flags, file], settings, env)
  const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
  rmSync(report, { force: true })
  const { failures, counts } = readReport(text)
  // It ended before its tests did, or had none.
  if (!counts || (hasFailed && !counts.fail && !counts.cancelled) || counts.tests === 0) {
    const all = counts ?? countsOf({})
    const story = `${failures}FAIL ${file}\n  it ${hasFailed ? 'failed as a whole' : 'has no test'}\n${endOf(output)}`
    return { counts: { ...all, tests: all.tests + 1, fail: all.fail + 1 }, story }
  }
  return { counts, story: failures + output }
}

/** @param {string} text @returns {{ failures: string, counts: Counts | undefined }} */
function readReport(text) {
  const end = text.lastIndexOf('{"tests":')
  return end < 0
    ? { failures: text, counts: undefined }
    : { failures: text.slice(0, end), counts: JSON.parse(text.slice(end)) }
}

/** @param {Job} job @returns {string[]} those that have it */
function projectsOf({ file, build }) {
  if (file === PAGE) return [build ?? 'page']
  if (ONLY_MORE.test(file)) return ['more', 'more-measured']
  return ONLY_WIDE.test(file) ? ['wide'] : ['page', 'dom', 'measured']
}

/** @param {Job} job @param {Settings} settings @returns {Promise<Outcome>} */
async function runPage(job, settings) {
  const { file } = job
  mkdirSync(FOLDER, { recursive: true })
  const report = `${FOLDER}/${process.pid}-page.json`
  const args = ['test', '-c', PAGE, '--no-deps', '--reporter=line,json', `--workers=${settings.atOnce}`]
  args.push(...projectsOf(job).map(project => `--project=${project}`))
  if (file !== PAGE) args.push(basename(file))
  else if (settings.shard) args.push(`--shard=${settings.shard}`)
  /** @type {NodeJS.ProcessEnv} */
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  if (settings.seed) env.SEED = settings.seed
  const patient = { ...settings, seconds: 4 * settings.seconds }
  const { hasFailed, output } = await run(PLAYWRIGHT, args, patient, env)
  if (!existsSync(report)) return oneTest(file, { hasFailed: true, output })
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report, { force: true })
  const { expected: pass, unexpected, flaky, skipped } = stats
  const fail = unexpected + flaky || Number(hasFailed)
  const counts = countsOf({ tests: pass + fail + skipped, pass, fail, skipped })
  return { counts, story: fail ? failuresOf(suites) || endOf(output) : '' }
}

/** @param {JSONReportSuite[]} suites @returns {JSONReportSuite['specs']} */
const specsOf = suites => suites.flatMap(({ specs, suites = [] }) => [...specs, ...specsOf(suites)])

/** @param {JSONReportSuite[]} suites of Playwright's report @returns {string} */
function failuresOf(suites) {
  const stories = specsOf(suites)
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      const messages = errors.map(({ message }) => `${message}\n`)
      return `FAIL ${title}\n  at tests/browser/${file}:${line}\n${stripVTControlCharacters(messages.join('')).replace(/^/gm, '  ')}`
    })
  return stories.join('\n')
}
