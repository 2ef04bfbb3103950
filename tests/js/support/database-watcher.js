// SPDX-License-Identifier: Apache-2.0
// A reader beside a program that changes a kept database (database-child.js): what it sees, and whether that was ever committed.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../../dist/database.js'
import { pick } from '../../random.js'
import { START_FEN } from './binbo.js'

/**
 * Reads until the program has ended.
 * @param {string} folder @param {() => boolean} isOver @param {() => number} random
 * @returns {Promise<number[][]>} the games that were seen, one list a commit
 */
export async function watch(folder, isOver, random) {
  let reader
  while (reader === undefined && !isOver())
    reader = await openDatabase({ storage: { folder }, mode: 'read' }).catch(async error => {
      // The program has not made the database yet.
      assert.equal(error.code, 'ERR_DATABASE_STORAGE')
      await delay(1)
    })
  const seen = []
  while (reader !== undefined) {
    const isLast = isOver()
    const { games } = reader
    let isRefreshed = false
    const refreshed = reader.refresh().finally(() => (isRefreshed = true))
    const during = new Set()
    while (!isRefreshed) {
      during.add(reader.games)
      await new Promise(resolve => setImmediate(resolve))
    }
    await refreshed
    for (const count of during) assert.ok([games, reader.games].includes(count), `${games}: ${count}`)
    const heads = await reader.heads(await reader.filter())
    assert.equal(reader.games, heads.length)
    assert.equal((await reader.explore(START_FEN)).games, heads.length)
    assert.deepEqual(reader.damaged, [])
    seen.push(heads.map(({ white }) => Number(white)))
    const some = heads.length > 0 ? [pick(random, heads), ...heads.slice(-1)] : []
    for (const { id, white } of some) await checkGame(reader, id, white)
    if (isLast) {
      await reader.close()
      return seen
    }
  }
  return seen
}

/** A game has its comment, or is an error after compact(): a reader never takes another text for it. */
async function checkGame(reader, id, white) {
  try {
    const game = await reader.game(id)
    const comments = game.headers.get('Round') === 'text' ? [white] : []
    assert.deepEqual([game.headers.get('Annotator'), game.end.comments], [white, comments])
  } catch (error) {
    if (error.code !== 'ERR_DATABASE_CHANGED') throw error
  }
}

/**
 * @param {number[][]} seen @param {object[]} said what the program has said
 * @param {string} what names the run
 */
export function checkSeen(seen, said, what) {
  const acts = said.filter(({ now }) => now !== undefined)
  let place = 0
  for (const numbers of seen) {
    const found = acts.findIndex((report, i) => i >= place && isState(numbers, report))
    assert.ok(
      found >= 0,
      `${what}: a reader saw ${numbers.length} games, ${numbers.slice(-3)}, after ${place} reports`,
    )
    place = found
  }
}

/** Whether the games are those before, after or, of added ones, between two commits of an act. */
function isState(numbers, { now, added = [], after = now }) {
  const text = String(numbers)
  const count = numbers.length - now.length
  const isPart = count >= 0 && count <= added.length
  return (
    text === String(after) ||
    text === String(now) ||
    (isPart && text === String([...now, ...added.slice(0, count)]))
  )
}
