// SPDX-License-Identifier: Apache-2.0
// web/docs/versions.md has the formats of the source, and what the manifest promises.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Game } from 'binbo'
import { decodeGame, encodeGame } from 'binbo/compact'
import { openDatabase } from 'binbo/database'
import { root } from './support/binbo.js'

const read = path => readFileSync(root + path, 'utf8')
const document = read('web/docs/versions.md')

/** The check of a database's list, FNV-1a. @param {string} text @returns {string} */
function checkOf(text) {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16)
}

/** Where the number of a format stands, by what the table calls it. */
const FORMATS = {
  'states of games': ['src/state.c', /\bVERSION = (\d+)/],
  'packed games': ['js/compact/compact.ts', /\bVERSION = (\d+)/],
  'logs of games between people': ['js/session/commands/seats.ts', /\bFORMAT = (\d+)/],
  "a database's list of files": ['js/database/file-list.ts', /\bFORMAT = (\d+)/],
}

test('the formats are those of the source', () => {
  const rows = [...document.matchAll(/^\| ([^|]+) \| [^|]+ \| (\d+) \| /gm)]
  assert.deepEqual(
    rows.map(([, name]) => name),
    Object.keys(FORMATS),
  )
  for (const [, name, format] of rows) {
    const [path, pattern] = FORMATS[name]
    assert.equal(format, pattern.exec(read(path))?.[1], name)
  }
})

test('a format of tomorrow is refused by the codes that the table names', async t => {
  const state = new Game().state()
  state[3] = 200
  assert.throws(() => Game.fromState(state), { code: 'ERR_STATE_VERSION' })
  const game = new Game()
  game.move('e4')
  const packed = encodeGame(game)
  packed[0] |= 7
  assert.throws(() => decodeGame(packed), { code: 'ERR_COMPACT_VERSION' })

  const folder = mkdtempSync(join(tmpdir(), 'binbo-versions-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const db = await openDatabase({ storage: { folder } })
  await db.add('1. e4 *')
  await db.close()
  const kept = readdirSync(folder)
  const path = join(folder, 'database.json')
  const [list] = readFileSync(path, 'utf8').split('\n')
  const newer = list.replace(/"format":\d+/, '"format":99')
  assert.notEqual(newer, list)
  writeFileSync(path, `${newer}\n${checkOf(newer)}`)
  await assert.rejects(openDatabase({ storage: { folder } }), {
    code: 'ERR_DATABASE_DAMAGED',
    message: /format 99 is of another version/,
  })
  assert.deepEqual(readdirSync(folder), kept)
})

test('the least versions of Node and TypeScript are those of the manifest and of the tests', () => {
  const { engines } = JSON.parse(read('package.json'))
  assert.ok(document.includes(`Node ${/\d+/.exec(engines.node)?.[0]} and later`))
  assert.match(document, /TypeScript\n?\s*5\.0, the oldest/)
  assert.match(read('web/docs/runs-in.md'), /TypeScript 5\.0 to/)
})
