// SPDX-License-Identifier: Apache-2.0
// Game servers that can be killed, and clients of connectGames() that play on them.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createGameServer, MemoryStore } from './host.js'
import { PATIENCE } from './patience.js'
import { session } from './sessions.js'

const { connectGames } = session

const SECRET = 'the same secret on all nodes'
export const CLOCK = { base: 60_000, increment: 1000 }

/**
 * A server that can be killed: its connections break without a word.
 * @param {object} store
 * @param {number} port
 * @param {object} options
 */
async function startServer(store, port, options) {
  const http = createHttpServer()
  const sockets = new Set()
  http.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  const log = () => {}
  const server = await createGameServer({
    store,
    server: http,
    secret: SECRET,
    log,
    archive: async () => {},
    ...options,
  })
  const kill = async () => {
    for (const socket of sockets) socket.destroy()
    if (http.listening) await new Promise(resolve => http.close(resolve))
  }
  return {
    url: `ws://127.0.0.1:${http.address().port}/`,
    port: http.address().port,
    kill,
    async close() {
      await server.close()
      await kill()
    },
  }
}

/** Servers over one store, restartable on their ports, and clients that are closed with the test. */
export async function arena(t, store = new MemoryStore()) {
  const servers = []
  const clients = []
  t.after(async () => {
    for (const client of clients) client.close()
    for (const server of servers) await server.close()
    await store.close()
  })
  return {
    store,
    async serve(port = 0, options = {}) {
      const server = await startServer(store, port, options)
      servers.push(server)
      return server
    },
    connect(urls, options) {
      const client = connectGames(urls, { WebSocket, ...options })
      clients.push(client)
      return client
    },
  }
}

/** Waits until a view is as wanted. */
export async function until(link, wanted) {
  const end = performance.now() + PATIENCE
  while (!(link.view && wanted(link.view))) {
    if (performance.now() > end) assert.fail(`the view does not come: ${JSON.stringify(link.view)}`)
    await sleep(5)
  }
  return link.view
}

export const is = status => view => view.status === status
export const atPly = ply => view => view.ply === ply

/** A game between two clients that both have it open; both have seats. */
export async function begin(white, black, setup = { clock: CLOCK }) {
  const own = await white.create(setup)
  const other = black.open(own.id)
  await until(other, is('waiting'))
  assert.equal((await other.join()).ok, true)
  await Promise.all([until(own, is('playing')), until(other, is('playing'))])
  return [own, other]
}

/** Plays moves in turn; each side waits until it sees the other's. */
export async function play(links, moves) {
  for (const uci of moves) {
    const { ply } = links[0].view
    const link = links[ply % 2]
    await until(link, atPly(ply))
    const answer = await link.move(uci)
    assert.equal(answer.ok, true, `${uci}: ${answer.code}`)
    await Promise.all(links.map(each => until(each, view => view.ply > ply || view.result !== null)))
  }
}
