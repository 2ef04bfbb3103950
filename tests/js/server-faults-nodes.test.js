// SPDX-License-Identifier: Apache-2.0
// Game servers that die, freeze, wake and stop while games are played on them; a real Redis keeps the games.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from 'redis'
import { shardNumber } from '#js/server/stores/redis/shards.js'
import { clocksAt, foldSession } from '../../dist/session.js'
import { until, withWorld } from './support/fault-world.js'
import { readLogs } from './support/game-logs.js'

/**
 * @param {import('node:test').TestContext} t
 * @param {string} url
 * @returns {Promise<() => Promise<number>>} the clock of Redis, in milliseconds
 */
async function redisClock(t, url) {
  const client = await createClient({ url })
    .on('error', () => {})
    .connect()
  t.after(() => client.destroy())
  return async () => {
    const [seconds, microseconds] = await client.time()
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
  }
}

/** @param {string} id @param {any} logs */
const stateOf = (id, logs) => foldSession(null, logs.get(id))

describe('faults of nodes', { concurrency: 3 }, () => {
  test('nodes that are killed one after the other lose nothing', async t => {
    const world = await withWorld(t, { games: 8 })
    await world.playMoves()
    for (let death = 0; death < 3; death++) {
      const node = world.nodes[death % 2]
      await node.end('SIGKILL')
      await world.playMoves()
      await node.start()
      await world.playMoves()
    }
    await world.finish()
    const { figures, refused } = await world.check()
    assert.deepEqual(refused, [])
    assert.ok(figures.connects >= 8, 'players had to go elsewhere')
    t.diagnostic(JSON.stringify(figures))
  })

  test('a node that was frozen wakes up and changes nothing', async t => {
    const world = await withWorld(t, { games: 6 })
    await world.playMoves()
    world.nodes[0].freeze()
    await world.playsAgain()
    await world.playMoves()
    world.nodes[0].thaw()
    await world.playMoves()
    await world.finish()
    const { figures, refused } = await world.check()
    assert.deepEqual(refused, [])
    t.diagnostic(JSON.stringify(figures))
  })

  test('what all nodes miss is given back to the players, once', async t => {
    const world = await withWorld(t, { games: 6 })
    world.play()
    await until('all clocks run', () => world.players.every(({ ply }) => ply > 2))
    for (const player of world.players) player.stop()
    await until('nobody waits', () => world.players.every(player => !player.isWaiting))
    const before = await readLogs(world.redis.url)
    await Promise.all(world.nodes.map(node => node.end('SIGKILL')))
    // The last sign of life of any node.
    const beats = new Map()
    for (const { id } of world.games)
      beats.set(id, Number(await world.redis.ask('GET', `binbo:{s${shardNumber(id, 64)}}:beat`)))
    await wait(10_000)
    await Promise.all(world.nodes.map(node => node.start()))
    await world.playsAgain(() => world.play())
    await world.finish()
    const { figures, logs, refused } = await world.check()
    assert.deepEqual(refused, [])
    for (const { id } of world.games) {
      const old = stateOf(id, before)
      const log = logs.get(id)
      const found = log.flatMap((event, index) => (event.type === 'compensated' ? [index] : []))
      assert.equal(found.length, 1, `${id} is compensated once`)
      const restart = log[found[0]].outage
      const restarted = foldSession(null, log.slice(0, found[0] + 1))
      const death = beats.get(id)
      assert.ok(restart - death > 9000, 'the outage lasted until the nodes were back')
      const color = old.time.running
      const difference = clocksAt(old, death)[color] - clocksAt(restarted, restart)[color]
      assert.equal(difference, 0, `${id}: what ${color} has lost, in ms`)
    }
    t.diagnostic(JSON.stringify(figures))
  })

  test('flags fall although the node is dead that watched them', async t => {
    const world = await withWorld(t, {
      games: 10,
      clock: { base: 2000, start: 'now' },
      think: [5, 20],
    })
    await world.playFor(300)
    for (const player of world.players) player.stop()
    await until('nobody waits', () => world.players.every(player => !player.isWaiting))
    await world.nodes[0].end('SIGKILL')
    await until('all games end', () => world.players.every(({ status }) => status === 'over'))
    const { figures, logs } = await world.check()
    for (const [id, log] of logs) {
      const ended = log.at(-1)
      assert.match(ended.reason, /^time/, id)
      assert.equal(ended[ended.flagged], 0, `${id}: the flagged clock is at 0`)
    }
    t.diagnostic(JSON.stringify(figures))
  })

  test('clocks of nodes that jump by an hour change nothing', async t => {
    const preload = new URL('./support/shift-clock.js', import.meta.url).href
    const world = await withWorld(t, {
      games: 6,
      node: index => ({ flags: ['--import', `${preload}?after=1500&hours=${index === 0 ? 1 : -1}`] }),
    })
    await world.playFor(3500)
    await world.finish()
    const now = await (await redisClock(t, world.redis.url))()
    const { figures, logs, refused } = await world.check()
    assert.deepEqual(refused, [])
    for (const [id, log] of logs) {
      assert.ok(
        log.every(({ type }) => type !== 'compensated'),
        `${id}: nobody was away`,
      )
      assert.equal(log.at(-1).reason, 'resignation')
      assert.ok(now - log[0].at < 1_800_000 && now >= log.at(-1).at, `${id}: times are Redis's`)
    }
    t.diagnostic(JSON.stringify(figures))
  })

  test('a node that is stopped refuses nothing, and its clients are elsewhere soon', async t => {
    const world = await withWorld(t, { games: 8 })
    await world.playMoves()
    const [first, second] = world.nodes
    const begin = performance.now()
    const exit = first.end('SIGTERM')
    await until('all clients are elsewhere', () =>
      world.players.every(player => player.isConnected && player.url === second.url),
    )
    const moved = Math.round(performance.now() - begin)
    assert.equal(await exit, 0, 'exit code')
    const ended = Math.round(performance.now() - begin)
    await world.playsAgain()
    await world.finish()
    const { figures, refused } = await world.check()
    assert.deepEqual(refused, [])
    assert.equal(figures.unavailable, 0, 'no move was put off')
    t.diagnostic(JSON.stringify({ moved, ended, ...figures }))
  })
})
