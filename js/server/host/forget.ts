// SPDX-License-Identifier: Apache-2.0
// Forgets a user: first in the logs, then in the archive. A game stays in the store until it is archived, so none is missed.
// The lists that name the user's games are emptied last: if a step fails, all of them can be repeated.

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
 * @param from.forgetIn removes the user from a game's log; returns whether the user was in it
 * @returns the number of games and records that were changed
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
 * A game has changed while it was being archived: removes players from the record who were forgotten in between.
 * @param record that was archived
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
