// SPDX-License-Identifier: Apache-2.0
// The PGN of a game without the parts that the user left out.

import { parsePgn } from 'binbo/pgn'

/** @import { PgnGame, PgnNode } from 'binbo/pgn' */

/**
 * What a PGN has beside headers and moves. `comments`: also signs, arrows and marked squares; `clocks`: also the time
 * that moves took.
 * @typedef {{ variations: boolean, comments: boolean, clocks: boolean, evaluations: boolean }} Parts
 */

/** The fields of a node that belong to a part. */
const FIELDS = /** @type {const} */ ({
  comments: ['arrows', 'squares'],
  clocks: ['clock', 'emt'],
  evaluations: ['eval'],
})

/**
 * @param {PgnGame} tree
 * @param {Parts} parts
 * @returns {string} its PGN with these parts
 */
export function pgnText(tree, { variations, comments, clocks, evaluations }) {
  const text = tree.toString({ variations, comments, nags: comments })
  const without = Object.entries({ comments, clocks, evaluations }).filter(([, isWanted]) => !isWanted)
  if (without.length === 0) return text
  // Commands are taken out of a copy: the game itself keeps them.
  const [copy] = parsePgn(text)
  const fields = without.flatMap(([part]) => FIELDS[/** @type {keyof typeof FIELDS} */ (part)])
  const nodes = [copy.root]
  for (const node of nodes) {
    for (const field of fields) if (node[field] !== undefined) Object.assign(node, { [field]: undefined })
    nodes.push(...node.children)
  }
  return copy.toString()
}
