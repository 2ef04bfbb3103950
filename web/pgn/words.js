// SPDX-License-Identifier: Apache-2.0
// What is said about the games of a file, in words.

/** @typedef {import('./game-index.js').Row} Row */

/** @param {string} name @returns {string} */
export const playerName = name => name || 'Unknown'

/** @param {Pick<Row, 'white' | 'black'>} row @returns {string} such as 'Anna – Ben' */
export const playersOf = ({ white, black }) => `${playerName(white)} – ${playerName(black)}`

/** @param {number} count @param {string} thing @returns {string} such as '2 games' */
export const countOf = (count, thing) => `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`

/** @param {Row} row @returns {string} '' for a game without errors */
export function errorWords({ errors, errorTexts: [first] }) {
  if (errors === 0) return ''
  const count = errors === 1 ? 'an error' : `${errors} errors, the first`
  return ` It has ${count}${first ? `: ${first}` : ''}. What could be read is there.`
}
