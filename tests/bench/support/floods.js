// SPDX-License-Identifier: Apache-2.0
/**
 * Attackers of a game server that no message of theirs tells from others: of one kind, each of which connects again when
 * it is disconnected. It runs until its parent disconnects, and answers each message with how often it came.
 *
 * usage: fork('floods.js', [URL, KIND, COUNT])
 */
import { connect } from 'node:net'
import process from 'node:process'
import { isMain } from '../../../js/tools/main-module.js'
import { Wire } from '../../js/support/served-games.js'
import { handshake, maskedFrame } from '../websocket-frames.js'

const ADDRESS = '203.0.113.9'
/** Written at once, and left unwritten at most, in bytes. */
const CHUNK = 65_536
/** Of a connection, at once. */
const REFUSALS = 39
const TEXT = 1
const PONG = 10
const CONTINUATION = 0
const HELLO = maskedFrame(TEXT, '{"type":"hello"}')
/** A message of as many empty fragments as a server takes. */
const FRAGMENTS = Buffer.concat([
  maskedFrame(TEXT, '', false),
  ...Array.from({ length: 14 }, () => maskedFrame(CONTINUATION, '', false)),
  maskedFrame(CONTINUATION, '{"type":"ping"}'),
])

const got = { returns: 0, served: 0 }

/**
 * Pipelines requests for the metrics.
 * @param {URL} url
 * @param {boolean} isRead whether the answers are
 */
function pipeline(url, isRead) {
  const request = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'
  const bytes = Buffer.from(request.repeat(Math.ceil(CHUNK / request.length)))
  const attack = () => {
    const socket = connect(Number(url.port), url.hostname)
    const flood = () => {
      if (socket.destroyed) return
      if (socket.writableLength < CHUNK) socket.write(bytes)
      setTimeout(flood, 1)
    }
    socket.on('connect', flood).on('error', () => {})
    if (isRead) socket.resume()
    socket.on('close', () => {
      got.returns++
      setTimeout(attack, 1)
    })
  }
  attack()
}

/**
 * Sends a frame as often as it can.
 * @param {URL} url
 * @param {Buffer} frame
 */
function stream(url, frame) {
  const bytes = Buffer.concat(Array(Math.ceil(CHUNK / frame.length)).fill(frame))
  const attack = () => {
    const socket = connect(Number(url.port), url.hostname)
    const flood = () => {
      if (socket.destroyed) return
      if (socket.writableLength < CHUNK) socket.write(bytes)
      setTimeout(flood, 1)
    }
    socket.on('connect', () => socket.write(handshake())).on('error', () => {})
    socket.once('data', () => {
      got.served++
      socket.write(HELLO)
      flood()
    })
    socket.on('data', () => {}).on('end', () => socket.destroy())
    socket.on('close', () => {
      got.returns++
      setTimeout(attack, 1)
    })
  }
  attack()
}

/**
 * Connects again and again.
 * @param {URL} url
 * @param {object} options of the WebSocket
 * @param {(wire: Wire) => Promise<void>} act what it does then
 */
async function comeBack(url, options, act) {
  for (;;) {
    const wire = new Wire(url, options)
    try {
      await Promise.race([act(wire), wire.closing()])
    } catch {}
    wire.socket.terminate()
    got.returns++
  }
}

/** @type {Map<string, (url: URL) => void>} */
export const FLOODS = new Map(
  Object.entries({
    'pipelined GET /metrics': url => pipeline(url, true),
    'the same, and nothing is read': url => pipeline(url, false),
    'messages of 15 bytes': url => stream(url, maskedFrame(TEXT, '{"type":"ping"}')),
    'messages of 4 kB': url =>
      stream(url, maskedFrame(TEXT, JSON.stringify({ type: 'ping', more: Array(990).fill('x') }))),
    'messages of 16 fragments': url => stream(url, FRAGMENTS),
    'empty pongs': url => stream(url, maskedFrame(PONG, '')),
    'new connections of one address, each with 39 refused messages': url =>
      comeBack(url, { headers: { 'x-forwarded-for': ADDRESS } }, async wire => {
        await wire.hello()
        for (let i = 0; i < REFUSALS; i++) wire.send('nonsense')
        await wire.until(() => wire.messages.length > REFUSALS)
        got.served++
      }),
    'wrong tokens, from the address of the players': url =>
      comeBack(url, {}, async wire => {
        await wire.hello('wrong')
        got.served++
      }),
  }),
)

if (isMain(import.meta.url)) {
  const [url, kind, count] = process.argv.slice(2)
  for (let i = 0; i < Number(count); i++) FLOODS.get(kind)?.(new URL(url))
  process.on('message', () => process.send?.(got))
  process.on('disconnect', () => process.exit())
}
