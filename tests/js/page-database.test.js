// SPDX-License-Identifier: Apache-2.0
// What the page's database looks for, and what its Worker answers, here without a Worker.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsOf, EVERYTHING, isMaterial, isNarrow, queryOf } from '#web/database/criteria.js'
import { manyGames } from '../browser/support/many-games.js'

/** @import { SearchProgress } from '#web/database/service.js' */

// It names the database.
globalThis.location ??= /** @type {any} */ ({ href: 'https://binbo.example/' })
const { DatabaseService } = await import('#web/database/service.js')

test('patterns become queries; what is not complete narrows nothing', () => {
  assert.equal(queryOf(EVERYTHING), null)
  assert.equal(isNarrow(EVERYTHING), false)
  for (const one of [
    ...[{ words: 'Tal' }, { white: 'Tal' }, { results: ['1-0'] }, { fen: '8/8/8/8/8/8/8/8 w - - 0 1' }],
    ...[{ pattern: { e4: 'P' } }, { material: 'KRvK' }, { years: ['1960', ''] }],
  ])
    assert.equal(isNarrow(/** @type {any} */ ({ ...EVERYTHING, ...one })), true, JSON.stringify(one))
  const pattern = { f5: 'N', g8: 'k', e4: '.' }
  assert.deepEqual(queryOf({ ...EVERYTHING, pattern }), { all: [{ board: { f5: 'N', g8: 'k', e4: null } }] })
  assert.deepEqual(queryOf({ ...EVERYTHING, pattern, bothColours: true }), {
    all: [{ any: [{ board: { f5: 'N', g8: 'k', e4: null } }, { board: { f4: 'n', g1: 'K', e5: null } }] }],
  })
  assert.deepEqual(queryOf({ ...EVERYTHING, material: ' krpvkr ' }), { all: [{ material: 'krpvkr' }] })
  for (const material of ['', 'K', 'KRP', 'KRPv', 'KRPvR', 'RvK', 'KXvK'])
    assert.equal(isMaterial(material), false, material)
})

test('fields of names and ranges become conditions; an end that is not complete is open', () => {
  assert.deepEqual(conditionsOf(EVERYTHING), [])
  for (const [field, value, condition, expected] of [
    ['white', ' Tal ', 'white', 'Tal*'],
    ['event', 'Riga*', 'event', 'Riga*'],
    ['elo', ['2400', ''], 'elo', [2400, 9999]],
    ['elo', ['24', ' 2600 '], 'elo', [0, 2600]],
    ['years', ['1960', '196'], 'date', ['1960', '9999']],
    ['eco', ['b9', ''], 'eco', ['B90', 'E99']],
    ['eco', ['', 'B2'], 'eco', ['A00', 'B29']],
  ])
    assert.deepEqual(conditionsOf({ ...EVERYTHING, [field]: value }), [[{ [condition]: expected }]], field)
  for (const [field, value] of Object.entries({ elo: ['x', '24'], years: ['19', ''], eco: ['F', '-'] }))
    assert.deepEqual(conditionsOf({ ...EVERYTHING, [field]: value }), [], field)
})

test('a search reports how far it is with the first games found, then all of them; it can be ended', async () => {
  const service = new DatabaseService()
  const blob = new Blob([manyGames(5000).pgn])
  const parts = [{ name: '', from: 0, to: blob.size }]
  const { signal } = new AbortController()
  const quiet = { signal, report: () => {} }
  assert.equal((await service.add({ blob, parts }, quiet)).added, 5000)
  const criteria = { ...EVERYTHING, pattern: { b5: 'B' } }
  /** @type {SearchProgress[]} */
  const reports = []
  const found = await service.find({ criteria }, { signal, report: one => reports.push(one) })
  assert.equal(found.count, 1000)
  assert.ok(reports.length > 1)
  const [, { heads, games, count }] = reports
  assert.ok(
    games > 0 && games < 5000 && count >= heads.length && heads.length > 0,
    JSON.stringify([games, count, heads.length]),
  )
  assert.equal(heads[0].eco, 'C84')
  assert.equal((await service.game({ id: heads[0].id })).ply, 5)
  const ended = new AbortController()
  await assert.rejects(service.find({ criteria }, { signal: ended.signal, report: () => ended.abort() }), {
    name: 'AbortError',
  })
  const all = await service.find({ criteria: EVERYTHING }, quiet)
  assert.equal(all.count, 5000)
})

test('the games of the open file are apart from those that are kept', async () => {
  const service = new DatabaseService()
  const blob = new Blob([manyGames(50).pgn])
  const source = { blob, parts: [{ name: '', from: 0, to: blob.size }] }
  const quiet = { signal: new AbortController().signal, report: () => {} }
  assert.equal(await service.readFile(source, quiet), 50)
  assert.equal((await service.open()).games, 0)
  const place = {
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    variant: /** @type {const} */ ('standard'),
  }
  const query = { ...place, scope: /** @type {const} */ ('file'), topGames: 3 }
  const { games, moves, topGames } = await service.explore(query, quiet)
  assert.deepEqual([games, moves.map(({ san }) => san).sort(), topGames.length], [50, ['c4', 'd4', 'e4'], 3])
  assert.match(await service.fileGame({ id: topGames[0].id }), new RegExp(`White "${topGames[0].white}"`))
  await service.closeFile()
  await assert.rejects(service.explore(query, quiet))
})
