// SPDX-License-Identifier: Apache-2.0
// Endgame tables of the page, without a page: the words for what tables say, for failures, and the check of addresses.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTablesAddress } from '#web/endgames/locations.js'
import { problemOf, verdictOf } from '#web/endgames/table-words.js'

test('a verdict names the winner, and what the fifty-move rule makes of it', () => {
  const position = (sideToMove, halfmoveClock = 0) => ({ sideToMove, halfmoveClock })
  const drawn = ', but the 50-move rule makes it a draw'
  assert.equal(verdictOf(0, position('black', 99), 0), 'Draw')
  assert.equal(verdictOf(2, position('white'), 100), 'White wins')
  assert.equal(verdictOf(2, position('black'), 1), 'Black wins')
  assert.equal(verdictOf(-2, position('white'), 20), 'Black wins')
  assert.equal(verdictOf(1, position('white'), 101), `White wins${drawn}`)
  assert.equal(verdictOf(-1, position('white'), 120), `Black wins${drawn}`)
  assert.equal(verdictOf(2, position('white', 60), 40), 'White wins')
  assert.equal(verdictOf(2, position('white', 61), 40), `White wins${drawn}`)
  assert.equal(verdictOf(-2, position('white', 90), 0), 'Black wins', 'a distance that is not known')
})

test('an address of tables is a folder that this page may read', () => {
  const url = 'https://example.org/tables/'
  assert.deepEqual(checkTablesAddress(' https://example.org/tables#x ', 'https:'), { url })
  assert.deepEqual(checkTablesAddress('http://localhost:8000/t', 'https:'), {
    url: 'http://localhost:8000/t/',
  })
  assert.deepEqual(checkTablesAddress('http://example.org', 'http:'), { url: 'http://example.org/' })
  assert.match(checkTablesAddress('http://example.org/', 'https:').problem, /https:\/\/ addresses only/)
  for (const wrong of ['', 'tables', 'ws://example.org/', 'file:///tables/', 'C:\\tables'])
    assert.match(checkTablesAddress(wrong, 'http:').problem, /^Enter the address/, wrong)
})

test('every failure has a sentence, and a way out where there is one', () => {
  const address = { kind: 'url', name: 'https://example.org/t/' }
  const folder = { kind: 'folder', name: 'syzygy', isSaved: true }
  const named = name => new DOMException('', name)
  const coded = (code, table) => Object.assign(new Error('for developers'), { code, table })
  const cases = [
    [
      coded('ERR_TABLEBASE_MISSING', 'KQvK.rtbw'),
      address,
      /^There is no table KQvK\.rtbw at example\.org\.$/,
      '',
    ],
    [coded('ERR_TABLEBASE_DAMAGED', 'KQvK.rtbz'), folder, /^The table KQvK\.rtbz is damaged/, ''],
    [coded('ERR_BYTES_RANGE'), address, /^example\.org does not send parts of files/, ''],
    [coded('ERR_BYTES_AWAY'), address, /example\.org cannot be read/, 'Try again'],
    [coded('ERR_BYTES_AWAY'), folder, /“syzygy” can no longer be read/, 'Try again'],
    [named('TimeoutError'), address, /do not answer/, 'Try again'],
    [named('NotAllowedError'), folder, /asks before it opens the folder “syzygy” again/, 'Open the tables'],
    [named('NotFoundError'), folder, /no tables in “syzygy”/, ''],
    [named('NotReadableError'), folder, /can no longer be read/, 'Try again'],
    [
      new TypeError('Failed to fetch dynamically imported module'),
      folder,
      /could not be loaded/,
      'Try again',
    ],
  ]
  for (const [error, place, text, retry] of cases) {
    const problem = problemOf(error, place)
    assert.match(problem.text, text)
    assert.match(problem.text, /\.$/)
    assert.deepEqual([problem.code, problem.retry], [typeof error.code === 'string' ? error.code : '', retry])
  }
})
