// SPDX-License-Identifier: Apache-2.0
// A Redis at its `maxmemory`: games in progress go on and end, ended ones are archived and removed, which makes room, and
// only then are games made again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from 'redis'
import { connectGames } from '../../dist/session.js'
import { until } from './support/engines.js'
import { foldSession, reduceSession } from './support/host.js'
import { longGame } from './support/long-games.js'
import { RedisServer } from './support/redis.js'
import { BLITZ, client, games, newGame, play, RedisStore, WebSocket } from './support/served-games.js'

const PLIES = 240
/** What ended games may fill, in bytes. */
const ROOM = 1_200_000
/** Twelfths of all memory are what is short and what is room: many times what the buffers of clients come and go by. */
const BALLAST = 5_000_000

/** A log of a game that has ended eleven minutes ago: its time in the store is over. */
function endedLog(now) {
  let at = now - 12 * 60_000
  let state = null
  const events = []
  const decide = command => {
    const decision = reduceSession(state, command, at)
    assert.equal(decision.ok, true, decision.code)
    events.push(...decision.events)
    state = decision.state
    at += 100
  }
  const [white, black] = [{ id: 'white' }, { id: 'black' }]
  decide({ type: 'create', id: 'c', game: 'ended', by: white, clock: BLITZ })
  decide({ type: 'join', id: 'j', by: black })
  for (const [ply, uci] of longGame(1, PLIES).entries())
    decide({ type: 'move', id: `m${ply}`, by: ply % 2 === 0 ? white : black, ply, uci })
  if (state.status !== 'over') decide({ type: 'resign', id: 'r', by: white })
  return events
}

async function fullRedis(t, options = {}) {
  const redis = await new RedisServer().start()
  const entries = []
  const store = new RedisStore({
    url: redis.url,
    deadline: 20_000,
    log: entry => entries.push(entry),
    ...options,
  })
  t.after(async () => {
    await store.close()
    await redis.remove()
  })
  const raw = createClient({ url: redis.url, socket: { path: redis.socket } })
  raw.on('error', () => {})
  await raw.connect()
  t.after(() => raw.destroy())
  await until(() => store.ready, 'the store is ready')
  const used = async () => Number(/^used_memory:(\d+)/m.exec(await redis.ask('INFO', 'memory'))[1])
  /** Gives Redis little more memory than it uses. */
  const limit = async () => {
    // A value of that size would leave a buffer as large to its connection, which Redis counts for some seconds.
    await raw.setRange('ballast', BALLAST - 1, 'x')
    await redis.ask('CONFIG', 'SET', 'maxmemory', String((await used()) + ROOM))
  }
  const fill = async () => {
    for (let i = 0; ; i++) {
      try {
        await raw.sendCommand(['SET', `filler${i}`, 'x'.repeat(2000)])
      } catch (error) {
        assert.match(error.message, /^OOM/)
        return
      }
    }
  }
  return { redis, store, raw, limit, fill, entries }
}

test('a full Redis: games go on and end; none is made; ended ones go, and then all is well again', async t => {
  const { redis, store, raw, limit, entries } = await fullRedis(t)
  const archived = new Set()
  let openArchive = () => {}
  const opened = new Promise(resolve => {
    openArchive = resolve
  })
  const archive = async ({ id }) => {
    await opened
    archived.add(id)
  }
  const { url, http } = await games(t, { store, archive })
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  const other = await newGame(white, black)
  await play([white, black], other, ['e2e4', 'e7e5'])
  await limit()
  // Ended games that the archive does not take yet fill it.
  const now = store.now()
  const [created, ...rest] = endedLog(now)
  const ended = []
  const broken = []
  while (broken.length === 0) {
    const id = `ended${ended.length}`
    await store.append(id, 0, [{ ...created, game: id }, ...rest], now).then(
      ({ ok }) => ok && ended.push(id), // else it was too late, on a busy machine
      error => broken.push(error),
    )
  }
  assert.equal(broken[0].code, 'ERR_STORE_AWAY')
  assert.match(broken[0].cause.message, /^OOM/)
  assert.deepEqual([store.full, store.ready], [true, true])
  const refused = await white.ask('create', { id: 'c', listed: true })
  assert.deepEqual([refused.ok, refused.code, refused.why], [false, 'unavailable', 'the store is full'])
  const ready = await http('/ready')
  assert.deepEqual([ready.status, await ready.text()], [200, 'ready; the store is full: no games are made\n'])
  await until(async () => /^binbo_store_full 1$/m.test(await (await http('/metrics')).text()))
  const full = entries.find(({ event }) => event === 'full')
  assert.match(full.message, /^Redis uses \d+ % of its maxmemory: no game is made/)
  // The package's client does not try for half a minute.
  const games2 = connectGames(url, { WebSocket })
  t.after(() => games2.close())
  await assert.rejects(games2.create({ clock: BLITZ }), ({ cause }) => cause.why === 'the store is full')
  // All else goes on.
  await play([white, black], game, ['e2e4', 'e7e5', 'g1f3', 'b8c6'])
  assert.equal((await white.ask('offerDraw', { game })).ok, true)
  assert.equal((await black.ask('resign', { game: other })).ok, true)
  assert.equal((await white.ask('games')).games.length, 2)
  assert.deepEqual((await white.ask('lobby')).lobby, [])
  const spectator = await client(t, url)
  assert.equal((await spectator.ask('open', { game })).version, (await store.read(game)).length)
  const beat = async () =>
    (await raw.keys('*beat')).length && Number(await raw.get((await raw.keys('*beat')).sort()[0]))
  const before = await beat()
  await until(async () => (await beat()) !== before, 'the heartbeat goes on')
  // A node that starts now opens, too.
  const second = new RedisStore({ url: redis.url, deadline: 20_000 })
  t.after(() => second.close())
  // Buffers of clients are memory, too: with less of them it may be below 95 % by now, and only who saw it full goes on as if it were.
  const share = async () => {
    const info = await raw.info('memory')
    const [used, apart, most] = ['used_memory', 'mem_not_counted_for_evict', 'maxmemory'].map(name =>
      Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]),
    )
    return (used - apart) / most
  }
  await until(
    async () => second.ready && (second.full || (await share()) < 0.95),
    'another node, which knows it as well',
  )
  // The archive is back: they go, by the timer alone.
  openArchive()
  await until(() => archived.size === ended.length, 'the games are archived')
  await until(async () => (await raw.keys('*:g:ended*')).length === 0, 'and removed')
  await until(() => !store.full, 'there is room')
  assert.ok(entries.some(({ event }) => event === 'room'))
  assert.equal((await white.ask('create', { id: 'again' })).ok, true)
  // They are made once a second.
  await until(async () => /^binbo_store_full 0$/m.test(await (await http('/metrics')).text()))
  assert.equal(await (await http('/ready')).text(), 'ready\n')
  assert.equal(
    entries.some(({ event }) => event === 'away'),
    false,
  )
})

test('a creation that was kept is answered also when it comes again to a full store', async t => {
  const { store, raw, limit, fill } = await fullRedis(t)
  const { url } = await games(t, { store })
  const maker = await client(t, url)
  const { game } = await maker.ask('create', { id: 'once' })
  await limit()
  await fill()
  await until(() => store.full, 'it is full')
  const again = await maker.ask('create', { id: 'once' })
  assert.deepEqual([again.ok, again.game, again.duplicate], [true, game, true])
  assert.equal((await maker.ask('create', { id: 'other' })).why, 'the store is full')
  assert.equal((await maker.ask('abort', { game })).ok, true)
  assert.equal(foldSession(null, await store.read(game)).status, 'over')
  // What others have filled counts as well, and when it is gone, all is well.
  await raw.del(await raw.keys('filler*'))
  await until(() => !store.full, 'there is room')
  assert.equal((await maker.ask('create', { id: 'third' })).ok, true)
})

test('without a maxmemory, and with room, nothing is full', async t => {
  const { store, entries, redis } = await fullRedis(t)
  const measured = async () =>
    Number(/calls=(\d+)/.exec(/cmdstat_info:(.*)/.exec(await redis.ask('INFO', 'commandstats'))[1])[1])
  const first = await measured()
  await until(async () => (await measured()) > first + 20, 'it has been measured')
  assert.equal(store.full, false)
  assert.deepEqual(
    entries.map(({ event }) => event),
    ['ready'],
  )
})
