// SPDX-License-Identifier: Apache-2.0
// strict rejects no position that a game has reached.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { validateFen } from './support/binbo.js'
import { parsePgn } from './support/pgn.js'

test('every position of recorded games passes with strict', () => {
  let positions = 0
  for (const { variant, root } of parsePgn(readFileSync(new URL('../data/games.pgn', import.meta.url)))) {
    for (const nodes = [root]; nodes.length > 0; ) {
      const node = nodes.pop()
      assert.deepEqual(validateFen(node.fen, { variant, strict: true }), { ok: true }, node.fen)
      nodes.push(...node.children)
      positions++
    }
  }
  assert.ok(positions > 1000)
})
