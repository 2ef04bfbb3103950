// SPDX-License-Identifier: Apache-2.0
// Reads games of packed links, `#g=xy.TEXT&White=Anna`. TEXT is from encodeText(); the two characters before it are a
// checksum, since a truncated TEXT is another game. Other programs may omit them. A frame loads this as a separate script, so
// only strings cross the boundary.

import type { ErrorCode } from 'binbo'
import { ChessError } from 'binbo'
import { decodeText } from 'binbo/compact'
import { checksum } from '../page/local-storage.js'

export { startCore } from '../page/load.js'

/** Headers that are part of the packed text. */
export const PACKED_HEADERS = ['FEN', 'SetUp', 'Variant', 'Result']
/** The names of headers in a link; other fields begin with a small letter. */
export const HEADER_NAME = /^[A-Z]\w*$/

/** @param text of encodeText() @returns a checksum of two characters */
export const checkOf = (text: string): string => (checksum(text) % 1296).toString(36).padStart(2, '0')

/**
 * @param values of a link: `g`, and headers by name
 * @returns the game, or the code of the error: ERR_COMPACT_DAMAGED or ERR_COMPACT_VERSION
 */
export function unpackGame(values: URLSearchParams): { pgn: string; code: ErrorCode | '' } {
  try {
    const [text, check] = (values.get('g') ?? '').split('.').reverse()
    if (check !== undefined && check !== checkOf(text)) return { pgn: '', code: 'ERR_COMPACT_DAMAGED' }
    const game = decodeText(text)
    for (const [name, value] of values)
      if (HEADER_NAME.test(name) && !PACKED_HEADERS.includes(name)) game.headers.set(name, value)
    const pgn = game.pgn()
    game.stop()
    return { pgn, code: '' }
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    return { pgn: '', code: error.code }
  }
}
