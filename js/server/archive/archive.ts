// SPDX-License-Identifier: Apache-2.0
// Where finished games go before they leave the store: a function that gets the record of a game, once or more often.

import type { Variant } from '../../core/generated/bindings.js'
import type { EndReason, SessionEvent } from '../../session/commands.js'
import { sessionPgn } from '../../session/pgn.js'
import { foldSession } from '../../session/reducer.js'
import type { ClockSetup, GameTags, Seat } from '../../session/setup.js'

/** A game for an archive, with all that a row of a database needs. */
export type GameRecord = {
  id: string
  /** With the tags GameId and, of players that it names, WhiteId and BlackId. */
  pgn: string
  white: Seat | null
  black: Seat | null
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  /** Of the end, such as 'checkmate'; 'unterminated' for a game that has none. */
  reason: EndReason | 'unterminated'
  variant: Variant
  clock: ClockSetup
  /** As created, also in the PGN. Absent: none, or a player was forgotten. */
  tags?: GameTags | undefined
  /** In milliseconds of the store's clock, as `ended` */
  started: number
  ended: number
  /** In UCI, with blanks between. */
  moves: string
  /** The whole log. */
  events: SessionEvent[]
}

/** What an archive may be able to do beside keeping games. */
export type ArchiveExtras = {
  /**
   * Takes the id and the names of a user out of all records, and resolves to the number of those that were changed;
   * server.forget() calls it.
   */
  forget?: ((userId: string) => Promise<number>) | undefined
}
/**
 * Keeps a game. It resolves once the game is safe, and only then the game is removed from the store; if it rejects, it is
 * called again some seconds later. The same game may come twice: the second time must change nothing.
 */
export type Archive = ((record: GameRecord) => Promise<void>) & ArchiveExtras
/** An archive that can forget users. */
export type ForgettingArchive = Archive & { forget: (userId: string) => Promise<number> }

/** The tag with the id of a player, by that with the name. */
export const ID_TAGS = { White: 'WhiteId', Black: 'BlackId' } as const
/** The name of a player whom the PGN does not name. */
export const UNNAMED = '?'

/**
 * @param events a whole log
 * @returns not for a game that was never joined, or that stops before it has begun
 */
export function isWorthKeeping(events: SessionEvent[]): boolean {
  const types = new Set(events.map(({ type }) => type))
  return types.has('moved') || (types.has('started') && types.has('ended'))
}

/** @param events a whole log */
export function recordOf(events: SessionEvent[]): GameRecord {
  const state = foldSession(null, events)
  const game = sessionPgn(events)
  game.headers.set('GameId', state.id)
  const { white, black } = state.players
  if (white !== null && game.headers.get('White') !== UNNAMED) game.headers.set(ID_TAGS.White, white.id)
  if (black !== null && game.headers.get('Black') !== UNNAMED) game.headers.set(ID_TAGS.Black, black.id)
  const started = events.find(event => event.type === 'started')
  return {
    id: state.id,
    pgn: game.toString(),
    white,
    black,
    result: game.result,
    reason: state.result?.reason ?? 'unterminated',
    variant: state.variant,
    clock: state.clock,
    ...(state.tags && { tags: state.tags }),
    started: started?.at ?? state.createdAt,
    ended: (events.find(event => event.type === 'ended') ?? state).at,
    moves: state.moves,
    events,
  }
}
