// SPDX-License-Identifier: Apache-2.0
// Repetitions in the tree: how often a position has occurred on the way to a node.

import { NULL_MOVE } from './nodes.js'

/** @import { PgnNode } from 'binbo/pgn' */

/** How often a position has occurred; 0: less than three times, not counted. The moves before a node never change. @type {WeakMap<PgnNode, number>} */
const counts = new WeakMap()
/** A position can come back after so many plies, and for the third time after twice as many. */
const SHORTEST = 4
const NAMES = new Map([
  [3, 'threefold'],
  [4, 'fourfold'],
  [5, 'fivefold'],
])

/**
 * @param {PgnNode} node
 * @param {string} variant of the game
 * @returns {number} how often its position has occurred; 0 for less than three times
 */
export function repetitionsAt(node, variant) {
  let count = counts.get(node)
  if (count === undefined) {
    // Positions are made only where one may have come back.
    let at = /** @type {PgnNode | null} */ (node)
    for (let plies = 0; at && plies < 2 * SHORTEST; plies++) at = before(at, variant)
    count = at ? occurrences(node, variant) : 0
    counts.set(node, count)
  }
  return count < 3 ? 0 : count
}

/** @param {number} count at least three @returns {string} such as 'threefold repetition' */
export const repetitionName = count => `${NAMES.get(count) ?? `${count}-fold`} repetition`

/** Counts all nodes with the same position at once. @param {PgnNode} node @param {string} variant @returns {number} */
function occurrences(node, variant) {
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

/**
 * @param {PgnNode} node
 * @param {string} variant
 * @returns {PgnNode | null} the one before; null if no position before it can come back. In crazyhouse pieces come back
 */
function before({ parent, san, uci }, variant) {
  if (!san || uci === NULL_MOVE) return null
  return /^[KQRBN][^x]*$/.test(san) || variant === 'crazyhouse' ? parent : null
}
