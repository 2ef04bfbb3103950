// SPDX-License-Identifier: Apache-2.0
// Games over the wire, by clients that know only the documented protocol; on one server, and on two over one store.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from './support/engines.js'
import { RedisServer } from './support/redis.js'
import {
  BLITZ,
  client,
  createGameServer,
  games,
  MATE,
  MemoryStore,
  newGame,
  play,
  RedisStore,
  SECRET,
  Wire,
} from './support/served-games.js'

test('as views, a program needs no rules: it is shown all that it may see', async t => {
  const { url } = await games(t)
  const [white, black] = [await client(t, url), await client(t, url)]
  const { game } = await white.ask('create', { clock: BLITZ })
  const first = await black.ask('open', { game, as: 'view' })
  assert.deepEqual(
    [first.role, first.view.status, first.view.permissions],
    ['spectator', 'waiting', ['join']],
  )
  const joined = await black.ask('join', { game })
  assert.deepEqual([joined.role, joined.view.role, joined.view.status], ['black', 'black', 'playing'])
  assert.equal(joined.events, undefined)
  await white.ask('move', { game, ply: 0, uci: 'e2e4' })
  const { view, version } = await black.get(message => message.view?.ply === 1)
  assert.equal(view.fen, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
  assert.deepEqual(view.moves, ['e2e4'])
  assert.ok(view.permissions.includes('move'))
  assert.equal(version, 4)
  const moved = await black.ask('move', { game, ply: 1, uci: 'e7e5' })
  assert.equal(moved.view.ply, 2)
  const refused = await black.ask('move', { game, ply: 2, uci: 'd7d5' })
  assert.deepEqual([refused.ok, refused.code, refused.view], [false, 'notYourTurn', undefined])
})

test('a whole game: answers carry their events, every event comes once, the result is everywhere', async t => {
  const { url } = await games(t)
  const [white, black, guest] = [await client(t, url), await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  const before = Date.now()
  const opened = await guest.ask('open', { game })
  assert.deepEqual([opened.role, opened.version, opened.events.length], ['spectator', 3, 3])
  // The server's clock goes on evenly where that of the machine is set.
  assert.ok(opened.now > before - 1000 && opened.now < Date.now() + 1000, `${opened.now} is not now`)
  await play([white, black], game, MATE)
  for (const each of [white, black, guest])
    await each.until(() => each.eventsOf(game).at(-1).type === 'ended', 'the end')
  const [all, ...others] = [white, black, guest].map(each => each.eventsOf(game))
  for (const events of others)
    assert.deepEqual(
      events.map(({ type, at }) => [type, at]),
      all.map(({ type, at }) => [type, at]),
    )
  assert.deepEqual([all.at(-1).winner, all.at(-1).reason], ['black', 'checkmate'])
  // A move is one message to its player, and one to each other.
  assert.equal(white.messages.filter(({ events }) => events?.some(({ uci }) => uci === 'f2f3')).length, 1)
  assert.ok(all.filter(({ by }) => by === 'white').every(({ command }) => command))
  assert.ok(all.filter(({ by }) => by === 'black').every(({ command }) => command === undefined))
  assert.ok(
    others[1].every(({ command }) => command === undefined),
    'spectators see no ids of commands',
  )
  assert.deepEqual([all[0].white, all[1].player], [{}, {}], 'and nobody sees the ids of anonymous players')
  const over = await white.ask('move', { game, ply: 4, uci: 'e1e2' })
  assert.deepEqual([over.ok, over.code, over.result.reason], [false, 'over', 'checkmate'])
})

test('the answer to a command that is sent again is the first outcome', async t => {
  const { url } = await games(t)
  const [white, black] = [await client(t, url), await client(t, url)]
  const created = await white.ask('create', { id: 'c', clock: BLITZ })
  assert.equal((await white.ask('create', { id: 'c', clock: BLITZ })).game, created.game)
  const game = await newGame(white, black)
  const command = { id: 'm1', game, ply: 0, uci: 'e2e4' }
  const first = await white.ask('move', command)
  const again = await white.ask('move', command)
  const other = await white.ask('move', { ...command, uci: 'd2d4' })
  assert.deepEqual([first.version, again.version, other.version], [4, 4, 4])
  assert.deepEqual([again.ok, again.duplicate, other.ok, other.duplicate], [true, true, true, true])
  assert.deepEqual(
    white.eventsOf(game).map(({ type }) => type),
    ['created', 'joined', 'started', 'moved'],
  )
  // On another connection of the same user, too.
  const tab = await client(t, url, { token: white.token })
  assert.equal((await tab.ask('move', command)).duplicate, true)
})

test('a client resumes by its version, and gets all from the start if the log is shorter', async t => {
  const { url } = await games(t)
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  await play([white, black], game, ['e2e4', 'e7e5'])
  await white.end()
  await play([black, black], game, [], 2)
  const back = await client(t, url, { token: white.token })
  assert.equal(back.user.id, white.user.id)
  const opened = await back.ask('open', { game, since: 4 })
  assert.deepEqual([opened.version, opened.events.map(({ uci }) => uci), opened.role], [5, ['e7e5'], 'white'])
  assert.equal((await back.ask('open', { game, since: 5 })).events.length, 0)
  const ahead = await back.ask('open', { game, since: 50 })
  assert.deepEqual([ahead.rewound, ahead.events.length], [true, 5])
  back.send({ type: 'close', game })
  await back.ask('move', { game, ply: 2, uci: 'g1f3' })
  const before = back.messages.length
  await black.ask('move', { game, ply: 3, uci: 'b8c6' })
  back.send({ type: 'ping', t: 7 })
  const pong = await back.getAfter(before, () => true, 'pong')
  assert.deepEqual([pong.type, pong.t], ['pong', 7], 'a closed game sends nothing')
})

test('games that are gone, private, missing or too many say so', async t => {
  const { url } = await games(t, { limits: { openGames: 2, spectators: 1 } })
  const [white, black, guest] = [await client(t, url), await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  const secret = await newGame(white, black, { allow: { spectators: false } })
  assert.equal((await guest.ask('open', { game: secret })).gone, 'private')
  assert.equal((await guest.ask('open', { game: 'nowhere' })).gone, 'noGame')
  assert.equal((await guest.ask('open', { game: '../etc' })).gone, 'noGame')
  assert.equal((await guest.ask('open', { game })).role, 'spectator')
  const second = await client(t, url)
  assert.deepEqual([(await second.ask('open', { game })).gone], ['full'])
  assert.equal((await white.ask('open', { game: (await white.ask('create')).game })).gone, 'tooMany')
  guest.send({ type: 'open', game: 'nowhere' })
  assert.deepEqual(await guest.getAfter(guest.messages.length, ({ gone }) => gone, 'gone'), {
    game: 'nowhere',
    gone: 'noGame',
  })
})

test('presence: who is there, told once a second', async t => {
  const { url } = await games(t)
  const [white, black, guest] = [await client(t, url), await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  await guest.ask('open', { game })
  await white.get(({ presence }) => presence?.spectators === 1 && presence.white && presence.black)
  await guest.end()
  await white.getAfter(white.messages.length - 1, ({ presence }) => presence?.spectators === 0, 'none')
  await black.end()
  await white.get(({ events }) => events?.some(({ type, color }) => type === 'away' && color === 'black'))
  await white.get(({ presence }) => presence?.black === false) // it may come just before the event
  const back = await client(t, url, { token: black.token })
  await back.ask('open', { game })
  await white.get(({ events }) => events?.some(({ type, color }) => type === 'back' && color === 'black'))
})

test('a rematch is a new game with the colours exchanged', async t => {
  const { url } = await games(t)
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  await play([white, black], game, MATE)
  await white.ask('rematch', { game })
  const { ok, events } = await black.ask('rematch', { game })
  assert.equal(ok, true)
  const next = events.at(-1).game
  assert.equal(next, `${game}-2`)
  assert.equal((await white.ask('open', { game: next })).role, 'black')
  assert.equal((await black.ask('open', { game: next })).role, 'white')
})

test('with authenticate, users are those of the site', async t => {
  const users = {
    ann: { id: 'ann', name: 'Ann' },
    bob: { id: 'bob' },
    wrong: { id: '~forged' },
    none: { id: '' },
    number: { id: 7 },
    long: { id: 'long', name: 'x'.repeat(65) },
    row: { id: 'row', name: null, roles: null },
    crowned: { id: 'crowned', roles: ['arbiter', 7] },
  }
  const seen = []
  const authenticate = async (request, { token, client }) => {
    seen.push([request.headers['x-session'], client])
    assert.ok(token === undefined || typeof token === 'string')
    if (token === 'throw') throw new Error('the database is down')
    return users[token] ?? null
  }
  const { url, logged } = await games(t, { authenticate })
  const ann = await client(t, url, { token: 'ann', headers: { 'x-session': 'abc' } })
  assert.deepEqual(seen, [['abc', 'a test']])
  assert.deepEqual([ann.user, ann.token], [users.ann, undefined])
  const bob = await client(t, url, { token: 'bob' })
  const game = await newGame(ann, bob)
  assert.deepEqual(bob.eventsOf(game)[0].white, users.ann)
  assert.deepEqual((await client(t, url, { token: 'row' })).user, { id: 'row' })
  for (const token of ['wrong', 'none', 'number', 'long', 'crowned', 'nobody', undefined, null, 7, ['ann']]) {
    const wire = new Wire(url)
    await wire.hello(token)
    assert.equal((await wire.closing()).code, 4401, String(token))
  }
  // Nobody is sent away for good because a database is down.
  const wire = new Wire(url)
  await wire.hello('throw')
  assert.equal((await wire.closing()).code, 1013)
  // What is repeated is summed for a second, which may be over before the others.
  assert.deepEqual(
    [...new Set(logged('error').map(({ reason }) => reason))],
    [
      'authenticate() returned an invalid user: its id must not begin with ~',
      'authenticate() returned an invalid user: its id must be text of 1 to 64 characters',
      'authenticate() returned an invalid user: its name must be text of at most 64 characters',
      'authenticate() returned an invalid user: its roles must be an array of texts',
      'authenticate() failed: the database is down',
    ],
  )
})

test('attached to a server that has other things to do', async t => {
  const http = createServer((_, response) => response.end('the site'))
  await new Promise(resolve => http.listen(0, '127.0.0.1', resolve))
  t.after(() => http.close())
  const server = await createGameServer({ server: http, path: '/games', secret: SECRET })
  t.after(() => server.close())
  const { port } = http.address()
  assert.equal(server.url, `ws://127.0.0.1:${port}/games`)
  const own = await client(t, server.url, { origin: `http://127.0.0.1:${port}` })
  assert.ok(own.user)
  for (const [url, options] of [
    [server.url, { origin: 'https://elsewhere.org' }],
    [`ws://127.0.0.1:${port}/other`, {}],
  ]) {
    const wire = new Wire(url, options)
    await wire.closing()
    assert.match(wire.error.message, /403|404/)
  }
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/health`)).text(), 'the site')
  await assert.rejects(createGameServer({ server: http, path: '/games', secret: SECRET }), {
    code: 'ERR_ARGUMENT',
    message: /at this path already/,
  })
  // Of several game servers each has its path, and one refuses all others.
  const second = await createGameServer({ server: http, path: '/more', secret: SECRET, metrics: false })
  t.after(() => second.close())
  assert.ok((await client(t, second.url)).user)
  const nowhere = new Wire(`ws://127.0.0.1:${port}/other`)
  await nowhere.closing()
  assert.match(nowhere.error.message, /404/)
  // Unless there is another listener.
  const others = []
  http.on('upgrade', (request, socket) => others.push(request.url) && request.url === '/chat' && socket.end())
  const chat = new Wire(`ws://127.0.0.1:${port}/chat`)
  await chat.closing()
  assert.match(chat.error.message, /hang up|ECONNRESET/)
  assert.deepEqual(others, ['/chat'])
  // The site answers for the server where it likes.
  http.removeAllListeners('request')
  http.on('request', (request, response) => {
    const one = request.url.startsWith('/second') ? second : server
    request.url = request.url.replace('/second', '')
    if (!one.answer(request, response)) response.end('the site')
  })
  for (const [path, status, text] of [
    ['/health', 200, /"status":"ok","clients":1/],
    ['/ready', 200, /ready/],
    ['/metrics', 200, /^binbo_/m],
    ['/second/ready', 200, /ready/],
    ['/second/metrics', 200, /the site/],
    ['/games', 200, /the site/],
    ['/', 200, /the site/],
  ]) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    assert.equal(answer.status, status, path)
    assert.match(await answer.text(), text)
  }
  assert.equal((await fetch(`http://127.0.0.1:${port}/ready`, { method: 'POST' })).status, 405)
  await server.close()
  assert.equal((await fetch(`http://127.0.0.1:${port}/ready`)).status, 503)
  assert.equal((await own.closing()).code, 1012)
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'the site', 'it goes on')
})

test('wrong options are refused before anything listens', async () => {
  const wrong = [
    { port: -1 },
    { port: 1.5 },
    { host: '' },
    { path: 'games' },
    { origins: ['nonsense'] },
    { proxies: ['x'] },
    { secret: 'short' },
    { secret: 7 },
    { authenticate: true },
    { archive: 'games.pgn' },
    { log: 1 },
    { metrics: 'yes' },
    { store: {} },
    { server: {} },
    { limits: { openGames: 0 } },
    { limits: { messageBytes: 1e9 } },
    { limits: { wrong: 1 } },
    { more: 1 },
    7,
  ]
  for (const options of wrong)
    await assert.rejects(createGameServer(options), { code: 'ERR_ARGUMENT' }, JSON.stringify(options))
  await assert.rejects(createGameServer({ host: '192.0.2.1' }), { code: 'EADDRNOTAVAIL' })
})

test('two nodes on one Redis: each side plays on another, one dies, its player goes on at the other', async t => {
  const redis = new RedisServer({ appendfsync: 'always' })
  await redis.start()
  t.after(() => redis.kill())
  const nodes = []
  for (let i = 0; i < 2; i++) {
    const store = new RedisStore({ url: redis.url, deadline: 20_000 })
    nodes.push(await games(t, { store }))
    t.after(() => store.close())
  }
  const [white, black] = [await client(t, nodes[0].url), await client(t, nodes[1].url)]
  const game = await newGame(white, black)
  const line = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7'.split(' ')
  await play([white, black], game, line)
  for (const each of [white, black]) await each.until(() => each.eventsOf(game).length === 13, 'all moves')
  assert.deepEqual(
    white
      .eventsOf(game)
      .map(({ uci }) => uci)
      .slice(3),
    line,
  )
  // The first node stops in the middle; an identity of one node is good on the other.
  nodes[0].server.close()
  assert.equal((await white.get(({ type }) => type === 'bye')).reason, 'the server stops')
  assert.equal((await white.closing()).code, 1012)
  const back = await client(t, nodes[1].url, { token: white.token })
  assert.deepEqual(
    [back.user.id, (await back.ask('open', { game, since: 13 })).role],
    [white.user.id, 'white'],
  )
  await play([back, black], game, ['f1e1', 'b7b5'], 10)
  // The same create on two nodes makes one game.
  assert.equal((await back.ask('create', { id: 'same' })).game.length, 12)
  await redis.kill()
  const refused = await back.ask('move', { id: 'late', game, ply: 12, uci: 'a4b3' })
  assert.deepEqual([refused.ok, refused.code], [false, 'unavailable'])
  const ready = status => until(async () => (await nodes[1].http('/ready')).status === status)
  await ready(503)
  await redis.start()
  let answer
  await until(async () => {
    answer = await back.ask('move', { id: 'late', game, ply: 12, uci: 'a4b3' })
    if (answer.code !== 'unavailable') return true
    return wait(250, false)
  }, 'it is available again')
  assert.equal(answer.ok, true, JSON.stringify(answer))
  await ready(200)
})

test('games that end on another node do not count against their player for good', async t => {
  const store = new MemoryStore()
  t.after(() => store.close())
  const node = () => games(t, { store, limits: { gamesPerUser: 2, creationsPerMinute: 100 } })
  const [one, other] = await Promise.all([node(), node()])
  const here = await client(t, one.url)
  const there = await client(t, other.url, { token: here.token })
  for (let round = 0; round < 3; round++) {
    const made = [await here.ask('create'), await here.ask('create')]
    assert.deepEqual(
      made.map(({ ok }) => ok),
      [true, true],
    )
    assert.equal((await here.ask('create')).code, 'tooFast')
    for (const { game } of made) assert.equal((await there.ask('abort', { game })).ok, true)
  }
})

test('MemoryStore given by its user is not closed with the server', async t => {
  const store = new MemoryStore()
  t.after(() => store.close())
  const { server } = await games(t, { store })
  await server.close()
  assert.equal(store.ready, true)
})

test('a game that is opened and played in one go: each event comes once', async t => {
  const { url } = await games(t)
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  for (let ply = 0; ply < 20; ply++) {
    const player = ply % 2 === 0 ? white : black
    const uci = ['g1f3', 'g8f6', 'f3g1', 'f6g8'][ply % 4]
    const begin = player.messages.length
    player.send({ type: 'open', game, since: ply + 3 })
    const moved = await player.ask('move', { game, ply, uci })
    if (!moved.ok) break // a repetition has ended the game
    const heard = player.messages.slice(begin).flatMap(({ events = [] }) => events)
    assert.equal(heard.filter(event => event.type === 'moved' && event.uci === uci).length, 1, `ply ${ply}`)
  }
})
