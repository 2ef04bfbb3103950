// SPDX-License-Identifier: Apache-2.0
// Games grouped by families of openings.

import type { GameGroup } from 'binbo/database'
import { familyOf } from './criteria.js'

/**
 * @param groups by the names of openings
 * @param count of their games
 * @returns families, such as 'Sicilian Defense', or the groups if all games are of one family
 */
export function familiesOf(groups: GameGroup[], count: number): GameGroup[] {
  const families: Map<string | null, GameGroup> = new Map()
  for (const group of groups) {
    const key = group.key[0] === null ? null : familyOf(String(group.key[0]))
    const family = families.get(key)
    if (!family) families.set(key, { ...group, key: [key] })
    else {
      const [elo, other] = [family.averageElo, group.averageElo]
      const games = family.games + group.games
      if (elo && other) family.averageElo = Math.round((elo * family.games + other * group.games) / games)
      else family.averageElo ??= other
      for (const name of ['games', 'white', 'draws', 'black'] as const) family[name] += group[name]
    }
  }
  const [first] = families.values()
  return first?.games === count ? groups : Array.from(families.values()).sort((a, b) => b.games - a.games)
}
