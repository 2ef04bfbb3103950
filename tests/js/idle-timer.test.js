// SPDX-License-Identifier: Apache-2.0
// The timer of games that stop themselves: a use puts it off, whichever game is due first.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unwatchIdle, watchIdle } from '#js/game/idle-timer.js'

/** A clock that a test sets forward, and a timer that follows it. */
function stopClock(t) {
  let now = 1000
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return (/** @type {number} */ milliseconds) => {
    // In steps: a timer that is set meanwhile counts from then.
    for (let passed = 0; passed < milliseconds; passed++) {
      now++
      t.mock.timers.tick(1)
    }
    return now
  }
}

test('a game that is used stops its timeout after the last use, not before', t => {
  const pass = stopClock(t)
  let expired = 0
  const watch = watchIdle(100, () => expired++)
  for (let use = 0; use < 3; use++) watch.lastUsed = pass(80)
  pass(99)
  assert.equal(expired, 0)
  pass(1)
  assert.equal(expired, 1)
  pass(500)
  assert.equal(expired, 1, 'once')
})

test('games stop in the order in which they are due, without those that are watched no more', t => {
  const pass = stopClock(t)
  /** @type {number[]} */
  const expired = []
  const watches = [70, 30, 50, 20, 60, 40].map(timeout => watchIdle(timeout, () => expired.push(timeout)))
  unwatchIdle(watches[3])
  unwatchIdle(watches[2])
  watches[1].lastUsed = pass(15)
  pass(100)
  assert.deepEqual(expired, [40, 30, 60, 70])
})
