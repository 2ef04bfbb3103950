// SPDX-License-Identifier: Apache-2.0
// The squares that a pawn can just have passed with a double step.

/** @typedef {import('binbo').Square} Square */
/** @typedef {import('./draft.js').Draft} Draft */

/** @param {Draft} draft @returns {string[]} in the order of the files */
export function passedSquares({ men, side }) {
  const [from, passed, to, pawn] = side === 'w' ? [7, 6, 5, 'p'] : [2, 3, 4, 'P']
  const at = (/** @type {string} */ file, /** @type {string | number} */ rank) =>
    men.get(/** @type {Square} */ (`${file}${rank}`))
  return [...'abcdefgh']
    .filter(file => at(file, to) === pawn && !at(file, passed) && !at(file, from))
    .map(file => `${file}${passed}`)
}
