// SPDX-License-Identifier: Apache-2.0
// Removes a player from a log: everything that names the player is replaced; the game itself stays.

import { argumentError } from '../core/errors.js'
import type { Color } from '../game/squares.js'
import { COLORS } from '../game/squares.js'
import { isForgotten } from './commands/seats.js'
import type { SessionEvent } from './commands.js'
import { EVENTS } from './commands.js'
import { foldSession, reduceSession } from './reducer.js'
import { isShortText } from './setup.js'
import type { SessionState } from './state.js'

/** @throws {ChessError} ERR_ARGUMENT if no user can have this id */
export function checkUserId(user: unknown) {
  if (!isShortText(user) || isForgotten({ id: user }))
    throw argumentError('forget() needs the id of a user, 1 to 64 characters', user)
}

/**
 * Removes a user from a log: id, name, ids of commands, which are the user's own texts, the game's tags and an arbiter's
 * words about the end, which may name either player.
 * @param events a whole log
 * @param user an id
 * @param now ms of the store's clock
 * @returns `log` replaces it: as many events, followed by new ones, with which nodes that know the game forget the user;
 *   `events` are the new ones, `state` is the state after them. null: the user is not in the log
 * @throws {ChessError} ERR_SESSION_FORMAT as foldSession
 */
export function withoutUser(
  events: SessionEvent[],
  user: string,
  now: number,
): { state: SessionState; events: SessionEvent[]; log: SessionEvent[] } | null {
  const color = seatIn(events, user)
  if (color === undefined) return null
  let state = foldSession(null, events)
  const fresh = []
  while (!isForgotten(state.players[color])) {
    // If time is up, the first decision ends the game.
    const decision = reduceSession(state, { type: 'forget', color }, now)
    state = decision.state ?? state
    fresh.push(...decision.events)
  }
  return { state, events: fresh, log: [...events.map(event => redact(event, color)), ...fresh] }
}

/** @returns the user's seat */
function seatIn(events: SessionEvent[], user: string): Color | undefined {
  for (const event of events) {
    if (event.type === 'joined' && event.player.id === user) return event.color
    if (event.type === 'created') {
      const color = COLORS.find(color => event[color]?.id === user)
      if (color !== undefined) return color
    }
  }
}

/** @returns the event without what names that player */
function redact(event: SessionEvent, color: Color): SessionEvent {
  const { command, ...rest } = event
  const own: SessionEvent = command !== undefined && event.by === color ? rest : event
  return EVENTS.get(own.type)?.redact?.(own, color) ?? own
}
