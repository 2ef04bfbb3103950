// SPDX-License-Identifier: Apache-2.0
// Moves that wait for their player to confirm them, and rematches: what both ask of the game on the page.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Match } from '#web/play/match.js'
import { Study } from '#web/study/study.js'
import { connected } from './support/page-connected.js'
import { engineByHand, roomWith } from './support/page-engine.js'
import { freshBrowser } from './support/page-storage.js'

freshBrowser()
const { saveSetting } = await import('#web/page/settings.js')
const { Proposal } = await import('#web/play/proposal.js')
const { rematch } = await import('#web/play/rematch.js')

beforeEach(() => {
  freshBrowser()
  // What is announced.
  Object.assign(document, { querySelectorAll: () => [{ children: [{}, {}] }] })
})

test('the next move of a game that is played waits; any other is played at once', () => {
  saveSetting('confirm-moves', true)
  const study = new Study()
  study.newGame()
  const proposal = new Proposal(study, uci => study.play(uci))
  connected({ study, proposal })
  proposal.make('e2e4')
  assert.deepEqual([proposal.move?.san, study.end.san], ['e4', null])
  proposal.confirm()
  assert.deepEqual([proposal.move, study.end.san], [null, 'e4'])
  proposal.make('e7e5')
  proposal.cancel()
  assert.deepEqual([proposal.move, study.end.san], [null, 'e4'])
  study.back()
  proposal.make('d2d4')
  assert.deepEqual([proposal.move, study.node.san], [null, 'd4'], 'a variation')
  study.setMode('analyse')
  study.toEnd()
  proposal.make('d7d5')
  assert.deepEqual([proposal.move, study.node.san], [null, 'd5'], 'in an analysis')
})

test('a rematch swaps the colours, and has the same start and the same strengths', () => {
  const fen = '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1'
  const study = new Study()
  const room = roomWith(engineByHand())
  const match = new Match(study, /** @type {any} */ (room))
  connected({ study, match })
  const games = { open: (/** @type {() => void} */ begin) => begin() }
  const app = /** @type {any} */ ({ study, match, room, games })
  match.begin(/** @type {any} */ ({ human: 'white', strengths: { black: 1500 }, think: { depth: 3 } }), {
    fen,
  })
  rematch(app)
  assert.deepEqual(match.setup, { human: 'black', strengths: { white: 1500 }, think: { depth: 3 } })
  assert.equal(study.tree.startFen, fen)
  assert.equal(study.tree.headers.get('Black'), 'You')
  rematch(app)
  assert.deepEqual(match.setup, { human: 'white', strengths: { black: 1500 }, think: { depth: 3 } })
})
