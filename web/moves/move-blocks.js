// SPDX-License-Identifier: Apache-2.0
// A tree of moves as a flat sequence of blocks, in the order in which a PGN writes them: what stands in the list
// neither nests deeper nor costs more because variations do.

import { plyAt } from '../game/nodes.js'

/** @typedef {import('binbo/pgn').PgnNode} PgnNode */

/**
 * Moves that follow each other with nothing between.
 * @typedef {object} Block
 * @property {PgnNode[]} nodes at least one
 * @property {number} depth 0 on the main line, 1 in its variations, 2 in theirs
 * @property {number} ply of the first one, 0 for White's move 1
 * @property {boolean} begins whether its line begins here, and does not go on after a variation
 */

/** Longer blocks are cut, so that the browser lays out only those that can be seen. */
const LONGEST = 60
/** @type {readonly PgnNode[]} */
const NONE = []

/**
 * Without recursion, and one block at a time: trees may be very deep and very large.
 * @param {PgnNode} root
 * @returns {Generator<Block, void>}
 */
export function* blocksOf(root) {
  if (root.children.length === 0) return
  /** @type {{ node: PgnNode, depth: number, ply: number, begins: boolean }[]} lines to go on with, the next one last */
  const open = [{ node: root.children[0], depth: 0, ply: plyAt(root.fen), begins: true }]
  for (let line = open.pop(); line; line = open.pop()) {
    const { depth, ply, begins } = line
    const nodes = [line.node]
    let last = line.node
    while (others(last).length === 0 && last.children.length > 0 && nodes.length < LONGEST) {
      last = last.children[0]
      nodes.push(last)
    }
    yield { nodes, depth, ply, begins }
    const end = ply + nodes.length
    if (last.children.length > 0) open.push({ node: last.children[0], depth, ply: end, begins: false })
    for (const node of [...others(last)].reverse())
      open.push({ node, depth: depth + 1, ply: end - 1, begins: true })
  }
}

/** @param {PgnNode} node @returns {readonly PgnNode[]} what else could be played: written behind the first choice */
function others(node) {
  const siblings = node.parent?.children ?? []
  return siblings.length > 1 && siblings[0] === node ? siblings.slice(1) : NONE
}
