// SPDX-License-Identifier: Apache-2.0
// A user is forgotten: the logs first, then the archive. A game is in the store until the archive has it, so none escapes. The lists by
// which the games are found come last: where one of the steps fails, all of them can be done again.

import { argumentError } from '../../core/errors.js'
import { COLORS } from '../../game/squares.js'
import { isForgotten } from '../../session/commands/seats.js'
import { checkUserId } from '../../session/forget.js'
import { foldSession } from '../../session/reducer.js'
import { seatOf } from '../../session/state.js'
import type { Archive, GameRecord } from '../archive/archive.js'
import type { SessionStore } from '../stores/session-store.js'
import type { Listings } from './listings.js'
import type { LiveGame } from './live-game.js'

/**
 * @param user an id
 * @param from.known games of this host
 * @param from.forgetIn takes the user out of a game's log; returns whether there was one
 * @returns of games and records that were changed
 * @throws {ChessError} ERR_ARGUMENT; of the store; of the archive
 */
export async function forgetUser(
  user: string,
  {
    store,
    listings,
    archive,
    known,
    forgetIn,
  }: {
    store: SessionStore
    listings: Listings
    archive: Archive | undefined
    known: Iterable<LiveGame>
    forgetIn: (id: string) => Promise<boolean>
  },
): Promise<number> {
  checkUserId(user)
  for (const name of ['redact', 'enlist', 'listed'] as const)
    if (typeof store[name] !== 'function') throw argumentError(`forget() needs a store with ${name}()`)
  const games = await listings.allOf(user)
  for (const { id, state } of known) if (seatOf(state, user) !== null) games.add(id)
  let count = 0
  for (const id of games) if (await forgetIn(id)) count++
  count += (await archive?.forget?.(user)) ?? 0
  await listings.forget(user)
  return count
}

/**
 * A game has changed while it was archived: a player who was forgotten meanwhile is in the record.
 * @param record that the archive has got
 * @throws {ChessError} of the store; of the archive
 */
export async function forgetInRecord(
  archive: Archive,
  record: GameRecord,
  store: SessionStore,
): Promise<void> {
  const { players } = foldSession(null, await store.read(record.id)) ?? {}
  for (const color of COLORS) {
    const user = record[color]?.id
    if (user !== undefined && user !== players?.[color]?.id && isForgotten(players?.[color]))
      await archive.forget?.(user)
  }
}
