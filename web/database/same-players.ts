// SPDX-License-Identifier: Apache-2.0
// Which names of players may be one player's: the same last name, and first names of which one is the beginning of the other.

import { fold } from '../../js/database/names.js'

/** A player as a database has it. */
export type Named = { name: string; games: number }
/** Names that may be one player's. The first one is the fullest; `isSafe`: no other player fits. */
export type SamePlayer = { names: Named[]; games: number; isSafe: boolean }

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
