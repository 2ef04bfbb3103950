// SPDX-License-Identifier: Apache-2.0
// EnginePool: searches over several engines, their order, deaths of engines, and the pool's end.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  children,
  collect,
  fakeTransport,
  Game,
  NATIVE,
  noChildLeft,
  OPTIONS,
  plainTransport,
  processTransport,
  rejects,
  settled,
  until,
} from './support/engines.js'
import { engineMaker, positionAt } from './support/pool-engines.js'
import { refuses } from './support/transports.js'

const { EnginePool } = await import('../../dist/uci.js')

/** A pool that is closed after the test. */
function poolOf(t, make, options) {
  const pool = new EnginePool(make, options)
  t.after(() => settled(pool.close(), 'close'))
  return pool
}

test('searches are spread over the engines, which start when they are needed', async t => {
  const { make, made, searches } = engineMaker({ isHeld: true })
  const pool = poolOf(t, make, { size: 2 })
  assert.equal(made.length, 0, 'no engine before the first search')
  const answers = [0, 1, 2, 3, 4, 5].map(ply => pool.bestMove(positionAt(ply), { depth: 1 }))
  await until(() => searches.length === 2)
  assert.equal(made.length, 2)
  for (let count = 2; count <= 6; count++) {
    assert.ok(searches.length >= Math.min(count, 6))
    searches[count - 2].end()
    await until(() => searches.length >= Math.min(count + 1, 6))
  }
  searches[5].end()
  const moves = await Promise.all(answers)
  assert.deepEqual(
    moves.map(({ move }) => move),
    ['a2a3', 'a7a6', 'a3a4', 'a6a5', 'b2b3', 'b7b6'],
  )
  assert.deepEqual(
    searches.map(({ position }) => position.split(' moves ')[1]?.split(' ').length ?? 0),
    [0, 1, 2, 3, 4, 5],
    'in the order of the calls',
  )
  assert.equal(moves[1].info.score.value, 1)
  assert.equal(moves[1].lines.length, 1)

  const second = engineMaker()
  const lazy = poolOf(t, second.make, { size: 4 })
  for (let ply = 0; ply < 4; ply++) await lazy.bestMove(positionAt(ply), { depth: 1 })
  assert.equal(second.made.length, 1, 'one search at a time needs one engine')
})

test('size: of the machine, less one, 1 to 8; Hash and Threads are shared, other options are not', async t => {
  const { make, made } = engineMaker()
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1
  assert.equal(poolOf(t, make).size, Math.min(Math.max(cores - 1, 1), 8))
  const pool = poolOf(t, make, {
    size: 3,
    options: { hash: 100, Threads: 2, Style: 'Solid', 'Clear Hash': undefined },
  })
  await Promise.all([0, 1, 2].map(() => pool.bestMove({}, { depth: 1 })))
  assert.equal(made.length, 3)
  for (const { sent } of made)
    assert.deepEqual(
      sent.filter(line => /^setoption name (Hash|Threads|Style|Clear)/.test(line)),
      ['setoption name Hash value 33', 'setoption name Style value Solid', 'setoption name Clear Hash'],
      'Threads is 1 already',
    )
  const map = poolOf(t, make, { size: 1, options: new Map([['MultiPV', 3]]) })
  await map.bestMove({}, { depth: 1 })
  assert.ok(made[3].sent.includes('setoption name MultiPV value 3'))
})

test('wrong arguments throw, and start nothing', async t => {
  const { make, made } = engineMaker()
  for (const [first, options] of [
    [make(), {}],
    [undefined, {}],
    [make, { size: 0 }],
    [make, { size: 1.5 }],
    [make, { size: 1e6 }],
    [make, { size: '2' }],
    [make, { options: [] }],
    [make, { options: { Hash: 'much' } }],
    [make, { options: { Threads: 0 } }],
    [make, { restart: 'yes' }],
    [make, { signal: {} }],
    [make, { sizes: 2 }],
  ])
    refuses(() => new EnginePool(first, options), 'ERR_ARGUMENT')
  made.length = 0
  const pool = poolOf(t, make, { size: 2 })
  const stopped = new Game()
  stopped.stop()
  for (const [code, ...args] of [
    ['ERR_FEN_FIELDS', { fen: '8/8' }],
    ['ERR_SAN_ILLEGAL', { moves: ['e5'] }],
    ['ERR_GAME_STOPPED', stopped],
    ['ERR_ARGUMENT', undefined, { dept: 5 }],
    ['ERR_ARGUMENT', {}, { depth: 0 }],
    ['ERR_ARGUMENT', {}, {}, { signal: 1 }],
    ['ERR_ARGUMENT', {}, {}, 5],
    ['ERR_ARGUMENT', {}, 5],
    ['ERR_ARGUMENT', {}, {}, { lines: 1 }],
    ['ERR_ARGUMENT', {}, { btime: 100 }],
    ['ERR_SAN_ILLEGAL', {}, {}, { searchMoves: ['e5'] }],
  ]) {
    refuses(() => pool.search(...args), code)
    await rejects(pool.bestMove(...args), code)
  }
  refuses(() => pool.search({}).ponderHit(), 'ERR_ARGUMENT')
  await pool.close()
  assert.equal(made.length, 0)
})

test('what only the engine knows rejects, and other searches go on', async t => {
  const { make } = engineMaker()
  const pool = poolOf(t, make, { size: 1 })
  const good = pool.bestMove({}, { depth: 1 })
  const lines = pool.bestMove({}, { depth: 1 }, { multipv: 1000 })
  const variant = pool.search({ variant: 'atomic' }, { depth: 1 })
  const last = pool.bestMove(positionAt(1), { depth: 1 })
  await rejects(lines, 'ERR_UCI_OPTION')
  await rejects(variant.best, 'ERR_UCI_VARIANT')
  assert.deepEqual([(await good).move, (await last).move], ['a2a3', 'a7a6'])
})

test('a search: infos, lines, stop(), break, a mated position', async t => {
  const { make, searches } = engineMaker({ isHeld: true })
  const pool = poolOf(t, make, { size: 1 })
  const first = pool.search({}, { infinite: true })
  assert.equal(first.constructor.name, 'Search')
  const second = pool.search(positionAt(1), { infinite: true })
  assert.deepEqual([second.info, second.lines], [null, []])
  const infos = collect(second)
  await until(() => searches.length === 1)
  await settled(first.stop())
  assert.equal((await first.best).move, 'a2a3')
  assert.deepEqual(
    (await collect(first)).map(({ pv }) => pv),
    [['a2a3']],
    'infos can be read afterwards',
  )
  await until(() => searches.length === 2)
  await settled(second.stop())
  assert.equal((await infos).length, 1)
  assert.deepEqual([second.lines[0].san, second.info.depth], [['a6'], 1])

  const third = pool.search(positionAt(2), { infinite: true })
  await until(() => searches.length === 3)
  searches[2].end()
  for await (const _ of third) break
  assert.equal((await third.best).move, 'a3a4')
  const mated = { fen: '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1' }
  assert.deepEqual(await pool.search(mated, { depth: 1 }).best, { move: null, ponder: null, lines: [] })

  const pondering = pool.search(positionAt(3), { movetime: 10 }, { ponder: true })
  pondering.ponderHit()
  await until(() => searches.length === 4)
  assert.equal(searches[3].go, 'go movetime 10', 'it was hit before it had an engine')
  searches[3].end()
  assert.equal((await pondering.best).move, 'a6a5')
})

test('a game may be changed while its search waits', async t => {
  const { make, searches } = engineMaker({ isHeld: true })
  const pool = poolOf(t, make, { size: 1 })
  const game = new Game()
  pool.search({}, { depth: 1 })
  const waiting = pool.bestMove(game, { depth: 1 })
  game.move('e2e4')
  game.stop()
  await until(() => searches.length === 1)
  searches[0].end()
  await until(() => searches.length === 2)
  searches[1].end()
  assert.equal(searches[1].position, 'position startpos')
  assert.equal((await waiting).move, 'a2a3')
})

test('a signal cancels one search, running or waiting; the next one gets the engine after bestmove', async t => {
  const { make, searches, made } = engineMaker({ isHeld: true })
  const pool = poolOf(t, make, { size: 1 })
  const [one, two, three] = [1, 2, 3].map(() => new AbortController())
  const running = pool.search({}, { infinite: true }, { signal: one.signal })
  const waiting = pool.bestMove(positionAt(1), { depth: 1 }, { signal: two.signal })
  const last = pool.bestMove(positionAt(2), { depth: 1 })
  three.abort('early')
  const never = await rejects(pool.bestMove({}, {}, { signal: three.signal }), 'ERR_UCI_CANCELLED')
  assert.equal(never.cause, 'early')
  await until(() => searches.length === 1)
  const next = rejects(running[Symbol.asyncIterator]().next(), 'ERR_UCI_CANCELLED')
  two.abort()
  await rejects(waiting, 'ERR_UCI_CANCELLED')
  one.abort()
  await rejects(running.best, 'ERR_UCI_CANCELLED')
  await next
  await until(() => searches.length === 2)
  assert.match(searches[1].position, /a2a3 a7a6$/, 'the cancelled one was not searched')
  const { sent } = made[0]
  assert.ok(sent.indexOf('stop') < sent.lastIndexOf('isready'))
  searches[1].end()
  assert.equal((await last).move, 'a3a4')
})

// --- deaths ------------------------------------------------------------------------------------------

test('an engine that dies is replaced, and its search is repeated before those that wait', async t => {
  const { make, made, searches } = engineMaker({ isHeld: true })
  const pool = poolOf(t, make, { size: 1, options: { Hash: 64 } })
  const first = pool.search({}, { depth: 1 })
  const second = pool.bestMove(positionAt(1), { depth: 1 })
  const infos = collect(first)
  await until(() => searches.length === 1)
  made[0].die()
  await until(() => searches.length === 2)
  assert.deepEqual([searches[1].engine, searches[1].position], [1, 'position startpos'])
  assert.ok(made[1].sent.includes('setoption name Hash value 64'))
  searches[1].end()
  assert.equal((await first.best).move, 'a2a3')
  assert.equal((await infos).length, 1)
  await until(() => searches.length === 3)
  searches[2].end()
  assert.equal((await second).move, 'a7a6')
})

test('a search that two engines die of rejects; others go on', async t => {
  const { make, made, searches } = engineMaker({ isHeld: true })
  const pool = poolOf(t, make, { size: 2 })
  const bad = pool.search(positionAt(1), { depth: 1 })
  const good = pool.bestMove({}, { depth: 1 })
  await until(() => searches.length === 2)
  made[searches[0].engine].die()
  searches[1].end()
  await until(() => searches.length === 3)
  assert.equal(searches[2].position, searches[0].position)
  assert.notEqual(searches[2].engine, searches[0].engine, 'elsewhere')
  made[searches[2].engine].die()
  const error = await rejects(bad.best, 'ERR_UCI_ENGINE_DEAD')
  assert.equal(error.signal, 'SIGKILL')
  await rejects(collect(bad), 'ERR_UCI_ENGINE_DEAD')
  assert.equal((await good).move, 'a2a3')
  const next = pool.bestMove({}, { depth: 1 })
  await until(() => searches.length === 4)
  searches[3].end()
  assert.equal((await next).move, 'a2a3')
})

test('an idle engine that dies is replaced, too; with restart: false none is', async t => {
  const { make, made } = engineMaker()
  const pool = poolOf(t, make, { size: 1 })
  await pool.bestMove({}, { depth: 1 })
  made[0].die()
  assert.equal((await settled(pool.bestMove({}, { depth: 1 }))).value.move, 'a2a3')
  assert.equal(made.length, 2)

  for (const restart of [false, 0, { tries: 0 }]) await dieOut(t, restart)
})

/** A pool of two engines, which are not replaced. */
async function dieOut(t, restart) {
  const other = engineMaker({ isHeld: true })
  const mortal = poolOf(t, other.make, { size: 2, restart })
  const [one, two] = [0, 1].map(ply => mortal.bestMove(positionAt(ply), { depth: 1 }))
  await until(() => other.searches.length === 2)
  other.made[other.searches[0].engine].die()
  other.searches[1].end()
  await until(() => other.searches.length === 3)
  other.made[other.searches[2].engine].die()
  await rejects(one, 'ERR_UCI_ENGINE_DEAD')
  assert.equal((await two).move, 'a7a6')
  await rejects(mortal.bestMove({}), 'ERR_UCI_ENGINE_DEAD')
  assert.equal(other.made.length, 2)
}

test('engines that cannot be started: all that wait reject, the next search tries again', async t => {
  const missing = poolOf(t, () => processTransport('/no/such/engine'), { size: 3 })
  for (let time = 0; time < 2; time++)
    await Promise.all([1, 2, 3, 4].map(() => rejects(missing.bestMove({}), 'ERR_UCI_ENGINE_DEAD')))
  const fault = new Error('no more')
  const throws = poolOf(t, () => {
    throw fault
  })
  assert.equal((await rejects(throws.bestMove({}), 'ERR_UCI_ENGINE_DEAD')).cause, fault)
  await rejects(poolOf(t, () => 5).bestMove({}), 'ERR_ARGUMENT')
  await rejects(poolOf(t, async () => engineMaker().make()).bestMove({}), 'ERR_ARGUMENT')
  await rejects(poolOf(t, engineMaker().make, { options: { Nothing: 1 } }).bestMove({}), 'ERR_UCI_OPTION')
})

test('one of the engines cannot be started: the others do its work', async t => {
  const { make, made, searches } = engineMaker()
  const pool = poolOf(t, () => (made.length < 2 ? make() : processTransport('/no/such/engine')), { size: 3 })
  const answers = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(ply => pool.bestMove(positionAt(ply), { depth: 1 })),
  )
  assert.equal(answers.length, 6)
  assert.ok(new Set(searches.map(({ engine }) => engine)).size <= 2)
})

// --- the end -----------------------------------------------------------------------------------------

test('close() ends all engines; what runs, waits or comes rejects', async t => {
  const script = { go: ['info depth 1 score cp 1 pv e2e4'] }
  const handles = []
  const make = () => {
    handles.push(fakeTransport(t, script))
    return handles.at(-1).transport
  }
  const pool = poolOf(t, make, { size: 2 })
  const searches = [1, 2, 3].map(() => pool.search({}, { infinite: true }))
  const infos = collect(searches[2])
  await until(() => handles.length === 2 && searches[0].info !== null)
  const closing = pool.close()
  for (const { best } of searches) await rejects(best, 'ERR_UCI_ENGINE_DEAD')
  await rejects(infos, 'ERR_UCI_ENGINE_DEAD')
  await settled(closing)
  await settled(pool.close())
  assert.deepEqual(children('fake-engine'), [])
  await rejects(pool.bestMove({}), 'ERR_UCI_ENGINE_DEAD')
  await rejects(pool.search({}).stop(), 'ERR_UCI_ENGINE_DEAD')
})

test('close() while engines start leaves no process', async t => {
  for (const script of [{}, { uci: [] }]) {
    const pool = poolOf(t, () => fakeTransport(t, script).transport, { size: 2 })
    const answers = [1, 2, 3].map(() => pool.bestMove({}, { depth: 1 }))
    await wait(30)
    await settled(pool.close())
    for (const answer of answers) await rejects(answer, 'ERR_UCI_ENGINE_DEAD')
    await noChildLeft('fake-engine')
  }
})

test('close() waits for an engine that did not take its options', async () => {
  let end
  const ended = new Promise(resolve => {
    end = resolve
  })
  const uci = [...OPTIONS, 'uciok']
  const pool = new EnginePool(() => plainTransport({ uci }, { close: () => ended }), {
    options: { Hash: 9999 },
  })
  await rejects(pool.bestMove({}), 'ERR_UCI_OPTION')
  let isClosed = false
  const closing = pool.close().then(() => {
    isClosed = true
  })
  await wait(5)
  assert.equal(isClosed, false)
  end()
  await closing
})

test("the pool's signal cancels everything and closes it", async t => {
  const { make, searches, made } = engineMaker({ isHeld: true })
  const controller = new AbortController()
  const pool = poolOf(t, make, { size: 1, signal: controller.signal })
  const [running, waiting] = [pool.search({}), pool.bestMove({})]
  await until(() => searches.length === 1)
  controller.abort('enough')
  const error = await rejects(running.best, 'ERR_UCI_CANCELLED')
  assert.equal(error.cause, 'enough')
  await rejects(waiting, 'ERR_UCI_CANCELLED')
  await settled(pool.close())
  assert.equal(made[0].closed, 1)
  await rejects(pool.bestMove({}), 'ERR_UCI_CANCELLED')
  const early = poolOf(t, make, { signal: controller.signal })
  await rejects(early.bestMove({}), 'ERR_UCI_CANCELLED')
  assert.equal(made.length, 1)
})

test('many searches with one signal, in many engines, cause no warning', async t => {
  const warnings = []
  const warn = warning => warnings.push(warning.message)
  process.on('warning', warn)
  t.after(() => process.off('warning', warn))
  const { make } = engineMaker()
  const { signal } = new AbortController()
  const pool = poolOf(t, make, { size: 12, signal })
  await Promise.all(
    Array.from({ length: 40 }, (_, ply) => pool.bestMove(positionAt(ply), { depth: 1 }, { signal })),
  )
  await collect(
    pool.map(
      Array.from({ length: 40 }, (_, ply) => positionAt(ply)),
      { depth: 1 },
      { signal },
    ),
  )
  await wait(1)
  assert.deepEqual(warnings, [])
})

test('await using', { skip: !Symbol.asyncDispose }, async () => {
  const { make, made } = engineMaker()
  const pool = new EnginePool(make, { size: 1 })
  await pool.bestMove({}, { depth: 1 })
  await pool[Symbol.asyncDispose]()
  assert.equal(made[0].closed, 1)
})

// --- real engines ------------------------------------------------------------------------------------

/** Positions of different games, with the same result each time: nodes are counted, and each is a new game. */
const POSITIONS = Array.from({ length: 40 }, (_, index) => ({
  moves: ['e4', 'c5', 'Nf3', 'd6', 'd4', 'cxd4', 'Nxd4', 'Nf6', 'Nc3', 'a6'].slice(0, index % 11),
}))
const LIMITS = { nodes: 4000 }
const picture = lines => lines.map(({ score, pv, depth }) => `${depth} ${score} ${pv.join(' ')}`)

test('results are those of one engine, in order, also when engines are killed', {
  skip: !NATIVE,
}, async t => {
  const make = () => processTransport(NATIVE)
  const one = poolOf(t, make, { size: 1 })
  const expected = (await collect(one.map(POSITIONS, LIMITS, { newGames: true }))).map(picture)
  await one.close()
  const pool = poolOf(t, make, { size: 2 })
  const results = []
  let kills = 0
  for await (const lines of pool.map(POSITIONS, LIMITS, { newGames: true })) {
    results.push(picture(lines))
    // After ten more results none of the searches that ran is left, so none is killed twice.
    if (results.length % 10 !== 5) continue
    const [victim] = children('stockfish')
    await wait(Math.random() * 20)
    process.kill(Number(victim.split(' ')[0]), 'SIGKILL')
    kills++
  }
  assert.deepEqual(results, expected)
  assert.equal(kills, 4)
})

test('UCI options of the pool reach real engines', { skip: !NATIVE }, async t => {
  const lines = []
  const make = () => {
    const transport = processTransport(NATIVE)
    const { send } = transport
    transport.send = line => {
      lines.push(line)
      send.call(transport, line)
    }
    return transport
  }
  const pool = poolOf(t, make, { size: 2, options: { Hash: 64, Threads: 2 } })
  const searches = [1, 2].map(() => pool.search({}, { infinite: true }))
  await until(() => searches.every(({ info }) => info !== null))
  await Promise.all(searches.map(search => search.stop()))
  assert.equal(lines.filter(line => line === 'setoption name Hash value 32').length, 2)
  assert.ok(!lines.some(line => /Threads/.test(line)))
})
