// SPDX-License-Identifier: Apache-2.0
// What operators see of a game server: its health, its metrics in Prometheus' text format, its log.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { setForward } from './support/clock.js'
import { until } from './support/engines.js'
import { OddStore } from './support/host.js'
import { client, games, MATE, newGame, play, Wire } from './support/served-games.js'

const SAMPLE = /^(binbo_[a-z_]+)(?:\{((?:[a-z]+="[^"\\\n]*",?)+)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/

/** Reads the text format strictly: HELP and TYPE before the samples of a name, names and labels well formed. */
function parse(text) {
  assert.ok(text.endsWith('\n'))
  const types = new Map()
  const values = new Map()
  for (const line of text.trimEnd().split('\n')) {
    const [, what, about, rest] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? []
    if (what === 'HELP') assert.ok(!types.has(about), `${about} comes twice`)
    else if (what === 'TYPE') types.set(about, rest)
    else {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? assert.fail(`no sample: ${line}`)
      const base = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
      assert.ok(types.has(base), `${name} has no TYPE`)
      const key = `${name}{${labels}}`
      assert.ok(!values.has(key), `${key} comes twice`)
      values.set(key, Number(value))
    }
  }
  for (const [name, type] of types) {
    if (type !== 'histogram') continue
    const buckets = [...values].filter(([key]) => key.startsWith(`${name}_bucket`)).map(([, value]) => value)
    assert.deepEqual(
      buckets,
      [...buckets].sort((a, b) => a - b),
      `${name} is cumulative`,
    )
    assert.equal(buckets.at(-1), values.get(`${name}_count{}`))
  }
  return values
}

test('metrics count what happens, and can be parsed', async t => {
  const store = new OddStore()
  t.after(() => store.store.close())
  const { url, http } = await games(t, { store })
  const read = async () => {
    setForward(1000) // they are made once a second
    const response = await http('/metrics')
    assert.match(response.headers.get('content-type'), /^text\/plain; version=0\.0\.4/)
    return parse(await response.text())
  }
  const before = await read()
  assert.equal(before.get('binbo_connections{}'), 0)
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  await play([white, black], game, MATE)
  await white.ask('move', { game, ply: 4, uci: 'e2e4' })
  await white.ask('"} evil\n', { id: 'evil', game })
  await new Wire(url, { origin: 'https://evil.com' }).closing()
  store.outages[0]({ from: 1, to: 2 })
  const after = await read()
  for (const [key, value] of [
    ['binbo_connections{}', 2],
    ['binbo_games{}', 1],
    ['binbo_ready{}', 1],
    ['binbo_commands_total{type="create",code="ok"}', 1],
    ['binbo_commands_total{type="join",code="ok"}', 1],
    ['binbo_commands_total{type="move",code="ok"}', 4],
    ['binbo_commands_total{type="move",code="over"}', 1],
    ['binbo_commands_total{type="other",code="badCommand"}', 1],
    ['binbo_append_seconds_count{}', 6],
    ['binbo_conflicts_total{}', 0],
    ['binbo_unknowns_total{}', 0],
    ['binbo_outages_total{}', 1],
  ])
    assert.equal(after.get(key), value, key)
  assert.ok(after.get('binbo_messages_total{direction="in"}') >= 12)
  assert.ok(after.get('binbo_message_bytes_total{direction="out"}') > 1000)
  for (const quantile of ['0.5', '0.99', '1'])
    assert.ok(after.has(`binbo_loop_delay_seconds{quantile="${quantile}"}`))
  assert.ok(after.get('binbo_resident_bytes{}') > 1e7)
})

test('/health, /ready, and nothing else', async t => {
  const store = new OddStore()
  t.after(() => store.store.close())
  const { http, server, url } = await games(t, { store, metrics: false })
  const health = await (await http('/health?now')).json()
  assert.deepEqual({ ...health, uptime: 0 }, { status: 'ok', clients: 0, games: 0, uptime: 0 })
  assert.equal((await http('/ready')).status, 200)
  store.ready = false
  const away = await http('/ready')
  assert.deepEqual([away.status, await away.text()], [503, 'the store is away\n'])
  store.ready = true
  for (const [path, status] of [
    ['/', 426],
    ['/metrics', 404],
    ['/x', 404],
    ['//', 404],
  ])
    assert.equal((await http(path)).status, status, path)
  assert.equal((await fetch(url.replace('ws', 'http'), { method: 'POST', body: 'x' })).status, 405)
  // While it stops: a command is still in progress.
  const wire = await client(t, url)
  let release = () => {}
  store.before = () => new Promise(resolve => (release = resolve))
  const creating = wire.ask('create', { id: 'c' })
  await until(() => store.appends > 0)
  const closing = server.close()
  await wire.get(({ type, retry }) => type === 'bye' && retry >= 0 && retry <= 2000)
  const stopping = await http('/ready')
  assert.deepEqual([stopping.status, await stopping.text()], [503, 'the server stops\n'])
  const refused = new Wire(url)
  await refused.closing()
  assert.match(refused.error.message, /503/)
  wire.send({ type: 'create', id: 'd' })
  wire.send({ type: 'ping', t: 1 })
  await wire.get(({ type }) => type === 'pong')
  release()
  assert.equal((await creating).ok, true, 'it is answered before the connection ends')
  assert.equal(store.appends, 1, 'a new command is for another node')
  assert.equal((await wire.closing()).code, 1012)
  await closing
})

test('the log is JSON for operators, without tokens and control characters', async t => {
  const { url, entries, logged, server } = await games(t)
  const wire = await client(t, url)
  const forged = new Wire(url)
  await forged.hello(`${wire.token}x`)
  await forged.closing()
  const impolite = new Wire(url)
  await impolite.opened()
  impolite.send('\u001b[2Jrubbish')
  await impolite.closing()
  await new Wire(`${url}/%1b[2J`).closing()
  await server.close()
  assert.deepEqual(
    logged('closed-client').map(({ code, reason }) => [code, reason]),
    [[1008, 'say hello first']],
  )
  assert.deepEqual(
    logged('rejected').map(({ status }) => status),
    [404],
  )
  const text = JSON.stringify(entries)
  assert.ok(!text.includes(wire.token.split('.')[3]) && !text.includes('rubbish') && !text.includes('u001b'))
  for (const { time } of entries) assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.deepEqual(
    entries.map(({ event }) => event).filter(event => /listening|draining|^closed$/.test(event)),
    ['listening', 'draining', 'closed'],
  )
})

test('a server that shares an http.Server logs its end, too', async t => {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  t.after(() => http.close())
  const { server, entries } = await games(t, { server: http })
  const wire = await client(t, server.url)
  await server.close()
  assert.equal((await wire.closing()).code, 1012)
  assert.deepEqual(
    entries.map(({ event, clients }) => [event, clients]).filter(([event]) => event !== 'warning'),
    [
      ['draining', 1],
      ['closed', undefined],
    ],
  )
})

test('an outage is one entry, however many parts of the store announce it, and those of before are none', async t => {
  const store = new OddStore()
  const { http, logged } = await games(t, { store })
  const [announce] = store.outages
  const at = Date.UTC(2026, 10, 26, 12)
  announce({ from: at - 90_000, to: at - 80_000, past: true })
  for (let part = 0; part < 64; part++)
    announce({ from: at + part, to: at + 10_000 - part, has: () => false })
  announce({ from: at + 60_000, to: at + 64_000 })
  announce({ from: at + 9990, to: at + 10_090 }) // a part that was late
  assert.deepEqual(
    logged('outage').map(({ from, to }) => [from, to]),
    [
      ['2026-11-26T12:00:00.000Z', '2026-11-26T12:00:10.000Z'],
      ['2026-11-26T12:01:00.000Z', '2026-11-26T12:01:04.000Z'],
    ],
  )
  assert.match(await (await http('/metrics')).text(), /^binbo_outages_total 2$/m)
})
