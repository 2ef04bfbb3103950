// SPDX-License-Identifier: Apache-2.0
// The parts of a node that hold its games, each by itself: seats of players who come and go, watchers, timers, outages, and
// what a client may have open.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DueGames } from '#js/server/host/due-games.js'
import { LiveGame } from '#js/server/host/live-game.js'
import { NO_METER } from '#js/server/host/machine.js'
import { Outages } from '#js/server/host/outages.js'
import { Presence } from '#js/server/host/presence.js'
import { Retention } from '#js/server/host/retention.js'
import { maySee, NEW } from '#js/server/host/watchers.js'
import { Work } from '#js/server/host/work.js'
import { AddressLimits } from '#js/server/sockets/address-limits.js'
import { Subscriptions } from '#js/server/sockets/subscriptions.js'
import { Users } from '#js/server/sockets/users.js'
import { MemoryStore } from '#js/server/stores/memory-store.js'
import { dueAt } from '#js/session/clock.js'
import { foldSession, reduceSession } from '#js/session/reducer.js'

const A = { id: 'A' }
const B = { id: 'B' }
const STRANGER = { id: 'C' }
const NOW = 1_700_000_000_000
const retention = new Retention(600_000)

/** @param {object} [setup] @returns {any[]} events of a game of A, with White, and B */
function startedGame(setup = {}) {
  const created = reduceSession(null, { type: 'create', game: 'g', by: A, color: 'white', ...setup }, NOW)
  const joined = reduceSession(created.state, { type: 'join', by: B }, NOW)
  const events = [...created.events, ...joined.events]
  assert.deepEqual(
    events.map(({ type }) => type),
    ['created', 'joined', 'started'],
  )
  return events
}

/** @param {any[]} events */
const stateOf = events => foldSession(null, events) ?? assert.fail()

// Presence and watchers.

/** A store that takes every hold, and a lobby that takes everything. @param {any[]} events of the game */
function seats(events) {
  /** @type {string[]} */
  const held = []
  const store = { now: () => NOW, hold: async (_, color, until) => void held.push(`${color} ${until - NOW}`) }
  const listings = { leave() {}, keep: async () => {} }
  return {
    held,
    state: stateOf(events),
    presence: new Presence('g', /** @type {any} */ ({ store, listings })),
  }
}

test('a seat is held while any connection of its player is open, and some seconds after the last one', () => {
  const { held, state, presence } = seats(startedGame())
  presence.enter('white', state, A)
  presence.enter('white', state, A)
  assert.deepEqual(held.splice(0), ['white 15000'])
  presence.leave('white', state)
  assert.deepEqual([presence.has('white'), held], [true, []])
  presence.leave('white', state)
  assert.deepEqual([presence.has('white'), held], [false, ['white 3000']])
})

test('others see a game that may be watched, and a private one only while it waits', () => {
  const sees = (/** @type {any} */ state, /** @type {any} */ user) =>
    maySee(state, /** @type {any} */ ({ user }))
  const open = stateOf(startedGame())
  const events = startedGame({ allow: { spectators: false } })
  const secret = stateOf(events)
  assert.deepEqual(
    [A, B, STRANGER, null].map(user => sees(open, user)),
    [true, true, true, true],
  )
  assert.deepEqual(
    [A, B, STRANGER, null].map(user => sees(secret, user)),
    [true, true, false, false],
  )
  assert.ok(sees(stateOf(events.slice(0, 1)), STRANGER))
  assert.ok(sees(secret, undefined), 'the embedding program')
})

// Timers and absences.

/**
 * A machine whose timers a test rings, and one game.
 * @param {(id: string) => object} game
 * @param {object} [store]
 */
function dueGames(t, game, store = { now: () => NOW }) {
  /** @type {(() => void)[]} */
  const timers = []
  const log = { fault() {} }
  const due = new DueGames(
    /** @type {any} */ ({
      store,
      games: { get: game, use: (used, job) => job(used) },
      work: new Work(/** @type {any} */ (log)),
      log,
      outages: new Outages(),
      retention,
      meter: NO_METER,
      machine: {
        setTimeout: (/** @type {() => void} */ call) => timers.push(call),
        clearTimeout() {},
      },
    }),
  )
  t.after(() => due.close())
  return { due, timers }
}

test('who has left is noted in the state of the log, however long it takes to be read', async t => {
  const events = startedGame()
  const over = reduceSession(stateOf(events), { type: 'abort', by: A, id: 'a' }, NOW)
  for (const [state, expected] of /** @type {const} */ ([
    [stateOf(events), ['away']],
    [over.state, []],
  ])) {
    /** @type {string[]} */
    const commands = []
    const game = {
      id: 'g',
      state: /** @type {any} */ (null),
      presence: { has: () => false },
      async read() {
        await null
        this.state = state
      },
      command: async (/** @type {any} */ { type }) => {
        commands.push(type)
        return { ok: true }
      },
    }
    await dueGames(t, () => game).due.handle('g', ['white'])
    assert.deepEqual(commands, expected)
  }
})

test('a timer that comes too early is set again, as often as it does', async t => {
  const state = stateOf(startedGame({ clock: { base: 60_000, increment: 0 } }))
  /** @type {string[]} */
  const called = []
  const early = id => {
    called.push(id)
    return { id, state, command: async () => ({ ok: true }) }
  }
  const { due, timers } = dueGames(t, early, { now: () => Number(dueAt(state)) - 1000 })
  await due.handle('g')
  await due.handle('g')
  assert.equal(timers.length, 1, 'one at a time')
  timers[0]()
  assert.deepEqual(called, ['g', 'g', 'g'])
  await new Promise(setImmediate)
  assert.equal(timers.length, 2)
})

// One game on one node.

/** A game with its log in a store that counts what it is asked. @param {any[]} events */
async function liveGame(t, events) {
  const store = new MemoryStore()
  t.after(() => store.close())
  const count = { reads: 0, subscriptions: 0 }
  const { append, read, subscribe } = store
  t.mock.method(store, 'append', async (...args) => {
    // As long as a store on another machine.
    await new Promise(setImmediate)
    return append.apply(store, args)
  })
  t.mock.method(store, 'read', (...args) => {
    count.reads++
    return read.apply(store, args)
  })
  t.mock.method(store, 'subscribe', (...args) => {
    count.subscriptions++
    const end = subscribe.apply(store, args)
    return () => {
      count.subscriptions--
      end()
    }
  })
  await store.append('g', 0, events, null)
  const outages = new Outages()
  const live = new LiveGame(
    'g',
    /** @type {any} */ ({
      store,
      outages,
      meter: NO_METER,
      listings: { leave() {}, keep: async () => {} },
      patience: 5000,
      onEvents() {},
      revive: async () => null,
      retention,
      log() {},
    }),
    false,
  )
  const watch = (/** @type {number} */ since) => {
    /** @type {any[]} */
    const news = []
    const watcher = { fn: news.push.bind(news), user: STRANGER, since, at: undefined, seat: null, phase: NEW }
    live.watch(/** @type {any} */ (watcher))
    return { news, watcher: /** @type {any} */ (watcher) }
  }
  return { store, live, outages, count, watch }
}

test('an outage is given back once settle() ends, and again if the log has lost that', async t => {
  const events = startedGame({ clock: { base: 60_000, increment: 0 } })
  const { store, live, outages } = await liveGame(t, events)
  const to = store.now() + 1000
  outages.add({ from: to - 500, to })
  await live.settle()
  assert.equal(live.state?.outage, to)
  await live.settle()
  assert.equal(live.state?.version, 4, 'once')
  // A failover to a node of the store that has not had it.
  await store.remove('g', 4)
  await store.append('g', 0, events, null)
  live.doubt()
  await live.settle()
  assert.deepEqual([live.state?.version, live.state?.outage], [4, to])
})

test('one read serves all who arrive together, and the last who leaves ends the hints', async t => {
  const { live, count, watch } = await liveGame(t, startedGame())
  const first = watch(0)
  await live.admit(first.watcher)
  assert.equal(count.subscriptions, 1)
  const late = watch(2)
  const early = watch(1)
  count.reads = 0
  const busy = live.read()
  const admitted = [late, early].map(({ watcher }) => live.admit(watcher))
  await Promise.all([busy, ...admitted])
  assert.equal(count.reads, 2, 'that which was under way, and one')
  const types = (/** @type {any[]} */ [{ events }]) => events.map((/** @type {any} */ { type }) => type)
  assert.deepEqual(types(early.news), ['joined', 'started'])
  assert.deepEqual(types(late.news), ['started'])
  live.unwatch(first.watcher)
  live.unwatch(late.watcher)
  assert.equal(count.subscriptions, 1)
  live.unwatch(early.watcher)
  assert.equal(count.subscriptions, 0)
})

// Clients.

test('an address makes so many games in a minute, whichever minute that is', async t => {
  let now = 1000
  t.mock.method(performance, 'now', () => now)
  const limits = { creationsPerAddress: 2, waitingPerAddress: 9, listedPerAddress: 9 }
  const addresses = new AddressLimits(/** @type {any} */ (limits), /** @type {any} */ ({}))
  const begin = () => addresses.begin('192.0.2.1', false)
  assert.ok('end' in (await begin()))
  now += 20_000
  assert.ok('end' in (await begin()))
  assert.deepEqual(await begin(), { limit: 'creationsPerAddress', ms: 40_000 })
  now += 39_999
  assert.deepEqual(await begin(), { limit: 'creationsPerAddress', ms: 1 })
  now++
  assert.ok('end' in (await begin()))
  assert.deepEqual(await begin(), { limit: 'creationsPerAddress', ms: 20_000 })
})

test('a user has so many connections at once; one that ends makes room', () => {
  const settings = { secrets: [], limits: { connectionsPerUser: 2 } }
  const users = new Users(
    /** @type {any} */ (settings),
    () => {},
    /** @type {any} */ ({}),
    /** @type {any} */ ({}),
  )
  const peers = [1, 2, 3].map(() => /** @type {any} */ ({ user: A }))
  const enter = (/** @type {number} */ index) => users.enter(peers[index], A)
  assert.deepEqual([enter(0), enter(1), enter(2)], [true, true, false])
  users.leave(peers[2])
  assert.equal(enter(2), false, 'it was not in')
  users.leave(peers[0])
  assert.deepEqual([enter(2), enter(0)], [true, false])
  assert.ok(users.enter(/** @type {any} */ ({ user: B }), B))
})

/** What a client has open, with the listeners of its games and all that the rooms hear. */
function subscriptions() {
  /** @type {((news: any) => void)[]} */
  const listeners = []
  /** @type {string[]} */
  const rooms = []
  const state = stateOf(startedGame())
  const host = {
    now: NOW,
    stateOf: () => state,
    watch: (/** @type {string} */ _, /** @type {number} */ __, /** @type {any} */ listener) => {
      listeners.push(listener)
      return () => {}
    },
  }
  const services = {
    host,
    rooms: {
      enter: ({ game, role }) => rooms.push(`${role} enters ${game}`),
      leave: ({ game, role }) => rooms.push(`${role} leaves ${game}`),
      move() {},
      presenceOf: () => ({}),
    },
    limits: { openGames: 9 },
    store: { ready: true },
  }
  const client = { onNews() {}, onUnknown() {}, onFirst() {}, send() {} }
  return {
    listeners,
    rooms,
    open: new Subscriptions(A, /** @type {any} */ (services), /** @type {any} */ (client)),
  }
}

test('who closes a game leaves its room', () => {
  const { listeners, rooms, open } = subscriptions()
  open.open({ game: '123456789ABC', id: 'o' })
  listeners[0]({ version: 3, events: startedGame() })
  open.close('123456789ABC')
  assert.deepEqual(rooms, ['white enters 123456789ABC', 'white leaves 123456789ABC'])
})

test('an answer carries the events up to its own version, and the others follow', () => {
  const game = '123456789ABC'
  const { listeners, open } = subscriptions()
  const events = startedGame()
  const moves = [4, 5].map(version => ({
    version,
    events: [{ type: 'moved', at: NOW, uci: `move ${version}` }],
  }))
  open.open({ game, id: 'o' })
  listeners[0]({ version: 3, events })
  open.write([])
  for (const news of moves) listeners[0](news)
  /** @type {string[]} */
  const out = []
  open.answer('m', game, /** @type {any} */ ({ ok: true, version: 4 }), out)
  open.write(out)
  assert.deepEqual(
    out
      .map(text => JSON.parse(text))
      .map(({ re, version, events }) => [re, version, events.map(({ uci }) => uci)]),
    [
      ['m', 4, ['move 4']],
      [undefined, 5, ['move 5']],
    ],
  )
})
