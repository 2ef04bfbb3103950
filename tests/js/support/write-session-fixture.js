// SPDX-License-Identifier: Apache-2.0
// Writes tests/data/sessions/NAME.jsonl: logs that one version wrote, with the states that they fold to. All later
// versions must fold them to the same. tests/js/session-logs.test.js reads them.
//
// usage: node tests/js/support/write-session-fixture.js NAME    an existing file is never overwritten

import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { binbo } from './binbo.js'
import { CLOCKS, playRandom } from './random-sessions.js'
import { data } from './sessions.js'

const [name] = process.argv.slice(2)
const lines = []
const types = new Set()
const reasons = new Set()
for (let seed = 1; lines.length < 40 && seed < 4_000; seed++) {
  const variant = binbo.variants[seed % binbo.variants.length]
  const clock = CLOCKS[(seed * 7) % CLOCKS.length][1]
  const setup = { variant, clock, draws: seed % 2 === 0 ? 'claim' : 'automatic' }
  const { log, state } = playRandom({ seed, setup, steps: 100 }, () => {})
  const fresh = log.some(({ type, reason }) => !types.has(type) || (reason && !reasons.has(reason)))
  if (!fresh && lines.length >= 2 * CLOCKS.length) continue
  if (!fresh && seed > 22) continue
  for (const { type, reason } of log) {
    types.add(type)
    if (reason) reasons.add(reason)
  }
  lines.push(JSON.stringify({ events: log, state }))
}
writeFileSync(`${data}${name}.jsonl`, `${lines.join('\n')}\n`, { flag: 'wx' })
console.log(`${lines.length} logs; events ${[...types]}; ends ${[...reasons]}`)
