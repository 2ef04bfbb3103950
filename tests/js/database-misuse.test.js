// SPDX-License-Identifier: Apache-2.0
// What `binbo/database` does where it is used wrongly, or at a bad moment: the error of its guide, and never an answer that
// is not one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
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
