// SPDX-License-Identifier: Apache-2.0
// The time of an event is that of its append, as Redis itself saw it, whatever the wire to a node does: a player's clock
// runs from when there is something to answer. Nodes are processes, and a relay is the wire.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { until, withWorld } from './support/fault-world.js'
import { withRedis } from './support/redis.js'
import { offer, open } from './support/redis-stores.js'
import { withTcpRelay } from './support/tcp-relay.js'

/** A clock that no busy machine uses up. */
const BASE = 60_000
/** For so long a wire or Redis is away, in milliseconds. */
const AWAY = 6000
/**
 * By how much the time of an event may be earlier than its append, in milliseconds: a busy machine keeps Redis waiting, and the store
 * then allows more, up to its deadline; a node knows Redis's time as well as the machine lets it.
 */
const MOST_OLD = 1000 + 300

/**
 * What Redis does, in its own time.
 * @param {import('node:test').TestContext} t
 * @param {import('./support/redis.js').RedisServer} redis
 * @returns {Promise<(event: any) => number>} when it has appended an event, in ms
 */
async function appendsOf(t, redis) {
  const monitor = spawn('redis-cli', ['-s', redis.socket, 'MONITOR'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => monitor.kill('SIGKILL'))
  /** @type {Map<string, number>} */
  const times = new Map()
  let rest = ''
  monitor.stdout.setEncoding('utf8').on('data', text => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, seconds, events] = /^([\d.]+) \[\d+ lua\] "RPUSH" "[^"]*:g:[^"]*" (.*)$/.exec(line) ?? []
      for (const [, at, uci] of events?.matchAll(
        /"\[\\"[a-z]+\\",(\d+)(?:,\\"([a-h][1-8][a-h][1-8])\\")?/g,
      ) ?? [])
        times.set(`${at} ${uci}`, Number(seconds) * 1000)
    }
  })
  await until('Redis says what it does', async () => {
    await redis.ask('PING')
    return monitor.stdout.readableFlowing === true
  })
  // What it does not say, as it has ended meanwhile, is as good as said in the log.
  return ({ at, uci }) => times.get(`${at} ${uci}`) ?? at
}

/**
 * A game over two nodes, each with one of its players, in which White's clock runs. White's node has a wire of its own.
 * @param {import('node:test').TestContext} t
 */
async function twoNodes(t) {
  /** @type {any} */
  let wire
  const world = await withWorld(t, {
    games: 1,
    redis: { appendfsync: 'always' },
    clock: { base: BASE },
    prepare: async server => {
      wire = await withTcpRelay(t, { path: server.socket })
    },
    node: (index, url) => ({ redis: index === 0 ? wire.url : url }),
    route: (urls, player) => [urls[player % 2]],
  })
  const appended = await appendsOf(t, world.redis)
  const [{ white, black, script }] = world.games
  assert.equal((await white.command('move', { ply: 0, uci: script[0] })).ok, true)
  await until('Black sees it', () => black.ply === 1)
  assert.equal((await black.command('move', { ply: 1, uci: script[1] })).ok, true)
  await until('White sees it', () => white.ply === 2)
  return { world, wire, white, black, script, appended }
}

/**
 * White moves while the store is out of reach, Black answers at once, on the other node.
 * @param {import('node:test').TestContext} t
 * @param {Awaited<ReturnType<typeof twoNodes>>} game
 * @param {(isAway: boolean) => unknown} change
 */
async function playAway(t, { white, black, script, appended }, change) {
  const before = black.events.findLast(({ type }) => type === 'moved')
  black.play(script, () => 0)
  await change(true)
  white.command('move', { ply: 2, uci: script[2] })
  await until('the node has the move', () => white.unavailable.length > 0)
  await wait(AWAY)
  await change(false)
  await until('Black has answered', () => white.ply === 4)
  const log = white.events
  const [first, second] = log.filter(({ type }) => type === 'moved').slice(2)
  for (const event of log.filter(({ at }) => at > before.at)) {
    if (event.type !== 'moved' && event.type !== 'compensated') continue
    const old = appended(event) - event.at
    assert.ok(old <= MOST_OLD, `${event.type} is ${old} ms old`)
  }
  const charged = [first, second].map(({ left, credit }) => BASE - left + credit)
  const lasted = appended(first) - before.at
  const answered = appended(second) - appended(first)
  const isCompensated = log.some(({ type }) => type === 'compensated')
  t.diagnostic(
    `White is charged ${charged[0]} of ${Math.round(lasted)} ms, Black ${charged[1]} of ${Math.round(answered)} ms; ` +
      `the move is ${Math.round(appended(first) - first.at)} ms old when it is appended`,
  )
  assert.ok(charged[0] <= lasted - AWAY + MOST_OLD, `White: ${charged[0]} of ${lasted}`)
  assert.ok(charged[1] <= answered + MOST_OLD, `Black: ${charged[1]} of ${answered}`)
  return isCompensated
}

describe('the opponent’s clock', { concurrency: 2 }, () => {
  test('runs from when a move is in the log that its node kept while the wire was pulled', async t => {
    const game = await twoNodes(t)
    // What was sent comes late, as well.
    const pull = (/** @type {boolean} */ isPulled) => {
      game.wire.mode = isPulled ? 'hold' : 'pass'
    }
    await playAway(t, game, pull)
  })

  test('runs from when a move is in the log that its node kept while it could not connect', async t => {
    const game = await twoNodes(t)
    const { target } = game.wire
    const cut = (/** @type {boolean} */ isCut) => {
      game.wire.target = isCut ? { path: '/nowhere' } : target
      if (isCut) game.wire.cut()
    }
    await playAway(t, game, cut)
  })

  test('runs from when a move is in the log that came while Redis was frozen', async t => {
    const game = await twoNodes(t)
    const { redis } = game.world
    const stop = (/** @type {boolean} */ isFrozen) => (isFrozen ? redis.freeze() : redis.thaw())
    assert.equal(await playAway(t, game, stop), true, 'an outage')
  })

  test('runs from when a move is in the log that came while Redis was dead', async t => {
    const game = await twoNodes(t)
    const { redis } = game.world
    const kill = (/** @type {boolean} */ isDead) => (isDead ? redis.killed() : redis.start())
    assert.equal(await playAway(t, game, kill), true, 'an outage')
  })
})

describe('an append', { concurrency: 2 }, () => {
  /**
   * A store behind a wire; another one keeps Redis looked after.
   * @param {import('node:test').TestContext} t
   * @param {{ delay?: number }} [options] of the wire
   */
  async function wired(t, options) {
    const redis = await withRedis(t)
    const wire = await withTcpRelay(t, { path: redis.socket }, options)
    await open(t, { url: redis.url })
    const store = await open(t, { url: wire.url, deadline: 20_000 })
    // A timer comes with a tick, and with it the time of Redis.
    const due = new Promise(resolve => store.onDue(async game => resolve(game)))
    await until('the log begins', async () => (await store.append('g', 0, [offer(1, 'c0')], store.now())).ok)
    await due
    return { wire, store }
  }

  test('that comes late is refused, and kept when it is decided again', async t => {
    const { wire, store } = await wired(t)
    // An outage, on a machine that was too busy for heartbeats, refuses both.
    let outages = 0
    store.onOutage(() => outages++)
    wire.mode = 'hold'
    const late = store.append('g', 1, [offer(store.now(), 'late')], null)
    const old = store.append('g', 1, [offer(1, 'old')], null)
    await wait(2000)
    wire.mode = 'pass'
    assert.deepEqual(await late, { ok: false, missed: [] })
    assert.ok((await old).ok || outages > 0, 'what is not meant to be of now')
    const { length } = await store.read('g')
    await until(
      'it is kept',
      async () => (await store.append('g', length, [offer(store.now(), 'again')], null)).ok,
    )
    const commands = (await store.read('g')).map(({ command }) => command)
    assert.deepEqual([commands.includes('late'), commands.at(-1)], [false, 'again'])
  })

  test('that was missed is asked for once the store answers again', async t => {
    const { wire, store } = await wired(t)
    let asked = 0
    store.subscribe('g', version => {
      if (version === undefined && store.ready) asked++
    })
    await until('it listens', () => asked > 0)
    const { target } = wire
    wire.target = { path: '/nowhere' }
    wire.cut()
    await until('it is away', () => !store.ready)
    asked = 0
    wire.target = target
    await until('it asks', () => asked > 0)
  })

  test('is not refused for ever where all are slow', async t => {
    const { wire, store } = await wired(t, { delay: 400 })
    wire.mode = 'delay'
    let tries = 0
    for (let version = 1; version <= 5; version++)
      await until('it is kept', async () => {
        tries++
        return (await store.append('g', version, [offer(store.now(), `c${version}`)], null)).ok
      })
    t.diagnostic(`${tries} tries for 5 appends`)
    assert.ok(tries < 50, `${tries}`)
  })
})
