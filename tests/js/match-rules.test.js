// SPDX-License-Identifier: Apache-2.0
// Clocks of engines and early ends of games, without engines: the text of clocks, stages, margins; rules against a slow form of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Adjudicator, readRules } from '#js/match/adjudication.js'
import { clockText, PlayerClock, readClock } from '#js/match/clock.js'
import { pick, randomFrom } from '../random.js'

test('clocks as text', () => {
  for (const [text, base, increment, moves] of [
    ['10+0.1', 10_000, 100, undefined],
    ['40/60+0.6', 60_000, 600, 40],
    ['40/60', 60_000, 0, 40],
    ['2:30+1', 150_000, 1000, undefined],
    ['40/2:30', 150_000, 0, 40],
    ['0.05', 50, 0, undefined],
    [' 8+0.08 ', 8000, 80, undefined],
    ['300', 300_000, 0, undefined],
  ])
    assert.deepEqual(readClock(text), { base, increment, moves }, text)
  for (const text of [
    '',
    'x',
    '0',
    '0+1',
    '10+',
    '+1',
    '1/',
    '0/10',
    '1:2:3',
    '10 + 1',
    '-5',
    '10+-1',
    '1e3',
    '40/60/5',
    '99999999',
  ])
    assert.throws(() => readClock(text), { code: 'ERR_ARGUMENT' }, text)
  for (const clock of [
    {},
    { base: '5' },
    { base: -1 },
    { base: 5, increment: -1 },
    { base: 5, moves: 0 },
    { base: 5, moves: 1.5 },
    { base: 5, more: 1 },
    null,
    5,
  ])
    assert.throws(() => readClock(clock), { code: 'ERR_ARGUMENT' }, JSON.stringify(clock))
  for (const text of ['10+0.1', '40/60+0.6', '40/60', '0.05']) assert.equal(clockText(readClock(text)), text)
})

test('the first move has the base alone; an increment comes after each move', () => {
  const clock = new PlayerClock(readClock('1+0.5'), 0)
  assert.deepEqual([clock.left, clock.patience, clock.movesToGo], [1000, 1000, undefined])
  assert.ok(clock.take(1000))
  assert.equal(clock.left, 500)
  assert.ok(!clock.take(500.1))
})

test('a margin may be used at each move, and nothing is owed', () => {
  const clock = new PlayerClock(readClock('1'), 50)
  assert.ok(clock.take(1050))
  assert.equal(clock.left, 0)
  assert.ok(clock.take(50))
  assert.ok(!clock.take(51))
})

test('stages begin anew after their last move, if that was in time', () => {
  const clock = new PlayerClock(readClock('2/1+0.1'), 0)
  assert.ok(clock.take(600))
  assert.deepEqual([clock.left, clock.movesToGo], [500, 1])
  assert.ok(clock.take(500))
  assert.deepEqual([clock.left, clock.movesToGo], [1100, 2])
  assert.ok(clock.take(0))
  assert.ok(!clock.take(1201))
})

const POINTS = { white: 'black', black: 'white' }

/** The rules once more, over the whole list of moves after each of them. */
function slowVerdict(moves, { draw, resign, maxMoves }) {
  const last = moves.at(-1)
  const isBad = ({ score }) =>
    score !== null && (score.kind === 'mate' ? score.value <= 0 : score.value <= -resign.score)
  const isFar = ({ score }) =>
    score !== null && (score.kind === 'mate' || Math.abs(score.value) >= resign.score)
  if (resign !== undefined) {
    const own = resign.both ? moves : moves.filter(({ color }) => color === last.color)
    const needed = (resign.both ? 2 : 1) * resign.moves
    const row = own.slice(-needed)
    if (row.length === needed && row.every(resign.both ? isFar : isBad) && isBad(last))
      return { winner: POINTS[last.color], reason: 'resign_adjudicated' }
  }
  if (draw !== undefined) {
    const row = moves.slice(-2 * draw.moves)
    const isQuiet = ({ score }) => score?.kind === 'cp' && Math.abs(score.value) <= draw.score
    // The first of the row may be a capture or a pawn move: it begins it.
    const isRow =
      row.length === 2 * draw.moves && row.every(isQuiet) && !row.slice(1).some(({ isFresh }) => isFresh)
    if (isRow && last.fullmoveNumber - 1 >= draw.from) return { winner: null, reason: 'draw_adjudicated' }
  }
  if (maxMoves !== undefined && moves.length >= 2 * maxMoves) return { winner: null, reason: 'max_moves' }
}

test('adjudication agrees with its slow form in random games', () => {
  const random = randomFrom(452)
  const below = count => Math.floor(random() * count)
  const ends = new Map()
  for (let i = 0; i < 3000; i++) {
    const rules = {
      draw: below(4) ? { from: below(6), moves: 1 + below(3), score: 10 * below(4) } : undefined,
      resign: below(4) ? { moves: 1 + below(3), score: 10 + 10 * below(9), both: below(2) === 1 } : undefined,
      maxMoves: below(2) ? 1 + below(12) : undefined,
    }
    const adjudicator = new Adjudicator(readRules(rules))
    const moves = []
    const calm = 1 + below(8)
    for (let ply = below(2); ply < 40; ply++) {
      const value = below(calm) ? below(20) - 10 : below(240) - 120
      const score = pick(random, [
        ...Array(8).fill({ kind: 'cp', value }),
        { kind: 'mate', value: below(7) - 3 },
        null,
      ])
      const color = ply % 2 === 0 ? 'white' : 'black'
      const move = {
        color,
        score: below(3) ? score : { kind: 'cp', value },
        isFresh: below(6) === 0,
        fullmoveNumber: 1 + Math.ceil(ply / 2),
      }
      moves.push(move)
      const verdict = adjudicator.after(move)
      assert.deepEqual(verdict, slowVerdict(moves, rules), JSON.stringify({ rules, moves }))
      if (verdict === undefined) continue
      ends.set(verdict.reason, (ends.get(verdict.reason) ?? 0) + 1)
      break
    }
  }
  assert.ok(ends.size === 3 && [...ends.values()].every(count => count > 50), JSON.stringify([...ends]))
})
