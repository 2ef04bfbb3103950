// SPDX-License-Identifier: Apache-2.0
// The players of games, each under all names.

import { argumentError } from '../core/errors.js'
import { Pause } from '../core/pause.js'
import { blackOf, eachPlace, whiteOf } from './columns.js'
import type { GameSet } from './game-set.js'
import { readOptions } from './game-set.js'
import type { Aliases } from './names.js'
import { compareTexts, fold, playerGroups, spellingsOf } from './names.js'
import type { Store } from './store.js'

/** A player of a database. */
export type DatabasePlayer = {
  /** As it is spelt most often. */
  name: string
  games: number
  /** Its other spellings, and names that are the same player by alias(); the most frequent first. */
  aliases: string[]
}

/** Which players players() lists. */
export type PlayersOptions = {
  /** The beginning of one of the names; case and accents do not matter. */
  beginning?: string | undefined
  /** Only in these games. */
  in?: GameSet | undefined
}

const OPTION_NAMES = ['beginning', 'in']

/** @throws {ChessError} ERR_ARGUMENT */
export function checkPlayersOptions(options: unknown): { beginning: string; in?: unknown } {
  const { beginning = '', in: set } = readOptions(options, OPTION_NAMES)
  if (typeof beginning !== 'string') throw argumentError('beginning is a text', beginning)
  return { beginning: fold(beginning), in: set }
}

/**
 * @param beginning folded
 * @param bits of the games
 * @param check throws if the database is closed
 * @returns most games first, then by folded name
 * @throws {ChessError} ERR_DATABASE_CLOSED
 */
export async function* listPlayers(
  store: Store,
  aliases: Aliases,
  beginning: string,
  bits: Uint32Array,
  check: () => void,
): AsyncGenerator<DatabasePlayer, void> {
  const groups = playerGroups(store, aliases)
  const games = new Uint32Array(groups.texts.length)
  const counts = new Uint32Array(groups.of.length)
  const pause = new Pause()
  for (let segment = 0; 32 * bits.length > segment * store.segmentGames; segment++) {
    eachPlace(store, segment, (id, place) => {
      if (((bits[id >>> 5] >>> (id & 31)) & 1) === 0) return
      const [white, black] = [whiteOf(place), blackOf(place)]
      counts[white]++
      counts[black]++
      games[groups.of[white]]++
      if (groups.of[white] !== groups.of[black]) games[groups.of[black]]++
    })
    if (pause.isDue()) await pause.take()
    check()
  }
  const spellings = spellingsOf(store, groups, counts)
  const found = Array.from(games.keys()).filter(
    number => number > 0 && spellings[number].some(name => fold(name).startsWith(beginning)),
  )
  found.sort((a, b) => games[b] - games[a] || compareTexts(groups.texts[a], groups.texts[b]))
  for (const number of found) {
    const [name, ...others] = spellings[number]
    yield { name, games: games[number], aliases: others }
  }
}
