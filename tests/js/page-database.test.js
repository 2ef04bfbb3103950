// SPDX-License-Identifier: Apache-2.0
// What the page's database looks for, and what its Worker answers, here without a Worker.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  conditionsOf,
  EVERYTHING,
  FILTERS,
  isNarrow,
  problemsIn,
  queryOf,
  usedFilters,
  without,
} from '#web/database/criteria.js'
import { manyGames } from '../browser/support/many-games.js'

/** @import { SearchProgress } from '#web/database/service.js' */

// It names the database.
globalThis.location ??= /** @type {any} */ ({ href: 'https://binbo.example/' })
const { DatabaseService } = await import('#web/database/service.js')

test('patterns become queries; what is not complete narrows nothing', () => {
  assert.equal(queryOf(EVERYTHING), null)
  assert.equal(isNarrow(EVERYTHING), false)
  for (const one of [
    ...[{ words: 'Tal' }, { player: 'Tal' }, { results: ['1-0'] }, { fen: '8/8/8/8/8/8/8/8 w - - 0 1' }],
    ...[{ pattern: { e4: 'P' } }, { material: 'KRvK' }, { dates: ['1960', ''] }],
  ])
    assert.equal(isNarrow(/** @type {any} */ ({ ...EVERYTHING, ...one })), true, JSON.stringify(one))
  const pattern = { f5: 'N', g8: 'k', e4: '.' }
  assert.deepEqual(queryOf({ ...EVERYTHING, pattern }), { all: [{ board: { f5: 'N', g8: 'k', e4: null } }] })
  assert.deepEqual(queryOf({ ...EVERYTHING, pattern, bothColours: true }), {
    all: [{ any: [{ board: { f5: 'N', g8: 'k', e4: null } }, { board: { f4: 'n', g1: 'K', e5: null } }] }],
  })
  assert.deepEqual(queryOf({ ...EVERYTHING, material: ' krpvkr ' }), { all: [{ material: 'krpvkr' }] })
})

const OPENINGS = [
  'Sicilian Defense: Najdorf Variation',
  'Sicilian Defense',
  'Ruy Lopez: Closed',
  'English Opening',
]

test('criteria become conditions; an end that is left out is open', () => {
  assert.deepEqual(conditionsOf(EVERYTHING, OPENINGS), [])
  for (const [change, ...expected] of /** @type {[object, ...object[]][]} */ ([
    [{ player: ' Tal ' }, { player: 'Tal*', opponent: undefined, playerResult: undefined }],
    [
      { player: '"Tal"', outcome: 'won' },
      { player: 'Tal', opponent: undefined, playerResult: 'won' },
    ],
    [
      { player: 'Tal', colour: 'black', outcome: 'won' },
      { black: 'Tal*', white: undefined, result: '0-1' },
    ],
    [
      { player: 'Tal', colour: 'white', opponent: 'Botv*' },
      { white: 'Tal*', black: 'Botv*', result: undefined },
    ],
    [{ event: 'Riga*' }, { event: 'Riga*' }],
    [{ elo: ['2400', ''] }, { elo: [2400, 9999] }],
    [{ elo: ['', ' 2600 '] }, { elo: [0, 2600] }],
    [{ dates: ['1960', '1961-05'] }, { date: ['1960', '1961.05'] }],
    [{ eco: 'b9' }, { eco: ['b9', 'b9'] }],
    [{ eco: 'B2 – C' }, { eco: ['B2', 'C'] }],
    [{ speeds: ['blitz', 'rapid'] }, { speed: ['blitz', 'rapid'] }],
    [{ results: ['1-0', '*'] }, { result: '1-0' }, { result: '*' }],
    [{ opening: 'B90' }, { opening: ['B90', 'B90'] }],
    [{ opening: 'sicilian' }, { opening: 'sicilian*' }],
    [{ opening: '"Sicilian Defense"' }, { opening: 'Sicilian Defense' }, { opening: 'Sicilian Defense:*' }],
    [{ opening: 'Najdorf' }, { opening: 'Sicilian Defense: Najdorf Variation' }],
    [{ opening: 'nothing' }],
    [{ words: 'lopez' }, { text: 'lopez' }, { opening: 'Ruy Lopez*' }],
  ]))
    assert.deepEqual(
      conditionsOf({ ...EVERYTHING, ...change }, OPENINGS)[0].any,
      expected,
      JSON.stringify(change),
    )
  for (const change of [{ opening: '?' }, { dates: /** @type {const} */ (['?', '']) }])
    assert.equal(conditionsOf({ ...EVERYTHING, ...change }, OPENINGS)[0].isNot, true)
})

test('what cannot be read is a problem of its criterion; every criterion in use has a chip that removes it', () => {
  for (const [name, values] of Object.entries({
    elo: [
      ['x', ''],
      ['24', ''],
      ['2500', '2400'],
    ],
    dates: [
      ['19', ''],
      ['', '1999.13'],
      ['1999', '1998'],
      ['1999.01.32', ''],
    ],
    eco: ['F', '-', 'B90-', 'B900'],
    material: ['K', 'KRP', 'KRPv', 'KRPvR', 'RvK', 'KXvK'],
  }))
    for (const value of values)
      assert.deepEqual(
        problemsIn({ ...EVERYTHING, [name]: value }).map(problem => problem.name),
        [name],
        JSON.stringify(value),
      )
  assert.deepEqual(problemsIn(EVERYTHING), [])
  const all = /** @type {const} */ ({
    ...{ player: 'Tal', colour: 'white', outcome: 'won', opponent: 'B', opening: 'Sicilian', eco: 'B' },
    ...{
      speeds: ['blitz'],
      dates: ['1960', '1960'],
      elo: ['', '2500'],
      event: 'Riga',
      results: ['1-0', '1/2-1/2'],
    },
    ...{ fen: '8/8/8/8/8/8/8/8 w - - 0 1', pattern: { e4: 'P' }, material: 'KvK' },
  })
  const criteria = { ...EVERYTHING, ...all }
  assert.equal(usedFilters(criteria).length, FILTERS.length)
  assert.equal(
    usedFilters(criteria)
      .map(filter => `${filter.label} ${filter.text(criteria)}`.trim())
      .join(', '),
    'Player Tal, who won, with White, against B, Opening Sicilian, Time control blitz, Date 1960, Rating up to 2500, ' +
      'Result White won or draw, Position of the board, Event Riga, ECO B, Pattern 1 square, Material KvK',
  )
  const rest = FILTERS.reduce((left, filter) => without(left, filter), criteria)
  assert.deepEqual(rest, EVERYTHING)
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
  assert.equal((await service.open({ id: 'apart' })).games, 0)
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

test('a name that is joined brings its other names along, and leaves with them when that is undone', async () => {
  const service = new DatabaseService()
  const blob = new Blob([['B', 'Bella', 'C'].map(name => `[White "${name}"]\n\n1. e4 *\n`).join('\n')])
  const quiet = { signal: new AbortController().signal, report: () => {} }
  // A browser keeps the databases of the other tests.
  const database = 'joined'
  await service.open({ id: database })
  await service.add({ blob, parts: [{ name: '', from: 0, to: blob.size }] }, quiet)
  await service.find({ criteria: EVERYTHING }, quiet)
  const joined = async () =>
    (await service.names(undefined, quiet)).joined.map(({ name, aliases }) => [name, ...aliases].sort())
  // B is an alias of Bella.
  await service.join({ database, pairs: [['B', 'Bella']] })
  const back = await service.join({ database, pairs: [['B', 'C']] })
  assert.deepEqual(await joined(), [['B', 'Bella', 'C']])
  const again = await service.join({ database, pairs: back, isExact: true })
  assert.deepEqual(await joined(), [['B', 'Bella']])
  await service.join({ database, pairs: again, isExact: true })
  assert.deepEqual(await joined(), [['B', 'Bella', 'C']])
  await assert.rejects(service.join({ database: 'other', pairs: [] }))
})
