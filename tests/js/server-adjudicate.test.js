// SPDX-License-Identifier: Apache-2.0
// adjudicate(): a program ends games after a move, here by the endgame tables of three men.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { tablebaseFolder } from 'binbo/node'
import { Tablebase } from 'binbo/tablebase'
import { A, B, BLITZ, foldSession, GameHost, MemoryStore, play, Witness } from './support/host.js'
import { PATIENCE } from './support/patience.js'
import { RedisServer } from './support/redis.js'
import { client, games, newGame, RedisStore } from './support/served-games.js'

const tables = await Tablebase.open(tablebaseFolder(new URL('../data/syzygy/', import.meta.url)))

/** The adjudicate() of the guide. */
const guide = readFileSync(new URL('../../web/docs/servers.md', import.meta.url), 'utf8')
const [, recipe] = /^ {2}(async adjudicate\(.*?^ {2}\}),$/ms.exec(guide) ?? []
const module = `export const hook = tables => ({ ${recipe} })`
const { hook } = await import(`data:text/javascript,${encodeURIComponent(module)}`)
const { adjudicate: byTables } = hook(tables)

/** By captures that lead to three men: FEN, moves, who has won. */
const ENDINGS = [
  ['4k3/8/8/8/8/8/1r6/1QK5 w - - 0 1', 'c1b2', 'white'],
  ['4K3/8/8/8/8/8/1R6/1qk5 b - - 0 1', 'c1b2', 'black'],
  ['8/8/8/3k4/8/8/2rKP3/8 w - - 0 1', 'd2c2', null],
]

/** A game of A and B on a host whose adjudicate() is `site.answer`, with timers that the test lets end. */
async function arena(t, answer, { fen = ENDINGS[0][0], store = new MemoryStore() } = {}) {
  const site = { answer, asked: [], entries: [], records: [], late: [] }
  const machine = {
    setTimeout(call, milliseconds) {
      if (milliseconds === 10_000) site.late.push(call)
      return setTimeout(call, milliseconds).unref()
    },
    clearTimeout,
    random: Math.random,
  }
  const adjudicate = (position, view) => {
    site.asked.push([position.fen, view.ply, view.role])
    return site.answer(position, view)
  }
  const host = new GameHost(
    {
      store,
      adjudicate,
      archive: async record => void site.records.push(record),
      log: entry => site.entries.push(entry),
    },
    machine,
  )
  t.after(() => host.drain())
  const { game } = await host.command(undefined, A, { type: 'create', clock: BLITZ, fen, dead: 'off' })
  await host.command(game, B, { type: 'join' })
  return { host, game, site, store }
}

/** A promise, and what settles it. */
function later() {
  let resolve
  const promise = new Promise(done => {
    resolve = done
  })
  return { promise, resolve }
}

/** @param {() => boolean} check @param {string} what */
async function until(check, what) {
  for (const end = Date.now() + PATIENCE; !check(); await new Promise(setImmediate))
    assert.ok(Date.now() < end, `never: ${what}`)
}

/** @param {{ type: string }[]} events */
const endOf = events => events.find(({ type }) => type === 'ended')

const STORES = {
  memory: async () => {
    const store = new MemoryStore()
    return [store, store]
  },
  Redis: async t => {
    const redis = await new RedisServer().start()
    t.after(() => redis.remove())
    return [0, 0].map(() => {
      const store = new RedisStore({ url: redis.url, deadline: 20_000 })
      t.after(() => store.close())
      return store
    })
  },
}
for (const [name, make] of Object.entries(STORES)) {
  test(`tables end games on the node of the move, and every node reads it in the log (${name})`, async t => {
    const [store, same] = await make(t)
    for (const [fen, line, winner] of ENDINGS) {
      const { host, game, site } = await arena(t, byTables, { fen, store })
      const other = new GameHost({ store: same, adjudicate: () => assert.fail('it has kept no move') })
      t.after(() => other.drain())
      const seen = new Witness(other, game)
      const [white, black] = fen.includes(' w ') ? [A, B] : [B, A]
      await play(host, game, line, { white, black })
      await seen.until(({ events }) => endOf(events), 'the end')
      assert.deepEqual(foldSession(null, await same.read(game)).result, {
        winner,
        reason: 'adjudication',
        detail: 'tablebase',
      })
      assert.deepEqual(
        site.asked.map(([, ...rest]) => rest),
        [[1, 'spectator']],
      )
      seen.end()
    }
  })
}

test('PGN of such a game says adjudication, and the archive gets it', async t => {
  const { host, game, site, store } = await arena(t, byTables)
  const seen = new Witness(host, game)
  await play(host, game, 'c1b2')
  await seen.until(({ events }) => endOf(events), 'the end')
  seen.end()
  await host.drain()
  // MemoryStore gives what is left to the archive of its last host.
  assert.deepEqual(
    site.records.map(({ id, result, reason }) => [id, result, reason]),
    [[game, '1-0', 'adjudication']],
  )
  assert.match(site.records[0].pgn, /\[Termination "adjudication"\]/)
  assert.match(site.records[0].pgn, /White wins by adjudication \(tablebase\)\./)
  await store.close()
})

test('a game goes on without an answer; what is thrown, wrong or late is one line of the log each', async t => {
  const { host, game, site } = await arena(t, undefined, { fen: '4k3/8/8/8/8/8/8/1QK5 w - - 0 1' })
  const misunderstood = 'it returns nothing, or { winner, detail }'
  /** By move: an answer, and what the log says. */
  const moves = {
    b1b2: [() => undefined],
    e8d8: [() => null],
    b2b3: [() => assert.fail('thrown'), 'thrown'],
    d8e8: [() => Promise.reject(new Error('the tables are away')), 'the tables are away'],
    b3b4: [() => ({ winner: 'White' }), misunderstood],
    e8d8_: [() => ({ winner: null, detail: 5 }), misunderstood],
    b4b5: [() => true, misunderstood],
    d8c7: [() => new Promise(() => {}), 'no answer for 10 s'],
  }
  const logged = []
  for (const [ply, [uci, [answer, reason]]] of Object.entries(moves).entries()) {
    site.answer = answer
    await play(host, game, uci.slice(0, 4), { ply })
    assert.equal(site.asked.length, ply + 1)
    if (ply === 7) site.late.at(-1)()
    if (reason === undefined) continue
    logged.push(['error', game, `adjudicate() failed: ${reason}`])
    await until(() => site.entries.length === logged.length, reason)
  }
  assert.deepEqual(
    site.entries.map(({ event, game: of, reason }) => [event, of, reason]),
    logged,
  )
  assert.deepEqual([host.stateOf(game).status, host.stateOf(game).ply], ['playing', 8])
})

test('an answer counts for its position alone: not after another move, and not after a takeback', async t => {
  const questions = []
  const { host, game, site } = await arena(t, () => {
    const question = later()
    questions.push(question)
    return question.promise
  })
  const state = () => host.stateOf(game)
  await play(host, game, 'c1b2')
  await play(host, game, 'e8d8', { ply: 1 })
  questions[0].resolve({ winner: 'white' })
  await host.command(game, B, { type: 'offerTakeback' })
  await host.command(game, A, { type: 'acceptTakeback' })
  assert.equal((await host.command(game, B, { type: 'move', ply: 1, uci: 'e8e7' })).version, state().version)
  questions[1].resolve({ winner: 'white' })
  // Any command comes after what the answers have led to.
  await host.command(game, A, { type: 'offerDraw' })
  assert.deepEqual([state().status, state().ply, state().draw], ['playing', 2, 'white'])
  questions[2].resolve({ winner: 'black', detail: 'x'.repeat(300) })
  await until(() => state().status === 'over', 'the end: an offer is no move')
  assert.deepEqual(state().result, { winner: 'black', reason: 'adjudication', detail: 'x'.repeat(200) })
  assert.deepEqual([questions.length, site.entries], [3, []])
})

test('words that no log can hold are mended, and cut between characters: the game ends', async t => {
  const words = [
    ['a\0b', 'a\ufffdb'],
    [`${'x'.repeat(199)}\u{1f98a}`, 'x'.repeat(199)],
    [`${'x'.repeat(198)}\u{1f98a}y`, `${'x'.repeat(198)}\u{1f98a}`],
    ['\udd8a\ud83e', '\ufffd\ufffd'],
  ]
  for (const [detail, kept] of words) {
    const { host, game, site } = await arena(t, () => ({ winner: 'white', detail }))
    await play(host, game, 'c1b2')
    await until(() => host.stateOf(game)?.status === 'over', 'the end')
    assert.equal(host.stateOf(game).result.detail, kept)
    assert.deepEqual(site.entries, [])
  }
  // A command of the program itself is not changed.
  const { host, game } = await arena(t, () => undefined)
  const command = { type: 'adjudicate', winner: 'white', detail: 'a\0b' }
  assert.equal((await host.command(game, null, command)).code, 'badCommand')
  assert.equal(host.stateOf(game).status, 'playing')
})

test('a host that stops waits for no answer', async t => {
  const question = later()
  const { host, game } = await arena(t, () => question.promise)
  await play(host, game, 'c1b2')
  await host.drain()
  question.resolve({ winner: 'white' })
  await new Promise(setImmediate)
  assert.equal(host.stateOf(game)?.status, 'playing')
})

test('a game server takes the option', async t => {
  const { url } = await games(t, { adjudicate: (_, { ply }) => (ply === 2 ? { winner: 'white' } : null) })
  const [white, black] = [await client(t, url), await client(t, url)]
  const game = await newGame(white, black)
  await white.ask('move', { game, ply: 0, uci: 'e2e4' })
  await black.ask('move', { game, ply: 1, uci: 'e7e5' })
  const { winner, reason } = await ended(white, game)
  assert.deepEqual([winner, reason], ['white', 'adjudication'])
  await assert.rejects(games(t, { adjudicate: tables }), { code: 'ERR_ARGUMENT', message: /adjudicate/ })
})

/** @param {import('./support/served-games.js').Wire} wire @param {string} game */
async function ended(wire, game) {
  await wire.until(() => endOf(wire.eventsOf(game)), 'the end')
  return endOf(wire.eventsOf(game))
}
