// SPDX-License-Identifier: Apache-2.0
// What `binbo/database` does where it is used wrongly, or at a bad moment: the error of its guide, and never an answer that
// is not one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { parsePgn } from '../../dist/pgn.js'
import { ChessError, START_FEN } from './support/binbo.js'
import { pgnOfNumber } from './support/database-numbered.js'
import { SEGMENT_GAMES } from './support/database-oracle.js'

const code = expected => error => error instanceof ChessError && error.code === expected
const numbered = (from, to) => Array.from({ length: to - from }, (_, i) => pgnOfNumber(from + i)).join('')
const filled = async (options = {}) => {
  const db = await openDatabase({ [SEGMENT_GAMES]: 64, ...options })
  await db.add(numbered(0, 200))
  return db
}
const EVERY = { board: { e1: 'K' } }

test('wrong values are ERR_ARGUMENT, or the error of a game that is not there', async () => {
  const db = await filled()
  const bare = Object.create(null)
  for (const wrong of [null, 7, '', 'x', true, {}, bare, [], Symbol('x'), 3n, () => 1]) {
    await assert.rejects(openDatabase({ signal: wrong }), code('ERR_ARGUMENT'))
    await assert.rejects(db.add('1. e4 *', { signal: wrong }), code('ERR_ARGUMENT'))
    await assert.rejects(db.explore(START_FEN, { signal: wrong }), code('ERR_ARGUMENT'))
    assert.throws(() => db.search(EVERY, { signal: wrong }), code('ERR_ARGUMENT'))
    await assert.rejects(db.head(wrong === 7 ? 7.5 : wrong), code('ERR_DATABASE_GAME'))
  }
  for (const name of ['board', 'material', 'move', 'all', 'not', 'then'])
    assert.throws(() => db.search({ [name]: undefined }), code('ERR_ARGUMENT'), name)
  for (const name of ['player', 'elo', 'date', 'variant'])
    await assert.rejects(db.filter({ [name]: bare }), code('ERR_ARGUMENT'))
  await db.close()
})

test('a set has the numbers of games, and no others', async () => {
  const db = await filled()
  const all = await db.filter()
  assert.ok(all.has(0) && all.has(199))
  for (const id of [200, 2 ** 32, 2 ** 32 + 5, 2 ** 53, -1, 0.5, Number.NaN, '0', undefined])
    assert.equal(all.has(id), false, String(id))
  assert.throws(() => (all.count = 3), TypeError)
  assert.equal(all.count, 200)
  await db.close()
})

test('an export that has begun ends with the games of its beginning; older sets keep their count', async () => {
  const db = await filled()
  await db.add(numbered(200, 2997) + '[White "Gone"]\n\n1. e4 *\n\n'.repeat(3))
  const set = await db.filter()
  const pieces = db.export(set, 'jsonl')[Symbol.asyncIterator]()
  const decoder = new TextDecoder()
  let text = decoder.decode((await pieces.next()).value, { stream: true })
  await db.remove(await db.filter({ white: 'Gone' }))
  await db.add('1. a4 *')
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  assert.equal(text.trimEnd().split('\n').length, 3000)
  assert.deepEqual([set.count, set.has(2999), (await db.heads(set)).length], [3000, true, 2997])
  await db.close()
})

test('a search that failed fails again: its hits are not all', async () => {
  const db = await filled()
  const stop = new AbortController()
  const search = db.search(EVERY, { signal: stop.signal })
  stop.abort(new Error('mine'))
  for (let i = 0; i < 2; i++) {
    await assert.rejects(search.count, /mine/)
    await assert.rejects(search.set, /mine/)
    await assert.rejects(search[Symbol.asyncIterator]().next(), /mine/)
  }
  let calls = 0
  const report = () => {
    if (++calls === 2) throw new Error('enough')
  }
  const other = db.search(EVERY, { onProgress: report })
  await assert.rejects(other.count, /enough/)
  await assert.rejects(other.count, /enough/)
  await db.close()
})

test('a search counts the games that it looks at', async () => {
  const db = await filled()
  const set = await db.filter({ text: '7' })
  for (const [given, total] of [
    [undefined, 200],
    [set, set.count],
  ]) {
    const reports = []
    for (const query of [EVERY, { board: { e1: 'k', e8: 'K' } }, { not: EVERY }])
      await db.search(query, { in: given, onProgress: report => reports.push(report) }).count
    assert.ok(reports.every(({ totalGames }) => totalGames === total))
    assert.equal(reports.at(-1).games, total)
  }
  await db.close()
})

test('numbers of before compact() are refused where a search gives them, and all is after close()', async () => {
  const db = await filled()
  const search = db.search(EVERY)
  const hits = search[Symbol.asyncIterator]()
  assert.equal((await hits.next()).value.game, 0)
  await db.remove(await db.filter({ white: '0' }))
  await db.compact()
  await assert.rejects(hits.next(), code('ERR_ARGUMENT'))
  assert.equal(await search.count, 200)

  const late = db.search(EVERY)
  const rest = late[Symbol.asyncIterator]()
  await rest.next()
  assert.equal(await late.count, 199)
  await db.close()
  await assert.rejects(rest.next(), code('ERR_DATABASE_CLOSED'))
  await assert.rejects(late.count, code('ERR_DATABASE_CLOSED'))
  await assert.rejects(late.set, code('ERR_DATABASE_CLOSED'))
})

test('a set of games, or another object, in place of options is refused, as are unknown conditions', async () => {
  const db = await filled()
  const set = await db.filter({ white: '7' })
  const [game] = parsePgn('1. e4 *')
  const takes = {
    in: [
      options => db.explore(START_FEN, options),
      options => db.search(EVERY, options),
      options => db.leaves(game, 'white', options),
      options => db.players(options),
    ],
    other: [
      options => db.filter(options),
      options => db.filter({ tags: options }),
      options => db.tree(set, options),
      options => db.heads(set, options),
      options => db.export(set, 'pgn', options),
      options => db.add('1. e4 *', options),
      options => set.ids(options),
      options => db.search({ move: options }),
    ],
  }
  const settled = async (call, options) => await call(options)
  for (const [kind, calls] of Object.entries(takes))
    for (const call of calls) {
      for (const wrong of [set, db, new Map([['in', set]]), new Set(), new Date(), [], [set]])
        await assert.rejects(settled(call, wrong), code('ERR_ARGUMENT'), `${call}`)
      if (kind === 'in') await assert.rejects(settled(call, set), /\{ in: set \}/, `${call}`)
      if (!`${call}`.includes('tags'))
        await assert.rejects(settled(call, { whitElo: [1, 2] }), /not 'whitElo'$/)
    }
  await assert.rejects(db.filter(set), /set\.and\(other\)/)
  class Own {
    white = '7'
  }
  for (const plain of [Object.assign(Object.create(null), { white: '7' }), new Own()])
    assert.equal((await db.filter(plain)).count, set.count)
  assert.equal((await db.filter(Object.create(null))).count, 200)
  await db.close()
})

test('a wrong option names its field', async () => {
  const db = await filled()
  const set = await db.filter()
  for (const [call, message] of [
    [() => db.tree(set, { plies: 1.5 }), /^plies is a whole number from 0, not 1\.5$/],
    [() => db.tree(set, { minGames: 0 }), /^minGames is a whole number from 1, not 0$/],
    [() => db.explore(START_FEN, { topGames: Number.NaN }), /^topGames is a whole number/],
    [async () => db.search(EVERY, { limit: '3' }), /^limit is a whole number from 0, not '3'$/],
    [async () => db.search(EVERY, { limit: 2.5 }), /^limit is a whole number/],
    [() => db.groups(set, [{ elo: '200' }]), /^elo is .* not '200'$/],
    [() => db.groups(set, ['eco', { elo: 1.5 }]), /^elo is .* not 1\.5$/],
    [() => db.groups(set, [{ tag: 7 }]), /^tag is .* not 7$/],
    [() => db.filter({ speed: ['blitz', 'fast'] }), /^speed is .* not 'fast'$/],
    [() => db.filter({ speed: [] }), /^speed is /],
    [() => db.filter({ date: ['2010', 2012] }), /^date is .* not 2012$/],
    [() => db.filter({ date: ['2010.13', '2011'] }), /^date is .* not '2010\.13'$/],
    [() => db.filter({ date: ['2010', '2011.12.32'] }), /^date is .* not '2011\.12\.32'$/],
    [() => db.filter({ date: ['2010.00', '2011'] }), /^date is .* not '2010\.00'$/],
    [async () => db.search({ move: { promotion: 'pawn' } }), /^promotion is .* not 'pawn'$/],
    [async () => db.search({ move: { promotion: '' } }), /^promotion is /],
  ])
    await assert.rejects(
      call(),
      error => code('ERR_ARGUMENT')(error) && message.test(error.message),
      `${call}`,
    )
  for (const limit of [0, 3, Number.POSITIVE_INFINITY]) {
    const hits = []
    for await (const hit of db.search(EVERY, { limit })) hits.push(hit)
    assert.equal(hits.length, Math.min(limit, 200))
  }
  await db.close()
})

test('a promotion is given as move() takes it; with a color it is that player’s', async () => {
  const db = await openDatabase()
  const promotes = (fen, move) => `[SetUp "1"]\n[FEN "${fen}"]\n\n${move} *\n\n`
  await db.add(
    [
      promotes('8/P6k/8/8/8/8/8/K7 w - - 0 1', '1. a8=Q'),
      promotes('k7/8/8/8/8/8/p6K/8 b - - 0 1', '1... a1=Q'),
      promotes('8/P6k/8/8/8/8/8/K7 w - - 0 1', '1. a8=N'),
    ].join(''),
  )
  const found = async promotion => (await db.search({ move: { promotion } }).set).ids().join()
  for (const name of ['q', 'Q', 'queen', 'Queen']) assert.equal(await found(name), '0,1', name)
  assert.equal(await found('wQ'), '0')
  assert.equal(await found('bQ'), '1')
  for (const name of ['n', 'Knight', 'wN']) assert.equal(await found(name), '2', name)
  await db.close()
})

test('UTCDate is the date without Date, thousands of a rating may be apart, and speeds may be a list', async () => {
  const db = await openDatabase()
  const tags = (...rows) => `${rows.map(([name, value]) => `[${name} "${value}"]\n`).join('')}\n1. e4 *\n\n`
  await db.add(
    [
      tags(['UTCDate', '2024.03.05'], ['WhiteElo', '1,500'], ['TimeControl', '300+3']),
      tags(['UTCDate', '2024.03.05'], ['Date', '????.??.??'], ['WhiteElo', '1 500'], ['TimeControl', '60']),
      tags(
        ['Date', '2023.01.01'],
        ['UTCDate', '2024.03.05'],
        ['WhiteElo', '1500?'],
        ['TimeControl', '900+10'],
      ),
      tags(['UTCDate', '?'], ['WhiteElo', "2'650"]),
      tags(['WhiteElo', '1500.125'], ['BlackElo', '1.50']),
    ].join(''),
  )
  const heads = await db.heads(await db.filter())
  assert.deepEqual(
    heads.map(({ date }) => date),
    ['2024.03.05', '2024.03.05', '2023.01.01', '', ''],
  )
  assert.deepEqual(
    heads.map(({ whiteElo }) => whiteElo),
    [1500, 1500, 1500, 2650, 1500],
  )
  assert.deepEqual(await db.tags(1), {
    UTCDate: '2024.03.05',
    Date: '????.??.??',
    WhiteElo: '1 500',
    TimeControl: '60',
  })
  const found = async speed => (await db.filter({ speed })).ids().join()
  assert.equal(await found('blitz'), '0')
  assert.equal(await found(['blitz', 'rapid']), '0,2')
  assert.equal(await found(['bullet', 'bullet']), '1')
  await db.close()
})

test('a value of the right type with the wrong content is shown, and not as "not an array"', async () => {
  const db = await filled()
  const set = await db.filter()
  const [game] = parsePgn('1. e4 *')
  for (const [call, message] of [
    [() => db.export(set, 'csv', { columns: [] }), /^columns is a list.*, not \[\]$/],
    [() => db.export(set, 'csv', { columns: [{ tag: '' }] }), /not { tag: '' }$/],
    [() => db.filter({ elo: [Number.NaN, 1000] }), /^elo is a range of numbers.*, not \[NaN, 1000\]$/],
    [() => db.filter({ date: ['2010'] }), /^date is a range.*, not \['2010'\]$/],
    [() => db.filter({ speed: [] }), /, not \[\]$/],
    [() => db.search({}), /^A query has one of position.*, not {}$/],
    [() => db.search({ all: [] }), /^all is a list of queries, not \[\]$/],
    [() => db.search({ board: {} }), /, not {}$/],
    [
      () => db.search({ position: game }),
      /^A PgnGame has many positions: pass one of its nodes, such as game\.root$/,
    ],
    [() => db.explore(game), /^A PgnGame has many positions/],
    [() => db.groups(set, ['player', 'player']), /, not \['player', 'player'\]$/],
    [() => openDatabase({ storage: { folder: '' } }), /, not { folder: '' }$/],
    [() => openDatabase({ storage: {} }), /, not {}$/],
    [() => db.replace(0, ''), /^The PGN has 0 games, not one: ''$/],
  ])
    await assert.rejects(
      async () => await call(),
      error => {
        assert.equal(error.code, 'ERR_ARGUMENT')
        assert.match(error.message, message)
        return true
      },
    )
  await db.close()
})
