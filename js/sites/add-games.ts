// SPDX-License-Identifier: Apache-2.0
// Adds the games of a player of a site to a database. Notes beside the games of the database say how far they are there, so
// that only new ones are fetched, also after the program or the page was ended. For browsers, too.

import type { ChessError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import type { Database } from '../database/database.js'
import type { Kept } from '../database/keeper.js'
import { parsePgn } from '../pgn/parse-pgn.js'
import type { FetchOptions, GameSite, SiteGame, SiteMark } from './player-games.js'
import { fetchGames, markAfter, siteIdOf } from './player-games.js'

/** How far the games of a player were fetched. `from`: all of them since then; '': since ever. */
type Mark = SiteMark & { from?: string }
/**
 * Marks by site and player, such as 'lichess anna'. `adding`: the players whose games may be in the database without being
 * marked, because a program ended while it added them.
 */
export type Notes = { marks: Record<string, Mark>; adding?: readonly string[] }
/** The notes of a database. A write replaces them in one step. */
export type NoteStore = { read: () => Promise<Notes>; write: (notes: Notes) => Promise<void> }

/** Games, and milliseconds, between two commits. */
const MOST_GAMES = 256
const INTERVAL = 5000
/** Errors of games that a database leaves out. */
const SKIPPED = ['ERR_PGN_VARIANT', 'ERR_PGN_TAG_FEN']

/**
 * Games that the database may have already are compared by their addresses.
 * @param store of the notes of this database
 * @param keep what is kept of the games' texts
 * @param options `from`: games since then, as the site's times are written, also older ones than those fetched before; '': all;
 *   default: the ones after those fetched before
 * @param onGame called with the number of games so far
 * @param onError called with the errors of each game, which are numbered in the order of the site
 * @returns the number of games that were left out
 * @throws {SiteError} the games before are added; errors of the store and the database; the signal's reason
 */
export async function addPlayerGames(
  db: Database,
  store: NoteStore,
  { site, player }: { site: GameSite; player: string },
  keep: Kept,
  {
    from,
    onGame,
    onError,
    ...options
  }: Omit<FetchOptions, 'mark'> & {
    from?: string | undefined
    onGame: (games: number) => void
    onError: (id: string, error: ChessError) => void
  },
): Promise<number> {
  const key = `${site} ${player.toLowerCase()}`
  const { marks, adding = [] } = await store.read()
  const others = adding.filter(other => other !== key)
  const known = marks[key]
  const isOlder = known !== undefined && from !== undefined && from < (known.from ?? known.at)
  const start = known === undefined || isOlder ? from : undefined
  const mark = start === undefined ? known : start === '' ? undefined : { at: start, ids: [] }
  /** What the database has of the games that come. */
  const there: Set<string> =
    known === undefined || isOlder || others.length < adding.length
      ? await idsIn(db, site, player)
      : new Set()
  let [skipped, fetched, last] = [0, 0, performance.now()]
  let batch: SiteGame[] = []
  const write = (isAdding: boolean) => store.write({ marks, adding: isAdding ? [...others, key] : others })
  const add = async () => {
    const own = batch
    if (own.length === 0) return
    batch = []
    last = performance.now()
    await write(true)
    // A call without new games commits those that an earlier one could not.
    await db.add(own.map(({ text }) => text).join(''), { keep })
    const since = marks[key] === undefined ? (from ?? '') : marks[key].from
    for (const game of own)
      marks[key] = { ...markAfter(marks[key], game), ...(since !== undefined && { from: since }) }
    // Others that are there may come later.
    await write(there.size > 0)
  }
  try {
    for await (const { text, at, id } of fetchGames(site, player, { ...options, mark })) {
      fetched++
      const isNew = !there.has(id)
      for (const { errors } of isNew ? parsePgn(text) : []) {
        for (const error of errors) onError(id, Object.assign(error, { game: fetched }))
        if (errors.some(({ code }) => SKIPPED.includes(code))) skipped++
      }
      batch.push({ text: isNew ? text : '', at, id })
      onGame(fetched)
      if (batch.length >= MOST_GAMES || performance.now() - last > INTERVAL) await add()
    }
  } finally {
    // What has come is complete, whatever ends the rest.
    await add()
  }
  if (fetched > 0 && (isOlder || there.size > 0)) {
    if (isOlder) marks[key].from = from
    await write(false)
  }
  return skipped
}

/** @returns the addresses of the player's games in the database */
async function idsIn(db: Database, site: GameSite, player: string): Promise<Set<string>> {
  const ids: Set<string> = new Set()
  for (const id of (await db.filter({ player })).ids()) ids.add(siteIdOf(site, `${await db.game(id)}`))
  return ids
}

/** @returns whether stored notes can be used */
export function isNotes(value: unknown): value is Notes {
  if (!isObject(value) || !isObject(value.marks)) return false
  const { marks, adding = [] } = value
  const isText = (text: unknown) => typeof text === 'string'
  const isMark = (mark: unknown) =>
    isObject(mark) &&
    isText(mark.at) &&
    Array.isArray(mark.ids) &&
    mark.ids.every(isText) &&
    isText(mark.from ?? '')
  return Object.values(marks).every(isMark) && Array.isArray(adding) && adding.every(isText)
}
