// SPDX-License-Identifier: Apache-2.0
/**
 * The engine bridge under load, with native Stockfish: what it adds to a round trip, many clients at once, a reader
 * that stalls, a thousand clients one after the other, and a good client beside eight hostile ones. Prints Markdown,
 * and fails when a bound is broken.
 *
 * usage: node tests/bench/bridge-load.js [round-trips|clients|stall|cycles|hostile]…    (after make build)
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocket } from 'ws'
import { childrenOf } from '../js/support/processes.js'
import { findStockfish } from '../js/support/stockfish.js'
import { HOSTILE } from './hostile-clients.js'

// Only then is there a collection to ask for, which settledMemory() does.
setFlagsFromString('--expose-gc')
globalThis.gc ??= runInNewContext('gc')
const { settledMemory } = await import('./settled-memory.js')

const dist = new URL('../../dist/', import.meta.url)
const { Game } = await import(new URL('index.js', dist).href)
const { processTransport, serveEngine } = await import(new URL('node.js', dist).href)

const ROUND_TRIPS = 2000
const MOST_ADDED = 0.3
const CLIENTS = 50
/** What a client that starts an engine among fifty may wait, in milliseconds. */
const PATIENCE = 120_000
const STALL = 10_000
const MOST_BUFFERED = 2_000_000
const MOST_MOVES = 'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1'
const CYCLES = 1000
/** Of the memory that is used when all garbage is gone, in MiB. */
const MOST_GROWTH = 2
const MIB = 1 << 20
const HOSTILE_CLIENTS = 8
/** Windows of measurement beside each kind of hostile clients; the best one counts. Both in milliseconds. */
const WINDOWS = 3
const WINDOW = 10_000
/** Between two round trips of the good client. */
const PING_INTERVAL = 20
const MOST_P99 = 20
const MOVETIME = 1000
const MOST_MOVETIME = 1200
/** The argument that makes this the server of the round trips. */
const SERVE = '--serve'

const command = findStockfish() ?? ''
const isLinux = process.platform === 'linux'

/** @param {string} url */
async function connect(url) {
  const socket = new WebSocket(url, ['uci'], { perMessageDeflate: false })
  /** @type {((line: string) => void) | undefined} */
  let listener
  socket.on('message', data => listener?.(String(data)))
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
    socket.on('close', (code, reason) => reject(new Error(`closed with ${code}: ${reason}`)))
  })
  /** @param {RegExp} pattern @returns {Promise<string>} the next line of that kind */
  const next = (pattern, patience = PATIENCE) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${pattern} in ${patience} ms`)), patience)
      listener = line => {
        if (!pattern.test(line)) return
        listener = undefined
        clearTimeout(timer)
        resolve(line)
      }
    })
  const ask = (/** @type {string} */ message, /** @type {RegExp} */ pattern) => {
    const answer = next(pattern)
    socket.send(message)
    return answer
  }
  return { socket, ask, next, send: (/** @type {string} */ text) => socket.send(text) }
}

/** @param {() => Promise<unknown>} action @returns {Promise<number>} the median of so many, in milliseconds */
async function median(action) {
  const times = []
  for (let i = -100; i < ROUND_TRIPS; i++) {
    const begin = performance.now()
    await action()
    if (i >= 0) times.push(performance.now() - begin)
  }
  return times.sort((a, b) => a - b)[ROUND_TRIPS / 2]
}

async function roundTrips() {
  const transport = processTransport(command)
  let heard = () => {}
  transport.onLine = line => line === 'readyok' && heard()
  const direct = () =>
    new Promise(resolve => {
      heard = () => resolve(undefined)
      transport.send('isready')
    })
  await direct()
  const { server, url } = await startServer({ messagesPerSecond: 1_000_000 })
  const { ask } = await connect(url)
  const bridged = () => ask('isready', /^readyok$/)
  await bridged()
  // In turns, so that both see the same weather.
  const times = [[], []].map(() => /** @type {number[]} */ ([]))
  for (let turn = 0; turn < 3; turn++) {
    times[0].push(await median(direct))
    times[1].push(await median(bridged))
  }
  const [child, bridge] = times.map(list => list.sort((a, b) => a - b)[1])
  await transport.close()
  server.disconnect()
  check(bridge - child <= MOST_ADDED, 'round trip')
  return [
    `isready, median of ${ROUND_TRIPS.toLocaleString('en-US')}`,
    `${bridge.toFixed(3)} ms; direct child ${child.toFixed(3)} ms; added ${(bridge - child).toFixed(3)} ms (bound ${MOST_ADDED} ms)`,
  ]
}

/** A server in a process of its own. */
async function serve() {
  const server = await serveEngine({ command, limits: JSON.parse(wanted[1] ?? '{}') })
  process.send?.(server.url)
  process.once('disconnect', () => server.close())
}

/** @param {object} limits of a server in a process of its own */
async function startServer(limits) {
  const server = fork(fileURLToPath(import.meta.url), [SERVE, JSON.stringify(limits)])
  const [url] = await once(server, 'message')
  return { server, url }
}

/** A row for each kind, after one without hostile clients. */
async function hostile() {
  const rows = [await besides(undefined, HOSTILE_CLIENTS)]
  for (const kind of HOSTILE.keys()) rows.push(await besides(kind, HOSTILE_CLIENTS))
  return rows
}

/**
 * @param {string | undefined} kind of hostile clients
 * @param {number} count of them
 */
async function besides(kind, count) {
  // The largest messages that the kinds send are let in.
  const { server, url } = await startServer({ messageBytes: 65_536 })
  const good = await connect(url)
  await good.ask('isready', /^readyok$/)
  const path = fileURLToPath(new URL('hostile-clients.js', import.meta.url))
  const attackers = kind === undefined ? undefined : fork(path, [url, kind, String(count)])
  await wait(1000)
  const windows = []
  for (let i = 0; i < WINDOWS; i++) windows.push(await measure(good))
  attackers?.disconnect()
  good.socket.close()
  server.disconnect()
  const best = windows.sort((a, b) => a.worst - b.worst)[0]
  const holds = best.worst <= MOST_P99 && best.movetime <= MOST_MOVETIME
  check(kind === undefined || holds, `a client beside ${kind}`)
  return [
    kind === undefined ? 'a client alone' : `a client beside ${count} that send ${kind}`,
    `isready p50, p99, max ${spread(best.isready)} ms; ping ${spread(best.ping)} ms; go movetime ${MOVETIME} answered after ${best.movetime.toFixed(0)} ms`,
  ]
}

/** @param {Awaited<ReturnType<typeof connect>>} good */
async function measure({ socket, ask, send }) {
  const isready = []
  const ping = []
  const timed = async (/** @type {() => Promise<unknown>} */ action) => {
    const begin = performance.now()
    await action()
    return performance.now() - begin
  }
  const pong = () =>
    new Promise(resolve => {
      socket.once('pong', resolve)
      socket.ping()
    })
  send('position startpos')
  const movetime = await timed(() => ask(`go movetime ${MOVETIME}`, /^bestmove/))
  const end = performance.now() + WINDOW - MOVETIME
  while (performance.now() < end) {
    isready.push(await timed(() => ask('isready', /^readyok$/)))
    ping.push(await timed(pong))
    await wait(PING_INTERVAL)
  }
  for (const times of [isready, ping]) times.sort((a, b) => a - b)
  return { isready, ping, movetime, worst: Math.max(quantile(isready, 0.99), quantile(ping, 0.99)) }
}

/** @param {number[]} sorted @param {number} part */
const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]

/** @param {number[]} sorted */
const spread = sorted => [0.5, 0.99, 1].map(part => quantile(sorted, part).toFixed(1)).join(', ')

async function clients() {
  const server = await serveEngine({ command, maxClients: CLIENTS })
  const game = new Game()
  const begin = performance.now()
  const times = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const { socket, ask, send } = await connect(server.url)
      send('position startpos')
      const [, move] = (await ask('go depth 8', /^bestmove/)).split(' ')
      if (!game.isLegal(move)) throw new Error(`'${move}' is not legal`)
      const time = performance.now() - begin
      socket.close()
      return time
    }),
  )
  times.sort((a, b) => a - b)
  await server.close()
  return [
    `${CLIENTS} clients at once, each a legal bestmove at depth 8`,
    `first after ${seconds(times[0])}, median ${seconds(times[CLIENTS / 2])}, last ${seconds(times[CLIENTS - 1])}`,
  ]
}

async function stall() {
  const server = await serveEngine({ command, limits: { multipv: 500, hash: 16 } })
  const { socket, ask, send, next } = await connect(server.url)
  await ask('isready', /^readyok$/)
  send('setoption name MultiPV value 500')
  send(`position fen ${MOST_MOVES}`)
  await ask('go infinite', /^info depth/)
  // What the server holds back is what its sockets hold.
  const peak = watchBuffers()
  socket.pause()
  await wait(STALL)
  socket.resume()
  const begin = performance.now()
  await ask('stop', /^bestmove [a-h]/)
  const time = performance.now() - begin
  const most = peak()
  socket.close()
  await next(/^$/, 1).catch(() => {})
  await server.close()
  check(most < MOST_BUFFERED, 'buffer of a stalled reader')
  return [
    `a reader that stalls for ${STALL / 1000} s, MultiPV 500 in a position of 218 moves`,
    `at most ${(most / MIB).toFixed(2)} MiB buffered; bestmove ${time.toFixed(0)} ms after it reads again`,
  ]
}

/** @returns {() => number} stops and gives the most bytes that a socket of this process has held back at once */
function watchBuffers() {
  let most = 0
  const { send } = WebSocket.prototype
  WebSocket.prototype.send = function (/** @type {any[]} */ ...args) {
    send.apply(this, /** @type {any} */ (args))
    most = Math.max(most, this.bufferedAmount)
  }
  return () => {
    WebSocket.prototype.send = send
    return most
  }
}

async function cycles() {
  const server = await serveEngine({ command })
  /** @type {Awaited<ReturnType<typeof settledMemory>>[]} */
  const sizes = []
  const begin = performance.now()
  for (let i = 1; i <= CYCLES; i++) {
    const { socket, ask } = await connect(server.url)
    await ask(i % 2 ? 'go infinite' : 'go depth 1', i % 2 ? /^info depth/ : /^bestmove/)
    socket.terminate()
    while (server.clients > 0) await wait(1)
    if (i % (CYCLES / 5) === 0) sizes.push(await settledMemory())
  }
  const time = performance.now() - begin
  const left = isLinux ? childrenOf().length : 0
  await server.close()
  const used = sizes.map(({ heapUsed, external }) => (heapUsed + external) / MIB)
  check(left === 0 && used[4] - used[0] < MOST_GROWTH, 'what cycles leave')
  return [
    `${CYCLES.toLocaleString('en-US')} times connect, search, drop, in ${seconds(time)}`,
    `${left} engines left; memory used after each fifth: ${used.map(size => size.toFixed(1)).join(', ')} MiB ` +
      `(resident: ${sizes.map(({ rss }) => (rss / MIB).toFixed(0)).join(', ')})`,
  ]
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/**
 * @param {boolean} holds
 * @param {string} what
 */
function check(holds, what) {
  if (holds) return
  console.error(`out of bounds: ${what}`)
  process.exitCode = 1
}

const SCENES = new Map([
  ['round-trips', roundTrips],
  ['clients', clients],
  ['stall', stall],
  ['cycles', cycles],
  ['hostile', hostile],
])

/** @param {string[]} names */
async function run(names) {
  console.log('| bridge | |\n|---|---|')
  for (const name of names) {
    const scene = SCENES.get(name)
    if (scene === undefined)
      throw new Error(`there is no '${name}'; there are ${[...SCENES.keys()].join(', ')}`)
    const result = await scene()
    for (const row of Array.isArray(result[0]) ? result : [result]) console.log(`| ${row.join(' | ')} |`)
  }
}

if (command === '') throw new Error('stockfish is not installed: apt-get install stockfish')
const wanted = process.argv.slice(2)
if (wanted[0] === SERVE) await serve()
else await run(wanted.length > 0 ? wanted : [...SCENES.keys()])
