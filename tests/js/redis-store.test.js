// SPDX-License-Identifier: Apache-2.0
// RedisStore when something goes wrong: with real servers that are killed, frozen, loading, demoted and full.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from 'redis'
import { CLOCK, TICK } from '#js/server/stores/redis/scripts.js'
import { shardNumber } from '#js/server/stores/redis/shards.js'
import { StoreClock } from '#js/server/stores/store-clock.js'
import { createGameServer } from '../../dist/server.js'
import { PATIENCE } from './support/patience.js'
import { holdPorts } from './support/ports.js'
import { RedisServer, withCluster, withRedis } from './support/redis.js'
import { keep, offer, open, SLACK, timed, until } from './support/redis-stores.js'
import { withTcpRelay } from './support/tcp-relay.js'

const AWAY = { name: 'ChessError', code: 'ERR_STORE_AWAY' }
const tagOf = (game, shards = 64) => `binbo:{s${shardNumber(game, shards)}}:`

// They wait more than they compute.
describe('Redis', { concurrency: 5 }, () => {
  test('a connection for hints that stands still, while commands are answered: games are read without hints', async t => {
    const server = await withRedis(t)
    const relay = await withTcpRelay(t, { path: server.socket })
    const [deaf, other] = [await open(t, { url: relay.url }), await open(t, { url: server.url })]
    const hints = []
    deaf.subscribe('g', (...args) => hints.push(args.length))
    await until(() => hints.length > 0, 'the subscription')
    relay.mode = 'hold-hints'
    const before = hints.length
    await keep(other, 'g', 0, [offer(1, 'c')], null)
    await until(() => hints.length > before, 'what may have been missed')
    assert.deepEqual(new Set(hints), new Set([0]), 'no hint has come')
    assert.equal((await deaf.read('g')).length, 1)
    relay.mode = 'pass'
    await until(() => hints.includes(2), 'the hint')
    // Nothing is read once the connection is heard again: looks are 0.4 s apart, and a third one in vain was a reason.
    await until(async () => {
      const { length } = hints
      await wait(2000)
      return hints.length === length
    }, 'an end of looking')
  })

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
      const { ok, away } = outcomes
      await until(() => outcomes.ok > ok + 50, 'writes')
      await server.killed()
      await until(() => !store.ready && outcomes.away > away, 'away')
      const before = hints.length
      await server.start()
      await until(() => store.ready, 'back')
      await until(() => hints.slice(before).includes(0), 'a hint to look')
    }
    running = false
    await Promise.all(writers)
    assert.ok(outcomes.ok > 100 && outcomes.unknown > 0 && outcomes.away > 0, JSON.stringify(outcomes))
    const patient = await open(t, { url: server.url, deadline: SLACK })
    for (let index = 0; index < 16; index++) {
      const log = (await patient.read(`g${index}`)).map(({ command }) => command)
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
    const mine = list => outage => outage.has('g') && list.push({ ...outage, told: Date.now() })
    a.onOutage(mine(outages.a))
    b.onOutage(mine(outages.b))
    await keep(a, 'g', 0, [offer(1, 'c0')], a.now() + 60_000)
    // All by the clock of Redis, which is this machine's.
    const beat = Number(await server.ask('GET', `${tagOf('g')}beat`))
    await server.frozen()
    const from = Date.now()
    const clocks = [a.now(), b.now()]
    const [code, took] = await timed(a.append('g', 1, [offer(1, 'sent before')], null))
    assert.equal(code, 'ERR_STORE_UNKNOWN')
    assert.ok(took < 1000 + SLACK, `${took} ms`)
    await until(() => !a.ready && !b.ready, 'not ready')
    const refused = Promise.all(
      [
        a.append('g', 1, [offer(1, 'not sent')], null),
        b.append('g', 1, [offer(1, 'not sent')], null),
        a.read('g'),
        b.hold('g', 'white', 1),
        b.remove('g', 1),
      ].map(timed),
    )
    const codes = await Promise.race([refused, wait(500, 'not before half of the deadline')])
    assert.deepEqual(
      codes.map(([ended]) => ended),
      Array(5).fill('ERR_STORE_AWAY'),
    )
    assert.ok(a.now() > clocks[0] && b.now() > clocks[1], 'clocks go on')
    await wait(5000 - (Date.now() - from))
    const to = Date.now()
    server.thaw()
    await until(() => a.ready && b.ready, 'ready again')
    // A busy machine may have had others.
    const during = list => list.filter(outage => outage.to >= from && outage.from <= to)
    await until(() => during(outages.a).length > 0 && during(outages.b).length > 0, 'the outage')
    const [{ from: began, to: ended, told }] = during(outages.a)
    const [other] = during(outages.b)
    assert.deepEqual([other.from, other.to], [began, ended])
    assert.ok(began >= beat && began <= from, `from ${began}, between ${beat} and ${from}`)
    assert.ok(ended >= to && ended <= told, `to ${ended}, between ${to} and ${told}`)
    // What was sent before was decided before: it must not be kept after an outage that its decision did not know.
    assert.deepEqual(
      (await b.read('g')).map(({ command }) => command),
      ['c0'],
    )
    await keep(a, 'g', 1, [offer(1, 'again')], null)
    const late = []
    const c = await open(t, { url: server.url })
    c.onOutage(mine(late))
    await until(() => during(late).length === 1, 'the outage for a node that comes later')
    assert.deepEqual([during(late)[0].from, during(late)[0].to], [began, ended])
    assert.deepEqual([during(outages.a).length, during(outages.b).length], [1, 1])
  })

  test('an append that is the first to find an outage is refused, and tells it first', async t => {
    const server = await withRedis(t)
    let ticks = true
    /** @type {Set<Promise<unknown>>} ticks on their way */
    const sent = new Set()
    const client = settings => {
      const made = createClient({ url: server.url, ...settings, socket: { ...settings.socket } })
      const send = made.sendCommand.bind(made)
      // A tick would find it, too, so none is sent.
      made.sendCommand = args => {
        // A server that does not know the script yet gets its text after the hash.
        if (args[1] !== TICK.sha && args[1] !== TICK.text) return send(args)
        if (!ticks) return new Promise(() => {})
        const tick = send(args)
        sent.add(tick)
        return tick
      }
      return made
    }
    const store = await open(t, { client, deadline: SLACK })
    const told = []
    store.onOutage(outage => told.push(outage))
    ticks = false
    await Promise.allSettled(sent)
    await server.ask('SET', `${tagOf('g')}beat`, String(Date.now() - 60_000))
    assert.deepEqual(told, [])
    const append = () => store.append('g', 0, [offer(1, 'c')], null)
    assert.deepEqual(await append(), { ok: false, missed: [] })
    assert.equal(told.length, 1)
    const [{ from, to, has }] = told
    assert.ok(has('g') && to - from >= 60_000 && to - from < 60_000 + PATIENCE, `${to - from}`)
    assert.ok(store.now() >= to - 50)
    assert.deepEqual(await append(), { ok: true })
    assert.equal(told.length, 1)
  })

  test('loading its file: away, not unknown, until it has', async t => {
    const server = await withRedis(t, { appendfsync: 'always' })
    const store = await open(t, { url: server.url, deadline: SLACK })
    await keep(store, 'g', 0, [offer(1, 'c')], null)
    await server.ask('EVAL', "for i = 1, 100000 do redis.call('SET', 'k' .. i, i) end return 1", '0')
    await server.killed()
    // It would take 40 s; it hears clients after each 1,024 keys.
    server.addArgs('--key-load-delay', '400')
    await server.start({ loaded: false })
    let away = 0
    for (;;) {
      const outcome = await store.append('g', 1, [offer(2, 'c2')], null).catch(error => error)
      if (outcome.ok) break
      // The first one after an outage is refused.
      if (outcome.missed !== undefined) {
        assert.deepEqual(outcome.missed, [])
        continue
      }
      assert.equal(outcome.code, 'ERR_STORE_AWAY')
      if (++away === 10) await server.ask('CONFIG', 'SET', 'key-load-delay', '0')
      await wait(20)
    }
    assert.ok(away >= 10, `${away}`)
    assert.equal((await store.read('g')).length, 2)
  })

  test('scripts that it has forgotten are sent again', async t => {
    const server = await withRedis(t)
    const store = await open(t, { url: server.url, deadline: SLACK })
    for (let version = 0; version < 5; version++) {
      await server.ask('SCRIPT', 'FLUSH')
      const append = () =>
        Promise.all([0, 1, 2].map(n => store.append('g', version, [offer(n, `${version}.${n}`)], null)))
      let appended = await append()
      // A machine that was too busy for heartbeats has had an outage: it is asked again.
      while (appended.every(({ ok, missed }) => !ok && missed.length === 0)) appended = await append()
      assert.equal(appended.filter(({ ok }) => ok).length, 1)
    }
    assert.equal((await store.read('g')).length, 5)
  })

  test('not the primary any more: away, and nothing is kept', async t => {
    const server = await withRedis(t)
    const store = await open(t, { url: server.url, deadline: SLACK })
    await keep(store, 'g', 0, [offer(1, 'c')], null)
    await server.ask('REPLICAOF', '127.0.0.1', '1')
    await assert.rejects(store.append('g', 1, [offer(1, 'x')], 5), AWAY)
    await until(() => !store.ready, 'not ready')
    await server.ask('REPLICAOF', 'NO', 'ONE')
    await until(() => store.ready, 'ready')
    assert.equal((await store.read('g')).length, 1)
    await keep(store, 'g', 1, [offer(1, 'y')], null)
  })

  test('full: a new log is refused, and all else goes on, also with replicas', async t => {
    const [port] = await holdPorts(1)
    const primary = await withRedis(t, { port })
    await withRedis(t, { args: ['--replicaof', '127.0.0.1', String(port)] })
    const store = await open(t, { url: primary.url, waitReplicas: 1, deadline: 20_000 })
    await keep(store, 'g', 0, [offer(1, 'c')], null)
    await primary.ask('CONFIG', 'SET', 'maxmemory', '1')
    await assert.rejects(store.append('new', 0, [offer(1, 'x')], 5), AWAY)
    assert.deepEqual([store.full, store.ready], [true, true])
    await keep(store, 'g', 1, [offer(1, 'y')], null)
    await store.hold('g', 'white', store.now() + 1000)
    await store.enlist('list', 'g', store.now() + 10_000)
    assert.deepEqual([(await store.read('g')).length, await store.listed('list')], [2, ['g']])
    const hints = []
    store.subscribe('g', (...args) => hints.push(args))
    await until(() => hints.length === 1, 'the subscription')
    const whole = [offer(1, 'a'), offer(1, 'b'), offer(2, 'z')]
    assert.deepEqual(await store.redact('g', 2, whole, null), { ok: true })
    await until(() => hints.length === 2, 'the hint')
    assert.deepEqual([hints[1], await store.read('g')], [[3, whole.slice(2)], whole])
    assert.equal(await store.remove('g', 3), true)
    await primary.ask('CONFIG', 'SET', 'maxmemory', '0')
    await until(() => !store.full, 'room')
    await keep(store, 'new', 0, [offer(1, 'x')], null)
  })

  test('a log with an event that this version does not know is not read, and hints say to look', async t => {
    const server = await withRedis(t)
    const store = await open(t, { url: server.url, deadline: SLACK })
    const hints = []
    store.subscribe('g', (...args) => hints.push(args))
    await until(() => hints.length === 1, 'the subscription')
    await keep(store, 'g', 0, [offer(1, 'c')], null)
    await server.ask('RPUSH', `${tagOf('g')}g:g`, '["zz",7]')
    await server.ask('SPUBLISH', `${tagOf('g')}c:g`, '2\n["zz",7]')
    await until(() => hints.length === 3, 'the hint')
    assert.deepEqual(hints[2], [])
    await assert.rejects(store.read('g'), { code: 'ERR_SESSION_FORMAT' })
    await assert.rejects(store.append('g', 1, [offer(1, 'd')], null), { code: 'ERR_SESSION_FORMAT' })
  })

  test('replicas confirm, or the outcome is unknown, and the log is not believed before they have', async t => {
    const [port] = await holdPorts(1)
    const primary = new RedisServer({ port })
    t.after(() => primary.remove())
    await primary.start()
    const replica = await withRedis(t, { args: ['--replicaof', '127.0.0.1', String(port)] })
    await until(
      async () => (await replica.ask('INFO', 'replication')).includes('master_link_status:up'),
      'the replica',
    )
    const busy = await open(t, { url: primary.url, waitReplicas: 1, deadline: SLACK })
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => keep(busy, `g${index}`, 0, [offer(1, 'c')], null)),
    )
    const store = await open(t, { url: primary.url, waitReplicas: 1, deadline: 2000 })
    const other = await open(t, { url: primary.url, waitReplicas: 1, deadline: 2000 })
    const hints = []
    other.subscribe('g1', (...args) => hints.push(args))
    await until(() => hints.length === 1, 'the subscription')
    await keep(busy, 'g1', 1, [offer(1, 'd')], null)
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
    await keep(other, 'g1', 3, [offer(1, 'g')], null)
  })

  test('of a cluster one master is frozen: its games are away, the others are played on', async t => {
    const { servers, urls } = await withCluster(t)
    const store = await open(t, { cluster: urls })
    const games = Array.from({ length: 40 }, (_, index) => `g${index}`)
    const patient = await open(t, { cluster: urls, deadline: SLACK })
    for (const game of games) await keep(patient, game, 0, [offer(1, 'c')], null)
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

  test('a due game that its node still handles is left to other nodes, and comes back to it after that', async t => {
    const server = await withRedis(t)
    const stuck = await open(t, { url: server.url, deadline: SLACK })
    const calls = { stuck: 0, other: 0 }
    let release = () => {}
    stuck.onDue(async game => {
      if (game !== 'g') return
      calls.stuck++
      await new Promise(resolve => {
        release = () => resolve(undefined)
      })
    })
    await keep(stuck, 'g', 0, [offer(1, 'c')], stuck.now())
    await until(() => calls.stuck === 1, 'the timer')
    const overdue = async () => Number(await server.ask('ZSCORE', `${tagOf('g')}t`, 'g')) < stuck.now() - 500
    await until(overdue, 'the lease is over, and the node takes the game no second time')
    const other = await open(t, { url: server.url, deadline: SLACK })
    other.onDue(async game => {
      if (game === 'g') calls.other++
    })
    await until(() => calls.other === 1, 'the other node')
    assert.equal(calls.stuck, 1)
    await other.close()
    release()
    await until(() => calls.stuck === 2, 'the lease of the other node is over')
    release()
  })

  test("its clock is set back: the store's goes on, also for nodes that come later", async t => {
    const server = await withRedis(t)
    const first = await open(t, { url: server.url, deadline: SLACK })
    await first.close()
    // What nodes find after its clock was set back by an hour.
    const hour = 3_600_000
    const set = "for i = 0, 63 do redis.call('SET', 'binbo:{s' .. i .. '}:beat', ARGV[1]) end"
    await server.ask('EVAL', set, '0', String(Date.now() + hour))
    const store = await open(t, { url: server.url, deadline: SLACK })
    const told = []
    store.onOutage(outage => told.push(outage))
    assert.ok(Math.abs(store.now() - Date.now() - hour) < PATIENCE, `${store.now() - Date.now()}`)
    const calls = []
    store.onDue(async game => void calls.push([game, store.now()]))
    const due = store.now() + 200
    await keep(store, 'g', 0, [offer(1, 'c')], due)
    await until(() => calls.length === 1, 'the timer')
    assert.ok(calls[0][1] >= due)
    const later = await open(t, { url: server.url, deadline: SLACK })
    assert.ok(Math.abs(later.now() - store.now()) < PATIENCE, 'an hour apart')
    // On a busy machine a heartbeat may be late.
    assert.ok(told.every(outage => outage.to - outage.from < hour / 2))
  })

  test('its clock is set ahead: an outage, once for all nodes', async t => {
    const server = await withRedis(t)
    let ahead = 0
    const answers = { clock: 0, tick: 0 }
    // Stands in for a Redis whose clock was set; its own cannot be.
    const client = settings => {
      const made = createClient({ url: server.url, ...settings, socket: { ...settings.socket } })
      const send = made.sendCommand.bind(made)
      made.sendCommand = async args => {
        const reply = await send(args)
        if (args[1] === TICK.sha || args[1] === TICK.text) answers.tick++
        if (args[1] !== CLOCK.sha && args[1] !== CLOCK.text) return reply
        answers.clock++
        return [reply[0] + ahead, reply[1], reply[2]]
      }
      return made
    }
    const [a, b] = [await open(t, { client }), await open(t, { client })]
    const told = { a: [], b: [] }
    a.onOutage(outage => outage.has('g') && told.a.push(outage))
    b.onOutage(outage => outage.has('g') && told.b.push(outage))
    ahead = 2
    await until(() => told.a.length > 0 && told.b.length > 0, 'the outage')
    // Both nodes read the clock again, four times each, and then look at all 64 shards twice.
    for (const [what, count] of [
      ['clock', 2 * 4],
      ['tick', 4 * 64],
    ]) {
      const end = answers[what] + count
      await until(() => answers[what] >= end, `answers to ${what}`)
    }
    assert.equal(told.a.length, 1)
    assert.equal(told.b.length, 1)
    const length = told.a[0].to - told.a[0].from
    assert.ok(length >= 1900 && length < 2000 + SLACK, `${length}`)
    assert.equal(told.a[0].to, told.b[0].to)
  })

  test('outages in the log of a server: one entry each, and none again at the next start', async t => {
    const redis = await withRedis(t)
    const outages = []
    const log = ({ event, from, to }) => event === 'outage' && outages.push([from, to])
    await (await open(t, { url: redis.url })).close() // makes the parts
    const beats = Array.from({ length: 64 }, (_, shard) => `binbo:{s${shard}}:beat`)
    /** As if no node had looked after any part since then. @param {number} seconds */
    const away = seconds =>
      redis.ask('MSET', ...beats.flatMap((beat, shard) => [beat, `${Date.now() - seconds * 1000 + shard}`]))
    for (const seconds of [60, 40]) {
      const store = await open(t, { url: redis.url })
      const known = new Set()
      store.onOutage(({ has, past }) => past || known.add(has))
      const server = await createGameServer({ store, log })
      t.after(() => server.close())
      const { length } = outages
      await away(seconds)
      await until(() => known.size === 64, 'an outage of all parts')
      assert.equal(outages.length, length + 1)
      const [from, to] = outages[length]
      assert.ok(Math.abs(Date.parse(to) - Date.parse(from) - seconds * 1000) < 30_000, `${from} to ${to}`)
      assert.match(`${from} ${to}`, /^(2\d{3}-\d\d-\d\dT[\d:.]+Z ?){2}$/)
      await server.close()
      await store.close()
    }
  })
})

describe('the clock', () => {
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
})
