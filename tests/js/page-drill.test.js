// SPDX-License-Identifier: Apache-2.0
// A repertoire is asked: what is right, what a mistake does, and that the analysis shows nothing meanwhile.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Drill } from '#web/repertoire/drill.js'
import { Study } from '#web/study/study.js'
import { freshBrowser } from './support/page-storage.js'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 0, 5, 12)

beforeEach(() => {
  freshBrowser()
  const places = { children: [{}, { textContent: '' }] }
  Object.assign(document, { querySelectorAll: () => [places] })
})

/** The parts of the page that a drill uses, which the test follows as the page's store does. @param {string} pgn */
function begin(pgn) {
  const study = new Study()
  /** @type {string[]} */
  const log = []
  /** @type {any} */
  const app = {
    study,
    analyst: {
      exercise: null,
      begin(/** @type {object} */ exercise) {
        this.exercise = exercise
        log.push('held')
      },
      finish(/** @type {object} */ exercise) {
        if (this.exercise !== exercise) return false
        this.exercise = null
        log.push('free')
        return true
      },
    },
    games: { open: (/** @type {() => void} */ load) => load() },
    places: { showStart() {}, show() {} },
    board: {
      flipped: false,
      flip() {},
      showHint: (/** @type {any} */ move) => move && log.push(`shown ${move.san}`),
    },
    store: { change() {} },
  }
  Drill.begin(app, 'Mine', { pgn, color: 'white', progress: {} })
  const drill = app.analyst.exercise
  const play = (/** @type {string} */ move) => {
    const before = { node: study.node }
    study.play(move)
    drill.follow({ tree: study.tree, mode: study.mode, node: study.node }, before)
  }
  return { app, drill, study, play, log }
}

test('a move that was missed goes back to the first box, also once it was found', t => {
  t.mock.method(Date, 'now', () => NOW)
  const { drill, play, log } = begin('1. e4 *')
  assert.match(drill.shown.task, /^1 left/)
  play('d4')
  assert.equal(drill.shown.feedback, '1. d4 is not your move. You play e4: play it now.')
  assert.ok(log.includes('shown e4'))
  play('e4')
  assert.match(drill.shown.task, /^1 left/, 'it is asked again')
  play('e4')
  const date = new Date(NOW + DAY).toLocaleString('en', { dateStyle: 'medium' })
  assert.equal(
    drill.shown.task,
    `Done: 1 right, 1 of them after a mistake. The next position comes on ${date}.`,
  )
})

test('the analysis rests until the drill ends', () => {
  const { app, drill, log } = begin('1. e4 e5 2. Nf3 *')
  assert.deepEqual(log, ['held'])
  drill.end()
  assert.deepEqual(log, ['held', 'free'])
  assert.equal(app.analyst.exercise, null)
  drill.end()
  assert.deepEqual(log, ['held', 'free'], 'once')
})
