// SPDX-License-Identifier: Apache-2.0
// What a move looks like in UCI. Whether it is legal is for the board to say.

const MOVE = /^[a-h][1-8][a-h][1-8][qrbn]?$/i
/** How engines spell that there is no move. */
const NO_MOVE = new Set(['', '(none)', 'none', '0000', 'null', '(null)'])

/**
 * @param {string} word
 * @returns {string | undefined} in lower case; undefined when it has not the shape of a move
 */
export function moveWord(word) {
  return MOVE.test(word) ? word.toLowerCase() : undefined
}

/**
 * @param {string} word
 * @returns {boolean} whether it says that there is no move
 */
export function saysNoMove(word) {
  return NO_MOVE.has(word.toLowerCase())
}
