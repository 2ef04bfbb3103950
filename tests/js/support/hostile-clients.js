// SPDX-License-Identifier: Apache-2.0
// A program that attacks a game server from eight connections, each in its own way, and comes back whenever it is sent
// away: node hostile-clients.js URL

import { WebSocket } from 'ws'

const [, , url] = process.argv
/** Bytes that may wait here: it attacks the server, not its own memory. */
const MOST_WAITING = 1 << 18

/** Frames of a client, masked with zeros. */
function frame(opcode, payload) {
  const data = Buffer.from(payload)
  const head =
    data.length < 126
      ? [0x80 | opcode, 0x80 | data.length]
      : [0x80 | opcode, 0xfe, data.length >> 8, data.length & 255]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), data])
}
const many = one => Buffer.concat(Array(Math.ceil(65_536 / one.length)).fill(one))
const text = message => many(frame(1, typeof message === 'string' ? message : JSON.stringify(message)))
const FLOODS = [
  many(frame(9, '')),
  many(frame(10, 'pong')),
  text({ type: 'ping', t: 1 }),
  text('{}'),
  text('nonsense'),
  text({ type: 'open', game: 'nowhere', id: 'x' }),
  text({ type: 'move', id: 'x', game: 'nowhere', ply: 0, uci: 'e2e4' }),
  text({ type: 'create', id: 'x', clock: { base: 1000, stages: Array(100).fill({ moves: 1, base: 1 }) } }),
]

let returns = 0
function attack(flood) {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  let timer
  socket.on('open', () => {
    socket.send('{"type":"hello"}')
    const stream = socket._socket
    timer = setInterval(() => {
      if (stream.writableLength < MOST_WAITING) stream.write(flood)
    }, 1)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(timer)
    returns++
    setTimeout(() => attack(flood), 20)
  })
}
for (const flood of FLOODS) attack(flood)
process.send?.('attacking')
process.on('message', () => process.send?.({ returns }))
