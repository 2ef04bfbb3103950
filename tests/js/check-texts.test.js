// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  faultsOfTable,
  textsIn,
  textsOfEnds,
  textsOfErrors,
  textsOfPage,
} from '../../js/tools/check-texts.js'

const { default: ts } = await import('typescript')

test('texts are found with places for their values', () => {
  const code = [
    'const a = say`Moves`',
    `const b = html\`<p>\${sayWith\`Game \${one} of \${say\`all\`}\`}</p> \${other\`no\`}\``,
  ].join('\n')
  const keys = textsIn(ts, 'x.ts', code).map(({ line, key }) => `${line} ${key}`)
  assert.deepEqual(keys, ['1 Moves', '2 Game {0} of {1}', '2 all'])
  const header = '  X(ERR_A, 1, "It is an \\"a\\"") \\\n  X(ERR_B, 2, "Not b")'
  const errors = textsOfErrors(header, '{\n  ERR_B: say`No b.`,\n}').map(({ line, key }) => `${line} ${key}`)
  assert.deepEqual(errors, ['1 It is an "a".'])
  const page = '<title>Chess</title>\n<a class="skip" href="#b">Skip</a>\n<p aria-label="Name">Text</p>'
  const names = textsOfPage('x.html', page).map(({ line, key }) => `${line} ${key}`)
  assert.deepEqual(names, ['1 Chess', '2 Skip', '3 Name'])
})

test('titles and sentences of ends are texts', () => {
  const code =
    "x: [\n 'a by',\n 'title',\n 'Sentence.',\n]\nX(Y, 1, \"b\", \"third\", \"{winner} wins.\")\n['c', 'mate', '']"
  const keys = textsOfEnds('x.ts', code).map(({ line, key }) => `${line} ${key}`)
  assert.deepEqual(keys, ['2 title', '2 Sentence.', '6 third', '6 {winner} wins.', '7 mate'])
})

test('a table has all texts and no others, with their places', () => {
  const keys = new Set(['Game {0}', 'Moves', '{0} games'])
  const good = {
    'Game {0}': 'Partie {0}',
    Moves: 'Züge',
    '{0} games': { one: 'Eine Partie', other: '{0} Partien' },
  }
  assert.deepEqual(faultsOfTable('de.json', good, keys), [])
  const faultsOf = (/** @type {Record<string, any>} */ table) =>
    faultsOfTable('de.json', table, keys).join('\n')
  assert.match(
    faultsOf({ 'Game {0}': 'Partie {0}', Moves: 'Züge' }),
    /^de\.json:1: '\{0\} games' is missing$/,
  )
  assert.match(faultsOf({ ...good, More: 'Mehr' }), /is not sorted\n.*'More' is not a text of the page/)
  assert.match(faultsOf({ ...good, 'Game {0}': 'Partie' }), /other places/)
  assert.match(faultsOf({ ...good, Moves: ' ' }), /no translation/)
  assert.match(faultsOf({ ...good, Moves: { one: 'Zug' } }), /no form 'other'/)
  assert.match(
    faultsOf({ ...good, Moves: { few: 'Züge', other: 'Züge' } }),
    /'few', which the language has not/,
  )
})
