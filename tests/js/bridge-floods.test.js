// SPDX-License-Identifier: Apache-2.0
// Too much at once for the bridge: messages, pings, commands, connections, and lines for those who read slowly.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { bridge, client, fakeEngine, folder, frame, refusal, stillServes, write } from './support/bridge.js'
import { setForward } from './support/clock.js'
import { children, noChildLeft, until } from './support/engines.js'

test('floods close the socket: pings, and commands while the engine starts', async t => {
  const { url } = await bridge(t)
  const pinger = await client(t, url)
  await pinger.ask('isready', /^readyok$/)
  write(pinger.socket, Buffer.concat(Array(500).fill(frame(9, 'x'))))
  assert.deepEqual(await pinger.closing(), { code: 1008, reason: 'too many pings a second' })
  const lives = [{}, { uci: [{ wait: 60_000 }, 'uciok'] }]
  const slow = await bridge(t, fakeEngine({ log: join(folder, 'slow-start'), lives }))
  const early = await client(t, slow.url)
  early.send(...Array(70).fill('isready'))
  assert.deepEqual(await early.closing(), { code: 1008, reason: 'too many commands wait for the engine' })
  const deaf = await bridge(t, fakeEngine({ position: [], isready: [] }))
  const long = await client(t, deaf.url)
  await long.ask('uci', /^uciok$/)
  const position = `position startpos moves ${'g1f3 g8f6 f3g1 f6g8 '.repeat(99)}`
  for (let i = 0; i < 700; i++) long.send(position)
  assert.match((await long.closing()).reason, /too much was sent without an answer/)
  await stillServes(t, url)
})

test('what is too fast is slowed down, and sent away when it goes on so', async t => {
  const { url, events } = await bridge(t, { limits: { messagesPerSecond: 50 } })
  const [flooder, tiny] = [await client(t, url), await client(t, url)]
  for (const { ask } of [flooder, tiny]) await ask('isready', /^readyok$/)
  write(tiny.socket, Buffer.concat(Array(100_000).fill(frame(1, 'stop'))))
  const begin = performance.now()
  // The clock runs five times as fast, for an engine would be too slow: the bridge answers by itself. However late a timer is, four
  // times as many messages are sent as are allowed.
  let last = begin
  const flood = setInterval(() => {
    setForward(80)
    const passed = performance.now() - last
    last += passed
    flooder.send(...Array(Math.max(200, Math.ceil(passed / 5))).fill('nonsense'))
  }, 20)
  t.after(() => clearInterval(flood))
  for (const { closing } of [flooder, tiny])
    assert.deepEqual(await closing(), { code: 1008, reason: 'too many messages a second' })
  clearInterval(flood)
  const time = performance.now() - begin
  assert.ok(time >= 9000, `after ${time} ms`)
  const answers = flooder.lines.filter(line => /refused/.test(line)).length
  assert.ok(answers > 100 && answers <= 102 + time / 20, `${answers} answers at 50 a second, 100 at once`)
  await until(() => events('disconnected').length >= 2)
  await stillServes(t, url)
})

test('a hundred connections at once: as many as allowed are served, the others are refused', async t => {
  const { url, server, times } = await bridge(t, { ...fakeEngine(), maxClients: 5 })
  const attempts = await Promise.allSettled(Array.from({ length: 100 }, () => client(t, url)))
  const served = attempts.filter(({ status }) => status === 'fulfilled').map(({ value }) => value)
  assert.equal(served.length, 5)
  assert.equal(server.clients, 5)
  for (const { reason } of attempts.filter(({ status }) => status === 'rejected'))
    assert.equal(reason.status, 503)
  await until(() => times('rejected') === 95)
  await Promise.all(served.map(({ ask }) => ask('isready', /^readyok$/)))
  assert.equal(children('fake-engine').length, 5)
  for (const { socket } of served) socket.terminate()
  await until(() => server.clients === 0)
  await noChildLeft('fake-engine')
})

test('clients that are sent away and come back at once do not keep another one out', async t => {
  const { url, server, times } = await bridge(t, { ...fakeEngine(), maxClients: 8 })
  let isOver = false
  const attack = async () => {
    while (!isOver) {
      const socket = new WebSocket(url)
      socket.on('error', () => {})
      socket.on('open', () => socket.send(Buffer.from('binary')))
      // Some are refused, with an 'error', at which once() would reject.
      await new Promise(resolve => socket.on('close', resolve))
    }
  }
  const attacks = Promise.all(Array.from({ length: 8 }, attack))
  for (let i = 0; i < 3; i++) {
    const begin = times('connected')
    await until(() => times('connected') >= begin + 8)
    const before = times('connected')
    const { ask, socket } = await client(t, url)
    // Those that were in line before it, and those that came while it was answered.
    assert.ok(times('connected') - before <= 24, `${times('connected') - before} were first`)
    await ask('isready', /^readyok$/)
    socket.close()
  }
  isOver = true
  await attacks
  await until(() => server.clients === 0)
  await noChildLeft('fake-engine')
})

test('a client that waits for a place and gets none is refused, also by a server that stops', async t => {
  const { url, server } = await bridge(t, { ...fakeEngine(), maxClients: 1 })
  const first = await client(t, url)
  first.socket.close()
  await until(() => server.clients === 0)
  const second = await client(t, url)
  const begin = performance.now()
  const [late, gone] = [refusal(t, url), new WebSocket(url)]
  gone.on('error', () => {})
  await until(() => gone.readyState === WebSocket.CONNECTING)
  gone.terminate()
  assert.equal((await late).status, 503)
  assert.ok(performance.now() - begin > 4000, 'it has waited')
  await second.ask('isready', /^readyok$/)
  const waiting = refusal(t, url)
  await server.close()
  assert.notEqual(await waiting, undefined)
})

test('a slow reader loses info lines, never answers; one that never reads is sent away', async t => {
  const flood = { flood: `info depth {i} string ${'x'.repeat(500)}`, count: 20_000 }
  const log = join(folder, 'slow-reader')
  const { url, events, server } = await bridge(t, fakeEngine({ log, go: [flood, 'bestmove e2e4'] }))
  const { socket, send, ask, next, lines, closing } = await client(t, url)
  await ask('isready', /^readyok$/)
  const before = lines.length
  socket.pause()
  send('go infinite', 'isready')
  await until(() => existsSync(log) && readFileSync(log, 'utf8').includes('bestmove'))
  await wait(300)
  socket.resume()
  await next(/^bestmove e2e4$/)
  const since = lines.slice(before)
  assert.ok(since.includes('readyok'))
  const infos = since.filter(line => line.startsWith('info')).length
  assert.ok(infos > 100 && infos < 20_000, `${infos} lines`)
  socket.close()
  await closing()
  await until(() => events('disconnected').length === 1)
  assert.equal(events('disconnected')[0].dropped, 20_000 - infos)

  const hoard = await bridge(t, fakeEngine({ go: [{ flood: `id name ${'x'.repeat(500)}`, count: 20_000 }] }))
  const never = await client(t, hoard.url)
  never.socket.pause()
  never.send('go infinite')
  await until(() => hoard.events('disconnected').length === 1)
  const [{ code, reason }] = hoard.events('disconnected')
  assert.deepEqual([code, reason], [1008, 'the client reads too slowly'])
  await until(() => hoard.server.clients === 0)
  await until(() => server.clients === 0)
})

test('who pings and does not read gets no pongs, and nothing is heaped up for it', async t => {
  const log = join(folder, 'flooded')
  const flood = { flood: `info string ${'x'.repeat(500)}`, count: 20_000 }
  const { url, events, server } = await bridge(t, fakeEngine({ log, go: [flood, 'bestmove e2e4'] }))
  const { socket, ask, send, next } = await client(t, url)
  let pongs = 0
  socket.on('pong', () => pongs++)
  socket.ping('x'.repeat(125))
  await until(() => pongs === 1)
  await ask('isready', /^readyok$/)
  socket.pause()
  send('go infinite')
  await until(() => readFileSync(log, 'utf8').includes('bestmove'))
  for (let i = 0; i < 50; i++) socket.ping('x'.repeat(125))
  // What comes after the pings has come through: so have they.
  send('isready')
  await until(() => readFileSync(log, 'utf8').match(/^> isready$/gm)?.length === 2)
  assert.deepEqual(events('disconnected'), [], 'lines of an engine are left out')
  socket.resume()
  await next(/^bestmove e2e4$/)
  assert.equal(pongs, 1)
  socket.ping('x'.repeat(125))
  await until(() => pongs === 2)
  socket.close()
  await until(() => server.clients === 0)
  assert.ok(events('disconnected')[0].dropped > 0)
})

test('frames that carry nothing are a flood, too', async t => {
  const { url, server } = await bridge(t, fakeEngine())
  const good = await client(t, url)
  await good.ask('isready', /^readyok$/)
  const pongs = await client(t, url)
  write(pongs.socket, Buffer.concat(Array(50_000).fill(frame(10, ''))))
  assert.deepEqual(await pongs.closing(), { code: 1008, reason: 'too many pongs a second' })
  const empty = await client(t, url)
  await empty.ask('isready', /^readyok$/)
  const MESSAGES = 1000
  const fragments = [
    frame(1, '', { fin: false }),
    ...Array(60).fill(frame(0, '', { fin: false })),
    frame(0, ''),
  ]
  const flood = Buffer.concat(Array(MESSAGES).fill(Buffer.concat(fragments)))
  write(empty.socket, flood)
  empty.send('quit')
  // Other clients do not wait for the time that they cost.
  for (let i = 0; i < 20; i++) await good.ask('isready', /^readyok$/)
  assert.deepEqual(await empty.closing(), { code: 1000, reason: 'quit' })
  assert.equal(empty.lines.filter(line => /the message is empty/.test(line)).length, MESSAGES)
  good.socket.terminate()
  await until(() => server.clients === 0)
})

test('a client with much work is slowed down, and others are not', async t => {
  const { url } = await bridge(t, { ...fakeEngine(), limits: { messageBytes: 65_536 } })
  const [busy, good] = [await client(t, url), await client(t, url)]
  await Promise.all([busy, good].map(({ ask }) => ask('isready', /^readyok$/)))
  const message = `position startpos moves${' g1f3 g8f6 f3g1 f6g8'.repeat(3200)} e2e5`
  for (let i = 0; i < 300; i++) busy.send(message)
  const refused = () => busy.lines.filter(line => /refused/.test(line)).length
  await until(() => refused() > 0)
  // One alone would come behind all 300, if they kept it waiting.
  for (let i = 0; i < 10; i++) await good.ask('isready', /^readyok$/)
  assert.ok(refused() < 300, 'a long queue keeps nobody waiting')
  busy.socket.terminate()
})

test('answers of an engine are waited for one after the other', async t => {
  const log = join(folder, 'answers')
  const { url } = await bridge(t, fakeEngine({ log, uci: [{ wait: 50 }, { default: true }] }))
  const { ask, send, next } = await client(t, url)
  await ask('isready', /^readyok$/)
  send('uci', 'uci', 'uci', 'isready')
  await next(/^readyok$/)
  const begun = readFileSync(log, 'utf8').match(/^[<>] (uci|uciok|isready|readyok)$/gm)
  assert.deepEqual(begun.slice(-8), [...Array(3).fill(['> uci', '< uciok']).flat(), '> isready', '< readyok'])
})

test('a client that waits for its engine hears of it', async t => {
  const log = join(folder, 'waits')
  const slow = { uci: [{ wait: 5800 }, 'uciok'] }
  const { url } = await bridge(t, fakeEngine({ log, lives: [{}, slow] }))
  const { ask, lines } = await client(t, url)
  await ask('isready', /^readyok$/)
  assert.equal(lines.pop(), 'readyok')
  // Every five seconds: a busy machine takes longer than the engine.
  assert.ok(lines.length > 0 && lines.every(line => line === 'info string the engine starts'), `${lines}`)
})
