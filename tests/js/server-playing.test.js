// SPDX-License-Identifier: Apache-2.0
// Running games: hosts over one store, clients of two nodes on one Redis; what they cost, and what strangers can do to them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { GameLists } from '#js/server/stores/game-lists.js'
import { dist } from './support/binbo.js'
import { until } from './support/engines.js'
import { A, B, BLITZ, GameHost, OddStore, play } from './support/host.js'
import { RedisServer } from './support/redis.js'
import { client, games, newGame, play as playWire, RedisStore, WebSocket } from './support/served-games.js'

const { connectGames } = await import(pathToFileURL(`${dist}session.js`).href)
const DAYS = { perMove: 3 * 24 * 3_600_000 }
const idsOf = list => list.map(({ game }) => game)

/** Several hosts share its lists; its time can be moved. */
class ListStore extends OddStore {
  lists = new GameLists(() => this.now())
  /** Called before the lists are used; may throw. */
  onList = () => {}
  used = []

  async enlist(...args) {
    this.used.push(args[0])
    await this.onList(...args)
    return this.lists.enlist(...args)
  }

  async listed(list) {
    this.used.push(list)
    await this.onList(list)
    return this.lists.listed(list)
  }

  /** All running games that are listed, as far as the lists know. */
  async entries() {
    return (await Promise.all(['playing', 'playing:more'].map(list => this.lists.listed(list)))).flat()
  }
}

/** @param {import('node:test').TestContext} t */
function arena(t, options = {}) {
  const store = new ListStore()
  const hosts = [new GameHost({ store, ...options }), new GameHost({ store, ...options })]
  t.after(async () => {
    for (const host of hosts) await host.drain()
    await store.store.close()
  })
  /** The list as of now. */
  const playing = (options, host = hosts[1]) => {
    store.shift += 1000
    return host.playing(options)
  }
  return { store, hosts, playing }
}

async function begin(host, { white = A, black = B, ...setup } = {}) {
  const { ok, game } = await host.command(undefined, white, { type: 'create', clock: BLITZ, ...setup })
  assert.equal(ok, true)
  assert.equal((await host.command(game, black, { type: 'join' })).ok, true)
  return game
}

test('a game is listed on all hosts from its start to its end, as it is', async t => {
  const { hosts, playing, store } = arena(t)
  const tags = { Tournament: 'Spring' }
  const { game: waiting } = await hosts[0].command(undefined, A, { type: 'create', clock: BLITZ })
  assert.deepEqual(await playing(), [])
  const game = await begin(hosts[0], { tags, black: '~hidden' })
  const expected = {
    game,
    status: 'playing',
    variant: 'standard',
    fen: null,
    clock: BLITZ,
    tags,
    white: A,
    black: {},
    turn: 'white',
    ply: 0,
    result: null,
    watchers: 0,
  }
  for (const host of hosts) {
    const [{ clocks, deadline, at, ...shown }, ...more] = await playing({}, host)
    assert.deepEqual([shown, more], [expected, []])
    assert.deepEqual([clocks.white, clocks.running], [180_000, null])
    assert.ok(deadline > at)
  }
  await play(hosts[0], game, 'e2e4 e7e5 g1f3', { black: '~hidden' })
  const [moved] = await playing()
  assert.deepEqual([moved.ply, moved.turn, moved.clocks.running], [3, 'black', 'black'])
  assert.equal((await hosts[1].command(game, A, { type: 'resign' })).ok, true)
  for (const host of hosts) assert.deepEqual(await playing({}, host), [])
  await hosts[0].command(waiting, A, { type: 'abort' })
  const aborted = await begin(hosts[0])
  const expired = await begin(hosts[0])
  assert.deepEqual(idsOf(await playing()).toSorted(), [aborted, expired].toSorted())
  await hosts[0].command(aborted, A, { type: 'abort' })
  store.shift += 31_000
  await store.due[1](expired)
  assert.deepEqual(await playing(), [])
  assert.deepEqual(await store.entries(), [], 'dead games have no entries')
})

test('private games are not listed, nor untimed ones that both players have left', async t => {
  const { hosts, playing, store } = arena(t)
  await begin(hosts[0], { allow: { spectators: false } })
  const left = await begin(hosts[0], { clock: null })
  const timed = await begin(hosts[0], { clock: DAYS })
  assert.deepEqual(new Set(idsOf(await playing())), new Set([left, timed]))
  for (const game of [left, timed]) await store.due[0](game, ['white', 'black'])
  assert.deepEqual(idsOf(await playing()), [timed])
  assert.deepEqual(await store.entries(), [timed])
  await hosts[0].command(left, null, { type: 'back', color: 'white' })
  assert.deepEqual(new Set(idsOf(await playing())), new Set([left, timed]))
})

test('the most watched games come first, whichever host they are watched on', async t => {
  const { hosts, playing } = arena(t)
  const made = [await begin(hosts[0]), await begin(hosts[0]), await begin(hosts[1])]
  const ends = []
  const watch = (host, game, user) => ends.push(host.watch(game, 0, () => {}, user))
  for (const [at, count] of [2, 3, 0].entries())
    for (let i = 0; i < count; i++) watch(hosts[i % 2], made[at], { id: `s${i}` })
  // Neither a player nor the program itself is a spectator.
  for (const user of [A, B, undefined]) watch(hosts[0], made[2], user)
  const counts = async host => (await playing({}, host)).map(({ game, watchers }) => [game, watchers])
  const expected = [
    [made[1], 3],
    [made[0], 2],
    [made[2], 0],
  ]
  for (const host of hosts) {
    let last
    await until(async () => {
      last = await counts(host)
      return JSON.stringify(last) === JSON.stringify(expected)
    }, 'all spectators are counted').catch(() => assert.deepEqual(last, expected))
  }
  for (const end of ends) end()
  await until(async () => (await counts(hosts[1])).every(([, count]) => count === 0), 'nobody watches')
})

test('by tag, and no more than a limit', async t => {
  const { hosts, playing } = arena(t)
  const spring = []
  for (let i = 0; i < 6; i++) {
    const game = await begin(hosts[0], { tags: { Tournament: i % 2 ? 'Spring' : 'Autumn' } })
    if (i % 2) spring.push(game)
  }
  await begin(hosts[0])
  assert.deepEqual(new Set(idsOf(await playing({ tag: ['Tournament', 'Spring'] }))), new Set(spring))
  assert.equal((await playing({ tag: ['Tournament', 'Spring'], limit: 2 })).length, 2)
  assert.equal((await playing({ limit: 5 })).length, 5)
  for (const tag of [
    ['Tournament', 'spring'],
    ['toString', 'x'],
    ['__proto__', ''],
    ['', ''],
  ])
    assert.deepEqual(await playing({ tag }), [])
  for (const options of [
    { tag: 'Tournament' },
    { tag: ['Tournament'] },
    { tag: ['Tournament', 5] },
    { limit: 0 },
    { limit: 101 },
    { limit: 1.5 },
    { tags: [] },
    null,
    7,
  ])
    await assert.rejects(hosts[0].playing(options), { code: 'ERR_ARGUMENT' })
})

test('a move of a game with a clock changes no list; readers of a second share one reading', async t => {
  const { hosts, store } = arena(t)
  const begin0 = store.now()
  store.now = () => begin0 + store.shift
  const game = await begin(hosts[0])
  await until(async () => (await store.entries()).length === 1)
  store.used.length = 0
  await play(hosts[0], game, 'e2e4 e7e5 g1f3 b8c6')
  assert.deepEqual(store.used, [])
  store.shift += 1000
  const reads = store.reads
  const lists = await Promise.all(Array.from({ length: 50 }, () => hosts[1].playing()))
  assert.ok(lists.every(list => list[0].ply === 4))
  assert.equal(store.used.length, 3)
  assert.ok(store.reads - reads <= 2, `${store.reads - reads} reads`)
  // What was read before is read on.
  store.shift += 1000
  store.onRead = (_, since) => assert.ok(since > 0)
  await hosts[1].playing()
})

test('one place holds three games of the list, however many it starts; the others fill what room is left', async t => {
  const { hosts, playing, store } = arena(t)
  const flood = []
  const mine = [await begin(hosts[0])]
  for (let i = 0; i < 130; i++) {
    const [white, black] = [0, 1].map(at => ({ id: `~${i}.${at}`, place: 'p1' }))
    flood.push(await begin(hosts[i % 2], { white, black, clock: i % 3 ? BLITZ : DAYS }))
    if (i % 2) mine.push(await begin(hosts[0], { white: { id: `w${i}`, place: `q${i}` } }))
  }
  const of = (list, all) => list.filter(({ game }) => all.includes(game)).length
  await until(async () => (await store.entries()).length === flood.length + mine.length)
  const list = await playing()
  assert.deepEqual([list.length, of(list, mine)], [100, mine.length])
  const three = await playing({ limit: 10 })
  assert.ok(of(three, flood) <= 3, `${of(three, flood)} games of one place`)
  // A rematch stays one of its place.
  for (const game of flood.slice(0, 20)) {
    const { players } = hosts[0].stateOf(game) ?? hosts[1].stateOf(game)
    const [white, black] = [players.white, players.black].map(({ id }) => ({ id, place: 'p1' }))
    await play(hosts, game, 'e2e4 e7e5', { white, black })
    await hosts[0].command(game, white, { type: 'resign' })
    await hosts[0].command(game, white, { type: 'rematch' })
    assert.equal((await hosts[0].command(game, black, { type: 'rematch' })).ok, true)
  }
  await until(() => flood.slice(0, 20).every(game => hosts[0].stateOf(`${game}-2`)?.status === 'playing'))
  await until(async () => (await store.entries()).filter(id => id.endsWith('-2')).length === 20)
  const first = await store.lists.listed('playing')
  assert.ok(first.filter(id => flood.includes(id.replace(/-2$/, ''))).length <= 3)
  // Games that end leave room for others of the place.
  for (const game of await store.lists.listed('playing:p1')) {
    const { players } = hosts[0].stateOf(game) ?? hosts[1].stateOf(game)
    await hosts[1].command(game, players.white.id, { type: 'resign' })
    await hosts[1].command(game, players.white.id, { type: 'abort' })
  }
  const [white, black] = ['~a', '~b'].map(id => ({ id, place: 'p1' }))
  const late = await begin(hosts[1], { white, black })
  await until(async () => (await store.lists.listed('playing')).includes(late))
})

test('lists are hints: what the logs do not say is not shown, and leaves them', async t => {
  const { hosts, playing, store } = arena(t)
  const over = await begin(hosts[0])
  await hosts[0].command(over, A, { type: 'abort' })
  const { game: waiting } = await hosts[0].command(undefined, A, { type: 'create' })
  const hidden = await begin(hosts[0], { allow: { spectators: false } })
  const game = await begin(hosts[0])
  for (const id of [over, waiting, hidden, 'gone', game])
    await store.lists.enlist('playing', id, store.now() + 1e6)
  for (const entry of [
    `${over}#3#x`,
    'gone#2#x',
    '#',
    'x',
    `${game}#nonsense#y`,
    `${game}#4#z`,
    `${game}#9#z`,
  ])
    await store.lists.enlist('watched', entry, store.now() + (entry.includes('#4') ? 2e6 : 1e6))
  const list = await playing()
  assert.deepEqual(idsOf(list), [game])
  assert.equal(list[0].watchers, 4)
  assert.deepEqual(await store.entries(), [game])
  store.onList = () => {
    throw Object.assign(new Error('away'), { code: 'ERR_STORE_AWAY' })
  }
  await assert.rejects(playing(), { code: 'ERR_STORE_AWAY' })
  const unlisted = await begin(hosts[0], { white: { id: 'w' } })
  assert.ok(hosts[0].stateOf(unlisted), 'games begin without lists')
  store.onList = () => {}
  assert.deepEqual(idsOf(await playing()), [game])
})

test('onStarted: once, on the host that has started the game, with and without spectators', async t => {
  const began = []
  const { hosts } = arena(t, { onStarted: game => began.push(game) })
  const { game: waiting } = await hosts[0].command(undefined, A, { type: 'create', clock: BLITZ })
  assert.deepEqual(began, [])
  const tags = { Rated: 'yes' }
  const game = await begin(hosts[0], { tags, allow: { spectators: false } })
  assert.deepEqual([began.length, began[0].game, began[0].tags, began[0].watchers], [1, game, tags, 0])
  assert.deepEqual([began[0].white, began[0].black, began[0].ply], [A, B, 0])
  await hosts[1].playing()
  assert.equal((await hosts[1].command(game, A, { type: 'abort' })).ok, true)
  assert.equal((await hosts[1].command(waiting, B, { type: 'join', id: 'j' })).ok, true)
  assert.equal((await hosts[0].command(waiting, B, { type: 'join', id: 'j' })).duplicate, true)
  const answer = await hosts[0].command(undefined, A, { type: 'create', opponent: { id: 'C' } })
  await play(hosts[0], answer.game, 'e2e4 e7e5', { black: { id: 'C' } })
  await hosts[0].command(answer.game, A, { type: 'resign' })
  await hosts[0].command(answer.game, A, { type: 'rematch' })
  await hosts[0].command(answer.game, { id: 'C' }, { type: 'rematch' })
  await until(() => began.length === 4, 'the rematch')
  assert.deepEqual(idsOf(began), [game, waiting, answer.game, `${answer.game}-2`])
})

test('over the wire, on two nodes of one Redis: the list, its changes, and watchers of both', async t => {
  const redis = await new RedisServer().start()
  t.after(() => redis.remove())
  const stores = [0, 1].map(() => new RedisStore({ url: redis.url }))
  t.after(() => Promise.all(stores.map(store => store.close())))
  const began = []
  const options = { onStarted: ({ game }) => began.push(game) }
  const [one, two] = await Promise.all(stores.map(store => games(t, { store, ...options })))
  const reader = connectGames(two.url, { WebSocket })
  t.after(() => reader.close())
  const heard = []
  const end = reader.on('playing', list => heard.push(list))
  await until(() => heard.length > 0, 'the first list')
  assert.deepEqual(heard[0], [])
  const [white, black] = [await client(t, one.url), await client(t, one.url)]
  const setup = { clock: BLITZ, tags: { Tournament: 'Spring' } }
  const [first, second] = [await newGame(white, black, setup), await newGame(white, black)]
  assert.deepEqual(began, [first, second])
  await until(() => heard.at(-1).length === 2, 'both games')
  const spectators = [await client(t, one.url), await client(t, two.url)]
  for (const spectator of spectators) await spectator.ask('open', { game: first })
  await until(() => heard.at(-1)[0]?.watchers === 2, 'spectators of both nodes')
  assert.equal(heard.at(-1)[0].game, first)
  await playWire([white, black], first, ['e2e4', 'e7e5'])
  await until(() => heard.at(-1)[0].ply === 2, 'its moves')
  const [found, ...more] = await reader.playing({ tag: ['Tournament', 'Spring'], limit: 5 })
  assert.deepEqual([found.game, found.tags, found.ply, more], [first, setup.tags, 2, []])
  assert.deepEqual(idsOf(await reader.playing()), [first, second])
  for (const options of [{ limit: 0 }, { tag: ['x'] }, { color: 'white' }])
    await assert.rejects(reader.playing(options), { code: 'ERR_ARGUMENT' })
  for (const fields of [{ limit: 500 }, { tag: 'x' }, { tag: ['a', 'b'], watch: true }, { watch: 'yes' }])
    assert.equal((await white.ask('playing', fields)).code, 'badCommand')
  await white.ask('resign', { game: first })
  await white.ask('abort', { game: second })
  await until(() => heard.at(-1).length === 0, 'the ends')
  for (const list of ['playing', 'playing:more'])
    assert.deepEqual(await stores[0].listed(list), [], 'dead games have no entries')
  const count = heard.length
  end()
  await newGame(white, black)
  await until(async () => (await reader.playing()).length === 1)
  assert.equal(heard.length, count, 'nobody listens')
})

test('tags go where games go: the lobby, lists, clients, rematches; and clients cannot send fields that there are not', async t => {
  const { url } = await games(t)
  const [anna, bert] = [connectGames(url, { WebSocket }), connectGames(url, { WebSocket })]
  t.after(() => {
    for (const client of [anna, bert]) client.close()
  })
  const tags = { Rated: 'yes', Round_: '3' }
  const white = await anna.create({ clock: '3+2', tags, listed: true, color: 'white' })
  let challenge
  await until(async () => ([challenge] = await bert.lobby()) && challenge !== undefined)
  assert.deepEqual(challenge.tags, tags)
  const black = bert.open(challenge.game)
  await until(() => black.view !== null)
  assert.deepEqual(black.view.tags, tags)
  assert.equal((await black.join()).ok, true)
  assert.deepEqual((await anna.games())[0].tags, tags)
  assert.deepEqual((await anna.playing())[0].tags, tags)
  await until(() => white.view?.status === 'playing')
  await white.move('e2e4')
  await until(() => black.view.ply === 1)
  await black.move('e7e5')
  await until(() => white.view.ply === 2)
  await white.resign()
  await white.rematch()
  await until(() => black.view.rematch === 'white')
  assert.equal((await black.rematch()).ok, true)
  const next = bert.open(`${challenge.game}-2`)
  await until(() => next.view?.status === 'playing')
  assert.deepEqual(next.view.tags, tags)
  await assert.rejects(anna.create({ rated: true }), error => {
    assert.deepEqual([error.cause.code, error.cause.why], ['badCommand', "there is no field 'rated'"])
    return true
  })
})
