// SPDX-License-Identifier: Apache-2.0
// Nodes that lose their store while others have it, or all at once: where players go, how often, and what it costs them.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreWatch } from '#js/server/sockets/store-watch.js'
import { Users } from '#js/server/sockets/users.js'
import { connectGames } from '../../dist/session.js'
import { GameNode } from './support/game-nodes.js'
import { ChessError, OddStore } from './support/host.js'
import { withRedis } from './support/redis.js'
import { open, until } from './support/redis-stores.js'
import { client, games, newGame, play, RedisStore, WebSocket } from './support/served-games.js'
import { withTcpRelay } from './support/tcp-relay.js'

const BASE = 60_000
const CLOCK = { base: BASE }
/** What the status of a client says when it leaves a node for its store. */
const AWAY = 'The server cannot reach its store of games'

/**
 * Two nodes of one Redis, the first of them behind a relay.
 * @param {import('node:test').TestContext} t
 */
async function withNodes(t) {
  const redis = await withRedis(t, { appendfsync: 'always' })
  const relay = await withTcpRelay(t, { path: redis.socket })
  const nodes = [relay.url, redis.url].map(url => new GameNode({ redis: url }))
  t.after(() => Promise.all(nodes.map(node => node.end())))
  await Promise.all(nodes.map(node => node.start()))
  const store = await open(t, { url: redis.url })
  return { redis, relay, nodes, store, urls: nodes.map(({ url }) => url) }
}

/**
 * A player, who notes how often a node was left since its store was away.
 * @param {import('node:test').TestContext} t
 * @param {string[]} urls
 */
function player(t, urls) {
  const client = connectGames(urls, { WebSocket })
  t.after(() => client.close())
  const made = { client, left: 0 }
  client.on('status', ({ state, reason }) => {
    if (state === 'waiting' && reason === AWAY) made.left++
  })
  return made
}

/**
 * A game after its first moves; White is to move.
 * @param {import('node:test').TestContext} t
 * @param {string[][]} urls of White and of Black
 */
async function gameOf(t, [own, others]) {
  const [white, black] = [player(t, own), player(t, others)]
  const link = await white.client.create({ clock: CLOCK, color: 'white' })
  const other = black.client.open(link.id)
  await until(() => other.view, 'the game')
  assert.equal((await other.join()).ok, true)
  await until(() => link.view?.status === 'playing', 'the start')
  const links = [link, other]
  for (const [ply, uci] of ['e2e4', 'e7e5'].entries()) {
    assert.equal((await links[ply].move(uci)).ok, true)
    await until(() => links.every(({ view }) => view.ply === ply + 1), uci)
  }
  return { white, black, link, other }
}

/** @param {any[]} log @param {string} uci @returns {number} what the move has cost its player, in ms, with credit of lag */
function chargeOf(log, uci) {
  const at = log.findIndex(event => event.uci === uci)
  const own = log
    .slice(0, at)
    .filter(({ type }) => type === 'moved')
    .at(-2)
  return own.left - log[at].left + log[at].credit
}

describe('with processes', { concurrency: 3 }, () => {
  test('players of a node that is cut off from Redis play on at another one, while it is cut off', async t => {
    const { relay, nodes, store, urls } = await withNodes(t)
    const [cut, whole] = urls
    // The one has a command on its way, the other one waits for the opponent's.
    const [asking, waiting] = await Promise.all([
      gameOf(t, [[cut, whole], [whole]]),
      gameOf(t, [[whole], [cut, whole]]),
    ])
    relay.mode = 'hold'
    const answers = await Promise.all([asking.link.move('g1f3'), waiting.link.move('g1f3')])
    assert.deepEqual(
      answers.map(({ ok }) => ok),
      [true, true],
    )
    for (const { link, other } of [asking, waiting]) {
      await until(() => other.view?.ply === 3, 'the move')
      assert.equal((await other.move('b8c6')).ok, true)
      await until(() => link.view?.ply === 4, 'the reply')
    }
    assert.equal((await nodes[0].get('/ready')).status, 503)
    for (const { client, left } of [asking.white, waiting.black]) {
      assert.ok(client.status.url?.startsWith(whole), String(client.status.url))
      assert.ok(left >= 1, String(left))
    }
    const logs = await Promise.all([asking, waiting].map(({ link }) => store.read(link.id)))
    const [asked, waited] = [chargeOf(logs[0], 'g1f3'), chargeOf(logs[1], 'b8c6')]
    t.diagnostic(`${asked} ms charged for a move on its way, ${waited} ms for a move that had to be seen`)
    for (const log of logs) assert.ok(log.every(({ type }) => type !== 'compensated'))
    relay.mode = 'pass'
  })

  test('where all nodes have lost it, clients go round once, wait, and pay nothing', async t => {
    const { redis, store, urls } = await withNodes(t)
    const { white, black, link, other } = await gameOf(t, [urls, urls.toReversed()])
    const since = link.events.at(-1).at
    redis.freeze()
    const begin = performance.now()
    await wait(500)
    const asked = store.now()
    const answer = link.move('g1f3')
    await until(() => white.left === 2 && black.left === 2, 'both were at both nodes')
    await until(() => [white, black].every(({ client }) => client.status.state === 'open'), 'they wait')
    await wait(begin + 6000 - performance.now())
    assert.deepEqual([white.left, black.left], [2, 2])
    assert.deepEqual(
      [white, black].map(({ client }) => String(client.status.url)),
      [`${urls[0]}/`, `${urls[1]}/`],
    )
    redis.thaw()
    await until(() => other.view?.ply === 3, 'the move')
    assert.equal((await other.move('b8c6')).ok, true)
    assert.equal((await answer).ok, true)
    const log = await store.read(link.id)
    assert.equal(log.filter(({ type }) => type === 'compensated').length, 1)
    const charged = chargeOf(log, 'g1f3')
    t.diagnostic(
      `${charged} ms charged of ${asked - since} ms thought; ${chargeOf(log, 'b8c6')} ms for the reply; away for 6 s`,
    )
    assert.ok(charged <= asked - since, `${charged} of ${asked - since}`)
  })
})

test('a store is given up 1.5 s after its last answer, once an outage, and not by a process that was frozen', t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const pass = (/** @type {number} */ looks) => {
    for (let look = 0; look < looks; look++) {
      now += 50
      t.mock.timers.tick(50)
    }
  }
  const store = { ready: true, silence: /** @type {number | undefined} */ (900) }
  /** @type {string[]} */
  const heard = []
  const watch = new StoreWatch(/** @type {any} */ (store), {
    onLost: () => heard.push('lost'),
    onGivenUp: since => heard.push(`given up, lost at ${since}`),
    onBack: () => heard.push('back'),
  })
  watch.begin()
  pass(10)
  store.ready = false
  pass(12)
  assert.deepEqual(heard.splice(0), ['lost'])
  pass(20)
  assert.deepEqual(heard.splice(0), ['given up, lost at 550'])
  store.ready = true
  pass(1)
  store.ready = false
  store.silence = undefined
  pass(1)
  now += 60_000
  pass(20)
  assert.deepEqual(heard.splice(0), ['back', 'lost'])
  pass(20)
  assert.equal(heard.length, 1)
  watch.end()
})

test('a store that has not answered yet is not lost: nobody plays there', t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const store = { ready: false, silence: 60_000 }
  /** @type {string[]} */
  const heard = []
  const watch = new StoreWatch(/** @type {any} */ (store), {
    onLost: () => heard.push('lost'),
    onGivenUp: () => heard.push('given up'),
    onBack: () => heard.push('back'),
  })
  watch.begin()
  const pass = () => {
    for (let look = 0; look < 100; look++) {
      now += 50
      t.mock.timers.tick(50)
    }
  }
  pass()
  assert.deepEqual(heard.splice(0), ['lost'])
  store.ready = true
  pass()
  store.ready = false
  pass()
  assert.deepEqual(heard, ['back', 'lost', 'given up'])
  watch.end()
})

test('a server that waits for its store when it starts logs no loss', async t => {
  const redis = await withRedis(t)
  const relay = await withTcpRelay(t, { path: redis.socket })
  relay.mode = 'hold'
  const store = new RedisStore({ url: relay.url, deadline: 20_000 })
  t.after(() => store.close())
  const { http, entries } = await games(t, { store })
  assert.equal((await http('/ready')).status, 503)
  await wait(3000) // twice the time after which a lost store is given up
  relay.mode = 'pass'
  await until(async () => (await http('/ready')).status === 200, 'the store')
  assert.deepEqual(
    entries.filter(({ event }) => event === 'store-lost'),
    [],
  )
})

/**
 * A server whose store the test takes away.
 * @param {import('node:test').TestContext} t
 * @param {object} [options]
 */
async function withOddStore(t, options = {}) {
  const store = new OddStore()
  /** @type {Map<string, string[]>} */
  const lists = new Map()
  const away = () => {
    if (!store.ready) throw new ChessError('ERR_STORE_AWAY')
  }
  store.before = store.onRead = away
  Object.assign(store, {
    async listed(/** @type {string} */ list) {
      away()
      return lists.get(list) ?? []
    },
    async enlist() {
      away()
    },
  })
  t.after(() => store.store.close())
  return { store, lists, ...(await games(t, { store, ...options })) }
}

test('a node that has lost its store closes the connections of players who were there, once', async t => {
  const { store, url, http, logged } = await withOddStore(t)
  const [white, black, spectator] = [await client(t, url), await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  await spectator.ask('open', { game })
  await play([white, black], game, ['e2e4'])
  store.ready = false
  assert.equal((await http('/ready')).status, 503)
  for (const wire of [white, black]) assert.deepEqual(await wire.closing(), { code: 1013, reason: 'store' })
  // Who comes back is known here, and stays; a stranger is sent on; one without an identity is a new one.
  const back = await client(t, url, { token: white.token })
  assert.equal(back.user.id, white.user.id)
  const stranger = await client(t, (await games(t)).url)
  const refused = await client(t, url, { token: stranger.token })
  assert.deepEqual(await refused.closing(), { code: 1013, reason: 'store' })
  const fresh = await client(t, url)
  assert.ok(fresh.user.id)
  const refusal = await back.ask('open', { game, id: 'o1' })
  assert.deepEqual([refusal.ok, refusal.code], [false, 'unavailable'])
  await wait(2000)
  assert.deepEqual([back.closed, fresh.closed, spectator.closed], [undefined, undefined, undefined])
  assert.equal(logged('store-lost').length, 1)
  assert.deepEqual(logged('closed-client'), [])
  // The game comes by itself when the store is back.
  store.ready = true
  await back.get(message => message.game === game && message.role === 'white', 'the game')
  // The next outage is another one, once the server has seen that this one is over: its look, every 50 ms, is due before.
  await wait(100)
  store.ready = false
  assert.deepEqual(await back.closing(), { code: 1013, reason: 'store' })
  assert.equal(logged('store-lost').length, 2)
})

test('a user who was revoked while the store was away, and came back meanwhile, is found out', async t => {
  const { store, lists, url } = await withOddStore(t)
  const wires = [await client(t, url), await client(t, url)]
  await newGame(...wires)
  store.ready = false
  for (const wire of wires) await wire.closing()
  const [back, other] = [
    await client(t, url, { token: wires[0].token }),
    await client(t, url, { token: wires[1].token }),
  ]
  const { id } = back.user
  assert.equal(id, wires[0].user.id)
  lists.set(`revoked:${id}`, [id])
  store.ready = true
  assert.equal((await back.closing()).code, 4401)
  assert.equal(other.closed, undefined)
})

test('players of one address whom a node cannot check come back as often as they must', async t => {
  const limits = { connectionsPerAddressMinute: 3 }
  const { store, url } = await withOddStore(t, { proxies: ['127.0.0.1'], limits })
  const { token } = await client(t, (await games(t)).url)
  const options = { token, headers: { 'x-forwarded-for': '192.0.2.1' } }
  store.ready = false
  for (let i = 0; i < 20; i++) {
    const { code } = await (await client(t, url, options)).closing()
    assert.equal(code, 1013, `${i}`)
  }
  store.ready = true
  assert.ok((await client(t, url, options)).user.id)
})

test('who stayed on a node without its store for long, and was revoked meanwhile, is found out', async t => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const listings = {
    isRevoked: async (/** @type {string} */ id) => id === 'B',
    revokedLately: async () => [],
  }
  const settings = { secrets: [], limits: { connectionsPerUser: 1 } }
  const users = new Users(
    /** @type {any} */ (settings),
    () => {},
    /** @type {any} */ ({}),
    /** @type {any} */ (listings),
  )
  /** @type {string[]} */
  const closed = []
  for (const id of ['A', 'B'])
    users.enter(/** @type {any} */ ({ user: { id }, close: () => closed.push(id) }), { id })
  users.onStoreLost()
  now += 600_000
  users.onStoreBack()
  await users.dismissRevoked()
  assert.deepEqual(closed, ['B'])
})

test('a slow store is asked once about each user who came back unchecked, and about many at once', async () => {
  let [isAway, asked, inProgress, most] = [true, 0, 0, 0]
  /** @type {(() => void)[]} */
  const held = []
  const ask = async (/** @type {unknown} */ answer) => {
    if (isAway) throw new ChessError('ERR_STORE_AWAY')
    asked++
    most = Math.max(most, ++inProgress)
    await new Promise(resolve => held.push(() => resolve(undefined)))
    inProgress--
    return answer
  }
  const listings = { isRevoked: () => ask(false), revokedLately: () => ask([]) }
  const settings = {
    secrets: [],
    limits: { connectionsPerUser: 1 },
    authenticate: (/** @type {any} */ _, /** @type {any} */ { token }) => ({ id: token }),
  }
  const users = new Users(
    /** @type {any} */ (settings),
    () => {},
    /** @type {any} */ ({}),
    /** @type {any} */ (listings),
  )
  const ids = Array.from({ length: 100 }, (_, i) => `u${i}`)
  for (const id of ids) {
    users.enter(/** @type {any} */ ({ user: { id } }), { id })
    await users.identify(/** @type {any} */ ({}), { token: id }, 0, undefined)
  }
  isAway = false
  let answers = 0
  // A round of the server falls into each answer of the store.
  for (; answers < 1000 && (answers === 0 || inProgress > 0); answers++) {
    users.dismissRevoked()
    for (const answer of held.splice(0)) answer()
    await wait(1)
    if (asked > ids.length) isAway = true
  }
  assert.equal(asked, 1 + ids.length)
  assert.ok(most <= 64, `${most} at once`)
  assert.ok(answers < 10, `${answers} times the time of an answer`)
})

test('what the store does not answer is no refusal: a patient client is not sent away for it', async t => {
  const { store, url } = await withOddStore(t, { limits: { refusalsPerMinute: 3 } })
  const wires = [await client(t, url), await client(t, url)]
  const game = await newGame(...wires)
  store.ready = false
  for (const wire of wires) await wire.closing()
  const back = await client(t, url, { token: wires[0].token })
  const move = { game, ply: 0, uci: 'e2e4' }
  for (let i = 0; i < 10; i++) assert.equal((await back.ask('move', move)).code, 'unavailable')
  for (let i = 0; i < 10; i++)
    assert.equal((await back.ask('open', { game, id: `o${i}` })).code, 'unavailable')
  assert.equal(back.closed, undefined)
})
