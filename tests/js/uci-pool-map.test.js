// SPDX-License-Identifier: Apache-2.0
// EnginePool.map(): results in order, positions read as they are needed, and every way in which it can end.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { collect, Game, rejects, settled, until } from './support/engines.js'
import { engineMaker, LINE, positionAt } from './support/pool-engines.js'
import { refuses } from './support/transports.js'

const { Engine, EnginePool } = await import('../../dist/uci.js')

const MATED = { fen: '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1' }
const STALEMATED = { fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' }
const LIMITS = { depth: 1 }
const firstMoves = results => results.map(lines => lines[0]?.pv[0] ?? null)

/** A pool that is closed after the test, and its engines. */
function poolOf(t, size = 2, o = {}) {
  const engines = engineMaker(o)
  const pool = new EnginePool(engines.make, { size })
  t.after(() => settled(pool.close(), 'close'))
  return { pool, ...engines }
}

/** Positions that note how many were read, and whether they were closed. */
function source(positions) {
  const seen = { read: 0, closed: 0 }
  function* read() {
    try {
      for (const position of positions) {
        seen.read++
        yield position
      }
    } finally {
      seen.closed++
    }
  }
  return { seen, read }
}

/** The same, one turn of the event loop later each. */
async function* later(positions) {
  for (const position of positions) {
    await wait(1)
    yield position
  }
}

test('results come in the order of the positions, whichever engine is faster', async t => {
  const { pool, searches } = poolOf(t, 2, { isHeld: true })
  const done = []
  const results = collect(
    pool.map([0, 1, 2, 3].map(positionAt), LIMITS, { onProgress: progress => done.push(progress) }),
  )
  await until(() => searches.length === 2)
  searches[1].end()
  await until(() => searches.length === 3)
  searches[2].end()
  await until(() => searches.length === 4)
  searches[3].end()
  await wait(5)
  assert.deepEqual(done, [], 'nothing is delivered before the first one')
  searches[0].end()
  assert.deepEqual(firstMoves(await results), ['a2a3', 'a7a6', 'a3a4', 'a6a5'])
  assert.deepEqual(
    done,
    [1, 2, 3, 4].map(count => ({ done: count, total: 4 })),
  )
})

test('games, text, mates and stalemates, from arrays, sets, generators and async ones', async t => {
  const { pool } = poolOf(t)
  function* oneGame() {
    const game = new Game()
    yield game
    for (const move of LINE.slice(0, 3)) {
      game.move(move)
      yield game
    }
    game.stop()
  }
  const moves = ['a2a3', 'a7a6', 'a3a4', 'a6a5']
  assert.deepEqual(firstMoves(await collect(pool.map(oneGame(), LIMITS))), moves)
  assert.deepEqual(firstMoves(await collect(pool.map(later([0, 1, 2, 3].map(positionAt)), LIMITS))), moves)
  const totals = []
  const set = new Set([MATED, {}, STALEMATED, positionAt(1)])
  const results = await collect(pool.map(set, LIMITS, { onProgress: ({ total }) => totals.push(total) }))
  assert.deepEqual(firstMoves(results), [null, 'a2a3', null, 'a7a6'])
  assert.deepEqual([results[0], results[2], totals], [[], [], [4, 4, 4, 4]])
  assert.deepEqual(await collect(pool.map([], LIMITS)), [])
  assert.deepEqual(await collect(pool.map(later([]), LIMITS)), [])
})

test('positions are read as results are taken', async t => {
  const { pool } = poolOf(t)
  const { seen, read } = source(Array.from({ length: 100 }, (_, index) => positionAt(index)))
  const results = pool.map(read(), LIMITS)
  await wait(5)
  assert.equal(seen.read, 0, 'none before the first result is wanted')
  for (let taken = 1; taken <= 20; taken++) {
    await results.next()
    await wait(1)
    assert.ok(seen.read <= taken + 4, `${seen.read} were read for ${taken} results`)
  }
  await results.return()
  assert.deepEqual(await results.next(), { value: undefined, done: true })
  assert.equal(seen.closed, 1)
})

test('break stops the searches, closes the source and leaves the pool free', async t => {
  for (const make of [positions => positions, later]) {
    const { pool, searches } = poolOf(t, 2, { isHeld: true })
    const { seen, read } = source(Array.from({ length: 50 }, (_, index) => positionAt(index)))
    const loop = (async () => {
      for await (const _ of pool.map(make(read()), LIMITS)) break
    })()
    await until(() => searches.length >= 2)
    searches[0].end()
    await settled(loop, 'break')
    assert.ok(seen.read <= 6)
    await until(() => seen.closed === 1, 'the source is closed')
    const count = searches.length
    const next = pool.bestMove({}, LIMITS)
    await until(() => searches.length > count)
    searches.at(-1).end()
    assert.equal((await settled(next)).value.move, 'a2a3')
  }
})

test('a bad position rejects at its turn, and ends the iteration', async t => {
  const { pool } = poolOf(t)
  const stopped = new Game()
  stopped.stop()
  for (const [bad, code] of [
    [{ fen: '8/8/8/8/8/8/8/8 w - - 0 1' }, /^ERR_FEN_/],
    [{ moves: ['e5'] }, /^ERR_SAN_ILLEGAL$/],
    [{ variant: 'atomic' }, /^ERR_UCI_VARIANT$/],
    [stopped, /^ERR_GAME_STOPPED$/],
    ['e4', /^ERR_FEN_FIELDS$/], // a string is a FEN
    [null, /^ERR_ARGUMENT$/],
  ]) {
    const { seen, read } = source([{}, positionAt(1), bad, positionAt(2), positionAt(3)])
    const results = pool.map(read(), LIMITS)
    assert.deepEqual(firstMoves([(await results.next()).value, (await results.next()).value]), [
      'a2a3',
      'a7a6',
    ])
    const { error } = await settled(results.next())
    assert.match(error.code, code)
    assert.deepEqual(await results.next(), { value: undefined, done: true })
    assert.equal(seen.closed, 1)
  }
})

test('a source that throws, and onProgress that throws', async t => {
  const { pool } = poolOf(t)
  const fault = new Error('the file is broken')
  function* broken() {
    yield {}
    throw fault
  }
  async function* brokenLater() {
    yield {}
    throw fault
  }
  for (const positions of [broken(), brokenLater()]) {
    const results = pool.map(positions, LIMITS)
    assert.equal((await results.next()).value.length, 1)
    assert.equal((await settled(results.next())).error, fault)
    assert.equal((await results.next()).done, true)
  }
  const { seen, read } = source([{}, {}, {}])
  const stop = () => {
    throw fault
  }
  assert.equal((await settled(collect(pool.map(read(), LIMITS, { onProgress: stop })))).error, fault)
  assert.equal(seen.closed, 1)
})

test('a signal ends it, also while the source is slow', async t => {
  const { pool, searches } = poolOf(t, 2, { isHeld: true })
  const controller = new AbortController()
  const { seen, read } = source([{}, {}, {}])
  const results = pool.map(read(), LIMITS, { signal: controller.signal })
  const next = results.next()
  await until(() => searches.length === 2)
  controller.abort('enough')
  assert.equal((await rejects(next, 'ERR_UCI_CANCELLED')).cause, 'enough')
  assert.equal((await results.next()).done, true)
  assert.equal(seen.closed, 1)
  await rejects(pool.map([{}], LIMITS, { signal: controller.signal }).next(), 'ERR_UCI_CANCELLED')

  async function* never() {
    await new Promise(() => {})
  }
  const other = new AbortController()
  const slow = pool.map(never(), LIMITS, { signal: other.signal }).next()
  await wait(5)
  other.abort()
  await rejects(slow, 'ERR_UCI_CANCELLED')
  const left = pool.map(never(), LIMITS)
  const pending = left.next()
  await wait(5)
  assert.equal((await settled(left.return())).value.done, true)
  assert.equal((await settled(pending)).value.done, true)
})

test('several results may be asked for at once; several iterations share the engines', async t => {
  const { pool } = poolOf(t)
  const results = pool.map([0, 1, 2].map(positionAt), LIMITS)
  const four = await Promise.all([1, 2, 3, 4].map(() => results.next()))
  assert.deepEqual(
    four.map(({ value, done }) => (done ? 'done' : value[0].pv[0])),
    ['a2a3', 'a7a6', 'a3a4', 'done'],
  )
  const all = await Promise.all([1, 2, 3].map(() => collect(pool.map([0, 1, 2, 3].map(positionAt), LIMITS))))
  for (const one of all) assert.deepEqual(firstMoves(one), ['a2a3', 'a7a6', 'a3a4', 'a6a5'])
})

test('newGames: each position is a new game; game: all of them are one', async t => {
  const count = made => made.flatMap(({ sent }) => sent).filter(line => line === 'ucinewgame').length
  const { pool, made } = poolOf(t, 1)
  await collect(pool.map([0, 1, 2].map(positionAt), LIMITS, { newGames: true }))
  assert.equal(count(made), 3)
  await collect(pool.map([0, 1, 2].map(positionAt), LIMITS, { game: 'one' }))
  assert.equal(count(made), 4)
  await collect(pool.map([0, 1].map(positionAt), LIMITS))
  assert.equal(count(made), 4)
})

test('a closed pool, and wrong arguments', async t => {
  const { pool, made } = poolOf(t)
  for (const positions of [undefined, null, 5, 'e4', {}, new Game()])
    refuses(() => pool.map(positions, LIMITS), 'ERR_ARGUMENT', /iterable/)
  for (const [limits, options] of [
    [{ infinite: true }],
    [{ depth: 0 }],
    [LIMITS, { onProgress: 1 }],
    [LIMITS, { signal: 1 }],
    [LIMITS, { newGames: 1 }],
    [LIMITS, { searchMoves: [] }],
  ])
    refuses(() => pool.map([{}], limits, options), 'ERR_ARGUMENT')
  const results = pool.map([{}], LIMITS)
  await pool.close()
  await rejects(results.next(), 'ERR_UCI_ENGINE_DEAD')
  assert.equal(made.length, 0)
})

test('the end of the pool ends an iteration whose source is silent, after the results that it has', async t => {
  const { pool } = poolOf(t)
  async function* silent() {
    yield positionAt(0)
    yield positionAt(1)
    await new Promise(() => {})
  }
  const results = pool.map(silent(), LIMITS)
  assert.equal((await results.next()).done, false)
  assert.equal((await results.next()).done, false)
  const next = results.next()
  await pool.close()
  await rejects(next, 'ERR_UCI_ENGINE_DEAD')
  await rejects(pool.map(silent(), LIMITS).next(), 'ERR_UCI_ENGINE_DEAD')
})

test('one signal for many iterations, searches, pools and starts has one listener, and none after them', async t => {
  const warnings = []
  const onWarning = warning => warnings.push(warning)
  process.on('warning', onWarning)
  t.after(() => process.off('warning', onWarning))
  const { pool, make } = poolOf(t)
  const { signal } = new AbortController()
  const many = async work => {
    await Promise.all(Array.from({ length: 12 }, work))
    assert.equal(getEventListeners(signal, 'abort').length, 0, String(work))
  }
  await many(() => collect(pool.map([{}], LIMITS, { signal })))
  await many(() => pool.bestMove({}, LIMITS, { signal }))
  await many(() => new EnginePool(make, { signal }).close())
  await many(async () => (await Engine.start(make(), { signal })).quit())
  await wait(1)
  assert.deepEqual(warnings, [])
})
