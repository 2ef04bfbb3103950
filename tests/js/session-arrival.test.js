// SPDX-License-Identifier: Apache-2.0
// Commands that had to wait for the store: the clock that runs stops when they came, and what follows begins when they are
// in the log: the nearest tests of js/session/reducer and js/session/commands/vacation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Played, session } from './support/sessions.js'

const { clocksAt, dueAt, foldSession, reduceSession } = session

const CAME = 1000
const KEPT = 7000

/** A game in which White's clock runs since `now`. */
const started = (setup = {}) => {
  const game = new Played({ clock: { base: 5000 }, ...setup }).play(['e2e4', 'e7e5'])
  game.now += 100
  return game
}

/** Decides a command that came 1 s after the current move began and is appended 7 s after it. */
function decide(game, command, came = CAME, kept = KEPT) {
  const { since } = game.state.time
  const decision = reduceSession(game.state, command, since + kept, since + came)
  for (const { at } of decision.events) assert.equal(at, since + kept, 'events have the time of the append')
  if (decision.state !== null)
    assert.deepEqual(foldSession(game.state, decision.events), decision.state, 'the log says the same')
  game.state = decision.state
  game.log.push(...decision.events)
  return decision
}

for (const [name, clock, left] of [
  ['sudden death', { base: 5000 }, 4000],
  ['increment', { base: 5000, increment: 2000 }, 6000],
  ['delay', { base: 5000, delay: 700 }, 4700],
  ['byo-yomi', { base: 500, periods: 3, period: 400 }, 0],
  ['per move', { perMove: 5000 }, 5000],
])
  test(`${name}: the mover pays until the move came, and the opponent from when it is in the log`, () => {
    const game = started({ clock: name === 'byo-yomi' ? { ...clock, base: 1000 } : clock })
    const { since } = game.state.time
    assert.equal(decide(game, game.move('g1f3')).ok, true)
    const { time } = game.state
    assert.equal(time.white, left)
    assert.equal(time.since, since + KEPT)
    const allowance = clocksAt(game.state, since + KEPT).black
    assert.equal(allowance, clocksAt(started({ clock: game.state.clock }).state, 0).black, 'in full')
    assert.ok(dueAt(game.state) >= since + KEPT + allowance)
  })

test('a move that came in time is in time, and one that came late is late, whenever it is decided', () => {
  for (const [came, ok] of [
    [4999, true],
    [5000, false],
  ]) {
    const game = started()
    const decision = decide(game, game.move('g1f3'), came)
    assert.equal(decision.ok, ok, `${came}`)
    if (!ok) assert.deepEqual([decision.code, decision.result.flagged], ['late', 'white'])
  }
})

test('lag is credited within the time until it came', () => {
  const game = started()
  const { credit, left } = decide(game, game.move('g1f3', { lag: 60 })).events[0]
  assert.deepEqual([credit, left], [60, 4060])
})

test('what ends the game shows the clocks as of when it came', () => {
  for (const command of ['resign', 'acceptDraw']) {
    const game = started()
    if (command === 'acceptDraw') {
      // The offer outlives its maker's move.
      game.do(game.by('white', 'offerDraw'))
      game.do(game.move('g1f3'))
    }
    const { white, black } = decide(game, game.by(game.turn, command)).events.at(-1)
    assert.deepEqual([white, black].sort(), command === 'resign' ? [4000, 5000] : [4000, 4900], command)
  }
})

test('a takeback costs until its answer came; the next move begins when it is in the log', () => {
  const game = started()
  const { since } = game.state.time
  game.do(game.by('black', 'offerTakeback'))
  decide(game, game.by('white', 'acceptTakeback'))
  const { white, black, running, since: begins } = game.state.time
  assert.deepEqual([white, black, begins - since], [4000, 5000, KEPT])
  assert.equal(running, null, 'first moves are free again')
})

test('a pause keeps what was left when it came', () => {
  const game = started({ clock: { perMove: 5000 }, allow: { vacation: 1 } })
  const { since } = game.state.time
  decide(game, game.by('white', 'pause'))
  assert.equal(game.state.time.white, 4000)
  assert.equal(game.state.time.vacation.paused.since, since + KEPT)
})

test('claims are judged as of when they came', () => {
  const flag = started()
  const early = decide(flag, flag.by('white', 'flag'), 4000)
  assert.deepEqual([early.code, early.ms], ['early', 1000])
  assert.equal(decide(flag, flag.by('white', 'flag'), 5000).events[0].reason, 'time')
  const absent = started({ clock: { base: 60_000 } })
  absent.do({ type: 'away', color: 'white' })
  const { code, ms } = decide(absent, absent.by('black', 'claimWin'), 29_000, 40_000)
  assert.deepEqual([code, ms], ['notAway', 1100])
  assert.equal(decide(absent, absent.by('black', 'claimWin'), 31_000, 40_000).ok, true)
})

test('a command counts as of the current move, or the end of an outage, that began after it came', () => {
  const game = started({ clock: { base: 60_000 } })
  assert.equal(decide(game, game.move('g1f3'), -5000).events[0].left, 60_000)
  // Away from 2 s to 8 s, and back: 2 s were thought, and the move came within the outage.
  const away = started({ clock: { base: 60_000 } })
  const { since } = away.state.time
  away.do({ type: 'compensate', from: since + 2000, to: since + 8000 }, since + 8500)
  const moved = reduceSession(away.state, away.move('g1f3'), since + 9000, since + 5000).events[0]
  assert.deepEqual([moved.left, moved.at], [58_000, since + 9000])
  // One that comes later costs what was thought since the outage, too.
  const later = reduceSession(away.state, away.move('g1f3'), since + 9000, since + 8700).events[0]
  assert.equal(later.left, 57_300)
})

test('nobody but the server says when a command came, and it never came later than now', () => {
  const game = started()
  const { since } = game.state.time
  for (const field of [{ arrived: since }, { came: since }, { at: since }]) {
    const { left } = reduceSession(game.state, game.move('g1f3', field), since + 3000).events[0]
    assert.equal(left, 2000)
  }
  assert.equal(reduceSession(game.state, game.move('g1f3'), since + 3000, since + 4000).events[0].left, 2000)
  assert.equal(
    reduceSession(game.state, { type: 'due' }, since + 9000, since).events[0].reason,
    'time',
    'the timer',
  )
  assert.throws(() => reduceSession(game.state, game.move('g1f3'), since, Number.NaN), {
    code: 'ERR_ARGUMENT',
  })
})
