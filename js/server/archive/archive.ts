// SPDX-License-Identifier: Apache-2.0
// Archives get finished games before these leave the store. An archive is a function that gets the record of a game, once or
// more often.

import type { Variant } from '../../core/generated/bindings.js'
import type { EndReason, SessionEvent } from '../../session/commands.js'
import { sessionPgn } from '../../session/pgn.js'
import { foldSession } from '../../session/reducer.js'
import type { ClockSetup, GameTags, Seat } from '../../session/setup.js'

/** A game for an archive, with all facts for a row of a database. */
export type GameRecord = {
  id: string
  /** The PGN, with the tags GameId and, for named players, WhiteId and BlackId. */
  pgn: string
  white: Seat | null
  black: Seat | null
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  /** The reason of the end, such as 'checkmate'; 'unterminated' for a game without an end. */
  reason: EndReason | 'unterminated'
  variant: Variant
  clock: ClockSetup
  /** As created, also in the PGN. Absent: none, or a player was forgotten. */
  tags?: GameTags | undefined
  /** In milliseconds of the store's clock, as `ended` */
  started: number
  ended: number
  /** The moves in UCI, separated by blanks. */
  moves: string
  /** The whole log. */
  events: SessionEvent[]
}

/** Optional methods of an archive. */
export type ArchiveExtras = {
  /**
   * Removes the id and the names of a user from all records, and resolves to the number of changed records; server.forget()
   * calls it.
   */
  forget?: ((userId: string) => Promise<number>) | undefined
}
/**
 * Archives a game. The game is removed from the store only after this resolves; if it rejects, it is called again some seconds
 * later. A game that it has accepted comes again only in rare cases, such as the death of a node: the second call for an `id`
 * must change nothing.
 */
export type Archive = ((record: GameRecord) => Promise<void>) & ArchiveExtras
/** An archive that can forget users. */
export type ForgettingArchive = Archive & { forget: (userId: string) => Promise<number> }

/** The tag with the id of a player, by the tag with the name. */
export const ID_TAGS = { White: 'WhiteId', Black: 'BlackId' } as const
/** The name of a player whom the PGN does not name. */
export const UNNAMED = '?'

/**
 * @param events a whole log
 * @returns whether the game is archived: not if nobody has joined it, or if it was ended before it began
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
