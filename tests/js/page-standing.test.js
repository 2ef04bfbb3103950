// SPDX-License-Identifier: Apache-2.0
// What the status card says and offers, wherever in the game the user looks.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Match } from '#web/play/match.js'
import { standing } from '#web/play/standing.js'
import { Study } from '#web/study/study.js'
import { connected } from './support/page-connected.js'
import { engineByHand, roomWith } from './support/page-engine.js'
import { freshBrowser } from './support/page-storage.js'

beforeEach(freshBrowser)

/** @param {string} moves of a game that two play @param {object | null} [setup] */
function standingAfter(moves, setup = null) {
  const study = new Study()
  const match = new Match(study, /** @type {any} */ (roomWith(engineByHand())))
  connected({ study, match })
  match.begin(/** @type {any} */ (setup))
  for (const move of moves.split(' ')) study.play(move)
  return { study, now: () => standing({ study, match }) }
}

test('a game is over by the rules or by its result, and only its end says so', () => {
  const mate = standingAfter('f3 e5 g4 Qh4')
  assert.equal(mate.now().ended, true)
  assert.match(mate.now().status.headline, /Black wins/)
  mate.study.back()
  assert.equal(mate.now().ended, true, 'the game has its result')
  assert.equal(mate.now().status.headline, 'Black to move')
  assert.equal(mate.now().live, false)
  const resigned = standingAfter('e4 e5')
  resigned.study.finish('1-0', 'Black resigned')
  assert.match(resigned.now().status.headline, /White wins/)
  resigned.study.back()
  assert.deepEqual(
    [resigned.now().status.headline, resigned.now().status.tone === 'over'],
    ['Black to move', false],
  )
  assert.equal(resigned.now().place, 'Move 1 of 1, by White.')
})

test('before its end a game that is read says who won, and where', () => {
  const { study, now } = standingAfter('e4 e5')
  study.setMode('analyse')
  study.annotate(() => {
    study.tree.headers.set('White', 'Anna')
    study.tree.headers.set('Event', 'Club championship')
  })
  study.finish('1-0', 'Black resigned')
  assert.equal(now().status.detail, 'Black resigned.')
  study.back()
  assert.equal(now().status.detail, 'Move 1 · Anna won · Club championship')
})

test('a mate in a variation ends no game, but nothing is asked or taken there', () => {
  const { study, now } = standingAfter('f3 e5 a3')
  study.goTo(study.tree.root.children[0].children[0])
  for (const move of ['g4', 'Qh4']) study.play(move)
  assert.deepEqual([now().ended, now().live, now().mayMove, now().mayAskHint], [false, false, false, false])
})

test('by hand the last move of a line is taken back, in a match the human’s own', () => {
  const { study, now } = standingAfter('e4 e5')
  assert.equal(now().takesBack, study.end)
  study.back()
  assert.equal(now().takesBack, null)
  const match = standingAfter('e4', { human: 'white', strengths: { black: 'full' }, think: null })
  assert.equal(match.now().takesBack, match.study.end)
})

test('a hint is given to the human in any position that is the human’s to move', () => {
  const { study, now } = standingAfter('e4 e5')
  study.back()
  assert.deepEqual([now().mayAskHint, now().mayMove], [true, false])
  const match = standingAfter('e4', { human: 'white', strengths: { black: 'full' }, think: null })
  assert.equal(match.now().mayAskHint, false)
  match.study.back()
  assert.equal(match.now().mayAskHint, true)
})
