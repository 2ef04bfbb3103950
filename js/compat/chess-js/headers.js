// SPDX-License-Identifier: Apache-2.0
// PGN headers as chess.js keeps them: one object whose first keys stand in a fixed order, null where there is no tag.

import { SEVEN_TAG_ROSTER } from './constants.js'

/** @typedef {Record<string, string | null>} Headers */

/** The tags of PGN standard 9, in the order in which they are written. */
const SUPPLEMENTAL =
  'WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType BlackType EventDate ' +
  'EventSponsor Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime UTCDate TimeControl SetUp FEN ' +
  'Termination Annotator Mode PlyCount'

/** @type {Headers} */
const NEW = { ...SEVEN_TAG_ROSTER, ...Object.fromEntries(SUPPLEMENTAL.split(' ').map(name => [name, null])) }

/** @returns {Headers} those of a new game */
export const newHeaders = () => ({ ...NEW })

/** @param {Headers} headers @returns {Record<string, string>} those that have a value */
export function givenHeaders(headers) {
  /** @type {Record<string, string>} */
  const given = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== null) given[name] = value
  }
  return given
}

/**
 * @param {Headers} headers
 * @param {string} name
 * @returns {boolean} whether there may be one; those of the roster become unknown
 */
export function removeHeader(headers, name) {
  if (!Object.hasOwn(headers, name)) return false
  headers[name] = SEVEN_TAG_ROSTER[name] ?? null
  return true
}
