// SPDX-License-Identifier: Apache-2.0
// How searches end: stopped, cancelled, replaced by newer ones, and left in the middle of a loop.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { answerOf, ENDLESS, GO, go, position } from './support/engine-checks.js'
import { collect, fake, Game, plain, rejects, settled, UCI, until } from './support/engines.js'

// --- stopping --------------------------------------------------------------------------------------

test('stop() gets what was found; a second one, and one after the end, change nothing', async t => {
  const { engine, sent } = await plain(t, ENDLESS)
  const search = engine.search({}, { infinite: true })
  await until(() => go(sent))
  const [first, second] = [search.stop(), search.stop()]
  assert.deepEqual(answerOf(await search.best), { move: 'e2e4', ponder: 'e7e5' })
  await settled(Promise.all([first, second]))
  await settled(search.stop())
  assert.equal(sent.filter(line => line === 'stop').length, 1, sent.join('\n'))
  assert.deepEqual(answerOf(await search.best), { move: 'e2e4', ponder: 'e7e5' })
})

test('stop() in the turn of the search already gets a move', async t => {
  const { engine, received } = await fake(t)
  const search = engine.search({}, { infinite: true })
  await settled(search.stop())
  const { move } = await search.best
  assert.equal(new Game().isLegal(move), true)
  const lines = received().slice(received().indexOf('position startpos'))
  assert.ok(['position startpos,go infinite,stop'].includes(lines.join()), lines.join())
})

test('stop() of a search that waits: it gets a move as soon as it has its turn', async t => {
  const { engine, received } = await fake(t, { stop: [{ wait: 100 }, { default: true }] })
  const first = engine.search({}, { infinite: true })
  await until(() => received().some(line => GO.test(line)))
  const second = engine.search({ moves: ['e4'] }, { infinite: true })
  const stopped = second.stop()
  await rejects(first.best, 'ERR_UCI_CANCELLED')
  const { move } = (await settled(second.best)).value
  assert.equal(
    new Game({ fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' }).isLegal(move),
    true,
  )
  await settled(stopped)
})

test('a search that ends by itself while it is stopped', async t => {
  // The engine says bestmove before it reads stop, and nothing on stop.
  const { engine } = await fake(t, { go: [{ wait: 30 }, 'bestmove e2e4'], stop: [] })
  for (const pause of [0, 10, 20, 30, 40]) {
    const search = engine.search({}, { infinite: true })
    await wait(pause)
    await settled(search.stop())
    assert.equal((await search.best).move, 'e2e4')
  }
})

// --- cancelling ------------------------------------------------------------------------------------

test('a signal that is aborted already: nothing is searched', async t => {
  const { engine, sent } = await plain(t, ENDLESS)
  const reason = new Error('changed my mind')
  const search = engine.search({}, { infinite: true }, { signal: AbortSignal.abort(reason) })
  const error = await rejects(search.best, 'ERR_UCI_CANCELLED')
  assert.equal(error.cause, reason)
  assert.equal((await settled(collect(search))).error, error)
  await settled(search.stop())
  assert.equal(go(sent), undefined)
  await rejects(engine.bestMove({}, { depth: 1 }, { signal: AbortSignal.abort() }), 'ERR_UCI_CANCELLED')
})

test('abort during a search: it rejects at once, the engine is stopped, the next one waits for it', async t => {
  const { engine, received, log } = await fake(t, { stop: [{ wait: 500 }, { default: true }] })
  const aborter = new AbortController()
  const search = engine.search({}, { infinite: true }, { signal: aborter.signal })
  const infos = collect(search)
  await until(() => received().some(line => GO.test(line)))
  const reason = new Error('enough')
  aborter.abort(reason)
  const error = await rejects(search.best, 'ERR_UCI_CANCELLED')
  assert.equal(error.cause, reason)
  assert.ok(!log().some(line => line.startsWith('< bestmove')), 'it did not wait for the engine')
  assert.equal((await settled(infos)).error, error)
  const { move } = await engine.bestMove({ moves: ['e4'] }, { depth: 1 })
  assert.equal(new Game().isLegal(move), false)
  assert.equal(engine.dead, false)
})

test('abort after the end, and before its turn', async t => {
  const { engine, sent } = await plain(t, ENDLESS)
  const aborter = new AbortController()
  const first = engine.search({}, { infinite: true }, { signal: aborter.signal })
  await until(() => go(sent))
  await first.stop()
  assert.equal(getEventListeners(aborter.signal, 'abort').length, 0, 'the listener is taken away')
  const stops = sent.filter(line => line === 'stop').length
  aborter.abort()
  assert.equal((await first.best).move, 'e2e4')
  assert.equal(sent.filter(line => line === 'stop').length, stops)

  const waiting = new AbortController()
  const running = engine.search({}, { infinite: true })
  const second = engine.search({ moves: ['e4'] }, { depth: 1 }, { signal: waiting.signal })
  waiting.abort()
  await rejects(second.best, 'ERR_UCI_CANCELLED')
  await rejects(running.best, 'ERR_UCI_CANCELLED')
  await wait(20)
  assert.ok(!sent.includes('position startpos moves e2e4'), sent.join('\n'))
  assert.equal((await settled(engine.search({}, { infinite: true }).stop())).error, undefined)
})

test('a signal for many searches keeps no listeners', async t => {
  const { engine } = await plain(t)
  const { signal } = new AbortController()
  for (let i = 0; i < 20; i++) await engine.bestMove({}, { depth: 1 }, { signal })
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('a newer search cancels the older; 1,000 at once: the last one runs, all settle', async t => {
  const { engine, received } = await fake(t)
  const searches = Array.from({ length: 1000 }, (_, i) =>
    engine.search({ moves: i === 999 ? ['d4'] : ['e4'] }, { depth: 1 }),
  )
  const outcomes = await Promise.all(searches.map(({ best }) => settled(best)))
  for (const [i, { error }] of outcomes.slice(0, -1).entries())
    assert.equal(error?.code, 'ERR_UCI_CANCELLED', `search ${i}`)
  assert.equal(outcomes[999].error, undefined)
  const goes = received().filter(line => GO.test(line)).length
  assert.ok(goes === 1 || goes === 2, `${goes} searches went out`)
  assert.equal(position(received()), 'position startpos moves d2d4')
  for (const search of searches.slice(0, 10)) await settled(search.stop())
  assert.equal((await settled(collect(searches[0]))).error.code, 'ERR_UCI_CANCELLED')
})

test('each newer search, started while the last one runs, gets its own answer', async t => {
  const { engine, received } = await fake(t)
  const openings = ['e4', 'd4', 'c4', 'Nf3', 'g3', 'b3', 'f4', 'Nc3']
  let last
  for (const opening of openings) {
    const goes = received().filter(line => GO.test(line)).length
    last = engine.search({ moves: [opening] }, { infinite: true })
    await until(() => received().filter(line => GO.test(line)).length === goes + 1)
  }
  await last.stop()
  assert.equal((await last.best).move, 'a7a6')
  assert.equal(received().filter(line => line === 'stop').length, openings.length)
})

test('a search from within the end of another', async t => {
  const { engine } = await plain(t, { uci: UCI })
  const moves = []
  const next = async () => {
    const { move } = await engine.search({}, { depth: 1 }).best
    moves.push(move)
    if (moves.length < 50) await next()
  }
  await settled(next())
  assert.equal(moves.length, 50)
})

// --- iterating -------------------------------------------------------------------------------------

test('break stops the search, and the next one works', async t => {
  const { engine, received, log } = await fake(t, {
    go: { each: [[{ flood: 'info depth {i} score cp {i} pv e2e4', count: 3000 }], [{ default: true }]] },
  })
  let seen = 0
  const search = engine.search({}, { infinite: true })
  for await (const { depth } of search) {
    assert.ok(depth > 0)
    if (++seen === 5) break
  }
  const { value } = await settled(search.best)
  assert.equal(new Game().isLegal(value.move), true)
  assert.equal(received().filter(line => line === 'stop').length, 1)
  const { move } = await engine.bestMove({ moves: ['e4'] }, { depth: 1 })
  assert.equal(move, 'a7a6')
  assert.equal(log().filter(line => line.startsWith('< bestmove')).length, 2)
})

test('a throw in the loop stops the search too', async t => {
  const { engine, sent } = await plain(t, ENDLESS)
  const search = engine.search({}, { infinite: true })
  const loop = async () => {
    for await (const _ of search) throw new Error('mine')
  }
  await assert.rejects(loop(), /mine/)
  assert.equal((await settled(search.best)).value.move, 'e2e4')
  assert.ok(sent.includes('stop'))
})

test('a loop over a finished search gives what was said, then ends', async t => {
  const { engine } = await plain(t)
  const search = engine.search({}, { depth: 1 })
  await search.best
  const infos = await collect(search)
  assert.deepEqual(
    infos.map(({ depth }) => depth),
    [1],
  )
  assert.deepEqual(await collect(search), [])
})

test('a loop ends by itself after the last info', async t => {
  const { engine } = await fake(t, {
    go: ['info depth 1', { wait: 30 }, 'info depth 2', { wait: 30 }, 'bestmove e2e4'],
  })
  const search = engine.search({}, { depth: 2 })
  assert.deepEqual(
    (await collect(search)).map(({ depth }) => depth),
    [1, 2],
  )
  assert.equal((await search.best).move, 'e2e4')
})

test('a search that failed says so once to those who read its infos', async t => {
  const { engine, transport } = await plain(t, ENDLESS)
  const search = engine.search({}, { infinite: true })
  const infos = search[Symbol.asyncIterator]()
  assert.equal((await settled(infos.next())).value.value.depth, 1)
  transport.onClose({ message: 'gone' })
  await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
  await rejects(infos.next(), 'ERR_UCI_ENGINE_DEAD')
  for (let times = 0; times < 2; times++)
    assert.deepEqual(await infos.next(), { value: undefined, done: true })
})
