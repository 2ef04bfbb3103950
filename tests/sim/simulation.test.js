// SPDX-License-Identifier: Apache-2.0
// Game servers in simulation: many schedules, and that a seed repeats one exactly.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FAULTS } from './faults.js'
import { loadModules } from './modules.js'
import { runSchedule } from './schedule.js'

const run = promisify(execFile)
const RUN = fileURLToPath(new URL('run.js', import.meta.url))

const { BINBO_SCALE = '1', BINBO_SEED = '1' } = process.env
const COUNT = Math.round(2000 * Number(BINBO_SCALE))

test(`${COUNT} schedules of crashes, losses, delays and outages: all logs, answers and views are right`, async () => {
  const args = ['--jobs', '1', '--schedules', String(COUNT), '--first', BINBO_SEED]
  const { stdout } = await run(process.execPath, [RUN, ...args]).catch(error =>
    assert.fail(error.stdout ?? error),
  )
  assert.match(stdout, new RegExp(`^${COUNT} schedules, 0 failed; `))
})

test('the faults of `make sim-faults` are in the code', () => {
  for (const { name, file, text } of FAULTS) {
    const source = readFileSync(new URL(`../../build/stripped/js/${file}`, import.meta.url), 'utf8')
    assert.equal(source.split(text).length, 2, name)
  }
})

test('a seed gives the same schedule again, and another one another', async () => {
  const modules = await loadModules()
  const one = await runSchedule(42, modules)
  assert.deepEqual(await runSchedule(42, modules), one)
  assert.notEqual((await runSchedule(43, modules)).steps, one.steps)
})

test('the schedules have all that is to be simulated in them', async () => {
  const modules = await loadModules()
  const seen = new Set()
  for (let seed = 3000; seed < 3200; seed++) {
    for (const what of (await runSchedule(seed, modules)).seen.keys()) seen.add(what)
  }
  for (const what of [
    'moved',
    'tookBack',
    'drawDeclined',
    'compensated',
    'away',
    'back',
    'rematched',
    'ended: time',
    'ended: time_no_material',
    'ended: time_no_win',
    'ended: agreement',
    'ended: no_start',
    'late',
    'illegal',
    'stale',
    'early',
  ]) {
    assert.ok(seen.has(what), what)
  }
})
