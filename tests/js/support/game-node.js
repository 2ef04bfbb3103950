// SPDX-License-Identifier: Apache-2.0
// A game server in a process of its own; game-nodes.js starts it. Its argument is JSON: { redis?, store?, port?, limits?,
// archive?, secret }. Without `redis`, the URL of one, games are in its memory. SIGTERM drains it.

import process from 'node:process'
import { createGameServer, MemoryStore, RedisStore } from '../../../dist/server.js'

const { redis, store: storeOptions, archive, ...options } = JSON.parse(process.argv[2])

/** For many clients of one address that are quick and are refused much. */
const WIDE = {
  connections: 1_000_000,
  connectionsPerAddress: 1_000_000,
  messagesPerSecond: 1000,
  refusalsPerMinute: 100_000,
  creationsPerMinute: 100_000,
}

const store = redis === undefined ? new MemoryStore() : new RedisStore({ url: redis, ...storeOptions })
/** What an operator should see, with the time. */
const entries = []
const server = await createGameServer({
  store,
  host: '127.0.0.1',
  port: 0,
  log: entry => {
    entries.push({ time: Date.now(), ...entry })
    if (entries.length > 1000) entries.shift()
  },
  ...options,
  limits: { ...WIDE, ...options.limits },
})

/** @type {Record<string, () => unknown>} */
const ANSWERS = {
  usage() {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, external } = process.memoryUsage()
    return { cpu: user + system, rss, heapUsed, external }
  },
  settledUsage() {
    for (let i = 0; i < 4; i++) globalThis.gc?.()
    return ANSWERS.usage()
  },
  entries: () => entries,
}

process.on('message', (/** @type {{ number: number, ask: string }} */ { number, ask }) => {
  process.send?.({ number, answer: ANSWERS[ask]() })
})
process.once('disconnect', () => process.exit(1))
process.once('SIGTERM', async () => {
  await server.close()
  await store.close()
  process.exit(0)
})
process.send?.({ port: server.port })
