// SPDX-License-Identifier: Apache-2.0
// What hostile clients try, and every limit of a game server.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Identities } from '#js/server/sockets/identity.js'
import { setForward } from './support/clock.js'
import { until } from './support/engines.js'
import { client, games, newGame, play, SECRET, WebSocket, Wire } from './support/served-games.js'

/** The server takes this machine for a proxy: each client has the address that it names. */
const PROXIES = ['127.0.0.1']
const from = address => ({ headers: { 'x-forwarded-for': address } })

async function two(t, options) {
  const server = await games(t, options)
  const [white, black] = [await client(t, server.url), await client(t, server.url)]
  return { ...server, white, black, game: await newGame(white, black) }
}

test('nobody plays for another: not by name, not by seat, not by color', async t => {
  const { url, white, black, game } = await two(t)
  const guest = await client(t, url)
  await guest.ask('open', { game })
  for (const by of ['white', 'black', white.user, white.user.id, { id: white.user.id }]) {
    const answer = await guest.ask('move', { game, ply: 0, uci: 'e2e4', by })
    assert.deepEqual([answer.ok, answer.code], [false, 'notPlayer'])
    const other = await black.ask('move', { game, ply: 0, uci: 'e2e4', by })
    assert.deepEqual([other.ok, other.code], [false, 'notYourTurn'])
  }
  assert.equal((await guest.ask('abort', { game, by: white.user })).code, 'notPlayer')
  assert.equal((await guest.ask('join', { game })).code, 'full')
  assert.equal((await white.ask('join', { game })).code, 'seated')
  // Another's command id is no key to its outcome.
  await white.ask('move', { id: 'w1', game, ply: 0, uci: 'e2e4' })
  const copied = await black.ask('move', { id: 'w1', game, ply: 1, uci: 'e7e5' })
  assert.deepEqual([copied.ok, copied.duplicate], [true, undefined])
})

test('the server’s own commands are nobody else’s, and nobody is put into a game', async t => {
  const { white, black, game } = await two(t)
  for (const fields of [
    { type: 'due' },
    { type: 'away', color: 'black' },
    { type: 'back', color: 'white' },
    { type: 'compensate', from: 0, to: 9e12 },
    { type: 'adjudicate', winner: 'white' },
    { type: 'created' },
    { type: 'ended', winner: 'white' },
    { type: 'constructor' },
  ]) {
    const answer = await white.ask(fields.type, { ...fields, game })
    assert.deepEqual([answer.ok, answer.code], [false, 'badCommand'], fields.type)
  }
  const forced = await white.ask('create', { opponent: black.user })
  assert.deepEqual([forced.ok, forced.code], [false, 'notAllowed'])
  const chosen = await white.ask('create', { game: 'my-own-id' })
  assert.notEqual(chosen.game, 'my-own-id')
})

test('a malformed message is a badCommand, and the reason names what is wrong', async t => {
  const { white, game } = await two(t, { limits: { refusalsPerMinute: 1000, messagesPerSecond: 1000 } })
  for (const [type, fields, why] of [
    ['watch', {}, "there is no command 'watch'"],
    ['watch', { game }, "there is no command 'watch'"],
    ['Move', { game: '' }, "there is no command 'Move'"],
    ['move', { game, ply: 0, move: 'e2e4' }, "uci is a move in UCI, such as 'e2e4'"],
    ['move', { ply: '0', uci: 'e2e4' }, "ply is the game's number of plies, such as 0"],
    ['due', { game }, "only the server sends 'due'"],
    ['create', { game: 'my-own' }, "the server sets 'game'"],
    ['create', { by: white.user }, "the server sets 'by'"],
    ['create', { listed: 'yes' }, 'listed is true or false'],
    ['create', { rated: true }, "there is no field 'rated'"],
    ['playing', { limit: 500 }, 'limit is 1 to 100'],
    ['playing', { watch: 'yes' }, 'watch is true or false'],
    ['playing', { limit: 5, watch: true }, 'watch is for the list without tag and limit'],
    ['lobby', { watch: 1 }, 'watch is true or false'],
    ['hello', {}, 'hello is the first message, and comes once'],
  ]) {
    const answer = await white.ask(type, fields)
    assert.deepEqual([answer.ok, answer.code, answer.why], [false, 'badCommand', why], type)
  }
  const badId = 'id has 1 to 64 characters, none of them a control character'
  for (const [text, reason] of [
    ['{"type":"lobby","id":7}', badId],
    ['{"type":"playing","limit":1}', badId],
    ['{"type":"games"}', badId],
    ['{"type":"move"}', badId],
    ['[]', badId],
    ['{nope', 'a message is an object in JSON'],
  ]) {
    const before = white.messages.length
    white.socket.send(text)
    const { code, why } = await white.getAfter(before, ({ ok }) => ok === false)
    assert.deepEqual([code, why], ['badCommand', reason], text)
  }
  assert.equal((await white.ask('resign', {})).code, 'noGame')
})

test('a move is for the position it was made for, also after a takeback', async t => {
  const { white, black, game } = await two(t)
  await play([white, black], game, ['e2e4', 'e7e5'])
  assert.equal((await black.ask('offerTakeback', { game })).ok, true)
  assert.equal((await white.ask('acceptTakeback', { game })).ok, true)
  for (const ply of [0, 2, 3, -1, 1.5, '1', null, 1e308]) {
    const answer = await black.ask('move', { game, ply, uci: 'e7e5' })
    assert.ok(['stale', 'badCommand'].includes(answer.code), JSON.stringify(answer))
  }
  assert.equal((await black.ask('move', { game, ply: 1, uci: 'c7c5' })).ok, true)
})

test('what is no message, or no value for a field, is refused and changes nothing', async t => {
  const { url, white, black, game } = await two(t, {
    limits: { refusalsPerMinute: 1000, messagesPerSecond: 1000 },
  })
  const deep = '['.repeat(2000)
  const texts = [
    '',
    ' ',
    'null',
    '7',
    '"move"',
    '[]',
    '{',
    '{}',
    deep,
    deep + ']'.repeat(2000),
    `{"a":${deep}${']'.repeat(2000)}}`,
    '{"type":null}',
    '{"type":{}}',
    '{"type":"move"}',
    '{"type":"__proto__","id":"a"}',
    '{"type":"toString","id":"a"}',
    '{"type":"hello"}',
    '{"type":"open"}',
    '{"type":"open","game":null}',
    '{"type":"open","game":{"a":1}}',
    '{"type":"close"}',
    '{"type":"close","game":{}}',
    '{"type":"ping","t":"xxxxxxxx"}',
    '{"type":"ping","t":1e999}',
    '{"__proto__":{"type":"move"},"id":"a"}',
    '{"type":"resign","id":{"toString":1},"game":[]}',
    `{"${'k'.repeat(4000)}":1}`,
    `{"type":"move","id":"${'i'.repeat(65)}","game":"${game}","ply":0,"uci":"e2e4"}`,
    '\u0000',
    '{"type":"move\u0000"}',
    `{"type":"move","id":"x","game":"${game}","ply":0,"uci":"\\ud800"}`,
    `{"type":"move","id":"\\ud800","game":"${game}"}`,
    `{"type":"move","id":"x","game":"${game}","ply":NaN,"uci":"e2e4"}`,
    `{"type":"move","id":"x","game":"${game}","ply":1e308,"uci":"e2e4"}`,
    `{"type":"move","id":"x","game":"${game}","ply":0,"uci":{"length":4}}`,
    `{"type":"move","id":"x","game":"${game}","ply":0,"uci":"${'e2e4'.repeat(900)}"}`,
    `{"type":"giveTime","id":"x","game":"${game}","ms":1e308}`,
    `{"type":"giveTime","id":"x","game":"${game}","ms":-5000}`,
    '{"type":"create","id":"a","fen":"nonsense"}',
    `{"type":"create","id":"b","fen":"${'8/'.repeat(1500)}"}`,
    '{"type":"create","id":"c","fen":7}',
    '{"type":"create","id":"d","clock":{"base":1e308}}',
    '{"type":"create","id":"e","clock":{"base":-1}}',
    '{"type":"create","id":"f","clock":{"base":0.5}}',
    '{"type":"create","id":"g","clock":[]}',
    '{"type":"create","id":"h","variant":"__proto__"}',
    '{"type":"create","id":"i","allow":7}',
    '{"type":"create","id":"j","clock":{"base":1000,"stages":[{}]}}',
    '{"type":"create","id":"k","color":"green"}',
    '{"type":"create","id":"l","draws":true}',
    '{"type":"join","id":"m","game":"../../etc/passwd"}',
    '{"type":"join","id":"n","game":"*"}',
    '{"type":"join","id":"o","game":"{s1}:g:x"}',
  ]
  for (const [i, text] of texts.entries()) {
    white.send(text)
    white.send({ type: 'ping', t: i })
    await white.get(
      ({ type, t: number }) => type === 'pong' && number === i,
      `a pong after ${text.slice(0, 80)}`,
    )
  }
  const accepted = white.messages.filter(({ ok, re }) => ok && re.length === 1)
  assert.deepEqual(
    accepted.map(({ re }) => re),
    [],
    'none of them was taken for a command',
  )
  await play([white, black], game, ['e2e4', 'e7e5'])
  assert.equal({}.type, undefined)
  const fresh = await client(t, url)
  assert.equal((await fresh.ask('open', { game })).version, 5)
})

test('frames that are no text, too large, or too many pieces end the connection', async t => {
  const { url } = await games(t)
  const cases = [
    [1008, socket => socket.send(Buffer.from('{}'))],
    [1009, socket => socket.send('x'.repeat(4097))],
    [
      1009,
      socket => {
        for (let i = 0; i < 5; i++) socket.send('x'.repeat(1000), { fin: i === 4 })
      },
    ],
    [
      1008,
      socket => {
        for (let i = 0; i < 40; i++) socket.send('', { fin: i === 39 })
      },
    ],
    [
      1008,
      socket => {
        for (let i = 0; i < 500; i++) socket.ping()
      },
    ],
    [
      1008,
      socket => {
        for (let i = 0; i < 500; i++) socket.pong()
      },
    ],
  ]
  for (const [code, attack] of cases) {
    const wire = await client(t, url)
    attack(wire.socket)
    const closed = await wire.closing()
    assert.equal(closed.code, code, `${attack}: ${JSON.stringify(closed)}`)
  }
  // Compression is not agreed on, so no small frame becomes a large one.
  const offered = new WebSocket(url, { perMessageDeflate: true })
  await once(offered, 'open')
  assert.equal(offered.extensions, '')
  offered.terminate()
})

test('too fast: slowed down, and after ten seconds closed', async t => {
  const { url } = await games(t)
  const wire = await client(t, url)
  const begin = performance.now()
  for (let i = 0; i < 70; i++) wire.send({ type: 'ping', t: i })
  await wire.get(({ t: number }) => number === 69)
  const time = performance.now() - begin
  assert.ok(time > 800, `70 messages, of which 40 are a burst, at 20 a second: ${time} ms`)
  const flood = await client(t, url)
  const ends = [wire, flood].map(({ socket }) => once(socket, 'close'))
  const start = performance.now()
  for (let i = 0; i < 5000; i++) flood.send('{"type":"ping"}')
  // From here the clock runs ten times as fast; `wire` sends 50 messages a second by it.
  let sent = 0
  const fast = setInterval(() => {
    setForward(90)
    for (; sent < (performance.now() - start) / 20; sent++) wire.send({ type: 'ping', t: 1 })
  }, 10)
  t.after(() => clearInterval(fast))
  for (const end of ends) {
    const [code, reason] = await end
    assert.deepEqual([code, String(reason)], [1008, 'too many messages a second'])
  }
  clearInterval(fast)
  const passed = performance.now() - start
  assert.ok(passed > 7000)
  const answers = flood.messages.filter(({ type }) => type === 'pong').length
  assert.ok(answers >= 40 && answers <= 41 + passed / 50, `${answers} answers at 20 a second, 40 at once`)
})

test('what a client costs is billed: a flood that costs too much waits', async t => {
  const FLOOD = 20_000
  /** @param {number} workPerClient */
  const flooded = async workPerClient => {
    const limits = { messagesPerSecond: 100_000, refusalsPerMinute: 1e6, backlog: 1e9, workPerClient }
    const { url } = await games(t, { limits })
    const [flood, good] = [await client(t, url), await client(t, url)]
    const begin = performance.now()
    for (let i = 0; i < FLOOD; i++) flood.send({ type: 'lobby', id: `l${i}` })
    const answers = () => flood.messages.filter(({ lobby }) => lobby !== undefined).length
    /** @type {number[]} answers to the flood while a ping waited */
    const waits = []
    const ping = async () => {
      const before = answers()
      const t = waits.length
      good.send({ type: 'ping', t })
      await good.get(({ type, t: number }) => type === 'pong' && number === t)
      waits.push(answers() - before)
    }
    const time = () => performance.now() - begin
    return { flood, good, ping, waits, answers, time }
  }
  const unpaid = await flooded(1)
  while (unpaid.answers() < FLOOD) await unpaid.ping()
  const time = unpaid.time()
  // 10 ms at once and 1 a second, where all of it costs ten times that. Pings are billed, too.
  const { flood, good, ping, answers, time: passed } = await flooded(0.001)
  do {
    await ping()
    await wait(20)
  } while (passed() < time)
  assert.ok(answers() > 0 && answers() < FLOOD / 2, `${answers()} answers`)
  assert.deepEqual([flood.closed, good.closed], [undefined, undefined])
})

test('others do not wait for a flood: one of its messages is taken between two of theirs', async t => {
  const { url } = await games(t, {
    limits: { messagesPerSecond: 100_000, refusalsPerMinute: 1e6, backlog: 1e9 },
  })
  const [flood, good] = [await client(t, url), await client(t, url)]
  const FLOOD = 20_000
  for (let i = 0; i < FLOOD; i++) flood.send({ type: 'lobby', id: `l${i}` })
  const answers = () => flood.messages.filter(({ lobby }) => lobby !== undefined).length
  /** @type {number[]} answers to the flood while a ping waited */
  const waits = []
  while (answers() < FLOOD) {
    const before = answers()
    const t = waits.length
    good.send({ type: 'ping', t })
    await good.get(({ type, t: number }) => type === 'pong' && number === t)
    waits.push(answers() - before)
  }
  const median = waits.sort((a, b) => a - b)[waits.length >> 1]
  assert.ok(median < FLOOD / 50, `a ping waits for ${median} answers to the flood`)
  assert.deepEqual([flood.closed, good.closed], [undefined, undefined])
})

test('floods of refused commands end the connection: illegal moves, flags at the edge, guessed ids', async t => {
  const { url, white, black, game } = await two(t, { limits: { messagesPerSecond: 1000 } })
  await play([white, black], game, ['e2e4', 'e7e5'])
  const guesser = await client(t, url)
  const attacks = [
    [white, i => ({ type: 'move', game, ply: 2, uci: 'e4e6', id: `i${i}` })],
    [black, i => ({ type: 'flag', game, id: `f${i}` })],
    [guesser, i => ({ type: 'resign', game: `guess${i}`, id: `g${i}` })],
    [await client(t, url), () => 'nonsense'],
    [await client(t, url), i => ({ type: 'open', game: `?${i}` })],
  ]
  for (const [wire, attack] of attacks) {
    for (let i = 0; i < 60; i++) wire.send(attack(i))
    const { code, reason } = await wire.closing()
    assert.deepEqual([code, reason], [1008, 'too many refused messages'], JSON.stringify(attack(0)))
  }
  const back = await client(t, url, { token: white.token })
  await back.ask('open', { game })
  assert.equal((await back.ask('move', { game, ply: 2, uci: 'g1f3' })).ok, true)
})

test('a log cannot be grown: offers, takebacks and gifts of time have their ceilings', async t => {
  const { white, black, game } = await two(t, {
    limits: { messagesPerSecond: 1000, refusalsPerMinute: 10_000 },
  })
  await play([white, black], game, ['e2e4', 'e7e5'])
  for (let i = 0; i < 60; i++) {
    await white.ask('offerDraw', { game })
    await black.ask('declineDraw', { game })
    await white.ask('giveTime', { game, ms: 5000 })
    await black.ask('giveTime', { game, ms: 5000 })
    await black.ask('offerTakeback', { game })
    await white.ask('declineTakeback', { game })
  }
  await white.ask('open', { game })
  const events = white.eventsOf(game)
  const after = events.length - 5
  assert.ok(after > 3 && after <= 20, `${after} events in one ply`)
  assert.equal((await white.ask('move', { game, ply: 2, uci: 'g1f3' })).ok, true, 'and the game goes on')
})

test('lag is what the server measures: a claimed one counts nothing, a feigned one no more than the quota', async t => {
  const server = await games(t)
  // Without an answer to a ping nothing is measured.
  const [white, black] = [1, 2].map(() => new Wire(server.url, { autoPong: false }))
  let delay = 0
  black.socket.on('ping', data => setTimeout(() => black.socket.pong(data), delay))
  for (const each of [white, black]) {
    t.after(() => each.socket.terminate())
    await each.hello()
  }
  const game = await newGame(white, black, { clock: { base: 60_000 } })
  await play([white, black], game, ['e2e4', 'e7e5'])
  await wait(300)
  const claimed = await white.ask('move', { game, ply: 2, uci: 'g1f3', lag: 5000 })
  assert.equal(claimed.events[0].credit, 0)
  delay = 900
  const line = 'b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3'.split(' ')
  for (const [i, uci] of line.entries()) {
    const mover = i % 2 === 0 ? black : white
    if (mover === black) await wait(500)
    assert.equal((await mover.ask('move', { game, ply: 3 + i, uci })).ok, true)
  }
  const credits = white
    .eventsOf(game)
    .filter(({ uci, by }) => uci && by === 'black')
    .map(({ credit }) => credit)
  // 1+0: a gain is 390 ms; at the start there are three.
  const all = credits.reduce((sum, credit) => sum + credit, 0)
  assert.ok(all > 0 && all <= 390 * (3 + credits.length), `${credits}`)
  // A pong that answers no ping of the server is no measurement.
  black.socket.pong(Buffer.alloc(8))
  black.socket.pong(Buffer.from('a long one, of more than eight bytes'))
})

test('tokens that are forged, expired or of another server: 4401', async t => {
  const { url } = await games(t, { proxies: PROXIES })
  const wrong = [
    new Identities(['the secret of another server']).create(Date.now(), Math.random).token,
    new Identities([SECRET], 1).create(Date.now() - 5000, Math.random).token,
    '',
    'x',
    7,
    {},
    [],
    'x'.repeat(3000),
  ]
  for (const token of wrong) {
    const wire = new Wire(url, from('203.0.113.1'))
    await wire.hello(token)
    assert.equal((await wire.closing()).code, 4401, JSON.stringify(token).slice(0, 60))
  }
})

test('pages of other origins may not connect', async t => {
  const { url } = await games(t, { origins: ['https://example.org'] })
  assert.ok(await client(t, url, { origin: 'https://example.org' }))
  for (const origin of [
    'https://example.org.evil.com',
    'https://evil.com',
    'http://example.org',
    'null',
    url.replace('ws', 'http'),
  ]) {
    const wire = new Wire(url, { origin })
    await wire.closing()
    assert.match(wire.error.message, /403/, origin)
  }
  const all = await games(t, { origins: ['*'] })
  assert.ok(await client(t, all.url, { origin: 'https://evil.com' }))
})

test('pages of a shared server may connect, unless the list of origins leaves them out', async t => {
  for (const [origins, isAllowed] of [
    [undefined, true],
    [['https://example.org'], false],
    [[], false],
  ]) {
    const http = createServer().listen(0, '127.0.0.1')
    t.after(() => http.close())
    await once(http, 'listening')
    const host = `rebound.example:${http.address().port}`
    await games(t, { server: http, origins })
    const url = `ws://127.0.0.1:${http.address().port}/`
    const headers = { origin: `http://${host}`, headers: { host } }
    if (isAllowed) assert.ok(await client(t, url, headers))
    else {
      const wire = new Wire(url, headers)
      await wire.closing()
      assert.match(wire.error.message, /403/)
    }
  }
})

test('connections: of an address, of a user, in all, and without a hello', async t => {
  const limits = {
    connections: 6,
    connectionsPerAddress: 2,
    connectionsPerUser: 2,
    helloTime: 300,
  }
  const { url, server, logged } = await games(t, { proxies: PROXIES, limits })
  const first = await client(t, url, from('203.0.113.1'))
  const second = await client(t, url, { ...from('203.0.113.1'), token: first.token })
  const third = new Wire(url, from('203.0.113.1'))
  await third.closing()
  assert.match(third.error.message, /429/)
  const many = new Wire(url, from('203.0.113.2'))
  await many.hello(first.token)
  assert.deepEqual(await many.closing(), { code: 1008, reason: 'this user has too many connections' })
  await second.end()
  const silent = new Wire(url, from('203.0.113.1'))
  await silent.opened()
  assert.deepEqual(await silent.closing(), { code: 1008, reason: 'no hello' })
  const impolite = new Wire(url, from('203.0.113.3'))
  await impolite.opened()
  impolite.send({ type: 'ping' })
  assert.deepEqual(await impolite.closing(), { code: 1008, reason: 'say hello first' })
  for (let i = 4; i < 9; i++) await client(t, url, from(`203.0.113.${i}`))
  assert.equal(server.clients, 6)
  const more = new Wire(url, from('203.0.113.20'))
  await more.closing()
  assert.match(more.error.message, /503/)
  assert.deepEqual(
    logged('rejected')
      .map(({ status }) => status)
      .sort(),
    [429, 503],
  )
})

test('a connection that sends nothing, or half a request, or answers no ping, does not stay', async t => {
  const { url, server } = await games(t, { limits: { idle: 3000 } })
  const mute = await client(t, url, { autoPong: false })
  const polite = await client(t, url)
  const sockets = ['', 'GET / HT', 'GET / HTTP/1.1\r\nHost: x\r\nX: '].map(text => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(text)
    socket.resume()
    // It may be reset, which is an 'error', at which once() would reject.
    return new Promise(resolve => socket.on('close', resolve))
  })
  await Promise.all(sockets)
  assert.equal((await mute.closing()).code, 1006)
  assert.deepEqual([polite.closed, server.clients], [undefined, 1])
})

test('games of a user: so many at a time, so many creations a minute', async t => {
  const { url } = await games(t, { limits: { gamesPerUser: 3, creationsPerMinute: 5 } })
  const [one, other] = [await client(t, url), await client(t, url)]
  const made = []
  for (let i = 0; i < 3; i++) made.push((await one.ask('create')).game)
  assert.deepEqual((await one.ask('create')).code, 'tooFast')
  const { game } = await other.ask('create')
  assert.equal((await one.ask('join', { game })).code, 'tooFast')
  await one.ask('abort', { game: made[0] })
  assert.equal((await one.ask('join', { game })).ok, true)
  for (const id of made.slice(1)) await one.ask('abort', { game: id })
  for (let i = 0; i < 2; i++) await one.ask('abort', { game: (await one.ask('create')).game })
  assert.equal((await one.ask('create')).code, 'tooFast')
})

test('opening games and leaving leaves nothing behind', async t => {
  const { url, server, white } = await two(t, {
    limits: { creationsPerMinute: 100, gamesPerUser: 100, messagesPerSecond: 1000 },
  })
  const ids = []
  for (let i = 0; i < 16; i++) ids.push((await white.ask('create')).game)
  for (let round = 0; round < 5; round++) {
    const guest = await client(t, url)
    await Promise.all(ids.map(game => guest.ask('open', { game })))
    assert.equal(server.games, 17)
    guest.socket.terminate()
    await guest.closing()
  }
  await until(() => server.games === 1)
  assert.deepEqual([server.games, server.clients], [1, 2])
})

test('a spectator that does not read gets all of it later; whoever lets too much wait is closed', async t => {
  const { url, http, logged, white, black, game } = await two(t, {
    limits: {
      messagesPerSecond: 100_000,
      spectatorBacklog: 20_000,
      backlog: 120_000,
      refusalsPerMinute: 1e6,
    },
  })
  const slow = await client(t, url)
  await slow.ask('open', { game, as: 'view' })
  const late = await client(t, url)
  await late.ask('open', { game })
  for (const wire of [slow, late]) wire.socket._socket.pause()
  const line = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8'.split(' ')
  await play([white, black], game, line)
  // Moves alone do not fill the buffers of the system: lists, asked for again and again, do.
  const greedy = await client(t, url)
  for (let i = 0; i < 10; i++) await greedy.ask('create')
  greedy.socket._socket.pause()
  for (let i = 0; logged('closed-client').length === 0; i++) {
    greedy.send({ type: 'games', id: `g${i}` })
    if (i % 200 === 0) await wait(5)
  }
  const text = await (await http('/metrics')).text()
  assert.match(text, /binbo_closed_total\{reason="the client reads too slowly"\} 1/)
  for (const wire of [slow, late]) wire.socket._socket.resume()
  await late.until(() => late.eventsOf(game).length === 19, 'all events')
  await slow.until(() => slow.messages.some(({ view }) => view?.ply === 16), 'the last view')
})
