// SPDX-License-Identifier: Apache-2.0
// What tests of databases do in a page, or in a Worker of it.

import { openDatabase } from '/binbo/database.js'

/** @type {import('../../../dist/database.js').Database} */
let db

const pgnOf = number => `[White "${number}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n`
const games = (from, to) => Array.from({ length: to - from }, (_, i) => pgnOf(from + i)).join('')

export async function openAndAdd(name, from, to) {
  try {
    await db?.close()
    db = await openDatabase({ name, storage: 'opfs', [Symbol.for('binbo.database.segmentGames')]: 256 })
    await db.add(games(from, to))
    return { games: db.games, damaged: db.damaged.length }
  } catch (error) {
    return error.code ?? String(error)
  }
}

/** The same, and calculates for so many milliseconds after its answer. */
export async function openAndCalculate(name, from, to, milliseconds) {
  const answer = await openAndAdd(name, from, to)
  setTimeout(() => {
    for (const end = performance.now() + milliseconds; performance.now() < end; );
  })
  return answer
}

export const add = (from, to) =>
  db.add(games(from, to)).then(
    ({ games }) => games,
    error => error.code ?? String(error),
  )

export const count = () => db.games

export async function whites(name) {
  db = await openDatabase({ name, storage: 'opfs' })
  return (await db.heads(await db.filter())).map(({ white }) => white)
}

export async function close() {
  await db.close()
  return 'closed'
}

/** How many games have a bishop on b5, counted by so many threads. */
export async function countBy(workers) {
  try {
    const threaded = await openDatabase({ workers, [Symbol.for('binbo.database.segmentGames')]: 64 })
    await threaded.add(games(0, 300))
    const count = await threaded.search({ board: { b5: 'B' } }).count
    await threaded.close()
    return count
  } catch (error) {
    return `${error.code}: ${error.message}`
  }
}
