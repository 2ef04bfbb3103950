// SPDX-License-Identifier: Apache-2.0
// When an engine's line arrived, where this process waits for a processor before it can read it.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { distUrl } from './support/child.js'
import { PATIENCE } from './support/patience.js'

const COUNTS = '/proc/thread-self/schedstat'
const LINES = 100
/** Lines whose writer lost the processor between its look at the clock and the write are no measure: these many, the latest. */
const DROPPED = 5
const BURNERS = 6

/** Writes the time, all the time, as a clock counts that all processes share. */
const CLOCK = "setInterval(() => process.stdout.write(process.hrtime.bigint() + '\\n'), 7)"
/** Prints the milliseconds from each line's writing to its reading, and to its arrival as the transport has it. */
const READER = `
  const { processTransport } = await import(${JSON.stringify(`${distUrl}/node.js`)})
  const transport = processTransport(process.execPath, ['-e', ${JSON.stringify(CLOCK)}])
  const delays = []
  transport.onLine = line => {
    const read = Number(process.hrtime.bigint() - BigInt(line)) / 1e6
    delays.push({ read, arrived: read + transport.heard - performance.now() })
    if (delays.length < ${LINES}) return
    transport.kill()
    console.log(JSON.stringify(delays))
    process.exit()
  }`

const processor = () => /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]

test('the wait for a processor is no part of the time of an engine', { skip: !existsSync(COUNTS) }, t => {
  const bind = ['-c', processor()]
  for (let left = BURNERS; left > 0; left--) {
    const burner = spawn('taskset', [...bind, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' })
    t.after(() => burner.kill('SIGKILL'))
  }
  const reader = spawnSync('taskset', [...bind, process.execPath, '--input-type=module', '-e', READER], {
    encoding: 'utf8',
    timeout: PATIENCE,
  })
  assert.equal(reader.status, 0, reader.stderr)
  const delays = JSON.parse(reader.stdout)
    .sort((a, b) => a.arrived - b.arrived)
    .slice(0, -DROPPED)
  const mean = key => delays.reduce((sum, delay) => sum + delay[key], 0) / delays.length
  const [read, arrived] = [mean('read'), mean('arrived')]
  t.diagnostic(`read after ${read.toFixed(2)} ms, arrived after ${arrived.toFixed(2)} ms`)
  assert.ok(
    arrived < read / 2 + 0.5,
    `it arrived ${arrived} ms after it was written, and was read after ${read} ms`,
  )
  // Each turn of the event loop has an arrival of its own: that of an earlier line is hundreds of milliseconds old.
  assert.ok(arrived > -2 * read - 20, `it arrived ${-arrived} ms before it was written`)
})
