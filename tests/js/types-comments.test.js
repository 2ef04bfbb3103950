// SPDX-License-Identifier: Apache-2.0
// How comments of JS become those of the packed types.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commentOf, docText, ownDoc, parseDoc, typeTexts } from '../../js/tools/types/comments.js'

for (const [comment, isValue, expected] of [
  ['/** Plays. @internal */', false, 'Plays.'],
  ['/** @returns {Move | null} the move taken back */', false, 'Returns the move taken back.'],
  ['/** @returns {string} six fields */', true, 'Six fields.'],
  ['/** @type {{ a: { b: 1 } }} From 1, in `units` */', true, 'From 1, in `units`'],
  ['/** Some. @type {number} */', true, 'Some.'],
  ['/** such as `@scope/name` */', true, 'Such as `@scope/name`'],
  [
    '/**\n * Counts.\n *\n * Slowly.\n * @param {string} [fen=x] the position\n * @param {number} depth\n * @returns {number} leaves\n * @throws {ChessError} ERR_ARGUMENT\n */',
    false,
    'Counts.\n\nSlowly.\n@param fen the position\n@returns leaves\n@throws {ChessError} ERR_ARGUMENT',
  ],
  ['/** @param {string} text */', false, ''],
])
  test(`${JSON.stringify(comment)} becomes ${JSON.stringify(expected)}`, () => {
    assert.equal(docText(parseDoc(comment), isValue), expected)
  })

test('an overload has its own text, with the errors and the parameters of the implementation', () => {
  const docs = [
    '/** @typedef {number} Count how many */',
    "/**\n * As objects.\n * @overload\n * @param {'move'} [as]\n * @returns {Move[]}\n */",
    "/**\n * As texts.\n * @overload\n * @param {'uci'} as\n * @returns {string[]} in order\n */",
    '/**\n * @param {string} [as] the form\n * @returns {unknown}\n * @throws {ChessError} ERR_ARGUMENT\n */',
  ].map(parseDoc)
  const texts = [0, 1].map(index => docText(ownDoc(docs, index), false))
  assert.deepEqual(texts, [
    'As objects.\n@param as the form\n@throws {ChessError} ERR_ARGUMENT',
    'As texts.\n@param as the form\n@returns in order\n@throws {ChessError} ERR_ARGUMENT',
  ])
})

test('types have the texts before and behind their names', () => {
  const docs = [
    '/** @typedef {1 | 2} One the first */',
    '/**\n * The second.\n * @callback Two\n * @returns {void}\n */',
  ]
  assert.deepEqual(Object.fromEntries(typeTexts(docs.map(parseDoc))), {
    One: 'the first',
    Two: 'The second.',
  })
})

test('a tag without a rule stops the build', () => {
  assert.throws(() => parseDoc('/**\n * Text.\n * @since\n */'), /no rule for @since/)
})

test('comments are written on one line where they fit', () => {
  assert.equal(commentOf('', '    '), '')
  assert.equal(commentOf('Short.', '    '), '/** Short. */\n    ')
  assert.equal(commentOf('One.\n\n@returns two', '  '), '/**\n   * One.\n   *\n   * @returns two\n   */\n  ')
})
