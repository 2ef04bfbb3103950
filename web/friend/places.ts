// SPDX-License-Identifier: Apache-2.0
// Where games between people are: the address of their server, the links to them, and who the user is for a server.

import type { Color } from 'binbo'
import { ownKey } from '../page/keep.js'

/** A game on a server. `color`: the side to view it from, or null. */
export type Place = { server: string; game: string; color: Color | null }

/**
 * @returns the address of the page's own game server, as its index.html names it; with blanks between them those of
 *   several that share their games; '' if it has none
 */
export function ownServer(): string {
  const names = document.querySelector('meta[name="game-server"]')?.getAttribute('content') ?? ''
  const urls = names.split(/\s+/).filter(Boolean)
  return urls.map(name => new URL(name, document.baseURI).href.replace(/^http/, 'ws')).join(' ')
}

/** @returns what a link to it has behind the # */
export function linkOf({ server, game, color }: Place): string {
  const values = new URLSearchParams({ friend: game })
  if (color) values.set('color', color)
  if (server !== ownServer()) values.set('server', server)
  return values.toString()
}

/** @param link as linkOf() writes it, with or without # @returns null if it leads nowhere */
export function readPlace(link: string): Place | null {
  const values = new URLSearchParams(link.replace(/^#/, ''))
  const [game, color] = [values.get('friend'), values.get('color')]
  const given = values.get('server')
  const isServer = given !== null && /^wss?:\S+$/.test(given) && URL.canParse(given)
  const server = isServer ? new URL(given).href : given === null ? ownServer() : ''
  if (!game || game.length > 64 || server === '') return null
  return { server, game, color: color === 'white' || color === 'black' ? color : null }
}

/** @returns the same for all links to the game */
export const idOf = ({ server, game }: Place): string => `${game} ${server}`

/** @returns an address to send to others */
export const addressOf = (place: Place): string => `${location.href.replace(/#.*/s, '')}#${linkOf(place)}`

/** @returns such as 'chess.example.org:8080' */
export const hostOf = (server: string): string => firstOf(server).host

const firstOf = (server: string) => new URL(server.split(' ')[0])

const key = (server: string) => ownKey(`player ${firstOf(server).origin}`)

/** @returns the user's secret there: who has it has the user's seats */
export function savedToken(server: string): string | undefined {
  try {
    return localStorage.getItem(key(server)) ?? undefined
  } catch {
    return undefined
  }
}

/** @param token undefined forgets it */
export function saveToken(server: string, token: string | undefined) {
  try {
    if (token === undefined) localStorage.removeItem(key(server))
    else localStorage.setItem(key(server), token)
  } catch {
    // Full or forbidden: the seats last until the page is closed.
  }
}
