// SPDX-License-Identifier: Apache-2.0
// A move as it is typed: what it means, which moves begin so, or why it cannot be made.

import { ChessError } from 'binbo'
import { spoken } from './descriptions.js'
import { moveWords } from './move-words.js'

/** @import { Move, Position } from 'binbo' */
/** @import { Words } from '../page/error-words.js' */

/** Moves that are named while more than one begins as typed. */
const MOST_NAMED = 6

/**
 * @param {string} text
 * @param {Move[]} moves legal ones
 * @param {Position} position
 * @returns {Move | Words} the move, or why it cannot be made
 */
export function readTyped(text, moves, position) {
  try {
    return position.line([text])[0]
  } catch (error) {
    // Letters of any case, if that means one move only.
    const meant = moves.filter(move => named(move).some(name => name.toLowerCase() === text.toLowerCase()))
    if (meant.length === 1) return meant[0]
    if (!(error instanceof ChessError)) throw error
    return { text: moveWords(text, position), code: error.code }
  }
}

/** @param {Move} move @returns {string[]} */
const named = ({ san, uci }) => [san, san.replace(/[+#]$/, ''), uci]

/**
 * @param {string} text
 * @param {Move[]} moves legal ones
 * @param {Position} position
 * @returns {string} for users
 */
export function hintFor(text, moves, position) {
  if (text === '' || moves.length === 0) return ''
  const found = readTyped(text, moves, position)
  if ('uci' in found) return `Enter plays ${spoken(found.san)}.`
  const start = text.toLowerCase()
  const some = moves.filter(move => named(move).some(name => name.toLowerCase().startsWith(start)))
  const sans = some.slice(0, MOST_NAMED).map(({ san }) => san)
  const more = some.length > sans.length ? ', …' : ''
  return sans.length > 0 ? sans.join(', ') + more : 'No move here begins like that.'
}
