// SPDX-License-Identifier: Apache-2.0
// What a game's headers say, and what they do not.

/** How a PGN writes that it does not know; a PGN without these headers reads as if it had them. */
export const UNKNOWN = /** @type {Record<string, string>} */ ({
  Event: '?',
  Site: '?',
  Date: '????.??.??',
  Round: '?',
  White: '?',
  Black: '?',
  Result: '*',
})

/** @param {string} [value] of a header @returns {string} '' where it says nothing */
export const known = (value = '') => (/^[?.\s-]*$/.test(value) ? '' : value)

/** @param {string} [date] of a header @returns {string} as much as is known of it, such as '2026.11' */
export const knownDate = date => known(date).replace(/\.\?\?/g, '')
