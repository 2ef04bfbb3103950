// SPDX-License-Identifier: Apache-2.0
// perftInWorkers(): the counts of perft(), however many Workers count.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perftInWorkers } from '#js/entries/uci.js'
import { countInThreads } from '#js/perft/perft-threads.js'
import { Game, perft, START_FEN, VARIANTS } from './support/binbo.js'
import { runChild } from './support/child.js'
import { games, randomOf, seed } from './support/random-games.js'

const assertRejects = (promise, code) => assert.rejects(promise, { code })

/** @returns {string} a position of a random game of the variant */
function randomFen(variant, random) {
  const game = new Game({ variant, draws: 'none', dead: 'off' })
  for (let plies = Math.floor(random() * 80); plies > 0 && !game.status.over; plies--) {
    const moves = game.legalMoves('uci')
    game.move(moves[Math.floor(random() * moves.length)])
  }
  const { fen } = game
  game.stop()
  return fen
}

test('law: the counts of all variants are those of perft(), with any number of workers', async () => {
  for (let index = 0; index < games(3); index++) {
    for (const [number, variant] of VARIANTS.entries()) {
      const random = randomOf(90_000 + index * VARIANTS.length + number)
      const fen = randomFen(variant, random)
      const workers = 1 + Math.floor(random() * 4)
      const depth = 2 + Math.floor(random() * 2)
      const bulk = random() < 0.5
      const note = `seed ${seed}: ${variant} ${fen}, depth ${depth}, ${workers} workers`
      const divided = await perftInWorkers(fen, depth, { variant, bulk, divide: true, workers })
      assert.deepEqual([...divided], [...perft(fen, depth, { variant, bulk, divide: true })], note)
      assert.equal(
        await perftInWorkers(fen, depth, { variant, bulk, workers }),
        perft(fen, depth, { variant }),
      )
    }
  }
})

test('known counts, and small trees', async () => {
  assert.equal(await perftInWorkers(START_FEN, 5, { workers: 2 }), 4_865_609)
  for (const depth of [0, 1, 2]) {
    assert.equal(await perftInWorkers(START_FEN, depth), perft(START_FEN, depth))
    const divided = await perftInWorkers(START_FEN, depth, { divide: true, workers: 3 })
    assert.deepEqual(divided, perft(START_FEN, depth, { divide: true }))
  }
  // After two plies there is a mate.
  const fools = 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2'
  const totals = new Set()
  const onProgress = ({ total }) => totals.add(total)
  for (const depth of [2, 3])
    assert.equal(await perftInWorkers(fools, depth, { onProgress }), perft(fools, depth))
  assert.deepEqual([...totals], [perft(fools, 2) - 1])
  assert.equal(await perftInWorkers('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 4, { workers: 2 }), 0)
  const bare = '4k3/8/8/8/8/8/8/4K3 w - - 120 90'
  assert.equal(
    await perftInWorkers(bare, 4, { workers: 2 }),
    perft(bare, 4),
    'draws by rule do not cut the tree',
  )
})

test('progress adds up, and its errors end the count', async () => {
  const reports = []
  const nodes = await perftInWorkers(START_FEN, 4, { workers: 2, onProgress: report => reports.push(report) })
  assert.equal(nodes, 197_281)
  assert.deepEqual(
    reports.map(({ done }) => done),
    Array.from({ length: 400 }, (_, index) => index + 1),
  )
  assert.deepEqual(reports.at(-1), { nodes, done: 400, total: 400 })
  let calls = 0
  const onProgress = () => {
    calls++
    throw new RangeError('mine')
  }
  await assert.rejects(perftInWorkers(START_FEN, 4, { workers: 3, onProgress }), /mine/)
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(calls, 1)
})

test('a signal ends the count with its reason', async () => {
  const reason = new Error('enough')
  await assert.rejects(perftInWorkers(START_FEN, 3, { signal: AbortSignal.abort(reason) }), reason)
  const leaving = new AbortController()
  let done = 0
  const counting = perftInWorkers(START_FEN, 40, { workers: 2, signal: leaving.signal })
  await assert.rejects(Promise.all([counting, Promise.resolve().then(() => leaving.abort(reason))]), reason)
  const stopping = new AbortController()
  const onProgress = () => ++done === 5 && stopping.abort(reason)
  await assert.rejects(
    perftInWorkers(START_FEN, 6, { workers: 2, signal: stopping.signal, onProgress }),
    reason,
  )
  assert.equal(done, 5)
})

test('where no thread can be started, this one counts', async t => {
  const { getBuiltinModule } = process
  const { Worker } = globalThis
  process.getBuiltinModule = () => undefined
  delete globalThis.Worker
  try {
    const parts = [{ first: 'e2e4', fen: START_FEN }]
    assert.equal(await countInThreads(parts, 2, { depth: 1, options: {} }, undefined, () => {}), false)
    // Each part takes long: the event loop turns after it.
    let time = 0
    t.mock.method(performance, 'now', () => (time += 20))
    let turns = 0
    let immediate = setImmediate(function count() {
      turns++
      immediate = setImmediate(count)
    })
    t.after(() => clearImmediate(immediate))
    const reports = []
    const onProgress = ({ done }) => {
      reports.push(done)
      assert.ok(turns >= done - 1)
    }
    assert.equal(await perftInWorkers(START_FEN, 4, { workers: 2, onProgress }), 197_281)
    assert.equal(reports.length, 400)
    const stopping = new AbortController()
    const signal = stopping.signal
    await assert.rejects(perftInWorkers(START_FEN, 4, { signal, onProgress: () => stopping.abort() }), {
      name: 'AbortError',
    })
  } finally {
    process.getBuiltinModule = getBuiltinModule
    if (Worker) globalThis.Worker = Worker
  }
})

test('bad arguments are refused', async () => {
  for (const depth of [-1, 1.5, Number.NaN, Infinity, '3', null, undefined, 2n, 256])
    await assertRejects(perftInWorkers(START_FEN, depth), 'ERR_ARGUMENT')
  for (const workers of [0, 65, 1.5, '2', null])
    await assertRejects(perftInWorkers(START_FEN, 3, { workers }), 'ERR_ARGUMENT')
  for (const options of [
    { divide: 1 },
    { bulk: 'no' },
    { variant: 'x' },
    { signal: {} },
    { onProgress: 1 },
    { deep: 1 },
  ])
    await assertRejects(perftInWorkers(START_FEN, 3, options), 'ERR_ARGUMENT')
  await assertRejects(perftInWorkers('4k3 w', 3), 'ERR_FEN_FIELDS')
})

test('an abort while threads start leaves no alarm that a program waits for', () => {
  const resources = runChild(`
    const { perftInWorkers } = await import(dist + 'uci.js')
    const { START_FEN } = await import(dist + 'index.js')
    const controller = new AbortController()
    const counting = perftInWorkers(START_FEN, 5, { workers: 2, signal: controller.signal })
    while (!process.getActiveResourcesInfo().includes('Timeout')) await new Promise(setImmediate)
    controller.abort()
    await counting.catch(() => undefined)
    await new Promise(setImmediate)
    report(process.getActiveResourcesInfo())`)
  assert.ok(!resources.includes('Timeout'), resources.join())
})
