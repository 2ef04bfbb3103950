// SPDX-License-Identifier: Apache-2.0
// Floods of commands and of spectators: who makes one waits for it, and nobody else. Work is counted: reads of the store, and
// answers that come first while one read is held.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from './support/engines.js'
import { A, B, BLITZ, GameHost, MemoryStore, OddStore, play, started, Witness } from './support/host.js'
import { RedisServer } from './support/redis.js'
import {
  client,
  newGame,
  RedisStore,
  MemoryStore as ServedStore,
  games as serve,
} from './support/served-games.js'

const MANY = 300
const strangers = Array.from({ length: MANY }, (_, at) => ({ id: `stranger ${at}` }))
const move = (ply, uci) => ({ type: 'move', id: `m${ply}`, ply, uci })

/** A store in front of another one, whose reads or appends can be kept waiting. */
class SlowStore extends OddStore {
  #waiting = []

  /** @param {'onRead' | 'before'} what waits until letGo(): reads, or appends */
  stop(what) {
    this[what] = () => new Promise(resolve => this.#waiting.push(resolve))
  }

  letGo() {
    this.onRead = this.before = () => {}
    for (const resolve of this.#waiting.splice(0)) resolve(undefined)
  }
}

/** A host of a started game, and what its store was asked since. */
async function arena(t, { setup = undefined, ...options } = {}) {
  const store = new SlowStore(new MemoryStore())
  const host = new GameHost({ store, ...options })
  t.after(async () => {
    store.letGo()
    await host.drain()
    await store.store.close()
  })
  const game = setup ? (await host.command(undefined, A, setup)).game : await started(host)
  store.reads = store.appends = 0
  return { store, host, game }
}

/** Answers in the order in which they come, each with who has got it. */
class Answers {
  all = []
  #asked = []

  constructor(host, game) {
    this.host = host
    this.game = game
  }

  ask(user, command) {
    const answered = this.host.command(this.game, user, command).then(answer => {
      this.all.push({ user: user.id, ...answer })
      return answer
    })
    this.#asked.push(answered)
    return answered
  }

  async come() {
    await Promise.all(this.#asked)
    return this.all
  }

  /** How many came before the first one of a user. */
  before(user) {
    return this.all.findIndex(answer => answer.user === user.id)
  }

  codes() {
    const counts = {}
    for (const { code = 'ok' } of this.all) counts[code] = (counts[code] ?? 0) + 1
    return counts
  }
}

/** Turns of the event loop: what can be done without the store is done then. */
async function settled() {
  for (let i = 0; i < 10; i++) await new Promise(resolve => setImmediate(resolve))
}

/** Messages of a connection are taken in order: with the pong the server has had those before it. */
async function taken(wire) {
  wire.send({ type: 'ping', t: 39 })
  await wire.get(({ type, t }) => type === 'pong' && t === 39)
}

test('people without a seat are refused from what is known: no read, no place, no question to the site', async t => {
  let asked = 0
  const before = () => void asked++
  const { host, game, store } = await arena(t, { before })
  asked = 0
  store.stop('onRead')
  const answers = new Answers(host, game)
  for (const stranger of strangers) {
    answers.ask(stranger, { type: 'move', ply: 0, uci: 'e2e4' })
    answers.ask(stranger, { type: 'offerDraw' })
    answers.ask(stranger, { type: 'join' })
    answers.ask(stranger, { type: 'move', ply: 'none' })
  }
  for (let i = 0; i < MANY; i++) answers.ask(A, { type: 'giveTime', ms: -1 })
  const own = answers.ask(A, move(0, 'e2e4'))
  assert.equal((await own).ok, true)
  await answers.come()
  assert.deepEqual(answers.codes(), { notPlayer: 2 * MANY, full: MANY, badCommand: 2 * MANY, ok: 1 })
  assert.deepEqual([store.reads, asked], [0, 1])
  // So it stays when the game is over.
  assert.equal((await host.command(game, B, { type: 'abort' })).ok, true)
  store.letGo()
  store.reads = 0
  for (const stranger of strangers) answers.ask(stranger, { type: 'rematch' })
  assert.equal((await answers.come()).at(-1).code, 'notPlayer')
  assert.equal(store.reads, 0)
})

test('a game that is not known yet is read once for all, and its players have places', async t => {
  const { game, store } = await arena(t)
  const host = new GameHost({ store })
  t.after(() => host.drain())
  store.stop('onRead')
  const answers = new Answers(host, game)
  for (const stranger of strangers)
    for (const uci of ['e2e4', 'd2d4']) answers.ask(stranger, { type: 'move', ply: 0, uci })
  answers.ask(A, move(0, 'e2e4'))
  await settled()
  store.letGo()
  await answers.come()
  assert.deepEqual(answers.codes(), { notPlayer: 2 * MANY, ok: 1 })
  assert.ok(store.reads <= 2, `${store.reads} reads`)
})

test('people without a seat in a game that must be read wait in four places, players before them', async t => {
  const { host, game, store } = await arena(t)
  store.stop('onRead')
  // What the host knows of the game may be old since the outage.
  store.outages[0]({ from: store.now() - 9000, to: store.now() - 8000, has: () => true })
  const answers = new Answers(host, game)
  for (const stranger of strangers) answers.ask(stranger, { type: 'move', ply: 0, uci: 'e2e4' })
  answers.ask(A, move(0, 'e2e4'))
  await settled()
  assert.deepEqual(answers.codes(), { tooFast: MANY - 4 })
  store.letGo()
  await answers.come()
  assert.deepEqual(answers.codes(), { tooFast: MANY - 4, notPlayer: 4, ok: 1 })
  assert.ok(answers.before(A) <= MANY - 4 + 1, 'one stranger at most comes first')
  assert.ok(store.reads <= 2, `${store.reads} reads`)
})

test('joins wait in four places, and the maker of the game does not wait for them', async t => {
  const { host, game, store } = await arena(t, { setup: { type: 'create', clock: BLITZ } })
  store.stop('before')
  const answers = new Answers(host, game)
  for (const stranger of strangers) answers.ask(stranger, { type: 'join' })
  await settled()
  assert.deepEqual(answers.codes(), { tooFast: MANY - 4 })
  answers.ask(A, { type: 'abort' })
  await settled()
  store.letGo()
  await answers.come()
  assert.equal(answers.before(A), MANY - 4 + 1, 'only the join that was being appended')
  assert.deepEqual(answers.codes(), { tooFast: MANY - 4, ok: 2, full: 3 })
})

test('a flood of one player is that player’s: the opponent waits for four commands, and reads are shared', async t => {
  const { host, game, store } = await arena(t)
  await play(host, game, 'e2e4')
  store.reads = 0
  store.stop('onRead')
  const answers = new Answers(host, game)
  for (let i = 0; i < MANY; i++) answers.ask(A, { type: 'move', ply: 1, uci: 'a1a8' })
  answers.ask(B, move(1, 'e7e5'))
  await settled()
  assert.deepEqual(answers.codes(), { tooFast: MANY - 128 })
  store.letGo()
  await answers.come()
  assert.deepEqual(answers.codes(), { tooFast: MANY - 128, notYourTurn: 4, stale: 124, ok: 1 })
  assert.equal(answers.before(B), MANY - 128 + 4)
  assert.ok(store.reads <= 2, `${store.reads} reads`)
})

test('a refusal is for the log as it was when the command came, or later', async t => {
  const { game, store } = await arena(t)
  const [host, other] = [new GameHost({ store }), new GameHost({ store })]
  t.after(() => Promise.all([host.drain(), other.drain()]))
  const line = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6'.split(' ')
  // Nobody watches the game, so each host learns from the store alone what the other one has done.
  for (const [ply, uci] of line.entries()) {
    await play(other, game, uci, { ply })
    const { length } = await store.store.read(game)
    const late = await host.command(game, A, { type: 'move', ply: 99, uci: 'a2a3' })
    assert.deepEqual([late.code, late.version], ['stale', length])
  }
})

test('a flood of spectators is admitted together: few reads, and all events for each', async t => {
  const { host, game, store } = await arena(t)
  await play(host, game, 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6')
  const at = (await store.store.read(game)).map(event => event.at)
  store.reads = 0
  store.stop('onRead')
  const watch = (user, number) => {
    const since = number % 10
    // Some have the log's beginning, some say nothing of it, and some have another one.
    const known = [at[since - 1], undefined, 1][number % 3]
    const news = []
    host.watch(game, since, item => news.push(item), user, since === 0 ? undefined : known)
    return { news, since, isOther: since > 0 && known === 1 }
  }
  const first = strangers.map(watch)
  const answers = new Answers(host, game)
  const own = answers.ask(A, move(6, 'b5a4'))
  const second = strangers.map(watch)
  await settled()
  store.letGo()
  assert.equal((await own).ok, true)
  await until(() => [...first, ...second].every(({ news }) => news.length > 0), 'all are admitted')
  assert.ok(store.reads <= 8, `${store.reads} reads`)
  const log = (await store.store.read(game)).length
  for (const { news, since, isOther } of [...first, ...second]) {
    assert.equal(news[0].rewound, isOther || undefined)
    let version = isOther ? 0 : since
    for (const batch of news) {
      assert.equal(batch.version - batch.events.length, version)
      version = batch.version
    }
    assert.equal(version, log)
  }
})

test('a flood of openings of a game that is not there, or is private, is answered together', async t => {
  const { host, game, store } = await arena(t, {
    setup: { type: 'create', clock: BLITZ, allow: { spectators: false }, opponent: B },
  })
  for (const [id, gone] of [
    [game, 'private'],
    ['nowhere', 'noGame'],
    ['nowhere-2', 'noGame'],
  ]) {
    store.reads = 0
    store.stop('onRead')
    const witnesses = strangers.map(stranger => new Witness(host, id, 0, stranger))
    await settled()
    store.letGo()
    await until(() => witnesses.every(witness => witness.gone === gone), `${id} is ${gone}`)
    assert.ok(store.reads <= 4, `${id}: ${store.reads} reads`)
  }
})

test('a game that cannot be made costs no read', async t => {
  const { host, store } = await arena(t)
  const wrong = [{ fen: 'nonsense' }, { clock: { base: -1 } }, { variant: 'none' }, { color: 'green' }]
  for (const fields of wrong)
    assert.equal((await host.command(undefined, A, { type: 'create', id: 'c', ...fields })).ok, false)
  assert.equal(store.reads, 0)
})

test('a user of whom the site is asked too much is refused, and others are not', async t => {
  let free
  const held = new Promise(resolve => {
    free = resolve
  })
  let isHeld = false
  const before = user => (isHeld && user.id === 'A' ? held : undefined)
  const { host, game } = await arena(t, { before })
  isHeld = true
  const answers = new Answers(host, game)
  for (let i = 0; i < MANY; i++) answers.ask(A, { type: 'offerDraw' })
  await settled()
  assert.deepEqual(answers.codes(), { tooFast: MANY - 64 })
  assert.equal((await host.command(game, B, { type: 'abort' })).ok, true)
  isHeld = false
  free(undefined)
  await answers.come()
  assert.equal(answers.codes().tooFast, MANY - 64)
})

test('spectators who come one after another get what there is then, also of a store that returns one array', async t => {
  const store = new ServedStore()
  const read = store.read.bind(store)
  const same = []
  store.read = async (game, since = 0) => {
    const events = await read(game, since)
    if (since > 0) return events
    same.splice(0, same.length, ...events)
    return same
  }
  t.after(() => store.close())
  const { url } = await serve(t, { store })
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  const line = ['e2e4', 'e7e5', 'g1f3']
  for (const [ply, uci] of line.entries()) {
    assert.equal((await [white, black][ply % 2].ask('move', { game, ply, uci })).ok, true)
    for (const guest of await Promise.all([0, 1, 2].map(() => client(t, url)))) {
      const { events } = await guest.ask('open', { game })
      const moves = events.filter(({ type }) => type === 'moved').map(event => event.uci)
      assert.deepEqual(moves, line.slice(0, ply + 1))
    }
  }
})

test('what spectators get who are admitted together is written once', async t => {
  const store = new ServedStore()
  t.after(() => store.close())
  const { url } = await serve(t, { store })
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  const guests = await Promise.all(strangers.slice(0, 50).map(() => client(t, url)))
  let letGo
  const held = new Promise(resolve => {
    letGo = resolve
  })
  const read = store.read.bind(store)
  store.read = async (...args) => {
    await held
    return read(...args)
  }
  let written = 0
  const { stringify } = JSON
  t.mock.method(JSON, 'stringify', (...args) => {
    if (Array.isArray(args[0]) && args[0][0]?.type === 'created') written++
    return stringify(...args)
  })
  for (const guest of guests) guest.send({ type: 'open', game })
  await Promise.all(guests.map(taken))
  letGo()
  for (const guest of guests) await guest.until(() => guest.eventsOf(game).length === 3, 'all events')
  // One came first, and the others while it was admitted.
  assert.ok(written <= 2, `written ${written} times`)
})

test('over sockets and Redis: players beside 300 who move, join and look on are never refused', async t => {
  const redis = await new RedisServer().start()
  const store = new RedisStore({ url: redis.url, deadline: 20_000 })
  t.after(async () => {
    await store.close()
    await redis.remove()
  })
  const { url } = await serve(t, { store, limits: { connections: 2 * MANY } })
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  const guests = await Promise.all(strangers.map(() => client(t, url)))
  let reads = 0
  let letGo
  const held = new Promise(resolve => {
    letGo = resolve
  })
  const read = store.read.bind(store)
  store.read = async (...args) => {
    reads++
    await held
    return read(...args)
  }
  for (const [at, guest] of guests.entries()) {
    guest.send({ type: 'open', id: 'open', game })
    guest.send({ type: 'move', id: 'move', game, ply: 0, uci: 'e2e4' })
    guest.send({ type: at % 2 ? 'join' : 'resign', id: 'other', game })
    guest.send({ type: 'flag', id: 'flag', game })
  }
  await Promise.all(guests.map(taken))
  const moved = white.ask('move', { game, ply: 0, uci: 'e2e4' })
  await taken(white)
  letGo()
  assert.equal((await moved).ok, true, JSON.stringify(await moved))
  assert.equal((await black.ask('move', { game, ply: 1, uci: 'e7e5' })).ok, true)
  for (const guest of guests) {
    const answers = await Promise.all(
      ['move', 'other', 'flag'].map(id => guest.get(({ re }) => re === id, `the answer to ${id}`)),
    )
    for (const { code } of answers) assert.ok(code === 'notPlayer' || code === 'full', code)
    await guest.until(() => guest.eventsOf(game).length === 5, 'all events')
  }
  assert.ok(reads <= 6, `${reads} reads`)
})
