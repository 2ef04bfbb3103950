// SPDX-License-Identifier: Apache-2.0
// The page's index of a file of games: rows, errors and warnings, the filter.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePgn, readPgn } from 'binbo/pgn'
import { moveName } from '../../web/game/nodes.js'
import { faultText, GameIndex } from '../../web/pgn/game-index.js'

/** @param {string} pgn */
async function indexOf(pgn) {
  const index = new GameIndex()
  for await (const game of readPgn(pgn)) index.add(game, { name: '', from: 0, to: pgn.length })
  return index
}

const FINE = '[White "Ada"]\n[Black "Ben"]\n\n1. e4 *\n\n'
const MENDED =
  '[White "Cem"]\n[SetUp "1"]\n[FEN "rnbq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQq - 0 1"]\n\n1. O-O *\n\n'
const BROKEN = '[White "Dan"]\n\n1. e4 e5 2. Ke3 *\n\n'

test('a warning is reported with its game, and is no error', async () => {
  const index = await indexOf(FINE + MENDED + BROKEN)
  assert.deepEqual([index.games, index.faulty, index.readable, index.firstReadable], [3, 1, 3, 0])
  const [fine, mended, broken] = index.rows(0, 3)
  assert.deepEqual([fine.errors, mended.errors, broken.errors], [0, 0, 1])
  assert.deepEqual(
    [fine, mended, broken].map(({ warningTexts }) => warningTexts.length),
    [0, 1, 0],
  )
  assert.match(index.firstError, /Ke3/)
  assert.equal(faultText(fine), '')
  assert.match(faultText(mended), /^ Warning: .*FEN.*\.$/)
  assert.match(faultText(broken), /^ It has an error: .*Ke3.*The readable part is shown\.$/)
})

test('the filter for errors leaves warnings out, and words must all be in the row', async () => {
  const index = await indexOf(FINE + MENDED + BROKEN)
  const found = (/** @type {string} */ text, /** @type {boolean} */ errorsOnly) => {
    index.filter(text, errorsOnly)
    assert.equal(index.search(1000), false)
    return index.rows(0, index.found).map(({ number }) => number)
  }
  assert.deepEqual(found('', true), [3])
  assert.deepEqual(found('ada BEN', false), [1])
  assert.deepEqual(found('ada dan', false), [])
  assert.deepEqual(found('', false), [1, 2, 3])
})

test('moves are numbered in every variant', () => {
  for (const tag of ['Standard', 'Three-check', 'Crazyhouse']) {
    const [game] = parsePgn(`[Variant "${tag}"]\n\n1. e4 e5 2. Nf3 *`)
    assert.deepEqual([...game.mainline()].map(moveName), ['1. e4', '1… e5', '2. Nf3'], tag)
  }
})
