// SPDX-License-Identifier: Apache-2.0
// The PGN of a game, without the parts that the user deselected.

import type { PgnGame } from 'binbo/pgn'
import { parsePgn } from 'binbo/pgn'
import { keysOf } from '../page/unknown.js'

/**
 * The optional parts of a PGN. `comments`: with signs, arrows and marked squares; `clocks`: with the times that moves took.
 */
export type Parts = { variations: boolean; comments: boolean; clocks: boolean; evaluations: boolean }

/** The fields of a node that belong to a part. */
const FIELDS = {
  comments: ['arrows', 'squares'],
  clocks: ['clock', 'emt'],
  evaluations: ['eval'],
} as const

/** @returns its PGN with these parts */
export function pgnText(tree: PgnGame, { variations, comments, clocks, evaluations }: Parts): string {
  const text = tree.toString({ variations, comments, nags: comments })
  const isWanted = { comments, clocks, evaluations }
  const without = keysOf(FIELDS).filter(part => !isWanted[part])
  if (without.length === 0) return text
  // Commands are removed from a copy: the game itself keeps them.
  const [copy] = parsePgn(text)
  const fields = without.flatMap(part => [...FIELDS[part]])
  const nodes = [copy.root]
  for (const node of nodes) {
    for (const field of fields) if (node[field] !== undefined) Object.assign(node, { [field]: undefined })
    nodes.push(...node.children)
  }
  return copy.toString()
}
