// SPDX-License-Identifier: Apache-2.0
/**
 * Clients of an engine server that send as much as they can, all of one kind, and connect again when they are
 * disconnected. It runs until its parent disconnects.
 *
 * usage: fork('hostile-clients.js', [URL, KIND, COUNT])
 */
import { connect } from 'node:net'
import { isMain } from '../../js/tools/main-module.js'
import { handshake, maskedFrame } from './websocket-frames.js'

const TEXT = 1
const PING = 9
const PONG = 10
const CONTINUATION = 0
/** In bytes. */
const LONG = 65_000
/** Written at once, and left unwritten at most. */
const CHUNK = 65_536
const MOST_WAITING = 4 * CHUNK

const long = (/** @type {string} */ head, /** @type {string} */ part) =>
  head + part.repeat(Math.floor((LONG - head.length) / part.length))
const empty = Buffer.alloc(0)
/** A message of as many empty fragments as a server takes. */
const fragments = Buffer.concat([
  maskedFrame(TEXT, empty, false),
  ...Array.from({ length: 60 }, () => maskedFrame(CONTINUATION, empty, false)),
  maskedFrame(CONTINUATION, empty),
])

/** What each kind sends, again and again. */
export const HOSTILE = new Map([
  ['refused positions of 64 kB', maskedFrame(TEXT, long('position startpos moves', ' e2e5'))],
  ['accepted positions of 64 kB', maskedFrame(TEXT, long('position startpos moves', ' g1f3 g8f6 f3g1 f6g8'))],
  ['setoption with 64 kB of words', maskedFrame(TEXT, long('setoption name', ' a'))],
  ['uci', maskedFrame(TEXT, 'uci')],
  ['empty pongs', maskedFrame(PONG, empty)],
  ['empty fragments', fragments],
  ['pings', maskedFrame(PING, empty)],
])

/**
 * @param {URL} url
 * @param {Buffer} frame
 */
function attack(url, frame) {
  const socket = connect(Number(url.port), url.hostname)
  const bytes = Buffer.concat(Array(Math.ceil(CHUNK / frame.length)).fill(frame))
  let isOpen = false
  const flood = () => {
    if (!isOpen || socket.destroyed) return
    if (socket.writableLength < MOST_WAITING) socket.write(bytes)
    setImmediate(flood)
  }
  socket.on('connect', () => socket.write(handshake()))
  socket.on('data', () => {
    if (isOpen) return
    isOpen = true
    flood()
  })
  socket.on('error', () => {})
  socket.on('end', () => socket.destroy())
  socket.on('close', () => setTimeout(() => attack(url, frame), 10))
}

if (isMain(import.meta.url)) {
  const [url, kind, count] = process.argv.slice(2)
  const frame = /** @type {Buffer} */ (HOSTILE.get(kind))
  for (let i = 0; i < Number(count); i++) attack(new URL(url), frame)
  process.on('disconnect', () => process.exit())
}
