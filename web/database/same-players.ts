// SPDX-License-Identifier: Apache-2.0
// Makes names one player's, and which names may be: the same last name, and first names of which one is the beginning of the other.

import type { Database } from 'binbo/database'
import { fold } from '../../js/database/names.js'

/** A player as a database has it. */
export type Named = { name: string; games: number }
/** Names that may be one player's. The first one is the fullest; `isSafe`: no other player fits. */
export type SamePlayer = { names: Named[]; games: number; isSafe: boolean }

/** `to`: the name of the same player; null: `name` is a player of its own */
export type Pair = readonly [name: string, to: string | null]

/** A name in parts: 'Capablanca, J. R.' and 'J. R. Capablanca' have the last name 'capablanca' and the first names 'j' and 'r'. */
type Parts = { last: string; firsts: string[]; named: Named }

/** @returns the players with several names, most games first */
export function samePlayers(players: readonly Named[]): SamePlayer[] {
  const byLast: Map<string, Parts[]> = new Map()
  for (const named of players) {
    const parts = partsOf(named)
    if (parts.last === '') continue
    const others = byLast.get(parts.last) ?? []
    others.push(parts)
    byLast.set(parts.last, others)
  }
  return Array.from(byLast.values())
    .flatMap(groupsIn)
    .sort((a, b) => b.games - a.games)
}

function partsOf(named: Named): Parts {
  const [last, ...rest] = fold(named.name).split(',')
  const words = (text: string) => text.split(/[\s.]+/).filter(Boolean)
  if (rest.length > 0) return { last: words(last).join(' '), firsts: words(rest.join(' ')), named }
  const all = words(last)
  return { last: all.at(-1) ?? '', firsts: all.slice(0, -1), named }
}

/** @param all names with the same last name */
function groupsIn(all: Parts[]): SamePlayer[] {
  const fullest = [...all].sort((a, b) => fullness(b) - fullness(a) || b.named.games - a.named.games)
  const groups: Parts[][] = []
  const unclear: Parts[] = []
  for (const parts of fullest) {
    const fitting = groups.filter(([first]) => fits(first, parts))
    if (fitting.length === 0) groups.push([parts])
    else if (fitting.length === 1) fitting[0].push(parts)
    else unclear.push(parts)
  }
  const safe = groups.filter(({ length }) => length > 1).map(group => sameOf(group, true))
  // They fit several players: the user must know which.
  if (unclear.length > 0) safe.push(sameOf([...groups.map(([first]) => first), ...unclear], false))
  return safe
}

const fullness = ({ firsts }: Parts): number => firsts.join('').length

/** @returns whether each first name is the beginning of the other's */
const fits = (a: Parts, b: Parts): boolean =>
  a.firsts.every((name, at) => {
    const other = b.firsts[at] ?? ''
    return name.startsWith(other) || other.startsWith(name)
  })

const sameOf = (group: Parts[], isSafe: boolean): SamePlayer => ({
  names: group.map(({ named }) => named),
  games: group.reduce((sum, { named }) => sum + named.games, 0),
  isSafe,
})

/**
 * Makes names of a database one player's, or players of their own again. A name that is joined brings all names of its player along.
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
