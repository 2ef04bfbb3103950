// SPDX-License-Identifier: Apache-2.0
// Reads header values (unknown ones become '') and makes short titles of games for tabs, the browser's history and the list of
// earlier games.

import type { Color } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import { say } from '../page/texts.js'
import { moveNumber, plyOf } from './nodes.js'

/** The seven-tag roster as a PGN writes unknown values; a PGN without these headers reads as if it had them. */
export const UNKNOWN: Record<string, string> = {
  Event: '?',
  Site: '?',
  Date: '????.??.??',
  Round: '?',
  White: '?',
  Black: '?',
  Result: '*',
}

/** The headers with the names of the players. */
export const PLAYERS: Readonly<Record<Color, string>> = { white: 'White', black: 'Black' }

/** @param value of a header @returns '' for an unknown value */
export const known = (value = ''): string => (/^[?.\s-]*$/.test(value) ? '' : value)

/** @param date of a header @returns the known part, such as '2026.11' */
export const knownDate = (date?: string): string => known(date).replace(/\.\?\?/g, '')

/** @param value of a header @returns the website that it names, as the tag Site of online games does */
export function website(value = ''): URL | null {
  const url = /^https?:\/\/\S+$/.test(value) && URL.canParse(value) ? new URL(value) : null
  return url && url.username === '' ? url : null
}

/** @param site of a header @returns the place; of a website its name, such as 'lichess.org' */
export const placeOf = (site?: string): string => website(site)?.host.replace(/^www\./, '') ?? known(site)

/** Plies shown in a title. */
const FIRST_MOVES = 6

/** @param name of a player; the page's own names are in English in a PGN */
export const playerName = (name: string): string =>
  name === 'You' ? say`You` : name === 'Opponent' ? say`Opponent` : name || say`Unknown|player`

/** @returns such as 'Anna – Ben' */
export const playersOf = ({ white, black }: { white: string; black: string }): string =>
  `${playerName(white)} – ${playerName(black)}`

/** @returns such as 'Anna – Ben'; '' if both are unknown */
export function playersIn({ headers }: PgnGame): string {
  const [white, black] = [known(headers.get('White')), known(headers.get('Black'))]
  return white || black ? playersOf({ white, black }) : ''
}

/** @returns such as '1. e4 e5 2. Nf3 …'; '' without moves */
export function firstMoves({ root }: PgnGame): string {
  const words: string[] = []
  let node = root
  while (node.children.length > 0 && words.length < FIRST_MOVES) {
    node = node.children[0]
    const ply = plyOf(node)
    const number = ply % 2 === 0 || words.length === 0 ? `${moveNumber(ply)} ` : ''
    words.push(`${number}${node.san}`)
  }
  return words.length === 0 ? '' : `${words.join(' ')}${node.children.length > 0 ? ' …' : ''}`
}

/** The title of a game without players, moves and a position of its own. */
export const NEW_GAME = say`New game`

/** @returns players, or the first moves; '' of a new game */
export const ownTitle = (tree: PgnGame): string =>
  playersIn(tree) || firstMoves(tree) || (tree.headers.has('FEN') ? say`A position` : '')

/** @returns players, or the first moves */
export const titleOf = (tree: PgnGame): string => ownTitle(tree) || NEW_GAME
