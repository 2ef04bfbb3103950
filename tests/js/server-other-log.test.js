// SPDX-License-Identifier: Apache-2.0
// GameHost where a log is not the one that it knew, as after a failover to a server that had not got all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { A, GameHost, OddStore, play, started, Witness } from './support/host.js'

const stores = []
const odd = () => {
  const store = new OddStore()
  stores.push(store.store)
  return store
}
test.after(() => Promise.all(stores.map(store => store.close())))

test('a log that has lost events, as in a failover: all watchers get it whole, and the game goes on', async () => {
  const store = odd()
  const entries = []
  const host = new GameHost({ store, log: entry => entries.push(entry) })
  const game = await started(host)
  await play(host, game, 'e2e4 e7e5 g1f3')
  const seen = new Witness(host, game)
  await seen.until(({ version }) => version === 6)
  const log = await store.store.read(game)
  await store.store.remove(game, 6)
  await store.store.append(game, 0, log.slice(0, 5), null)
  const moved = await host.command(game, A, { type: 'move', id: 'after', ply: 2, uci: 'f1c4' })
  assert.equal(moved.ok, true, JSON.stringify(moved))
  await seen.until(({ version }) => version === 6)
  assert.equal(seen.news.filter(({ rewound }) => rewound).length, 1)
  assert.deepEqual(seen.events, await store.store.read(game))
  assert.equal(entries.filter(({ event }) => event === 'rewound').length, 1)
})

test('a log that is another and as long, as after a failover: watchers get it whole, and nobody continues the old one', async () => {
  const store = odd()
  const other = new OddStore(store.store)
  const hosts = [new GameHost({ store }), new GameHost({ store: other })]
  const game = await started(hosts[0])
  await play(hosts[0], game, 'e2e4 e7e5 g1f3')
  const [near, seen] = hosts.map(host => new Witness(host, game))
  for (const each of [near, seen]) await each.until(({ version }) => version === 6)
  const { at } = seen.events.at(-1)
  // The last move is lost, and the first host gives the outage's time back in its place, which the other does not hear of.
  other.hint = () => undefined
  const log = await store.store.read(game)
  await store.store.remove(game, 6)
  await store.store.append(game, 0, log.slice(0, 5), null)
  for (const each of [store, other]) each.shift = 20_000
  const outage = { from: at + 1000, to: at + 11_000, has: () => true }
  store.outages[0](outage)
  await near.until(({ types }) => types.at(-1) === 'compensated')
  const late = new Witness(hosts[0], game, 6, undefined, at)
  await late.until(({ news }) => news.length === 1)
  assert.deepEqual([late.news[0].rewound, late.events], [true, near.events])
  other.outages[0](outage)
  await seen.until(({ types }) => types.at(-1) === 'compensated')
  await play(hosts[1], game, 'f1c4', { ply: 2 })
  await seen.until(({ types }) => types.at(-1) === 'moved')
  const after = await store.store.read(game)
  assert.deepEqual(
    after.slice(5).map(({ type, uci }) => uci ?? type),
    ['compensated', 'f1c4'],
  )
  assert.deepEqual(seen.events, after)
})

test('a watcher that says the time of its last event gets what it does not have, or all if the log has another there', async () => {
  const store = odd()
  const host = new GameHost({ store })
  const game = await started(host)
  await play(host, game, 'e2e4 e7e5 g1f3')
  const log = await store.read(game)
  for (const since of [0, 1, 4, 6]) {
    const same = new Witness(host, game, since, undefined, log[since - 1]?.at)
    await same.until(({ news }) => news.length === 1)
    assert.deepEqual([same.news[0].rewound, same.events], [undefined, log.slice(since)])
    if (since === 0) continue
    const another = new Witness(host, game, since, undefined, log[since - 1].at - 1)
    await another.until(({ news }) => news.length === 1)
    assert.deepEqual([another.news[0].rewound, another.events], [true, log])
  }
})
