// SPDX-License-Identifier: Apache-2.0
// Engine servers for tests, clients that send what a test wants, and sockets that do not speak WebSocket.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'
import { dist } from './binbo.js'
import { Engine, NATIVE, settled } from './engines.js'
import { PATIENCE } from './patience.js'

export { WebSocket }
export const { serveEngine } = await import(pathToFileURL(`${dist}node.js`).href)
export const { webSocketTransport } = await import(pathToFileURL(`${dist}uci.js`).href)

export const FAKE = fileURLToPath(new URL('./fake-engine.js', import.meta.url))
const LOGGING = fileURLToPath(new URL('./logging-engine.js', import.meta.url))
/** Where tests' files are, and where engines run that could leave some. */
export const folder = mkdtempSync(join(tmpdir(), 'binbo-bridge-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let logs = 0

/**
 * A server that ends with its test.
 * @param {import('node:test').TestContext} t
 * @param {object} [options] of serveEngine(); native Stockfish by default
 */
export async function bridge(t, options = {}) {
  /** @type {any[]} */
  const entries = []
  const log = entry => entries.push(entry)
  const limits = { startTimeout: PATIENCE, ...options.limits }
  const server = await serveEngine({ command: NATIVE, log, ...options, limits })
  t.after(() => settled(server.close(), 'close'))
  const events = name => entries.filter(({ event }) => event === name)
  /** How often it happened: repetitions are summed. */
  const times = name => events(name).reduce((sum, { count = 1 }) => sum + count, 0)
  return { times, server, url: server.url, http: server.url.replace('ws', 'http'), entries, events }
}

/** The options of a scripted engine, see fake-engine.js. */
export const fakeEngine = (script = {}) => ({ command: FAKE, args: [JSON.stringify(script)] })

/** What a server sends to its program before it listens. */
const TRIAL = ['uci', 'quit']

/** Native Stockfish behind a program that logs its input; `received()` returns the lines for clients' engines. */
export function loggedEngine() {
  const path = join(folder, `received-${++logs}.txt`)
  const text = () => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  return {
    engine: { command: LOGGING, args: [path, NATIVE] },
    text,
    received() {
      const lines = text().split('\n').slice(0, -1)
      assert.deepEqual(lines.slice(0, TRIAL.length), TRIAL)
      return lines.slice(TRIAL.length)
    },
  }
}

const START = { handshakeTimeout: 20_000, readyTimeout: 20_000 }

/** @returns {Promise<any>} an Engine behind a server, which quits after the test */
export async function engineAt(t, url, options = {}) {
  const engine = await Engine.start(webSocketTransport(url, { WebSocket, ...options }), START)
  t.after(() => engine.quit())
  return engine
}

export const tokenProtocols = token => ['uci', `token.${Buffer.from(token).toString('base64url')}`]

/**
 * A client that is open. Lines are kept until they are asked for.
 * @param {import('node:test').TestContext} t
 * @param {string} url
 * @param {{ protocols?: string[], headers?: object, origin?: string }} [o]
 */
export async function client(t, url, { protocols = ['uci'], ...options } = {}) {
  const socket = new WebSocket(url, protocols, { perMessageDeflate: false, ...options })
  t.after(() => socket.terminate())
  /** @type {string[]} */
  const lines = []
  let wake = () => {}
  socket.on('message', (data, isBinary) => {
    assert.equal(isBinary, false)
    lines.push(String(data))
    wake()
  })
  const closed = new Promise(resolve =>
    socket.on('close', (code, reason) => {
      resolve({ code, reason: String(reason) })
      wake()
    }),
  )
  const opened = new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
    socket.on('unexpected-response', (_, response) => {
      reject(
        Object.assign(new Error(`HTTP ${response.statusCode}`), { status: response.statusCode, response }),
      )
      socket.terminate()
    })
  })
  const { error } = await settled(opened, 'the connection')
  if (error) throw error
  let read = 0

  /** @returns {Promise<string>} the next line that fits; those before it are passed */
  const next = async (pattern = /^/) => {
    const found = (async () => {
      for (;;) {
        while (read < lines.length) {
          const line = lines[read++]
          if (pattern.test(line)) return line
        }
        if (socket.readyState > WebSocket.OPEN) throw new Error(`it was closed before ${pattern} came`)
        await new Promise(resolve => {
          wake = resolve
        })
      }
    })()
    const { value, error } = await settled(found, `${pattern}`)
    if (error) throw error
    return value
  }
  const closing = async () => (await settled(closed, 'the closing')).value
  const send = (...messages) => {
    for (const message of messages) socket.send(message)
  }
  /** Sends one and gives the next line that fits. */
  const ask = (message, pattern) => {
    send(message)
    return next(pattern)
  }
  return { socket, lines, next, send, ask, closing }
}

/** @returns {Promise<any>} the error that a connection ends with, before it is one */
export async function refusal(t, url, options) {
  try {
    await client(t, url, options)
  } catch (error) {
    return error
  }
  return assert.fail('it was let in')
}

/**
 * A TCP connection. `closed` gives all that came, when the other side has ended it.
 * @param {import('node:test').TestContext} t
 * @param {string} url
 */
export async function raw(t, url) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port) })
  t.after(() => socket.destroy())
  let text = ''
  socket.on('data', bytes => {
    text += bytes.toString('latin1')
  })
  socket.on('error', () => {})
  const closed = new Promise(resolve => socket.on('close', () => resolve(text)))
  await new Promise(resolve => socket.on('connect', resolve))
  return { socket, text: () => text, closed: async () => (await settled(closed, 'the closing')).value }
}

/** The request that asks for a WebSocket. */
export const handshake = (path = '/', more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n${more}\r\n`

/**
 * A WebSocket frame as a client sends it.
 * @param {number} opcode
 * @param {string | Buffer} payload
 * @param {{ fin?: boolean, masked?: boolean }} [o]
 */
export function frame(opcode, payload, { fin = true, masked = true } = {}) {
  const data = Buffer.from(payload)
  const head = [(fin ? 0x80 : 0) | opcode]
  const mask = masked ? 0x80 : 0
  if (data.length < 126) head.push(mask | data.length)
  else if (data.length < 65536) head.push(mask | 126, data.length >> 8, data.length & 255)
  else head.push(mask | 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map(shift => (data.length >>> shift) & 255))
  return Buffer.concat([Buffer.from(head), ...(masked ? [Buffer.alloc(4)] : []), data])
}

/** Writes bytes past the WebSocket. */
export const write = (socket, bytes) => socket._socket.write(bytes)

/** The server still lets clients in, and their engines play. */
export async function stillServes(t, url, options) {
  const { ask, socket } = await client(t, url, options)
  assert.match(await ask('go depth 1', /^bestmove/), /^bestmove [a-h]/)
  socket.terminate()
}
