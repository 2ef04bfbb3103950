// SPDX-License-Identifier: Apache-2.0
// The stores of binbo/server as users of TypeScript write them; npm redis need not be there.

import { MemoryStore, RedisStore, type Appended, type Outage, type SessionStore } from 'binbo/server'

const stores: SessionStore[] = [
  new MemoryStore(),
  new RedisStore({ url: 'redis://localhost:6379', waitReplicas: 1, log: ({ event, message }) => console.log(event, message) }),
  new RedisStore({ url: 'redis://localhost:7000', cluster: true, deadline: 500 }),
]
for (const store of stores) {
  const appended: Appended = await store.append('g', 0, [{ type: 'drawOffered', at: store.now(), by: 'white' }], null)
  const missed: string[] = appended.ok ? [] : appended.missed.map(({ type }) => type)
  const stop: () => void = store.subscribe('g', (version, events) => console.log(version, events?.length, missed))
  store.onDue(async (game, gone) => console.log(game, gone?.includes('white')))
  store.onOutage(({ from, to, has }: Outage) => console.log(to - from, has('g')))
  await store.hold('g', 'black', store.now() + 10_000)
  await store.enlist?.('friends', 'g', store.now() + 10_000)
  const listed: string[] | undefined = await store.listed?.('friends')
  console.log(listed?.length)
  const removed: boolean = await store.remove('g', 1)
  stop()
  console.log(removed, store.ready)
  await store.close()
}
// @ts-expect-error a store is somewhere
new RedisStore({ url: 7 })
const { append, read, subscribe, onDue, onOutage, hold, remove, close } = stores[0]
/** A store without lists. */
export const plain: SessionStore = { now: Date.now, append, read, subscribe, onDue, onOutage, hold, remove, ready: true, close }
// @ts-expect-error no event
await stores[0].append('g', 0, [{ type: 'castled', at: 1 }], null)
