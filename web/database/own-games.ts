// SPDX-License-Identifier: Apache-2.0
// A player's games in the database, and how they follow a repertoire.

import type { Color } from 'binbo'
import type { Database, RepertoireLeaves, RepertoireLeft } from 'binbo/database'
import { parsePgn } from 'binbo/pgn'

/** `side`: of the player. */
export type OwnGame = { pgn: string; side: Color }
/** `player`: of `color` in the games; '' for all games. */
export type LeavesQuery = { pgn: string; color: Color; player: string }
/** As RepertoireLeft, without its position. */
export type LeftRow = Omit<RepertoireLeft, 'position'>
export type Leaves = Omit<RepertoireLeaves, 'left'> & { left: LeftRow[] }

/** @returns a player's games, the newest first @throws {ChessError} see Database.filter(); the signal's reason */
export async function gamesOf(
  database: Database,
  { player, most }: { player: string; most: number },
  signal: AbortSignal,
): Promise<OwnGame[]> {
  const white = await database.filter({ white: player })
  const all = white.or(await database.filter({ black: player }))
  const games: OwnGame[] = []
  for (const { id } of await database.heads(all, { from: 0, to: most, sort: ['date', 'desc'] })) {
    signal.throwIfAborted()
    games.push({ pgn: (await database.game(id)).toString(), side: white.has(id) ? 'white' : 'black' })
  }
  return games
}

/** Compares games with a repertoire. @throws {ChessError} see Database.leaves(); the signal's reason */
export async function leavesOf(
  database: Database,
  { pgn, color, player }: LeavesQuery,
  signal: AbortSignal,
): Promise<Leaves> {
  const set = await database.filter(player ? { [color]: player } : undefined)
  const { left, ...others } = await database.leaves(parsePgn(pgn), color, { in: set, signal })
  return { ...others, left: left.map(({ position: _, ...row }) => row) }
}
