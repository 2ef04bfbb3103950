// SPDX-License-Identifier: Apache-2.0
// Filters of databases: what their words mean, and which are none.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
// Bundled for a browser, support/binbo.js would be another copy of the library, with an error class of its own.
import { ChessError } from '../../dist/index.js'

const code = expected => error => error instanceof ChessError && error.code === expected

/** A database of games without moves. @param {Record<string, string>[]} heads */
async function filled(...heads) {
  const db = await openDatabase()
  const pgn = heads.map(head =>
    [...Object.entries(head).map(([name, value]) => `[${name} "${value}"]`), '', '1. e4 *', '', ''].join(
      '\n',
    ),
  )
  await db.add(pgn.join(''))
  return db
}

test('a code is a letter and up to two digits, and ranges include both ends', async () => {
  const db = await filled(...['A99', 'B20', 'B99', 'C00', 'C01'].map(ECO => ({ ECO })))
  const countOf = async (...eco) => (await db.filter({ eco })).count
  assert.equal(await countOf('B20', 'C00'), 3)
  assert.equal(await countOf('B21', 'B98'), 0)
  assert.equal(await countOf('B', 'b9'), 2)
  assert.equal(await countOf('b9', 'C'), 3)
  for (const bad of ['', 'B200', 'F00', '20', ' B20', 'B2x'])
    await assert.rejects(countOf(bad, 'E99'), code('ERR_ARGUMENT'), bad)
  await db.close()
})

test('case and accents of names do not matter, in any part of a filter', async () => {
  const db = await filled(
    { White: 'Zoë', Black: 'Łukasz', Event: 'Öl' },
    { White: 'Zoe', Black: 'Ostap', Event: 'Ol' },
    { White: 'Ostap', Black: 'Zoë', Event: 'Zoë' },
  )
  for (const [filter, ids] of /** @type {const} */ ([
    [{ white: 'zoe' }, [0, 1]],
    [{ white: 'ZOË', event: 'öl' }, [0, 1]],
    [{ player: 'zo*' }, [0, 1, 2]],
    [{ player: 'zoe', opponent: 'ostap' }, [1, 2]],
    [{ black: 'zoe', event: 'zoë' }, [2]],
    [{ white: 'ostap', black: 'ostap' }, []],
  ]))
    assert.deepEqual([...(await db.filter(filter)).ids()], ids, JSON.stringify(filter))
  await db.close()
})
