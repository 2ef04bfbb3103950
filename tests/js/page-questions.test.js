// SPDX-License-Identifier: Apache-2.0
// A hint and a draw offer: an answer counts for the game and the position that were asked about, and for no other.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Score } from 'binbo/uci'
import { Match } from '#web/play/match.js'
import { Questions } from '#web/play/questions.js'
import { Study } from '#web/study/study.js'
import { connected } from './support/page-connected.js'
import { roomWith } from './support/page-engine.js'
import { freshBrowser } from './support/page-storage.js'

/** What is announced. @type {string[]} */
let said = []

beforeEach(() => {
  freshBrowser()
  said = []
  const announcer = {
    set textContent(/** @type {string} */ text) {
      said.push(text)
    },
  }
  Object.assign(document, { querySelectorAll: () => [{ children: [{}, announcer] }] })
})

/** Level, late: the engine agrees to a draw. */
const LATE = '8/8/4k3/8/8/4K3/4P3/8 w - - 0 60'

/** A match of White against an engine, which answers a question when the test says so. @param {string} [fen] */
function asked(fen) {
  const study = new Study()
  /** @type {((answer: object) => void)[]} */
  const answers = []
  const engine = {
    options: new Map(),
    async setOptions() {},
    bestMove: () => new Promise(resolve => answers.push(resolve)),
  }
  const room = roomWith(engine)
  const match = new Match(study, /** @type {any} */ (room))
  match.begin(/** @type {any} */ ({ human: 'white', strengths: { black: 'full' }, think: null }), { fen })
  /** @type {(string | undefined)[]} */
  const shown = []
  const board = { showHint: (/** @type {{ san: string } | null} */ move) => shown.push(move?.san) }
  const questions = new Questions(/** @type {any} */ ({ study, room, match, board }))
  connected({ study, match, questions })
  const answer = async (/** @type {string} */ move) => {
    while (answers.length === 0) await null
    answers.pop()?.({ move, info: { score: new Score({ kind: 'cp', value: 0 }, 'white') } })
  }
  return { study, match, questions, shown, answer }
}

test('a hint is shown until the game goes on', async () => {
  const { study, questions, shown, answer } = asked()
  const asking = questions.askHint()
  assert.equal(questions.asking, 'hint')
  await answer('g1f3')
  await asking
  assert.deepEqual([questions.hint, questions.asking, shown], ['Nf3', '', ['Nf3']])
  study.play('e4')
  assert.equal(questions.hint, '')
  assert.deepEqual(shown, ['Nf3', undefined])
})

test('a hint that comes after a move is not shown', async () => {
  const { study, questions, shown, answer } = asked()
  const asking = questions.askHint()
  await Promise.resolve()
  study.play('e4')
  await answer('g1f3')
  await asking
  assert.deepEqual([questions.hint, questions.asking, shown], ['', '', []])
})

test('the engine agrees to a draw in its match, and in no other', async () => {
  const { study, match, questions, answer } = asked(LATE)
  const offer = questions.offerDraw('white')
  await answer('e3d3')
  await offer
  assert.equal(study.outcome?.result, '1/2-1/2')
  for (const leave of [
    () => match.playByHand(),
    () => study.newGame({ fen: LATE }),
    () => study.play('Kd3'),
  ]) {
    match.begin(/** @type {any} */ ({ human: 'white', strengths: { black: 'full' }, think: null }), {
      fen: LATE,
    })
    const late = questions.offerDraw('white')
    await Promise.resolve()
    leave()
    await answer('e3d3')
    await late
    assert.equal(study.outcome, null, String(leave))
  }
})
