// SPDX-License-Identifier: Apache-2.0
// Game servers for tests, and clients that speak the wire's protocol as a program without the package would: JSON over
// a WebSocket, from the documents alone.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'
import { dist } from './binbo.js'
import { PATIENCE } from './patience.js'

export { WebSocket }
export const { createGameServer, MemoryStore, RedisStore, pgnArchive } = await import(
  pathToFileURL(`${dist}server.js`).href
)

export const SECRET = 'a secret of the tests, long enough'
export const BLITZ = { base: 180_000, increment: 2000 }
export const MATE = 'f2f3 e7e5 g2g4 d8h4'.split(' ')

/**
 * A server that ends with its test.
 * @param {import('node:test').TestContext} t
 */
export async function games(t, options = {}) {
  const entries = []
  const server = await createGameServer({ secret: SECRET, log: entry => entries.push(entry), ...options })
  t.after(() => server.close())
  const http = path => fetch(server.url.replace('ws', 'http') + path)
  const logged = event => entries.filter(entry => entry.event === event)
  return { server, url: server.url, http, entries, logged }
}

/** A connection, with all messages that have come. */
export class Wire {
  messages = []
  closed = undefined
  #taken = 0
  #waiting = new Set()
  #lastId = 0

  constructor(url, options = {}) {
    this.socket = new WebSocket(url, { perMessageDeflate: false, ...options })
    this.socket.on('message', data => {
      this.messages.push(JSON.parse(String(data)))
      this.#wake()
    })
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) }
      this.#wake()
    })
    this.socket.on('error', error => {
      this.error = error
    })
  }

  #wake() {
    for (const check of [...this.#waiting]) check()
  }

  async opened() {
    if (this.socket.readyState !== WebSocket.OPEN) await once(this.socket, 'open')
    return this
  }

  /** @param {object | string} message */
  send(message) {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /**
   * Waits for a message that has come or will.
   * @param {(message: any) => boolean} matches
   * @param {string} [what]
   */
  async get(matches, what = String(matches)) {
    let found
    await this.until(() => {
      found = this.messages.find(matches)
      return found !== undefined
    }, what)
    return found
  }

  /** The next message that nobody has taken so far. */
  async next() {
    await this.until(() => this.messages.length > this.#taken, 'another message')
    return this.messages[this.#taken++]
  }

  until(check, what = String(check)) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        const last = JSON.stringify(this.messages.slice(-4)).slice(0, 600)
        reject(new Error(`never: ${what}; closed: ${JSON.stringify(this.closed)}; last: ${last}`))
      }, PATIENCE)
      // What lost a race is not waited for.
      timer.unref()
      const look = () => {
        if (!check()) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(undefined)
      }
      this.#waiting.add(look)
      look()
    })
  }

  async closing() {
    await this.until(() => this.closed !== undefined, 'the end of the connection')
    return this.closed
  }

  /** Says hello; returns the welcome. */
  async hello(token) {
    await this.opened()
    this.send({ type: 'hello', token, client: 'a test' })
    await this.until(() => this.closed || this.messages.some(({ type }) => type === 'welcome'), 'welcome')
    const welcome = this.messages.find(({ type }) => type === 'welcome')
    if (welcome) {
      this.user = welcome.user
      this.token = welcome.token
    }
    return welcome
  }

  /** Sends a command and returns its answer. */
  ask(type, fields = {}) {
    const id = fields.id ?? `${type}-${++this.#lastId}`
    const before = this.messages.length
    this.send({ type, id, ...fields })
    return this.getAfter(before, ({ re }) => re === id, `the answer to ${type}`)
  }

  async getAfter(before, matches, what) {
    let found
    await this.until(() => {
      found = this.messages.slice(before).find(matches)
      return found !== undefined
    }, what)
    return found
  }

  /** All events of a game that it has got, in order; fails at a gap, a repetition or a rewind. */
  eventsOf(game, since = 0) {
    const events = []
    for (const message of this.messages) {
      if (message.game !== game || message.events === undefined || message.ok === false) continue
      assert.equal(message.rewound, undefined)
      // Opened again from the start.
      if (message.role && message.version === message.events.length) events.length = 0
      if (message.events.length === 0) continue
      assert.equal(message.version - message.events.length, since + events.length, JSON.stringify(message))
      events.push(...message.events)
    }
    return events
  }

  end() {
    this.socket.close()
    return this.closing()
  }
}

/**
 * A client that is connected and known, and ends with its test.
 * @param {import('node:test').TestContext} t
 */
export async function client(t, url, { token, ...options } = {}) {
  const wire = new Wire(url, options)
  t.after(() => wire.socket.terminate())
  await wire.hello(token)
  return wire
}

/** A game of two clients, which both watch: white has created it. */
export async function newGame(white, black, setup = { clock: BLITZ }) {
  const { game, ok, ...rest } = await white.ask('create', setup)
  assert.equal(ok, true, JSON.stringify(rest))
  await white.ask('open', { game })
  await black.ask('open', { game })
  const joined = await black.ask('join', { game })
  assert.equal(joined.ok, true, JSON.stringify(joined))
  return game
}

/** Plays moves, the first one by the first client. */
export async function play(clients, game, moves, ply = 0) {
  for (const [i, uci] of moves.entries()) {
    const answer = await clients[(ply + i) % 2].ask('move', { game, ply: ply + i, uci })
    assert.equal(answer.ok, true, JSON.stringify(answer))
  }
}
