// SPDX-License-Identifier: Apache-2.0
// A WebSocket relay that loses, doubles and delays messages as a test says.

import { once } from 'node:events'
import { WebSocket, WebSocketServer } from 'ws'

/**
 * @param {() => string} target where each new connection goes
 * @param {(text: string, toServer: boolean) => (number | Promise<void>)[]} [treat] milliseconds after which each copy of a
 *   message goes on, or a promise that lets it go on; [] loses it. Copies with the same delay keep their order
 */
export async function startRelay(target, treat = () => [0]) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const relay = {
    url: `ws://127.0.0.1:${server.address().port}`,
    treat,
    /** Breaks all connections. */
    cut() {
      for (const client of server.clients) client.terminate()
    },
    async close() {
      relay.cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
  server.on('connection', client => {
    const upstream = new WebSocket(target())
    const early = []
    const pass = (to, text, toServer) => {
      for (const delay of relay.treat(text, toServer)) {
        const send = () => to.readyState === WebSocket.OPEN && to.send(text)
        if (delay === 0) send()
        else if (typeof delay === 'number') setTimeout(send, delay)
        else delay.then(send)
      }
    }
    client.on('message', data => {
      const text = String(data)
      if (upstream.readyState === WebSocket.OPEN) pass(upstream, text, true)
      else early.push(text)
    })
    upstream.on('open', () => {
      for (const text of early.splice(0)) pass(upstream, text, true)
    })
    upstream.on('message', data => pass(client, String(data), false))
    upstream.on('close', code => client.close(code >= 1012 ? code : undefined))
    client.on('close', () => upstream.terminate())
    for (const socket of [client, upstream]) socket.on('error', () => client.terminate())
  })
  return relay
}
