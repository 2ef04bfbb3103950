// SPDX-License-Identifier: Apache-2.0
/**
 * What players are charged beyond their thinking when a node is cut off from Redis, or Redis is away, for 6 s: of each game the
 * player whose move came meanwhile, and the opponent, who answers at once on another node.
 *
 * usage: LINK=50 node tests/bench/outages.js [ROUNDS] [PART OF A NAME]    (after make build)
 *   LINK   ms from each node to Redis, and back; default 0
 */
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { FaultWorld, until } from '../js/support/fault-world.js'
import { RedisServer } from '../js/support/redis.js'
import { withTcpRelay } from '../js/support/tcp-relay.js'

const ROUNDS = Number(process.argv[2] ?? 5)
const LINK = Number(process.env.LINK ?? 0)
const GAMES = 20
const BASE = 60_000
const AWAY = 6000
/** One who answers at once is charged what the wire and a busy machine take. */
const think = () => 0

/** @type {import('../js/support/tcp-relay.js').Mode} */
const MODE = LINK > 0 ? 'delay' : 'pass'

/** @type {Record<string, (isAway: boolean, world: FaultWorld, wire: any) => unknown>} */
const WAYS = {
  'a node is cut off': (isAway, _, wire) => {
    wire.mode = isAway ? 'hold' : MODE
  },
  'Redis is frozen': (isAway, { redis }) => (isAway ? redis.freeze() : redis.thaw()),
  'Redis is killed': (isAway, { redis }) => (isAway ? redis.killed() : redis.start()),
}

/**
 * @param {string} name
 * @returns {Promise<number[][]>} what the movers and their opponents are charged, in ms
 */
async function measure(name) {
  /** @type {(() => unknown)[]} */
  const ends = []
  const t = { after: (/** @type {() => unknown} */ end) => void ends.unshift(end) }
  const world = new FaultWorld({})
  world.redis = await new RedisServer({ appendfsync: 'always' }).start()
  const wires = await Promise.all(
    [0, 1].map(() => withTcpRelay(/** @type {any} */ (t), { path: world.redis.socket }, { delay: LINK })),
  )
  for (const wire of wires) wire.mode = MODE
  try {
    await world.begin({
      games: GAMES,
      clock: { base: BASE },
      node: index => ({ redis: wires[index].url }),
      route: (urls, player) => [urls[player % 2]],
    })
    for (let ply = 0; ply < 2; ply++)
      for (const { white, black, script } of world.games) {
        await until('the turn', () => [white, black][ply].ply === ply)
        await [white, black][ply].command('move', { ply, uci: script[ply] })
      }
    await until('White is to move', () => world.games.every(({ white }) => white.ply === 2))
    for (const { black, script } of world.games) black.play(script, think)
    const began = world.games.map(({ white }) => white.events.at(-1).at)
    await WAYS[name](true, world, wires[0])
    const asked = Date.now()
    for (const { white, script } of world.games) white.command('move', { ply: 2, uci: script[2] })
    await wait(AWAY)
    await WAYS[name](false, world, wires[0])
    await until('all have answered', () =>
      world.games.every(({ white }) => white.ply === 4 || white.status === 'over'),
    )
    const moves = world.games.map(({ white }) => white.events.filter(({ type }) => type === 'moved').slice(2))
    const charged = (/** @type {any} */ event) => (event ? BASE - event.left + event.credit : BASE)
    return [
      moves.map(([first], game) => Math.max(0, charged(first) - (asked - began[game]))),
      moves.map(([, second]) => charged(second)),
    ]
  } finally {
    await world.end()
    for (const end of ends) await end()
    await world.redis.remove()
  }
}

for (const name of Object.keys(WAYS)) {
  if (!name.includes(process.argv[3] ?? '')) continue
  /** @type {number[]} */
  const movers = []
  /** @type {number[]} */
  const opponents = []
  for (let round = 0; round < ROUNDS; round++) {
    const charged = await measure(name)
    movers.push(...charged[0])
    opponents.push(...charged[1])
  }
  const text = (/** @type {number[]} */ times) => {
    const sorted = times.toSorted((a, b) => a - b)
    return `${sorted[sorted.length >> 1]} ms, at most ${sorted.at(-1)} ms`
  }
  console.log(`${name} for ${AWAY / 1000} s: the mover ${text(movers)}; the opponent ${text(opponents)}`)
}
