// SPDX-License-Identifier: Apache-2.0
// Adds the games of a player of a site to a database. Notes beside the games of the database say how far they are there, so
// that only new ones are fetched, also after the program or the page was ended. For browsers, too.

import type { ChessError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import type { Database } from '../database/database.js'
import type { Kept } from '../database/keeper.js'
import { parsePgn } from '../pgn/reader.js'
import type { FetchOptions, GameSite, SiteGame, SiteMark } from './player-games.js'
import { fetchGames, markAfter } from './player-games.js'

/** A game of a batch: how many games of the database it becomes. */
type BatchGame = Pick<SiteGame, 'at' | 'id'> & { games: number }
/** Marks by site and player, such as 'lichess anna', and the games that are being added. */
export type Notes = {
  marks: Record<string, SiteMark>
  adding?: { player: string; before: number; batch: BatchGame[] } | undefined
}
/** The notes of a database. A write replaces them in one step. */
export type NoteStore = { read: () => Promise<Notes>; write: (notes: Notes) => Promise<void> }

/** Games, and milliseconds, between two commits. */
const MOST_GAMES = 256
const INTERVAL = 5000
/** Errors of games that a database leaves out. */
const SKIPPED = ['ERR_PGN_VARIANT', 'ERR_PGN_TAG_FEN']

/**
 * @param store of the notes of this database
 * @param keep what is kept of the games' texts
 * @param options `mark`: where the first fetch of this player begins
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
    onGame,
    onError,
    ...options
  }: FetchOptions & { onGame: (games: number) => void; onError: (id: string, error: ChessError) => void },
): Promise<number> {
  const key = `${site} ${player.toLowerCase()}`
  const notes = recovered(await store.read(), db.games)
  let [skipped, fetched, last] = [0, 0, performance.now()]
  let batch: (BatchGame & { text: string })[] = []
  const add = async () => {
    const own = batch
    if (own.length === 0) return
    batch = []
    last = performance.now()
    const texts = own.filter(({ games }) => games > 0).map(({ text }) => text)
    const games = own.map(({ at, id, games: some }) => ({ at, id, games: some }))
    notes.adding = { player: key, before: db.games, batch: games }
    await store.write(notes)
    await db.add(texts.join(''), { keep })
    for (const game of games) notes.marks[key] = markAfter(notes.marks[key], game)
    notes.adding = undefined
    await store.write(notes)
  }
  try {
    const mark = notes.marks[key] ?? options.mark
    for await (const { text, at, id } of fetchGames(site, player, { ...options, mark })) {
      fetched++
      let games = 0
      for (const { errors } of parsePgn(text)) {
        for (const error of errors) onError(id, Object.assign(error, { game: fetched }))
        // A database leaves such a game out, and only the others are counted after a kill.
        if (errors.some(({ code }) => SKIPPED.includes(code))) skipped++
        else games++
      }
      batch.push({ text, at, id, games })
      onGame(fetched)
      if (batch.length >= MOST_GAMES || performance.now() - last > INTERVAL) await add()
    }
  } finally {
    // What has come is complete, whatever ends the rest.
    await add()
  }
  return skipped
}

/** @returns the marks after what the database has of the games that were being added when the program ended */
function recovered({ marks, adding }: Notes, games: number): Notes {
  if (adding === undefined) return { marks }
  const { player, before, batch } = adding
  let left = games - before
  for (const game of batch) {
    if (game.games > left) break
    left -= game.games
    marks[player] = markAfter(marks[player], game)
  }
  return { marks }
}

/** @returns whether stored notes can be used */
export function isNotes(value: unknown): value is Notes {
  if (!isObject(value) || !isObject(value.marks)) return false
  const { marks, adding } = value
  const isGame = (game: unknown) =>
    isObject(game) &&
    [game.at, game.id].every(text => typeof text === 'string') &&
    Number.isInteger(game.games)
  const isMark = (mark: unknown) =>
    isObject(mark) &&
    typeof mark.at === 'string' &&
    Array.isArray(mark.ids) &&
    mark.ids.every(id => typeof id === 'string')
  const isAdding =
    adding === undefined ||
    (isObject(adding) &&
      typeof adding.player === 'string' &&
      Number.isInteger(adding.before) &&
      Array.isArray(adding.batch) &&
      adding.batch.every(isGame))
  return Object.values(marks).every(isMark) && isAdding
}
