// SPDX-License-Identifier: Apache-2.0
/**
 * Simulates game servers: many schedules, one seed each. Prints the seeds that fail.
 *
 * usage: node tests/sim/run.js [--schedules N] [--first N] [--jobs N] [--js FOLDER] | --seed N    (after make build)
 *   --schedules N  default 2,000
 *   --first N      the first seed, default 1
 *   --jobs N       processes, default one for each processor
 *   --seed N       runs that schedule alone, and says what occurred in it
 *   --js FOLDER    the code that is tested, default build/stripped/js/
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadModules } from './modules.js'
import { runSchedule } from './schedule.js'

const MOST_FAILURES = 10
const MOST_COMPLAINTS = 5

/** @typedef {{ schedules: number, failed: number, steps: number, events: number, conflicts: number, time: number, seen: Map<string, number> }} Sum */

const text = /** @type {const} */ ({ type: 'string' })
const { values } = parseArgs({ options: { schedules: text, first: text, jobs: text, seed: text, js: text } })
const seed = values.seed === undefined ? undefined : Number(values.seed)
const schedules = Number(values.schedules ?? 2000)
const first = Number(values.first ?? 1)
const jobs = Number(values.jobs ?? availableParallelism())

if (seed !== undefined) {
  const sum = await simulate(seed, 1)
  console.log([...sum.seen].map(([what, times]) => `${what} ${times}`).join(', '))
  report(sum)
} else if (jobs === 1) report(await simulate(first, schedules))
else await share()

/**
 * @param {number} from the first seed
 * @param {number} count
 * @returns {Promise<Sum>}
 */
async function simulate(from, count) {
  const modules = await loadModules(values.js)
  /** @type {Sum} */
  const sum = { schedules: 0, failed: 0, steps: 0, events: 0, conflicts: 0, time: 0, seen: new Map() }
  for (let current = from; current < from + count && sum.failed < MOST_FAILURES; current++) {
    const { complaints, steps, events, conflicts, time, seen } = await runSchedule(current, modules)
    sum.schedules++
    sum.steps += steps
    sum.events += events
    sum.conflicts += conflicts
    sum.time += time
    for (const [what, times] of seen) sum.seen.set(what, (sum.seen.get(what) ?? 0) + times)
    if (complaints.length === 0) continue
    sum.failed++
    console.log(`SEED=${current} make sim`)
    for (const complaint of complaints.slice(0, MOST_COMPLAINTS)) console.log(`  ${complaint}`)
  }
  return sum
}

/** @param {Sum} sum */
function report({ schedules: count, failed, steps, events, conflicts, time }) {
  const hours = (time / 3_600_000).toFixed(1)
  const seconds = (process.cpuUsage().user / 1e6).toFixed(1)
  console.log(
    `${count} schedules, ${failed} failed; ${hours} h, ${steps} steps, ${events} events, ${conflicts} conflicts; ${seconds} s of CPU`,
  )
  if (failed > 0) process.exitCode = 1
}

/** Shares the seeds among processes. */
async function share() {
  const each = Math.ceil(schedules / jobs)
  const children = Array.from({ length: jobs }, (_, i) => {
    const from = first + i * each
    const count = Math.min(each, first + schedules - from)
    const args = ['--jobs', '1', '--first', String(from), '--schedules', String(count)]
    if (values.js !== undefined) args.push('--js', values.js)
    return spawn(process.execPath, [fileURLToPath(import.meta.url), ...args], { stdio: 'inherit' })
  })
  const codes = await Promise.all(children.map(async child => (await once(child, 'exit'))[0]))
  if (codes.some(code => code !== 0)) process.exitCode = 1
}
