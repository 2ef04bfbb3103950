// SPDX-License-Identifier: Apache-2.0
// More than one search at one engine: which ones wait their turn, which ones replace others, and games that share it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertThrows } from './support/assertions.js'
import { GO, position } from './support/engine-checks.js'
import {
  collect,
  Engine,
  fake,
  Game,
  NATIVE,
  native,
  plain,
  rejects,
  settled,
  until,
} from './support/engines.js'
import { scripted, UciGame } from './support/game-engines.js'
import { MATED } from './support/games.js'

const QUEUE = { queue: true }
const INFINITE = { infinite: true }
/** What an engine got, but for isready. */
const commands = sent => sent.filter(line => line !== 'isready')
/** How often it was told to search. */
const searched = sent => sent.filter(line => GO.test(line)).length
const first = (...moves) => ({ moves })

/** An engine that searches until stopped, and answers with any legal move. */
async function endless(t, options) {
  const transport = scripted({ endless: true })
  const engine = await Engine.start(transport, options)
  t.after(() => engine.quit())
  transport.sent.length = 0
  return { engine, transport, sent: transport.sent }
}

// --- turns -----------------------------------------------------------------------------------------

test('queued searches are done in order, each with its own answer', { skip: !NATIVE }, async t => {
  const engine = await native()
  t.after(() => engine.quit())
  const openings = new Game().legalMoves('uci')
  const positions = Array.from({ length: 40 }, (_, i) => first(openings[i % openings.length]))
  const order = []
  const answers = await Promise.all(
    positions.map(async (given, i) => {
      const best = await engine.bestMove(given, { nodes: 200 }, QUEUE)
      order.push(i)
      return best
    }),
  )
  assert.deepEqual(order, [...positions.keys()])
  for (const [i, { move, info, lines }] of answers.entries()) {
    assert.ok(new Game().line([...positions[i].moves, move]).length === 2, move)
    assert.ok(info?.score)
    assert.ok(lines.length <= 1)
  }
})

test('a search without queue replaces one of its kind, and none that is queued', async t => {
  const { engine, sent } = await endless(t)
  const running = engine.search(first('a2a3'), INFINITE, QUEUE)
  const waiting = engine.search(first('b2b3'), INFINITE, QUEUE)
  const older = engine.search(first('c2c3'), INFINITE)
  const newer = engine.search(first('d2d3'), INFINITE)
  const last = engine.search(first('e2e3'), INFINITE, QUEUE)
  await rejects(older.best, 'ERR_UCI_CANCELLED')
  for (const search of [running, waiting, newer, last]) {
    await until(() => searched(sent) > 0 && GO.test(sent.at(-1)))
    assert.ok((await settled(search.stop())).error === undefined)
    assert.ok((await search.best).move)
  }
  assert.deepEqual(
    sent.filter(line => line.startsWith('position')),
    ['a2a3', 'b2b3', 'd2d3', 'e2e3'].map(move => `position startpos moves ${move}`),
  )
})

test('a queued search waits for one that is not queued, too', async t => {
  const { engine, sent } = await endless(t)
  const plainOne = engine.search({}, INFINITE)
  const queued = engine.search(first('e2e4'), INFINITE, QUEUE)
  await until(() => searched(sent) === 1)
  await wait(30)
  assert.ok(!sent.includes('stop'))
  // The next one without queue replaces the first, and comes after the queued one.
  const newest = engine.search(first('d2d4'), INFINITE)
  await rejects(plainOne.best, 'ERR_UCI_CANCELLED')
  await until(() => searched(sent) === 2)
  assert.equal(position(sent), 'position startpos moves e2e4')
  await settled(queued.stop())
  assert.ok((await queued.best).move)
  await settled(newest.stop())
  assert.equal(position(sent), 'position startpos moves d2d4')
})

test('a waiting search is aborted at once, and the engine never hears of it', async t => {
  const { engine, sent } = await endless(t)
  const aborter = new AbortController()
  const running = engine.search({}, INFINITE, QUEUE)
  const waiting = engine.search(first('a2a3'), INFINITE, { ...QUEUE, signal: aborter.signal })
  const promised = engine.bestMove(first('b2b3'), INFINITE, { ...QUEUE, signal: aborter.signal })
  const next = engine.search(first('c2c3'), INFINITE, QUEUE)
  const late = engine.search({}, INFINITE, { ...QUEUE, signal: AbortSignal.abort('why') })
  assert.equal((await rejects(late.best, 'ERR_UCI_CANCELLED')).cause, 'why')
  aborter.abort('enough')
  assert.equal((await rejects(waiting.best, 'ERR_UCI_CANCELLED')).cause, 'enough')
  await rejects(promised, 'ERR_UCI_CANCELLED')
  await rejects(collect(waiting), 'ERR_UCI_CANCELLED')
  await until(() => searched(sent) === 1)
  assert.ok(!sent.includes('stop'))
  await settled(running.stop())
  await until(() => searched(sent) === 2)
  await settled(next.stop())
  assert.ok((await next.best).move)
  assert.ok(!sent.some(line => /a2a3|b2b3/.test(line)), sent.join('\n'))
})

test('one signal for many searches: Node sees no leak, and all are aborted', async t => {
  const { engine } = await endless(t)
  const warnings = []
  const note = warning => warnings.push(warning.name)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  const aborter = new AbortController()
  const { signal } = aborter
  const all = Array.from({ length: 30 }, () => engine.search({}, INFINITE, { ...QUEUE, signal }))
  await settled(all[0].stop())
  aborter.abort()
  assert.ok((await all[0].best).move)
  for (const { best } of all.slice(1)) await rejects(best, 'ERR_UCI_CANCELLED')
  await wait(10)
  assert.deepEqual(warnings, [])
})

test('stop() of a waiting search: its answer comes at its turn', async t => {
  const { engine, sent } = await endless(t)
  const running = engine.search({}, INFINITE, QUEUE)
  const waiting = engine.search(first('e2e4'), INFINITE, QUEUE)
  const stopped = waiting.stop()
  await until(() => searched(sent) === 1)
  assert.ok(!sent.includes('stop'))
  await settled(running.stop())
  await settled(stopped)
  assert.ok((await waiting.best).move)
})

test('options, new games and isReady keep their place between queued searches, and stop none', async t => {
  const { engine, sent } = await endless(t)
  const one = engine.search(first('a2a3'), INFINITE, QUEUE)
  const option = engine.setOption('Hash', 64)
  const two = engine.search(first('b2b3'), INFINITE, QUEUE)
  const announced = engine.newGame()
  const three = engine.search(first('c2c3'), INFINITE, QUEUE)
  let isReady = false
  const ready = engine.isReady().then(() => {
    isReady = true
  })
  for (const search of [one, two, three]) {
    await until(() => GO.test(sent.at(-1)))
    assert.equal(isReady, search === three)
    await wait(10)
    assert.ok(GO.test(sent.at(-1)), 'nothing stops it')
    await settled(search.stop())
    assert.ok((await search.best).move)
  }
  await settled(Promise.all([option, announced, ready]))
  assert.deepEqual(commands(sent), [
    'position startpos moves a2a3',
    'go infinite',
    'stop',
    'setoption name Hash value 64',
    'position startpos moves b2b3',
    'go infinite',
    'stop',
    'ucinewgame',
    'position startpos moves c2c3',
    'go infinite',
    'stop',
  ])
})

test('mate among queued searches is answered at its turn, a bad position at once', async t => {
  const { engine, sent } = await endless(t)
  const order = []
  const note = (name, promise) => promise.then(() => order.push(name))
  const running = engine.search({}, INFINITE, QUEUE)
  const all = [
    note('running', running.best),
    note('mated', engine.bestMove({ fen: MATED }, INFINITE, QUEUE)),
    note('next', engine.bestMove({ moves: ['e4'] }, INFINITE, QUEUE)),
  ]
  assertThrows(() => engine.search({ moves: ['e5'] }, INFINITE, QUEUE), 'ERR_SAN_ILLEGAL')
  await until(() => searched(sent) === 1)
  assert.deepEqual(order, [])
  await settled(running.stop())
  await until(() => searched(sent) === 2)
  assert.deepEqual(order, ['running', 'mated'])
  engine.command('stop')
  await settled(Promise.all(all))
})

test('queue is true or false', async t => {
  const { engine, sent } = await plain(t)
  for (const queue of [1, 'yes', null, {}])
    assertThrows(() => engine.search({}, {}, { queue }), 'ERR_ARGUMENT', {}, String(queue))
  await rejects(engine.bestMove({}, {}, { queue: 0 }), 'ERR_ARGUMENT')
  assert.deepEqual(sent, [])
  const older = engine.search({}, INFINITE, { queue: false })
  await engine.bestMove({}, { depth: 1 }, { queue: undefined })
  assert.ok((await settled(older.best)).error?.code === 'ERR_UCI_CANCELLED' || (await older.best).move)
})

// --- deaths ----------------------------------------------------------------------------------------

test('an engine that dies takes all that wait with it; what is asked afterwards waits for the next one', async t => {
  const dying = { go: [{ exit: 9 }] }
  const { engine, received } = await fake(t, { lives: [dying, {}] }, { restart: 1 })
  const lost = [
    engine.bestMove(first('a2a3'), { depth: 1 }, QUEUE),
    engine.bestMove(first('b2b3'), { depth: 1 }, QUEUE),
    engine.search(first('c2c3'), { depth: 1 }, QUEUE).best,
    engine.search(first('d2d3'), { depth: 1 }).best,
    engine.setOption('Hash', 32),
  ]
  const errors = []
  for (const promise of lost) errors.push(await rejects(promise, 'ERR_UCI_ENGINE_DEAD'))
  assert.equal(new Set(errors).size, 1, 'one error')
  assert.equal(errors[0].exitCode, 9)
  const found = await settled(
    Promise.all(
      ['a7a6', 'b7b6', 'c7c6'].map(move => engine.bestMove(first('e2e4', move), { depth: 1 }, QUEUE)),
    ),
  )
  assert.equal(found.error, undefined)
  assert.deepEqual(
    received()
      .slice(received().lastIndexOf('uci'))
      .filter(line => line.startsWith('position')),
    ['a7a6', 'b7b6', 'c7c6'].map(move => `position startpos moves e2e4 ${move}`),
  )
})

test('quit rejects what waits', async t => {
  const { engine } = await endless(t)
  const all = [1, 2, 3].map(() => engine.search({}, INFINITE, QUEUE).best)
  await settled(engine.quit())
  for (const best of all) await rejects(best, 'ERR_UCI_ENGINE_DEAD')
})

// --- games -----------------------------------------------------------------------------------------

test('two games on one engine play at the same time', { skip: !NATIVE }, async t => {
  const engine = await native()
  t.after(() => engine.quit())
  const games = await Promise.all([
    UciGame.create({ engine }),
    UciGame.create({ engine, variant: 'chess960' }),
  ])
  for (let turn = 0; turn < 6; turn++) {
    const played = await settled(Promise.all(games.map(game => game.play({ nodes: 300 }))))
    assert.equal(played.error, undefined, played.error?.stack)
  }
  for (const game of games) {
    assert.equal(game.ply, 6)
    game.stop()
  }
})

test("a game's search replaces one without queue, waits for queued ones, and others wait for it", async t => {
  const { engine, transport, sent } = await endless(t)
  const game = await UciGame.create({ engine })
  t.after(() => game.stop())
  const analysis = engine.search({}, INFINITE)
  const queued = engine.search(first('d2d4'), INFINITE, QUEUE)
  const playing = game.play({ depth: 30 }, 'e4')
  const after = engine.search(first('c2c4'), INFINITE)
  await rejects(analysis.best, 'ERR_UCI_CANCELLED')
  await until(() => position(sent) === 'position startpos moves d2d4' && GO.test(sent.at(-1)))
  await settled(queued.stop())
  await until(() => sent.at(-1) === 'go depth 30')
  assert.equal(position(sent), 'position startpos moves e2e4')
  transport.onLine('bestmove e7e5')
  assert.equal((await settled(playing)).value?.engineMove, 'e7e5')
  await until(() => position(sent) === 'position startpos moves c2c4' && GO.test(sent.at(-1)))
  await settled(after.stop())
  assert.ok((await after.best).move)
})

test('a game that is changed while it waits for another leaves the queue', async t => {
  const { engine, transport, sent } = await endless(t)
  const [one, two] = await Promise.all([UciGame.create({ engine }), UciGame.create({ engine })])
  t.after(() => [one, two].map(game => game.stop()))
  const playing = one.play({ depth: 30 }, 'e4')
  const waiting = two.play({ depth: 31 }, 'd4')
  await until(() => sent.at(-1) === 'go depth 30')
  two.undo()
  await rejects(waiting, 'ERR_UCI_CANCELLED')
  const stopped = two.play({ depth: 32 })
  two.stop()
  await rejects(stopped, 'ERR_UCI_CANCELLED')
  transport.onLine('bestmove e7e5')
  assert.equal((await settled(playing)).value?.engineMove, 'e7e5')
  assert.ok(!sent.some(line => /depth 3[12]/.test(line)), sent.join('\n'))
})

test('pondering gives way to the other game, and a hit does not', async t => {
  const { engine, transport, sent } = await endless(t)
  transport.endless = false
  const [one, two] = await Promise.all([UciGame.create({ engine, ponder: true }), UciGame.create({ engine })])
  t.after(() => [one, two].map(game => game.stop()))
  const pondering = async () => {
    await settled(one.play({ depth: 2 }))
    await until(() => sent.at(-1) === 'go ponder depth 2')
  }
  await pondering()
  assert.ok((await settled(two.play({ depth: 3 }))).value?.engineMove)
  assert.ok(sent.includes('stop'))
  // Its pondering was given up: it searches anew, also in the same tick in which another game ends the pondering.
  await pondering()
  const others = two.play({ depth: 3 })
  const own = one.play({ depth: 2 })
  assert.equal((await settled(Promise.all([others, own]))).error, undefined)
  await until(() => sent.at(-1) === 'go ponder depth 2')
  // A hit is the game's own search: others wait for it.
  transport.endless = true
  const expected = position(sent).split(' ').at(-1)
  const hit = one.play({ depth: 2 }, expected)
  await until(() => sent.at(-1) === 'ponderhit')
  const next = two.play({ depth: 3 })
  await wait(20)
  assert.equal(sent.at(-1), 'ponderhit')
  transport.endless = false
  engine.command('stop')
  assert.equal((await settled(Promise.all([hit, next]))).error, undefined)
})
