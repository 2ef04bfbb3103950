// SPDX-License-Identifier: Apache-2.0
// Repetitions in the tree: the number of occurrences of a position on the path to a node.

import type { PgnNode } from 'binbo/pgn'
import { TRAIT_POCKETS } from '../../js/core/generated/bindings.js'
import { hasTrait } from '../../js/game/traits.js'
import { say } from '../page/texts.js'
import { NULL_MOVE } from './nodes.js'

/** The occurrences of a node's position; 0: less than three. The moves before a node never change. */
const counts: WeakMap<PgnNode, number> = new WeakMap()
/** The fewest plies after which a position can recur; twice as many for the third occurrence. */
const SHORTEST = 4
const NAMES = new Map([
  [3, say`threefold repetition`],
  [4, say`fourfold repetition`],
  [5, say`fivefold repetition`],
])

/**
 * @param variant of the game
 * @returns the number of occurrences of its position; 0 for less than three
 */
export function repetitionsAt(node: PgnNode, variant: string): number {
  let count = counts.get(node)
  if (count === undefined) {
    // Positions are computed only if one may have come back.
    let at: PgnNode | null = node
    for (let plies = 0; at && plies < 2 * SHORTEST; plies++) at = before(at, variant)
    count = at ? occurrences(node, variant) : 0
    counts.set(node, count)
  }
  return count < 3 ? 0 : count
}

/** @param count at least three @returns such as 'threefold repetition' */
export const repetitionName = (count: number): string => NAMES.get(count) ?? say`${count}-fold repetition`

/** Counts all nodes with the same position at once. */
function occurrences(node: PgnNode, variant: string): number {
  const same = [node]
  let earlier = 0
  let plies = 0
  for (let at = before(node, variant); at && earlier === 0; at = before(at, variant)) {
    plies++
    if (plies % 2 === 1 || plies < SHORTEST || at.hash !== node.hash) continue
    if (!at.position.equals(node.position)) continue
    earlier = counts.get(at) ?? 0
    if (earlier === 0) same.push(at)
  }
  for (const [index, one] of same.reverse().entries()) counts.set(one, earlier + index + 1)
  return earlier + same.length
}

/** @returns the one before; null if no position before it can come back. In crazyhouse pieces come back */
function before({ parent, san, uci }: PgnNode, variant: string): PgnNode | null {
  if (!san || uci === NULL_MOVE) return null
  return /^[KQRBN][^x]*$/.test(san) || hasTrait(variant, TRAIT_POCKETS) ? parent : null
}
