// SPDX-License-Identifier: Apache-2.0
/**
 * Shows that the simulation bites: applies each fault of faults.js to a copy of js/, as Node runs it, and counts the seeds
 * that it takes to find it. Fails if one is not found within 5,000.
 *
 * usage: node tests/sim/run-faults.js [PART OF A NAME]    (after make build)
 */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { FAULTS } from './faults.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COPY = `${ROOT}build/sim/js`
const MOST_SEEDS = 5000
/** A fault may make the code loop, in ms. */
const LONGEST = 600_000

/**
 * @param {{ file: string, text: string, by: string }} fault
 * @returns {{ seed: number | undefined, complaint: string }} the first seed that finds it
 */
function find({ file, text, by }) {
  const path = `${COPY}/${file}`
  const source = readFileSync(path, 'utf8')
  if (source.split(text).length !== 2) throw new Error(`js/${file} does not have this text once: ${text}`)
  writeFileSync(
    path,
    source.replace(text, () => by),
  )
  const first = `${ROOT}tests/sim/first-failure.js`
  const { stdout, stderr, status } = spawnSync(process.execPath, [first, COPY, String(MOST_SEEDS)], {
    encoding: 'utf8',
    timeout: LONGEST,
  })
  writeFileSync(path, source)
  if (status !== 0)
    return { seed: undefined, complaint: stderr.trim().split('\n').slice(0, 5).join(' ') || 'no end' }
  const [seed, complaint] = JSON.parse(stdout)
  return { seed: seed ?? undefined, complaint }
}

rmSync(COPY, { recursive: true, force: true })
cpSync(`${ROOT}build/stripped/js`, COPY, { recursive: true })
let missed = 0
for (const fault of FAULTS) {
  if (process.argv[2] !== undefined && !fault.name.includes(process.argv[2])) continue
  const { seed, complaint } = find(fault)
  if (seed === undefined) missed++
  console.log(`${String(seed ?? 'NOT FOUND').padStart(9)}  ${fault.name}: ${complaint}`)
}
process.exitCode = missed > 0 ? 1 : 0
