// SPDX-License-Identifier: Apache-2.0
// How long one search may take before it is told to stop, on a clock that the test moves.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Thinking } from '#js/uci/engine/thinking.js'

const PATIENCE = { stopTimeout: 200, silenceTimeout: 60_000, searchTimeout: 60_000 }

/**
 * A search at an engine that does not answer.
 * @param {import('node:test').TestContext} t
 * @param {'white' | 'black'} turn
 * @param {object} limits
 */
function search(t, turn, limits, pondering = false) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  /** @type {string[]} */
  const sent = []
  /** @type {string[]} */
  const deaths = []
  const connection = {
    send: (/** @type {string} */ line) => void sent.push(line),
    go: (/** @type {string} */ line) => void sent.push(line),
    next: () => new Promise(() => {}),
    die: (/** @type {{ message: string }} */ { message }) => void deaths.push(message),
  }
  const root = { turn, command: 'position startpos' }
  const task = { parameters: { limits, root, searchMoves: [] }, pondering, stopRequested: false }
  const thinking = new Thinking(/** @type {any} */ (task), /** @type {any} */ (connection), PATIENCE)
  thinking.go(false)
  const isStopped = () => sent.includes('stop')
  /** @param {number} ms after which it is stopped, and not before */
  const stopsAfter = ms => {
    t.mock.timers.tick(ms - 1)
    assert.equal(isStopped(), false, `within ${ms - 1} ms`)
    t.mock.timers.tick(1)
    assert.equal(isStopped(), true, `after ${ms} ms`)
  }
  return { thinking, sent, deaths, stopsAfter, isStopped }
}

for (const [turn, ms] of /** @type {const} */ ([
  ['white', 1500],
  ['black', 9000],
]))
  test(`the time of ${turn}, who is on the move, counts`, t => {
    const limits = { wtime: 1000, winc: 500, btime: 9000 }
    search(t, turn, limits).stopsAfter(ms + PATIENCE.stopTimeout)
  })

test('the least of the limits counts', t =>
  search(t, 'white', { movetime: 300, wtime: 1000 }).stopsAfter(300 + PATIENCE.stopTimeout))

test('a search that ponders has all the time that the opponent takes', t => {
  const { thinking, sent, stopsAfter, isStopped } = search(t, 'white', { movetime: 1000 }, true)
  t.mock.timers.tick(3_600_000)
  assert.equal(isStopped(), false)
  thinking.ponderHit()
  assert.equal(sent.at(-1), 'ponderhit')
  stopsAfter(1000 + PATIENCE.stopTimeout)
})

test('an engine that does not stop is dead', t => {
  const { deaths, stopsAfter } = search(t, 'white', { movetime: 1000 })
  stopsAfter(1000 + PATIENCE.stopTimeout)
  assert.deepEqual(deaths, [])
  // Input that has arrived meanwhile is read first.
  for (let waits = 0; waits < 2; waits++) t.mock.timers.tick(PATIENCE.stopTimeout)
  assert.deepEqual(deaths, ["no 'bestmove' within 200 ms after 'stop'"])
})

test('a search that has ended is not stopped', t => {
  const { thinking, deaths, isStopped } = search(t, 'white', { movetime: 1000 })
  thinking.end()
  thinking.stop()
  t.mock.timers.tick(3_600_000)
  assert.deepEqual([isStopped(), deaths], [false, []])
})
