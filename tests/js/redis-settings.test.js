// SPDX-License-Identifier: Apache-2.0
// What a RedisStore is made with: options, clients, and what it finds at the address, in the database and under its keys.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createClient } from 'redis'
import { shardNumber } from '#js/server/stores/redis/shards.js'
import { RedisStore } from '../../dist/server.js'
import { dist, root } from './support/binbo.js'
import { distUrl } from './support/child.js'
import { PATIENCE } from './support/patience.js'
import { holdPorts } from './support/ports.js'
import { withRedis } from './support/redis.js'
import { offer, open, SLACK, timed, until } from './support/redis-stores.js'

/** Most tests here are not about deadlines. */
const DEADLINE = 20_000
const openPatient = (t, options) => open(t, { deadline: DEADLINE, ...options })
const ARGUMENT = { name: 'ChessError', code: 'ERR_ARGUMENT' }
const tagOf = (game, shards = 64) => `binbo:{s${shardNumber(game, shards)}}:`

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
    const [port] = await holdPorts(1)
    for (const each of [port, silent.address().port]) {
      const store = new RedisStore({ url: `redis://127.0.0.1:${each}`, deadline: 300 })
      t.after(() => store.close())
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
    const store = await openPatient(t, {
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
    const same = await openPatient(t, { url: server.url, prefix: 'x:' })
    assert.equal((await same.read('g')).length, 1)
    const other = new RedisStore({ url: server.url, shards: 16, prefix: 'x:', deadline: DEADLINE })
    t.after(() => other.close())
    await assert.rejects(other.read('g'), { ...ARGUMENT, message: /8 shards.*16/ })
    await assert.rejects(other.append('g', 1, [], null), ARGUMENT)
    assert.match(other.reason, /8 shards/)
  })

  test('why Redis does not answer is in the log, once, and in the reason', async t => {
    const [port, nobody] = await holdPorts(2)
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
      const store = new RedisStore({ url: server.url, prefix, deadline: DEADLINE })
      t.after(() => store.close())
      await assert.rejects(store.read('g'), { ...ARGUMENT, message: /meta' belongs to something else/ })
    }
    const entries = []
    const store = await openPatient(t, { url: server.url, shards: 2, log: entry => entries.push(entry) })
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
    const store = await openPatient(t, { url: server.url, shards: 4 })
    const other = await openPatient(t, { url: server.url, shards: 4, prefix: 'other:' })
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
    const store = await openPatient(t, { client })
    await store.append('g', 0, [offer(1, 'c')], null)
    await store.close()
    assert.equal(await client.get('binbo:meta'), '1 64')
    let made = 0
    const other = await openPatient(t, {
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
    const store = await openPatient(t, { url: server.url })
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
      const store = new RedisStore({ url: '${server.url}', deadline: 60_000 })
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
    const [exit] = await once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE) })
    assert.equal(exit, 0)
  })
})
