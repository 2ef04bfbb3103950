// SPDX-License-Identifier: Apache-2.0
// The computer's answer while its engine is coming: which moves the list of openings has, and when it answers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { START_FEN } from 'binbo'
import { openingsWith } from 'binbo/openings'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { WEAK_ELO } from '#web/engine/strength.js'
import { moveMeanwhile, moveOfList } from '#web/play/meanwhile.js'

/** @import { EngineRoom } from '#web/engine/engine-room.js' */

const SHARES = [0, 0.2, 0.4, 0.6, 0.8, 0.999]

/** @param {string} pgn @returns {import('binbo/pgn').PgnNode} its last position */
const endOf = pgn => parsePgn(`${pgn}\n`)[0].end

/** @param {import('binbo/pgn').PgnNode} node @returns {Promise<Set<string | null>>} all answers */
const answersAt = async node => new Set(await Promise.all(SHARES.map(share => moveOfList(node, () => share))))

/** @param {string} moves such as '1. e4 e5' @returns {number} how many openings begin with them */
const countLines = moves =>
  openingsWith('').filter(({ moves: line }) => line === moves || line.startsWith(`${moves} `)).length

test('the list answers with moves that many openings have', async () => {
  for (const [pgn, before, usual] of [
    ['*', '1. ', ['e4', 'd4']],
    ['1. e4 *', '1. e4 ', ['e5', 'c5']],
    ['1. e4 e5 *', '1. e4 e5 2. ', ['Nf3']],
    ['1. d4 *', '1. d4 ', ['d5', 'Nf6']],
  ]) {
    const answers = await answersAt(endOf(String(pgn)))
    for (const move of usual) assert.ok(answers.has(move), `${pgn} ${move}`)
    const counts = [...answers].map(answer => countLines(`${before}${answer}`))
    assert.ok(Math.min(...counts) >= Math.max(...counts) / 4, `${pgn} ${[...answers]}: ${counts}`)
  }
})

test('where few openings go on, off the list and in other positions there is no answer', async () => {
  const [other] = parsePgn(`[FEN "${START_FEN.replace('KQkq', 'KQ')}"]\n\n*\n`)
  const [variant] = parsePgn('[Variant "Atomic"]\n\n*\n')
  for (const node of [endOf('1. a3 *'), endOf('1. h4 h5 2. e4 *'), other.end, variant.end])
    assert.deepEqual(await answersAt(node), new Set([null]), node.position.fen)
})

/**
 * A room whose engine is starting.
 * @param {{ kind?: string, progress?: string }} [facts]
 */
function starting({ kind = 'builtin', progress = '0.4 of 1.1 MB' } = {}) {
  /** @type {(engine: unknown) => void} */
  let finish = () => {}
  const room = {
    program: { kind },
    state: 'starting',
    progress,
    asked: 0,
    engine() {
      room.asked++
      return engine
    },
  }
  const engine = new Promise(resolve => (finish = resolve))
  return {
    room,
    /** @param {string} state */
    end(state) {
      room.state = state
      finish(null)
    },
    /** @param {AbortSignal} signal @param {import('#web/engine/strength.js').Strength} [strength] */
    ask: (signal, strength = 'full') =>
      moveMeanwhile(
        /** @type {EngineRoom} */ (/** @type {unknown} */ (room)),
        new PgnGame().root,
        strength,
        signal,
      ),
  }
}

test('the engine has 1.5 s to be ready; then the list answers, if the files of the engine are coming', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { signal } = new AbortController()
  const { room, end, ask } = starting()
  /** @type {unknown[]} */
  const answers = []
  const asked = ask(signal).then(answer => answers.push(answer))
  t.mock.timers.tick(1499)
  await setImmediate()
  assert.deepEqual(answers, [])
  t.mock.timers.tick(1)
  await asked
  assert.equal(typeof answers[0], 'string')
  const again = ask(signal)
  end('ready')
  assert.equal(await again, null, 'the engine finds the move')
  assert.equal(room.asked, 2)
})

test('without news of the files, the engine finds the move, whenever it is ready', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { end, ask } = starting({ progress: '' })
  const answer = ask(new AbortController().signal)
  for (let i = 0; i < 3; i++) {
    await setImmediate()
    t.mock.timers.tick(1500)
  }
  end('ready')
  assert.equal(await answer, null)
})

test('a signal ends the waiting', async () => {
  const { ask } = starting({ progress: '' })
  const controller = new AbortController()
  const answer = ask(controller.signal)
  controller.abort()
  assert.equal(await answer, null)
})

test('weak levels and other engines do not wait for the list', async () => {
  const { signal } = new AbortController()
  for (const { room, ask, strength } of [
    { ...starting(), strength: WEAK_ELO[0] },
    { ...starting({ kind: 'server' }), strength: undefined },
  ]) {
    assert.equal(await ask(signal, strength), null)
    assert.equal(room.asked, 0)
  }
})
