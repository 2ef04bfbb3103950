// SPDX-License-Identifier: Apache-2.0
// RedisStore when something goes wrong: with real servers that are killed, frozen, loading, demoted and full.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createClient } from 'redis'
import { RedisStore } from '../../dist/server.js'
import { CLOCK, TICK } from '../../js/server/redis-scripts.js'
import { shardNumber } from '../../js/server/redis-shards.js'
import { StoreClock } from '../../js/server/store-clock.js'
import { dist, root } from './support/binbo.js'
import { distUrl } from './support/child.js'
import { freePorts, RedisServer, withCluster, withRedis } from './support/redis.js'

const AWAY = { name: 'ChessError', code: 'ERR_STORE_AWAY' }
const ARGUMENT = { name: 'ChessError', code: 'ERR_ARGUMENT' }
/** Above the deadline, for a busy machine. */
const SLACK = 600

const offer = (at, command) => ({ type: 'drawOffered', at, by: 'white', command })
const tagOf = (game, shards = 64) => `binbo:{s${shardNumber(game, shards)}}:`

async function until(condition, what, limit = 8000) {
  for (const end = Date.now() + limit; !(await condition()); await wait(5))
    if (Date.now() > end) assert.fail(what)
}

/** A store of a server, closed at the end. */
async function open(t, options) {
  const store = new RedisStore(options)
  t.after(() => store.close())
  await until(() => store.ready, 'ready')
  return store
}

/** @returns {Promise<[code: string, milliseconds: number]>} how a call ended */
async function timed(promise) {
  const began = performance.now()
  const code = await promise.then(
    () => 'ok',
    error => error.code,
  )
  return [code, performance.now() - began]
}

describe('Redis', { concurrency: 3 }, () => {
  test('killed without warning and started again with its file: what was acknowledged is there, once', async t => {
    const server = await withRedis(t, { appendfsync: 'always' })
    const store = await open(t, { url: server.url })
    const hints = []
    store.subscribe('g0', (...args) => hints.push(args.length))
    const outcomes = { ok: 0, unknown: 0, away: 0 }
    const acknowledged = []
    let running = true
    const writers = Array.from({ length: 16 }, async (_, index) => {
      const game = `g${index}`
      let version = 0
      for (let number = 0; running; number++) {
        const command = `c${number}`
        try {
          const { ok, missed } = await store.append(game, version, [offer(number, command)], null)
          if (ok) {
            version++
            acknowledged.push([game, command])
            outcomes.ok++
          } else version += missed.length
        } catch (error) {
          if (error.code === 'ERR_STORE_UNKNOWN') outcomes.unknown++
          else {
            assert.equal(error.code, 'ERR_STORE_AWAY')
            outcomes.away++
            // Certainly not kept.
            acknowledged.push([game, command, 'not'])
            await wait(20)
          }
        }
      }
    })
    for (let kills = 0; kills < 2; kills++) {
      await wait(400)
      await server.killed()
      await wait(100)
      assert.equal(store.ready, false)
      const before = hints.length
      await server.start()
      await until(() => store.ready, 'back')
      await until(() => hints.slice(before).includes(0), 'a hint to look')
    }
    await wait(200)
    running = false
    await Promise.all(writers)
    assert.ok(outcomes.ok > 100 && outcomes.unknown > 0 && outcomes.away > 0, JSON.stringify(outcomes))
    for (let index = 0; index < 16; index++) {
      const log = (await store.read(`g${index}`)).map(({ command }) => command)
      assert.equal(new Set(log).size, log.length)
      for (const [game, command, not] of acknowledged)
        if (game === `g${index}`)
          assert.equal(log.includes(command), not === undefined, `${game} ${command} ${not}`)
    }
  })

  test('frozen for 5 s: answers within the deadline, unknown or away, and one outage of that length', async t => {
    const server = await withRedis(t, { appendfsync: 'everysec' })
    const [a, b] = [await open(t, { url: server.url }), await open(t, { url: server.url })]
    const outages = { a: [], b: [] }
    const mine = list => outage => outage.has('g') && list.push(outage)
    a.onOutage(mine(outages.a))
    b.onOutage(mine(outages.b))
    await a.append('g', 0, [offer(a.now(), 'c0')], a.now() + 60_000)
    await wait(250)
    const from = a.now()
    server.freeze()
    const [code, took] = await timed(a.append('g', 1, [offer(from, 'sent before')], null))
    assert.equal(code, 'ERR_STORE_UNKNOWN')
    assert.ok(took < 1000 + SLACK, `${took} ms`)
    await until(() => !a.ready && !b.ready, 'not ready', 1000)
    for (const call of [
      a.append('g', 1, [offer(from, 'not sent')], null),
      b.append('g', 1, [offer(from, 'not sent')], null),
      a.read('g'),
      b.hold('g', 'white', 1),
      b.remove('g', 1),
    ]) {
      const [ended, milliseconds] = await timed(call)
      assert.equal(ended, 'ERR_STORE_AWAY')
      assert.ok(milliseconds < 50, `${milliseconds} ms`)
    }
    assert.ok(a.now() > from && b.now() > from, 'clocks go on')
    await wait(5000 - (a.now() - from))
    const to = a.now()
    server.thaw()
    await until(() => a.ready && b.ready, 'ready again')
    await until(() => outages.a.length > 0 && outages.b.length > 0, 'the outage')
    await wait(500)
    assert.equal(outages.a.length, 1)
    assert.equal(outages.b.length, 1)
    const [{ from: began, to: ended }] = outages.a
    assert.deepEqual([outages.b[0].from, outages.b[0].to], [began, ended])
    assert.ok(began <= from && from - began < 200 + SLACK, `from ${from - began} ms too early`)
    assert.ok(ended >= to - 5 && ended - to < 200 + SLACK, `to ${ended - to} ms too late`)
    // What was sent before was decided before: it must not be kept after an outage that its decision did not know.
    assert.deepEqual(
      (await b.read('g')).map(({ command }) => command),
      ['c0'],
    )
    assert.deepEqual(await a.append('g', 1, [offer(a.now(), 'again')], null), { ok: true })
    const late = []
    const c = await open(t, { url: server.url })
    c.onOutage(mine(late))
    await until(() => late.length === 1, 'the outage for a node that comes later')
    assert.deepEqual([late[0].from, late[0].to], [began, ended])
  })

  test('an append that is the first to find an outage is refused, and tells it first', async t => {
    const server = await withRedis(t)
    let ticks = true
    const client = settings => {
      const made = createClient({ url: server.url, ...settings, socket: { ...settings.socket } })
      const send = made.sendCommand.bind(made)
      // A tick would find it, too, so none is sent.
      made.sendCommand = args => (args[1] === TICK.sha && !ticks ? new Promise(() => {}) : send(args))
      return made
    }
    const store = await open(t, { client, deadline: 5000 })
    const told = []
    store.onOutage(outage => told.push(outage))
    ticks = false
    await wait(150)
    await server.ask('SET', `${tagOf('g')}beat`, String(Date.now() - 60_000))
    assert.deepEqual(told, [])
    const append = () => store.append('g', 0, [offer(1, 'c')], null)
    assert.deepEqual(await append(), { ok: false, missed: [] })
    assert.equal(told.length, 1)
    const [{ from, to, has }] = told
    assert.ok(has('g') && to - from >= 60_000 && to - from < 65_000, `${to - from}`)
    assert.ok(store.now() >= to - 50)
    assert.deepEqual(await append(), { ok: true })
    assert.equal(told.length, 1)
  })

  test('loading its file: away, not unknown, until it has', async t => {
    const server = await withRedis(t, { appendfsync: 'always' })
    const store = await open(t, { url: server.url })
    await store.append('g', 0, [offer(1, 'c')], null)
    await server.ask('EVAL', "for i = 1, 4000 do redis.call('SET', 'k' .. i, i) end return 1", '0')
    await server.killed()
    server.addArgs('--key-load-delay', '400')
    await server.start({ loaded: false })
    let away = 0
    const began = Date.now()
    for (;;) {
      const [code] = await timed(store.append('g', 1, [offer(2, 'c2')], null))
      if (code === 'ok') break
      assert.equal(code, 'ERR_STORE_AWAY')
      assert.ok(Date.now() - began < 8000)
      away++
      await wait(20)
    }
    assert.ok(away > 5, `${away}`)
    assert.equal((await store.read('g')).length, 2)
  })

  test('scripts that it has forgotten are sent again', async t => {
    const server = await withRedis(t)
    const store = await open(t, { url: server.url })
    for (let version = 0; version < 5; version++) {
      await server.ask('SCRIPT', 'FLUSH')
      const appended = await Promise.all(
        [0, 1, 2].map(n => store.append('g', version, [offer(n, `${version}.${n}`)], null)),
      )
      assert.equal(appended.filter(({ ok }) => ok).length, 1)
    }
    assert.equal((await store.read('g')).length, 5)
  })

  test('not the primary any more, or full: away, and nothing is kept', async t => {
    const server = await withRedis(t)
    const store = await open(t, { url: server.url })
    await store.append('g', 0, [offer(1, 'c')], null)
    for (const [spoil, mend] of [
      [
        ['CONFIG', 'SET', 'maxmemory', '1'],
        ['CONFIG', 'SET', 'maxmemory', '0'],
      ],
      [
        ['REPLICAOF', '127.0.0.1', '1'],
        ['REPLICAOF', 'NO', 'ONE'],
      ],
    ]) {
      const { length } = await store.read('g')
      await server.ask(...spoil)
      await assert.rejects(store.append('g', length, [offer(1, 'x')], 5), AWAY)
      await until(() => !store.ready, 'not ready')
      await server.ask(...mend)
      await until(() => store.ready, 'ready')
      assert.equal((await store.read('g')).length, length)
      assert.deepEqual(await store.append('g', length, [offer(1, 'y')], null), { ok: true })
    }
  })

  test('a log with an event that this version does not know is not read, and hints say to look', async t => {
    const server = await withRedis(t)
    const store = await open(t, { url: server.url })
    const hints = []
    store.subscribe('g', (...args) => hints.push(args))
    await until(() => hints.length === 1, 'the subscription')
    await store.append('g', 0, [offer(1, 'c')], null)
    await server.ask('RPUSH', `${tagOf('g')}g:g`, '["zz",7]')
    await server.ask('SPUBLISH', `${tagOf('g')}c:g`, '2\n["zz",7]')
    await until(() => hints.length === 3, 'the hint')
    assert.deepEqual(hints[2], [])
    await assert.rejects(store.read('g'), { code: 'ERR_SESSION_FORMAT' })
    await assert.rejects(store.append('g', 1, [offer(1, 'd')], null), { code: 'ERR_SESSION_FORMAT' })
  })

  test('replicas confirm, or the outcome is unknown, and the log is not believed before they have', async t => {
    const [port] = await freePorts(1)
    const primary = new RedisServer({ port })
    t.after(() => primary.remove())
    await primary.start()
    const replica = await withRedis(t, { args: ['--replicaof', '127.0.0.1', String(port)] })
    await until(
      async () => (await replica.ask('INFO', 'replication')).includes('master_link_status:up'),
      'the replica',
    )
    const store = await open(t, { url: primary.url, waitReplicas: 1, deadline: 2000 })
    const versions = await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.append(`g${index}`, 0, [offer(1, 'c')], null)),
    )
    assert.ok(versions.every(({ ok }) => ok))
    const other = await open(t, { url: primary.url, waitReplicas: 1, deadline: 2000 })
    const hints = []
    other.subscribe('g1', (...args) => hints.push(args))
    await until(() => hints.length === 1, 'the subscription')
    await store.append('g1', 1, [offer(1, 'd')], null)
    await until(() => hints.length === 2, 'a hint')
    assert.deepEqual(hints[1], [2, [offer(1, 'd')]])
    replica.freeze()
    const [code, took] = await timed(store.append('g1', 2, [offer(1, 'e')], null))
    assert.equal(code, 'ERR_STORE_UNKNOWN')
    assert.ok(took < 2000 + SLACK, `${took} ms`)
    // It is in the log, but could still be lost: no node may act on it.
    assert.equal(await primary.ask('LLEN', `${tagOf('g1')}g:g1`), '3')
    const calls = [store, other].flatMap(node => [
      node.read('g1'),
      node.append('g1', 2, [offer(1, 'f')], null),
    ])
    for (const [ended, milliseconds] of await Promise.all(calls.map(timed))) {
      assert.equal(ended, 'ERR_STORE_AWAY')
      assert.ok(milliseconds < 2000 + SLACK, `${milliseconds} ms`)
    }
    assert.equal(hints.length, 2)
    replica.thaw()
    await until(async () => (await timed(store.read('g1')))[0] === 'ok', 'the replica has it')
    await until(() => hints.length === 3, 'a hint to look')
    assert.deepEqual(hints[2], [])
    await until(async () => (await timed(other.read('g1')))[0] === 'ok', 'the other node reads it')
    assert.equal((await other.read('g1')).length, 3)
    assert.deepEqual(await other.append('g1', 3, [offer(1, 'g')], null), { ok: true })
  })

  test('of a cluster one master is frozen: its games are away, the others are played on', async t => {
    const { servers, urls } = await withCluster(t)
    const store = await open(t, { cluster: urls })
    const games = Array.from({ length: 40 }, (_, index) => `g${index}`)
    for (const game of games) await store.append(game, 0, [offer(1, 'c')], null)
    servers[1].freeze()
    const codes = await Promise.all(games.map(game => timed(store.append(game, 1, [offer(1, 'd')], null))))
    servers[1].thaw()
    assert.ok(codes.every(([, took]) => took < 1000 + SLACK))
    const kinds = new Set(codes.map(([code]) => code))
    assert.deepEqual([...kinds].sort(), ['ERR_STORE_UNKNOWN', 'ok'])
    await until(async () => {
      const ended = await Promise.all(games.map(game => timed(store.append(game, 9, [], null))))
      return ended.every(([code]) => code === 'ok')
    }, 'all masters')
  })
})

describe('settings', { concurrency: 3 }, () => {
  test('what is no option, URL or client is refused at once', () => {
    for (const options of [
      undefined,
      {},
      { url: 'http://localhost' },
      { url: 'localhost:6379' },
      { url: 'redis://a', client: () => {} },
      { client: {} },
      { url: 'redis://a', shards: 0 },
      { url: 'redis://a', waitReplicas: -1 },
      { url: 'redis://a', deadline: 1.5 },
      { url: 'redis://a', prefix: 'a{b}' },
      { url: 'redis://a', cluster: [] },
      { url: 'redis://a', replicas: 1 },
    ])
      assert.throws(() => new RedisStore(options), ARGUMENT, JSON.stringify(options))
  })

  test('nobody listens, or what listens is not Redis: away within the deadline, and it closes', async t => {
    const silent = createServer(socket => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    t.after(() => silent.close())
    const [port] = await freePorts(1)
    for (const each of [port, silent.address().port]) {
      const store = new RedisStore({ url: `redis://127.0.0.1:${each}`, deadline: 300 })
      await store.read('g').catch(() => {}) // the package is loaded
      for (const call of [
        store.append('g', 0, [], null),
        store.read('g'),
        store.hold('g', 'white', 1),
        store.remove('g', 1),
      ]) {
        const [code, took] = await timed(call)
        assert.equal(code, 'ERR_STORE_AWAY')
        assert.ok(took < 300 + SLACK, `${took} ms`)
      }
      assert.equal(store.ready, false)
      assert.match(store.reason, /Redis does not answer/)
      await store.close()
    }
  })

  test('a policy that deletes keys is a warning; another number of shards a fault', async t => {
    const server = await withRedis(t, { args: ['--maxmemory-policy', 'allkeys-lru'] })
    const entries = []
    const store = await open(t, {
      url: server.url,
      shards: 8,
      prefix: 'x:',
      log: entry => entries.push(entry),
    })
    assert.deepEqual(
      entries.map(({ event }) => event),
      ['warning', 'ready'],
    )
    assert.match(entries[0].message, /allkeys-lru.*noeviction/)
    await store.append('g', 0, [offer(1, 'c')], null)
    assert.equal(await server.ask('LLEN', `x:{s${shardNumber('g', 8)}}:g:g`), '1')
    const same = await open(t, { url: server.url, prefix: 'x:' })
    assert.equal((await same.read('g')).length, 1)
    const other = new RedisStore({ url: server.url, shards: 16, prefix: 'x:' })
    t.after(() => other.close())
    await assert.rejects(other.read('g'), { ...ARGUMENT, message: /8 shards.*16/ })
    await assert.rejects(other.append('g', 1, [], null), ARGUMENT)
    assert.match(other.reason, /8 shards/)
  })

  test('why Redis does not answer is in the log, once, and in the reason', async t => {
    const [port, nobody] = await freePorts(2)
    const server = await withRedis(t, { port })
    await server.ask('CONFIG', 'SET', 'requirepass', 'sesame')
    for (const [options, why] of [
      [{ url: `redis://127.0.0.1:${nobody}` }, /ECONNREFUSED/],
      [{ url: `redis://:wrong@127.0.0.1:${port}` }, /WRONGPASS/],
      [{ url: server.url }, /NOAUTH/],
      [{ client: () => assert.fail('no such thing') }, /no such thing/],
    ]) {
      const entries = []
      const store = new RedisStore({ ...options, deadline: 300, log: entry => entries.push(entry) })
      t.after(() => store.close())
      await store.read('g').catch(() => {}) // the package is loaded
      await assert.rejects(store.read('g'), { code: 'ERR_STORE_AWAY', message: why })
      await until(() => entries.length > 0, 'an entry')
      assert.match(store.reason, why)
      assert.deepEqual(
        entries.map(({ message }) => why.test(message)),
        [true],
      )
      assert.doesNotMatch(entries[0].message, /wrong@/)
    }
  })

  test('a key that is not ours: of the store itself, of a game, of a shard', async t => {
    const server = await withRedis(t)
    await server.ask('HSET', 'hash:meta', 'a', '1')
    for (const [prefix, text] of Object.entries({ 'text:': 'hello', 'few:': '1 0', 'many:': '1 1000000000' }))
      await server.ask('SET', `${prefix}meta`, text)
    for (const prefix of ['hash:', 'text:', 'few:', 'many:']) {
      const store = new RedisStore({ url: server.url, prefix })
      t.after(() => store.close())
      await assert.rejects(store.read('g'), { ...ARGUMENT, message: /meta' belongs to something else/ })
    }
    const entries = []
    const store = await open(t, { url: server.url, shards: 2, log: entry => entries.push(entry) })
    const [game] = ['a', 'b', 'c'].filter(id => shardNumber(id, 2) === 0)
    await server.ask('SET', `binbo:{s0}:g:${game}`, 'hello')
    await assert.rejects(store.append(game, 0, [offer(1, 'c')], null), { code: 'ERR_STORE_UNKNOWN' })
    await assert.rejects(store.read(game), { code: 'ERR_STORE_AWAY' })
    assert.match(entries.at(-1).message, /Redis answers: WRONGTYPE/)
    await server.ask('SET', 'binbo:{s1}:t', 'hello')
    const [other] = ['a', 'b', 'c'].filter(id => shardNumber(id, 2) === 1)
    await until(async () => (await timed(store.read(other)))[0] === 'ERR_STORE_AWAY', 'the shard is away')
    assert.equal(store.ready, true, 'the other shard is there')
    assert.match(entries.at(-1).message, /Redis answers: WRONGTYPE.*script/)
  })

  test('a database that was emptied gets its number of shards again; with another one the store stops', async t => {
    const server = await withRedis(t)
    const store = await open(t, { url: server.url, shards: 4 })
    const other = await open(t, { url: server.url, shards: 4, prefix: 'other:' })
    await server.ask('FLUSHALL')
    await server.ask('SET', 'other:meta', '1 8')
    await until(async () => (await server.ask('GET', 'binbo:meta')) === '1 4', 'it is kept again')
    await until(() => !other.ready, 'the store stops')
    await assert.rejects(other.read('g'), { ...ARGUMENT, message: /8 shards.*4/ })
    assert.equal(store.ready, true)
  })

  test('a client of your own is duplicated and stays yours; a function makes others', async t => {
    const server = await withRedis(t)
    const client = createClient({ url: server.url }).on('error', () => {})
    await client.connect()
    t.after(() => client.destroy())
    const store = await open(t, { client })
    await store.append('g', 0, [offer(1, 'c')], null)
    await store.close()
    assert.equal(await client.get('binbo:meta'), '1 64')
    let made = 0
    const other = await open(t, {
      client: settings => {
        made++
        return createClient({ url: server.url, ...settings, socket: { ...settings.socket } })
      },
    })
    assert.equal((await other.read('g')).length, 1)
    assert.equal(made, 2)
  })

  test('without the package the error says what to install', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'binbo-without-redis-'))
    t.after(() => rmSync(folder, { recursive: true }))
    cpSync(dist, folder, { recursive: true, filter: path => !path.includes('types') })
    const { RedisStore: Other } = await import(pathToFileURL(join(folder, 'server.js')).href)
    const store = new Other({ url: 'redis://localhost' })
    await assert.rejects(store.read('g'), { code: 'ERR_ARGUMENT', message: /npm install redis/ })
    await store.close()
  })

  test('seats that are held at once go together, each with its own time and hint', async t => {
    const server = await withRedis(t)
    const store = await open(t, { url: server.url })
    const scripts = async () =>
      Number(/^cmdstat_evalsha:calls=(\d+)/m.exec(await server.ask('INFO', 'commandstats'))?.[1] ?? 0)
    const games = Array.from({ length: 2000 }, (_, at) => `g${at}`)
    const soon = store.now() + 60_000
    await store.hold('warm', 'white', soon) // Redis knows the script
    const before = await scripts()
    await Promise.all(games.map((game, at) => store.hold(game, 'white', soon + at)))
    // Ticks of 64 shards are counted, too.
    const calls = (await scripts()) - before
    assert.ok(calls < games.length / 2, `${calls} scripts for ${games.length} seats`)
    for (const at of [0, 1, 999, 1999])
      assert.equal(await server.ask('ZSCORE', `${tagOf(`g${at}`)}p`, `g${at}:white`), String(soon + at))
    let hints = 0
    let confirm
    const confirmed = new Promise(resolve => {
      confirm = resolve
    })
    store.subscribe('g7', () => (confirm ? confirm() : hints++))
    await confirmed
    confirm = undefined
    // In their order: the last one counts, and each that is lower than the one before makes a hint.
    const times = [soon + 9000, soon + 1, soon + 5000, soon]
    await Promise.all(times.map(time => store.hold('g7', 'white', time)))
    await until(() => hints === 2, 'a hint for each lower time')
    assert.equal(await server.ask('ZSCORE', `${tagOf('g7')}p`, 'g7:white'), String(soon))
  })

  test('a process ends by itself after close()', async t => {
    const server = await withRedis(t)
    const code = `
      import { RedisStore } from '${distUrl}server.js'
      const store = new RedisStore({ url: '${server.url}' })
      store.onDue(() => {})
      store.subscribe('g', () => {})
      await store.append('g', 0, [{ type: 'drawOffered', at: 1 }], Date.now() + 60000)
      await store.hold('g', 'white', Date.now() + 60000)
      await store.close()
      console.log(JSON.stringify(process.getActiveResourcesInfo()))`
    const env = { ...process.env }
    delete env.NODE_TEST_CONTEXT
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: root,
      env,
      stdio: 'pipe',
    })
    const [exit] = await once(child, 'exit', { signal: AbortSignal.timeout(8000) })
    assert.equal(exit, 0)
  })
})

describe('the clock', { concurrency: 3 }, () => {
  const reading = (sent, received, time) => ({ sent, received, time })

  test('takes the quickest reading, and small differences by and by, never backwards', () => {
    const clock = new StoreClock(5, 0)
    assert.equal(clock.adjust([reading(0, 40, 1050), reading(50, 52, 1051), reading(60, 90, 1099)]), 0)
    assert.equal(clock.now(100), 1100)
    clock.adjust([reading(100, 100, 1000)])
    let last = clock.now(100)
    for (let at = 101; at < 1300; at++) {
      const now = clock.now(at)
      assert.ok(now >= last && now - last <= 1)
      last = now
    }
    assert.equal(clock.now(1300), 2200)
  })

  test('takes a jump ahead at once, and says how long it was', () => {
    const clock = new StoreClock(0, 0)
    clock.adjust([reading(0, 0, 1000)])
    assert.equal(clock.adjust([reading(10, 10, 3510)]), 2500)
    assert.equal(clock.now(20), 3520)
    clock.advance(10_000, 20)
    assert.equal(clock.now(20), 10_000)
  })

  test("Redis's clock is set back: the store's goes on, also for nodes that come later", async t => {
    const server = await withRedis(t)
    const first = await open(t, { url: server.url })
    await first.close()
    // What nodes find after its clock was set back by an hour.
    const hour = 3_600_000
    const set = "for i = 0, 63 do redis.call('SET', 'binbo:{s' .. i .. '}:beat', ARGV[1]) end"
    await server.ask('EVAL', set, '0', String(Date.now() + hour))
    const store = await open(t, { url: server.url })
    const told = []
    store.onOutage(outage => told.push(outage))
    assert.ok(Math.abs(store.now() - Date.now() - hour) < 2000, `${store.now() - Date.now()}`)
    const calls = []
    store.onDue(async game => void calls.push([game, store.now()]))
    const due = store.now() + 200
    await store.append('g', 0, [offer(store.now(), 'c')], due)
    await until(() => calls.length === 1, 'the timer', 1500)
    assert.ok(calls[0][1] >= due)
    const later = await open(t, { url: server.url })
    assert.ok(Math.abs(later.now() - store.now()) < 50)
    assert.deepEqual(told, [])
  })

  test("Redis's clock is set ahead: an outage, once for all nodes", async t => {
    const server = await withRedis(t)
    let ahead = 0
    // Stands in for a Redis whose clock was set; its own cannot be.
    const client = settings => {
      const made = createClient({ url: server.url, ...settings, socket: { ...settings.socket } })
      const send = made.sendCommand.bind(made)
      made.sendCommand = async args => {
        const reply = await send(args)
        return args[1] === CLOCK.sha || args[1] === CLOCK.text
          ? [reply[0] + ahead, reply[1], reply[2]]
          : reply
      }
      return made
    }
    const [a, b] = [await open(t, { client }), await open(t, { client })]
    const told = { a: [], b: [] }
    a.onOutage(outage => outage.has('g') && told.a.push(outage))
    b.onOutage(outage => outage.has('g') && told.b.push(outage))
    ahead = 2
    await until(() => told.a.length > 0 && told.b.length > 0, 'the outage', 7000)
    await wait(5200)
    assert.equal(told.a.length, 1)
    assert.equal(told.b.length, 1)
    assert.ok(Math.abs(told.a[0].to - told.a[0].from - 2000) < 100)
    assert.equal(told.a[0].to, told.b[0].to)
  })
})
