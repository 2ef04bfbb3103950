// SPDX-License-Identifier: Apache-2.0
// Material as numbers of men, for searches in games.

import { argumentError } from '../core/errors.js'

/** Letters in the order of C's PieceType. */
export const LETTERS = 'pnbrqk'
const MATERIAL = /^([kqrbnp]+)[v-]([kqrbnp]+)$/i

/**
 * @returns the halves of a PgnGoal's numbers
 * @throws {ChessError} ERR_ARGUMENT
 */
export function countMen(material: unknown): Int32Array {
  const sides = typeof material === 'string' ? MATERIAL.exec(material) : null
  if (sides === null) throw argumentError("material is such as 'KRPvKR'", material)
  const men = new Int32Array(4 * LETTERS.length)
  for (const color of [0, 1]) {
    for (const letter of sides[color + 1].toLowerCase()) men[2 * (6 * color + LETTERS.indexOf(letter))]++
  }
  return men
}
