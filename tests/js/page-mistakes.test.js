// SPDX-License-Identifier: Apache-2.0
// Learning from mistakes without a screen: which moves are taught, what is good enough, the summary.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGoodEnough, Lesson, mistakesOf } from '#web/analysis/mistakes.js'
import { MistakesExercise } from '#web/analysis/mistakes-view.js'
import { Score } from '../../dist/uci.js'

/** @param {'white' | 'black'} color */
const node = color => ({ uci: 'a2a3', move: { color } })
const score = (/** @type {number} */ value, color = 'white') => new Score({ kind: 'cp', value }, color)
const line = () => ({ pv: ['b2b3'], san: ['b3'], score: score(30) })

/** The judgement of each move; White begins. */
function findings(judgements) {
  const nodes = [{}, ...judgements.map((_, index) => node(index % 2 === 0 ? 'white' : 'black'))]
  const positions = [null, ...judgements].map(judgement => ({ judgement, lines: [line()] }))
  return { analysis: { positions }, nodes }
}

test('mistakes and blunders are taught, of one side or both; a move without a better line is not', () => {
  const found = findings(['mistake', 'inaccuracy', null, 'blunder', 'blunder'])
  const places = side => mistakesOf(found, side).map(({ node }) => found.nodes.indexOf(node))
  assert.deepEqual(['both', 'white', 'black'].map(places), [[1, 4, 5], [1, 5], [4]])
  assert.equal(mistakesOf(found, 'black')[0].before, found.nodes[3])
  found.analysis.positions[3].lines = []
  assert.deepEqual(places('both'), [1, 5])
})

test('a move is good enough if it loses less than an inaccuracy, from the view of its player', () => {
  const white = { score: score(30), mover: 'white' }
  assert.ok(isGoodEnough(white, score(10)))
  assert.ok(isGoodEnough(white, score(-10, 'black')))
  assert.ok(!isGoodEnough(white, score(-60)))
  const black = { score: score(30, 'black'), mover: 'black' }
  assert.ok(isGoodEnough(black, score(60, 'black')))
  assert.ok(!isGoodEnough(black, score(60)))
})

test('a lesson goes through all mistakes once, and counts them', () => {
  const lesson = new Lesson(mistakesOf(findings(Array(5).fill('blunder')), 'both'))
  lesson.found()
  lesson.show() // solved already
  assert.ok(!lesson.isOpen)
  lesson.next()
  lesson.hint()
  lesson.found()
  lesson.next()
  assert.ok(!lesson.isHinted && lesson.isOpen)
  lesson.show()
  lesson.next()
  lesson.next()
  lesson.next()
  assert.equal(lesson.mistake, undefined)
  assert.equal(lesson.place, lesson.count)
  assert.equal(
    lesson.summary(),
    'You found 2 of 5 better moves, 1 of them with a hint. 1 was shown, 2 were skipped.',
  )
})

test('“Keep for training” says how many are kept, and when they cannot be', async () => {
  for (const [count, text] of [
    [1, 'They come again under Train: 1 position is new there.'],
    [null, 'They could not be kept: this browser did not save them.'],
  ]) {
    /** @type {any} */
    const page = {
      keepMistakes: async () => count,
      study: { tree: null, node: null },
      store: { change() {} },
    }
    /** @type {any} */
    const found = findings(['blunder'])
    const exercise = new MistakesExercise(page, found)
    await exercise.keep()
    assert.equal(exercise.shown.feedback, text)
  }
})
