// SPDX-License-Identifier: Apache-2.0
// Plain HTTP at game servers, at a server that they share, and at the bridge: requests that do not wait for answers, answers
// that are not read, and too many of both.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { bridge, fakeEngine, frame, handshake, raw } from './support/bridge.js'
import { setForward } from './support/clock.js'
import { until } from './support/engines.js'
import { client, games } from './support/served-games.js'

const MANY = 2000
const count = (text, pattern) => text.match(pattern)?.length ?? 0
/** Answers that have come. */
const answers = ({ text }) => count(text(), /^HTTP\/1\.1 \d/gm)
const get = (path, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

const nextTurn = () => new Promise(resolve => setImmediate(resolve))

/** A game server at a path of a server that has pages of its own. */
async function shared(t, options = {}) {
  const http = createServer((request, response) => {
    if (!server.answer(request, response)) response.end('a page')
  }).listen(0, '127.0.0.1')
  t.after(() => http.close())
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set()
  http.on('connection', socket => sockets.add(socket))
  await once(http, 'listening')
  const { server } = await games(t, { server: http, path: '/games', ...options })
  return { server, url: `http://127.0.0.1:${http.address().port}`, sockets }
}

/** All servers that answer plain requests, with a path of theirs. */
const SERVERS = [
  ['a game server', '/metrics', async (t, options) => (await games(t, options)).url],
  ['a shared server', '/metrics', async (t, options) => (await shared(t, options)).url],
  ['the bridge', '/health', async (t, options) => (await bridge(t, { ...fakeEngine(), ...options })).url],
]

for (const [name, path, start] of SERVERS) {
  test(`${name} answers one request at a time: whoever does not wait is closed`, async t => {
    const url = await start(t)
    const isShared = name === 'a shared server'
    const kinds = [
      get(path),
      get(path).replace('GET', 'HEAD'),
      get(path).replace('GET', 'DELETE'),
      get(path, 'Expect: nothing\r\n'),
      get(path, 'Expect: 100-continue\r\nContent-Length: 0\r\n'),
      ...(isShared ? [] : [get('/'), get('/nothing'), get(path).replace('Host: x\r\n', '')]),
    ]
    for (const kind of isShared ? kinds.slice(0, 3) : kinds) {
      const flood = await raw(t, url)
      flood.socket.write(kind.repeat(MANY))
      await flood.closed()
      // 100 Continue is one, too.
      assert.ok(answers(flood) <= 2, `${answers(flood)} answers to ${kind}`)
    }
    const beside = await raw(t, url)
    beside.socket.write(get(path) + handshake(isShared ? '/games' : '/'))
    await beside.closed()
    assert.ok(!beside.text().includes('101 Switching'), 'a WebSocket is a request, too')
    const polite = await raw(t, url)
    for (let i = 1; i <= 100; i++) {
      polite.socket.write(get(path))
      await until(() => answers(polite) === i && polite.text().endsWith('\n'))
    }
    polite.socket.destroy()
  })

  test(`${name} answers so many requests of an address a second, with all of its sockets`, async t => {
    let now = performance.now()
    t.mock.method(performance, 'now', () => now)
    const url = await start(t, { proxies: ['127.0.0.1'], limits: { requestsPerAddressSecond: 5 } })
    const ask = async address => {
      const { socket, text } = await raw(t, url)
      socket.write(get(path, address ? `X-Forwarded-For: ${address}\r\n` : ''))
      await until(() => answers({ text }) === 1)
      socket.destroy()
      if (text().includes('HTTP/1.1 200')) return 'yes'
      assert.match(text(), /^HTTP\/1\.1 429 /)
      assert.match(text(), /\r\nRetry-After: 1\r\n/)
      assert.match(text(), /\n\r?\ntoo many requests came from this address\n$/)
      assert.match(text(), /\r\nConnection: close\r\n/)
      return 'no'
    }
    const asked = []
    for (let i = 0; i < 8; i++) asked.push(await ask(`2001:db8:1:2::${i}`))
    assert.deepEqual(asked, [...Array(5).fill('yes'), ...Array(3).fill('no')])
    assert.equal(await ask('2001:db8:1:3::1'), 'yes', 'others are not concerned')
    for (let i = 0; i < 20; i++) assert.equal(await ask(), 'yes', 'and neither is the proxy itself')
    now += 250
    assert.deepEqual([await ask('2001:db8:1:2::9'), await ask('2001:db8:1:2::9')], ['yes', 'no'])
  })

  test(`${name} does not wait for bodies`, async t => {
    const url = await start(t)
    for (const [body, status] of [
      [get(path, 'Content-Length: 1000000000\r\n'), 200],
      [get(path, 'Transfer-Encoding: chunked\r\n'), 200],
      [get(path, 'Content-Length: 1000000000\r\n').replace('GET', 'PUT'), 405],
    ]) {
      const { socket, text, closed } = await raw(t, url)
      socket.write(body)
      const whole = await closed()
      assert.equal(answers({ text }), 1, whole)
      assert.match(whole, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(whole, /\r\nConnection: close\r\n/)
    }
  })
}

test('what is no HTTP is answered once, however much of it comes', async t => {
  const { url } = await games(t)
  for (const text of ['GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n', '\0', 'x'.repeat(100)]) {
    const flood = await raw(t, url)
    flood.socket.write(text.repeat(Math.ceil(65_536 / text.length)))
    assert.match(await flood.closed(), /^HTTP\/1\.1 400 |^$/)
    assert.ok(answers(flood) <= 1)
  }
})

test('answers that are not read end the socket, and are not kept', async t => {
  const { url, sockets } = await shared(t)
  /** Asks without reading, until the system takes no more of the answers; a request more each time. */
  const fill = async () => {
    const before = sockets.size
    const { socket } = await raw(t, url)
    await until(() => sockets.size > before)
    const own = [...sockets].at(-1)
    socket.pause()
    let most = 0
    let asked = 0
    const isStuck = () => own.writableLength > 0
    while (!isStuck() && !own.destroyed) {
      const { bytesRead } = own
      socket.write(get('/metrics'))
      asked++
      const isRead = () => own.destroyed || own.bytesRead > bytesRead
      for (let turn = 0; turn < 100 && !isRead(); turn++) await nextTurn()
      await until(isRead)
      // An answer that the system takes has gone when the next turn begins.
      await nextTurn()
      most = Math.max(most, own.writableLength)
    }
    return { socket, own, most, asked }
  }
  const impatient = await fill()
  assert.ok(impatient.asked > 10 && !impatient.own.destroyed, `${impatient.asked}`)
  impatient.socket.write(get('/metrics'))
  await until(() => impatient.own.destroyed)
  const silent = await fill()
  assert.ok(silent.most < 65_536, `${silent.most} bytes wait`)
  setForward(6000)
  await until(() => silent.own.destroyed)
})

test('other paths of a shared server are not metered', async t => {
  const { url } = await shared(t, { proxies: ['127.0.0.1'], limits: { requestsPerAddressSecond: 1 } })
  const { socket, text } = await raw(t, url)
  socket.write(get('/page', 'X-Forwarded-For: 192.0.2.1\r\n').repeat(100))
  await until(() => count(text(), /a page/g) === 100)
})

test('metrics are made once a second, however often they are asked for', async t => {
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  const made = t.mock.method(process.memoryUsage, 'rss')
  const { http } = await games(t)
  for (let i = 0; i < 10; i++) assert.match(await (await http('/metrics')).text(), /binbo_resident_bytes/)
  assert.equal(made.mock.callCount(), 1)
  now += 1001
  await http('/metrics')
  assert.equal(made.mock.callCount(), 2)
})

test('a WebSocket may come in any pieces, and with messages right behind its request', async t => {
  const { url } = await games(t)
  const message = text => frame(1, typeof text === 'string' ? text : JSON.stringify(text))
  const pings = Array.from({ length: 30 }, (_, at) => message({ type: 'ping', t: at }))
  for (const padding of [0, 100, 254, 255, 256, 257, 2000]) {
    const all = Buffer.concat([
      Buffer.from(handshake('/', `X: ${'x'.repeat(padding)}\r\n`)),
      message({ type: 'hello', client: 'x'.repeat(300) }),
      ...pings,
    ])
    for (const size of [all.length, 300, 50]) {
      const { socket, text } = await raw(t, url)
      for (let at = 0; at < all.length; at += size) socket.write(all.subarray(at, at + size))
      await until(() => text().includes('"t":29'), `${padding} in pieces of ${size}`)
      const numbers = [...text().matchAll(/"pong","t":(\d+)/g)].map(([, number]) => Number(number))
      assert.deepEqual(
        numbers,
        pings.map((_, at) => at),
      )
      socket.destroy()
    }
  }
  assert.ok(await client(t, url))
})
