// SPDX-License-Identifier: Apache-2.0
// Stores that follow a failover by themselves: real Redis with real Sentinels, and a cluster, whose primaries are killed
// and frozen under load. With waitReplicas nothing that was acknowledged is lost.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from 'redis'
import { RedisStore } from '../../dist/server.js'
import { dist } from './support/binbo.js'
import { firstLine, startProgram } from './support/program.js'
import { withCluster } from './support/redis.js'
import { offer, open, until } from './support/redis-stores.js'
import { withSentinels } from './support/sentinels.js'

const GAMES = Array.from({ length: 24 }, (_, index) => `g${index}`)
const PASSWORD = 'sesame'

/**
 * Appends to all games, one event after another, until the end of the test.
 * @param {import('node:test').TestContext} t
 * @param {RedisStore} store
 */
function load(t, store) {
  /** @type {Map<string, string[]>} commands that were acknowledged, by game */
  const kept = new Map(GAMES.map(game => [game, []]))
  let isOver = false
  const play = async (/** @type {string} */ game) => {
    for (let version = 0, count = 0; !isOver; ) {
      const command = `c${count++}`
      try {
        const appended = await store.append(game, version, [offer(store.now(), command)], null)
        if (appended.ok) kept.get(game)?.push(command)
        if (appended.ok) version++
        else version = (await store.read(game)).length
        await wait(2)
      } catch (error) {
        assert.match(error.code, /^ERR_STORE_(UNKNOWN|AWAY)$/)
        await wait(20)
        version = await store.read(game).then(
          ({ length }) => length,
          () => version,
        )
      }
    }
  }
  const playing = Promise.all(GAMES.map(play))
  const stop = async () => {
    isOver = true
    await playing
  }
  t.after(stop)
  return {
    /** Waits until every game was appended to after this call. */
    async goesOn() {
      const before = GAMES.map(game => kept.get(game)?.length ?? 0)
      await until(() => GAMES.every((game, at) => Number(kept.get(game)?.length) > before[at]), 'appends')
    },
    /** Ends it, and checks that each acknowledged event is in the log, once and in its order. */
    async check() {
      await stop()
      let total = 0
      for (const game of GAMES) {
        const log = (await read(store, game)).map(({ command }) => command)
        assert.equal(new Set(log).size, log.length, `${game}: none twice`)
        const acknowledged = new Set(kept.get(game))
        assert.deepEqual(
          log.filter(command => acknowledged.has(command)),
          kept.get(game),
          `${game}: none lost`,
        )
        total += acknowledged.size
      }
      t.diagnostic(`${total} acknowledged, none lost`)
    },
  }
}

/**
 * @param {RedisStore} store that may still wait for replicas
 * @param {string} game
 */
async function read(store, game) {
  /** @type {any[] | undefined} */
  let log
  await until(async () => {
    log = await store.read(game).catch(() => undefined)
    return log !== undefined
  }, 'the log')
  return /** @type {any[]} */ (log)
}

/**
 * @param {import('node:test').TestContext} t
 * @param {import('#js/server/stores/redis/sentinels.js').SentinelOptions} sentinel with the password of Redis, too
 * @returns {Promise<() => Promise<boolean>>} whether the program answers that it is ready
 */
async function programAt(t, { name, nodes, password }) {
  const hosts = nodes.map(({ host, port }) => `${host}:${port}`).join(',')
  const program = startProgram(
    process.execPath,
    [`${dist}cli/main.js`, 'server', '--port', '0', '--sentinel', `${name}@${hosts}`, '--wait-replicas', '1'],
    {
      env: {
        ...process.env,
        BINBO_REDIS: `redis://:${password}@any`,
        BINBO_SENTINEL_PASSWORD: password,
        BINBO_SECRET: 'a secret that is long enough',
      },
    },
  )
  t.after(() => program.child.kill('SIGKILL'))
  const url = new URL('/ready', (await firstLine(program)).replace('ws:', 'http:'))
  return () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
}

describe('failover', { concurrency: 3 }, () => {
  test('what is no Sentinel is refused at once', () => {
    const nodes = [{ host: 'a' }]
    for (const sentinel of [
      'mymaster@a',
      {},
      { name: '', nodes },
      { name: 'games' },
      { name: 'games', nodes: [] },
      { name: 'games', nodes: ['a:1'] },
      { name: 'games', nodes: [{ port: 1 }] },
      { name: 'games', nodes: [{ host: 'a', port: 70_000 }] },
      { name: 'games', nodes, password: 1 },
      { name: 'games', nodes, quorum: 2 },
    ])
      assert.throws(() => new RedisStore({ sentinel }), { code: 'ERR_ARGUMENT' }, JSON.stringify(sentinel))
    for (const more of [{ cluster: true }, { client: createClient() }, { url: 'http://a' }])
      assert.throws(() => new RedisStore({ sentinel: { name: 'games', nodes }, ...more }), {
        code: 'ERR_ARGUMENT',
      })
  })

  test('Sentinel: the primary is killed, and comes back while it still takes itself for one', async t => {
    const group = await withSentinels(t, { replicas: 2, password: PASSWORD })
    /** @type {any[]} */
    const entries = []
    const stranger = new RedisStore({
      sentinel: { ...group.sentinel, name: 'others' },
      deadline: 300,
      log: entry => entries.push(entry),
    })
    t.after(() => stranger.close())
    const options = { url: `redis://:${PASSWORD}@any`, sentinel: group.sentinel, waitReplicas: 1 }
    const [store, other] = [await open(t, options), await open(t, options)]
    let hints = 0
    other.subscribe('g0', () => hints++)
    const games = load(t, store)
    const ready = await programAt(t, group.sentinel)
    await until(ready, 'binbo server --sentinel is ready')
    await games.goesOn()
    const primary = await group.primary()
    await primary.killed()
    await until(() => !store.ready, 'away')
    await group.failedOver(primary)
    await primary.start()
    await games.goesOn()
    const before = hints
    await until(() => hints > before + 1, 'hints of the new primary')
    await until(() => other.ready, 'the other node is there, too')
    await until(ready, 'binbo server is ready again')
    await games.check()
    assert.match(
      entries[0].message,
      /no Sentinel names the primary of 'others' \(127.0.0.1:\d+: .+; .+; .+\)/,
    )
  })

  test('Sentinel: a frozen primary is left, and has no say when it is back', async t => {
    const group = await withSentinels(t, { replicas: 2 })
    const store = await open(t, {
      sentinel: group.sentinel,
      waitReplicas: 1,
      client: settings => createClient({ ...settings, socket: { ...settings.socket, noDelay: true } }),
    })
    const games = load(t, store)
    await games.goesOn()
    const primary = await group.primary()
    primary.freeze()
    await group.failedOver(primary)
    await games.goesOn()
    primary.thaw()
    await until(async () => (await primary.ask('ROLE')).startsWith('slave'), 'a replica')
    await games.goesOn()
    await games.check()
  })

  test('a cluster: a master is killed, and a node that starts meanwhile finds the others', async t => {
    const { servers, urls } = await withCluster(t, { replicas: 1 })
    const store = await open(t, { cluster: urls, waitReplicas: 1 })
    const games = load(t, store)
    await games.goesOn()
    await servers[1].killed()
    const late = new RedisStore({ cluster: urls })
    t.after(() => late.close())
    await until(() => late.ready, 'the node that was started meanwhile')
    // Without a replica the new master confirms nothing.
    await servers[1].start()
    await games.goesOn()
    await games.check()
  })
})
