// SPDX-License-Identifier: Apache-2.0
// archiveAfter: games that go to the archive before they leave the store, or later. Each comes at least once, whatever dies, and
// once if nothing does; rematches and forgetting work in between.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { GameLists } from '#js/server/stores/game-lists.js'
import {
  A,
  B,
  BLITZ,
  ChessError,
  GameHost,
  MemoryStore,
  OddStore,
  pgnArchive,
  play,
  started,
} from './support/host.js'
import { RedisServer } from './support/redis.js'
import { open, until } from './support/redis-stores.js'
import { client, createGameServer, games, MATE, newGame, play as playWire } from './support/served-games.js'

const folder = mkdtempSync(join(tmpdir(), 'binbo-after-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const LINE = 'f2f3 e7e5 g2g4 d8h4'

/** A store with lists, whose time can be moved, and which counts what is done to its lists. */
class ListStore extends OddStore {
  lists = new GameLists(() => this.now())
  changes = 0

  async enlist(...args) {
    this.changes++
    return this.lists.enlist(...args)
  }

  async listed(...args) {
    return this.lists.listed(...args)
  }

  async redact(...args) {
    return this.store.redact(...args)
  }
}

/** @param {import('node:test').TestContext} t */
function arena(t, options = {}) {
  const store = new ListStore()
  const records = []
  const entries = []
  const archive = options.archive ?? (async record => void records.push(record))
  const host = new GameHost({ store, log: entry => entries.push(entry), ...options, archive })
  t.after(async () => {
    await host.drain()
    await store.store.close()
  })
  return { store, host, records, entries }
}

test('0: the game is archived at its end, and stays in the store for a rematch', async t => {
  const { store, host, records, entries } = arena(t, { archiveAfter: 0 })
  const game = await started(host)
  await play(host, game, LINE)
  await store.due[0](game)
  assert.deepEqual([records.length, records[0].id, records[0].reason], [1, game, 'checkmate'])
  const version = (await store.read(game)).length
  assert.equal(version > 0, true)
  // Each change of the log sets the timer again.
  for (const user of [A, B]) {
    assert.equal((await host.command(game, user, { type: 'rematch' })).ok, true)
    await store.due[0](game)
  }
  assert.equal(host.stateOf(`${game}-2`)?.status, 'playing')
  store.shift += 599_000
  await store.due[0](game)
  assert.ok((await store.read(game)).length > 0, 'ten minutes are not over')
  store.shift += 1001
  await store.due[0](game)
  assert.deepEqual(await store.read(game), [])
  assert.equal(records.length, 1, 'once')
  assert.deepEqual(
    entries.filter(({ event }) => event === 'removed'),
    [{ event: 'removed', game, archived: true }],
  )
})

test('an archive that fails gets the game again, and the game stays, also for more than ten minutes', async t => {
  let fails = 3
  const records = []
  const { store, host } = arena(t, {
    archiveAfter: 0,
    async archive(record) {
      if (fails-- > 0) throw new Error('away')
      records.push(record)
    },
  })
  const game = await started(host)
  await play(host, game, LINE)
  for (const shift of [0, 300_000, 600_000]) {
    store.shift += shift
    await assert.rejects(store.due[0](game))
    assert.ok((await store.read(game)).length > 0)
  }
  await store.due[0](game)
  assert.deepEqual([records.length, await store.read(game)], [1, []])
})

test('a host that dies after it has archived, before it could say so: the next one archives again', async t => {
  const { store, host, records } = arena(t, { archiveAfter: 0 })
  const game = await started(host)
  await play(host, game, LINE)
  await store.due[0](game)
  store.lists.clear()
  const next = new GameHost({ store, archiveAfter: 0, archive: async record => void records.push(record) })
  t.after(() => next.drain())
  store.shift += 600_001
  await store.due[1](game)
  assert.deepEqual([records.length, await store.read(game)], [2, []])
  assert.equal(records[0].pgn, records[1].pgn)
})

test('another end than the archived one, after a failover has lost events, is archived, too', async t => {
  const { store, host, records } = arena(t, { archiveAfter: 0 })
  const game = await started(host)
  await play(host, game, LINE)
  const events = await store.read(game)
  await store.due[0](game)
  await store.store.remove(game, events.length)
  await store.store.append(game, 0, events.slice(0, -2), null)
  const next = new GameHost({ store, archiveAfter: 0, archive: async record => void records.push(record) })
  t.after(() => next.drain())
  store.shift += 1000
  assert.equal((await next.command(game, B, { type: 'resign' })).ok, true)
  await store.due[1](game)
  assert.deepEqual(
    records.map(({ reason }) => reason),
    ['checkmate', 'resignation'],
  )
})

test('an hour: the game stays in the store until then', async t => {
  const { store, host, records } = arena(t, { archiveAfter: 3_600_000 })
  const game = await started(host)
  await play(host, game, LINE)
  const { changes } = store
  store.shift += 3_599_000
  await store.due[0](game)
  assert.deepEqual([records.length, (await host.gamesOf(A)).length], [0, 1])
  store.shift += 1001
  await store.due[0](game)
  assert.deepEqual([records.length, await store.read(game)], [1, []])
  assert.equal(store.changes, changes, 'there is nothing to remember')
})

test('a game that no one has played leaves the store without the archive, after ten minutes', async t => {
  const { store, host, records, entries } = arena(t, { archiveAfter: 0 })
  const { game } = await host.command(undefined, A, { type: 'create', clock: BLITZ })
  await host.command(game, A, { type: 'abort' })
  await store.due[0](game)
  assert.ok((await store.read(game)).length > 0)
  store.shift += 600_001
  await store.due[0](game)
  assert.deepEqual([records, await store.read(game)], [[], []])
  assert.equal(entries.find(({ event }) => event === 'removed').archived, false)
})

test('a user is forgotten in the store and in the archive, before, while and after the game is archived', async t => {
  for (const moment of ['before', 'while', 'after']) {
    const path = join(folder, `${moment}.pgn`)
    const file = pgnArchive(path)
    let arrived
    let release
    const arrival = new Promise(resolve => (arrived = resolve))
    const gate = new Promise(resolve => (release = resolve))
    if (moment !== 'while') release()
    const archive = Object.assign(
      async record => {
        arrived()
        await gate
        return file(record)
      },
      { forget: id => file.forget(id) },
    )
    const { store, host } = arena(t, { archiveAfter: 0, archive })
    const game = await started(host, { clock: BLITZ, tags: { Teams: 'Ann' } })
    await play(host, game, LINE)
    if (moment === 'before') await host.forget(A.id)
    const archiving = store.due[0](game)
    await arrival
    if (moment === 'while') await host.forget(A.id)
    release()
    await archiving
    if (moment === 'after') assert.equal(await host.forget(A.id), 2)
    assert.doesNotMatch(readFileSync(path, 'utf8'), /Ann|"A"|Teams/, moment)
    assert.doesNotMatch(JSON.stringify(await store.read(game)), /Ann|"A"|Teams/, moment)
    store.shift += 600_001
    await store.due[0](game)
    assert.deepEqual(await store.read(game), [])
    assert.equal(readFileSync(path, 'utf8').match(/\[GameId /g).length, 1)
    assert.doesNotMatch(readFileSync(path, 'utf8'), /Ann|"A"|Teams/, moment)
  }
})

test('a MemoryStore: at once without a wait, and not again when the server ends', async t => {
  const records = []
  const store = new MemoryStore()
  const { server, url } = await games(t, {
    store,
    archiveAfter: 0,
    archive: async record => void records.push(record),
  })
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  await playWire([white, black], game, MATE)
  await until(() => records.length === 1, 'the archive')
  assert.equal((await white.ask('rematch', { game })).ok, true)
  assert.equal((await black.ask('rematch', { game })).ok, true)
  await white.ask('open', { game: `${game}-2` })
  await playWire([black, white], `${game}-2`, ['e2e4'])
  await server.close()
  assert.deepEqual(
    records.map(({ id, reason }) => [id, reason]),
    [
      [game, 'checkmate'],
      [`${game}-2`, 'unterminated'],
    ],
  )
  await store.close()
})

test('a restart archives no game again, however long it takes, also with another archiveAfter', async t => {
  for (const archiveAfter of [0, 1000, undefined, 3_600_000]) {
    const { store, host, records } = arena(t, { archiveAfter: 0 })
    const game = await started(host)
    await play(host, game, LINE)
    await store.due[0](game)
    await host.drain()
    store.shift += 3 * 3_600_000
    const next = new GameHost({ store, archiveAfter, archive: async record => void records.push(record) })
    t.after(() => next.drain())
    await store.due[1](game)
    assert.deepEqual([records.length, await store.read(game)], [1, []], `${archiveAfter}`)
    assert.deepEqual(await store.listed(`archived:${game}`), [], 'nothing is left')
  }
})

test('a MemoryStore: what its last server archived when it ended is not archived by the next one', async t => {
  class Timed extends MemoryStore {
    postponed = []
    async append(game, version, events, due) {
      if (events.length === 0) this.postponed.push(game)
      return super.append(game, version, events, due)
    }
  }
  const store = new Timed()
  const records = []
  let fails = 1
  const archive = async record => {
    if (fails-- > 0) throw new Error('away')
    records.push(record.id)
  }
  const first = await games(t, { store, archiveAfter: 0, archive })
  const [white, black] = [await client(t, first.url), await client(t, first.url)]
  const game = await newGame(white, black)
  await playWire([white, black], game, MATE)
  await until(() => first.logged('archive-failed').length === 1, 'the first call')
  await first.server.close()
  assert.deepEqual(records, [game], 'when the server ends')
  await games(t, { store, archiveAfter: 0, archive })
  await until(() => store.postponed.includes(game), 'its timer')
  assert.deepEqual(records, [game])
  await store.close()
})

test('on one Redis: each game once; one whose node does not come to its end comes by another', async t => {
  const redis = await new RedisServer().start()
  t.after(() => redis.remove())
  const stores = [await open(t, { url: redis.url }), await open(t, { url: redis.url })]
  const records = []
  const calls = []
  const [stuck, other] = await Promise.all([
    games(t, {
      store: stores[0],
      archiveAfter: 0,
      archive: record => {
        calls.push(record.id)
        return new Promise(() => {})
      },
    }),
    games(t, { store: stores[1], archiveAfter: 0, archive: async record => void records.push(record.id) }),
  ])
  const [white, black] = [await client(t, stuck.url), await client(t, other.url)]
  const made = []
  for (let count = 0; count < 3; count++) {
    const game = await newGame(white, black)
    await playWire([white, black], game, MATE)
    made.push(game)
  }
  await until(() => new Set(records).size === made.length, 'all games')
  assert.deepEqual(records.toSorted(), made.toSorted(), `not twice; ${calls.length} calls had no end`)
  for (const game of made) assert.ok((await stores[1].read(game)).length > 0)
})

test('options that are wrong are refused', async () => {
  const store = new OddStore()
  for (const archiveAfter of [-1, 1.5, '0', null, Number.NaN, 2_592_000_001]) {
    assert.throws(() => new GameHost({ store, archiveAfter }), { code: 'ERR_ARGUMENT' })
    await assert.rejects(createGameServer({ archiveAfter }), error => {
      assert.ok(error instanceof ChessError)
      return error.code === 'ERR_ARGUMENT'
    })
  }
  await store.store.close()
})
