// SPDX-License-Identifier: Apache-2.0
// The commands with arguments, written out. What goes in has been checked.

import { LIMIT_NAMES } from './limits.js'

/** @typedef {import('./limits.js').Limits} Limits */

/**
 * @param {{ fen: string | null, moves: readonly string[] }} position null is the standard start position;
 *   moves in UCI from there
 * @returns {string}
 */
export function positionCommand({ fen, moves }) {
  const start = fen === null ? 'position startpos' : `position fen ${fen}`
  return moves.length > 0 ? `${start} moves ${moves.join(' ')}` : start
}

/**
 * @param {Limits} limits from checkLimits()
 * @param {{ searchMoves?: readonly string[] | undefined, ponder?: boolean | undefined }} [o] searchMoves: the
 *   only root moves to look at, none for all
 * @returns {string}
 */
export function goCommand(limits, { searchMoves = [], ponder = false } = {}) {
  const words = ['go']
  if (ponder) words.push('ponder')
  for (const name of LIMIT_NAMES) {
    if (limits[name] !== undefined) words.push(name, String(limits[name]))
  }
  if (limits.infinite) words.push('infinite')
  // Last: engines read all that follows as moves.
  if (searchMoves.length > 0) words.push('searchmoves', searchMoves.join(' '))
  return words.join(' ')
}

/**
 * @param {string} name of the option, as the engine spells it
 * @param {string | undefined} text from optionValue(); undefined for a button
 * @returns {string}
 */
export function setOptionCommand(name, text) {
  return text === undefined ? `setoption name ${name}` : `setoption name ${name} value ${text}`
}
