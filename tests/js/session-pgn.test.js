// SPDX-License-Identifier: Apache-2.0
// A game's log as PGN: the clock of each move that stands, the time control, and the end in words (js/session/pgn and
// js/session/end-text); and what tables do not ask of js/session/clock and js/session/commands/draws.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Played, START, session } from './support/sessions.js'

const { clocksAt, sessionPgn } = session
const CLOCK = { base: 60_000, increment: 0, start: 'now' }

test('moves that were taken back take their clocks along', () => {
  const game = new Played({ clock: CLOCK })
  for (const [at, uci] of /** @type {[number, string][]} */ ([
    [1000, 'e2e4'],
    [3000, 'e7e5'],
    [6000, 'g1f3'],
    [10_000, 'b8c6'],
  ]))
    game.do(game.move(uci), START + at)
  game.do(game.by('white', 'offerTakeback'))
  game.do(game.by('black', 'acceptTakeback'))
  game.do(game.move('d2d4'), START + 11_000)
  const nodes = [...sessionPgn(game.log).mainline()]
  assert.deepEqual(
    nodes.map(({ san }) => san),
    ['e4', 'e5', 'd4'],
  )
  assert.equal(nodes[0].clock, 59)
  assert.equal(nodes[1].clock, 58)
  assert.equal(nodes[2].clock, clocksAt(game.state, game.now).white / 1000)
})

test('a stage counts the moves since the stage before', () => {
  const stages = [
    { moves: 40, base: 3_600_000 },
    { moves: 60, base: 900_000, increment: 30_000 },
  ]
  const game = new Played({ clock: { base: 7_200_000, increment: 0, stages } })
  assert.equal(sessionPgn(game.log).headers.get('TimeControl'), '40/7200:20/3600:900+30')
})

test('an arbiter’s words are no command of PGN', () => {
  const game = new Played({ clock: CLOCK })
  game.play(['e2e4', 'e7e5'])
  game.do({ type: 'adjudicate', winner: 'white', detail: 'a phone [%clk 9:00:00] rang' })
  const [, e5] = sessionPgn(game.log).mainline()
  assert.match(e5.comments.join(' '), /White wins by adjudication \(a phone \(%clk 9:00:00\) rang\)/)
  assert.ok(e5.clock < 61)
})

test('a clock that is read before its move began has not gained', () => {
  for (const more of [{}, { delay: 2000, show: 'bronstein' }]) {
    const game = new Played({ clock: { ...CLOCK, ...more } })
    game.play(['e2e4', 'e7e5'])
    const now = clocksAt(game.state, game.now)
    assert.deepEqual(clocksAt(game.state, game.now - 5000), now)
  }
})

test('a draw is offered again after twenty half-moves, and not before', () => {
  const game = new Played()
  const knights = ['g1f3', 'g8f6', 'f3g1', 'f6g8']
  game.play(['a2a3', 'a7a6'])
  game.do(game.by('white', 'offerDraw'))
  game.do(game.by('black', 'declineDraw'))
  const others = [
    'b2b3',
    'b7b6',
    'c2c3',
    'c7c6',
    'd2d3',
    'd7d6',
    'e2e3',
    'e7e6',
    'f2f3',
    'f7f6',
    'h2h3',
    'h7h6',
  ]
  game.play([...knights, ...others, 'g1e2', 'g8e7', 'e2g1'])
  assert.equal(game.send(game.by('white', 'offerDraw')).code, 'tooOften', 'after 19')
  game.play(['e7g8'])
  game.do(game.by('white', 'offerDraw'))
})
