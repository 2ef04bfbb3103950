// SPDX-License-Identifier: Apache-2.0
// A relay between a node and its Redis, which loses, delays and cuts what passes.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Between two looks at bytes that wait, in milliseconds. */
const TICK = 10

/**
 * What happens to bytes, in both directions: they pass; they wait until the mode changes, as after a cable was pulled,
 * and TCP then delivers them; they come later; or the next piece is cut in its middle, and the connection with it. They
 * keep their order. 'hold-hints' holds only connections that subscribe.
 * @typedef {'pass' | 'hold' | 'hold-hints' | 'delay' | 'cut'} Mode
 */

/**
 * @param {{ after: (fn: () => Promise<void>) => void }} t at whose end it ends
 * @param {import('node:net').NetConnectOpts} target
 * @param {{ delay?: number }} [options] milliseconds
 */
export async function withTcpRelay(t, target, { delay = 300 } = {}) {
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set()
  const relay = {
    url: '',
    port: 0,
    /** Where new connections go. */
    target,
    /** @type {Mode} */
    mode: 'pass',
    /** Ends all connections. */
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }

  /**
   * @param {import('node:net').Socket} from
   * @param {import('node:net').Socket} to
   * @param {{ subscribes: boolean }} pair both directions
   */
  function pass(from, to, pair) {
    /** @type {{ data: Buffer, due: number }[]} */
    const waiting = []
    const deliver = () => {
      if (relay.mode === 'hold' || (relay.mode === 'hold-hints' && pair.subscribes)) return
      while (waiting.length > 0 && waiting[0].due <= performance.now()) {
        const { data } = /** @type {{ data: Buffer }} */ (waiting.shift())
        if (relay.mode !== 'cut' || data.length < 2) to.write(data)
        else to.write(data.subarray(0, data.length >> 1), () => from.destroy())
      }
    }
    const ticks = setInterval(deliver, TICK)
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      clearInterval(ticks)
      sockets.delete(from)
      to.destroy()
    })
    from.on('data', data => {
      pair.subscribes ||= /ssubscribe/i.test(data.toString('latin1'))
      waiting.push({ data, due: performance.now() + (relay.mode === 'delay' ? delay : 0) })
      deliver()
    })
  }

  const server = createServer({ noDelay: true }, client => {
    const upstream = connect(relay.target)
    const pair = { subscribes: false }
    pass(client, upstream, pair)
    pass(upstream, client, pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  relay.port = /** @type {any} */ (server.address()).port
  relay.url = `redis://127.0.0.1:${relay.port}`
  t.after(async () => {
    relay.cut()
    server.close()
  })
  return relay
}
