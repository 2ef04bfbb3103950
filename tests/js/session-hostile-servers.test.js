// SPDX-License-Identifier: Apache-2.0
// Servers that send anything: messages of a real conversation with each of their values replaced by a wrong one, and what is
// no message at all. No program of a client ends by it, no promise of one rejects unheard, and no view is broken.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { WebSocket, WebSocketServer } from 'ws'
import { arena, atPly, begin, CLOCK, is, play, until } from './support/arena.js'
import { distUrl } from './support/child.js'
import { PATIENCE } from './support/patience.js'
import { scriptedSockets, WELCOME } from './support/scripted-sockets.js'
import { session } from './support/sessions.js'

const { connectGames, endText } = session

const DEPTH = 20_000
/** As JSON; undefined: the value is missing. */
const WRONG = [
  undefined,
  'null',
  'true',
  '-1',
  '0.5',
  '1e300',
  '1e999',
  '""',
  '"x"',
  '"__proto__"',
  '"constructor"',
  JSON.stringify('x'.repeat(100)),
  '[]',
  '[null]',
  '{}',
  '{"toString":1}',
  '{"valueOf":1,"toString":null}',
  '{"__proto__":{"white":true},"length":-1}',
  `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
]
const JUNK = [
  ...['', ' ', '{', 'null', '5', '"welcome"', '[]', '[{"type":"welcome"}]', '\u0000', '{"type":'],
  ...[
    '{"version":{"toString":1}}',
    '{"type":{"toString":1}}',
    '{"re":{"toString":1}}',
    '{"game":{"toString":1}}',
  ],
  ...[
    '{"__proto__":{"type":"welcome"}}',
    '{"type":"welcome"}',
    '{"type":"pong"}',
    '{"type":"__proto__"}',
    '{}',
  ],
  ...['{"events":[]}', '{"events":{"length":1e9}}', '{"lobby":[null]}', '{"version":1e999}', '{"ok":"no"}'],
  ...['['.repeat(1e6), `{"game":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}}`, JSON.stringify('x'.repeat(5e6))],
  ...[new Uint8Array(8), Buffer.from('{"type":"pong","now":5}')],
]
/** What may look wrong and is none. */
const HARMLESS = new Set(['{"type":"__proto__"}'])

/**
 * What a server has sent to a client.
 * @typedef {object} Heard
 * @property {string} [request] type of the request that it answers
 * @property {any} message
 */

/** A conversation with a real server. @param {import('node:test').TestContext} t */
async function conversation(t) {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  /** @type {Map<string, string>} */
  const asked = new Map()
  /** @type {Heard[]} */
  const heard = []
  class Recording extends WebSocket {
    /** @param {any} text */
    send(text) {
      const { id, type } = JSON.parse(text)
      asked.set(id, type)
      super.send(text)
    }
    /** @param {any} name @param {any} listener */
    addEventListener(name, listener) {
      const record = (/** @type {any} */ event) => {
        const message = JSON.parse(event.data)
        heard.push({ request: asked.get(message.re), message })
        listener(event)
      }
      super.addEventListener(name, name === 'message' ? record : listener)
    }
  }
  const own = connect(url, { WebSocket: Recording })
  const other = connect(url)
  const clock = { base: 60_000, periods: 2, period: 5000 }
  await own.create({ listed: true, clock: CLOCK, fen: 'k7/8/8/8/8/8/8/K6R w - - 0 1' })
  const links = await begin(own, other, { clock })
  await play(links, ['e2e4', 'e7e5', 'g1f3'])
  await links[1].offerTakeback()
  await links[0].acceptTakeback()
  await until(links[0], atPly(1))
  assert.equal((await links[0].move('a2a4')).code, 'notYourTurn')
  await play(links, ['e7e5'])
  await links[0].giveTime(15_000)
  assert.equal((await links[0].claimWin()).code, 'notAway')
  await own.lobby()
  const shown = structuredClone(links[0].view)
  await links[1].resign()
  await until(links[0], is('over'))
  await own.games()
  const again = connect(url, { WebSocket: Recording, token: own.token })
  await until(again.open(links[0].id), is('over'))
  const ping = { type: 'pong', t: 5, now: 1_790_000_000_000 }
  for (const message of [
    ping,
    { type: 'bye', reason: 'the server stops', retry: 500 },
    { game: links[0].id, gone: 'unavailable' },
  ])
    heard.push({ message })
  return { game: links[0].id, heard, shown, events: structuredClone(links[0].events) }
}

/**
 * @param {any} value
 * @param {(string | number)[]} [path]
 * @returns {(string | number)[][]} of all that is in it
 */
function pathsOf(value, path = []) {
  const inner = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return [...(path.length > 0 ? [path] : []), ...inner.flatMap(name => pathsOf(value[name], [...path, name]))]
}

const HOLE = 'what is put here is wrong'

/**
 * @param {any} message
 * @param {(string | number)[]} path
 * @param {string | undefined} json
 * @returns {string}
 */
function spoiled(message, path, json) {
  const copy = structuredClone(message)
  const last = path.at(-1) ?? ''
  const place = path.slice(0, -1).reduce((at, name) => at[name], copy)
  if (json === undefined && Array.isArray(place)) place.splice(Number(last), 1)
  else if (json === undefined) delete place[last]
  else place[last] = HOLE
  return JSON.stringify(copy).replace(JSON.stringify(HOLE), () => json ?? '')
}

/**
 * @param {any} value
 * @param {any} model
 * @param {string} [at]
 */
function checkKinds(value, model, at = 'view') {
  if (value === null || value === undefined || model === null || model === undefined) return
  assert.equal(typeof value, typeof model, at)
  if (typeof value === 'number') assert.ok(Number.isFinite(value), at)
  if (Array.isArray(model)) for (const item of value) checkKinds(item, model[0], `${at}[]`)
  else if (typeof model === 'object')
    for (const name in model) checkKinds(value[name], model[name], `${at}.${name}`)
}

/** A client that has a game open, and what it asks so that it is answered. */
class Target {
  /** @param {Awaited<ReturnType<typeof conversation>>} known */
  constructor({ game, events }) {
    const { WebSocket: Scripted, sockets } = scriptedSockets()
    this.game = game
    this.events = events
    this.sockets = sockets
    this.client = connectGames('ws://hostile/', { WebSocket: Scripted })
    this.link = this.client.open(game)
    /** @type {any[]} */
    this.lists = []
    this.client.on('lobby', list => this.lists.push(list))
  }

  get socket() {
    return this.sockets[0]
  }

  /** @param {string} type @returns {any} the id of the last request of that type */
  idOf(type) {
    return this.socket.sent.findLast((/** @type {any} */ sent) => sent.type === type)?.id
  }

  async connect() {
    await null // it connects in the next microtask
    this.socket.open()
  }

  enter() {
    this.socket.receive(WELCOME)
  }

  show() {
    const { game, events } = this
    const answer = { re: this.idOf('open'), game, role: 'white', version: events.length - 1 }
    this.socket.receive({ ...answer, now: WELCOME.now, events: events.slice(0, -1) })
  }

  /** Asks. @param {string} type of the request */
  ask(type) {
    const keep = (/** @type {Promise<any>} */ answer) =>
      answer.then(
        value => this.lists.push(value),
        error => assert.match(error.code, /^ERR_(ARGUMENT|STORE_AWAY|SESSION_CLOSED)$/),
      )
    if (type === 'create') keep(this.client.create({}))
    else if (type === 'lobby') keep(this.client.lobby())
    else if (type === 'games') keep(this.client.games())
    else if (type !== 'open') keep(this.link.send(type))
    return this.idOf(type)
  }

  /** All that a program may ask for. @param {any} shown a view as it should be */
  check(shown) {
    const { client, link } = this
    checkKinds(link.view, shown)
    if (link.view?.result) endText(link.view.result)
    checkKinds(link.clocks(), shown.clocks)
    checkKinds(link.presence, { white: true, black: true, spectators: 1 })
    checkKinds(client.user, { id: '', name: '' })
    assert.ok(Number.isFinite(client.now()) && Math.abs(client.now()) < 1e16)
    assert.ok(link.gone === null || typeof link.gone === 'string')
    link.absenceLeft()
    link.link('white')
    JSON.stringify(link.view)
    for (const list of this.lists.filter(Array.isArray))
      for (const { game } of list) assert.equal(typeof game, 'string')
    try {
      link.move('g1f3')
    } catch (error) {
      assert.match(error.code, /^ERR_(MOVE|SAN)_/)
    }
    link.view?.moves.join(' ')
  }
}

// First, as timers of sockets that other tests have closed would not be cleared in it.
test('the pauses between connections to a server that sends junk grow, however long each lasts', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const { WebSocket: Scripted, sockets } = scriptedSockets()
  const client = connectGames('ws://hostile/', { WebSocket: Scripted })
  t.after(() => client.close())
  /** @type {number[]} */
  const pauses = []
  client.on('status', ({ state, milliseconds }) => state === 'waiting' && pauses.push(Number(milliseconds)))
  await new Promise(setImmediate)
  for (let count = 1; count <= 10; count++) {
    const socket = sockets.at(-1)
    socket.open()
    socket.receive(WELCOME)
    now += 5000
    socket.receive('{"version":{"toString":1}}')
    while (sockets.length === count) {
      t.mock.timers.tick(10)
      await new Promise(setImmediate)
    }
  }
  for (const [index, pause] of pauses.entries()) {
    const longest = Math.min(5000, 50 * 2 ** index)
    assert.ok(pause >= Math.floor(longest / 2) && pause <= longest, String(pauses))
  }
})

test('no value in a message of a server ends a client, or breaks a view', async t => {
  const known = await conversation(t)
  /** @type {Map<string, Heard>} one message of each kind */
  const kinds = new Map()
  for (const each of known.heard) {
    const types = (each.message.events ?? []).map((/** @type {any} */ { type }) => type)
    const kind = [each.request, ...Object.keys(each.message), ...types].join()
    kinds.set(kind, each)
  }
  assert.ok(kinds.size >= 18, String([...kinds.keys()]))
  let closed = 0
  let sent = 0
  for (const { request, message } of kinds.values())
    for (const path of pathsOf(message))
      for (const json of WRONG) {
        const target = new Target(known)
        await target.connect()
        if (message.type !== 'welcome') target.enter()
        if (request !== 'open' && message.type !== 'welcome') target.show()
        const re = request === undefined ? undefined : target.ask(request)
        const right = { ...message, ...(re !== undefined && { re }) }
        const text = spoiled(right, path, json)
        try {
          target.socket.receive(text)
          target.check(known.shown)
          await new Promise(setImmediate)
        } catch (error) {
          target.client.close()
          throw new Error(`after ${text.slice(0, 1000)}`, { cause: error })
        }
        sent++
        if (target.socket.isClosedByClient) closed++
        target.client.close()
        await new Promise(setImmediate)
      }
  t.diagnostic(`${closed} of ${sent} messages of ${kinds.size} kinds closed the connection`)
  assert.ok(closed > sent / 3, `${closed} of ${sent}`)
})

test('what is no message closes the connection', async t => {
  const known = await conversation(t)
  for (const junk of JUNK) {
    const target = new Target(known)
    t.after(() => target.client.close())
    await target.connect()
    target.enter()
    target.show()
    target.socket.receive(junk)
    assert.equal(target.socket.isClosedByClient, !HARMLESS.has(String(junk)), String(junk).slice(0, 100))
    assert.equal(target.link.view?.ply, 2)
    target.check(known.shown)
  }
})

test('a program goes on beside a server that sends junk, and ends as it likes', async t => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  t.after(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const texts = [
    '{"game":"game","version":{"toString":1}}',
    '{"game":"game","presence":null,"version":1,"events":[null]}',
    '{"game":"game","role":{"toString":1},"version":0,"events":[{"type":"created"}]}',
    '[',
  ]
  let count = 0
  server.on('connection', socket => {
    socket.on('error', () => {})
    socket.on('message', data => {
      if (!String(data).includes('"hello"')) return
      socket.send(JSON.stringify(WELCOME))
      socket.send(texts[count++ % texts.length])
    })
  })
  const { port } = /** @type {any} */ (server.address())
  const code = `
    import { WebSocket } from 'ws'
    const { connectGames } = await import(${JSON.stringify(distUrl)} + 'session.js')
    const client = connectGames('ws://127.0.0.1:${port}', { WebSocket })
    const link = client.open('game')
    let count = 0
    client.on('status', ({ state, reason }) => {
      if (state !== 'waiting') return
      if (reason !== 'The server sent a message that cannot be read') throw new Error(reason)
      if (++count < 4) return
      client.close()
      console.log('ended')
    })`
  const env = { ...process.env }
  delete env.NODE_TEST_CONTEXT
  const options = { env, timeout: PATIENCE }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], options)
  assert.equal(stdout, 'ended\n')
})
