// SPDX-License-Identifier: Apache-2.0
// Fuzzes packed games with any text.

import assert from 'node:assert/strict'
import { ChessError } from '#js/core/errors.js'
import { decodeText, encodeText } from '#js/entries/compact.js'

/** A text is not a game, or a game that is the same after packing and unpacking. @param {string} input */
function checkText(input) {
  let game
  try {
    game = decodeText(input)
  } catch (error) {
    assert.ok(
      error instanceof ChessError && /^ERR_COMPACT_(DAMAGED|VERSION)$/.test(error.code),
      String(error),
    )
    return
  }
  const text = encodeText(game)
  const again = decodeText(text)
  assert.deepEqual(
    again.moves.map(({ uci }) => uci),
    game.moves.map(({ uci }) => uci),
  )
  assert.equal(again.toFen(), game.toFen())
  assert.equal(encodeText(again), text)
  game.stop()
  again.stop()
}

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  {
    name: 'compact-text',
    words: ['AQ', 'AQXxH1Czs', 'gQQ', 'kRA', '_w', 'AA', 'A', '-', '_', '='],
    seeds: ['AQA', 'AQXxH1CzsSgGfHY', 'kRACAREPFAIq', 'sQF2F0s'],
    check: checkText,
    slowness: 8,
  },
]
