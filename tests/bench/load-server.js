// SPDX-License-Identifier: Apache-2.0
/**
 * make load-server: the game server under load, with the reducer and the store below it. Servers, clients and Redis are
 * processes of their own. Prints a table with the load average beside each figure, the best of five windows; a figure
 * that misses what it must reach fails.
 *
 * usage: node --expose-gc tests/bench/load-server.js [reducer|appends|redis|back|memory|two|invite|sizes|attacked]…    (after make build)
 *   CONNECTIONS  default 10,000
 *   PROFILE      a folder for CPU profiles of the servers
 */
import { execFileSync, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import os from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { GameNode, spawnWithFiles } from '../js/support/game-nodes.js'
import { longGame } from '../js/support/long-games.js'
import { RedisServer } from '../js/support/redis.js'
import { Wire } from '../js/support/served-games.js'
import { measureInvitations } from './invitations.js'
import { measureReducer } from './session.js'
import { measureSpeed } from './store.js'

const STRANGERS_PROGRAM = fileURLToPath(new URL('./support/strangers.js', import.meta.url))
const CLIENTS_PROGRAM = fileURLToPath(new URL('./support/load-clients.js', import.meta.url))
const WINDOWS = 5
/** In seconds. */
const WINDOW = 4
const WARM_UP = 3
const RATE = 2500
const MEMORY_RATE = 5000
/** A window counts only if so much of the rate was done. */
const LEAST_DONE = 0.98
/** How often a node is killed. */
const DEATHS = 3
/** Invitations of a window. */
const INVITATIONS = 200
/** Beside attackers: players, moves a second, connections of the attackers' address, and windows. */
const ATTACKED = { connections: 500, rate: 250, attackers: 20, windows: 2 }
const ATTACKERS_ADDRESS = '203.0.113.9'
const HELD_GAMES = 2000
const HELD_PLIES = 80
/** Of wasm, with Games, to see how large one is. */
const FILLED_BYTES = 20e6
const PERSISTENCE = 'everysec'
/** Files of a server besides its connections. */
const OTHER_FILES = 200

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {number} value
 * @property {number} must
 * @property {number} stretch
 * @property {string} unit
 * @property {boolean} [more] whether more is better
 * @property {string} [note]
 */

/** @type {(Figure & { load: number })[]} */
const figures = []

/** @param {Figure} figure @param {number} [load] */
function report(figure, load = os.loadavg()[0]) {
  figures.push({ ...figure, load })
  const { name, value, unit, note = '' } = figure
  process.stderr.write(`${name}: ${text(value)} ${unit} ${note && `(${note}) `}load ${load.toFixed(2)}\n`)
}

/** @param {number} value Infinity of a window without a move */
const text = value => (value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3))

const filesAllowed =
  Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })) || Number.MAX_SAFE_INTEGER
const wantedConnections = Number(process.env.CONNECTIONS || 10_000)
const connections = Math.min(wantedConnections, 2 * Math.floor((filesAllowed - OTHER_FILES) / 2))

/** The process of the clients. */
class Clients {
  #child = spawnWithFiles([CLIENTS_PROGRAM])
  /** @type {(message: any) => void} */
  #next = () => {}
  /** @type {Promise<any>} */
  #started

  constructor() {
    this.#child.on('message', message => this.#next(message))
    this.#child.on('exit', () => this.#next({ error: 'the process of the clients ended' }))
    this.#started = this.#receive()
  }

  #receive() {
    return new Promise(resolve => {
      this.#next = resolve
    })
  }

  /** @param {{ op: string, [name: string]: unknown }} request */
  async ask(request) {
    const answer = await this.begin(request)
    if (answer.error) throw new Error(`${request.op}: ${answer.error}`)
    return answer.result
  }

  /** @param {object} request @returns {Promise<any>} the next message */
  async begin(request) {
    await this.#started
    const answer = this.#receive()
    this.#child.send(request)
    return answer
  }

  /** @returns {Promise<any>} what comes after begin() */
  async result() {
    const { result, error } = await this.#receive()
    if (error) throw new Error(error)
    return result
  }

  async check() {
    const faults = await this.ask({ op: 'faults' })
    if (faults.length > 0) throw new Error(`clients were not served well:\n${faults.join('\n')}`)
  }

  async end() {
    if (this.#child.exitCode !== null) return
    const exit = new Promise(resolve => this.#child.once('exit', resolve))
    this.#child.disconnect()
    await exit
  }
}

/** @param {string} name @returns {string[]} flags of node */
function profileFlags(name) {
  const folder = process.env.PROFILE
  return folder ? ['--cpu-prof', '--cpu-prof-dir', folder, '--cpu-prof-name', `${name}.cpuprofile`] : []
}

/**
 * @param {RedisServer} redis
 * @returns {Promise<number>} CPU time in microseconds
 */
async function redisCpu(redis) {
  const info = await redis.ask('INFO', 'cpu')
  const seconds = name => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1])
  return (seconds('used_cpu_user') + seconds('used_cpu_sys')) * 1e6
}

/**
 * @param {Clients} clients
 * @param {GameNode[]} nodes
 * @param {number} rate moves a second
 * @param {RedisServer} [redis]
 */
async function measure(clients, nodes, rate, redis) {
  await clients.ask({ op: 'play', rate, seconds: WARM_UP })
  const windows = []
  for (let window = 0; window < WINDOWS; window++) {
    const usages = () => Promise.all(nodes.map(node => node.ask('usage')))
    const [before, redisBefore] = [await usages(), redis ? await redisCpu(redis) : 0]
    const played = await clients.ask({ op: 'play', rate, seconds: WINDOW })
    const { p50, p99, worst } = played
    // Messages have null for what no move was there to measure.
    const [median, slow, slowest] = [p50, p99, worst].map(value => value ?? Number.POSITIVE_INFINITY)
    const result = { ...played, p50: median, p99: slow, worst: slowest }
    const after = await usages()
    const load = os.loadavg()[0]
    const cpu = after.reduce((sum, { cpu }, at) => sum + cpu - before[at].cpu, 0) / result.moves
    const redisPart = redis ? ((await redisCpu(redis)) - redisBefore) / result.moves : 0
    const rss = Math.max(...after.map(({ rss }) => rss)) / 1e6
    windows.push({ ...result, cpu, redisCpu: redisPart, rss, load })
    process.stderr.write(
      `  ${text(result.rate)} moves/s, p50 ${text(result.p50)}, p99 ${text(result.p99)}, worst ${text(result.worst)} ms, ` +
        `${text(cpu)} µs a move, Redis ${text(redisPart)} µs, ${text(rss)} MB, load ${load.toFixed(2)}\n`,
    )
  }
  await clients.check()
  const full = windows.filter(window => window.rate >= LEAST_DONE * rate)
  const best = name => (full.length > 0 ? full : windows).reduce((a, b) => (b[name] < a[name] ? b : a))
  return { full: full.length, best }
}

/**
 * @param {string} name
 * @param {Awaited<ReturnType<typeof measure>>} measured
 * @param {{ must: number, stretch: number }} limits
 */
function reportLatency(name, { full, best }, { must, stretch }) {
  const { p99, p50, rate, worst, redisCpu: redis, load } = best('p99')
  const note = `p50 ${text(p50)}, worst ${text(worst)} ms, ${text(rate)} moves/s done, Redis ${text(redis)} µs a move`
  const value = full > 0 ? p99 : Number.POSITIVE_INFINITY
  report({ name, value, must, stretch, unit: 'ms p99', note }, load)
}

/** One server over Redis, and then one that takes over from it. */
async function overRedis({ withDeaths = false, withLoad = true } = {}) {
  const redis = await new RedisServer({ appendfsync: PERSISTENCE }).start()
  const options = { redis: redis.url, flags: ['--expose-gc', ...profileFlags('redis')] }
  const nodes = [new GameNode(options), new GameNode({ ...options, flags: profileFlags('other') })]
  const clients = new Clients()
  try {
    const [node] = nodes
    await node.start()
    const bare = await node.ask('settledUsage')
    const ms = await clients.ask({ op: 'connect', ports: [node.port], count: connections })
    const settled = await node.ask('settledUsage')
    if (withLoad) {
      report({
        name: 'a connection, resident',
        value: (settled.rss - bare.rss) / connections / 1000,
        must: 12,
        stretch: 10,
        unit: 'kB',
        note: `${text(connections)} connected in ${text(ms / 1000)} s, ${text((settled.cpu - bare.cpu) / connections)} µs of CPU each`,
      })
    }
    await clients.ask({ op: 'begin' })
    if (withLoad) {
      const measured = await measure(clients, nodes.slice(0, 1), RATE, redis)
      const title = `${text(connections)} connections, ${text(RATE)} moves/s, Redis`
      reportLatency(title, measured, { must: 100, stretch: 50 })
      const { cpu, load } = measured.best('cpu')
      report({ name: 'CPU of the server a move', value: cpu, must: 150, stretch: 120, unit: 'µs' }, load)
      const { rss, load: rssLoad } = measured.best('rss')
      report({ name: 'resident', value: rss, must: 250, stretch: 160, unit: 'MB' }, rssLoad)
    }
    if (withDeaths) await killByTurns(clients, nodes)
  } finally {
    await clients.end()
    await Promise.all(nodes.map(node => node.end(process.env.PROFILE ? 'SIGTERM' : 'SIGKILL')))
    await redis.remove()
  }
}

/**
 * @param {Clients} clients all on the first one
 * @param {GameNode[]} nodes two
 */
async function killByTurns(clients, nodes) {
  const times = []
  for (let death = 0; death < DEATHS; death++) {
    const [dying, other] = death % 2 === 0 ? nodes : [nodes[1], nodes[0]]
    await other.start()
    await clients.ask({ op: 'play', rate: RATE, seconds: 1 })
    await clients.begin({ op: 'comeBack', ports: [other.port] })
    await dying.end('SIGKILL')
    times.push({ ...(await clients.result()), load: os.loadavg()[0] })
    await clients.ask({ op: 'faults' }) // moves that were under way
  }
  const best = times.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a))
  const note =
    `${times.map(({ milliseconds }) => text(milliseconds / 1000)).join(', ')} s; half after ${text(best.half / 1000)}, ` +
    `90 % after ${text(best.most / 1000)} s, ${text(best.tries)} tries`
  const name = `${text(connections)} clients back after kill -9`
  report({ name, value: best.milliseconds / 1000, must: 10, stretch: 5, unit: 's', note }, best.load)
}

async function inMemory() {
  const node = new GameNode({ flags: profileFlags('memory') })
  const clients = new Clients()
  try {
    await node.start()
    await clients.ask({ op: 'connect', ports: [node.port], count: connections })
    await clients.ask({ op: 'begin' })
    const measured = await measure(clients, [node], MEMORY_RATE)
    const title = `${text(connections)} connections, ${text(MEMORY_RATE)} moves/s, MemoryStore`
    reportLatency(title, measured, { must: 50, stretch: 20 })
  } finally {
    await clients.end()
    await node.end(process.env.PROFILE ? 'SIGTERM' : 'SIGKILL')
  }
}

async function twoNodes() {
  const redis = await new RedisServer({ appendfsync: PERSISTENCE }).start()
  const nodes = [0, 1].map(at => new GameNode({ redis: redis.url, flags: profileFlags(`two-${at}`) }))
  const clients = new Clients()
  try {
    await Promise.all(nodes.map(node => node.start()))
    await clients.ask({ op: 'connect', ports: nodes.map(({ port }) => port), count: connections })
    await clients.ask({ op: 'begin' })
    const measured = await measure(clients, nodes, RATE, redis)
    const conflicts = await Promise.all(nodes.map(conflictsOf))
    const { cpu } = measured.best('cpu')
    reportLatency(`2 processes, every game across both, ${text(RATE)} moves/s`, measured, {
      must: 100,
      stretch: 50,
    })
    process.stderr.write(`  ${text(cpu)} µs a move together, ${conflicts.join(' and ')} conflicts\n`)
  } finally {
    await clients.end()
    await Promise.all(nodes.map(node => node.end(process.env.PROFILE ? 'SIGTERM' : 'SIGKILL')))
    await redis.remove()
  }
}

/** Two people who meet, each on another node. */
async function invitations() {
  const redis = await new RedisServer({ appendfsync: PERSISTENCE }).start()
  const nodes = [0, 1].map(() => new GameNode({ redis: redis.url }))
  try {
    await Promise.all(nodes.map(node => node.start()))
    const ports = nodes.map(({ port }) => port)
    await measureInvitations(ports, INVITATIONS)
    const windows = []
    for (let window = 0; window < WINDOWS; window++)
      windows.push(await measureInvitations(ports, INVITATIONS))
    const { p50, p99, load, steps } = windows.reduce((a, b) => (b.p99 < a.p99 ? b : a))
    const worst = Math.max(...windows.map(window => window.worst))
    const note = `p50 ${text(p50)} (${steps}), worst of ${text(WINDOWS * INVITATIONS)} ${text(worst)} ms`
    const name = 'from Invite to the friend’s first move, the servers’ part'
    report({ name, value: p99, must: 50, stretch: 20, unit: 'ms p99', note }, load)
  } finally {
    await Promise.all(nodes.map(node => node.end()))
    await redis.remove()
  }
}

/**
 * Players beside attackers of one address: what the store grows by while there are no moves, and how quick
 * moves are then, with the attackers and before them.
 * @param {object} limits of the server
 * @param {number} seconds without moves
 */
async function besideAttackers(limits, seconds) {
  const redis = await new RedisServer({ appendfsync: PERSISTENCE }).start()
  const store = { deadline: 20_000 } // machines may be busy
  const node = new GameNode({ redis: redis.url, store, proxies: ['127.0.0.1'], limits })
  const clients = new Clients()
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let attackers
  const used = async () => Number(/^used_memory:(\d+)/m.exec(await redis.ask('INFO', 'memory'))?.[1])
  try {
    await node.start()
    await clients.ask({ op: 'connect', ports: [node.port], count: ATTACKED.connections })
    await clients.ask({ op: 'begin' })
    await clients.ask({ op: 'play', rate: ATTACKED.rate, seconds: WARM_UP })
    const alone = await playWindows(clients)
    const guest = new Wire(node.url)
    await guest.hello()
    // Redis keeps the scripts that it has run.
    const { game } = await guest.ask('create', { listed: true })
    await guest.ask('open', { game })
    await guest.ask('abort', { game })
    const before = await used()
    const cpuBefore = (await node.ask('usage')).cpu
    const began = performance.now()
    const url = [node.url, ATTACKERS_ADDRESS, String(ATTACKED.attackers)]
    attackers = fork(STRANGERS_PROGRAM, url)
    let places = 0
    while (performance.now() - began < 1000 * seconds) {
      places = Math.max(places, (await guest.ask('lobby')).lobby.length)
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    const share = ((await node.ask('usage')).cpu - cpuBefore) / 1000 / (performance.now() - began)
    const grown = ((await used()) - before) / 1000
    const moves = await playWindows(clients)
    await clients.check()
    attackers.send('how much?')
    const [got] = await once(attackers, 'message')
    guest.socket.terminate()
    return { ...moves, alone, share, grown, places, got, load: os.loadavg()[0] }
  } finally {
    attackers?.disconnect()
    await clients.end()
    await node.end('SIGKILL')
    await redis.remove()
  }
}

/** @param {Clients} clients @returns {Promise<{ p50: number, p99: number }>} the best window */
async function playWindows(clients) {
  const windows = []
  for (let window = 0; window < ATTACKED.windows; window++)
    windows.push(await clients.ask({ op: 'play', rate: ATTACKED.rate, seconds: WINDOW }))
  return windows.reduce((a, b) => (b.p99 < a.p99 ? b : a))
}

async function attacked() {
  const most = { creationsPerAddress: 1e6, waitingPerAddress: 1e6, listedPerAddress: 1e6 }
  const without = await besideAttackers({ ...most, connectionsPerAddress: ATTACKED.attackers }, 6)
  const measured = await besideAttackers({ connectionsPerAddress: ATTACKED.attackers }, 60)
  const { grown, share, places, p99, p50, alone, got, load } = measured
  const name = `beside ${ATTACKED.attackers} connections of one address`
  const games = `${text(got.made)} games made, ${text(got.refused)} refused; without limits by address ${text(without.got.made)} games`
  const kB = `${text(without.grown)} kB in 6 s without limits`
  report(
    {
      name: `${name}, growth of Redis in a minute`,
      value: grown,
      must: 100,
      stretch: 50,
      unit: 'kB',
      note: `${games}, ${kB}`,
    },
    load,
  )
  const note = `${without.places} without limits`
  report(
    { name: `${name}, their places in the lobby`, value: places, must: 3, stretch: 3, unit: '', note },
    load,
  )
  const others =
    `${text(ATTACKED.rate)} moves/s of others: p50 ${text(p50)}, p99 ${text(p99)} ms; before the attack ${text(alone.p50)} and ` +
    `${text(alone.p99)}; without limits ${text(without.p50)} and ${text(without.p99)}`
  const title = `${name}, CPU of the server for them`
  report({ name: title, value: share, must: 0.5, stretch: 0.25, unit: 'of a core', note: others }, load)
}

/** @param {GameNode} node */
async function conflictsOf(node) {
  return Number(/^binbo_conflicts_total (\d+)/m.exec((await node.get('/metrics')).text)?.[1])
}

/** Games of 80 plies that are watched, in the process and in Redis. */
async function sizes() {
  const { GameHost, RedisStore } = await import('../../dist/server.js')
  const { settledMemory, wasmBytes } = await import('./settled-memory.js')
  const redis = await new RedisServer().start()
  const store = new RedisStore({ url: redis.url })
  const host = new GameHost({ store })
  const used = async () => Number(/^used_memory:(\d+)/m.exec(await redis.ask('INFO', 'memory'))?.[1])
  const scripts = Array.from({ length: 50 }, (_, at) => longGame(at + 1, HELD_PLIES))
  const playGame = async (/** @type {number} */ number) => {
    const players = ['~white', '~black'].map(name => ({ id: `${name}${number}` }))
    const [white, black] = players
    // As connectGames() makes them.
    const prefix = randomBytes(3).toString('base64url')
    const { game } = await must(
      host.command(undefined, white, {
        type: 'create',
        id: `c${number}`,
        clock: { base: 600_000, increment: 5000 },
      }),
    )
    for (const player of players) host.watch(game, 0, () => {}, player)
    await must(host.command(game, black, { type: 'join', id: `j${number}` }))
    for (const [ply, uci] of scripts[number % scripts.length].entries())
      await must(
        host.command(game, players[ply % 2], { type: 'move', id: `${prefix}${ply.toString(36)}`, ply, uci }),
      )
  }
  let number = 0
  const playGames = async (/** @type {number} */ count) => {
    const end = number + count
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        while (number < end) await playGame(number++)
      }),
    )
  }
  try {
    await playGames(200) // what the process needs in any case
    // Asking Redis loads code, too.
    const redisBefore = await used()
    const before = await settledMemory()
    const start = performance.now()
    await playGames(HELD_GAMES)
    const seconds = (performance.now() - start) / 1000
    const after = await settledMemory()
    const inWasm = await wasmBytesOfGame(scripts, wasmBytes)
    const note = `heap, and ${text(inWasm)} B of wasm; ${text((after.rss - before.rss) / HELD_GAMES)} B resident; ${text((HELD_GAMES * HELD_PLIES) / seconds)} moves/s meanwhile`
    // The memory of wasm does not grow by a few games.
    const others = after.external - after.wasm - before.external + before.wasm
    const bytes = after.heapUsed - before.heapUsed + others
    report({
      name: `a watched game of ${HELD_PLIES} plies, in the process`,
      value: (bytes / HELD_GAMES + inWasm) / 1000,
      must: 5,
      stretch: 4.3,
      unit: 'kB',
      note,
    })
    const inRedis = ((await used()) - redisBefore) / HELD_GAMES / 1000
    report({
      name: `a game of ${HELD_PLIES} plies, in Redis`,
      value: inRedis,
      must: 5,
      stretch: 4.3,
      unit: 'kB',
    })
  } finally {
    await host.drain()
    await store.close()
    await redis.remove()
  }
}

/**
 * @param {string[][]} scripts
 * @param {() => number} wasmBytes
 * @returns {Promise<number>} bytes of wasm that a Game after one of these takes, by how many fill its memory
 */
async function wasmBytesOfGame(scripts, wasmBytes) {
  const { Game } = await import('../../dist/index.js')
  const games = []
  const fill = (/** @type {number} */ bytes) => {
    for (const end = wasmBytes() + bytes; wasmBytes() < end; ) {
      const game = new Game()
      game.playMoves(scripts[games.length % scripts.length])
      games.push(game)
    }
    return games.length
  }
  const first = fill(1) // what there is already
  const before = wasmBytes()
  const more = fill(FILLED_BYTES) - first
  const bytes = (wasmBytes() - before) / more
  for (const game of games) game.stop()
  return bytes
}

/** @param {Promise<any>} answer */
async function must(answer) {
  const given = await answer
  if (!given.ok) throw new Error(JSON.stringify(given))
  return given
}

/** @type {Record<string, () => Promise<void>>} */
const PARTS = {
  async reducer() {
    const { best } = await measureReducer()
    report({ name: 'reducer', value: best, must: 500_000, stretch: 1_000_000, unit: 'moves/s', more: true })
  },
  async appends() {
    const { rate, p50, p99, load } = await measureSpeed({ appendfsync: PERSISTENCE })
    const note = `64 in flight, appendfsync ${PERSISTENCE}; p50 ${text(p50)}, p99 ${text(p99)} ms`
    report(
      {
        name: 'appends through Redis',
        value: rate,
        must: 15_000,
        stretch: 30_000,
        unit: 'a second',
        more: true,
        note,
      },
      load,
    )
  },
  redis: () => overRedis({ withDeaths: wanted.length === 0 || wanted.includes('back') }),
  back: () => overRedis({ withDeaths: true, withLoad: false }),
  memory: inMemory,
  two: twoNodes,
  invite: invitations,
  sizes,
  attacked,
}

/** @param {Figure} figure */
function verdict({ value, must: limit, stretch, more = false }) {
  const reaches = bound => (more ? value >= bound : value <= bound)
  return reaches(stretch) ? 'stretch' : reaches(limit) ? 'met' : 'MISSED'
}

const wanted = process.argv.slice(2)
if (connections < wantedConnections)
  console.log(
    `This machine allows ${text(filesAllowed)} files (ulimit -Hn): ${text(connections)} connections instead of ${text(wantedConnections)}.`,
  )
for (const [name, part] of Object.entries(PARTS)) {
  const isWanted =
    wanted.length === 0
      ? name !== 'back'
      : wanted.includes(name) && !(name === 'back' && wanted.includes('redis'))
  if (isWanted) await part()
}

const rows = figures.map(figure => {
  const { name, value, unit, more, must: limit, stretch, note = '', load } = figure
  const sign = more ? '≥' : '≤'
  return [
    name,
    `${text(value)} ${unit}`,
    `${sign} ${text(limit)}`,
    `${sign} ${text(stretch)}`,
    verdict(figure),
    load.toFixed(2),
    note,
  ]
})
const titles = ['figure', 'best window', 'must', 'stretch', 'verdict', 'load average', 'besides']
console.log(`\n| ${titles.join(' | ')} |\n|${' --- |'.repeat(titles.length)}`)
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
console.log(`\n${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}), Node ${process.version}`)
const missed = figures.filter(figure => verdict(figure) === 'MISSED')
for (const { name } of missed) console.log(`MISSED: ${name}`)
process.exitCode = missed.length > 0 ? 1 : 0
