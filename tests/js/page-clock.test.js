// SPDX-License-Identifier: Apache-2.0
// A chess clock as numbers: what is left at any time, and how it is written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Clock, readClock } from '#web/play/clock.js'
import { clockText, controlTag, controlText, spokenTime, untilNextText } from '#web/play/clock-text.js'
import { randomFrom } from '../random.js'

const BLITZ = { base: 180_000, increment: 2000 }

test('only the running side loses time, and the increment comes with the move', () => {
  const clock = new Clock(BLITZ)
  assert.deepEqual(clock.times(5000), { white: 180_000, black: 180_000 })
  clock.run('white', 5000)
  assert.equal(clock.remaining('white', 9000), 176_000)
  assert.equal(clock.remaining('black', 9000), 180_000)
  assert.equal(clock.press('white', 9000), 178_000)
  assert.equal(clock.running, null)
  clock.run('black', 9000)
  assert.deepEqual(clock.times(10_000), { white: 178_000, black: 179_000 })
  clock.run(null, 10_000)
  assert.deepEqual(clock.times(999_999), { white: 178_000, black: 179_000 })
})

test('a flag falls once: time up stays up, without increment, and cannot run', () => {
  const clock = new Clock({ base: 1000, increment: 5000 })
  clock.run('white', 0)
  assert.equal(clock.untilFlag(400), 600)
  assert.equal(clock.remaining('white', 1000), 0)
  assert.equal(clock.remaining('white', 9000), 0)
  assert.equal(clock.untilFlag(9000), 0)
  assert.equal(clock.press('white', 9000), 0)
  clock.run('white', 9000)
  assert.equal(clock.running, null)
  assert.equal(clock.untilFlag(9999), Number.POSITIVE_INFINITY)
})

test('a clock that is told the time backwards gives none back', () => {
  const clock = new Clock(BLITZ)
  clock.run('white', 1000)
  assert.equal(clock.remaining('white', 500), 180_000)
  clock.run('white', 90_000)
  assert.equal(clock.remaining('white', 2000), 179_000, 'run() again does not restart it')
})

test('in any game, the time used and the increments add up', () => {
  const random = randomFrom(7)
  for (let game = 0; game < 50; game++) {
    const clock = new Clock(BLITZ)
    const used = { white: 0, black: 0 }
    let now = Math.floor(random() * 1e6)
    for (let ply = 0; ply < 40; ply++) {
      const color = ply % 2 === 0 ? 'white' : 'black'
      clock.run(color, now)
      const thought = Math.floor(random() * 3000)
      now += thought
      used[color] += thought
      clock.press(color, now)
    }
    for (const color of /** @type {const} */ (['white', 'black']))
      assert.equal(clock.remaining(color, now), 180_000 + 20 * 2000 - used[color])
  }
})

test('saved clocks are read with what is left; what is no clock is refused', () => {
  const clock = readClock({ ...BLITZ, white: 100, black: 0 })
  assert.deepEqual(clock?.times(0), { white: 100, black: 0 })
  assert.deepEqual(clock?.control, BLITZ)
  assert.deepEqual(readClock(BLITZ)?.times(0), { white: 180_000, black: 180_000 })
  for (const bad of [
    null,
    1,
    {},
    { base: 0, increment: 3000 },
    { base: -1, increment: 0 },
    { base: 1.5, increment: 0 },
    { base: 1e9, increment: 0 },
    { ...BLITZ, white: 'x' },
  ])
    assert.equal(readClock(bad), null, JSON.stringify(bad))
})

test('times are written as on a clock, with tenths below ten seconds', () => {
  const texts = /** @type {[number, string][]} */ ([
    [0, '0:00.0'],
    [1, '0:00.1'],
    [9400, '0:09.4'],
    [9900, '0:09.9'],
    [9901, '0:10'],
    [10_000, '0:10'],
    [59_001, '1:00'],
    [245_000, '4:05'],
    [3_723_000, '1:02:03'],
  ])
  for (const [left, text] of texts) assert.equal(clockText(left), text)
  assert.equal(spokenTime(245_000), '4 minutes 5 seconds')
  assert.equal(spokenTime(3_601_000), '1 hour 1 second')
  assert.equal(spokenTime(0), 'no time')
  assert.equal(controlText(BLITZ), '3+2')
  assert.equal(controlTag(BLITZ), '180+2')
  assert.equal(controlTag({ base: 600_000, increment: 0 }), '600')
})

test('a text stays until it is said to change', () => {
  for (let left = 15_000; left > 0; left -= 7) {
    const wait = untilNextText(left)
    assert.ok(wait > 0 && wait <= 1000)
    assert.equal(clockText(Math.max(0, left - wait + 1)), clockText(left), `${left}: too late`)
  }
  // Who wakes up then each time shows every text.
  const shown = []
  for (let left = 12_000; left > 0; left -= untilNextText(left)) shown.push(clockText(left))
  assert.deepEqual(shown.slice(0, 5), ['0:12', '0:11', '0:10', '0:09.9', '0:09.8'])
  assert.equal(new Set(shown).size, shown.length)
})
