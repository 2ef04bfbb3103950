// SPDX-License-Identifier: Apache-2.0
// Texts as an adversary writes them, of any length, and the law that each takes linear time: four times the text costs less
// than six times the work, where quadratic work would be sixteen times as much.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuTime } from './cpu-time.js'

/**
 * What takes a text: [name of all that is alike, what its valid texts begin with, call].
 * @typedef {[name: string, starts: string[], call: (text: string) => unknown]} Row
 */

/** Letters of the longest texts. */
const MANY = 32_000
const TIMES = 4
const RATIO = 6
/** CPU time in ms for a longest text, which is cheap whatever shorter ones cost: quadratic work takes 25 ms at the least. */
const CHEAP = 12
/** CPU time in ms for a quarter of it, above which all texts are a quarter as long. */
const HEAVY = 25
/** Until a ratio is that of quiet moments. */
const MOST_TURNS = 60
const LEAST_TURNS = 5
/** CPU time in ms for a ratio, which only quadratic work comes near. */
const MOST_WORK = 4000

/** Letters that patterns and parsers look for, and others. */
const LETTERS = [
  ...' \t\n\r\u00a0a8010-+/=!?#"\'\\(){}[]<>;%$.,:*@~_&^|Kk',
  ...['\0', '\u001b', '\ud800', '\udc00', '\u0301', '\u200e', '\u2028', '\ufeff', '\u00e9', '\u{1f600}'],
]
const TOKENS = [
  ...[
    '[%',
    '[%csl ',
    '[%cal Ga1,',
    '[%]',
    '{ ',
    '{}',
    '{}{',
    '()',
    '( ',
    ';\n',
    '\n;',
    '\n%',
    '\r\n',
    '\n\n',
    ' \n',
  ],
  ...[
    '1.',
    '1. e4 ',
    'e4 ',
    'Nf3 ',
    'Nf3!',
    'a1',
    'a1-',
    '=Q',
    'O-O-',
    '0-0',
    '-- ',
    '$1 ',
    '1-0 ',
    '1/2-',
    '½ - ',
    'e.p.',
  ],
  ...['[a "', '[a "b"]\n', '[a', '"]\n', '\\"', '"\\', "': '", ' (', ') ', 'by adjudication ('],
  ...['a/', '8/', '8/8 w ', ' w ', ' b - ', 'K1', '+1', '1+', '.5', '1:', '3+2 ', '9.'],
  ...[
    'error:',
    'CSP ',
    'error.',
    'Error: ',
    'uci ',
    ': uci ',
    'option ',
    'name ',
    'type ',
    'value ',
    'default ',
    'var ',
    'moves e2e4 ',
  ],
  ...[
    'info ',
    'depth 1 ',
    'pv e2e4 ',
    'score cp 1 ',
    'bestmove ',
    'string ',
    'bm ',
    'id "',
    'bm e4;',
    'c0 "a";',
  ],
  ...[
    'http://',
    'www.',
    'a.',
    '&g=',
    '#g=',
    '&pgn=',
    '%20',
    '%',
    '//',
    '{"a":',
    '[1,',
    '",',
    'e4,',
    'ab',
    'Kv',
    'a b ',
  ],
]

/**
 * @param {(text: string) => unknown} call
 * @param {string} text
 * @returns {Promise<number>} what the call costs, in ms, with what it promises; it may fail
 */
async function cost(call, text) {
  const before = cpuTime()
  try {
    await call(text)
  } catch {
    // A refusal is an answer.
  }
  return cpuTime() - before
}

/**
 * @param {(text: string) => unknown} call
 * @param {(count: number) => string} shape
 * @returns {Promise<string>} what the texts cost if the law is broken, else ''
 */
async function fault(call, shape) {
  const isHeavy = (await cost(call, shape(MANY / TIMES))) > HEAVY
  const longest = isHeavy ? MANY / TIMES : MANY
  const large = shape(longest)
  let most = await cost(call, large)
  if (most < CHEAP) return ''
  const [small, medium] = [shape(longest / TIMES ** 2), shape(longest / TIMES)]
  let [few, more] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Collecting garbage has steps of its own: over sixteen times the text they do not matter.
  const isLinear = () => most < CHEAP || most < RATIO * more || most < RATIO ** 2 * few
  // In turns, so that all meet the same machine; what is linear is so in the quiet ones at the latest.
  for (let [turn, work] = [0, 0]; turn < MOST_TURNS && (turn < LEAST_TURNS || work < MOST_WORK); turn++) {
    more = Math.min(more, await cost(call, medium))
    few = Math.min(few, await cost(call, small))
    if (isLinear()) return ''
    const again = await cost(call, large)
    most = Math.min(most, again)
    work += again
  }
  return isLinear()
    ? ''
    : `${few.toFixed(1)}, ${more.toFixed(1)}, ${most.toFixed(1)} ms for 1, 4 and 16 times the text`
}

/**
 * @param {readonly string[]} starts what the field's valid texts begin with
 * @returns {[name: string, shape: (count: number) => string][]} texts that go wrong at their end, or never end
 */
function shapes(starts) {
  const tokens = [...LETTERS, ...TOKENS]
  const [first = '', ...others] = starts
  /** @type {[start: string, tokens: string[]][]} */
  const plan = [['', tokens], ...others.map(start => [start, LETTERS])]
  if (first !== '') plan.push([first, tokens])
  return plan.flatMap(([start, list]) =>
    [...new Set(list)].map(token => [
      `${JSON.stringify(start)} + ${JSON.stringify(token)} …`,
      count => `${start}${token.repeat(Math.ceil(count / token.length))}\nx`,
    ]),
  )
}

/** @param {Row[]} rows each becomes a test */
export function lawOf(rows) {
  for (const [name, starts, call] of rows)
    test(`${name} in linear time: ${String(call).replace(/\s+/g, ' ').slice(0, 60)}`, async () => {
      const faults = []
      for (const [text, shape] of shapes(starts)) {
        const costs = await fault(call, shape)
        if (costs !== '') faults.push(`${text}: ${costs}`)
        if (faults.length > 2) break // each takes seconds
      }
      assert.deepEqual(faults, [])
    })
}
