// SPDX-License-Identifier: Apache-2.0
/**
 * Runs tests that are built: several programs at a time, the longest first, with one of those that have deadlines and one
 * browser beside them, which wait more than they compute; then the rest of these beside each other; then one at a time
 * those that measure.
 * After each it prints how far it is and how long it will take, and at the end one summary as node:test prints it. Every
 * program runs once. The exit code is 1 if a test fails or there is none.
 *
 * usage: node tests/runner/run.js PART|FILE...
 *   PART  c, fuzz, js, browser: all four are test; wide, browsers, laws: all three are more; dom: the tests of the page in Node, which js has
 *   FILE  of tests in C or JS, or a fuzz target, such as tests/c/fen_test.c; tests/browser/page-play.spec.js:node for its tests in Node
 *   SEED          of everything random; default: those that never change, for laws and more another one each time
 *   BINBO_SCALE   how many random games there are, default 0.25, for laws and more 1
 *   FUZZ_SECONDS  for each fuzz target in C; default: a fixed number of inputs, for laws and more five times as many
 *   ALL           1: also what passed before on the same files; this is so where CI is set, or anything is random
 *   SHARD         such as 1/3: this part of the tests in browsers
 *   FILE_SECONDS  after which a program is ended and has failed, default 900
 *   AT_ONCE       programs at a time, default: as many as there are processors, at least 2
 */
import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { isMain } from '../../js/tools/main-module.js'
import { stripTypes } from '../../js/tools/strip-types.js'
import { builtPage, removePages } from '../browser/support/pages.js'
import { bundle } from '../js/support/bundle.js'
import { countsOf, isBrowser, isFuzz, nameOf, runJob } from './jobs.js'
import { lock } from './lock.js'
import { Passed } from './passed.js'
import { DELICATE, isAlone, jobsOf, TIMED } from './plan.js'
import { minutes, Progress } from './progress.js'

/** @import { Counts, Job, Outcome, Settings } from './jobs.js' */

const SLOWEST = 10

/**
 * @param {boolean} isMore
 * @param {AbortSignal} signal
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 */
export function readSettings(isMore, signal, env = process.env) {
  const number = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
    env[name] ? Number(env[name]) : otherwise
  return {
    seconds: number('FILE_SECONDS', 900),
    fuzzTimes: isMore ? 5 : 1,
    fuzzSeconds: number('FUZZ_SECONDS', 0),
    seed: env.SEED || (isMore ? String(1 + Math.floor(Math.random() * 2 ** 30)) : undefined),
    scale: number('BINBO_SCALE', isMore ? 1 : 0.25),
    atOnce: number('AT_ONCE', Math.max(2, availableParallelism())),
    shard: env.SHARD,
    isLive: false,
    signal,
  }
}

/** @returns {AbortSignal} aborted where this program is to end */
export function untilEnded() {
  const aborter = new AbortController()
  setMaxListeners(0, aborter.signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      aborter.abort()
      process.exitCode = 1
    })
  return aborter.signal
}

/**
 * Runs jobs, each once, and calls `see` as each one ends.
 * @param {Job[]} jobs
 * @param {Settings} settings
 * @param {(job: Job, outcome: Outcome, seconds: number, progress: Progress) => void} see
 */
export async function runJobs(jobs, settings, see) {
  if (jobs.some(job => isBrowser(job) || isFuzz(job))) lock()
  stripTypes()
  const progress = new Progress(jobs, settings.atOnce)
  if (jobs.some(({ build }) => build === 'bundled')) process.env.BINBO_BUNDLE = await bundle()
  if (jobs.some(({ build }) => build === 'node')) await builtPage('dom')
  const { together, browsers, timed, delicate, alone } = order(jobs, job => progress.expect(job))
  const lane = async (/** @type {Job[]} */ rest) => {
    for (let job = rest.shift(); job && !settings.signal.aborted; job = rest.shift()) {
      const start = performance.now()
      const outcome = await runJob(job, settings)
      const seconds = (performance.now() - start) / 1000
      progress.done(job, seconds)
      see(job, outcome, seconds, progress)
    }
  }
  const lanes = (/** @type {Job[]} */ group, /** @type {number} */ length) =>
    Promise.all(Array.from({ length }, () => lane(group)))
  const browser = lane(browsers)
  const beside = lane(timed)
  await lanes(together, settings.atOnce)
  await Promise.all([browser, beside, lanes(timed, 2 * settings.atOnce - 1)])
  await lanes(delicate, 2 * settings.atOnce)
  await lane(alone)
  await removePages()
}

/**
 * Splits jobs into those that may run beside any other, browsers, which share folders, those with deadlines, of these the
 * ones that run only beside each other, and those that run alone; the longest first.
 * @param {Job[]} jobs
 * @param {(job: Job) => number} expect seconds
 * @returns {{ together: Job[], browsers: Job[], timed: Job[], delicate: Job[], alone: Job[] }}
 */
export function order(jobs, expect) {
  const sorted = [...jobs].sort((a, b) => expect(b) - expect(a))
  const groupOf = (/** @type {Job} */ job) =>
    isAlone(job)
      ? 'alone'
      : isBrowser(job)
        ? 'browsers'
        : DELICATE.includes(job.file)
          ? 'delicate'
          : TIMED.includes(job.file)
            ? 'timed'
            : 'together'
  const group = (/** @type {string} */ name) => sorted.filter(job => groupOf(job) === name)
  return {
    together: group('together'),
    browsers: group('browsers'),
    timed: group('timed'),
    delicate: group('delicate'),
    alone: group('alone'),
  }
}

/** @param {Counts} counts */
export const hasFailed = ({ fail, cancelled }) => fail + cancelled > 0

/**
 * @param {string[]} chosen
 * @param {Settings} settings
 * @returns {boolean} whether programs that passed before are left out: of parts, which are the same each time
 */
function keepsPasses(chosen, { seed, fuzzSeconds, shard }, { CI, ALL } = process.env) {
  return !(CI || ALL || seed || fuzzSeconds || shard || chosen.some(name => /[./]/.test(name)))
}

/** @param {string[]} chosen parts and files */
async function main(chosen) {
  const isMore = chosen.includes('more') || chosen.includes('laws')
  const settings = readSettings(isMore, untilEnded())
  const jobs = chosen.flatMap(name => jobsOf(/[./]/.test(name) ? relative('.', resolve(name)) : name))
  settings.isLive = jobs.length === 1
  const sums = countsOf({})
  /** @type {[name: string, seconds: number][]} */
  const times = []
  /** @type {string[]} */
  const failed = []
  const start = performance.now()
  const passed = keepsPasses(chosen, settings) ? new Passed(jobs, settings) : undefined
  const add = (/** @type {Counts} */ counts) => {
    for (const key of /** @type {(keyof Counts)[]} */ (Object.keys(sums))) sums[key] += counts[key]
  }
  const left = jobs.filter(job => !passed?.countsOf(job))
  const kept = jobs.map(job => passed?.countsOf(job)).filter(counts => counts !== undefined)
  kept.forEach(add)
  const keptTests = sums.tests
  if (isMore) console.log(`SEED=${settings.seed}`)
  await runJobs(left, settings, (job, { counts, story }, seconds, progress) => {
    const name = nameOf(job)
    add(counts)
    if (!hasFailed(counts)) passed?.keep(job, counts)
    times.push([name, seconds])
    if (hasFailed(counts)) failed.push(name)
    const numbers = `${counts.pass} passed${hasFailed(counts) ? `, ${counts.fail + counts.cancelled} failed` : ''}`
    if (story) process.stdout.write(story.replace(/\n*$/, '\n'))
    console.log(
      `${progress} ${hasFailed(counts) ? 'FAIL' : 'ok  '} ${name}  ${numbers}, ${seconds.toFixed(1)} s`,
    )
  })
  if (times.length > 2 * SLOWEST) {
    const slowest = times.sort(([, a], [, b]) => b - a).slice(0, SLOWEST)
    console.log(`slowest: ${slowest.map(([name, seconds]) => `${name} ${minutes(seconds)}`).join(', ')}`)
  }
  if (failed.length > 0)
    console.log(`FAILED: ${failed.join(', ')}${settings.seed ? `; SEED=${settings.seed}` : ''}`)
  if (kept.length > 0)
    console.log(
      `${kept.length} of ${jobs.length} programs, with ${keptTests} tests, passed before on the same files and did not run: make test-all`,
    )
  for (const [name, sum] of Object.entries(sums)) console.log(`# ${name} ${sum}`)
  console.log(`# duration_ms ${(performance.now() - start).toFixed(0)}`)
  if (failed.length > 0 || sums.pass === 0) process.exitCode = 1
}

if (isMain(import.meta.url)) await main(process.argv.slice(2))
