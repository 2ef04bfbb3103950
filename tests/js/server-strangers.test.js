// SPDX-License-Identifier: Apache-2.0
// Identities cost nothing: what an address may make, and what becomes of games whose makers do not come back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Identities } from '#js/server/sockets/identity.js'
import { setForward } from './support/clock.js'
import { until } from './support/engines.js'
import { A, B, BLITZ, GameHost } from './support/host.js'
import { RedisServer } from './support/redis.js'
import { client, games, MemoryStore, newGame, RedisStore, SECRET, Wire } from './support/served-games.js'

/** The server takes this machine for a proxy: each client has the address that it names. */
const PROXIES = ['127.0.0.1']
const from = address => ({ headers: { 'x-forwarded-for': address } })
const MINUTE = 60_000

/** Lets a MemoryStore's time pass, in steps that are no outage, and has it look for what is due. */
async function pass(store, milliseconds) {
  for (let left = milliseconds; left > 0; left -= 1500) {
    setForward(Math.min(1500, left))
    await store.append('none', 1, [], null)
  }
  await store.hold('none', 'white', 0)
}

/** A host of games in memory, that ends with its test. */
function host(t) {
  const store = new MemoryStore()
  const host = new GameHost({ store })
  t.after(async () => {
    await host.drain()
    await store.close()
  })
  const create = async (user, fields = {}) =>
    (await host.command(undefined, user, { type: 'create', clock: BLITZ, ...fields })).game
  const reason = async game => (await store.read(game)).find(({ type }) => type === 'ended')?.reason
  return { store, host, create, reason }
}

test('an address with 20 sockets and ever new identities: games, places in the lobby, bytes in the store', async t => {
  const redis = await new RedisServer().start()
  const stores = [0, 1].map(() => new RedisStore({ url: redis.url, deadline: 20_000 }))
  const options = { proxies: PROXIES, limits: { connectionsPerAddress: 20 } }
  const nodes = await Promise.all(stores.map(store => games(t, { ...options, store })))
  t.after(async () => {
    await Promise.all(stores.map(store => store.close()))
    await redis.remove()
  })
  const used = async () => Number(/^used_memory:(\d+)/m.exec(await redis.ask('INFO', 'memory'))?.[1])
  const honest = await client(t, nodes[0].url, from('198.51.100.7'))
  const own = await honest.ask('create', { listed: true, clock: BLITZ })
  await honest.ask('open', { game: own.game })
  const before = await used()
  const begin = performance.now()
  let made = 0
  const refusals = new Set()
  /** Creates, disconnects, comes back as another one, from anywhere in the network. */
  const attack = async number => {
    for (let round = 0; round < 6; round++) {
      const address = `2001:db8:1:2::${number}:${round}`
      const wire = new Wire(nodes[number % 2].url, from(address))
      if ((await wire.hello()) === undefined) continue
      for (let n = 0; n < 3; n++) {
        const answer = await wire.ask('create', { listed: n > 0, clock: BLITZ })
        if (answer.ok) {
          made++
          await wire.ask('open', { game: answer.game })
        } else refusals.add(`${answer.code} ${answer.limit}`)
      }
      if (round < 5) await wire.end()
      else t.after(() => wire.socket.terminate())
    }
  }
  const attacks = Promise.all(Array.from({ length: 20 }, (_, number) => attack(number)))
  let isOver = false
  attacks.finally(() => (isOver = true))
  let most = 0
  const look = async () => {
    const { lobby } = await honest.ask('lobby')
    assert.ok(lobby.some(({ game }) => game === own.game))
    most = Math.max(most, lobby.length - 1)
  }
  while (!isOver) await look()
  await attacks
  await look()
  const minutes = Math.ceil((performance.now() - begin) / MINUTE)
  assert.ok(most <= 3, `${most} places of the lobby`)
  assert.ok(made <= 2 * 20 * minutes, `${made} games`)
  assert.deepEqual(refusals, new Set(['tooFast waitingPerAddress', 'tooFast listedPerAddress']))
  const grown = (await used()) - before
  assert.ok(grown < 100_000 * minutes, `${grown} bytes`)
  // A neighbour may still create, and it is all in metrics and log.
  const neighbour = await client(t, nodes[0].url, from('2001:db8:1:3::1'))
  assert.equal((await neighbour.ask('create', { listed: true })).ok, true)
  const metrics = await (await nodes[0].http('/metrics')).text()
  assert.match(metrics, /binbo_limited_total\{limit="waitingPerAddress"\} \d/)
  assert.ok(
    nodes[0].entries.some(({ event, reason }) => event === 'limited' && reason === 'listedPerAddress'),
  )
})

test('games of an address: so many a minute; those that were joined or have ended do not wait', async t => {
  const limits = { creationsPerAddress: 5, waitingPerAddress: 2, listedPerAddress: 1 }
  const { url } = await games(t, { proxies: PROXIES, limits })
  const [one, other, third] = await Promise.all([1, 1, 2].map(n => client(t, url, from(`203.0.113.${n}`))))
  const game = await newGame(one, other, { listed: true })
  assert.notEqual(game, undefined)
  const listed = await one.ask('create', { listed: true })
  const refused = await other.ask('create', { listed: true })
  assert.deepEqual([refused.ok, refused.code, refused.limit], [false, 'tooFast', 'listedPerAddress'])
  const quiet = await other.ask('create')
  assert.equal((await one.ask('create')).limit, 'waitingPerAddress')
  assert.equal((await third.ask('create')).ok, true)
  await one.ask('abort', { game: listed.game })
  await third.ask('join', { game: quiet.game })
  for (let i = 0; i < 2; i++) {
    const again = await one.ask('create', { id: `again${i}`, listed: true })
    assert.equal(again.ok, true, JSON.stringify(again))
    await one.ask('abort', { game: again.game })
  }
  const late = await other.ask('create')
  assert.deepEqual([late.code, late.limit], ['tooFast', 'creationsPerAddress'])
  assert.ok(late.ms > 0 && late.ms <= MINUTE, `${late.ms} ms`)
  setForward(MINUTE)
  assert.equal((await other.ask('create', { id: 'later' })).ok, true)
})

test('a waiting game that another node has started or ended does not count', async t => {
  const store = new MemoryStore()
  t.after(() => store.close())
  const options = { store, proxies: PROXIES, limits: { waitingPerAddress: 1 } }
  const [{ url }, other] = await Promise.all([games(t, options), games(t, options)])
  const maker = await client(t, url, from('203.0.113.1'))
  const friend = await client(t, other.url, from('203.0.113.2'))
  const { game } = await maker.ask('create')
  assert.equal((await friend.ask('join', { game })).ok, true)
  assert.equal((await maker.ask('create', { id: 'next' })).ok, true)
  assert.equal((await maker.ask('create')).limit, 'waitingPerAddress')
})

test('players who are not there when a game starts are away, as if they had left it', async t => {
  const store = new MemoryStore()
  t.after(() => store.close())
  const { url } = await games(t, { store })
  const away = async game =>
    (await store.read(game)).filter(({ type }) => type === 'away').map(({ color }) => color)

  const [maker, guest] = await Promise.all([client(t, url), client(t, url)])
  const unopened = await maker.ask('create', { color: 'white' })
  await maker.ask('open', { game: unopened.game })
  await guest.ask('join', { game: unopened.game })

  const [gone, friend] = await Promise.all([client(t, url), client(t, url)])
  const invitation = await gone.ask('create', { color: 'white' })
  await friend.ask('open', { game: invitation.game })
  await friend.ask('join', { game: invitation.game })

  await pass(store, 20_000)
  await until(async () => (await away(unopened.game)).length > 0 && (await away(invitation.game)).length > 0)
  assert.deepEqual(await away(unopened.game), ['black'])
  assert.deepEqual(await away(invitation.game), ['white'])
})

test('three connections that create, leave and come back do not own the lobby', async t => {
  const { url } = await games(t)
  const honest = await client(t, url)
  const own = await honest.ask('create', { listed: true })
  await honest.ask('open', { game: own.game })
  let most = 0
  for (let round = 0; round < 15; round++) {
    const wires = await Promise.all([0, 1, 2].map(() => client(t, url)))
    for (const [n, wire] of wires.entries()) {
      for (let i = 0; i < 4; i++) {
        const { game } = await wire.ask('create', { listed: true })
        if (n > 0) await wire.ask('open', { game })
      }
    }
    const { lobby } = await honest.ask('lobby')
    assert.ok(lobby.some(({ game }) => game === own.game))
    most = Math.max(most, lobby.length - 1)
    await Promise.all(wires.map(wire => wire.end()))
  }
  assert.ok(most <= 9, `${most} places`)
  await until(async () => (await honest.ask('lobby')).lobby.length === 1, 'they have left it at once')
})

test('three challenges of a place are shown, whoever has made them', async t => {
  const { host: node, create } = host(t)
  for (let i = 0; i < 5; i++) {
    await create({ id: `u${i}`, place: 'here' }, { listed: true })
    setForward(1)
  }
  await create({ id: 'x', place: 'there' }, { listed: true })
  await create(B, { listed: true })
  const makers = (await node.lobby()).map(({ creator }) => creator.id)
  assert.deepEqual(makers.sort(), ['B', 'u2', 'u3', 'u4', 'x'].sort())
})

test('a game of a new identity ends a minute after its maker has left; others wait', async t => {
  const { store, host: node, create, reason } = host(t)
  const fresh = () => ({ id: `~${Math.random()}`.slice(0, 13), since: store.now() })
  const [never, left, present] = [fresh(), fresh(), fresh()]
  const games = { never: await create(never), left: await create(left), known: await create(A) }
  games.present = await create(present)
  const end = node.watch(games.left, 0, () => {}, left)
  node.watch(games.present, 0, () => {}, present)
  await until(() => node.isPresent(games.left, 'white') && node.isPresent(games.present, 'white'))
  end()
  await pass(store, 50_000)
  assert.deepEqual([await reason(games.never), await reason(games.left)], [undefined, undefined])
  await pass(store, 15_000)
  await until(async () => (await reason(games.never)) === 'aborted', 'whoever never came')
  await until(async () => (await reason(games.left)) === 'aborted', 'whoever has left')
  assert.deepEqual([await reason(games.known), await reason(games.present)], [undefined, undefined])
  // The one who stayed is known by now, and may leave.
  await until(() => node.stateOf(games.present)?.status === 'waiting')
  await pass(store, 2 * MINUTE)
  assert.equal(await reason(games.present), undefined)
  await pass(store, 24 * 60 * MINUTE)
  await until(async () => (await reason(games.known)) === 'aborted', 'a day is the most')
})

test('no game ends since its maker could not come: in an outage', async t => {
  const { store, create, reason } = host(t)
  const game = await create({ id: '~new', since: store.now() })
  setForward(10 * MINUTE)
  await pass(store, 50_000)
  assert.equal(await reason(game), undefined)
  await pass(store, 20_000)
  await until(async () => (await reason(game)) === 'aborted', 'a minute after it')
})

test('over Redis: another node ends the game, and a maker who is connected there keeps it', async t => {
  const redis = await new RedisServer().start()
  const stores = [0, 1].map(() => new RedisStore({ url: redis.url, deadline: 20_000 }))
  const nodes = await Promise.all(stores.map(store => games(t, { store })))
  t.after(async () => {
    await Promise.all(stores.map(store => store.close()))
    await redis.remove()
  })
  const seats = async () => {
    const keys = (await redis.ask('KEYS', '*:p')).split('\n').filter(key => key !== '')
    const lines = await Promise.all(keys.map(key => redis.ask('ZRANGE', key, '0', '-1', 'WITHSCORES')))
    const found = []
    for (const [at, text] of lines.entries()) {
      const words = text.split('\n')
      for (let i = 0; i + 1 < words.length; i += 2)
        found.push({ key: keys[at], seat: words[i], left: Number(words[i + 1]) - stores[1].now() })
    }
    return found
  }
  const held = async game => (await seats()).find(({ seat }) => seat.startsWith(game))
  const maker = await client(t, nodes[0].url)
  const { game } = await maker.ask('create', { clock: BLITZ })
  await until(async () => (await held(game))?.left <= MINUTE, 'a minute until the maker must come')
  await maker.ask('open', { game })
  await until(async () => (await held(game))?.left > MINUTE, 'it is kept')
  await maker.end()
  await until(async () => (await held(game))?.left <= MINUTE, 'a minute until the maker must be back')
  const back = await client(t, nodes[1].url, { token: maker.token })
  await back.ask('open', { game })
  await until(async () => (await held(game))?.left > MINUTE, 'it is kept there')
  await back.end()
  await until(async () => (await held(game))?.left <= MINUTE)
  // The first node dies, with all that it had in memory.
  await Promise.all([nodes[0].server.close(), stores[0].close()])
  const { key, seat } = await held(game)
  await redis.ask('ZADD', key, String(stores[1].now()), seat) // the time has run out
  const ended = async () => (await stores[1].read(game)).at(-1)
  await until(async () => (await ended()).type === 'ended', 'the other node ends it')
  assert.equal((await ended()).reason, 'aborted')
})

test('a token is the very text that was issued: no other text of the same signature', () => {
  const identities = new Identities([SECRET])
  const now = Date.now()
  for (let i = 0; i < 20; i++) {
    const { token, id } = identities.create(now, Math.random)
    assert.equal(identities.read(token, now).id, id)
    const signature = token.lastIndexOf('.') + 1
    for (const more of ['!', '=', '==', ' ', '\n', '\0', '.', 'A', '\u0141', '-', '*A'])
      for (const at of [0, signature, signature + 7, token.length]) {
        const other = token.slice(0, at) + more + token.slice(at)
        assert.equal(identities.read(other, now), undefined, other)
      }
    // The last character has two bits that stand for nothing.
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/')
      if (last !== token.at(-1)) assert.equal(identities.read(token.slice(0, -1) + last, now), undefined)
    // Base64 proper has the same bytes.
    const standard = token.slice(signature).replaceAll('-', '+').replaceAll('_', '/')
    if (!token.endsWith(standard))
      assert.equal(identities.read(token.slice(0, signature) + standard, now), undefined)
  }
})

test('a token shows since when it is there; it is renewed after a day', () => {
  const identities = new Identities([SECRET])
  const now = Date.UTC(2030, 0, 1)
  const { id, token, since } = identities.create(now, Math.random)
  assert.equal(since, now)
  const read = identities.read(token, now + 5000)
  assert.deepEqual([read.id, Math.abs(read.since - now) <= 1000], [id, true])
  const same = identities.renew(read, now + 5000)
  assert.deepEqual([same.token, same.since], [token, read.since])
  const later = now + 25 * 3_600_000
  const renewed = identities.renew(identities.read(token, later), later)
  assert.notEqual(renewed.token, token)
  assert.equal(renewed.since, read.since, 'this connection has shown the old one')
  assert.ok(identities.read(renewed.token, later).since >= later)
})
