// SPDX-License-Identifier: Apache-2.0
// Engines that die, after any command: every promise settles with the same error, and no process is left.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { GOOD, once, searches, staysDead } from './support/engine-checks.js'
import {
  ChessError,
  collect,
  Engine,
  fake,
  fakeTransport,
  rejects,
  SHORT,
  SOON,
  settled,
  until,
} from './support/engines.js'

describe('death', { concurrency: 6 }, () => {
  /** Ways to die, and the fields of the error. */
  const DEATHS = {
    'exits with 3': [[{ exit: 3 }], { exitCode: 3, signal: null }],
    'exits with 0': [[{ exit: 0 }], { exitCode: 0, signal: null }],
    'is killed': [[{ kill: 'SIGKILL' }], { exitCode: null, signal: 'SIGKILL' }],
    'closes its output': [[{ close: true }], {}],
  }
  /** Where it dies, and all that waits then. */
  const STEPS = {
    'at setoption': [death => ({ setoption: death }), engine => [engine.setOption('Hash', 32)]],
    'at ucinewgame': [death => ({ ucinewgame: death }), engine => [engine.newGame()]],
    'at isready': [death => ({ isready: once(GOOD, death) }), engine => [engine.isReady(), engine.isReady()]],
    'at position': [death => ({ position: death }), engine => waits(engine.search({}, { depth: 1 }))],
    'at go': [death => ({ go: death }), engine => waits(engine.search({}, { depth: 1 }))],
    'in a search': [
      death => ({ go: ['info depth 1', { wait: 50 }, ...death], stop: [] }),
      engine => [
        ...waits(engine.search({}, { infinite: true })),
        engine.setOption('Hash', 32),
        engine.newGame(),
      ],
    ],
    'at stop': [
      death => ({ stop: death }),
      engine => {
        const search = engine.search({}, { infinite: true })
        return [...waits(search), search.stop(), search.stop()]
      },
    ],
    'at ponderhit': [
      death => ({ ponderhit: death }),
      (engine, { received }) => {
        const search = engine.search({}, { movetime: 5000 }, { ponder: true })
        until(() => searches(received) === 1).then(() => search.ponderHit())
        return waits(search)
      },
    ],
    'at readyok before a search': [
      death => ({ isready: once(GOOD, death) }),
      engine => waits(engine.search({}, { depth: 1 })),
    ],
  }
  const waits = search => [search.best, collect(search)]

  for (const [step, [script, ask]] of Object.entries(STEPS)) {
    for (const [way, [death, fields]] of Object.entries(DEATHS)) {
      if (way === 'exits with 0' && step !== 'in a search') continue
      test(`it ${way} ${step}`, async t => {
        const handle = await fake(t, script(death))
        const { engine } = handle
        const exits = []
        engine.on('exit', error => exits.push(error))
        const outcomes = await Promise.all(ask(engine, handle).map(promise => settled(promise)))
        const [{ error }] = outcomes
        assert.ok(error instanceof ChessError, String(error))
        assert.equal(error.code, 'ERR_UCI_ENGINE_DEAD')
        for (const [i, outcome] of outcomes.entries()) {
          assert.equal(outcome.error, error, `promise ${i}: ${outcome.error?.stack}`)
          assert.ok(outcome.time < SOON, `after ${outcome.time} ms`)
        }
        for (const [key, value] of Object.entries(fields))
          assert.equal(error[key], value, `${key}: ${error.message}`)
        await staysDead(handle, error)
        assert.deepEqual(exits, [error], "'exit' comes once, with the error")
      })
    }
  }

  for (const step of ['start', 'uci', 'isready']) {
    for (const [way, [death, fields]] of Object.entries(DEATHS)) {
      test(`it ${way} at ${step}, before Engine.start is done`, async t => {
        const { transport, gone } = fakeTransport(t, { [step]: death })
        const { error, time } = await settled(Engine.start(transport, SHORT))
        assert.equal(error?.code, 'ERR_UCI_ENGINE_DEAD', String(error))
        for (const [key, value] of Object.entries(fields))
          assert.equal(error[key], value, `${key}: ${error.message}`)
        assert.ok(time < SOON, `after ${time} ms: not by silence`)
        await gone()
      })
    }
  }

  test('while it is idle', async t => {
    const handle = await fake(t, { start: [{ until: 'ucinewgame' }, { wait: 50 }, { exit: 5 }] })
    const { engine } = handle
    const exit = new Promise(resolve => engine.on('exit', resolve))
    await engine.newGame()
    const { value: error } = await settled(exit)
    assert.equal(error.code, 'ERR_UCI_ENGINE_DEAD')
    assert.equal(error.exitCode, 5)
    await staysDead(handle, error)
  })

  test('CRITICAL ERROR is the end, and its words are the reason', async t => {
    const handle = await fake(t, {
      go: ['info depth 1', 'info string CRITICAL ERROR: Invalid position', { wait: 60_000 }],
    })
    const { engine } = handle
    const search = engine.search({}, { depth: 1 })
    const { error, time } = await settled(search.best)
    assert.equal(error.code, 'ERR_UCI_ENGINE_DEAD')
    assert.match(error.message, /CRITICAL ERROR: Invalid position/)
    assert.ok(time < SOON, `after ${time} ms`)
    await staysDead(handle, error)
  })

  test('by a signal, as a bad FEN does it to Stockfish 15', async t => {
    const handle = await fake(t, { position: [{ kill: 'SIGTERM' }] })
    const { engine } = handle
    const error = await rejects(engine.bestMove({}), 'ERR_UCI_ENGINE_DEAD')
    assert.equal(error.signal, 'SIGTERM')
    await staysDead(handle, error)
  })

  test('what it said last still counts', async t => {
    const { engine } = await fake(t, { go: ['info depth 1 score cp 3', 'bestmove e2e4', { exit: 0 }] })
    assert.equal((await settled(engine.search({}, { depth: 1 }).best)).value?.move, 'e2e4')
    await until(() => engine.dead)
  })
})
