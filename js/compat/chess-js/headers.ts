// SPDX-License-Identifier: Apache-2.0
// PGN headers in the form of chess.js: an object whose first keys have a fixed order, with null for a missing tag.

import { SEVEN_TAG_ROSTER } from './constants.js'

export type Headers = Record<string, string | null>

/** The tags of PGN standard 9, in the order in which they are written. */
const SUPPLEMENTAL =
  'WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType BlackType EventDate ' +
  'EventSponsor Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime UTCDate TimeControl SetUp FEN ' +
  'Termination Annotator Mode PlyCount'

const NEW: Headers = {
  ...SEVEN_TAG_ROSTER,
  ...Object.fromEntries(SUPPLEMENTAL.split(' ').map(name => [name, null])),
}

/** @returns the headers of a new game */
export const newHeaders = (): Headers => ({ ...NEW })

/** @returns the headers that have a value */
export function givenHeaders(headers: Headers): Record<string, string> {
  const given: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== null) given[name] = value
  }
  return given
}

/** @returns whether the header was removed; headers of the roster become unknown */
export function removeHeader(headers: Headers, name: string): boolean {
  if (!Object.hasOwn(headers, name)) return false
  headers[name] = SEVEN_TAG_ROSTER[name] ?? null
  return true
}
