// SPDX-License-Identifier: Apache-2.0
// What an address may use up with all of its connections, one after the other or at once, at game servers and at the
// bridge; and what wrong tokens do to others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressMeters } from '#js/net/address-meters.js'
import { WorkAccount } from '#js/net/work-account.js'
import { bridge, client as bridgeClient, fakeEngine, refusal, tokenProtocols } from './support/bridge.js'
import { client, games, Wire } from './support/served-games.js'

/** The server takes this machine for a proxy: each client has the address that it names. */
const PROXIES = ['127.0.0.1']
const from = address => ({ headers: { 'x-forwarded-for': address } })
const MINUTE = 60_000

/**
 * Stops the clock of the limits: on a busy machine they would allow more meanwhile.
 * @returns {(milliseconds: number) => void} sets it forward
 */
function stopClock(t) {
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  return milliseconds => {
    now += milliseconds
  }
}

/** Connects once. @returns {Promise<string>} 'open', or the answer in HTTP */
async function connects(url, address) {
  const wire = new Wire(url, address === undefined ? {} : from(address))
  await Promise.race([wire.hello(), wire.closing()]).catch(() => {})
  if (wire.error) return wire.error.message
  await wire.end()
  return 'open'
}

test('connections of an address: so many at once, and a minute in the long run', async t => {
  const forward = stopClock(t)
  const limits = { connectionsPerAddressMinute: 6 }
  const { url, logged } = await games(t, { proxies: PROXIES, limits })
  for (let i = 0; i < 6; i++) assert.equal(await connects(url, `2001:db8:1:2::${i}`), 'open')
  for (let i = 0; i < 3; i++) assert.match(await connects(url, `2001:db8:1:2:${i}::1`), /429/)
  assert.equal(logged('rejected')[0].reason, 'too many new connections came from this address')
  assert.equal(await connects(url, '2001:db8:1:3::1'), 'open', 'others are not concerned')
  for (let i = 0; i < 20; i++) assert.equal(await connects(url), 'open', 'and neither is the proxy itself')
  forward(MINUTE / 6 + 1)
  assert.equal(await connects(url, '2001:db8:1:2::1'), 'open')
  assert.match(await connects(url, '2001:db8:1:2::1'), /429/)
  const usual = await games(t, { proxies: PROXIES })
  const opened = []
  for (let i = 0; i < 250; i++) opened.push(await connects(usual.url, '192.0.2.1'))
  assert.equal(opened.filter(each => each === 'open').length, 240)
})

test('refusals of an address: who connects anew after them does not start afresh, and who is there stays', async t => {
  const forward = stopClock(t)
  const limits = { refusalsPerAddressMinute: 30, messagesPerSecond: 1000 }
  const { url } = await games(t, { proxies: PROXIES, limits })
  const neighbour = await client(t, url, from('192.0.2.1'))
  const { game } = await neighbour.ask('create')
  let refused = 0
  let answer = 'open'
  while (refused < 500) {
    const wire = new Wire(url, from('192.0.2.1'))
    await Promise.race([wire.hello(), wire.closing()]).catch(() => {})
    answer = wire.error?.message ?? 'open'
    if (answer !== 'open') break
    for (let i = 0; i < 10; i++) wire.send('nonsense')
    await wire.until(() => wire.messages.filter(({ ok }) => ok === false).length === 10)
    refused += 10
    await wire.end()
  }
  assert.match(answer, /429/)
  assert.ok(refused >= 30 && refused <= 40, `${refused}`)
  assert.equal((await neighbour.ask('abort', { game })).ok, true, 'open connections stay')
  assert.equal((await neighbour.ask('abort', { game })).ok, false)
  assert.equal(neighbour.closed, undefined)
  assert.equal(await connects(url, '192.0.2.2'), 'open')
  forward(MINUTE)
  assert.equal(await connects(url, '192.0.2.1'), 'open')
})

test('work for an address: who connects anew after much of it does not start afresh', async t => {
  const limits = {
    workPerAddress: 0.002,
    workPerClient: 1,
    messagesPerSecond: 100_000,
    connectionsPerAddressMinute: 1e6,
    backlog: 1e9,
  }
  const { url, logged } = await games(t, { proxies: PROXIES, limits })
  let answer = 'open'
  for (let i = 0; i < 200 && answer === 'open'; i++) {
    const wire = new Wire(url, from('192.0.2.1'))
    await Promise.race([wire.hello(), wire.closing()]).catch(() => {})
    answer = wire.error?.message ?? 'open'
    for (let n = 0; n < 500 && answer === 'open'; n++) wire.send({ type: 'lobby', id: `l${n}` })
    wire.socket.close()
    await wire.closing()
  }
  assert.match(answer, /429/)
  assert.equal(logged('rejected')[0].reason, 'too much work came from this address')
  assert.equal(await connects(url, '192.0.2.2'), 'open')
})

test('what a client owes, its address owes, too; and no client goes on while the address owes', () => {
  const now = performance.now() + 1000
  const shared = new WorkAccount(0.01)
  const [one, other] = [0, 1].map(() => new WorkAccount(1, shared))
  for (const account of [one, other]) account.spend(now, 80)
  assert.deepEqual([one.debt(now), other.debt(now), shared.debt(now)], [6000, 6000, 6000])
  assert.deepEqual([one.debt(now + 6001), other.debt(now + 6001)], [0, 0])
})

test('addresses are remembered, the latest ones, and no more than a number of them', () => {
  const limits = { connectionsPerAddressMinute: 1, requestsPerAddressSecond: 1, workPerAddress: 1 }
  const meters = new AddressMeters(limits)
  const [used, unused] = [meters.of('192.0.2.1'), meters.of('192.0.2.2')]
  for (let i = 0; i < 30_000; i++) {
    meters.of(`2001:db8:${i.toString(16)}:0::/64`)
    if (i % 1000 === 0) assert.equal(meters.of('192.0.2.1'), used)
  }
  assert.notEqual(meters.of('192.0.2.2'), unused)
  assert.equal(meters.of(undefined), undefined)
})

test('wrong tokens refuse themselves alone, on loopback, behind proxies and from one address', async t => {
  const users = {
    authenticate: (_, { token }) => (token?.startsWith('wrong') ? null : { id: token ?? 'anybody' }),
  }
  for (const options of [{}, users]) {
    const { url } = await games(t, { proxies: PROXIES, ...options })
    for (const place of [{}, from('203.0.113.1')]) {
      const { token = 'anna' } = await client(t, url, place)
      for (let i = 0; i < 60; i++) {
        const wire = new Wire(url, place)
        await wire.hello(`wrong${i}`)
        assert.deepEqual([wire.error, (await wire.closing()).code], [undefined, 4401])
      }
      const good = await client(t, url, { token, ...place })
      assert.ok(good.user.id)
    }
  }
})

test('wrong tokens count as refusals of their address', async t => {
  stopClock(t)
  const limits = { refusalsPerAddressMinute: 10 }
  const { url } = await games(t, { proxies: PROXIES, limits })
  const attempts = []
  for (let i = 0; i < 20; i++) {
    const wire = new Wire(url, from('203.0.113.1'))
    await Promise.race([wire.hello('wrong').catch(() => {}), wire.closing()])
    attempts.push((await wire.closing()).code)
  }
  const tried = attempts.filter(code => code === 4401).length
  assert.ok(tried >= 10 && tried < 20, `${tried}`)
  assert.equal(await connects(url, '203.0.113.2'), 'open')
})

test('the bridge: connections of an address, and wrong tokens on loopback and of the proxy', async t => {
  const forward = stopClock(t)
  const TOKEN = 'correct horse battery staple'
  const limits = { connectionsPerAddressMinute: 3 }
  const { url } = await bridge(t, { ...fakeEngine(), token: TOKEN, proxies: PROXIES, limits })
  for (let i = 0; i < 60; i++)
    assert.equal((await refusal(t, url, { protocols: tokenProtocols('wrong') })).status, 401)
  const good = { protocols: tokenProtocols(TOKEN) }
  for (let i = 0; i < 5; i++) (await bridgeClient(t, url, good)).socket.terminate()
  const last = { ...good, ...from('192.0.2.1') }
  for (let i = 0; i < 3; i++) (await bridgeClient(t, url, last)).socket.terminate()
  const { status, response } = await refusal(t, url, last)
  assert.equal(status, 429)
  assert.ok(Number(response.headers['retry-after']) >= 1)
  forward(MINUTE / 3 + 1)
  ;(await bridgeClient(t, url, last)).socket.terminate()
})
