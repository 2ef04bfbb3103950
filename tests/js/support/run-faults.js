// SPDX-License-Identifier: Apache-2.0
// make faults: plays games over three nodes, and kills a node or Redis, or cuts the wire between them, every two seconds. Every
// other round Redis is a group of three with Sentinel, whose primary is killed and comes back as a replica. Prints what was
// acknowledged and what of it was lost; any loss fails.
//
// usage: CYCLES=1000 SEED=1 APPENDFSYNC=always SENTINEL=1 node tests/js/support/run-faults.js    (after make build)
//   APPENDFSYNC    Redis's setting. With everysec it may lose its last second: moves are lost, or seen and then changed
//   SENTINEL       1: all rounds with Sentinel; 0: none
//   WAIT_REPLICAS  with Sentinel, default 1. With 0 moves are lost, with 2 games stand still until the dead server is back

import { loadavg } from 'node:os'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../../random.js'
import { FaultWorld } from './fault-world.js'
import { RedisServer } from './redis.js'
import { RedisGroup } from './sentinels.js'
import { withTcpRelay } from './tcp-relay.js'

const CYCLES = Number(process.env.CYCLES || 30)
const SEED = Number(process.env.SEED || 1)
const APPENDFSYNC = process.env.APPENDFSYNC || 'always'
const SENTINEL = process.env.SENTINEL
const WAIT_REPLICAS = Number(process.env.WAIT_REPLICAS ?? 1)
const NODES = 3
const GAMES = 20
/** All in milliseconds: between two deaths, and until what died is back. */
const CYCLE = 2000
const LONGEST_DEATH = 800
/** Games are checked, and new ones begun, after so many cycles. */
const ROUND = 5
/** One death in so many is Redis's; */
const REDIS_SHARE = 4
/** of the others, one in so many is a node's wire to it. */
const WIRE_SHARE = 3
/** A wire is cut for so long at most, in milliseconds: longer than all that waits for an answer. */
const LONGEST_CUT = 4000

const random = randomFrom(SEED)
const total = {
  acknowledged: 0,
  lost: 0,
  twice: 0,
  worst: 0,
  connects: 0,
  unavailable: 0,
  rewinds: 0,
  refused: 0,
}
const deaths = { node: 0, redis: 0, primary: 0, wire: 0 }

/** @typedef {Awaited<ReturnType<typeof withTcpRelay>>} Wire */

/**
 * @param {FaultWorld} world
 * @param {RedisGroup | undefined} group
 * @param {Wire[]} wires of the nodes; none with Sentinel, which says where Redis is
 */
async function killSomething(world, group, wires) {
  const isRedis = random() * REDIS_SHARE < 1
  await wait(random() * (CYCLE - LONGEST_DEATH))
  if (isRedis && group) {
    deaths.primary++
    return killPrimary(world, group)
  }
  if (!isRedis && wires.length > 0 && random() * WIRE_SHARE < 1) {
    deaths.wire++
    return cutWire(wires[Math.floor(random() * NODES)])
  }
  const victim = isRedis ? world.redis : world.nodes[Math.floor(random() * NODES)]
  const end = performance.now() + LONGEST_DEATH
  if (victim === world.redis) await world.redis.killed()
  else await victim.end('SIGKILL')
  deaths[isRedis ? 'redis' : 'node']++
  await wait(random() * LONGEST_DEATH)
  await victim.start()
  await wait(end - performance.now())
}

/**
 * What it carries waits, or is lost with the connections.
 * @param {Wire} wire
 */
async function cutWire(wire) {
  const { target } = wire
  const isPulled = random() < 0.5
  if (isPulled) wire.mode = 'hold'
  else {
    wire.target = { path: '/nowhere' }
    wire.cut()
  }
  await wait(random() * LONGEST_CUT)
  wire.mode = 'pass'
  wire.target = target
}

/**
 * Sometimes a node dies with it, and the primary comes back before it is known that it has been replaced, or later.
 * @param {FaultWorld} world
 * @param {RedisGroup} group
 */
async function killPrimary(world, group) {
  const primary = await group.primary()
  const node = random() < 0.5 ? world.nodes[Math.floor(random() * NODES)] : undefined
  await Promise.all([primary.killed(), node?.end('SIGKILL')])
  const replicas = group.servers.filter(server => server !== primary)
  const offsets = await Promise.all(replicas.map(offsetOf))
  await group.failedOver(primary)
  const chosen = offsets[replicas.indexOf(await group.primary())]
  const behind = Math.max(...offsets) - chosen
  if (behind > 0) console.log(`Sentinel has taken the replica that is ${behind} bytes behind the other one`)
  await node?.start()
  await wait(random() * LONGEST_DEATH)
  await primary.start()
  await group.settled()
}

/**
 * @param {RedisServer} server
 * @returns {Promise<number>} how many bytes of its primary it has got, or has written itself by now
 */
async function offsetOf(server) {
  const info = await server.ask('INFO', 'replication')
  return Number(/^(?:slave|master)_repl_offset:(\d+)/m.exec(info)?.[1])
}

/**
 * @param {number} cycles
 * @param {boolean} withSentinel
 */
async function playRound(cycles, withSentinel) {
  const world = new FaultWorld({ think: [30, 90] })
  const group = withSentinel
    ? await new RedisGroup().start({ replicas: 2, appendfsync: APPENDFSYNC })
    : undefined
  world.redis = group?.servers[0] ?? (await new RedisServer({ appendfsync: APPENDFSYNC }).start())
  const store = group && { sentinel: group.sentinel, waitReplicas: WAIT_REPLICAS }
  /** @type {(() => Promise<void>)[]} */
  const ends = []
  const t = { after: (/** @type {() => Promise<void>} */ end) => void ends.push(end) }
  const wires = await Promise.all(
    Array.from({ length: group ? 0 : NODES }, () => withTcpRelay(t, { path: world.redis.socket })),
  )
  try {
    const redis = (/** @type {number} */ index) => wires[index] && { redis: wires[index].url }
    await world.begin({ nodes: NODES, games: GAMES, node: index => ({ store, ...redis(index) }) })
    world.play()
    for (let cycle = 0; cycle < cycles; cycle++) await killSomething(world, group, wires)
    await world.playsAgain()
    await world.finish()
    const { url } = (await group?.primary()) ?? world.redis
    const { figures, refused, twice } = await world.check({ url, mayLose: true })
    for (const name of /** @type {const} */ (['acknowledged', 'lost', 'connects', 'unavailable', 'rewinds']))
      total[name] += figures[name]
    total.twice += twice
    total.refused += refused.length
    total.worst = Math.max(total.worst, figures.worst)
  } finally {
    await world.end()
    for (const end of ends) await end()
    await (group ?? world.redis).remove()
  }
}

const text = (/** @type {number} */ value) => value.toLocaleString('en')
const begin = performance.now()
for (let done = 0; done < CYCLES; done += ROUND) {
  const withSentinel = SENTINEL === undefined ? (done / ROUND) % 2 === 1 : SENTINEL === '1'
  await playRound(Math.min(ROUND, CYCLES - done), withSentinel)
  const { acknowledged, lost, twice, rewinds, worst, connects, unavailable } = total
  console.log(
    `${text(deaths.node)} nodes and ${text(deaths.redis)} × Redis killed, ${text(deaths.wire)} wires cut, ` +
      `${text(deaths.primary)} failovers by Sentinel: ` +
      `${text(acknowledged)} commands acknowledged, ` +
      `${text(lost)} lost, ${text(twice)} twice, ${text(rewinds)} rewinds; worst answer ${text(worst)} ms; ` +
      `${text(connects)} reconnects, ${text(unavailable)} × 'unavailable'; load ${loadavg()[0].toFixed(1)}`,
  )
}
console.log(
  `${text(CYCLES)} cycles in ${text(Math.round((performance.now() - begin) / 1000))} s, SEED=${SEED}`,
)
const bad = total.lost + total.twice + total.rewinds + total.refused
if (bad > 0) {
  console.log(`FAILED: ${text(total.rewinds)} rewinds, ${text(total.refused)} refused moves of scripts`)
  process.exitCode = 1
}
