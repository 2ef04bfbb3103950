// SPDX-License-Identifier: Apache-2.0
// Captured pieces, and how much more material a side has.

import { otherColor } from '../study/descriptions.js'

/** @import { Color, PieceCounts, Position } from 'binbo' */

/** In the order of the strips: letters, kinds and the usual values in pawns. */
const PIECES = /** @type {const} */ ([
  ['q', 'queen', 9],
  ['r', 'rook', 5],
  ['b', 'bishop', 3],
  ['n', 'knight', 3],
  ['p', 'pawn', 1],
])

/**
 * The pieces that a side has captured since the start of the game. What is in a pocket is not on the board.
 * @param {Position} start
 * @param {Position} now
 * @param {Color} side
 * @returns {{ pieces: string[], lead: number }} `pieces`: lower-case letters, the most valuable first; a pawn that was
 *   promoted is not captured. `lead`: by how many pawns' worth the side is ahead, or 0
 */
export function lost(start, now, side) {
  const other = otherColor(side)
  const before = start.material()[other]
  const after = now.material()
  let promoted = 0
  const pieces = PIECES.flatMap(([letter, kind]) => {
    const missing = before[kind] - after[other][kind]
    promoted += Math.max(0, -missing)
    return Array(Math.max(0, kind === 'pawn' ? missing - promoted : missing)).fill(letter)
  })
  return { pieces, lead: Math.max(0, worth(after[side]) - worth(after[other])) }
}

/** @param {PieceCounts} count */
const worth = count => PIECES.reduce((sum, [, kind, value]) => sum + value * count[kind], 0)
