// SPDX-License-Identifier: Apache-2.0
// The clock of a match: it is pressed with a move, goes back with moves that are taken back, ends the game, and leaves no timer.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { readClock } from '#web/play/clock.js'
import { endByTime, MatchClock } from '#web/play/match-clock.js'
import { Study } from '#web/study/study.js'
import { freshBrowser } from './support/page-storage.js'

/** Milliseconds of the steady clock. */
let time = 0
/** @type {Map<number, { action: () => void, at: number }>} */
const timers = new Map()
let count = 0

/** @param {number} ms */
function pass(ms) {
  time += ms
  for (const [timer, { action, at }] of timers)
    if (at <= time) {
      timers.delete(timer)
      action()
    }
}

beforeEach(() => {
  freshBrowser()
  time = 0
  mock.method(performance, 'now', () => time)
  timers.clear()
  mock.method(globalThis, 'setTimeout', (/** @type {() => void} */ action, /** @type {number} */ ms) => {
    timers.set(++count, { action, at: time + ms })
    return count
  })
  mock.method(globalThis, 'clearTimeout', (/** @type {number} */ timer) => timers.delete(timer))
})
afterEach(() => mock.restoreAll())

/** @param {object} [saved] */
function clockOf(saved = { base: 60_000, increment: 2000 }) {
  const study = new Study()
  study.newGame()
  /** @type {string[]} */
  const flags = []
  const clock = new MatchClock(study, readClock(saved) ?? assert.fail(), color => flags.push(color))
  study.changed = () => {
    clock.follow()
    clock.run(study.end.parent ? study.end.position.sideToMove : null)
  }
  return { study, clock, flags }
}

test('an engine hears its time as its own', () => {
  const { clock } = clockOf({ base: 60_000, increment: 2000, white: 5000, black: 7000 })
  assert.deepEqual(clock.limits, { wtime: 5000, btime: 7000, winc: 2000, binc: 2000 })
})

test('moves carry the time that they left, and the clock goes back to it', () => {
  const { study, clock } = clockOf()
  study.play('e4')
  pass(10_500)
  study.play('e5')
  assert.equal(study.end.clock, 51.5)
  pass(4000)
  assert.equal(clock.remaining('white'), 56_000)
  study.play('Nf3')
  pass(30_000)
  study.remove(study.tree.root.children[0].children[0])
  assert.equal(clock.remaining('black'), 60_000)
  study.play('c5')
  study.play('Nf3')
  study.remove(study.end)
  assert.equal(clock.remaining('black'), 60_000 + 2000)
})

test('a clock that goes back has the tenths of its moves', () => {
  const { study, clock } = clockOf({ base: 60_000, increment: 0 })
  for (const move of ['e4', 'e5', 'Nf3', 'Nc6']) {
    study.play(move)
    pass(1300)
  }
  study.remove(study.end)
  clock.run(null)
  assert.deepEqual([clock.remaining('white'), clock.remaining('black')], [58_700, 58_700])
})

test('only while a side’s time runs there is a timer, and one', () => {
  const { clock, flags } = clockOf({ base: 1000, increment: 0 })
  for (const color of /** @type {const} */ (['white', 'black', 'white'])) {
    clock.run(color)
    pass(100)
    assert.equal(timers.size, 1)
  }
  clock.run(null)
  assert.equal(timers.size, 0)
  clock.run('white')
  pass(799)
  assert.deepEqual(flags, [])
  pass(1)
  assert.deepEqual([flags, timers.size], [['white'], 0])
})

test('time that is up is a loss, or a draw where the other side cannot win', () => {
  for (const [fen, color, result, how] of [
    [undefined, 'white', '0-1', 'White’s time is up'],
    [undefined, 'black', '1-0', 'Black’s time is up'],
    ['8/8/4k3/8/8/4K3/4P3/8 w - - 0 1', 'white', '1/2-1/2', 'White’s time is up, and Black cannot win'],
    ['8/8/4k3/8/8/4K3/4P3/8 w - - 0 1', 'black', '1-0', 'Black’s time is up'],
  ]) {
    const study = new Study()
    study.newGame({ fen })
    endByTime(study, /** @type {any} */ (color))
    assert.deepEqual(study.outcome, { result, how })
  }
})
