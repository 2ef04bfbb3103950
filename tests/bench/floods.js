// SPDX-License-Identifier: Apache-2.0
/**
 * Players of a game server beside floods of one kind each: how long their moves take, how many new players get in, and what
 * the server uses. Servers, players and attackers are processes of their own. Prints Markdown: medians of windows, with the
 * load average.
 *
 * usage: node tests/bench/floods.js [KIND]…    (after make build)
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { GameNode, spawnWithFiles } from '../js/support/game-nodes.js'
import { Wire } from '../js/support/served-games.js'
import { FLOODS } from './support/floods.js'

const FLOODS_PROGRAM = fileURLToPath(new URL('./support/floods.js', import.meta.url))
const PLAYERS_PROGRAM = fileURLToPath(new URL('./support/load-clients.js', import.meta.url))
const PLAYERS = 100
/** Moves a second. */
const RATE = 50
const WINDOWS = 5
/** In seconds. */
const WINDOW = 3
const ATTACKERS = 4
/** New players, one after the other; each may take so long, in milliseconds. */
const CONNECTS = 60
const CONNECT_TIME = 5000
/** As they are by default, where the nodes of tests allow more. */
const LIMITS = { connectionsPerAddress: 20, messagesPerSecond: 20, refusalsPerMinute: 50 }

/** @param {readonly number[]} values */
const median = values => [...values].sort((a, b) => a - b)[values.length >> 1]
/** @param {number | null} value null where no move was answered */
const text = value =>
  value === null ? '–' : value >= 10 ? Math.round(value).toLocaleString('en') : value.toPrecision(2)

/** @param {string | undefined} kind of attackers */
async function measure(kind) {
  const node = new GameNode({ proxies: ['127.0.0.1'], limits: LIMITS })
  const players = spawnWithFiles([PLAYERS_PROGRAM])
  const ask = async (/** @type {object} */ request) => {
    const answer = once(players, 'message')
    players.send(request)
    const [{ result, error }] = await answer
    if (error) throw new Error(error)
    return result
  }
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let attackers
  try {
    await Promise.all([node.start(), once(players, 'message')])
    await ask({ op: 'connect', ports: [node.port], count: PLAYERS })
    await ask({ op: 'begin' })
    await ask({ op: 'play', rate: RATE, seconds: WINDOW })
    if (kind !== undefined) attackers = fork(FLOODS_PROGRAM, [node.url, kind, String(ATTACKERS)])
    const windows = []
    for (let window = 0; window < WINDOWS; window++) {
      const before = await node.ask('usage')
      const began = performance.now()
      const { p50, p99 } = await ask({ op: 'play', rate: RATE, seconds: WINDOW })
      const { cpu, rss } = await node.ask('usage')
      windows.push({ p50, p99, rss, cpu: (cpu - before.cpu) / 1000 / (performance.now() - began) })
    }
    let admitted = 0
    for (let i = 0; i < CONNECTS; i++) if (await getsIn(node.url)) admitted++
    const of = (/** @type {'p50' | 'p99' | 'rss' | 'cpu'} */ name) => median(windows.map(each => each[name]))
    let got = { returns: 0, served: 0 }
    if (attackers) {
      attackers.send('how often?')
      ;[got] = await once(attackers, 'message')
    }
    return { p50: of('p50'), p99: of('p99'), rss: of('rss') / 1e6, cpu: of('cpu'), admitted, ...got }
  } finally {
    attackers?.disconnect()
    players.disconnect()
    await node.end('SIGKILL')
  }
}

/** @param {string} url */
async function getsIn(url) {
  const wire = new Wire(url)
  const timer = setTimeout(() => wire.socket.terminate(), CONNECT_TIME)
  const welcome = await Promise.race([wire.hello(), wire.closing()]).catch(() => undefined)
  clearTimeout(timer)
  wire.socket.terminate()
  return welcome?.user !== undefined
}

console.log(`| ${ATTACKERS} attackers | p50, p99 of a move, ms | of ${CONNECTS} new players | CPU | memory, MB | their connections, served |
|---|---|---|---|---|---|`)
const wanted = process.argv.slice(2)
for (const kind of wanted.length > 0
  ? wanted.map(name => (FLOODS.has(name) ? name : undefined))
  : [undefined, ...FLOODS.keys()]) {
  try {
    const { p50, p99, admitted, cpu, rss, returns, served } = await measure(kind)
    console.log(
      `| ${kind ?? 'none'} | ${text(p50)}, ${text(p99)} | ${admitted} | ${cpu.toFixed(2)} | ${text(rss)} | ${text(returns)}, ${text(served)} |`,
    )
  } catch (error) {
    console.log(`| ${kind} | ${/** @type {Error} */ (error).message} |`)
  }
}
console.log(`\nThe load average is ${os.loadavg()[0].toFixed(1)}.`)
process.exit()
