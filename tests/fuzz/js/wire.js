// SPDX-License-Identifier: Apache-2.0
// Fuzzes input from the network: HTTP headers, identities, messages of clients to a server and of servers to a client.

import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createGameServer } from '#js/entries/server.js'
import { connectGames } from '#js/entries/session.js'
import { Access, readOrigin } from '#js/net/access.js'
import { Addresses, isLoopback, isNetwork, networkOf } from '#js/net/addresses.js'
import { Identities } from '#js/server/sockets/identity.js'

const addresses = new Addresses(['10.0.0.0/8', '::1', '2001:db8::/32'])
const access = new Access('a token of the server', new Set(['https://example.org']))
const identities = new Identities(['a secret of the server, long enough'])
const TOKEN_TEXT = Buffer.from('a token of the server').toString('base64url')
const NOW = 1_700_000_000_000
const { id, token } = identities.renew({ id: '~abcdefghijkm', since: NOW }, NOW)

/** A header of a request, or a token. @param {string} text */
function checkHeader(text) {
  const origin = readOrigin(text)
  if (origin !== undefined) assert.equal(readOrigin(origin), origin)
  isLoopback(text)
  isNetwork(text)
  for (const remoteAddress of ['10.1.2.3', '::1', '192.0.2.1', text]) {
    const address = addresses.of(
      /** @type {any} */ ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': text } }),
    )
    assert.match(address, /^([\d.]*|[\da-f:.]*)$/i)
    if (address !== '') assert.equal(networkOf(networkOf(address)), networkOf(address))
  }
  const headers = { authorization: text, 'sec-websocket-protocol': text, origin: text }
  const headersDistinct = { origin: [text], 'sec-websocket-origin': [text] }
  assert.ok(
    !access.allowsOrigin(/** @type {any} */ ({ headersDistinct })) ||
      readOrigin(text) === 'https://example.org',
  )
  const verdict = access.checkToken(/** @type {any} */ ({ headers, headersDistinct }))
  if (verdict === 'allowed')
    assert.ok(/a token of the server/.test(text) || text.replace(/[^\w-]/g, '').includes(TOKEN_TEXT))
  const known = identities.read(text, NOW)
  if (known !== undefined) assert.equal(known.id, id)
  assert.equal(identities.read(text, NOW + 1e12), undefined)
}

/** @type {Awaited<ReturnType<typeof createGameServer>> | undefined} */
let server
/** @type {WebSocket | undefined} */
let socket
/** @type {unknown[]} */
const faults = []
let pongs = 0

/** @returns {Promise<WebSocket>} open, and known to the server */
async function openSocket() {
  server ??= await createGameServer({
    port: 0,
    secret: 'a secret of the server, long enough',
    limits: { messagesPerSecond: 1e6, refusalsPerMinute: 1e6, creationsPerMinute: 1e6, gamesPerUser: 1e6 },
    log: (/** @type {any} */ entry) => {
      if (entry.event === 'error' || entry.event === 'internal') faults.push(entry)
    },
  })
  const opened = new WebSocket(server.url)
  opened.on('message', data => {
    const message = JSON.parse(String(data))
    if (message.type === 'pong' && message.t === 4242) pongs++
  })
  opened.on('error', () => {})
  await new Promise(resolve => opened.once('open', resolve))
  opened.send('{"type":"hello"}')
  return opened
}

/** Each line is a message to a real server: it is answered, or the socket is closed, and the server keeps running. @param {string} text */
async function checkServer(text) {
  if (socket?.readyState !== WebSocket.OPEN) socket = await openSocket()
  const before = pongs
  for (const line of text.split('\n')) socket.send(line)
  socket.send('{"type":"ping","t":4242}')
  while (pongs === before && socket.readyState === WebSocket.OPEN) await turn()
  if (socket.readyState !== WebSocket.OPEN) socket = undefined
  assert.deepEqual(faults, [])
}

/** A simulated server whose messages arrive immediately. */
class Server {
  /** @type {Server | undefined} */
  static last
  readyState = 1
  #listeners = new Map()
  constructor() {
    Server.last = this
  }
  /** @param {string} name @param {(event: object) => void} listener */
  addEventListener(name, listener) {
    this.#listeners.set(name, listener)
  }
  removeEventListener() {}
  send() {}
  close() {
    this.readyState = 3
  }
  /** @param {string} name @param {object} event */
  emit(name, event) {
    const own = /** @type {any} */ (this)[`on${name}`]
    own?.call(this, event)
    this.#listeners.get(name)?.(event)
  }
}

/** Each line is a message of a server to a client, which accepts it or not, and never throws. @param {string} text */
async function checkClient(text) {
  Server.last = undefined
  const client = connectGames('ws://127.0.0.1:9/', { WebSocket: Server })
  const link = client.open('g')
  link.on('view', view => JSON.stringify(view))
  client.on('lobby', () => {})
  while (Server.last === undefined) await turn()
  const socket = /** @type {Server} */ (Server.last)
  socket.emit('open', {})
  for (const line of text.split('\n')) socket.emit('message', { data: line })
  client.close()
}

const WIRE = [
  ...['{', '}', '[', ']', ':', ',', '"', 'null', 'true', '{}', '[]', '-1', '1e9', '\n', '"__proto__":{}'],
  ...[
    '"type":"hello"',
    '"type":"open"',
    '"type":"close"',
    '"type":"create"',
    '"type":"join"',
    '"type":"move"',
  ],
  ...[
    '"type":"lobby"',
    '"type":"games"',
    '"type":"ping"',
    '"type":"welcome"',
    '"type":"pong"',
    '"type":"bye"',
  ],
  ...[
    '"game":"g"',
    '"id":"1"',
    '"re":"1"',
    '"since":0',
    '"as":"view"',
    '"watch":true',
    '"listed":true',
    '"ply":0',
  ],
  ...[
    '"uci":"e2e4"',
    '"version":1',
    '"events":[]',
    '"role":"white"',
    '"gone":"noGame"',
    '"lobby":[]',
    '"ok":true',
  ],
]

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  {
    name: 'wire-header',
    words: [
      ...[
        'https://',
        'http://',
        'example.org',
        ':443',
        '127.0.0.1',
        '::1',
        '::ffff:',
        '[',
        ']',
        ':8080',
        ', ',
        '/8',
        '%eth0',
      ],
      ...['Bearer ', 'token.', 'uci', 'null', 'chrome-extension://', 'file://', '192.168.0.1', '1.', token],
    ],
    seeds: [
      'https://example.org',
      'Bearer a token of the server',
      `uci, token.${Buffer.from('a token of the server').toString('base64url')}`,
      '192.0.2.7, 10.0.0.1, [2001:db8::1]:443',
      '10.0.0.0/8',
      token,
    ],
    check: checkHeader,
    slowness: 4,
  },
  {
    name: 'wire-server',
    runs: 1500,
    words: WIRE,
    seeds: [
      '{"type":"create","id":"1","clock":{"base":60000},"listed":true}\n{"type":"lobby","id":"2","watch":true}\n{"type":"games","id":"3"}',
      '{"type":"open","game":"g","since":0,"as":"view","id":"4"}\n{"type":"close","game":"g"}',
      '{"type":"move","id":"5","game":"g","ply":0,"uci":"e2e4"}\n{"type":"ping","t":1}',
    ],
    check: checkServer,
    slowness: 40,
  },
  {
    name: 'wire-client',
    words: WIRE,
    seeds: [
      '{"type":"welcome","user":{"id":"~a"},"token":"t","now":1700000000000,"limits":{"messageBytes":4096,"messagesPerSecond":20,"burst":40,"openGames":20}}\n{"game":"g","role":"white","version":1,"events":[{"type":"created","at":1,"by":"white","format":1,"game":"g","variant":"standard","fen":null,"clock":null,"draws":"claim","allow":{"takeback":true,"giveTime":true,"spectators":true},"white":{"id":"a"},"black":null}]}\n{"game":"g","presence":{"white":true,"black":false,"spectators":0}}',
      '{"type":"welcome","user":{"id":"~a"},"now":1}\n{"game":"g","gone":"noGame"}\n{"type":"pong","t":1,"now":2}\n{"type":"bye","reason":"x","retry":5}',
      '{"type":"welcome","user":{"id":"~a"},"now":1}\n{"re":"1","ok":true,"lobby":[]}\n{"lobby":[{"game":"h"}]}',
    ],
    check: checkClient,
    slowness: 10,
  },
]
