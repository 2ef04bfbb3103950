// SPDX-License-Identifier: Apache-2.0
// Addresses of games between people: the server of a game, the link to a game, and the user's token for a server.

import type { Color } from 'binbo'
import { ownKey } from '../page/local-storage.js'

export type GameAddress = {
  /** the server's WebSocket URL; several servers that share their games are separated by blanks */
  server: string
  /** the game's id */
  game: string
  /** the side to view the game from */
  color: Color | null
}

/** @returns the page's own game server, as its index.html names it; '' if it has none */
export function ownServer(): string {
  const names = document.querySelector('meta[name="game-server"]')?.getAttribute('content') ?? ''
  const urls = names.split(/\s+/).filter(Boolean)
  return urls.map(name => new URL(name, document.baseURI).href.replace(/^http/, 'ws')).join(' ')
}

/** @returns the link to a game, as it follows the # of a URL */
export function linkOf({ server, game, color }: GameAddress): string {
  const values = new URLSearchParams({ friend: game })
  if (color) values.set('color', color)
  if (server !== ownServer()) values.set('server', server)
  return values.toString()
}

/** @param link as linkOf() writes it, with or without # @returns null if it names no game or no server */
export function readAddress(link: string): GameAddress | null {
  const values = new URLSearchParams(link.replace(/^#/, ''))
  const [game, color] = [values.get('friend'), values.get('color')]
  const given = values.get('server')
  const isServer = given !== null && /^wss?:\S+$/.test(given) && URL.canParse(given)
  const server = isServer ? new URL(given).href : given === null ? ownServer() : ''
  if (!game || game.length > 64 || server === '') return null
  return { server, game, color: color === 'white' || color === 'black' ? color : null }
}

/** @returns the same text for all links to one game */
export const idOf = ({ server, game }: GameAddress): string => `${game} ${server}`

/** @returns the URL to send to others */
export const urlOf = (address: GameAddress): string =>
  `${location.href.replace(/#.*/s, '')}#${linkOf(address)}`

/** @returns such as 'chess.example.org:8080' */
export const hostOf = (server: string): string => firstOf(server).host

const firstOf = (server: string) => new URL(server.split(' ')[0])

const key = (server: string) => ownKey(`player ${firstOf(server).origin}`)

/** @returns the user's secret token for a server: anyone who has it can use the user's seats */
export function savedToken(server: string): string | undefined {
  try {
    return localStorage.getItem(key(server)) ?? undefined
  } catch {
    return undefined
  }
}

/** @param token undefined removes the saved one */
export function saveToken(server: string, token: string | undefined) {
  try {
    if (token === undefined) localStorage.removeItem(key(server))
    else localStorage.setItem(key(server), token)
  } catch {
    // Full or forbidden: the seats last until the page is closed.
  }
}
