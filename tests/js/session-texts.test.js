// SPDX-License-Identifier: Apache-2.0
// Texts that enter logs: whatever a command has in its fields, every text of a log is well-formed Unicode without NUL.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS } from '#js/session/commands.js'
import { isShortText, isSoundText, soundText } from '#js/session/setup.js'
import { Played, START, session } from './support/sessions.js'

const { reduceSession } = session

const BAD = [
  '\0',
  '\ud800',
  '\udbff',
  '\udc00',
  '\udfff',
  '\udc00\ud800',
  '\ud83e\0\udd8a',
  '\ud83e\ud83e\udd8a',
]
/** A pair is a character. */
const GOOD = '\u{1f98a}'

const ALICE = { id: 'alice', name: 'Alice' }
/** Each with all of its texts. */
const EXAMPLES = {
  create: {
    ...{ game: 'g', variant: 'chess', fen: 'startpos', draws: 'claim', dead: 'low', color: 'white' },
    clock: { base: 60_000, show: 'delay', start: 'now', delay: 1000 },
    opponent: { id: 'bob', name: 'Bob' },
  },
  join: { by: { id: 'carl', name: 'Carl' }, color: 'black' },
  forget: { color: 'white' },
  move: { ply: 2, uci: 'g1f3' },
  abort: {},
  resign: {},
  adjudicate: { winner: 'white', detail: 'a phone rang' },
  offerDraw: {},
  acceptDraw: {},
  declineDraw: {},
  claimDraw: { uci: 'g1f3' },
  offerTakeback: {},
  acceptTakeback: {},
  declineTakeback: {},
  giveTime: { ms: 15_000 },
  flag: {},
  due: {},
  compensate: { from: START, to: START + 1 },
  claimWin: {},
  claimAbsenceDraw: {},
  away: { color: 'white' },
  back: { color: 'white' },
  pause: {},
  resume: {},
  rematch: {},
  declineRematch: {},
}

/** Every copy of a value with `bad` in one of its texts, and the path of that. */
function* spoilt(value, bad, path = '') {
  if (typeof value === 'string') {
    for (const text of [bad, bad + value, value + bad, value.slice(0, 1) + bad + value.slice(1)])
      yield [path, text]
  } else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      for (const [where, changed] of spoilt(item, bad, `${path}.${name}`))
        yield [where, { ...value, [name]: changed }]
}

const isSound = text => !text.includes('\0') && text === Buffer.from(text).toString()
function textsOf(value) {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...Object.keys(value), ...Object.values(value).flatMap(textsOf)]
}

/** Games in which every command can have an effect. */
function states() {
  const setup = { clock: { base: 60_000 } }
  const waiting = new Played({ ...setup, opponent: 'bob' })
  const playing = new Played(setup).play(['e2e4', 'e7e5'])
  const over = new Played(setup).play(['e2e4', 'e7e5'])
  over.do({ type: 'resign', by: 'alice' })
  return [null, waiting.state, playing.state, over.state]
}

test('no text of a command brings into a log what a database or UTF-8 cannot hold', () => {
  assert.deepEqual(new Set(Object.keys(EXAMPLES)), new Set(COMMANDS.keys()), 'an example of each')
  const all = states()
  let count = 0
  for (const [type, fields] of Object.entries(EXAMPLES)) {
    const byPlayer = COMMANDS.get(type).by === 'player' ? { by: ALICE } : {}
    const command = { type, id: 'c1', ...byPlayer, ...fields }
    for (const bad of BAD)
      for (const [path, wrong] of spoilt(command, bad))
        for (const state of all) {
          const { events } = reduceSession(state, wrong, START + 1)
          count++
          for (const text of textsOf(events))
            assert.ok(isSound(text), `${type}${path}: ${JSON.stringify(text)}`)
        }
  }
  assert.ok(count > 5000, `${count}`)
})

test('free text that a log cannot hold is a badCommand; other text is kept as it is', () => {
  const [, , playing] = states()
  const adjudicate = detail => reduceSession(playing, { type: 'adjudicate', winner: null, detail }, START + 1)
  for (const bad of BAD) assert.equal(adjudicate(`a${bad}b`).code, 'badCommand', JSON.stringify(bad))
  for (const good of ['', 'a\nb\t', GOOD, GOOD.repeat(100), '\u202e\ufffd\uffff'])
    assert.equal(adjudicate(good).state.result.detail, good)
  assert.equal(adjudicate('x'.repeat(201)).code, 'badCommand')
})

test('text is mended and cut between characters', () => {
  for (const bad of BAD) {
    assert.equal(isSoundText(bad, 9), false)
    assert.equal(isShortText(bad), false)
    assert.ok(isSound(soundText(bad)), JSON.stringify(bad))
  }
  assert.equal(soundText('a\0b\ud800'), 'a\ufffdb\ufffd')
  assert.equal(soundText('\ud800'.repeat(3)), '\ufffd'.repeat(3))
  const text = `a${GOOD}b${GOOD}`
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map(most => soundText(text, most)),
    ['', 'a', 'a', `a${GOOD}`, `a${GOOD}b`, `a${GOOD}b`, text, text],
  )
  assert.equal(soundText(text), text)
})
