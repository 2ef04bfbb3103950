// SPDX-License-Identifier: Apache-2.0
// Logs without one of their players: what is left of them, and that they fold to the game that was played.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carriedWasm } from '#js/core/carried-wasm.js'
import { provideWasm, ready } from '#js/core/wasm.js'
import { COLORS, otherColor } from '#js/game/squares.js'
import { decodeEvent, encodeEvent } from '#js/session/codec.js'
import { withoutUser } from '#js/session/forget.js'
import { pick, randomFrom } from '../random.js'
import { binbo } from './support/binbo.js'
import { games, seed } from './support/random-games.js'
import { CLOCKS, playRandom } from './support/random-sessions.js'
import { Played, START, session } from './support/sessions.js'

provideWasm(carriedWasm)
ready()
const { foldSession, reduceSession, sessionPgn, sessionView } = session
const ALICE = { id: 'alice-2f9c', name: 'Alice Liddell' }
const BOB = { id: 'bob-77d1', name: 'Bob Roberts' }
const kept = events => events.map(encodeEvent).map(decodeEvent)

/** @param {object} fields of create */
const waiting = (fields = {}) => {
  const game = Object.create(Played.prototype)
  Object.assign(game, { log: [], state: null, now: START })
  game.do({ type: 'create', id: 'alice-2f9c.1', game: 'g', by: ALICE, ...fields })
  return game
}
const started = fields => {
  const game = waiting({ clock: { base: 60_000, start: 'now' }, ...fields })
  game.do({ type: 'join', id: 'j', by: BOB })
  return game
}

test('a log is folded without the player to the state of the game, but for the seat', () => {
  const random = randomFrom(seed % 1_000_000)
  for (let index = 0; index < games(40); index++) {
    const variant = binbo.VARIANTS[index % binbo.VARIANTS.length]
    const clock = CLOCKS[index % CLOCKS.length][1]
    const { log, state: last } = playRandom(
      { seed: seed + index, setup: { variant, clock, color: pick(random, COLORS) }, steps: 60 },
      () => {},
    )
    const events = log.slice(0, 1 + Math.floor(random() * log.length))
    const state = foldSession(null, events)
    for (const color of COLORS.filter(color => state.players[color] !== null)) {
      const user = last.players[color].id
      const without = withoutUser(events, user, state.at)
      const what = `BINBO_SEED=${seed}, game ${index}, ${color}`
      assert.equal(without.log.length, events.length + without.events.length, what)
      assert.deepEqual(without.log.slice(events.length), without.events)
      const folded = foldSession(null, kept(without.log))
      assert.deepEqual(folded, without.state, what)
      assert.deepEqual(folded, foldSession(state, without.events), `${what}: nodes that know the game`)
      assert.equal(JSON.stringify(folded).includes(`"${user}"`), false, what)
      assert.deepEqual(folded.players[color], { id: `~forgotten-${color}` })
      const { players, seen, version, rematch, result, status, time, at, draw, takeback, ...same } = folded
      for (const name of Object.keys(same)) assert.deepEqual(same[name], state[name], `${what}: ${name}`)
      assert.deepEqual(players[otherColor(color)], state.players[otherColor(color)])
      assert.deepEqual(seen, { ...state.seen, [color]: [] })
      assert.equal(withoutUser(without.log, user, state.at), null, 'once is enough')
    }
  }
})

test('neither id nor name is left: seats, ids of commands, an arbiter’s words, the offer of a rematch', () => {
  const game = started()
  game.do({ ...game.move('e2e4'), id: 'Alice Liddell 1' })
  game.do({ ...game.move('e7e5'), id: 'b1' })
  game.do({ type: 'adjudicate', winner: 'black', detail: 'Alice Liddell has left the hall' })
  game.do({ ...game.by('white', 'rematch'), id: 'alice-2f9c.9' })
  const { log, state } = withoutUser(game.log, ALICE.id, game.now)
  const text = JSON.stringify([log, state, sessionView(state, 'black'), sessionPgn(log).toString()])
  assert.doesNotMatch(text, /alice|liddell/i)
  assert.deepEqual(state.result, { winner: 'black', reason: 'adjudication' })
  assert.equal(state.rematch, null)
  assert.deepEqual(state.players, { white: { id: '~forgotten-white' }, black: BOB })
  assert.deepEqual(state.seen.black, ['j', 'b1'])
  assert.match(sessionPgn(log).toString(), /\[White "\?"\]\n\[Black "Bob Roberts"\]/)
  // The server's command alone leaves the old events, which are found later.
  game.do({ type: 'forget', color: 'white' })
  const late = withoutUser(game.log, ALICE.id, game.now)
  assert.deepEqual([late.events, late.log.length], [[], game.log.length])
  assert.doesNotMatch(JSON.stringify(late.log), /alice|liddell/i)
  assert.deepEqual(foldSession(null, late.log), game.state)
  // Others.
  assert.equal(withoutUser(game.log, 'carol', game.now), null)
  assert.equal(withoutUser([], 'carol', game.now), null)
})

test('a game waits no longer without its maker, is played on against one forgotten player, and ends without both', () => {
  const alone = waiting()
  const { state, events } = withoutUser(alone.log, ALICE.id, START + 5)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['forgotten', 'ended'],
  )
  assert.deepEqual([state.status, state.result.reason], ['over', 'aborted'])

  const game = started()
  game.play(['e2e4', 'e7e5'])
  const one = withoutUser(game.log, ALICE.id, START + 1000)
  assert.equal(one.state.status, 'playing')
  assert.deepEqual(
    { ...one.state.time, since: 0 },
    { ...game.state.time, since: 0 },
    'the clock goes on as before',
  )
  const flag = reduceSession(one.state, { type: 'flag', by: BOB.id }, START + 70_000)
  assert.deepEqual(flag.state.result, { winner: 'black', reason: 'time', flagged: 'white' })
  const away = reduceSession(one.state, { type: 'away', color: 'white' }, START + 2000).state
  assert.equal(reduceSession(away, { type: 'claimWin', by: BOB.id }, START + 33_000).ok, true)
  // No one has the seat.
  for (const by of [ALICE, ALICE.id])
    assert.equal(reduceSession(one.state, { type: 'resign', by }, START + 1000).code, 'notPlayer')
  const both = withoutUser(one.log, BOB.id, START + 2000)
  assert.deepEqual([both.state.status, both.state.result.reason], ['over', 'aborted'])
  assert.doesNotMatch(JSON.stringify(both.log), /alice|liddell|bob/i)
  assert.deepEqual(foldSession(null, both.log), both.state)
})

test('time that was up ends the game first', () => {
  const game = started()
  game.play(['e2e4', 'e7e5'])
  const { state, events } = withoutUser(game.log, ALICE.id, START + 70_000)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['ended', 'forgotten'],
  )
  assert.deepEqual(state.result, { winner: 'black', reason: 'time', flagged: 'white' })
})

test('only the server forgets, once, a seat that is taken', () => {
  const game = started()
  const refused = command => reduceSession(game.state, command, START).code
  assert.equal(refused({ type: 'forget', color: 'white', by: ALICE }), 'badCommand')
  assert.equal(refused({ type: 'forget' }), 'badCommand')
  game.do({ type: 'forget', color: 'white' })
  assert.deepEqual(game.do({ type: 'forget', color: 'white' }).events, [])
  const alone = waiting()
  assert.deepEqual(alone.do({ type: 'forget', color: 'black' }).events, [])
  for (const color of [...COLORS, 'spectator'])
    assert.equal(session.permissions(game.state, color).includes('forget'), false)
})
