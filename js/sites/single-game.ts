// SPDX-License-Identifier: Apache-2.0
// The game that an address of lichess.org or chess.com shows, from the sites' public APIs, as PGN. For browsers, too.

import type { FetchOptions, GameSite } from './player-games.js'
import { monthsOf, Requests, SITE_APIS, SiteError, tagOf } from './player-games.js'

/** A game of a site. */
export type SiteAddress = { site: GameSite; id: string }

const LICHESS =
  /^(?:https?:\/\/)?(?:www\.)?lichess\.org\/(?:embed\/(?:game\/)?)?(\w{8})(?:\w{4})?(?:[/?#]\S*)?$/i
/** Pages of lichess.org whose names are as long as the name of a game. */
const PAGES = ['analysis', 'training', 'practice', 'streamer', 'features', 'settings', 'insights']
const CHESSCOM =
  /^(?:https?:\/\/)?(?:www\.)?chess\.com\/(?:analysis\/)?(?:game(?:\/(?:live|daily))?|(?:live|daily)\/game)\/(\d{1,19})(?:[/?#]\S*)?$/i

/** @param text an address @returns null if it is not that of a game */
export function siteAddressOf(text: string): SiteAddress | null {
  const address = text.trim()
  const [, lichess] = LICHESS.exec(address) ?? []
  if (lichess !== undefined && !PAGES.includes(lichess.toLowerCase())) return { site: 'lichess', id: lichess }
  const [, id] = CHESSCOM.exec(address) ?? []
  return id === undefined ? null : { site: 'chesscom', id }
}

/**
 * Fetches one game. The API of chess.com has no single games: the player's months are searched, the last one first.
 * @param options `player`: of the game; chess.com requires it
 * @returns PGN
 * @throws {SiteError} the signal's reason
 */
export async function fetchGame(
  { site, id }: SiteAddress,
  { player = '', ...options }: FetchOptions & { player?: string } = {},
): Promise<string> {
  const api = options.api ?? SITE_APIS[site]
  if (site === 'lichess') {
    const requests = new Requests(`game '${id}'`, api, options)
    const query = 'clocks=true&evals=true&opening=true'
    for await (const text of requests.games(`/game/export/${id}?${query}`)) return text
    throw new SiteError(`${new URL(api).host} has no game '${id}'`)
  }
  const requests = new Requests(`player '${player}'`, api, options)
  const base = monthsOf(player)
  for (const month of (await requests.months(`${base}/archives`)).reverse())
    for await (const text of requests.games(`${base}/${month}/pgn`))
      if (tagOf(text, 'Link').endsWith(`/${id}`)) return text
  throw new SiteError(`${player} has no game ${id} at ${new URL(api).host}`)
}
