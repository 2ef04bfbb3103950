// SPDX-License-Identifier: Apache-2.0
// No test asserts that something takes less than a time of a clock, which also counts what other programs take: it asks for
// CPU time, a ratio, or what was counted. Only what hangs is found by a clock, with the patience of a busy machine.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseAst } from 'rollup/parseAst'
import { root } from './support/binbo.js'

const FOLDERS = ['tests/js/', 'tests/js/support/', 'tests/sim/']
const NOW = /\b(performance|Date)\.now\(\)/
/** Tens of seconds. */
const PATIENT = /\b(PATIENCE|SLACK|SOON)\b/

/** @param {string} source @returns {string[]} comparisons within assertions that bound a time of a clock */
function bounds(source) {
  const text = (/** @type {any} */ { start, end }) => source.slice(start, end)
  /** @type {Set<string>} names of times that have passed */
  const durations = new Set()
  /** @type {string[]} */
  const found = []
  /** @param {any} node @returns {boolean} */
  const isDuration = node =>
    node.type === 'BinaryExpression'
      ? node.operator === '-' &&
        (/^(performance|Date)\.now\(\)$/.test(text(node.left)) || isDuration(node.left))
      : text(node).startsWith('Math.abs(')
        ? NOW.test(text(node))
        : durations.has(text(node))
  /** @param {any} node @param {boolean} isAsserted */
  const visit = (node, isAsserted) => {
    if (node.type === 'VariableDeclarator' && node.init && isDuration(node.init)) durations.add(text(node.id))
    if (isAsserted && /^[<>]=?$/.test(node.operator)) {
      const [less, most] = node.operator[0] === '<' ? [node.left, node.right] : [node.right, node.left]
      if (isDuration(less) && !PATIENT.test(text(most))) found.push(text(node))
    }
    const isAssertion = node.type === 'CallExpression' && /^assert\b/.test(text(node.callee))
    for (const child of Object.values(node).flat())
      if (typeof child?.type === 'string') visit(child, isAsserted || isAssertion)
  }
  visit(parseAst(source), false)
  return found
}

test('bounds of a clock are found, and nothing else', () => {
  const begin = 'const begin = performance.now()\nconst passed = Date.now() - begin - 5\n'
  for (const bad of ['performance.now() - begin < 20', '5 >= passed', 'a && Math.abs(a - Date.now()) < 9'])
    assert.equal(bounds(`${begin}assert.ok(${bad})`).length, 1, bad)
  for (const good of [
    'passed > 5',
    'Date.now() < end',
    'passed < 5 + SLACK',
    'answers < 9 + passed',
    'a < b',
  ])
    assert.deepEqual(bounds(`${begin}assert.ok(${good})`), [], good)
})

test('no test bounds a time of a clock', () => {
  const names = FOLDERS.flatMap(folder => readdirSync(root + folder).map(name => folder + name))
  const sources = names
    .filter(name => name.endsWith('.js'))
    .map(name => [name, readFileSync(root + name, 'utf8')])
  const found = sources
    .filter(([, source]) => NOW.test(source))
    .flatMap(([name, source]) => bounds(source).map(bound => `${name}: ${bound}`))
  assert.deepEqual(found, [])
})
