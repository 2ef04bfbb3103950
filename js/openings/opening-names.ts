// SPDX-License-Identifier: Apache-2.0
// The codes and names of the named lines.

import { packedCodes, packedNames } from './generated/packed-lines.js'

let codes: string[] | undefined
let names: string[] | undefined

/**
 * @param index of a line, by ECO code, then by name
 * @returns the code, and the whole name
 */
export function openingName(index: number): { eco: string; name: string } {
  codes ??= packedCodes.split('\n')
  names ??= packedNames.split('\n')
  let code = index
  while (codes[code] === '') code--
  let family = index
  while (names[family] === '' || names[family].startsWith(':')) family--
  const variation = /:.*/s.exec(names[index])?.[0].replace(':', ': ') ?? ''
  return { eco: codes[code], name: names[family].replace(/:.*/s, '') + variation }
}
