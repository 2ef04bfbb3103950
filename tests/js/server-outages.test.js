// SPDX-License-Identifier: Apache-2.0
// Players do not pay for a store that is away: a command that came meanwhile counts as of when it came, and none counts
// as of earlier. The opponent's clock runs from when it is in the log.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { connectGames } from '../../dist/session.js'
import { A, B, ChessError, GameHost, OddStore, play, started, Witness } from './support/host.js'
import { withRedis } from './support/redis.js'
import { open, until } from './support/redis-stores.js'
import { games, WebSocket } from './support/served-games.js'

const BASE = 60_000
const CLOCK = { base: BASE }
const away = () => {
  throw new ChessError('ERR_STORE_AWAY')
}

/** A game of A and B in which White's clock runs, and its store. */
async function atMoveThree(clock = CLOCK) {
  const store = new OddStore()
  const host = new GameHost({ store })
  const game = await started(host, { clock })
  await play(host, game, 'e2e4 e7e5')
  const goAway = () => {
    store.before = store.onRead = away
    store.ready = false
  }
  const comeBack = () => {
    store.before = store.onRead = () => {}
    store.ready = true
  }
  const log = () => store.store.read(game)
  const move = (uci, id = 'm2', user = A) => host.command(game, user, { type: 'move', id, ply: 2, uci })
  const since = (await log()).at(-1).at
  return { store, host, game, goAway, comeBack, log, move, since }
}

describe('a store that was away', () => {
  test('a command that came meanwhile is carried out when it is back: its player pays until it came, the opponent from then on', async () => {
    const { store, goAway, comeBack, log, move, since } = await atMoveThree()
    goAway()
    store.shift += 500
    assert.equal((await move('g1f3')).code, 'unavailable')
    const asked = store.now()
    store.shift += 5000
    assert.equal((await move('b1c3')).code, 'unavailable', 'under the same id, also with another move')
    assert.equal((await move('d2d4', 'm9', { id: 'C' })).code, 'unavailable')
    comeBack()
    await until(async () => (await log()).at(-1).type === 'moved' && (await log()).length > 5, 'the move')
    const moved = (await log()).at(-1)
    assert.equal(moved.uci, 'g1f3')
    const spent = BASE - moved.left + moved.credit
    assert.ok(spent >= 500 && spent <= asked - since, `${spent} of ${asked - since}`)
    assert.ok(moved.at - since >= 5500, `${moved.at - since}`)
    const answer = await move('g1f3')
    assert.deepEqual([answer.ok, answer.duplicate], [true, true])
    assert.equal((await log()).at(-1).command, 'm2')
  })

  test('what one player has sent meanwhile takes no place of the other', async () => {
    const { store, host, game, goAway, comeBack, log, move, since } = await atMoveThree()
    goAway()
    for (let i = 0; i < 6; i++)
      assert.equal((await host.command(game, B, { type: 'offerDraw', id: `d${i}` })).code, 'unavailable')
    store.shift += 500
    assert.equal((await move('g1f3')).code, 'unavailable')
    const asked = store.now()
    store.shift += 5000
    comeBack()
    await until(async () => (await log()).some(({ uci }) => uci === 'g1f3'), 'the move')
    const { left, credit } = (await log()).find(({ uci }) => uci === 'g1f3')
    const spent = BASE - left + credit
    assert.ok(spent >= 500 && spent <= asked - since, `${spent} of ${asked - since}`)
  })

  test('a move that came in time is made before the timer ends the game, and before what comes now', async () => {
    for (const way of ['timer', 'flag']) {
      const { store, host, game, goAway, comeBack, log, move } = await atMoveThree({ base: 10_000 })
      goAway()
      store.shift += 1000
      assert.equal((await move('g1f3')).code, 'unavailable')
      // The clock and its grace have run out.
      store.shift += 20_000
      comeBack()
      const { length } = await log()
      if (way === 'timer') await store.due[0](game)
      else await host.command(game, B, { type: 'flag', id: 'f1' })
      const [moved, ...others] = (await log()).slice(length)
      assert.deepEqual([moved?.uci, others], ['g1f3', []], way)
    }
  })

  test('an append that comes too late is decided again, as of now', async () => {
    const { store, log, move, since } = await atMoveThree()
    let refusals = 0
    store.before = () => {
      store.shift += 700
      if (++refusals > 3) return undefined
      throw new ChessError('ERR_STORE_UNKNOWN')
    }
    assert.equal((await move('g1f3')).code, 'unavailable')
    const thought = store.now() - store.shift - since
    await until(async () => (await log()).at(-1).uci === 'g1f3', 'the move')
    const { at, left, credit } = (await log()).at(-1)
    assert.ok(at - since >= 700 * (refusals - 1), `${at - since}`)
    assert.ok(BASE - left + credit <= thought, `${BASE - left + credit} of ${thought}`)
  })

  test('what its client has given up is not carried out', async () => {
    const { store, host, game, goAway, comeBack, log, move } = await atMoveThree()
    goAway()
    assert.equal((await move('g1f3')).code, 'unavailable')
    store.shift += 30_001
    comeBack()
    const { length } = await log()
    assert.equal((await move('b1c3', 'm3')).ok, true)
    await wait(150) // the host has looked at what waits
    assert.deepEqual(
      (await log()).slice(length).map(({ uci }) => uci),
      ['b1c3'],
    )
    await host.drain()
    assert.equal(host.stateOf(game).ply, 3)
  })

  test('thinking on after it is charged in full: another command counts as of when it comes', async () => {
    const { store, host, game, goAway, comeBack, log, move, since } = await atMoveThree()
    const { length } = await log()
    goAway()
    assert.equal((await host.command(game, A, { type: 'offerDraw', id: 'd1' })).code, 'unavailable')
    comeBack()
    await until(async () => (await log()).length > length, 'the offer')
    store.shift += 20_000
    const asked = store.now()
    assert.equal((await move('g1f3')).ok, true)
    const { at, left, credit } = (await log()).at(-1)
    // It came between both.
    const spent = BASE - left + credit
    assert.ok(spent >= asked - since && spent <= at - since, `${asked - since}, ${spent}, ${at - since}`)
  })

  test('the outage is given back first; the move costs what was thought before it', async () => {
    const { store, host, game, goAway, comeBack, log, move, since } = await atMoveThree()
    const witness = new Witness(host, game, 0, A)
    await witness.until(({ version }) => version === 5)
    store.shift += 1000
    const from = store.now()
    goAway()
    store.shift += 2000
    assert.equal((await move('g1f3')).code, 'unavailable')
    store.shift += 4000
    const to = store.now()
    // The store announces it before it takes an append, as Redis does.
    store.before = () => {}
    store.outages[0]({ from, to })
    store.shift += 1500
    comeBack()
    await witness.until(({ types }) => types.at(-1) === 'moved' && types.includes('compensated'))
    const moved = (await log()).at(-1)
    assert.equal(moved.uci, 'g1f3')
    assert.equal(BASE - moved.left + moved.credit, from - since)
    witness.end()
    await host.drain()
  })
})

describe('Redis', { concurrency: 2 }, () => {
  for (const way of /** @type {const} */ (['frozen', 'killed']))
    test(`${way}: a move that was asked meanwhile costs its thinking alone`, async t => {
      const redis = await withRedis(t, { appendfsync: 'always' })
      const store = await open(t, { url: redis.url })
      const { url } = await games(t, { store })
      const [white, black] = [1, 2].map(() => connectGames(url, { WebSocket }))
      t.after(() => {
        for (const client of [white, black]) client.close()
      })
      const link = await white.create({ clock: CLOCK, color: 'white' })
      const other = black.open(link.id)
      await until(() => other.view, 'the game')
      assert.equal((await other.join()).ok, true)
      await until(() => link.view?.status === 'playing', 'the start')
      assert.equal((await link.move('e2e4')).ok, true)
      await until(() => other.view?.ply === 1, 'the first move')
      assert.equal((await other.move('e7e5')).ok, true)
      await until(() => link.view?.ply === 2, 'the second move')
      const since = link.events.at(-1).at
      if (way === 'frozen') redis.freeze()
      else await redis.killed()
      await wait(500)
      const asked = store.now()
      const answer = link.move('g1f3')
      await until(() => !store.ready, 'away')
      await wait(6000 - 500 - (store.now() - asked))
      if (way === 'frozen') redis.thaw()
      else await redis.start()
      assert.equal((await answer).ok, true)
      const log = await store.read(link.id)
      const moved = log.at(-1)
      assert.equal(moved.uci, 'g1f3')
      assert.equal(log.filter(({ type }) => type === 'compensated').length, 1)
      const charged = BASE - moved.left + moved.credit
      t.diagnostic(`${charged} ms charged, ${asked - since} ms thought; away for 6 s`)
      assert.ok(charged <= asked - since, `${charged} of ${asked - since}`)
    })
})

test('a client whose command is on its way comes back within half a second of the server; others within five', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  class Refused {
    addEventListener(name, listener) {
      if (name === 'close') queueMicrotask(() => listener({ code: 1006, reason: '' }))
    }
    close() {}
  }
  for (const [isWaiting, longest] of [
    [true, 500],
    [false, 5000],
  ]) {
    const client = connectGames('ws://127.0.0.1:1', { WebSocket: Refused })
    const pauses = []
    client.on('status', ({ state, milliseconds }) => state === 'waiting' && pauses.push(milliseconds))
    const link = client.open('abc')
    if (isWaiting) link.resign()
    while (pauses.length < 12) {
      await new Promise(setImmediate)
      t.mock.timers.tick(longest)
    }
    const last = pauses.slice(-4)
    assert.ok(
      last.every(pause => pause >= longest / 2 && pause <= longest),
      `${isWaiting}: ${pauses}`,
    )
    client.close()
  }
})
