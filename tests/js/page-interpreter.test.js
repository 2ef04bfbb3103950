// SPDX-License-Identifier: Apache-2.0
// Programs that the page runs without eval: what they compute, what they say of mistakes, and what they cannot reach.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInThisContext } from 'node:vm'
import * as binbo from 'binbo'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { runProgram } from '#web/developers/interpreter.js'
import { ProgramError } from '#web/developers/program-tokens.js'

const MODULES = { binbo: { ...binbo }, 'binbo/pgn': { PgnGame, parsePgn } }

/** @param {string} program @param {Record<string, unknown>} [names] @returns {unknown[]} what it prints */
function printed(program, names = {}) {
  /** @type {unknown[]} */
  const lines = []
  const log = (/** @type {unknown[]} */ ...values) => void lines.push(...values)
  runProgram(program, MODULES, { console: { log }, ...names })
  return lines
}

/** @param {string} program @param {RegExp} message @param {number} [line] */
const refused = (program, message, line) =>
  assert.throws(
    () => printed(program),
    error => {
      assert.ok(error instanceof ProgramError, String(error))
      assert.match(error.message, message, program)
      if (line !== undefined) assert.equal(error.line, line, program)
      return true
    },
    program,
  )

test('expressions have the values that they have in JavaScript', () => {
  for (const text of [
    '1 + 2 * 3 - 4 / 8 % 3',
    '2 ** 3 ** 2',
    '-(2 ** 2) + +"3"',
    '1 < 2 === true && 3 >= 3 || false',
    'null ?? 5',
    '0 || "x"',
    '1 && 0',
    '!0 ? "a" : "b"',
    'typeof "x" + typeof 1 + typeof undefined',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of the program.
    '`a${1 + 1}b${`c${3}`}\\n`',
    "'\\u0041\\x42\\u{43}' + \"\\\"\" + '\\''",
    '[1, ...[2, 3], ...new Set([4])]',
    '({ a: 1, "b c": 2, ["d" + 1]: 3, ...{ e: 4 } })',
    '[3, 1, 2].sort((a, b) => b - a).map(x => x * 2)',
    '[1, 2, 3].reduce((sum, x) => sum + x, 0)',
    '((a, { b, c: [d] }, ...rest) => a + b + d + rest.length)(1, { b: 2, c: [3] }, 4, 5)',
    '((a = 2, [b = 3] = []) => a * b)()',
    '((a = 1, { b = 2 }) => [a, b])(null, { b: null })',
    '(() => { let a = 1, b = 0, c = null; a ||= 5; b &&= 6; c ??= 7; return [a, b, c] })()',
    '({ a: { b: null } }).a?.b?.c.d',
    'undefined?.[1]()',
    '({}).x?.()',
    '"abc"[1] + "abc".at(-1) + "abc".length',
    'Object.entries({ a: 1 }).flat().join("-")',
    'new Map([[1, "one"]]).get(1)',
    'JSON.stringify({ a: [1, "x"] })',
    'Math.max(...[1, 5, 3])',
    '(() => { const a = 1; { const a = 2 } return a })()',
    '(function (x) { return x + 1 })(2)',
    '1_000 + 0x10',
  ])
    assert.deepEqual(printed(`console.log(${text})`), [runInThisContext(`(${text})`)], text)
})

test('statements go as in JavaScript', () => {
  assert.deepEqual(
    printed(`
      let sum = 0, count = 0
      for (let i = 0; i < 10; i++) {
        if (i % 2) continue
        if (i > 6) break
        sum += i
      }
      while (true) { if (++count >= 3) break }
      for (const [key, value] of Object.entries({ a: 1, b: 2 })) console.log(key + value)
      function twice(x) { return 2 * x }
      const made = []
      for (let i = 0; i < 3; i++) made.push(() => i)
      try { throw new Error('gone') } catch (error) { console.log(error.message) }
      try { missing } catch { console.log('caught') }
      const { length: n = 5, other = 7 } = [1]
      let x; x ??= 4; x **= 2
      console.log(sum, count, twice(4), made.map(f => f()), n, other, x--, x)
      // A value on
      const after = made
        .map(f => f())
        .length /* more */
      console.log(after)`),
    ['a1', 'b2', 'gone', 'caught', 12, 3, 8, [0, 1, 2], 1, 7, 16, 15, 3],
  )
})

test('programs use the package', () => {
  const pgn = '1. e4 e5 (1... c5) 2. Nf3 *'
  const program = `import { Game, perft as count, START_FEN } from 'binbo'
    import { parsePgn } from 'binbo/pgn'
    const game = new Game()
    game.playMoves(['e4', 'e5'])
    console.log(game.fen, Number(count(START_FEN, 2)))
    const [read] = parsePgn(pgn)
    for (const { san, children } of read.mainline()) console.log(san, children.length)
    try { game.move('Ke4') } catch ({ code }) { console.log(code) }`
  const game = new binbo.Game()
  game.playMoves(['e4', 'e5'])
  assert.deepEqual(printed(program, { pgn }), [game.fen, 400, 'e4', 2, 'e5', 1, 'Nf3', 0, 'ERR_SAN_ILLEGAL'])
})

test('mistakes are said with their line', () => {
  refused('const a = 1\nconst b = a +', /ends too early/, 2)
  refused('let x = 1\n\nx y', /not understood here: y/, 3)
  refused("'abc", /does not end/, 1)
  refused('`abc', /does not end/, 1)
  refused('12px', /not a number/, 1)
  refused('#a', /not understood/, 1)
  refused('1 = 2', /Nothing can be assigned/, 1)
  refused('const a = 1\na = 2', /a is constant/, 2)
  refused('const a = 1\nconst a = 2', /a already/, 1)
  refused('\nnone', /no none here/, 2)
  refused('const o = {}\no.f()', /o\.f is not a function/, 2)
  refused('const o = {}\no.a.b', /o\.a is undefined: it has no b/, 2)
  refused("throw 'that'", /It threw that/, 1)
  refused('const f = () => f()\nf()', /Too many calls/)
  refused("import { Engine } from 'binbo/uci'", /'binbo\/uci' does not run on this page/, 1)
  refused("import { nothing } from 'binbo'", /has no nothing/, 1)
  refused("import { Game } from 'binbo'\nnew Game({ fen: 'x' })", /ERR_FEN|FEN/, 2)
  for (const text of [
    'class A {}',
    'await x',
    'async () => 1',
    '/a+/.test("a")',
    'a & b',
    'yield 1',
    'var a = 1',
    'x => { y',
  ])
    refused(text, /not understood|ends too early|no \w+ here/)
  refused('('.repeat(200_000), /Too many calls|ends too early/)
})

/** Ways from a value to code, to the page, or to what other code uses. */
const ATTACKS = [
  'eval("1")',
  'Function("return 1")()',
  'globalThis.x',
  'window.x',
  'self.x',
  'this.x',
  'fetch("/")',
  'indexedDB.open("x")',
  'localStorage.x',
  'postMessage(1)',
  'importScripts("x")',
  'import("x")',
  'process.exit()',
  'require("fs")',
  'new Worker("x")',
  'Reflect.construct(Map)',
  'Symbol.iterator',
  'Proxy',
  '(() => {}).constructor("return 1")()',
  '[].map.constructor("return 1")()',
  '"".constructor.constructor("return 1")()',
  'const k = "construct" + "or"; ({})[k]',
  'const { constructor: c } = {}',
  'const { constructor } = () => {}',
  '(({ constructor }) => constructor)(() => {})',
  '({})["__proto__"].x = 1',
  'const o = { __proto__: null }',
  'Array.prototype.map = 1',
  'Map.prototype.get',
  '({}).__defineGetter__("x", () => 1)',
  '({}).__lookupGetter__("__proto__")',
  'let n = 0; ({})[{ toString: () => n++ ? "constructor" : "constructor" }]',
  '[["constructor"]].map(k => (() => {})[k])',
  'console.log.constructor',
  'Object.getPrototypeOf(1)',
  'Object.defineProperty({}, "a", {})',
  'Error.prepareStackTrace = () => 1; Error.captureStackTrace({})',
  '(function () { return arguments.callee })().caller',
  'Object.keys.caller',
  'JSON.constructor',
]

test('no program reaches the functions that compile code, the page, or what other code shares', () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  for (const attack of ATTACKS)
    refused(attack, /closed|no \w+ here|not understood|not a function|ends too early|no \w+\.$/)
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before)
})

test('a key is read once: it cannot change after it was checked', () => {
  const program = `let asked = 0
    const key = { toString: () => (asked++ === 0 ? 'length' : 'constructor') }
    console.log('abc'[key], asked)`
  assert.deepEqual(printed(program), [3, 1])
})
