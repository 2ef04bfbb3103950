// SPDX-License-Identifier: Apache-2.0
// Logs of matches keep each game once, and refuse another match.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryLog } from '../../dist/match.js'
import { collect, rejects } from './support/engines.js'

const game = number => ({ pairing: { number }, result: '1-0', moves: [], pgn: `[Round "${number}"]\n\n*\n` })
const LOGS = { memoryLog: () => memoryLog() }

for (const [name, make] of Object.entries(LOGS)) {
  test(`${name}: what is appended comes back, and is a copy`, async () => {
    const log = make()
    await log.open('match')
    const one = game(1)
    await log.append(one)
    await log.append(game(2))
    one.result = '0-1'
    const kept = await collect(log.games())
    assert.deepEqual(kept, [game(1), game(2)])
    kept[0].result = '*'
    assert.deepEqual((await collect(log.games()))[0], game(1))
  })

  test(`${name}: another match is refused`, async () => {
    const log = make()
    await log.open('match')
    await log.open('match')
    await rejects(log.open('another'), 'ERR_MATCH_LOG')
  })
}
