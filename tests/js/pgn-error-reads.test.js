// SPDX-License-Identifier: Apache-2.0
// The errors of games with variations: if they are used, the text of most games is read once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePgn, readPgn } from '#js/entries/pgn.js'
import { GameReader } from '#js/pgn/game-reader.js'
import { takeGame } from '#js/pgn/parse-pgn.js'
import { checkPgnOptions } from '#js/pgn/pgn-options.js'

const PLAIN = '[Event "plain"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'
const VARIED = '[Event "varied"]\n\n1. e4 (1. d4 d5) (1. c4 Ke7) e5 2. Nf3 *\n\n'

/** @returns {{ checked: number, again: number }} how many games were only checked at first, and how many were then read again */
function countReads(pgn) {
  const options = checkPgnOptions(undefined)
  const reader = new GameReader(options, 0, true)
  reader.push({ bytes: new TextEncoder().encode(pgn), wide: false })
  reader.end()
  const counts = { checked: 0, again: 0 }
  while (reader.next()) {
    const text = reader.text()
    if (text !== undefined) counts.checked++
    if (text?.mayHaveErrors) counts.again++
    takeGame(reader, options).errors
  }
  reader.release()
  return counts
}

test('games with variations: at most a tenth is read twice', () => {
  const { again } = countReads(VARIED.repeat(200))
  assert.ok(again <= 20, `${again} of 200`)
})

test('few games with variations: the others are only checked', () => {
  const { checked } = countReads(`${VARIED}${PLAIN.repeat(19)}`.repeat(10))
  assert.ok(checked >= 190, `${checked} of 200`)
  assert.ok(countReads(VARIED.repeat(50) + PLAIN.repeat(150)).checked >= 140)
})

test('the errors are those of parsePgn(), however games were read', async () => {
  const pgn = `${VARIED}${PLAIN}${VARIED}`.repeat(20)
  const factsOf = ({ errors }) =>
    errors.map(({ code, message, game, line, column, offset }) => ({
      code,
      message,
      game,
      line,
      column,
      offset,
    }))
  const expected = parsePgn(pgn).map(factsOf)
  const read = []
  for await (const game of readPgn(pgn)) read.push(factsOf(game))
  assert.deepEqual(read, expected)
  assert.equal(expected.filter(list => list.length === 1).length, 40)
})
