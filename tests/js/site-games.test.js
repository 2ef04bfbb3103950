// SPDX-License-Identifier: Apache-2.0
// Games of players of sites in a database: whatever ends a fetch, and however far back the next one goes, no game is lost and none
// is there twice.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { openDatabase } from 'binbo/database'
import { provideWasm } from '#js/core/wasm.js'
import { addPlayerGames } from '#js/sites/add-games.js'
import { dist } from './support/binbo.js'
import { siteGame, startSites } from './support/game-sites.js'

provideWasm(() => readFileSync(`${dist}core.wasm`))

const SITES = ['lichess', 'chesscom']
const games = (count, from = 0) => Array.from({ length: count }, (_, i) => siteGame(from + i))
/** FNV-1a, as the list of files has it. */
function signed(list) {
  let hash = 0x811c9dc5
  for (let i = 0; i < list.length; i++) hash = Math.imul(hash ^ list.charCodeAt(i), 0x01000193)
  return `${list}\n${(hash >>> 0).toString(16)}\n`
}
/** The beginning of the month of game 84, as the sites write times. */
const LATER = { lichess: '2020.02.01 00:00:00', chesscom: '2020/02' }

let [site, server, folder, db] = []
/** The notes as they are saved. */
let saved = '{"marks":{}}'
/** Called after each write of the notes. */
let written = () => {}
const store = {
  read: async () => JSON.parse(saved),
  async write(notes) {
    saved = JSON.stringify(notes)
    written()
  },
}
const open = async () => {
  db = await openDatabase({ storage: { folder } })
}
/** The program ends, and begins again. */
const restart = async () => {
  written = () => {}
  await db.close()
  await open()
}
beforeEach(async () => {
  site = { games: games(120), next: undefined }
  server = await startSites(site)
  folder = mkdtempSync(join(tmpdir(), 'binbo-site-games-'))
  ;[saved, written] = ['{"marks":{}}', () => {}]
  await open()
})
afterEach(async () => {
  await db.close()
  server.close()
  rmSync(folder, { recursive: true })
})

const add = (name, from) =>
  addPlayerGames(db, store, { site: name, player: 'Anna' }, 'text', {
    api: server.url,
    from,
    onGame() {},
    onError() {},
  })

/** @param {number[]} expected numbers of the site's games */
async function assertKept(expected) {
  const all = await Promise.all([...(await db.filter({ player: 'Anna' })).ids()].map(id => db.game(id)))
  const numbers = all.map(game => Number(/live\/(\d+)/.exec(`${game}`)[1]))
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    expected,
  )
}
const numbers = (from, to) => Array.from({ length: to - from }, (_, i) => from + i)

for (const name of SITES) {
  test(`${name}: ended before the games are added, while other games come`, async () => {
    written = () => {
      throw new Error('ended')
    }
    await assert.rejects(add(name), { message: 'ended' })
    await restart()
    for (let n = 0; n < 200; n++) await db.addGame('[White "Somebody"]\n\n1. d4 *')
    await add(name)
    await assertKept(numbers(0, 120))
    site.games.push(...games(5, 120))
    await add(name)
    await assertKept(numbers(0, 125))
  })

  test(`${name}: ended after the games are added, before they are marked, while games are removed`, async () => {
    let writes = 0
    written = () => {
      // The second write has the marks: it does not come to that.
      if (++writes === 2)
        saved = JSON.stringify({ ...JSON.parse(saved), marks: {}, adding: [`${name} anna`] })
      if (writes === 2) throw new Error('ended')
    }
    await assert.rejects(add(name), { message: 'ended' })
    await restart()
    await assertKept(numbers(0, 120))
    await add(name)
    await assertKept(numbers(0, 120))
    assert.deepEqual(JSON.parse(saved).adding, [])
  })

  test(`${name}: games that there was no room for are not marked before there is`, async () => {
    const list = join(folder, 'database.json')
    const full = 2 ** 52 - 1
    const setNext = async next => {
      await db.close()
      const [text] = readFileSync(list, 'utf8').split('\n')
      writeFileSync(list, signed(text.replace(/"next":\d+/, `"next":${next}`)))
      await open()
    }
    await setNext(full)
    await assert.rejects(add(name), { code: 'ERR_DATABASE_FULL' })
    await assert.rejects(add(name), { code: 'ERR_DATABASE_FULL' })
    await setNext(1000)
    await add(name)
    await assertKept(numbers(0, 120))
  })

  test(`${name}: a later call that reaches further back adds the older games, also after a broken one`, async () => {
    await add(name, LATER[name])
    await assertKept(numbers(84, 120))
    site.games.push(...games(3, 120))
    site.next = (_, response) => void response.writeHead(500).end()
    await assert.rejects(add(name, ''), { message: /answers with an error/ })
    await add(name, '')
    await assertKept(numbers(0, 123))
    const before = server.requests.length
    await add(name, '')
    await add(name, LATER[name])
    await assertKept(numbers(0, 123))
    assert.ok(server.requests.length - before <= 4, 'nothing is fetched again')
  })

  test(`${name}: a player that was forgotten is fetched again, and no game is there twice`, async () => {
    await add(name)
    saved = '{"marks":{}}'
    site.games.push(...games(3, 120))
    await add(name)
    await assertKept(numbers(0, 123))
  })
}
