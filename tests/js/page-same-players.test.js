// SPDX-License-Identifier: Apache-2.0
// Which names of a database the page offers to join.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samePlayers } from '#web/database/same-players.js'

/** @param {string[]} names @returns {[string[], boolean][]} */
const joined = names =>
  samePlayers(names.map(name => ({ name, games: 1 }))).map(({ names, isSafe }) => [
    names.map(({ name }) => name),
    isSafe,
  ])

test('one last name with first names that continue each other is one player', () => {
  const names = [
    'Capablanca',
    'Capablanca,J',
    'Capablanca, Jose Raul',
    'Capablanca, J. R.',
    'José Raúl Capablanca',
  ]
  assert.deepEqual(
    joined(names).map(([found, isSafe]) => [found.length, isSafe]),
    [[5, true]],
  )
  assert.deepEqual(joined(['Smith, John', 'Smith, James', 'Jones, J']), [])
})

test('a name that fits several players is offered, but not ticked', () => {
  const found = joined(['Lasker, Emanuel', 'Lasker, Edward', 'Lasker', 'Lasker, Em', 'Lasker, Ed'])
  assert.deepEqual(found, [
    [['Lasker, Emanuel', 'Lasker, Edward', 'Lasker'], false],
    [['Lasker, Emanuel', 'Lasker, Em'], true],
    [['Lasker, Edward', 'Lasker, Ed'], true],
  ])
})

test('names without letters are nobody’s', () => {
  assert.deepEqual(joined(['', '?', ',', '. .']), [])
})
