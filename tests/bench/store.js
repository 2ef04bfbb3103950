// SPDX-License-Identifier: Apache-2.0
/**
 * RedisStore on a real redis-server: appends a second with 64 in flight, bytes of a game, and what an acknowledgement is
 * worth under each setting, found out by killing servers. Prints Markdown, and fails when a bound is broken.
 *
 * usage: node tests/bench/store.js [speed|bytes|promises]…    (after make build)
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { holdPorts } from '../js/support/ports.js'
import { RedisServer } from '../js/support/redis.js'
import { RedisGroup } from '../js/support/sentinels.js'

const { RedisStore } = await import(new URL('../../dist/server.js', import.meta.url).href)

const IN_FLIGHT = 64
const WINDOWS = 5
const WINDOW = 1000
const PLIES = 80
const LEAST_APPENDS = 15_000
const MOST_BYTES = 5000
/** Jiffies of /proc a second. */
const TICKS = 100

/** A move as games have it: 13 digits of time, a clock, an id of a command. */
const move = (/** @type {number} */ at, /** @type {number} */ ply) => ({
  type: 'moved',
  at,
  by: ply % 2 ? 'black' : 'white',
  uci: 'e2e4',
  left: 180_000 - ply * 1000,
  credit: 0,
  command: `x7Qd${ply.toString(36)}`, // as connectGames() makes them
})

/** @param {RedisServer} server @param {object} [options] */
async function openStore(server, options = {}) {
  const store = new RedisStore({ url: server.url, ...options })
  while (!store.ready) await wait(10)
  return store
}

/** @param {number} pid @returns {number} seconds of processor time */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

const quantile = (/** @type {number[]} */ sorted, /** @type {number} */ part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]

/**
 * Appends as fast as they are answered.
 * @param {any} store
 * @param {{ inFlight?: number, milliseconds?: number, onAnswer?: (game: string, command: string, code: string) => void,
 *   name?: string }} [options]
 * @returns {Promise<{ appends: number, latencies: number[] }>} sorted, in milliseconds
 */
async function hammer(store, { inFlight = IN_FLIGHT, milliseconds = WINDOW, onAnswer, name = '' } = {}) {
  const end = performance.now() + milliseconds
  const latencies = []
  const writers = Array.from({ length: inFlight }, async (_, writer) => {
    for (let number = 0; performance.now() < end; number++) {
      const game = `${name}${writer}.${number}`
      for (let ply = 0; ply < PLIES && performance.now() < end; ply++) {
        const event = move(store.now(), ply)
        const sent = performance.now()
        const code = await store.append(game, ply, [event], event.at + 180_000).then(
          (/** @type {{ ok: boolean }} */ { ok }) => (ok ? 'ok' : 'refused'),
          (/** @type {any} */ error) => error.code,
        )
        latencies.push(performance.now() - sent)
        onAnswer?.(game, event.command, code)
        if (code === 'ok') continue
        if (code === 'ERR_STORE_AWAY') await wait(20)
        break
      }
    }
  })
  await Promise.all(writers)
  return { appends: latencies.length, latencies: latencies.sort((a, b) => a - b) }
}

/**
 * The best of five windows.
 * @param {import('../js/support/redis.js').RedisServerOptions} [server]
 * @param {object} [options] of the store
 * @param {number} [inFlight]
 * @param {() => Promise<void>} [prepare] once the server runs
 */
export async function measureSpeed(
  server = { appendfsync: 'everysec' },
  options = {},
  inFlight = IN_FLIGHT,
  prepare = async () => {},
) {
  const redis = await new RedisServer(server).start()
  await prepare()
  const store = await openStore(redis, options)
  let best = { rate: 0, p50: 0, p99: 0, nodeMicros: 0, redisMicros: 0 }
  try {
    await hammer(store, { name: 'warm' })
    for (let window = 0; window < WINDOWS; window++) {
      const [node, other] = [process.cpuUsage(), cpuOf(redis.pid)]
      const began = performance.now()
      const { appends, latencies } = await hammer(store, { inFlight, name: `w${window}.` })
      const rate = (appends / (performance.now() - began)) * 1000
      const { user, system } = process.cpuUsage(node)
      if (rate > best.rate)
        best = {
          rate,
          p50: quantile(latencies, 0.5),
          p99: quantile(latencies, 0.99),
          nodeMicros: (user + system) / appends,
          redisMicros: ((cpuOf(redis.pid) - other) * 1e6) / appends,
        }
    }
  } finally {
    await store.close()
    await redis.remove()
  }
  return { ...best, load: loadavg()[0] }
}

/** @returns {Promise<{ log: number, whole: number, codec: number }>} bytes a game of 80 plies: the log, and with timer and seats */
export async function measureBytes(games = 3000) {
  const redis = await new RedisServer().start()
  const store = await openStore(redis)
  const used = async () => Number(/used_memory:(\d+)/.exec(await redis.ask('INFO', 'memory'))?.[1])
  try {
    const setup = {
      type: 'created',
      at: store.now(),
      by: 'white',
      command: 'k3f',
      format: 1,
      game: '7Kd3vQxWm2Zp',
      variant: 'standard',
      fen: null,
      clock: { base: 180_000, increment: 2000 },
      draws: 'claim',
      allow: { takeback: true, giveTime: true, spectators: true },
      white: { id: '~x7fT2mQ9pLw4', name: 'Anna' },
      black: { id: '~k2Wn8dRz5Vb3', name: 'Ben' },
    }
    const id = (/** @type {number} */ index) => `7Kd3vQx${String(index).padStart(5, '0')}`
    const all = Array.from({ length: games }, (_, index) => id(index))
    const each = async (/** @type {(game: string) => Promise<unknown>} */ work) => {
      for (let start = 0; start < games; start += 50)
        await Promise.all(all.slice(start, start + 50).map(work))
    }
    await wait(300)
    const before = await used()
    await each(async game => {
      await store.append(game, 0, [{ ...setup, game }], null)
      // One at a time, as in a game: that is how Redis lays the list out.
      for (let ply = 0; ply < PLIES; ply++) await store.append(game, ply + 1, [move(store.now(), ply)], null)
    })
    const logs = await used()
    await each(async game => {
      await store.append(game, PLIES + 1, [], store.now() + 180_000)
      await Promise.all(['white', 'black'].map(color => store.hold(game, color, store.now() + 600_000)))
    })
    const whole = await used()
    const text = (await redis.ask('LRANGE', `binbo:{s0}:g:${id(0)}`, '0', '-1')).length
    return { log: (logs - before) / games, whole: (whole - before) / games, codec: text }
  } finally {
    await store.close()
    await redis.remove()
  }
}

/**
 * Kills the server while games are written, starts it again, and looks for what was acknowledged.
 * @param {import('../js/support/redis.js').RedisServerOptions} server
 * @param {number} kills
 */
export async function killServer(server, kills = 4) {
  const redis = await new RedisServer(server).start()
  const acknowledged = new Map()
  let unknown = 0
  let lost = 0
  let total = 0
  try {
    for (let kill = 0; kill < kills; kill++) {
      const store = await openStore(redis)
      acknowledged.clear()
      const killing = wait(700).then(() => redis.killed())
      await hammer(store, {
        milliseconds: 900,
        name: `k${kill}.`,
        onAnswer(game, _command, code) {
          if (code === 'ok') acknowledged.set(game, (acknowledged.get(game) ?? 0) + 1)
          else if (code === 'ERR_STORE_UNKNOWN') unknown++
        },
      })
      await killing
      await store.close()
      await redis.start()
      const after = await openStore(redis)
      for (const [game, length] of acknowledged) {
        total += length
        lost += Math.max(0, length - (await after.read(game)).length)
      }
      await after.close()
    }
  } finally {
    await redis.remove()
  }
  return { total, lost, unknown }
}

/**
 * A replica that is behind takes over from a primary that is killed.
 * @param {number} waitReplicas
 */
export async function failOver(waitReplicas) {
  const [port] = await holdPorts(1)
  const primary = await new RedisServer({ port }).start()
  const replica = await new RedisServer({
    args: ['--replicaof', '127.0.0.1', String(port), '--replica-serve-stale-data', 'yes'],
  }).start()
  let lost = 0
  let total = 0
  let unknown = 0
  try {
    while (!(await replica.ask('INFO', 'replication')).includes('master_link_status:up')) await wait(20)
    const store = await openStore(primary, { waitReplicas })
    const acknowledged = new Map()
    const behind = wait(1000).then(() => replica.freeze())
    const killing = wait(3500).then(() => primary.killed())
    await hammer(store, {
      milliseconds: 3600,
      onAnswer(game, _command, code) {
        if (code === 'ok') acknowledged.set(game, (acknowledged.get(game) ?? 0) + 1)
        else if (code === 'ERR_STORE_UNKNOWN') unknown++
      },
    })
    await Promise.all([behind, killing])
    await store.close()
    replica.thaw()
    await wait(500)
    await replica.ask('REPLICAOF', 'NO', 'ONE')
    const after = await openStore(replica)
    for (const [game, length] of acknowledged) {
      total += length
      lost += Math.max(0, length - (await after.read(game)).length)
    }
    await after.close()
  } finally {
    await primary.remove()
    await replica.remove()
  }
  return { total, lost, unknown }
}

/**
 * A primary with two replicas and Sentinel is killed under load, and Sentinel replaces it.
 * @param {number} waitReplicas
 * @param {number} behind replicas that get nothing for two seconds before, counted from the last one
 * @param {number} dead replicas that are killed with the primary, counted from the first one
 */
export async function sentinelFailover(waitReplicas, behind, dead) {
  const group = new RedisGroup()
  let lost = 0
  let total = 0
  let unknown = 0
  try {
    await group.start({ replicas: 2 })
    const [primary, ...replicas] = group.servers
    const late = replicas.slice(replicas.length - behind)
    const options = { url: undefined, sentinel: group.sentinel, waitReplicas }
    const store = await openStore(primary, options)
    const acknowledged = new Map()
    const breaking = wait(1000).then(async () => {
      for (const replica of late) replica.freeze()
      await wait(2000)
      await Promise.all([primary, ...replicas.slice(0, dead)].map(server => server.killed()))
      for (const replica of late) replica.thaw()
    })
    await hammer(store, {
      milliseconds: 3200,
      onAnswer(game, _command, code) {
        if (code === 'ok') acknowledged.set(game, (acknowledged.get(game) ?? 0) + 1)
        else if (code === 'ERR_STORE_UNKNOWN') unknown++
      },
    })
    await breaking
    await group.failedOver(primary)
    await store.close()
    const after = await openStore(primary, { ...options, waitReplicas: 0 })
    for (const [game, length] of acknowledged) {
      total += length
      lost += Math.max(0, length - (await after.read(game)).length)
    }
    await after.close()
  } finally {
    await group.remove()
  }
  return { total, lost, unknown }
}

/** @returns {Promise<string[]>} rows of the table in web/docs */
export async function promiseRows() {
  const format = (/** @type {number} */ value) => Math.round(value).toLocaleString('en')
  const row = (
    /** @type {string} */ setting,
    /** @type {string} */ fault,
    /** @type {{ total: number, lost: number, unknown: number }} */ { total, lost, unknown },
    /** @type {{ rate: number, p50: number } | undefined} */ speed = undefined,
  ) =>
    `| ${setting} | ${fault} | ${format(lost)} of ${format(total)} | ${format(unknown)} | ` +
    `${speed ? format(speed.rate) : ''} | ${speed ? speed.p50.toFixed(2) : ''} |`
  const rows = []
  for (const appendfsync of /** @type {const} */ (['no', 'everysec', 'always'])) {
    const name = appendfsync === 'no' ? 'no file (`appendonly no`)' : `\`appendfsync ${appendfsync}\``
    const kills = appendfsync === 'no' ? 1 : 4
    rows.push(
      row(
        name,
        `server killed, ${kills} ×`,
        await killServer({ appendfsync }, kills),
        await measureSpeed({ appendfsync }),
      ),
    )
  }
  for (const waitReplicas of [0, 1])
    rows.push(
      row(
        `a replica, \`waitReplicas: ${waitReplicas}\``,
        'primary killed, replica 2.5 s behind',
        await failOver(waitReplicas),
        await measureReplicated(waitReplicas),
      ),
    )
  for (const [waitReplicas, behind, dead, fault] of /** @type {const} */ ([
    [0, 2, 0, 'primary killed, both replicas 2 s behind'],
    [1, 1, 0, 'primary killed, one replica 2 s behind'],
    [1, 1, 1, 'primary and one replica killed, the other 2 s behind'],
    [2, 1, 1, 'the same'],
  ])) {
    const result = await sentinelFailover(waitReplicas, behind, dead)
    rows.push(row(`Sentinel, two replicas, \`waitReplicas: ${waitReplicas}\``, fault, result))
  }
  return rows
}

/** @param {number} waitReplicas */
async function measureReplicated(waitReplicas) {
  const [port] = await holdPorts(1)
  const replica = new RedisServer({ args: ['--replicaof', '127.0.0.1', String(port)] })
  try {
    return await measureSpeed({ port }, { waitReplicas }, IN_FLIGHT, async () => {
      await replica.start()
      while (!(await replica.ask('INFO', 'replication')).includes('master_link_status:up')) await wait(20)
    })
  } finally {
    await replica.remove()
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const wanted = process.argv.slice(2)
  const wants = (/** @type {string} */ part) => wanted.length === 0 || wanted.includes(part)
  let failed = false
  if (wants('speed')) {
    for (const appendfsync of /** @type {const} */ (['no', 'everysec', 'always'])) {
      const { rate, p50, p99, nodeMicros, redisMicros, load } = await measureSpeed({ appendfsync })
      console.log(
        `appends, ${IN_FLIGHT} in flight, appendfsync ${appendfsync}: ${Math.round(rate)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ` +
          `CPU ${nodeMicros.toFixed(1)} µs here, ${redisMicros.toFixed(1)} µs in Redis; load ${load.toFixed(1)}`,
      )
      if (appendfsync === 'everysec' && rate < LEAST_APPENDS) failed = true
    }
    const { rate, p50, p99 } = await measureSpeed({ appendfsync: 'everysec' }, {}, 1)
    console.log(
      `appends, one after another: ${Math.round(rate)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    )
  }
  if (wants('bytes')) {
    const { log, whole } = await measureBytes()
    console.log(
      `a game of ${PLIES} plies: ${Math.round(log)} bytes, ${Math.round(whole)} with timer and seats`,
    )
    if (whole > MOST_BYTES) failed = true
  }
  if (wants('promises')) {
    console.log('| setting | fault | acknowledged, and lost | unknown | appends/s | p50 ms |')
    console.log('|---|---|---|---|---|---|')
    for (const line of await promiseRows()) console.log(line)
  }
  if (failed) process.exitCode = 1
}
