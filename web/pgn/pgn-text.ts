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

/** Errors of moves that are written with other letters, such as '2. Sf3'. */
const OF_LETTERS = new Set(['ERR_PGN_MOVE', 'ERR_PGN_TOKEN'])

/**
 * Reads a game again whose moves have piece letters of another language.
 * @param game as it is read with English letters, which take precedence
 * @param bytes its PGN
 * @returns the game in the language that fits all its moves; `game` if there is none
 */
export async function inAnyLetters(game: PgnGame, bytes: () => Promise<Uint8Array>): Promise<PgnGame> {
  if (!game.errors.some(({ code }) => OF_LETTERS.has(code))) return game
  const [other] = parsePgn(await bytes(), { locale: 'auto' })
  return other?.errors.every(({ warning }) => warning) ? other : game
}

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
