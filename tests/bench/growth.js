// SPDX-License-Identifier: Apache-2.0
/**
 * How fast the work of public functions grows: CPU time with an input, twice and four times as much. The exponent is 1 if
 * twice the input takes twice the time, and 0 if it takes the same. Exits with 1 where it is above the most that the case
 * allows: 1.25, or 0.25 for functions whose time must not depend on the input.
 *
 * Each case has a process of its own, with one thread, so that garbage is collected where it is made. The three sizes take
 * turns, and the least of all rounds counts, after some warming up; as long as the exponent is too high, more rounds are measured.
 *
 * usage: node tests/bench/growth.js [PART OF A NAME]    (after make build)
 */
import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMain } from '../../js/tools/main-module.js'
import { withTemporaryFiles } from './temporary-files.js'

/** @import { Case } from './growth-cases.js' */

const FACTORS = [1, 2, 4]
const ROUNDS = 7
const MOST_ROUNDS = 30
/** Microseconds that each size is measured at a time, at least, by repeating the work. */
const SAMPLE = 10_000
/** Microseconds of work before anything is measured, so that V8 has compiled it. */
const WARM_UP = 300_000

/**
 * @param {number[]} costs with the sizes of FACTORS
 * @returns {number} the slope of the line between the first and the last on logarithmic axes
 */
export const exponentOf = costs => Math.log2(costs[2] / costs[0]) / Math.log2(FACTORS[2])

/** @param {() => unknown} work @param {number} times @returns {Promise<number>} microseconds */
async function costOf(work, times) {
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/**
 * @param {Case} measured
 * @param {Parameters<Case['make']>[1]} write
 * @returns {Promise<number[]>} microseconds of one run with each size
 */
export async function measureCase({ size, most, make }, write) {
  const works = []
  for (const factor of FACTORS) works.push(await make(size * factor, write))
  for (let spent = 0; spent < WARM_UP; ) for (const work of works) spent += await costOf(work, 1)
  const times = FACTORS.map(() => 1)
  const least = FACTORS.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS || (round < MOST_ROUNDS && exponentOf(least) > most); round++) {
    for (const [at, work] of works.entries()) {
      const cost = await costOf(work, times[at])
      least[at] = Math.min(least[at], cost / times[at])
      if (cost < SAMPLE) times[at] *= 2
    }
  }
  return least
}

/** @param {string} part @param {Case[]} cases */
function measureAll(part, cases) {
  const failed = []
  console.log(
    '| case | size | CPU time | twice | four times | exponent | at most |\n|---|---|---|---|---|---|---|',
  )
  for (const { name, size, most } of cases.filter(({ name }) => name.includes(part))) {
    const child = ['--single-threaded', fileURLToPath(import.meta.url), '--case', name]
    /** @type {number[]} */
    const costs = JSON.parse(String(execFileSync(process.execPath, child)))
    const exponent = exponentOf(costs)
    if (exponent > most) failed.push(name)
    const shown = costs.map(cost => `${cost.toLocaleString('en', { maximumSignificantDigits: 3 })} µs`)
    console.log(
      `| ${[name, size.toLocaleString('en'), ...shown, exponent.toFixed(2), most.toFixed(2)].join(' | ')} |`,
    )
  }
  for (const name of failed) console.error(`GROWS: ${name}`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

if (isMain(import.meta.url)) {
  const { CASES } = await import('./growth-cases.js')
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { case: { type: 'string' } } })
  const measured = CASES.find(({ name }) => name === values.case)
  if (measured === undefined) measureAll(positionals.join(' '), CASES)
  else console.log(JSON.stringify(await withTemporaryFiles(write => measureCase(measured, write))))
}
