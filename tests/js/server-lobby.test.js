// SPDX-License-Identifier: Apache-2.0
// The lobby and the games of a player: hosts over stores with lists and without, and clients of two nodes on one Redis.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GameLists } from '#js/server/stores/game-lists.js'
import { until } from './support/engines.js'
import { A, B, BLITZ, ChessError, GameHost, OddStore, play, wait } from './support/host.js'
import { RedisServer } from './support/redis.js'
import { client, games, newGame, RedisStore, Wire } from './support/served-games.js'

const DAYS = { perMove: 3 * 24 * 3_600_000 }

/** Several hosts share its lists; its time can be moved. */
class ListStore extends OddStore {
  lists = new GameLists(() => this.now())
  /** Called before the lists are used; may throw. */
  onList = () => {}
  listReads = 0

  async enlist(...args) {
    await this.onList('enlist', ...args)
    return this.lists.enlist(...args)
  }

  async listed(...args) {
    this.listReads++
    await this.onList('listed', ...args)
    return this.lists.listed(...args)
  }
}

/** @param {import('node:test').TestContext} t */
function arena(t, store = new ListStore()) {
  const hosts = [new GameHost({ store }), new GameHost({ store })]
  t.after(async () => {
    for (const host of hosts) await host.drain()
    await store.store.close()
  })
  return { store, hosts }
}

async function create(host, user, fields = {}) {
  const answer = await host.command(undefined, user, {
    type: 'create',
    listed: true,
    clock: BLITZ,
    ...fields,
  })
  assert.equal(answer.ok, true, JSON.stringify(answer))
  return answer.game
}

const idsOf = list => list.map(({ game }) => game)

test('a listed game is in the lobby of all hosts until somebody joins it or it is aborted', async t => {
  const { hosts, store } = arena(t)
  const before = store.now()
  const game = await create(hosts[0], A, { color: 'black' })
  const [challenge, ...more] = await hosts[1].lobby()
  assert.ok(challenge.since >= before && challenge.since <= store.now())
  const expected = { game, variant: 'standard', fen: null, clock: BLITZ, color: 'white', creator: A }
  assert.deepEqual({ ...challenge, since: 0 }, { ...expected, since: 0 })
  assert.deepEqual(more, [])
  await hosts[0].command(undefined, B, { type: 'create' })
  await hosts[0].command(undefined, B, { type: 'create', listed: false })
  const anonymous = await create(hosts[1], '~hidden', { variant: 'chess960', clock: undefined })
  const [newest, oldest] = await hosts[1].lobby()
  assert.deepEqual(idsOf([newest, oldest]), [anonymous, game])
  assert.deepEqual([newest.creator, newest.variant, newest.clock], [{}, 'chess960', null])
  assert.match(newest.fen, /^[bnrqk]{8}\/pppppppp\//)
  assert.doesNotMatch(JSON.stringify(await hosts[1].lobby()), /hidden/)
  assert.equal((await hosts[1].command(game, B, { type: 'join' })).ok, true)
  await hosts[1].command(anonymous, '~hidden', { type: 'abort' })
  assert.deepEqual(await hosts[1].lobby(), [])
  store.shift += 1000 // what another host has read is a second old
  assert.deepEqual(await hosts[0].lobby(), [])
  assert.equal((await hosts[0].command(undefined, A, { type: 'create', listed: 'yes' })).code, 'badCommand')
})

test('the log knows nothing of the lobby', async t => {
  const { hosts, store } = arena(t)
  const games = [await create(hosts[0], A), await create(hosts[0], A, { listed: false })]
  const [listed, other] = await Promise.all(games.map(game => store.read(game)))
  assert.deepEqual(
    { ...listed[0], game: '', at: 0, command: '' },
    { ...other[0], game: '', at: 0, command: '' },
  )
})

test('a challenge is shown while its maker is there, at whichever host', async t => {
  const { hosts, store } = arena(t)
  // Only the test moves the time, until pages are reloaded.
  const begin = store.now()
  store.now = () => begin + store.shift
  const [left, kept] = [await create(hosts[0], A), await create(hosts[0], A)]
  const quiet = await create(hosts[0], A, { listed: false })
  const shown = async () => idsOf(await hosts[1].lobby())
  const end = hosts[0].watch(kept, 0, () => {}, A)
  hosts[0].watch(quiet, 0, () => {}, A)
  hosts[0].watch(left, 0, () => {}, B)
  await until(() => hosts[0].isPresent(kept, 'white'))
  assert.deepEqual(new Set(await shown()), new Set([kept, left]))
  let renewed = 0
  store.onList = (what, _, entry) => {
    if (what === 'enlist' && entry.startsWith(kept)) renewed++
  }
  for (let i = 0; i < 2; i++) {
    const before = renewed
    store.shift += 10_000
    await until(() => renewed > before, 'a round')
  }
  assert.deepEqual(await shown(), [kept], 'whoever does not open it is not there')
  end()
  store.shift += 2500
  assert.deepEqual(await shown(), [kept], 'pages are reloaded')
  store.shift += 1000
  assert.deepEqual(await shown(), [])
  Reflect.deleteProperty(store, 'now')
  hosts[1].watch(kept, 0, () => {}, A)
  await until(async () => (await shown()).length > 0)
  assert.deepEqual(await shown(), [kept], 'and the game that is not for everybody is not')
  await hosts[0].command(kept, B, { type: 'join' })
  store.shift += 1000
  assert.deepEqual(await shown(), [])
})

test('at most 100 are shown, the newest, and three of one user; readers share one read', async t => {
  const { hosts, store } = arena(t)
  for (let i = 0; i < 5; i++) await create(hosts[0], A)
  const all = []
  for (let i = 0; i < 105; i++) {
    store.shift += 1
    all.unshift(await create(hosts[0], `user${i}`))
  }
  const reads = store.reads
  const lists = await Promise.all(Array.from({ length: 50 }, () => hosts[1].lobby()))
  assert.deepEqual(idsOf(lists[0]), all.slice(0, 100))
  assert.ok(lists.every(list => list === lists[0]))
  assert.deepEqual([store.listReads, store.reads - reads], [1, 110])
  store.shift += 1000
  await hosts[1].lobby()
  assert.deepEqual([store.listReads, store.reads - reads], [2, 110], 'a log is read once')
  for (const game of all) await hosts[1].command(game, 'x', { type: 'join' })
  assert.equal((await hosts[1].lobby()).length, 3)
})

test('lists are hints: what the logs do not say is not shown', async t => {
  const { hosts, store } = arena(t)
  const game = await create(hosts[0], A)
  const playing = await create(hosts[0], A)
  await hosts[0].command(playing, B, { type: 'join' })
  const strange = await create(hosts[0], B)
  const soon = store.now() + 10_000
  for (const id of ['none', playing, game, strange]) {
    await store.enlist('lobby', id, soon)
    await store.enlist('games:A', id, soon)
  }
  const read = store.store.read.bind(store.store)
  store.store.read = async (id, since) => {
    if (id === strange) throw new ChessError('ERR_SESSION_FORMAT')
    return read(id, since)
  }
  assert.deepEqual(idsOf(await hosts[1].lobby()), [game])
  assert.deepEqual(new Set(idsOf(await hosts[1].gamesOf('A'))), new Set([game, playing]))
  const left = new Set(await store.listed('games:A'))
  assert.deepEqual(left, new Set([game, playing, strange]), 'what is gone is taken off, what is new is not')
})

test('the games of a player: those to be played first, and recently ended ones', async t => {
  const { hosts, store } = arena(t)
  const mine = []
  const make = async (fields, moves, opponent = B) => {
    const game = await create(hosts[0], A, { listed: false, ...fields })
    if (moves !== undefined) assert.equal((await hosts[1].command(game, opponent, { type: 'join' })).ok, true)
    if (moves) await play(hosts, game, moves)
    store.shift += 1
    mine.push(game)
    return game
  }
  const over = await make({}, 'f2f3 e7e5 g2g4 d8h4')
  const waiting = await make({ variant: 'atomic', color: 'black' })
  const notMine = await make({ clock: DAYS }, 'e2e4')
  const onTurn = await make({ clock: DAYS }, 'e2e4 e7e5')
  const anonymous = await make({ clock: null }, '', '~hidden')
  const list = await hosts[1].gamesOf(A)
  assert.deepEqual(idsOf(list), [anonymous, onTurn, notMine, waiting, over])
  const [first, second, third, fourth, last] = list
  assert.deepEqual([first.opponent, first.deadline, first.clock], [{}, null, null])
  const { since, ...clocks } = second.clocks
  assert.deepEqual(clocks, { white: DAYS.perMove, black: DAYS.perMove, running: 'white' })
  assert.equal(second.deadline, since + DAYS.perMove)
  assert.deepEqual([second.turn, second.ply, second.color, second.opponent], ['white', 2, 'white', B])
  assert.equal(third.turn, 'black')
  assert.deepEqual([fourth.status, fourth.opponent, fourth.variant], ['waiting', null, 'atomic'])
  assert.deepEqual([fourth.color, fourth.turn, fourth.result], ['black', null, null])
  assert.deepEqual([last.status, last.turn, last.deadline], ['over', null, null])
  assert.deepEqual(last.result, { winner: 'black', reason: 'checkmate' })
  assert.ok(last.at <= store.now() && last.at > store.now() - 10_000)
  const others = await hosts[0].gamesOf('B')
  assert.deepEqual(idsOf(others), [notMine, onTurn, over])
  assert.deepEqual(others[0].opponent, A)
  assert.deepEqual(await hosts[0].gamesOf('nobody'), [])
  // Moves keep a game on the list for as long as they may take; ended ones leave it with the store.
  store.shift += 39 * 24 * 3_600_000
  await hosts[0].command(first.game, A, { type: 'move', ply: 0, uci: 'e2e4' })
  store.shift += 39 * 24 * 3_600_000
  assert.deepEqual(idsOf(await hosts[1].gamesOf('A')), [anonymous])
})

test('a store without lists: each host lists what it has done itself', async t => {
  const { hosts } = arena(t, new OddStore())
  const game = await create(hosts[0], A)
  assert.deepEqual([idsOf(await hosts[0].lobby()), await hosts[1].lobby()], [[game], []])
  await hosts[1].command(game, B, { type: 'join' })
  assert.deepEqual([idsOf(await hosts[0].gamesOf('A')), idsOf(await hosts[1].gamesOf('B'))], [[game], [game]])
  const end = hosts[0].watch(game, 0, () => {}, A)
  await until(() => hosts[0].stateOf(game)?.status === 'playing')
  await until(async () => (await hosts[0].lobby()).length === 0, 'the log is the truth')
  end()
})

test('a store that is away: lists are refused, and a challenge is created once, and listed', async t => {
  const { hosts, store } = arena(t)
  store.onList = () => {
    throw new ChessError('ERR_STORE_AWAY', 'the test')
  }
  await assert.rejects(hosts[0].lobby(), { code: 'ERR_STORE_AWAY' })
  await assert.rejects(hosts[0].gamesOf(A), { code: 'ERR_STORE_AWAY' })
  const command = { type: 'create', id: 'c1', listed: true }
  assert.equal((await hosts[0].command(undefined, A, command)).code, 'unavailable')
  store.onList = () => {}
  const answer = await hosts[0].command(undefined, A, command)
  assert.deepEqual([answer.ok, answer.duplicate], [true, true])
  assert.deepEqual(idsOf(await hosts[0].lobby()), [answer.game])
  assert.deepEqual(await store.read(answer.game).then(events => events.length), 1)
})

test('over the wire, on two nodes: the list and its changes, and a player’s games', async t => {
  const redis = await new RedisServer().start()
  const stores = [0, 1].map(() => new RedisStore({ url: redis.url, deadline: 20_000 }))
  const nodes = await Promise.all(stores.map(store => games(t, { store })))
  t.after(async () => {
    await Promise.all(stores.map(store => store.close()))
    await redis.remove()
  })
  const [maker, guest] = [await client(t, nodes[0].url), await client(t, nodes[1].url)]
  assert.deepEqual(await guest.ask('lobby', { id: 'l', watch: true }), { re: 'l', ok: true, lobby: [] })
  const { game } = await maker.ask('create', { clock: BLITZ, listed: true })
  await maker.ask('open', { game })
  const update = await guest.get(({ lobby }) => lobby?.length === 1)
  assert.deepEqual(Object.keys(update), ['lobby'])
  const [challenge] = update.lobby
  assert.deepEqual([challenge.game, challenge.color, challenge.creator], [game, 'black', {}])
  assert.deepEqual((await maker.ask('lobby')).lobby, [challenge])
  await guest.ask('open', { game })
  assert.equal((await guest.ask('join', { game })).ok, true)
  await guest.getAfter(guest.messages.indexOf(update), ({ lobby }) => lobby?.length === 0, 'the empty list')
  const own = await maker.ask('games')
  assert.deepEqual([own.ok, own.games[0].game, own.games[0].color], [true, game, 'white'])
  assert.equal((await guest.ask('games')).games[0].color, 'black')
  assert.equal((await guest.ask('lobby', { watch: false })).ok, true)
  const second = await maker.ask('create', { listed: true })
  await maker.ask('open', { game: second.game })
  const before = guest.messages.length
  guest.send({ type: 'lobby', watch: true })
  const next = await guest.getAfter(before, ({ lobby }) => lobby?.length === 1, 'the list without an id')
  assert.deepEqual(Object.keys(next), ['lobby'])
  maker.socket.terminate()
  await guest.getAfter(before + 1, ({ lobby }) => lobby?.length === 0, 'the list without the maker')
  // The maker comes back on the other node, with a new connection.
  const back = await client(t, nodes[1].url, { token: maker.token })
  const then = guest.messages.length
  await back.ask('open', { game: second.game })
  await guest.getAfter(then, ({ lobby }) => lobby?.length === 1, 'the challenge, again')
  assert.deepEqual(idsOf((await back.ask('games')).games), [game, second.game])
  await redis.kill()
  await until(async () => (await back.ask('lobby')).code === 'unavailable', 'the lobby is unavailable')
  assert.equal((await back.ask('games')).code, 'unavailable')
})

test('hostile use of the lists: nonsense, floods, readers that do not read, other people’s games', async t => {
  const { url, server } = await games(t, {
    limits: { messagesPerSecond: 50, backlog: 200_000, spectatorBacklog: 20_000 },
  })
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black, { listed: true, allow: { spectators: false } })
  const guest = await client(t, url)
  for (const fields of [
    { watch: 'yes' },
    { watch: null },
    { watch: {} },
    { watch: 1 },
    { id: 'x'.repeat(65) },
    { id: 7 },
    { id: null },
  ]) {
    guest.send({ type: 'lobby', ...fields })
    guest.send({ type: 'games', id: 'x', ...fields, watch: undefined })
  }
  guest.send({ type: 'ping', t: 1 })
  await guest.get(({ type, t: sent }) => type === 'pong' && sent === 1)
  const refused = guest.messages.filter(({ code }) => code === 'badCommand')
  assert.equal(refused.length, 10)
  for (const user of [white.user.id, white.user]) {
    const { games: own } = await guest.ask('games', { user, by: user, game })
    assert.deepEqual(own, [], 'nobody sees another’s games')
  }
  for (const listed of ['true', 1, {}, []])
    assert.equal((await guest.ask('create', { listed })).code, 'badCommand')
  // A full lobby, asked for and never read.
  for (let i = 0; i < 12; i++) {
    const maker = await client(t, url)
    for (let n = 0; n < 4; n++) {
      const { game } = await maker.ask('create', { listed: true, clock: BLITZ })
      await maker.ask('open', { game })
    }
  }
  assert.equal((await black.ask('lobby')).lobby.length, 36)
  const greedy = new Wire(url)
  await greedy.hello()
  greedy.send({ type: 'lobby', watch: true })
  greedy.socket._socket.pause()
  const sent = async () => {
    const text = await (await fetch(`${url.replace('ws', 'http')}/metrics`)).text()
    return Number(/message_bytes_total\{direction="out"\} (\d+)/.exec(text)[1])
  }
  const before = await sent()
  const began = performance.now()
  for (let i = 0; i < 500; i++) greedy.send({ type: 'lobby', id: `l${i}`, watch: i % 2 === 0 })
  await wait(1000)
  const share = (await sent()) - before
  // 100 messages at once and 50 a second: at most so much for each of their worth.
  const worth = 100 + (performance.now() - began) / 20
  assert.ok(share < worth * 8192 * 1.2, `${share} bytes for one client`)
  assert.equal((await white.ask('move', { game, ply: 0, uci: 'e2e4' })).ok, true)
  greedy.socket.terminate()
  await until(() => server.clients === 15, 'it is gone')
})
