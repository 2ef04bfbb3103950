// SPDX-License-Identifier: Apache-2.0
// make faults: plays games over three nodes, and kills a node or Redis every two seconds. Prints what was acknowledged
// and what of it was lost; any loss fails.
//
// usage: CYCLES=1000 SEED=1 APPENDFSYNC=always node tests/js/support/run-faults.js    (after make build)
//   APPENDFSYNC  Redis's setting. With everysec it may lose its last second: moves are lost, or seen and then changed

import { loadavg } from 'node:os'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../../random.js'
import { FaultWorld } from './fault-world.js'
import { RedisServer } from './redis.js'

const CYCLES = Number(process.env.CYCLES || 30)
const SEED = Number(process.env.SEED || 1)
const APPENDFSYNC = process.env.APPENDFSYNC || 'always'
const NODES = 3
const GAMES = 20
/** All in milliseconds: between two deaths, and until what died is back. */
const CYCLE = 2000
const LONGEST_DEATH = 800
/** Games are checked, and new ones begun, after so many cycles. */
const ROUND = 5
/** One death in so many is Redis's. */
const REDIS_SHARE = 4

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
const deaths = { node: 0, redis: 0 }

/** @param {FaultWorld} world */
async function killSomething(world) {
  const isRedis = random() * REDIS_SHARE < 1
  const victim = isRedis ? world.redis : world.nodes[Math.floor(random() * NODES)]
  await wait(random() * (CYCLE - LONGEST_DEATH))
  const end = performance.now() + LONGEST_DEATH
  if (victim === world.redis) await world.redis.killed()
  else await victim.end('SIGKILL')
  deaths[isRedis ? 'redis' : 'node']++
  await wait(random() * LONGEST_DEATH)
  await victim.start()
  await wait(end - performance.now())
}

/** @param {number} cycles */
async function playRound(cycles) {
  const world = new FaultWorld({ think: [30, 90] })
  world.redis = await new RedisServer({ appendfsync: APPENDFSYNC }).start()
  try {
    await world.begin({ nodes: NODES, games: GAMES })
    await world.play()
    for (let cycle = 0; cycle < cycles; cycle++) await killSomething(world)
    await world.playsAgain()
    await world.finish()
    const { figures, refused, twice } = await world.check({ mayLose: true })
    for (const name of /** @type {const} */ (['acknowledged', 'lost', 'connects', 'unavailable', 'rewinds']))
      total[name] += figures[name]
    total.twice += twice
    total.refused += refused.length
    total.worst = Math.max(total.worst, figures.worst)
  } finally {
    await world.end()
    await world.redis.remove()
  }
}

const text = (/** @type {number} */ value) => value.toLocaleString('en')
const begin = performance.now()
for (let done = 0; done < CYCLES; done += ROUND) {
  await playRound(Math.min(ROUND, CYCLES - done))
  const { acknowledged, lost, twice, worst, connects, unavailable } = total
  console.log(
    `${text(deaths.node)} nodes and ${text(deaths.redis)} × Redis killed: ${text(acknowledged)} commands acknowledged, ` +
      `${text(lost)} lost, ${text(twice)} twice; worst answer ${text(worst)} ms; ` +
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
