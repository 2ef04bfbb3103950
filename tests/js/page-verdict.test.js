// SPDX-License-Identifier: Apache-2.0
// What a score means on the page, always from White's side: the figure, the words, and White's share of the bar.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game } from 'binbo'
import { parsePgn } from 'binbo/pgn'
import { verdictAt, verdictOf, verdictOfEnd } from '#web/analysis/verdict.js'

const FOOLS_MATE = '1. f3 e5 2. g4 Qh4#'
const SCHOLARS_MATE = '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#'

/** @param {string} moves @returns {Game} */
function played(moves) {
  const game = new Game()
  for (const move of moves.split(/(?:\d+\.)?\s+/).filter(word => !/^\d*\.?$/.test(word))) game.move(move)
  return game
}

test('figures have their sign, and words say whom they favour', () => {
  const cases = /** @type {[kind: 'cp' | 'mate', value: number, text: string, words: string][]} */ ([
    ['cp', 0, '0.00', 'Even'],
    ['cp', 150, '+1.50', 'White is ahead by 1.50'],
    ['cp', -150, '−1.50', 'Black is ahead by 1.50'],
    ['mate', 3, '#3', 'White mates in 3'],
    ['mate', -3, '−#3', 'Black mates in 3'],
    ['cp', 20_000, '+−', 'White wins'],
    ['cp', -20_000, '−+', 'Black wins'],
  ])
  for (const [kind, value, text, words] of cases) {
    const verdict = verdictOf({ kind, value })
    assert.deepEqual([verdict.text, verdict.words], [text, words])
    const other = verdictOf({ kind, value: -value })
    assert.ok(Math.abs(verdict.share + other.share - 1) < 1e-9, 'both sides share one bar')
    if (value !== 0) assert.equal(verdict.share > 0.5, value > 0)
  }
})

test('at the end, the bar is that of the winner, or in the middle', () => {
  const { share: black, text: loss } = verdictOfEnd(played(FOOLS_MATE).status) ?? assert.fail()
  assert.deepEqual([black, loss], [0, '0–1'])
  const { share: white, text: win } = verdictOfEnd(played(SCHOLARS_MATE).status) ?? assert.fail()
  assert.deepEqual([white, win], [1, '1–0'])
  assert.equal(verdictOfEnd(new Game({ fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' }).status)?.share, 0.5)
  assert.equal(verdictOfEnd(new Game().status), null)
})

test('a move that mates needs no evaluation; others have theirs, or that of the analysis', () => {
  const [game] = parsePgn(`${FOOLS_MATE.replace('g4', 'g4 {[%eval -0.3]}')} 0-1`)
  const [, , g4, mate] = game.mainline()
  assert.equal(verdictAt(mate)?.words, 'Black has mated')
  assert.equal(verdictAt(g4)?.text, '−0.30')
  assert.equal(verdictAt(g4, { kind: 'mate', value: -1 })?.text, '−#1')
  assert.equal(verdictAt(game.root), null)
})
