// SPDX-License-Identifier: Apache-2.0
// Redis that is killed, frozen, unreachable and replaced while games are played over two nodes.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { shardNumber } from '#js/server/stores/redis/shards.js'
import { until, withWorld } from './support/fault-world.js'
import { RedisServer } from './support/redis.js'
import { withTcpRelay } from './support/tcp-relay.js'

/** @param {any[]} log @returns {any[]} */
const compensations = log => log.filter(({ type }) => type === 'compensated')

/** Replication begins at once, instead of after five seconds. */
const AT_ONCE = ['--repl-diskless-sync-delay', '0']

/**
 * @param {import('node:test').TestContext} t
 * @param {RedisServer} primary
 * @returns {Promise<[RedisServer, any]>} a replica that is in step, and the relay in between
 */
async function replicaOf(t, primary) {
  const relay = await withTcpRelay(t, { path: primary.socket })
  const replica = new RedisServer({ args: [...AT_ONCE, '--replicaof', '127.0.0.1', String(relay.port)] })
  t.after(() => replica.remove())
  await replica.start()
  await until('the replica is in step', async () =>
    (await replica.ask('INFO', 'replication')).includes('master_link_status:up'),
  )
  return [replica, relay]
}

describe('faults of Redis', { concurrency: 3 }, () => {
  for (const appendfsync of /** @type {const} */ (['always', 'everysec'])) {
    test(`Redis that is killed loses nothing with appendfsync ${appendfsync}`, async t => {
      const world = await withWorld(t, { games: 6, redis: { appendfsync } })
      await world.playMoves()
      await world.redis.killed()
      await wait(1000)
      await world.redis.start()
      await world.playMoves()
      await world.finish()
      const { figures, refused } = await world.check()
      assert.deepEqual(refused, [])
      t.diagnostic(JSON.stringify(figures))
    })
  }

  test('while Redis is frozen all commands are answered, and the time is given back', async t => {
    const world = await withWorld(t, { games: 6, redis: { appendfsync: 'everysec' } })
    await world.playMoves()
    /** @type {Map<string, number>} by the clock of Redis, which is this machine's */
    const beats = new Map()
    for (const { id } of world.games)
      beats.set(id, Number(await world.redis.ask('GET', `binbo:{s${shardNumber(id, 64)}}:beat`)))
    await world.redis.frozen()
    const begin = performance.now()
    const frozen = Date.now()
    await until('nodes are not ready', async () =>
      (await Promise.all(world.nodes.map(node => node.get('/ready')))).every(({ status }) => status === 503),
    )
    for (const node of world.nodes) assert.equal((await node.get('/health')).status, 200, '/health')
    await wait(begin + 5000 - performance.now())
    const waited = () =>
      world.players.flatMap(({ unavailable }) => unavailable.filter(({ at }) => at > begin)).length
    // Not in all games: where a move was kept, and its hint was not sent any more, nobody knows that it is their turn.
    await until('answers while Redis is frozen', () => waited() > 0)
    const thawed = Date.now()
    world.redis.thaw()
    await world.playsAgain()
    const over = Date.now()
    await world.playMoves()
    await until('nodes are ready', async () =>
      (await Promise.all(world.nodes.map(node => node.get('/ready')))).every(({ status }) => status === 200),
    )
    await world.finish()
    const { figures, logs, refused } = await world.check()
    assert.deepEqual(refused, [])
    for (const [id, log] of logs) {
      const [one, ...more] = compensations(log)
      assert.deepEqual(more, [], `${id}: once`)
      // From the last heartbeat before to the first one after it.
      assert.ok(
        one?.ms >= thawed - frozen && one.ms <= over - (beats.get(id) ?? 0),
        `${id}: ${JSON.stringify(one)}`,
      )
    }
    t.diagnostic(JSON.stringify(figures))
  })

  for (const mode of /** @type {const} */ (['hold', 'delay', 'cut'])) {
    test(`a node with a connection to Redis that is broken (${mode})`, async t => {
      /** @type {Awaited<ReturnType<typeof withTcpRelay>> | undefined} */
      let relay
      const redis = { appendfsync: /** @type {const} */ ('everysec') }
      const world = await withWorld(t, {
        games: 6,
        redis,
        prepare: async server => {
          relay = await withTcpRelay(t, { path: server.socket }, { delay: 400 })
        },
        node: (index, url) => ({ redis: index === 0 ? relay?.url : url }),
      })
      if (relay === undefined) throw new Error('no relay')
      await world.playMoves()
      relay.mode = mode
      await world.playFor(mode === 'hold' ? 4000 : 2000)
      relay.mode = 'pass'
      await world.playsAgain()
      await world.finish()
      const { figures, logs, refused } = await world.check()
      assert.deepEqual(refused, [])
      for (const [id, log] of logs)
        assert.deepEqual(compensations(log), [], `${id}: the other node has served all games`)
      t.diagnostic(JSON.stringify(figures))
    })
  }

  for (const waitReplicas of [0, 1]) {
    test(`failover to a replica that is behind, with waitReplicas: ${waitReplicas}`, async t => {
      /** @type {any} */
      let link
      /** @type {any} */
      let replication
      /** @type {RedisServer | undefined} */
      let replica
      const world = await withWorld(t, {
        games: 6,
        redis: { appendfsync: 'everysec', args: AT_ONCE },
        prepare: async server => {
          link = await withTcpRelay(t, { path: server.socket })
          ;[replica, replication] = await replicaOf(t, server)
        },
        node: () => ({ redis: link.url, store: { waitReplicas } }),
      })
      if (replica === undefined) throw new Error('no replica')
      await world.playMoves()
      // What the primary does now never gets to the replica.
      replication.mode = 'hold'
      if (waitReplicas === 0) await world.playMoves()
      else await world.playFor(1500)
      await world.redis.killed()
      replication.cut()
      link.cut()
      link.target = { path: replica.socket }
      await replica.ask('REPLICAOF', 'NO', 'ONE')
      // The new primary needs a replica of its own, or nothing is ever confirmed.
      if (waitReplicas > 0) await replicaOf(t, replica)
      await world.playsAgain()
      await world.finish()
      const { figures, refused } = await world.check({
        url: replica.url,
        mayLose: waitReplicas === 0,
      })
      if (waitReplicas === 0) {
        assert.ok(figures.lost > 0, 'without waiting moves are lost')
        assert.ok(figures.rewinds > 0, 'and players are told')
      } else {
        assert.deepEqual(refused, [])
        assert.equal(figures.rewinds, 0, 'nobody has seen what was lost')
      }
      t.diagnostic(JSON.stringify(figures))
    })
  }
})
