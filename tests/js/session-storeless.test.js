// SPDX-License-Identifier: Apache-2.0
// What a client does when nodes say that they have lost their store: it goes to the next address at once, and round its
// addresses at most once an outage.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptedSockets, WELCOME } from './support/scripted-sockets.js'
import { session } from './support/sessions.js'

const { connectGames } = session

const turn = () => new Promise(resolve => setImmediate(resolve))

/**
 * A client of several servers, on a clock that the test moves.
 * @param {import('node:test').TestContext} t
 * @param {number} count of servers
 * @param {(socket: any, message: any) => void} [onSend]
 */
async function clientOf(t, count, onSend) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { WebSocket, sockets } = scriptedSockets(onSend)
  const urls = Array.from({ length: count }, (_, index) => `ws://server-${'abc'[index]}/`)
  const client = connectGames(urls, { WebSocket })
  t.after(() => client.close())
  /** @type {number[]} */
  const pauses = []
  client.on('status', ({ state, milliseconds }) => state === 'waiting' && pauses.push(Number(milliseconds)))
  await turn()
  return {
    client,
    sockets,
    pauses,
    /** Where it was, in order. */
    get route() {
      return sockets.map(({ url }) => url.at(-2)).join('')
    },
    /** Lets time pass, in small steps. @param {number} milliseconds */
    async pass(milliseconds) {
      for (let passed = 0; passed < milliseconds; passed += 50) {
        t.mock.timers.tick(50)
        await turn()
      }
    },
    /** The latest connection is accepted. */
    async welcome() {
      const socket = sockets.at(-1)
      socket.open()
      await turn()
      socket.receive(WELCOME)
      await turn()
      return socket
    },
    /** Its server has no store. */
    async lose() {
      const socket = sockets.at(-1)
      if (socket.readyState === 0) socket.open()
      socket.end(1013, 'store')
      await turn()
    },
  }
}

test('where all servers have lost the store, each address is tried once, and the first one again', async t => {
  const world = await clientOf(t, 3)
  const { client, sockets, pauses, pass } = world
  const link = client.open('game')
  await world.welcome()
  const answer = link.resign()
  const [{ id }] = sockets[0].sent.filter(({ type }) => type === 'resign')
  for (const count of [2, 3, 4]) {
    await world.lose()
    await pass(100)
    assert.equal(sockets.length, count, 'at once')
  }
  const last = await world.welcome()
  assert.equal(world.route, 'abca')
  assert.ok(
    pauses.every(pause => pause <= 100),
    String(pauses),
  )
  // It waits there, and asks again.
  for (let tries = 0; tries < 8; tries++) {
    for (const message of last.sent.splice(0))
      if (message.type === 'resign' || message.type === 'open')
        last.receive({ re: message.id, ok: false, code: 'unavailable', game: 'game' })
      else if (message.type === 'ping') last.receive({ type: 'pong', t: message.t, now: 5 })
    await pass(2000)
  }
  assert.equal(world.route, 'abca')
  assert.equal(last.isClosedByClient, false)
  // The outage ends; in the next one it goes round again.
  last.receive({ re: id, ok: true, game: 'game', version: 3, events: [] })
  assert.equal((await answer).ok, true)
  await world.lose()
  await pass(100)
  assert.equal(world.route, 'abcab')
})

test('a server that refuses those who come has the pauses of any other failure, once all have said so', async t => {
  const world = await clientOf(t, 2)
  for (let count = 1; count <= 6; count++) {
    await world.lose()
    while (world.sockets.length === count) await world.pass(50)
  }
  assert.ok(world.route.startsWith('aba'), world.route)
  const [first, second, ...others] = world.pauses
  assert.ok(first <= 100 && second <= 100, String(world.pauses))
  assert.ok(others.length === 4 && others.every(pause => pause >= 900), String(world.pauses))
})

test('the second answer that the store is away leads to the next address, with the same command', async t => {
  const world = await clientOf(t, 2, (socket, { type, id }) => {
    if (type === 'offerDraw' && socket.url.includes('-a'))
      queueMicrotask(() => socket.receive({ re: id, ok: false, code: 'unavailable' }))
    if (type === 'offerDraw' && socket.url.includes('-b'))
      queueMicrotask(() => socket.receive({ re: id, ok: true, version: 4, events: [] }))
  })
  const link = world.client.open('game')
  await world.welcome()
  const answer = link.offerDraw()
  await turn()
  assert.equal(world.route, 'a', 'once may pass')
  await world.pass(400)
  assert.equal(world.route, 'ab')
  await world.welcome()
  assert.equal((await answer).ok, true)
  const ids = world.sockets.map(({ sent }) =>
    sent.filter(({ type }) => type === 'offerDraw').map(({ id }) => id),
  )
  assert.deepEqual([ids[0].length, ids[1].length, new Set(ids.flat()).size], [2, 1, 1])
})

test('a command that no server can carry out leads round once, also where all others are carried out', async t => {
  const world = await clientOf(t, 2, (socket, { type, id }) => {
    if (type === 'open')
      queueMicrotask(() => socket.receive({ re: id, game: 'game', version: 0, events: [] }))
    if (type === 'offerDraw') queueMicrotask(() => socket.receive({ re: id, ok: false, code: 'unavailable' }))
    if (type === 'ping') queueMicrotask(() => socket.receive({ type: 'pong', now: 5 }))
    if (type === 'lobby') queueMicrotask(() => socket.receive({ re: id, ok: true, lobby: [] }))
  })
  const link = world.client.open('game')
  await world.welcome()
  const answer = link.offerDraw()
  let lists = 0
  for (let count = 0; count < 30; count++) {
    world.client.lobby().then(() => lists++)
    await world.pass(1000)
    if (world.sockets.at(-1).readyState === 0) await world.welcome()
  }
  assert.equal((await answer).code, 'unavailable')
  assert.ok(lists > 20, String(lists))
  assert.equal(world.route, 'aba')
})

test('with one address it stays where it is, and comes back once it is sent away', async t => {
  const world = await clientOf(t, 1, (socket, { type, id }) => {
    if (type === 'offerDraw') queueMicrotask(() => socket.receive({ re: id, ok: false, code: 'unavailable' }))
    if (type === 'ping') queueMicrotask(() => socket.receive({ type: 'pong', now: 5 }))
  })
  const link = world.client.open('game')
  await world.welcome()
  link.offerDraw()
  await world.pass(10_000)
  assert.equal(world.route, 'a')
  await world.lose()
  await world.pass(100)
  assert.equal(world.route, 'aa')
})

test('a command is asked again as soon as its game goes on, not after the pause that has grown', async t => {
  const world = await clientOf(t, 1, (socket, { type, id }) => {
    if (type === 'resign') queueMicrotask(() => socket.receive({ re: id, ok: false, code: 'unavailable' }))
    if (type === 'ping') queueMicrotask(() => socket.receive({ type: 'pong', now: 5 }))
  })
  const link = world.client.open('game')
  const socket = await world.welcome()
  const answer = link.resign()
  await world.pass(10_000)
  const asked = () => socket.sent.filter((/** @type {any} */ { type }) => type === 'resign').length
  const before = asked()
  const { events } = session.reduceSession(null, { type: 'create', game: 'game', by: 'a' }, 5)
  socket.receive({ game: 'game', version: 1, events })
  assert.equal(asked(), before + 1)
  await turn()
  socket.receive({ re: socket.sent.at(-1).id, ok: true, version: 2 })
  assert.equal((await answer).ok, true)
})
