// SPDX-License-Identifier: Apache-2.0
// Laws on random games that a tree of PGN must keep beside a Game.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gameOf, PgnGame } from './support/pgn.js'
import { expectedMove, visitPositions } from './support/visit-positions.js'

test('a Move is the same wherever it is asked for', () => {
  visitPositions(60, 4000, 30, (game, { position, moves, ucis, sans, ply }, note) => {
    if (ply % 5) return
    const { fen, options } = game
    const tree = new PgnGame({ fen, variant: options.variant })
    for (const [index, uci] of ucis.entries()) {
      const node = tree.root.add(uci)
      game.move(uci)
      const played = game.moves.at(-1)
      const { lastMove } = game
      const found = [played, lastMove, game.undo(), game.redo(), game.undo(), node.move, ...game.line([uci])]
      const expected = expectedMove(position, moves[index], uci, sans[index])
      for (const move of found) assert.deepEqual({ ...move, flags: [...move.flags].sort() }, expected, note)
      assert.deepEqual([node.san, node.uci], [sans[index], uci], note)
    }
    const read = gameOf(tree.toString()).root.children
    assert.deepEqual(
      read.map(node => node.move),
      tree.root.children.map(node => node.move),
      note,
    )
  })
})
