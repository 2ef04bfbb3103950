// SPDX-License-Identifier: Apache-2.0
/**
 * Measures all ratios three times, on the project's own games, and compares them with tests/bench/baseline.json. Exits
 * with 1 where the best of the three is more than 25 % below the baseline, or a ratio is missing. With --write it writes
 * the baseline anew, and web/screenshots/bench.svg, its chart, unless the machine is busy.
 *
 * usage: node tests/bench/check.js [group …] [--write]    (after make build)
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { baselineOf, chartRows, compareWith, TOLERANCE } from './baseline.js'
import { chartOf } from './chart.js'

/** @import { Baseline } from './baseline.js' */
/** @import { Report } from './run.js' */

const RUNS = 3
/** Those that have ratios. */
const GROUPS = ['perft', 'variants', 'games', 'moves', 'pgn', 'pgn-bulk', 'pgn-tree', 'pgn-memory', 'memory']
const REPORT = fileURLToPath(new URL('../../build/bench-check.json', import.meta.url))
const BASELINE = new URL('baseline.json', import.meta.url)
const CHART = new URL('../../web/screenshots/bench.svg', import.meta.url)

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
if (options.write && positionals.length > 0) {
  console.error('a baseline has all groups: name none')
  process.exit(2)
}
const [load] = os.loadavg()
if (options.write && load > os.cpus().length) {
  console.error(`a baseline is measured on a quiet machine, and the load of this one is ${load.toFixed(1)}`)
  process.exit(2)
}
const groups = positionals.length > 0 ? positionals : GROUPS

const { PGN: _, ...environment } = process.env
const run = fileURLToPath(new URL('run.js', import.meta.url))
const { status } = spawnSync(process.execPath, [run, ...groups, '--brief', '--json', REPORT], {
  stdio: 'inherit',
  env: { ...environment, REPETITIONS: String(RUNS) },
})
if (status !== 0) process.exit(2)
/** @type {Report} */
const report = JSON.parse(readFileSync(REPORT, 'utf8'))

if (options.write) {
  const baseline = baselineOf(report)
  writeFileSync(BASELINE, `${JSON.stringify(baseline, null, 2)}\n`)
  writeFileSync(CHART, chartOf(chartRows(baseline)))
  console.log(`wrote the baseline of ${baseline.ratios.length} ratios and its chart`)
} else {
  /** @type {Baseline} */
  const all = JSON.parse(readFileSync(BASELINE, 'utf8'))
  const baseline = { ...all, ratios: all.ratios.filter(({ group }) => groups.includes(group)) }
  const { fallen, unknown } = compareWith(baseline, report)
  const { processor } = baseline.machine
  if (processor !== report.machine.processor)
    console.log(`note: the baseline is from another processor, ${processor}`)
  for (const name of unknown) console.log(`not in the baseline (make bench-baseline): ${name}`)
  for (const { name, baseline: expected, runs } of fallen) {
    const values = runs.map(ratio => `${ratio.toPrecision(3)}×`).join(', ') || 'not measured'
    console.error(`FELL: ${name}: baseline ${expected.toPrecision(3)}×, now ${values}`)
  }
  const allowed = `${TOLERANCE * 100} % below the baseline of ${baseline.date.slice(0, 10)}`
  console.log(
    fallen.length === 0
      ? `none of ${baseline.ratios.length} ratios is more than ${allowed}`
      : `${fallen.length} of ${baseline.ratios.length} ratios are more than ${allowed}, or missing`,
  )
  process.exitCode = fallen.length === 0 ? 0 : 1
}
