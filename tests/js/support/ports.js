// SPDX-License-Identifier: Apache-2.0
// Ports that are known before a server listens, and stay the test's while none does: for programs that take no port 0, for
// servers that come back on their port, and for clients of nobody. Whatever else listens takes port 0 and says which it got.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The system gives none of these to connections, nor to those that ask for port 0. */
const [FIRST_PORT, LAST_PORT] = [12_000, 32_000]

/**
 * A socket of UDP on the same number is the mark by which this process holds a port of TCP among all tests until it ends,
 * however it ends.
 * @param {number} port
 * @returns {Promise<boolean>} false if another process holds it, or listens
 */
async function hold(port) {
  const mark = createSocket('udp4').unref()
  const server = createServer()
  try {
    mark.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(mark, 'listening')
    server.listen({ port, host: '127.0.0.1', exclusive: true })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch (error) {
    if (!['EADDRINUSE', 'EACCES'].includes(error.code)) throw error
    mark.close()
    return false
  }
}

/** @param {number} count @returns {Promise<number[]>} ports that no other test gets while this process runs */
export async function holdPorts(count) {
  /** @type {number[]} */
  const ports = []
  for (let tries = 0; ports.length < count; tries++) {
    if (tries > 100 * count) throw new Error(`no free port among ${tries} tried`)
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT))
    if (await hold(port)) ports.push(port)
  }
  return ports
}
