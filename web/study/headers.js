// SPDX-License-Identifier: Apache-2.0
// The values of a game's headers, known and unknown.

/** The seven-tag roster as a PGN writes unknown values; a PGN without these headers reads as if it had them. */
export const UNKNOWN = /** @type {Record<string, string>} */ ({
  Event: '?',
  Site: '?',
  Date: '????.??.??',
  Round: '?',
  White: '?',
  Black: '?',
  Result: '*',
})

/** @param {string} [value] of a header @returns {string} '' for an unknown value */
export const known = (value = '') => (/^[?.\s-]*$/.test(value) ? '' : value)

/** @param {string} [date] of a header @returns {string} the known part, such as '2026.11' */
export const knownDate = date => known(date).replace(/\.\?\?/g, '')

/** @param {string} [value] of a header @returns {URL | null} the website that it names, as the tag Site of online games does */
export function website(value = '') {
  const url = /^https?:\/\/\S+$/.test(value) && URL.canParse(value) ? new URL(value) : null
  return url && url.username === '' ? url : null
}

/** @param {string} [site] of a header @returns {string} the place; of a website its name, such as 'lichess.org' */
export const placeOf = site => website(site)?.host.replace(/^www\./, '') ?? known(site)
