// SPDX-License-Identifier: Apache-2.0
// The PGN that the page shares, with and without comments, clocks, evaluations and variations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { inAnyLetters, pgnText } from '#web/pgn/pgn-text.js'

const ALL = { variations: true, comments: true, clocks: true, evaluations: true }
const [game] = parsePgn(
  '[White "Ann"]\n\n1. e4 $1 {[%eval 0.3] [%clk 0:01:00] [%cal Ge2e4] best} e5 (1... c5 {[%eval 0.5] sharp}) 2. Nf3 {[%emt 0:00:05]} 1-0',
)
/** @param {Partial<typeof ALL>} parts */
const text = parts =>
  pgnText(game, { ...ALL, ...parts })
    .split('\n\n')[1]
    .trim()
    .replaceAll('\n', ' ')

test('each part can be left out, and the game keeps them all', () => {
  const before = game.toString()
  assert.equal(pgnText(game, ALL), before)
  assert.equal(
    text({ variations: false, comments: false, clocks: false, evaluations: false }),
    '1. e4 e5 2. Nf3 1-0',
  )
  assert.equal(
    text({ comments: false }),
    '1. e4 {[%eval 0.30] [%clk 0:01:00]} 1... e5 (1... c5 {[%eval 0.50]}) 2. Nf3 {[%emt 0:00:05]} 1-0',
  )
  assert.equal(
    text({ clocks: false, evaluations: false }),
    '1. e4 $1 {[%cal Ge2e4] best} 1... e5 (1... c5 {sharp}) 2. Nf3 1-0',
  )
  assert.doesNotMatch(text({ evaluations: false }), /%eval/)
  assert.match(text({ evaluations: false }), /%clk.*%emt/)
  assert.doesNotMatch(text({ variations: false }), /c5/)
  assert.match(pgnText(game, { ...ALL, clocks: false }), /\[White "Ann"\]/)
  assert.equal(game.toString(), before)
})

test('piece letters of one other language are read, and English ones first', async () => {
  const read = async (/** @type {string} */ pgn) => {
    const [game] = parsePgn(pgn)
    const found = await inAnyLetters(game, async () => new TextEncoder().encode(pgn))
    return [found === game, Array.from(found.mainline(), ({ san }) => san).join(' '), found.errors.length]
  }
  for (const [pgn, moves] of [
    ['1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Db6', 'e4 e5 Nf3 Nc6 Bb5 a6'],
    ['1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O', 'e4 e5 Nf3 Nc6 Bb5 a6 O-O'],
    ['1. e4 e5 2. Pf3 Pc6 3. Lb5', 'e4 e5 Nf3 Nc6 Bb5'],
  ]) {
    const [isSame, text, errors] = await read(pgn)
    assert.deepEqual([isSame, errors], [pgn.includes('Db6'), pgn.includes('Db6') ? errors : 0], pgn)
    if (!isSame) assert.equal(text, moves)
  }
  // In French, Rd1 could be the king's.
  assert.deepEqual(await read('1. e4 e5 2. Nf3 Nc6 3. Rg1 Rb8'), [true, 'e4 e5 Nf3 Nc6 Rg1 Rb8', 0])
  assert.deepEqual(await read('1. e4 e5 2. Xf3'), [true, 'e4 e5', 1])
})
