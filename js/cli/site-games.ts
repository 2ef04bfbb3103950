// SPDX-License-Identifier: Apache-2.0
// Adds the games of a player of a site to a database. A file beside the games of the database notes how far they are there,
// so that only new ones are fetched, also after the program was killed.

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, reasonOf } from '../core/caught.js'
import type { ChessError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import type { Database } from '../database/database.js'
import type { Kept } from '../database/keeper.js'
import { parsePgn } from '../pgn/reader.js'
import type { FetchOptions, GameSite, SiteGame, SiteMark } from '../sites/player-games.js'
import { fetchGames, markAfter } from '../sites/player-games.js'
import { Failure } from './usage-error.js'

/** A game of a batch: how many games of the database it becomes. */
type BatchGame = Pick<SiteGame, 'at' | 'id'> & { games: number }
/** The file: marks by site and player, and the games that are being added. */
type Notes = {
  marks: Record<string, SiteMark>
  adding?: { player: string; before: number; batch: BatchGame[] } | undefined
}

const FILE = 'sites.json'
/** Games, and milliseconds, between two commits. */
const MOST_GAMES = 256
const INTERVAL = 5000
/** Errors of games that a database leaves out. */
const SKIPPED = ['ERR_PGN_VARIANT', 'ERR_PGN_TAG_FEN']

/**
 * @param folder of the database
 * @param keep what is kept of the games' texts
 * @param onGame called with the number of games so far
 * @param onError called with the errors of each game, which are numbered in the order of the site
 * @returns the number of games that were left out
 * @throws {SiteError} the games before are added; Failure, ChessError of the database; the signal's reason
 */
export async function addPlayerGames(
  db: Database,
  folder: string,
  { site, player }: { site: GameSite; player: string },
  keep: Kept,
  {
    onGame,
    onError,
    ...options
  }: FetchOptions & { onGame: (games: number) => void; onError: (id: string, error: ChessError) => void },
): Promise<number> {
  const key = `${site} ${player.toLowerCase()}`
  const file = join(folder, FILE)
  const notes = recovered(readNotes(file), db.games)
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
    writeNotes(file, notes)
    await db.add(texts.join(''), { keep })
    for (const game of games) notes.marks[key] = markAfter(notes.marks[key], game)
    notes.adding = undefined
    writeNotes(file, notes)
  }
  try {
    for await (const { text, at, id } of fetchGames(site, player, { ...options, mark: notes.marks[key] })) {
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

/** @throws {Failure} */
function readNotes(file: string): Notes {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { marks: {} }
    throw new Failure(`${file}: ${reasonOf(error)}`)
  }
  try {
    const notes: unknown = JSON.parse(text)
    if (isNotes(notes)) return notes
  } catch {
    // as below
  }
  throw new Failure(`${file} is damaged; without it all games are fetched again`)
}

function isNotes(value: unknown): value is Notes {
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

/** Replaces the file in one step. @throws {Failure} */
function writeNotes(file: string, notes: Notes) {
  const next = `${file}.new`
  try {
    const open = openSync(next, 'w')
    try {
      const bytes = Buffer.from(JSON.stringify(notes))
      for (let done = 0; done < bytes.length; ) done += writeSync(open, bytes, done)
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    renameSync(next, file)
  } catch (error) {
    throw new Failure(`cannot write ${file}: ${reasonOf(error)}`)
  }
}
