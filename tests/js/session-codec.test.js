// SPDX-License-Identifier: Apache-2.0
// The lines in which stores keep events: they give back what was written, forever, and nothing else.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { decodeEvent, encodeEvent } from '#js/session/codec.js'
import { EVENTS } from '#js/session/commands.js'
import { seededRandom } from '../bench/random.js'

const fixture = name => readFileSync(new URL(`../data/sessions/${name}`, import.meta.url), 'utf8')
const lines = fixture('format-1.log').trimEnd().split('\n')
const events = JSON.parse(fixture('format-1.json'))

const TYPES = [...EVENTS.keys()]

const refused = { name: 'ChessError', code: 'ERR_SESSION_FORMAT' }

test('logs of format 1 are read as they were written, and are written the same today', () => {
  assert.equal(lines.length, events.length)
  for (const [index, line] of lines.entries()) {
    assert.deepEqual(decodeEvent(line), events[index])
    assert.equal(encodeEvent(events[index]), line)
  }
})

test('the fixture has all types, and each field of each type both there and absent', () => {
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(TYPES))
  for (const [type, { fields = {}, optional = {} }] of EVENTS) {
    const all = events.filter(event => event.type === type)
    const has = field => all.filter(event => field in event).length
    for (const field in fields) assert.equal(has(field), all.length, `${type} with ${field}`)
    for (const field in optional)
      assert.ok(has(field) > 0 && has(field) < all.length, `${type} with and without ${field}`)
    const own = new Set([...Object.keys(fields), ...Object.keys(optional), 'type', 'at', 'by', 'command'])
    for (const event of all)
      assert.deepEqual(
        Object.keys(event).filter(field => !own.has(field)),
        [],
      )
  }
})

test('a move of a game with a clock takes 47 bytes', () => {
  const line = encodeEvent({
    type: 'moved',
    at: 1795477362596,
    by: 'white',
    uci: 'e2e4',
    left: 178250,
    credit: 0,
    command: 'k3f',
  })
  assert.equal(line, '["mw",1795477362596,"e2e4",178250,0,"k3f"]')
  assert.ok(line.length <= 47)
})

/** @param {number} seed */
const fractions = seed => {
  const random = seededRandom(seed)
  return () => random(2 ** 32) / 2 ** 32
}

const TEXTS = ['', 'e2e4', 'ß', '\n', '\u2028', '"', '\\', '\ud800', '🂡', '__proto__', 'null']

/** @param {() => number} next */
function randomEvent(next) {
  const pick = list => list[Math.floor(next() * list.length)]
  const int = () => pick([0, 1, -1, 5000, 1795477362596, Number.MAX_SAFE_INTEGER])
  const text = () => pick(TEXTS)
  const color = () => pick(['white', 'black'])
  const seat = () => pick([{ id: text() }, { id: text(), name: text() }])
  const orNull = make => (next() < 0.3 ? null : make())
  const always = {
    created: () => ({
      format: 1,
      game: text(),
      variant: 'standard',
      fen: orNull(text),
      clock: pick([null, { perMove: int() }, { base: int(), stages: [{ moves: 40, base: int() }] }]),
      draws: 'claim',
      allow: { takeback: true, giveTime: false, spectators: true },
      white: orNull(seat),
      black: orNull(seat),
    }),
    joined: () => ({ color: color(), player: seat() }),
    started: () => ({ white: orNull(int), black: orNull(int), running: orNull(color) }),
    moved: () => ({ uci: text(), left: orNull(int), credit: int() }),
    takebackOffered: () => ({ plies: int() }),
    tookBack: () => ({ plies: int(), white: orNull(int), black: orNull(int) }),
    timeGiven: () => ({ ms: int(), left: int() }),
    away: () => ({ color: color() }),
    back: () => ({ color: color() }),
    forgotten: () => ({ color: color() }),
    compensated: () => ({ ms: int(), outage: int() }),
    paused: () => ({ left: int(), until: int() }),
    resumed: () => ({ since: int() }),
    ended: () => ({ winner: orNull(color), reason: text() }),
    rematched: () => ({ game: text() }),
  }
  const sometimes = {
    created: { dead: () => pick(['low', 'normal']) },
    moved: { stage: int, periods: int, takeback: int },
    tookBack: { periods: () => ({ white: int(), black: int() }) },
    ended: { flagged: color, detail: text, white: int, black: int },
  }
  const type = pick(TYPES)
  const event = { type, at: int(), ...always[type]?.() }
  if (next() < 0.6) event.by = color()
  if (next() < 0.6) event.command = text()
  for (const [field, make] of Object.entries(sometimes[type] ?? {})) if (next() < 0.5) event[field] = make()
  return event
}

test('what is encoded is decoded to the same, in one line', () => {
  const next = fractions(14)
  for (let count = 0; count < 20_000; count++) {
    const event = randomEvent(next)
    const line = encodeEvent(event)
    assert.ok(!line.includes('\n'))
    assert.deepEqual(decodeEvent(line), event)
    assert.equal(encodeEvent(decodeEvent(line)), line)
  }
})

test('a line that was changed is refused, or is another event that is written as it was read', () => {
  const next = fractions(15)
  let refusals = 0
  for (let count = 0; count < 20_000; count++) {
    const items = JSON.parse(encodeEvent(randomEvent(next)))
    const index = Math.floor(next() * (items.length + 2))
    items[index] = [1.5, 'x', null, [], {}, true, -1][Math.floor(next() * 7)]
    let event
    try {
      event = decodeEvent(JSON.stringify(items))
    } catch (error) {
      assert.equal(error.code, 'ERR_SESSION_FORMAT')
      refusals++
      continue
    }
    assert.deepEqual(decodeEvent(encodeEvent(event)), event)
  }
  assert.ok(refusals > 8000, `${refusals}`)
})

for (const [what, line] of Object.entries({
  'no JSON': 'moved',
  nothing: '',
  'no array': '{"type":"moved"}',
  'no items': '[]',
  'an unknown type': '["zz",1]',
  'a name of Object.prototype': '["constructor",1]',
  'a newer format': '["cw",1,2,"g","standard",null,null,"claim",{},null,null]',
  'a field too many': '["dw",1,"c",7]',
  'a field too few': '["mw",1,"e2e4",5]',
  'a time that is no integer': '["dw",1.5]',
  'a color that is none': '["a",1,"green"]',
  'null for a number': '["mw",1,"e2e4",5,null]',
}))
  test(`refused: ${what}`, () => assert.throws(() => decodeEvent(line), refused))

for (const [what, event] of Object.entries({
  'an unknown type': { type: 'castled', at: 1 },
  'no time': { type: 'drawOffered' },
  'an unknown field': { type: 'drawOffered', at: 1, sound: true },
  'a missing field': { type: 'moved', at: 1, uci: 'e2e4', left: 1 },
  'null for an optional field': { type: 'ended', at: 1, winner: null, reason: 'aborted', flagged: null },
  NaN: { type: 'takebackOffered', at: 1, plies: Number.NaN },
}))
  test(`not written: ${what}`, () => assert.throws(() => encodeEvent(event), refused))
