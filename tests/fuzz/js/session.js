// SPDX-License-Identifier: Apache-2.0
// Fuzzes sessions: logs as stored, and commands of clients as JSON.

import assert from 'node:assert/strict'
import '#js/entries/session.js'
import { ChessError } from '#js/core/errors.js'
import { clocksAt, dueAt } from '#js/session/clock.js'
import { decodeEvent, encodeEvent } from '#js/session/codec.js'
import { COMMANDS, EVENTS } from '#js/session/commands.js'
import { sessionPgn } from '#js/session/pgn.js'
import { foldSession, permissions, reduceSession } from '#js/session/reducer.js'
import { eventFor, sessionView } from '#js/session/view.js'

const JSON_WORDS = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  'null',
  'true',
  'false',
  '{}',
  '[]',
  '""',
  '1e3',
  '-1',
  '"__proto__":',
]
const EVENT_WORDS = [
  ...[...EVENTS.values()].flatMap(({ code }) => [`"${code}"`, `"${code}w"`, `"${code}b"`]),
  ...['"white"', '"black"', '"e2e4"', '"standard"', '"checkmate"', '"time"', '"claim"', '{"base":300000}'],
  ...['{"id":"a"}', '1700000000000'],
]
const COMMAND_WORDS = [...COMMANDS.keys()].map(type => `"type":"${type}"`)
const FIELD_WORDS = [
  ...[
    '"by":"a"',
    '"by":"b"',
    '"by":{"id":"a","name":"A"}',
    '"id":"1"',
    '"ply":0',
    '"uci":"e2e4"',
    '"lag":50',
    '"ms":15000',
  ],
  ...[
    '"game":"g"',
    '"variant":"atomic"',
    '"fen":"8/8/8/8/8/8/4P3/K1k5 w - - 0 1"',
    '"clock":{"base":60000}',
    '"color":"black"',
  ],
  ...[
    '"opponent":"b"',
    '"draws":"automatic"',
    '"allow":{"takeback":false}',
    '"from":1',
    '"to":2',
    '"winner":null',
    '\n',
  ],
]

/** @param {() => T} call @param {string} code @returns {T | undefined} @template T */
function orError(call, code) {
  try {
    return call()
  } catch (error) {
    assert.ok(
      error instanceof ChessError && error.code === code,
      `${/** @type {Error} */ (error)?.stack ?? error}`,
    )
    return undefined
  }
}

/** An event of a store. @param {string} text */
function checkEvent(text) {
  const event = orError(() => decodeEvent(text), 'ERR_SESSION_FORMAT')
  if (event === undefined) return
  const written = encodeEvent(event)
  // JSON does not have -0.
  assert.deepEqual(JSON.stringify(decodeEvent(written)), JSON.stringify(event))
  assert.equal(encodeEvent(decodeEvent(written)), written)
  assert.ok(!written.includes('\n'))
}

/** Each line is a command of a client, or of the server, half a second after the last one. @param {string} text */
function checkCommands(text) {
  let now = 1_700_000_000_000
  /** @type {import('#js/session/state.js').SessionState | null} */
  let state = null
  const log = []
  for (const line of text.split('\n')) {
    now += 500
    let command
    try {
      command = JSON.parse(line)
    } catch {
      continue
    }
    const before = JSON.stringify(state)
    const decision = reduceSession(state, command, now)
    assert.equal(JSON.stringify(state), before, 'the state was not changed')
    assert.equal(typeof decision.ok, 'boolean')
    if (!decision.ok) assert.equal(typeof decision.code, 'string')
    for (const event of decision.events) log.push(decodeEvent(encodeEvent(event)))
    state = decision.state
    if (state !== null) checkState(state, log, now)
  }
}

/**
 * @param {import('#js/session/state.js').SessionState} state
 * @param {import('#js/session/commands.js').SessionEvent[]} log
 * @param {number} now
 */
function checkState(state, log, now) {
  assert.equal(JSON.stringify(foldSession(null, log)), JSON.stringify(state))
  const due = dueAt(state)
  assert.ok(due === null || Number.isFinite(due))
  clocksAt(state, now)
  for (const color of /** @type {const} */ (['white', 'black'])) permissions(state, color)
  for (const role of /** @type {const} */ (['white', 'black', 'spectator'])) {
    JSON.stringify(sessionView(state, role))
    for (const event of log) JSON.stringify(eventFor(event, role))
  }
  if (state.status === 'over') assert.match(sessionPgn(log).toString(), /\[Result /)
}

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  {
    name: 'session-event',
    words: [...JSON_WORDS, ...EVENT_WORDS],
    seeds: [
      '["c",1700000000000,1,"g","standard",null,{"base":300000,"increment":3000},"claim",{"takeback":true},{"id":"a"},null]',
      '["jb",1700000000000,"black",{"id":"b","name":"B"},"c1"]',
      '["mw",1700000000000,"e2e4",178250,0,"c1"]',
      '["mb",1700000000000,"e7e5",178250,0,null,1,2]',
      '["e",1700000000000,"white","time",null,"black","x",1,2]',
      '["ty",1700000000000,1,2,3,"c",{"white":1,"black":2}]',
      '["o",1700000000000,1,2]',
    ],
    check: checkEvent,
  },
  {
    name: 'session-commands',
    words: [...JSON_WORDS, ...COMMAND_WORDS, ...FIELD_WORDS],
    seeds: [
      '{"type":"create","game":"g","by":"a","opponent":"b","clock":{"base":60000,"increment":1000}}\n{"type":"move","by":"a","ply":0,"uci":"e2e4"}\n{"type":"move","by":"b","ply":1,"uci":"e7e5"}\n{"type":"offerDraw","by":"a"}\n{"type":"acceptDraw","by":"b"}\n{"type":"rematch","by":"a"}',
      '{"type":"create","game":"g","by":"a","variant":"chess960","clock":{"perMove":30000}}\n{"type":"join","by":{"id":"b","name":"B"}}\n{"type":"resign","by":"b"}',
      '{"type":"create","game":"g","by":"a","opponent":"b","clock":{"base":0,"periods":3,"period":5000,"start":"now"}}\n{"type":"away","color":"white"}\n{"type":"due"}\n{"type":"compensate","from":1,"to":2}\n{"type":"adjudicate","winner":"white","detail":"[x]"}',
      '{"type":"create","game":"g","by":"a","opponent":"b"}\n{"type":"move","by":"a","ply":0,"uci":"e2e4","id":"1"}\n{"type":"offerTakeback","by":"a"}\n{"type":"acceptTakeback","by":"b"}\n{"type":"giveTime","by":"b","ms":15000}\n{"type":"abort","by":"a"}',
    ],
    check: checkCommands,
    slowness: 30,
  },
]
