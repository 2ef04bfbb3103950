// SPDX-License-Identifier: Apache-2.0
// The blocks in which the list of moves is drawn: together they have every move once, with its number.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { blockName, blocksOf } from '#web/moves/blocks.js'
import { plyAt } from '#web/study/nodes.js'

const GAMES = [
  '1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 *',
  '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n30... Kd7 (30... Ke7 31. e4 (31. e3)) 31. e3 *',
  `1. Nf3 Nf6 2. Ng1 Ng8 ${'Nf3 Nf6 Ng1 Ng8 '.repeat(30)}*`,
]

/** @param {import('binbo/pgn').PgnNode} node @returns {number} moves before it */
function depthOf(node) {
  let depth = -1
  for (let at = node; at.parent; at = at.parent) depth++
  return depth
}

test('each move is in one block, with the ply that its place in the game has', () => {
  for (const pgn of GAMES) {
    const [{ root }] = parsePgn(pgn)
    const all = new Set()
    const open = [...root.children]
    for (const node of open) {
      all.add(node)
      open.push(...node.children)
    }
    const shown = new Set()
    for (const { nodes, ply } of blocksOf(root))
      for (const [index, node] of nodes.entries()) {
        assert.equal(ply + index, plyAt(root) + depthOf(node), node.san)
        shown.add(node)
      }
    assert.deepEqual(shown, all)
  }
})

test('a variation is named by the move that it replaces', () => {
  const [{ root }] = parsePgn(GAMES[0])
  assert.deepEqual([...blocksOf(root)].map(blockName), [
    'Main line',
    'Variation at 1…',
    'Variation at 2., level 2',
    'Variation from 2…',
    'Variation at 1…',
    'Main line from 2.',
  ])
})
