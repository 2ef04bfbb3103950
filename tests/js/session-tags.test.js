// SPDX-License-Identifier: Apache-2.0
// Marks of a game's own, and fields of `create` that there are not: what is taken, where tags are found, and what is refused.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { carriedWasm } from '#js/core/carried-wasm.js'
import { provideWasm, ready } from '#js/core/wasm.js'
import { recordOf } from '#js/server/archive/archive.js'
import { decodeEvent, encodeEvent } from '#js/session/codec.js'
import { withoutUser } from '#js/session/forget.js'
import { isOwnTag } from '#js/session/setup.js'
import { dist } from './support/binbo.js'
import { Played, START, session } from './support/sessions.js'

provideWasm(carriedWasm)
ready()
const { foldSession, reduceSession, sessionPgn, sessionView } = session
const { parsePgn } = await import(pathToFileURL(`${dist}pgn.js`).href)

const create = fields => reduceSession(null, { type: 'create', game: 'g', by: 'alice', ...fields }, START)
const TAGS = { Rated: 'yes', Tournament: 'Spring "26" \\ [x] {y} ♞', Round_2: '' }

test('tags are in the log, the states, the views, the PGN and the record', () => {
  const game = new Played({ tags: TAGS, clock: { base: 60_000 } }).play(['e2e4', 'e7e5', 'g1f3'])
  assert.deepEqual(game.log[0].tags, TAGS)
  const kept = game.log.map(encodeEvent).map(decodeEvent)
  assert.deepEqual(foldSession(null, kept), game.state)
  assert.deepEqual(game.state.tags, TAGS)
  for (const role of ['white', 'black', 'spectator'])
    assert.deepEqual(sessionView(game.state, role).tags, TAGS)
  game.do(game.by('white', 'resign'))
  const record = recordOf(game.log)
  assert.deepEqual(record.tags, TAGS)
  for (const text of [record.pgn, sessionPgn(game.log).toString()]) {
    const [read] = parsePgn(text)
    assert.deepEqual(read.errors, [])
    for (const [name, value] of Object.entries(TAGS)) assert.equal(read.headers.get(name), value)
  }
  const none = new Played().play(['e2e4', 'e7e5'])
  for (const without of [none.log[0], none.state, sessionView(none.state, 'white'), recordOf(none.log)])
    assert.equal(without.tags, undefined)
  assert.deepEqual(new Played({ tags: {} }).log[0].tags, undefined)
  assert.equal(create({ tags: null }).ok, true)
})

test('a change of the object that was given changes no game', () => {
  const tags = { Rated: 'yes' }
  const { state } = create({ tags })
  tags.Rated = 'no'
  assert.deepEqual(state.tags, { Rated: 'yes' })
})

test('no tag takes the place of one that sessions or archives write', () => {
  const clocks = [null, { base: 60_000, delay: 2000 }, { perMove: 86_400_000 }]
  const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
  for (const clock of clocks)
    for (const setup of [{ clock }, { clock, fen }, { clock, variant: 'crazyhouse' }]) {
      const game = new Played(setup)
      game.do(game.by('white', 'abort'))
      for (const name of parsePgn(recordOf(game.log).pgn)[0].headers.keys()) {
        assert.ok(isOwnTag(name), name)
        for (const tag of [name, name.toLowerCase(), name.toUpperCase()])
          assert.equal(create({ tags: { [tag]: 'x' } }).code, 'badCommand', tag)
      }
    }
})

test('no tag claims a fact about players, moves or times, in any case; two names differ by more than case', () => {
  const facts =
    'WhiteElo BlackElo WhiteTitle BlackFideId WhiteRatingDiff WhiteTeam ECO NIC Opening Variation SubVariation Time PlyCount Result TimeControl Termination'
  for (const name of facts.split(' '))
    for (const tag of [name, name.toLowerCase(), name.toUpperCase()]) {
      const refusal = create({ tags: { [tag]: 'x' } })
      assert.deepEqual([refusal.code, /^tags are /.test(refusal.why)], ['badCommand', true], tag)
    }
  for (const tags of [
    { Rated: 'yes', rated: 'no' },
    { A: 'x', B: 'x', a: 'x' },
  ])
    assert.equal(create({ tags }).code, 'badCommand')
  for (const name of ['EventDate', 'Board', 'Section', 'Timer', 'Openings', 'Ecology', 'rated'])
    assert.equal(create({ tags: { [name]: 'x' } }).ok, true, name)
})

test('wrong tags are refused, and the reason names them', () => {
  const eight = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`T${at}`, 'x'.repeat(48)]))
  assert.equal(create({ tags: eight }).ok, true, '400 bytes')
  assert.equal(create({ tags: { ...eight, T0: `${eight.T0}x` } }).code, 'badCommand', '401 bytes')
  assert.equal(create({ tags: { A: '日'.repeat(133) } }).ok, true)
  assert.equal(create({ tags: { A: '日'.repeat(134) } }).code, 'badCommand', 'bytes, not characters')
  const nine = Object.fromEntries(Array.from('ABCDEFGHI', name => [name, 'x']))
  const wrong = [nine, [], ['x'], 'Rated', 7, true, { Rated: 7 }, { Rated: null }, { Rated: ['x'] }].concat(
    ['', ' A', 'A B', 'A-B', '_A', '1A', 'A"', 'É', 'A\n', '__proto__'].map(name =>
      JSON.parse(`{${JSON.stringify(name)}: "x"}`),
    ),
    ['\n', '\0', '\u0085\r', '\ud800', '\u2028'].map(value => ({ A: value })),
  )
  for (const tags of wrong) {
    const refusal = create({ tags })
    assert.equal(refusal.code, 'badCommand', JSON.stringify(tags))
    assert.match(refusal.why, /^tags are at most 8/)
  }
})

test('a field of create that there is not is refused, and the reason names it', () => {
  const perMove = { perMove: 86_400_000 }
  for (const [fields, code, why] of [
    [{ rated: true }, 'badCommand', "there is no field 'rated'"],
    [{ Clock: null }, 'badCommand', "there is no field 'Clock'"],
    [{ uci: 'e2e4' }, 'badCommand', "there is no field 'uci'"],
    [JSON.parse('{"__proto__": 1}'), 'badCommand', "there is no field '__proto__'"],
    [{ ['x'.repeat(500)]: 1 }, 'badCommand', `there is no field '${'x'.repeat(64)}'`],
    [{ allow: { chat: false } }, 'badCommand', "there is no field 'allow.chat'"],
    [{ clock: { base: 60_000, inc: 2000 } }, 'badClock', "there is no field 'clock.inc'"],
    [{ clock: { ...perMove, days: 1 } }, 'badClock', "there is no field 'clock.days'"],
    [
      { clock: { base: 60_000, stages: [{ moves: 40, base: 1000, delay: 3 }] } },
      'badClock',
      "there is no field 'clock.stages.delay'",
    ],
  ]) {
    const command = Object.assign(Object.create(null), { type: 'create', game: 'g', by: 'alice' })
    for (const name of Object.keys(fields))
      Object.defineProperty(command, name, { value: fields[name], enumerable: true })
    const refusal = reduceSession(null, command, START)
    assert.deepEqual([refusal.code, refusal.why], [code, why])
  }
  assert.equal(create({ rated: undefined, by: { id: 'alice', place: 'x', since: 5 } }).ok, true)
  assert.equal(create({ clock: { base: 60_000, increment: undefined, start: 'now' } }).ok, true)
})

test('a forgotten player takes the tags along: they may name either', () => {
  const named = { Teams: 'Alice & Bob' }
  for (const user of ['alice', 'bob']) {
    const game = new Played({ tags: named }).play(['e2e4', 'e7e5'])
    game.do(game.by('white', 'resign'))
    const { log, state, events } = withoutUser(game.log, user, game.now)
    assert.deepEqual(foldSession(null, log.map(encodeEvent).map(decodeEvent)), state)
    assert.deepEqual(foldSession(game.state, events), state)
    assert.doesNotMatch(JSON.stringify([log, state, recordOf(log)]), /Teams/)
  }
})
