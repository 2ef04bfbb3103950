// SPDX-License-Identifier: Apache-2.0
// Who has not authenticated: silent connections, guesses of the token, addresses behind proxies, and the log of it all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Addresses, networkOf } from '#js/net/addresses.js'
import { SummedLog } from '#js/net/summed-log.js'
import { UnknownSockets } from '#js/net/unknown-sockets.js'
import { bridge, client, fakeEngine, raw, refusal, stillServes, tokenProtocols } from './support/bridge.js'
import { until } from './support/engines.js'

const TOKEN = 'correct horse battery staple'

test('silent connections keep nobody out, and the log has a summary of them', async t => {
  const { url, http, events, times } = await bridge(t, { ...fakeEngine(), token: TOKEN })
  const silent = []
  for (let i = 0; i < 300; i++) silent.push(await raw(t, url))
  assert.equal((await fetch(`${http}/health`)).status, 200)
  const { ask } = await client(t, url, { protocols: tokenProtocols(TOKEN) })
  await ask('isready', /^readyok$/)
  const gone = () => silent.filter(({ socket }) => socket.closed || socket.readableEnded)
  await until(() => gone().length >= 44)
  assert.ok(gone().length < 60 && silent.slice(-200).every(({ socket }) => !socket.closed))
  await until(() => times('rejected') >= 44)
  assert.ok(events('rejected').length < 10)
  assert.match(events('rejected').at(-1).reason, /too many connections without a request/)
  for (const { socket } of silent) socket.destroy()
})

test('one token a handshake: the right one among others is none', async t => {
  const { url } = await bridge(t, { ...fakeEngine(), token: TOKEN })
  const [, right] = tokenProtocols(TOKEN)
  const [, wrong] = tokenProtocols('wrong')
  for (const options of [
    { protocols: ['uci', wrong, right] },
    { protocols: ['uci', right, wrong] },
    { protocols: ['uci', right], headers: { Authorization: 'Bearer wrong' } },
  ])
    assert.equal((await refusal(t, url, options)).status, 401)
  await stillServes(t, url, { protocols: ['uci', right] })
})

test('wrong tokens slow an address down: then also the right one waits', async t => {
  // The clock of the limit stands still: on a busy machine another second would allow another guess.
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  const { url, times } = await bridge(t, { ...fakeEngine(), token: TOKEN, proxies: ['127.0.0.1', '::1'] })
  const from = address => ({ headers: { 'X-Forwarded-For': address } })
  const guess = async address =>
    (await refusal(t, url, { ...from(address), protocols: tokenProtocols('wrong') })).status
  const statuses = []
  for (let i = 0; i < 60; i++) statuses.push(await guess('192.0.2.7'))
  assert.equal(statuses.filter(status => status === 401).length, 33)
  assert.equal(statuses.at(-1), 429)
  const slow = await refusal(t, url, { ...from('192.0.2.7'), protocols: tokenProtocols(TOKEN) })
  assert.equal(slow.status, 429)
  assert.ok(Number(slow.response.headers['retry-after']) >= 1)
  // What the client wrote in front of the proxy's own entry does not count.
  assert.equal(await guess('192.0.2.8, 192.0.2.7'), 429)
  assert.equal(await guess('192.0.2.7, 192.0.2.8'), 401)
  await stillServes(t, url, { ...from('192.0.2.9'), protocols: tokenProtocols(TOKEN) })
  await until(() => times('rejected') === 63)
  now += 1100
  await stillServes(t, url, { ...from('192.0.2.7'), protocols: tokenProtocols(TOKEN) })
})

test('the log has the address that a listed proxy names, of others their own', async t => {
  const forwarded = { headers: { 'X-Forwarded-For': '198.51.100.1, 203.0.113.5' } }
  for (const [proxies, address] of [
    [undefined, '127.0.0.1'],
    [['10.0.0.0/8'], '127.0.0.1'],
    [['127.0.0.0/8'], '203.0.113.5'],
    [['127.0.0.1', '203.0.113.0/24'], '198.51.100.1'],
  ]) {
    const { url, events } = await bridge(t, { ...fakeEngine(), proxies })
    await client(t, url, forwarded)
    await until(() => events('connected').length === 1)
    assert.equal(events('connected')[0].address, address, String(proxies))
  }
})

test('addresses: ports, brackets and IPv4 in IPv6 are read; what is no address is not', () => {
  const of = (remoteAddress, forwarded, proxies = ['10.0.0.1', 'fd00::/8']) =>
    new Addresses(proxies).of({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } })
  assert.equal(of('::ffff:10.0.0.1', '192.0.2.1:5000'), '192.0.2.1')
  assert.equal(of('10.0.0.1', '[2001:db8::1]:5000'), '2001:db8::1')
  assert.equal(of('10.0.0.1', '2001:db8::1'), '2001:db8::1')
  assert.equal(of('fd00::2%eth0', '192.0.2.1, 10.0.0.1'), '192.0.2.1')
  assert.equal(of('10.0.0.1', undefined), '10.0.0.1')
  assert.equal(of('10.0.0.1', '192.0.2.1, unknown'), '10.0.0.1')
  assert.equal(of('10.0.0.1', '\u009b2J'), '10.0.0.1')
  assert.equal(of('192.0.2.2', '192.0.2.1'), '192.0.2.2')
  assert.equal(networkOf('2001:db8:0:1:2:3:4:5'), networkOf('2001:DB8:0:1::9'))
  assert.notEqual(networkOf('2001:db8::1'), networkOf('2001:db8:0:1::1'))
  const addresses = new Addresses(['10.0.0.1'])
  assert.equal(addresses.limitedNetwork('127.0.0.1'), undefined)
  assert.equal(addresses.limitedNetwork('::ffff:127.0.0.1'), undefined)
  assert.equal(addresses.limitedNetwork('10.0.0.1'), undefined)
  assert.equal(addresses.limitedNetwork('192.0.2.1'), '192.0.2.1')
})

test('of one address few may be silent, and the oldest goes first', () => {
  const closed = []
  const socketOf = (remoteAddress, name) => ({
    remoteAddress,
    once() {},
    destroy: () => closed.push(name),
  })
  const sockets = new UnknownSockets(
    address => address,
    () => {},
  )
  const other = socketOf('192.0.2.2', 'other')
  sockets.add(other)
  const own = Array.from({ length: 20 }, (_, i) => socketOf('192.0.2.1', i))
  for (const socket of own.slice(0, 16)) sockets.add(socket)
  assert.deepEqual(closed, [])
  sockets.hear(own[0])
  sockets.delete(own[1])
  for (const socket of own.slice(16, 19)) sockets.add(socket)
  assert.deepEqual(closed, [2, 3], 'not the one that has sent a request')
})

test('the log: repetitions are summed, and no character moves a cursor or turns text round', async () => {
  const entries = []
  const log = new SummedLog(entry => entries.push(entry))
  for (let i = 0; i < 1000; i++) log.sum({ event: 'refused', client: 1, reason: 'x' })
  log.sum({ event: 'refused', client: 2, reason: 'x' })
  assert.deepEqual(
    entries.map(({ client }) => client),
    [1, 2],
  )
  await until(() => entries.length === 3)
  assert.equal(entries[2].count, 999)
  for (let i = 0; i < 1000; i++) log.sum({ event: 'refused', client: i, reason: 'x' })
  await until(() => entries.at(-1).reason === 'various')
  assert.ok(entries.length < 80)
  log.write({ event: 'warning', reason: 'a\u009bb\u202ec\r\n d\u2028' })
  log.close()
  assert.equal(entries.at(-1).reason, 'a?b?c / d?')
  const failing = new SummedLog(() => {
    throw new Error('full disk')
  })
  failing.write({ event: 'warning' })
  failing.close()
})

test("a client's close reason does not enter the log raw", async t => {
  const { url, events } = await bridge(t, fakeEngine())
  const { socket, closing } = await client(t, url)
  socket.close(4000, 'a\u009b2J\u202eb\x1b[31m')
  await closing()
  await until(() => events('disconnected').length === 1)
  assert.deepEqual([events('disconnected')[0].code, events('disconnected')[0].reason], [4000, 'a?2J?b?[31m'])
})

test('apps and extensions have origins of their own', async t => {
  const origins = ['tauri://localhost', 'capacitor://localhost/', 'chrome-extension://abcdefghijklmnop']
  const { url } = await bridge(t, { ...fakeEngine(), origins })
  for (const origin of [
    'tauri://localhost',
    'capacitor://localhost',
    'chrome-extension://abcdefghijklmnop',
  ]) {
    const { socket } = await client(t, url, { headers: { Origin: origin } })
    socket.terminate()
  }
  for (const origin of ['tauri://other', 'ionic://localhost', 'chrome-extension://abcdefghijklmno', 'null'])
    assert.equal((await refusal(t, url, { headers: { Origin: origin } })).status, 403, origin)
})
