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

const BATCH = 10
const commented = (from, to) =>
  Array.from({ length: to - from }, (_, i) => `[White "${from + i}"]\n\n1. e4 {${from + i}} *\n\n`).join('')

/** Adds games in so many commits, with their texts, and compacts now and then. */
export async function addInCommits(name, commits) {
  db = await openDatabase({ name, storage: 'opfs', [Symbol.for('binbo.database.segmentGames')]: 64 })
  for (let i = 0; i < commits; i++) {
    await db.add(commented(BATCH * i, BATCH * (i + 1)), { keep: 'text' })
    if (i % 9 === 8) await db.compact()
  }
  return db.games
}

/** Reads beside addInCommits(), until there are so many games. @returns what was seen that was never committed */
export async function readBeside(name, games) {
  const wrong = []
  let reader
  while (!reader)
    reader = await openDatabase({ name, storage: 'opfs', mode: 'read' }).catch(error => {
      if (error.code !== 'ERR_DATABASE_STORAGE') throw error
    })
  let commits = 0
  while (reader.games < games) {
    if (!(await reader.refresh())) continue
    commits++
    const heads = await reader.heads(await reader.filter())
    if (heads.length % BATCH !== 0 || heads.some(({ white }, id) => white !== String(id)))
      wrong.push(heads.map(({ white }) => white).join(' '))
    if (reader.damaged.length > 0) wrong.push(JSON.stringify(reader.damaged))
    for (const id of [0, heads.length >> 1, heads.length - 1]) {
      const text = await reader.game(id).then(String, error => error.code)
      if (text !== 'ERR_DATABASE_CHANGED' && !text.includes(`{${id}}`)) wrong.push(text)
    }
  }
  const refused = await reader.add('1. e4 *').catch(error => error.code)
  await reader.close()
  return { wrong, refused, hasRead: commits > 0 }
}
