// SPDX-License-Identifier: Apache-2.0
// The rematch of a game. Its id is in the log of that game, so every node creates the same rematch.

import { COLORS } from '../../game/squares.js'
import { dueAt } from '../../session/clock.js'
import { isForgotten } from '../../session/commands/seats.js'
import { foldSession, reduceAny } from '../../session/reducer.js'
import type { SessionState } from '../../session/state.js'
import type { SessionStore } from '../stores/session-store.js'
import type { HostCommand } from './answers.js'

/** An older rematch, in milliseconds, is no longer created: it may have been archived. */
const REMATCH_TIME = 600_000

/**
 * @param state of a game whose players have agreed on a rematch
 * @returns the command that creates it: the same on every node
 */
export function rematchOf(state: SessionState): HostCommand {
  const { rematch, players, variant, fen, clock, draws, dead, allow, tags } = state
  return {
    type: 'create',
    id: 'rematch',
    game: rematch,
    by: players.black ?? undefined,
    opponent: players.white,
    color: 'white',
    variant,
    fen,
    clock,
    draws,
    dead: dead ?? 'off',
    allow,
    tags,
  }
}

/**
 * Creates a rematch that was agreed on but not created, because the node died.
 * @param id of a game that does not exist
 * @returns who has created it: this host, or another one just now; null if it is not a rematch
 * @throws {ChessError} of the store
 */
export async function makeRematch(store: SessionStore, id: string): Promise<'own' | 'other' | null> {
  const [, base, number] = /^(.+)-(\d{1,4})$/.exec(id) ?? []
  if (base === undefined) return null
  const before = Number(number) === 2 ? base : `${base}-${Number(number) - 1}`
  const events = await store.read(before)
  if (events.length === 0) return null
  const state = foldSession(null, events)
  const now = store.now()
  if (state.rematch !== id || now - state.at > REMATCH_TIME) return null
  if (COLORS.some(color => isForgotten(state.players[color]))) return null
  const decision = reduceAny(null, rematchOf(state), now)
  if (!decision.ok || decision.state === null) return null
  const { ok } = await store.append(id, 0, decision.events, dueAt(decision.state))
  return ok ? 'own' : 'other'
}
