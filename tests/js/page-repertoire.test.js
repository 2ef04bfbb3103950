// SPDX-License-Identifier: Apache-2.0
// Repertoires: what is asked of a game with variations, and when it is asked again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAYS, dueAt, nextDue, placeAfter, Sitting } from '#web/repertoire/boxes.js'
import { cardsOf } from '#web/repertoire/cards.js'
import { parsePgn } from '../../dist/pgn.js'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 0, 5)
const [GAME] = parsePgn('1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 Nc6 3. Bb5 (3. Bc4) *')

/** @param {ReturnType<typeof cardsOf>} cards */
const summary = cards =>
  cards.map(({ line, answers }) => [line.join(' '), answers.map(({ san }) => san).join(' ')])

test('every position of the side is asked once, main lines first, with all moves that the game has there', () => {
  assert.deepEqual(summary(cardsOf(GAME, 'white')), [
    ['', 'e4'],
    ['e2e4 e7e5', 'Nf3'],
    ['e2e4 e7e5 g1f3 b8c6', 'Bb5 Bc4'],
    ['e2e4 c7c5', 'Nf3 c3'],
  ])
  assert.deepEqual(summary(cardsOf(GAME, 'black')), [
    ['e2e4', 'e5 c5'],
    ['e2e4 e7e5 g1f3', 'Nc6'],
    ['e2e4 c7c5 g1f3', 'd6'],
  ])
})

test('the same position by other moves is one question with the answers of both', () => {
  const [game] = parsePgn('1. Nf3 d5 2. d4 Nf6 (2... e6) (2... Nc6 3. g3) 3. c4 (3. e3) *\n')
  const [other] = parsePgn('1. d4 (1. Nf3 d5 2. d4 Nf6 3. e3) d5 2. Nf3 Nf6 3. c4 *')
  assert.equal(cardsOf(game, 'white').length, 4)
  const cards = cardsOf(other, 'white').filter(({ line }) => line.length === 4)
  assert.deepEqual(summary(cards), [['d2d4 d7d5 g1f3 g8f6', 'c4 e3']])
  assert.deepEqual(cardsOf(parsePgn('*')[0] ?? parsePgn('1. e4 *')[0], 'black'), [])
})

test('Leitner’s boxes: a right answer leads to the next box and its days, a wrong one to the first', () => {
  /** @type {import('#web/repertoire/boxes.js').Place | undefined} */
  let place
  for (const [box, days] of [...DAYS.entries()].slice(1)) {
    place = placeAfter(place, true, NOW)
    assert.deepEqual(place, { box, due: NOW + days * DAY })
  }
  assert.equal(placeAfter(place, true, NOW).box, DAYS.length - 1)
  assert.deepEqual(placeAfter(place, false, NOW), { box: 0, due: NOW })
  assert.deepEqual(placeAfter(undefined, false, NOW), { box: 0, due: NOW })
  for (let box = 1; box < DAYS.length; box++) assert.ok(DAYS[box] > DAYS[box - 1])
})

test('new cards and those whose days are over are due, in their order', () => {
  const cards = ['a', 'b', 'c'].map(key => ({ key }))
  const progress = { a: { box: 1, due: NOW + 1 }, b: { box: 2, due: NOW } }
  assert.deepEqual(dueAt(cards, progress, NOW), [{ key: 'b' }, { key: 'c' }])
  assert.deepEqual(dueAt(cards, progress, NOW + 1), cards)
  assert.equal(nextDue(cards.slice(0, 2), progress), NOW)
  assert.equal(nextDue([], progress), Number.POSITIVE_INFINITY)
})

test('a sitting: a missed card comes again after three others, sooner at the end, until it is right at once', () => {
  const sitting = new Sitting([...'abcdef'].map(key => ({ key })))
  const asked = []
  const wrong = new Set(['b', 'f'])
  while (sitting.card) {
    const { key } = sitting.card
    asked.push(key)
    if (wrong.delete(key)) {
      assert.equal(sitting.miss(), true)
      assert.equal(sitting.miss(), false)
      assert.equal(sitting.isMissed, true)
    }
    sitting.next()
    assert.equal(sitting.isMissed, false)
  }
  assert.equal(asked.join(''), 'abcdebff')
  assert.deepEqual([sitting.right, sitting.missed, sitting.left], [6, 2, 0])
})

test('a capture en passant makes a question of its own', () => {
  const [game] = parsePgn('1. e4 f5 (1... d5 2. e5 f5 3. exf6) 2. e5 d5 3. exd6 *')
  const last = cardsOf(game, 'white').filter(({ line }) => line.length === 4)
  assert.deepEqual(summary(last), [
    ['e2e4 f7f5 e4e5 d7d5', 'exd6'],
    ['e2e4 d7d5 e4e5 f7f5', 'exf6'],
  ])
})
