// SPDX-License-Identifier: Apache-2.0
// Names of tables: the men of both sides, the stronger one first, such as KRPvKR.

import { argumentError } from '../core/errors.js'

const ORDER = 'QRBNP'
const MOST_MEN = 7

/** @param men the men of a side, without the king @returns the men in the order of file names */
const sorted = (men: string): string => [...men].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join('')

/** @param b sorted, like a @returns whether a is the weaker side */
function isWeaker(a: string, b: string): boolean {
  if (a.length !== b.length) return a.length < b.length
  const at = [...a].findIndex((man, i) => man !== b[i])
  return at >= 0 && ORDER.indexOf(a[at]) > ORDER.indexOf(b[at])
}

/**
 * @param material such as 'KRvKP'; the order of the sides and of their men does not matter
 * @returns the material as in file names
 * @throws {ChessError} ERR_ARGUMENT
 */
export function materialName(material: unknown): string {
  const match = typeof material === 'string' ? /^K([QRBNP]*)vK([QRBNP]*)$/.exec(material) : null
  if (!match || match[1].length + match[2].length > MOST_MEN - 2)
    throw argumentError("Material is such as 'KRPvKR', of at most 7 men", material)
  const [a, b] = [sorted(match[1]), sorted(match[2])]
  return isWeaker(a, b) ? `K${b}vK${a}` : `K${a}vK${b}`
}

/** @param name a material, or the name of a file @returns its number of men; 0 for other names */
export const menIn = (name: string): number =>
  (/^K[QRBNP]*vK[QRBNP]*(?=\.|$)/.exec(name)?.[0].length ?? 1) - 1
