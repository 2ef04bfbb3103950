// SPDX-License-Identifier: Apache-2.0
// Short names of games: for tabs, the address bar's history and the list of earlier games.

import { known } from './headers.js'
import { moveNumber, plyOf } from './nodes.js'

/** @import { PgnGame } from 'binbo/pgn' */

/** Halfmoves shown of a game. */
const FIRST_MOVES = 6

/** @param {string} name of a player @returns {string} */
export const playerName = name => name || 'Unknown'

/** @param {{ white: string, black: string }} players @returns {string} such as 'Anna – Ben' */
export const playersOf = ({ white, black }) => `${playerName(white)} – ${playerName(black)}`

/** @param {PgnGame} tree @returns {string} such as 'Anna – Ben'; '' if both are unknown */
export function playersIn({ headers }) {
  const [white, black] = [known(headers.get('White')), known(headers.get('Black'))]
  return white || black ? playersOf({ white, black }) : ''
}

/** @param {PgnGame} tree @returns {string} such as '1. e4 e5 2. Nf3 …'; '' without moves */
export function firstMoves({ root }) {
  /** @type {string[]} */
  const words = []
  let node = root
  while (node.children.length > 0 && words.length < FIRST_MOVES) {
    node = node.children[0]
    const ply = plyOf(node)
    const number = ply % 2 === 0 || words.length === 0 ? `${moveNumber(ply)} ` : ''
    words.push(`${number}${node.san}`)
  }
  return words.length === 0 ? '' : `${words.join(' ')}${node.children.length > 0 ? ' …' : ''}`
}

/** @param {PgnGame} tree @returns {string} players, or the first moves */
export const titleOf = tree =>
  playersIn(tree) || firstMoves(tree) || (tree.headers.has('FEN') ? 'A position' : 'New game')
