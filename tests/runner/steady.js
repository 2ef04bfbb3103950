// SPDX-License-Identifier: Apache-2.0
/**
 * Runs tests many times on a loaded machine, and names what failed and how often: a test that fails now and then is a
 * defect of the test or of the product. A program that only computes runs beside them. What failed is in build/steady.
 *
 * usage: node tests/runner/steady.js [PART|FILE...]    default: all of make test
 *   TIMES  default 20
 *   other variables: see run.js
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { nameOf } from './jobs.js'
import { jobsOf } from './plan.js'
import { minutes } from './progress.js'
import { hasFailed, readSettings, runJobs, untilEnded } from './run.js'

const FOLDER = 'build/steady'

const times = Number(process.env.TIMES || 20)
const chosen = process.argv.slice(2)
const jobs = (chosen.length > 0 ? chosen : ['test']).flatMap(jobsOf)
const settings = readSettings(false, untilEnded())
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })

const spinner = new Worker('for (;;);', { eval: true })
/** @type {Map<string, number>} */
const failures = new Map()
const start = performance.now()
let round = 1
for (; round <= times && !settings.signal.aborted; round++) {
  let failed = 0
  await runJobs(jobs, settings, (job, { counts, story }, _, progress) => {
    if (!hasFailed(counts) || settings.signal.aborted) return
    failed++
    const name = nameOf(job)
    failures.set(name, (failures.get(name) ?? 0) + 1)
    const file = `${FOLDER}/${name.replace(/\W+/g, '-')}-${round}.txt`
    writeFileSync(file, story)
    console.log(`${progress} FAIL ${name}: ${file}`)
  })
  const elapsed = (performance.now() - start) / 1000
  const left = (elapsed / round) * (times - round)
  console.log(
    `round ${round} of ${times}: ${failed} of ${jobs.length} failed; ${minutes(elapsed)}, ${minutes(left)} left`,
  )
}
await spinner.terminate()
for (const [name, count] of [...failures].sort(([, a], [, b]) => b - a))
  console.log(`failed ${count} of ${round - 1} times: ${name}`)
console.log(`${failures.size} of ${jobs.length} are not steady`)
if (failures.size > 0) process.exitCode = 1
