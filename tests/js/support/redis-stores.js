// SPDX-License-Identifier: Apache-2.0
// RedisStores for tests that reach for a real server.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { RedisStore } from '../../../dist/server.js'
import { PATIENCE } from './patience.js'

/** Milliseconds above the deadline, for a busy machine: it bounds what would never end. */
export const SLACK = 20_000

export const offer = (at, command) => ({ type: 'drawOffered', at, by: 'white', command })

/** Waits for a condition. */
export async function until(condition, what, limit = PATIENCE) {
  for (const end = Date.now() + limit; !(await condition()); await wait(5))
    if (Date.now() > end) assert.fail(what)
}

/** Appends. A machine that was too busy for heartbeats has had an outage, which the first append finds: it is asked again. */
export async function keep(store, game, version, events, due) {
  for (;;) {
    const { ok, missed } = await store.append(game, version, events, due)
    if (ok) return
    assert.deepEqual(missed, [])
  }
}

/** A store of a server, closed at the end. */
export async function open(t, options) {
  const store = new RedisStore(options)
  t.after(() => store.close())
  await until(() => store.ready, 'ready')
  return store
}

/** @returns {Promise<[code: string, milliseconds: number]>} how a call ended */
export async function timed(promise) {
  const began = performance.now()
  const code = await promise.then(
    () => 'ok',
    error => error.code,
  )
  return [code, performance.now() - began]
}
