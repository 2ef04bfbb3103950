// SPDX-License-Identifier: Apache-2.0
// What a site hangs on the servers: it refuses commands, hears of ended games, changes the secret and revokes users.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { A, B, BLITZ, GameHost, MemoryStore, OddStore } from './support/host.js'
import { PATIENCE } from './support/patience.js'
import { RedisServer } from './support/redis.js'
import { until } from './support/redis-stores.js'
import {
  client,
  games,
  MATE,
  newGame,
  play,
  RedisStore,
  SECRET,
  MemoryStore as ServedStore,
} from './support/served-games.js'

const REFUSED = { refuse: 'You are not allowed to.' }
const soon = call => new Promise(resolve => setImmediate(() => resolve(call())))

/** A host with a game of A and B, and a site's before(), which each test sets. */
async function arena(t, options = {}) {
  const site = { before: () => {}, entries: [], asked: [] }
  const store = new OddStore(new MemoryStore())
  const host = new GameHost({
    store,
    before: (user, command, view) => {
      site.asked.push([user, command.type, view?.role ?? null])
      return site.before(user, command, view)
    },
    log: entry => site.entries.push(entry),
    ...options,
  })
  t.after(async () => {
    await host.drain()
    await store.store.close()
  })
  const { game } = await host.command(undefined, A, { type: 'create', clock: BLITZ })
  await host.command(game, B, { type: 'join' })
  site.asked.length = 0
  return { host, game, site, store }
}

const move = (ply, uci, id = `m${ply}`) => ({ type: 'move', id, ply, uci })

test('before() sees who asks for what, and the game as they see it; it refuses with a reason', async t => {
  const { host, game, site } = await arena(t)
  let seen
  site.before = (user, command, view) => {
    seen = { user, command, view }
    return command.type === 'offerDraw' || user.id === 'C' ? REFUSED : undefined
  }
  assert.equal((await host.command(game, A, move(0, 'e2e4'))).ok, true)
  assert.deepEqual(seen.user, A)
  assert.deepEqual([seen.command.uci, seen.command.by], ['e2e4', A])
  assert.deepEqual([seen.view.role, seen.view.ply, seen.view.players.white.name], ['white', 0, 'Ann'])
  assert.deepEqual(await host.command(game, 'B', { type: 'offerDraw' }), {
    ok: false,
    code: 'refused',
    why: REFUSED.refuse,
  })
  assert.deepEqual([seen.user, seen.view.role], [{ id: 'B' }, 'black'])
  // What only players may do in a game that is full is refused without asking.
  assert.equal((await host.command(game, 'C', { type: 'resign' })).code, 'notPlayer')
  assert.equal(seen.user.id, 'B')
  assert.equal((await host.command(undefined, 'C', { type: 'create' })).code, 'refused')
  assert.equal(seen.view, null)
  const { game: other } = await host.command(undefined, 'D', { type: 'create' })
  assert.equal((await host.command(other, 'C', { type: 'join' })).code, 'refused')
  assert.equal(seen.view.role, 'spectator')
  const { state } = { state: host.stateOf(game) }
  assert.deepEqual([state.ply, state.draw], [1, null])
})

test('before() is asked about what is well formed, by users, and once: not about what was carried out', async t => {
  const { host, game, site } = await arena(t)
  await host.command(game, A, { type: 'move', ply: 'none' })
  await host.command(game, A, { type: 'due' })
  await host.command('no-such-game', A, { type: 'resign' })
  await host.command(game, null, { type: 'adjudicate', winner: null })
  assert.deepEqual(site.asked, [])
  const other = await arena(t)
  assert.equal((await other.host.command(other.game, A, move(0, 'e2e4'))).ok, true)
  other.site.before = () => REFUSED
  const again = await other.host.command(other.game, A, move(0, 'e2e4'))
  assert.deepEqual([again.ok, again.duplicate], [true, true])
  assert.equal(other.site.asked.length, 1)
})

test('before() gets a game to be created in one spelling, whatever was sent', async t => {
  const { host, site } = await arena(t)
  let seen
  site.before = (_, command) => void (seen = command)
  const make = fields => host.command(undefined, A, { type: 'create', id: 'c1', ...fields })
  const plain = {
    type: 'create',
    id: 'c1',
    by: A,
    variant: 'standard',
    fen: null,
    clock: null,
    draws: 'claim',
    dead: 'low',
    allow: { takeback: true, giveTime: true, spectators: true },
    color: 'white',
    opponent: undefined,
    listed: false,
    tags: undefined,
  }
  for (const variant of ['standard', 'Standard', 'STANDARD', 'chess', 'From Position', null, undefined]) {
    await make({ variant })
    const { game, ...command } = seen
    assert.equal(typeof game, 'string')
    assert.deepEqual(command, plain, `${variant}`)
  }
  const clock = { base: 60_000, increment: 1000 }
  for (const given of [
    '1+1',
    ' 1 + 1 ',
    { ...clock, delay: 0, periods: 0 },
    { ...clock, increment: 1000, stages: [] },
  ]) {
    await make({ clock: given, id: JSON.stringify(given).slice(0, 60), tags: {}, opponent: 'B' })
    assert.deepEqual([seen.clock, seen.tags, seen.opponent], [clock, undefined, { id: 'B' }])
  }
  for (const variant of ['atomic', 'Atomic', 'ATOMIC']) {
    await make({ variant })
    assert.equal(seen.variant, 'atomic')
  }
  // What the reducer refuses anyway is refused with its reason.
  seen = undefined
  for (const fields of [{ variant: 'atomik' }, { clock: '1' }, { fen: 'x' }, { rated: true }]) {
    const answer = await make({ ...fields, id: 'c2' })
    assert.match(answer.code, /^bad/)
    assert.equal(seen, undefined)
  }
})

test('no spelling of a variant or a clock passes the house rules of the documents', async t => {
  const text = readFileSync(new URL('../../web/docs/servers.md', import.meta.url), 'utf8')
  const [, estimate] = /\n(function estimate\(clock\) \{\n[\s\S]*?\n\})\n/.exec(text)
  const [, before] = /\n {2}(before\(user, command\) \{\n[\s\S]*?\n {2}\}),\n/.exec(text)
  const rules = new Function(`${estimate}; const banned = new Set(['u13']); return { ${before} }`)()
  const { host, site } = await arena(t)
  site.before = rules.before
  const make = fields => host.command(undefined, A, { type: 'create', ...fields })
  for (const variant of [
    'atomic',
    'Atomic',
    'ATOMIC',
    'Chess960',
    'fischerandom',
    'Crazyhouse',
    'crazyhouse',
  ])
    assert.deepEqual((await make({ variant, clock: '5+3' })).why, 'This club plays standard chess.', variant)
  for (const clock of [
    '1+0',
    '1+1',
    '½+0',
    '0.5+1',
    { base: 60_000 },
    { base: 60_000, delay: 1000 },
    { base: 0, increment: 3000 },
    { perMove: 2000 },
    { base: 10_000, periods: 1, period: 5000 },
  ])
    assert.equal((await make({ clock })).why, 'This club does not play bullet.', JSON.stringify(clock))
  for (const fields of [
    {},
    { variant: 'Standard', clock: '3+2' },
    { variant: null, clock: { perMove: 86_400_000 } },
    { clock: { base: 0, increment: 5000 } },
  ])
    assert.equal((await make(fields)).ok, true, JSON.stringify(fields))
  assert.equal((await host.command(undefined, 'u13', { type: 'create' })).why, 'You are banned.')
})

test('what before() throws, and no answer for a second, is unavailable, logged, and never carried out', async t => {
  const { host, game, site } = await arena(t)
  // A host's timers keep no process running.
  const alive = setInterval(() => {}, 1000)
  t.after(() => clearInterval(alive))
  const answers = [
    () => {
      throw new Error('the database is away')
    },
    () => Promise.reject(new Error('no connection')),
    () => new Promise(() => {}),
    () => true,
    () => ({ refuse: 1 }),
  ]
  for (const before of answers) {
    site.before = before
    assert.deepEqual(await host.command(game, A, move(0, 'e2e4')), { ok: false, code: 'unavailable' })
  }
  assert.deepEqual(
    site.entries.map(({ event, reason }) => [event, reason.replace('before() failed: ', '')]),
    [
      ['error', 'the database is away'],
      ['error', 'no connection'],
      ['error', 'no answer for a second'],
      ['error', 'it returns nothing, or { refuse: why }'],
      ['error', 'it returns nothing, or { refuse: why }'],
    ],
  )
  assert.equal(host.stateOf(game).ply, 0)
  site.before = () => {}
  assert.equal((await host.command(game, A, move(0, 'e2e4'))).ok, true)
})

test('a reason is cut between characters, and is text that JSON and UTF-8 hold', async t => {
  const { host, game, site } = await arena(t)
  for (const [refuse, why] of [
    [`${'x'.repeat(199)}\u{1f98a}`, 'x'.repeat(199)],
    ['no\0\ud83e', 'no\ufffd\ufffd'],
    ['', 'The server does not allow it.'],
  ]) {
    site.before = () => ({ refuse })
    assert.deepEqual(await host.command(game, A, move(0, 'e2e4')), { ok: false, code: 'refused', why })
  }
})

test('commands of a user stay in order while before() thinks; its time is not the player’s', async t => {
  const { host, game, site, store } = await arena(t)
  await host.command(game, A, move(0, 'e2e4'))
  await host.command(game, B, move(1, 'e7e5'))
  const order = []
  let free
  const gate = new Promise(resolve => {
    free = resolve
  })
  site.before = (_, { id }) => {
    order.push(id)
    return id === 'm2' ? gate : undefined
  }
  const first = host.command(game, A, move(2, 'd2d4'))
  const second = host.command(game, A, { type: 'offerDraw', id: 'draw' })
  const reply = await host.command(game, B, { type: 'offerDraw', id: 'other' })
  assert.equal(reply.ok, true, `others do not wait: ${reply.code}`)
  await soon(() => {})
  assert.deepEqual(order, ['m2', 'other'])
  store.shift += 900
  free()
  const [{ events }] = await Promise.all([first, second])
  assert.deepEqual(order, ['m2', 'other', 'draw'])
  const { left } = events.find(({ type }) => type === 'moved')
  assert.ok(left > BLITZ.base + BLITZ.increment - 800, `${left} ms left`)
})

test('onEnded() gets the record of each game that its host ended, once, and none of games that never began', async t => {
  const records = []
  const store = new MemoryStore()
  const ender = new GameHost({ store, onEnded: record => void records.push(record) })
  const other = new GameHost({ store, onEnded: () => assert.fail('it ended nothing') })
  t.after(async () => {
    await ender.drain()
    await other.drain()
    await store.close()
  })
  const { game } = await other.command(undefined, A, { type: 'create', clock: BLITZ })
  await other.command(game, B, { type: 'join' })
  other.watch(game, 0, () => {})
  for (const [ply, uci] of MATE.entries()) await ender.command(game, ply % 2 ? B : A, move(ply, uci))
  await ender.command(game, B, move(3, MATE[3]))
  const unused = await ender.command(undefined, A, { type: 'create' })
  await ender.command(unused.game, A, { type: 'abort' })
  await ender.drain()
  assert.deepEqual(
    records.map(({ id, result, reason, moves }) => [id, result, reason, moves]),
    [[game, '0-1', 'checkmate', MATE.join(' ')]],
  )
  assert.match(records[0].pgn, /\[White "Ann"\]/)
})

test('what onEnded() throws or rejects with harms no game', async t => {
  const faults = []
  const report = t.mock.method(globalThis.console, 'error', error => void faults.push(error.message))
  for (const onEnded of [() => Promise.reject(new Error('rejected')), () => assert.fail('thrown')]) {
    const { host, game } = await arena(t, { onEnded })
    for (const [ply, uci] of MATE.entries()) await host.command(game, ply % 2 ? B : A, move(ply, uci))
    assert.equal(host.stateOf(game).status, 'over')
    await host.drain()
    await soon(() => {})
  }
  assert.deepEqual(faults, ['rejected', 'thrown'])
  assert.equal(report.mock.callCount(), 2)
})

test('what onStarted() and onEnded() throw or reject with is in the log, with the game', async t => {
  const failing = () => Promise.reject(new Error('rejected'))
  const throwing = () => {
    throw new Error('thrown')
  }
  t.mock.method(globalThis.console, 'error', () => {})
  for (const hooks of [
    { onStarted: throwing, onEnded: failing },
    { onStarted: failing, onEnded: throwing },
  ]) {
    const entries = []
    const { host, game } = await arena(t, { ...hooks, log: entry => entries.push(entry) })
    for (const [ply, uci] of MATE.entries()) await host.command(game, ply % 2 ? B : A, move(ply, uci))
    await host.drain()
    await soon(() => {})
    const errors = entries.filter(({ event }) => event === 'error')
    assert.deepEqual(
      errors.map(entry => [entry.game, entry.reason]),
      Object.values(hooks).map(hook => [game, hook === failing ? 'rejected' : 'thrown']),
    )
  }
})

test('a client hears why it is refused, and the game goes on', async t => {
  const before = (_, { type, variant }) =>
    type === 'create' && variant === 'atomic' ? { refuse: 'This club plays no atomic chess.' } : undefined
  const { url } = await games(t, { before })
  const [white, black] = [await client(t, url), await client(t, url)]
  const answer = await white.ask('create', { variant: 'atomic' })
  assert.deepEqual(
    { ...answer, re: 0 },
    { re: 0, ok: false, code: 'refused', why: 'This club plays no atomic chess.' },
  )
  await play([white, black], await newGame(white, black), MATE)
})

test('a secret is changed without orphans: tokens of the old one are good, and are signed anew', async t => {
  const store = new ServedStore()
  const node = secret => games(t, { store, secret })
  const [old, both, anew] = [
    await node(SECRET),
    await node(['a new secret, also long', SECRET]),
    await node(['a new secret, also long']),
  ]
  const first = await client(t, old.url)
  const second = await client(t, both.url, { token: first.token })
  assert.deepEqual(second.user, first.user)
  assert.notEqual(second.token, first.token)
  const third = await client(t, anew.url, { token: second.token })
  assert.deepEqual(third.user, first.user)
  const orphan = await client(t, anew.url, { token: first.token })
  assert.equal((await orphan.closing()).code, 4401)
  for (const secret of [[], ['short'], [SECRET, 5], 'short'])
    await assert.rejects(games(t, { secret }), { code: 'ERR_ARGUMENT', message: /16 characters/ })
})

test('creations that before() refuses are not counted, others are', async t => {
  const before = (_, { type, variant }) => (type === 'create' && variant === 'atomic' ? REFUSED : undefined)
  const { url } = await games(t, { before, limits: { creationsPerMinute: 2 } })
  const anna = await client(t, url)
  for (let count = 0; count < 5; count++)
    assert.equal((await anna.ask('create', { variant: 'atomic' })).code, 'refused')
  for (const code of [undefined, undefined, 'tooFast']) assert.equal((await anna.ask('create')).code, code)
})

test('a revoked user is sent away from all nodes, and stays away; others stay', async t => {
  const redis = await new RedisServer().start()
  t.after(() => redis.remove())
  const node = async () => {
    const store = new RedisStore({ url: redis.url, deadline: 20_000 })
    t.after(() => store.close())
    return games(t, { store, limits: { helloTime: PATIENCE } })
  }
  const [one, two] = [await node(), await node()]
  const [here, there, other] = [await client(t, one.url), await client(t, two.url), await client(t, two.url)]
  const same = await client(t, two.url, { token: here.token })
  await one.server.revoke(here.user.id)
  assert.equal((await here.closing()).code, 4401)
  assert.equal((await same.closing()).code, 4401)
  for (const { url } of [one, two]) {
    const back = await client(t, url, { token: here.token })
    assert.equal((await back.closing()).code, 4401)
    assert.equal(back.messages.length, 0)
  }
  await two.server.revoke(there.user.id)
  assert.equal((await there.closing()).code, 4401)
  assert.equal((await other.ask('create')).ok, true)
  assert.equal(other.closed, undefined)
  await assert.rejects(one.server.revoke(''), { code: 'ERR_ARGUMENT' })
  const again = await node()
  const late = await client(t, again.url, { token: there.token })
  assert.equal((await late.closing()).code, 4401, 'a node that starts later knows it, too')
})

test('a client whose hello the site does not answer has broken no rule: it comes back later', async t => {
  const authenticate = (_, { token }) => (token === 'ben' ? { id: token } : new Promise(() => {}))
  const { url } = await games(t, { authenticate, limits: { helloTime: 300 } })
  const anna = await client(t, url, { token: 'anna' })
  assert.deepEqual(await anna.closing(), { code: 1013, reason: 'identities cannot be checked now' })
  assert.equal((await (await client(t, url, { token: 'ben' })).ask('create')).ok, true)
})

test('users of a site are revoked by their ids', async t => {
  const authenticate = (_, { token }) => ({ id: token })
  const { url, server } = await games(t, { authenticate })
  const anna = await client(t, url, { token: 'anna' })
  const ben = await client(t, url, { token: 'ben' })
  await server.revoke('anna')
  const closed = { code: 4401, reason: 'the user is revoked' }
  assert.deepEqual(await anna.closing(), closed)
  assert.deepEqual(await (await client(t, url, { token: 'anna' })).closing(), closed)
  assert.equal((await ben.ask('create')).ok, true)
})

test('a revocation may end: after its time, or by restore(), on all nodes; the identity is the same', async t => {
  const redis = await new RedisServer().start()
  t.after(() => redis.remove())
  const node = async () => {
    const store = new RedisStore({ url: redis.url, deadline: 20_000 })
    t.after(() => store.close())
    return games(t, { store, limits: { helloTime: PATIENCE } })
  }
  const [one, two] = [await node(), await node()]
  const [here, there] = [await client(t, one.url), await client(t, two.url)]
  const isAdmitted = async ({ token }, { url }) => (await client(t, url, { token })).messages.length > 0
  await two.server.revoke(there.user.id, { for: 5000 })
  await one.server.revoke(here.user.id)
  for (const wire of [here, there]) assert.equal((await wire.closing()).code, 4401)
  for (const { server } of [one, two]) {
    await server.restore(here.user.id)
    assert.equal(await isAdmitted(here, one), true)
    const back = await client(t, two.url, { token: here.token })
    assert.equal(back.user.id, here.user.id)
    // News of the revocation would reach the nodes within two rounds.
    assert.equal((await back.ask('create')).ok, true)
    await two.server.revoke(here.user.id)
    assert.equal((await back.closing()).code, 4401)
    assert.equal(await isAdmitted(here, one), false)
  }
  await until(() => isAdmitted(there, two), 'the end of five seconds')
  assert.equal((await (await client(t, one.url, { token: there.token })).ask('create')).ok, true)
  for (const milliseconds of [0, 4999, 5000.5, '5000', null, Number.POSITIVE_INFINITY])
    await assert.rejects(one.server.revoke('x', { for: milliseconds }), { code: 'ERR_ARGUMENT' })
  await assert.rejects(one.server.revoke('x', { until: 5000 }), { code: 'ERR_ARGUMENT' })
  await assert.rejects(one.server.restore(''), { code: 'ERR_ARGUMENT' })
})
