// SPDX-License-Identifier: Apache-2.0
// Reads header values (unknown ones become '') and makes short titles of games for tabs, the browser's history and the list of
// earlier games.

import { moveNumber, plyOf } from './nodes.js'

/** @import { PgnGame } from 'binbo/pgn' */

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

/** Plies shown in a title. */
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
