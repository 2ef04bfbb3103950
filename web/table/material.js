// SPDX-License-Identifier: Apache-2.0
// Captured pieces, and how much more material a side has.

import { otherColor } from '../study/descriptions.js'

/** @import { Color } from 'binbo' */

/** The usual values in pawns. @type {Record<string, number>} */
const VALUES = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 }
const ORDER = ['q', 'r', 'b', 'n', 'p']

/**
 * The pieces that a side has captured since the start of the game.
 * @param {string} startFen
 * @param {string} fen
 * @param {Color} side
 * @returns {{ pieces: string[], lead: number }} `pieces`: lower-case letters, the most valuable first; a pawn that was
 *   promoted is not captured. `lead`: by how many pawns' worth the side is ahead, or 0
 */
export function lost(startFen, fen, side) {
  const other = otherColor(side)
  const before = countPieces(startFen, other)
  const after = countPieces(fen, other)
  let promoted = 0
  const missing = /** @type {Record<string, number>} */ ({})
  for (const letter of ORDER) {
    missing[letter] = Math.max(0, before[letter] - after[letter])
    if (letter !== 'p') promoted += Math.max(0, after[letter] - before[letter])
  }
  missing.p = Math.max(0, missing.p - promoted)
  const pieces = ORDER.flatMap(letter => Array(missing[letter]).fill(letter))
  return { pieces, lead: Math.max(0, worth(countPieces(fen, side)) - worth(after)) }
}

/** @param {string} fen @param {Color} color @returns {Record<string, number>} by lower-case letter */
function countPieces(fen, color) {
  const counts = /** @type {Record<string, number>} */ ({ p: 0, n: 0, b: 0, r: 0, q: 0, k: 0 })
  // A pocket in brackets is not on the board.
  for (const letter of fen.split(' ')[0].replace(/\[.*\]/, '')) {
    const kind = letter.toLowerCase()
    if (kind in counts && (letter === kind) === (color === 'black')) counts[kind]++
  }
  return counts
}

/** @param {Record<string, number>} counts */
const worth = counts =>
  Object.entries(counts).reduce((sum, [letter, count]) => sum + VALUES[letter] * count, 0)
