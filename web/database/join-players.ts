// SPDX-License-Identifier: Apache-2.0
// Makes names of a database one player's, or players of their own again.

import type { Database } from 'binbo/database'
import { fold } from '../../js/database/names.js'

/** `to`: the name of the same player; null: `name` is a player of its own */
export type Pair = readonly [name: string, to: string | null]

/**
 * A name that is joined brings all names of its player along.
 * @param isExact it does not, as when a join is undone
 * @returns what brings the players back as they were, exactly
 */
export async function joinPlayers(
  database: Database,
  pairs: readonly Pair[],
  isExact: boolean,
): Promise<Pair[]> {
  const players: Map<string, string[]> = new Map()
  for await (const { name, aliases } of database.players()) {
    const all = [name, ...aliases.filter(other => fold(other) !== fold(name))]
    for (const one of all) players.set(fold(one), all)
  }
  const playerOf = (name: string) => players.get(fold(name)) ?? [name]
  const before = new Set(pairs.map(([name]) => playerOf(name)))
  for (const [name, to] of pairs)
    for (const one of isExact || to === null ? [name] : playerOf(name)) await database.alias(one, to)
  return Array.from(before).flatMap(([name, ...aliases]) => [
    ...[name, ...aliases].map((one): Pair => [one, null]),
    ...aliases.map((alias): Pair => [alias, name]),
  ])
}
