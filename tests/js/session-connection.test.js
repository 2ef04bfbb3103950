// SPDX-License-Identifier: Apache-2.0
// A client's connection, on sockets and a clock that the test moves: pauses between tries, samples of the server's clock, pings,
// and of js/session/client the lobby, and what is left when it is closed.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { scriptedSockets, WELCOME } from './support/scripted-sockets.js'
import { session } from './support/sessions.js'

const { connectGames } = session

const SERVER_NOW = WELCOME.now

const turn = () => new Promise(resolve => setImmediate(resolve))

/**
 * A client of one server.
 * @param {import('node:test').TestContext} t
 * @param {(socket: any, message: any) => void} [onSend]
 */
async function clientOf(t, onSend) {
  let time = 1000
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(performance, 'now', () => time)
  const { WebSocket, sockets } = scriptedSockets(onSend)
  const client = connectGames('ws://server/', { WebSocket })
  t.after(() => client.close())
  /** @type {number[]} */
  const pauses = []
  client.on('status', ({ state, milliseconds }) => state === 'waiting' && pauses.push(Number(milliseconds)))
  await turn()
  const world = {
    client,
    sockets,
    pauses,
    get socket() {
      return sockets.at(-1)
    },
    /** Lets time pass, in small steps. @param {number} milliseconds */
    async pass(milliseconds) {
      for (const end = time + milliseconds; time < end; ) {
        const step = Math.min(50, end - time)
        time += step
        t.mock.timers.tick(step)
        await turn()
      }
    },
    /** The latest connection is accepted. @param {number} [trip] ms until the server's answer is here */
    async welcome(trip = 0) {
      world.socket.open()
      await world.pass(trip)
      world.socket.receive(WELCOME)
      await turn()
    },
    /** The connection breaks, and the client tries again. */
    async reconnect() {
      const { length } = sockets
      world.socket.end(1006)
      while (sockets.length === length) await world.pass(50)
    },
    /** @param {string} type @returns {any[]} messages of the latest connection */
    sent: type => world.socket.sent.filter((/** @type {any} */ message) => message.type === type),
  }
  return world
}

test('pauses grow from failure to failure, and are short again after a connection that lasted', async t => {
  const world = await clientOf(t)
  for (let failures = 0; failures < 7; failures++) await world.reconnect()
  assert.ok(world.pauses[0] <= 50, String(world.pauses))
  assert.ok(Number(world.pauses.at(-1)) >= 800, String(world.pauses))
  await world.welcome()
  await world.pass(1000)
  await world.reconnect()
  assert.ok(Number(world.pauses.at(-1)) <= 50, String(world.pauses))
  // One that broke at once was no better than none.
  const { length } = world.pauses
  for (let failures = 0; failures < 5; failures++) {
    await world.welcome()
    await world.reconnect()
  }
  assert.ok(Number(world.pauses.at(-1)) > 200, String(world.pauses.slice(length)))
})

test('the shortest round trip says what time it is at the server, until it is two minutes old', async t => {
  const world = await clientOf(t)
  await world.welcome(40)
  assert.equal(world.client.now(), SERVER_NOW + 20, 'it was sent half a round trip ago')
  /** @param {number} trip ms @param {number} off ms by which the server seems to be ahead */
  const pong = async (trip, off) => {
    while (world.sent('ping').length === 0) await world.pass(50)
    const [{ t: asked }] = world.sent('ping')
    world.socket.sent.length = 0
    await world.pass(trip)
    const before = world.client.now()
    world.socket.receive({ type: 'pong', t: asked, now: before - trip / 2 + off })
    return world.client.now() - before
  }
  assert.equal(await pong(100, 7), 0, 'a longer trip says less')
  assert.equal(await pong(30, 7), 7, 'a shorter one says more')
  let pongs = 0
  while ((await pong(100, 9)) === 0) pongs++
  assert.ok(pongs >= 10 && pongs <= 12, `clocks drift apart: after ${pongs} pings`)
})

test("a call that is only answered 'unavailable' says so, and that the server's log has the cause", async t => {
  const world = await clientOf(t)
  await world.welcome()
  /** @type {unknown} */
  let failure
  world.client.create({}).catch(error => {
    failure = error
  })
  for (let steps = 0; failure === undefined && steps < 700; steps++) {
    for (const { id } of world.sent('create'))
      world.socket.receive({ re: id, ok: false, code: 'unavailable' })
    for (const { t: asked } of world.sent('ping'))
      world.socket.receive({ type: 'pong', t: asked, now: SERVER_NOW })
    world.socket.sent.length = 0
    await world.pass(50)
  }
  assert.ok(failure instanceof Error)
  assert.equal(
    failure.message,
    "The game server ws://server/ has answered 'unavailable' for 30 s: its log has the cause",
  )
})

test('a server that freezes is left, and the next connection is watched like the first one', async t => {
  const world = await clientOf(t)
  await world.welcome()
  const answer = world.client.open('game').resign()
  for (let times = 0; times < 2; times++) {
    const { length } = world.sockets
    await world.pass(1400)
    assert.equal(world.sockets.length, length)
    while (world.sockets.length === length) await world.pass(50)
    await world.welcome()
    await world.pass(600)
    assert.equal(world.sent('ping').length, 1, 'asked soon, for its clock')
  }
  world.client.close()
  assert.equal((await answer).code, 'closed')
})

test('listeners of the lobby get no list from before, when nobody listened', async t => {
  const world = await clientOf(t)
  await world.welcome()
  /** @type {string[]} */
  const heard = []
  const listen = (/** @type {string} */ name) => world.client.on('lobby', () => heard.push(name))
  const answer = () => world.socket.receive({ re: world.sent('lobby').at(-1).id, ok: true, lobby: [] })
  const leave = listen('first')
  answer()
  leave()
  listen('second')
  listen('third')
  await turn()
  assert.deepEqual(heard, ['first'])
  answer()
  assert.deepEqual(heard.sort(), ['first', 'second', 'third'])
  // A list is known now: the next listener gets it at once.
  listen('fourth')
  await turn()
  assert.equal(heard.at(-1), 'fourth')
})

test('a client that is closed leaves its signal alone, and no timer of its requests', async t => {
  const before = process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const { signal } = new AbortController()
  const { WebSocket, sockets } = scriptedSockets()
  const client = connectGames('ws://server/', { WebSocket, signal })
  t.after(() => client.close())
  await turn()
  const [socket] = sockets
  socket.open()
  socket.receive(WELCOME)
  const games = client.games()
  const { id } = socket.sent.find((/** @type {any} */ { type }) => type === 'games')
  socket.receive({ re: id, ok: true, games: [] })
  assert.deepEqual(await games, [])
  assert.equal(getEventListeners(signal, 'abort').length, 1)
  client.close()
  assert.equal(getEventListeners(signal, 'abort').length, 0)
  assert.equal(process.getActiveResourcesInfo().filter(name => name === 'Timeout').length, before)
})

/** How a connection fails, and the reason that users read. @type {[string, (world: any) => unknown, string][]} */
const FAILURES = [
  ['no server', world => world.socket.end(1006), 'The server cannot be reached'],
  [
    'a connection that breaks',
    async world => {
      await world.welcome()
      world.socket.end(1006)
    },
    'The connection was lost',
  ],
  ['a close without a code', world => world.socket.end(1005), 'The server cannot be reached'],
  ['a server that is silent', world => world.pass(5100), 'The server does not answer'],
  [
    'a server that falls silent',
    async world => {
      await world.welcome()
      await world.pass(6000)
    },
    'The server does not answer',
  ],
  [
    'an error without a close',
    async world => {
      world.socket.fail()
      await world.pass(300)
    },
    'The server cannot be reached',
  ],
  ['junk', world => world.socket.receive('junk'), 'The server sent a message that cannot be read'],
  [
    'a server that stops',
    async world => {
      await world.welcome()
      world.socket.receive({ type: 'bye', reason: 'the server stops', retry: 0 })
      await world.pass(50)
    },
    'The server is being restarted',
  ],
  ['going away', world => world.socket.end(1001), 'The server is being restarted'],
  ['a restart', world => world.socket.end(1012, 'the server stops'), 'The server is being restarted'],
  [
    'a rule',
    world => world.socket.end(1008, 'too many messages'),
    'The server closed the connection: too many messages',
  ],
  [
    'a rule without words',
    world => world.socket.end(1008),
    'The server closed the connection, because a limit or a rule was broken',
  ],
  [
    'a long message',
    world => world.socket.end(1009),
    'The server closed the connection, because a message was too long',
  ],
  ['a fault', world => world.socket.end(1011), 'The server has failed'],
  ['no room', world => world.socket.end(1013), 'The server has no room at the moment'],
  ['no store', world => world.socket.end(1013, 'store'), 'The server cannot reach its store of games'],
  [
    'a refusal',
    world => world.socket.end(4401, 'the identity is refused'),
    'The login is not valid, or has expired',
  ],
  ['a revoked user', world => world.socket.end(4401, 'the user is revoked'), 'The server has logged you out'],
  ['close()', world => world.client.close(), 'The connection was closed on this side'],
]

for (const [name, fail, expected] of FAILURES) {
  test(`a reason is a sentence for users: ${name}`, async t => {
    const world = await clientOf(t)
    /** @type {string[]} */
    const reasons = []
    world.client.on('status', ({ reason }) => reason !== undefined && reasons.push(reason))
    await fail(world)
    assert.equal(reasons[0], expected)
    assert.match(expected, /^[A-Z][^\d()]*[^.]$/)
  })
}

test('a reason is a sentence for users: an address that cannot be opened', async t => {
  class Broken {
    constructor() {
      throw new Error('insecure')
    }
  }
  const client = connectGames('ws://server/', { WebSocket: Broken })
  t.after(() => client.close())
  await turn()
  assert.equal(client.status.reason, 'The connection cannot be opened: insecure')
})
