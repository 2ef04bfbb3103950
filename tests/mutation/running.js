// SPDX-License-Identifier: Apache-2.0
// Programs that run at most two at a time and never too long, and results that stay in build/mutants, so that a run which
// was cut off goes on where it was.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const FOLDER = `${ROOT}build/mutants`
export const JOBS = Math.min(2, availableParallelism())
/** A test may take this many times as long as without a fault, and some seconds besides: else it hangs. */
const PATIENCE = 8
const LEAST_LIMIT = 15_000

/** Of a test in the output of node:test: where a fault is to be noticed, what comes after it says nothing. */
const FAILED = /^ *not ok (?!.*# TODO).*\n/m

/** @param {number} ms without a fault @returns {number} ms after which a test hangs */
export const limitFrom = ms => LEAST_LIMIT + PATIENCE * ms

/** Process groups that run. @type {Set<number>} */
const running = new Set()
/** @param {number} group */
function end(group) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {} // gone meanwhile
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const group of running) end(group)
    process.exit(1)
  })

/**
 * @param {string} folder
 * @param {string} program
 * @param {string[]} args
 * @param {number} [limit] ms
 * @param {NodeJS.ProcessEnv} [env] besides this process's own
 * @param {boolean} [untilFailed] whether it is ended when a test of it has failed
 * @returns {Promise<{ failed: boolean, output: string, ms: number, test: string }>} test: the first that failed
 */
export function run(folder, program, args, limit = 600_000, env = {}, untilFailed = false) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn('nice', ['-n', '5', program, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const group = child.pid ?? 0
    if (group) running.add(group)
    let output = ''
    let line = ''
    let test = ''
    const timer = setTimeout(() => end(group), limit)
    const keep = (/** @type {Buffer} */ text) => {
      if (output.length < 2000) output += text
      line += text
      test ||= FAILED.exec(line)?.[0].trim() ?? ''
      line = line.slice(line.lastIndexOf('\n') + 1)
      if (test && untilFailed) end(group)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    // What it has started may hold the pipes.
    child.on('exit', () => end(group))
    child.on('close', code => {
      clearTimeout(timer)
      running.delete(group)
      resolve({ failed: code !== 0, output, ms: performance.now() - start, test })
    })
  })
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T, job: number) => Promise<void>} work
 */
export async function inJobs(items, work) {
  const rest = [...items]
  const one = async (/** @type {number} */ job) => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item, job)
  }
  await Promise.all(Array.from({ length: JOBS }, (_, job) => one(job)))
}

/** @param {Iterable<string>} files from the top of the repository @returns {string} changes with each of them */
export function printOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(ROOT + file))
  return hash.digest('hex')
}

/**
 * @typedef {object} Result
 * @property {string | null} by the test that fails; null: none of those that ran
 * @property {number} passes that have run
 * @property {string[]} [asked] tests in these passes
 * @property {string} print of what the result depends on
 */

export class Results {
  #path
  /** @type {Record<string, Result>} */
  #kept = {}

  /** @param {string} name of the file */
  constructor(name) {
    this.#path = `${FOLDER}/${name}.json`
    mkdirSync(FOLDER, { recursive: true })
    if (existsSync(this.#path)) this.#kept = JSON.parse(readFileSync(this.#path, 'utf8'))
  }

  /**
   * @param {string} key
   * @param {(by: string | null) => string} print of what a result by this test depends on now
   * @returns {Required<Omit<Result, 'print'>>}
   */
  of(key, print) {
    const kept = this.#kept[key]
    return kept && kept.print === print(kept.by) ? { asked: [], ...kept } : { by: null, passes: 0, asked: [] }
  }

  /**
   * @param {string} folder
   * @returns {Map<string, number>} how many faults in files of this folder each test has noticed, now or before
   */
  catchers(folder) {
    const counts = new Map()
    for (const [key, { by }] of Object.entries(this.#kept))
      if (by && key.startsWith(`${folder}/`)) counts.set(by, (counts.get(by) ?? 0) + 1)
    return counts
  }

  /** @param {string} key @param {Result} result */
  set(key, result) {
    this.#kept[key] = result
    writeFileSync(this.#path, JSON.stringify(this.#kept, null, 1))
  }
}

/** @param {import('./mutants.js').Mutant} mutant @param {string | null} by @param {number} ms @param {string} [test] of the file */
export const report = ({ key }, by, ms, test = '') =>
  console.log(`${by ? `caught by ${by} ${test}` : 'passed'} in ${(ms / 1000).toFixed(1)} s  ${key}`)
