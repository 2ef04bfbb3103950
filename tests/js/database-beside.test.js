// SPDX-License-Identifier: Apache-2.0
// Reading a kept database beside its writer, and what a writer commits while its source is slow.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../dist/database.js'
import { pgnOfNumber } from './support/database-numbered.js'
import { SEGMENT_GAMES } from './support/database-oracle.js'
import { PATIENCE } from './support/patience.js'

/** A folder that goes with the test. */
async function newFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-beside-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const openIn = (folder, options = {}) =>
  openDatabase({ storage: { folder }, [SEGMENT_GAMES]: 64, ...options })
const numbered = (from, to) =>
  Array.from({ length: to - from }, (_, i) => pgnOfNumber(from + i, 'text')).join('')

/** How many games the list of files has. */
async function listedGames(folder) {
  const list = JSON.parse((await readFile(join(folder, 'database.json'), 'utf8')).split('\n')[0])
  return list.files.reduce((sum, { games }) => sum + games, 0)
}

/** Waits until the list has so many games. */
async function untilListed(folder, games) {
  for (const end = performance.now() + PATIENCE; (await listedGames(folder).catch(() => 0)) < games; ) {
    assert.ok(performance.now() < end, `${games} games are committed`)
    await delay(50)
  }
}

/** Sources that give games, and then nothing until they are released. */
const HANGING = {
  'a stream of texts': async function* (released) {
    yield numbered(0, 7)
    await released
    yield numbered(7, 10)
  },
  'a list of sources': async function* (released) {
    yield new Blob([numbered(0, 4)])
    yield new Blob([numbered(4, 7)])
    await released
    yield new Blob([numbered(7, 10)])
  },
  'a source of a list': async function* (released) {
    yield new Blob([numbered(0, 3)])
    yield (async function* () {
      yield numbered(3, 7)
      await released
      yield numbered(7, 10)
    })()
  },
}

test('games are committed while their source stands still', async t => {
  const adding = Object.entries(HANGING).map(async ([name, source]) => {
    const folder = await newFolder(t)
    const db = await openIn(folder)
    let release
    const added = db.add(source(new Promise(resolve => (release = resolve))), { keep: 'text' })
    await untilListed(folder, 7)
    release()
    assert.equal((await added).games, 10, name)
    await db.close()
    const again = await openIn(folder)
    assert.equal(again.games, 10, name)
    for (const id of [0, 6, 9]) assert.deepEqual((await again.game(id)).end.comments, [String(id)], name)
    await again.close()
  })
  await Promise.all(adding)
})
