// SPDX-License-Identifier: Apache-2.0
// Writes down when cards are due, for due.ts, which is loaded with the page.

import { ownKey } from '../page/local-storage.js'
import type { Progress } from './boxes.js'
import type { Source, Times } from './due.js'
import { MINUTE, NAME } from './due.js'

type Decks = readonly { keys: readonly string[]; progress: Progress }[]

/** @param decks all that can be trained; keys that have no place in `progress` are due at once */
export function noteDue(decks: Record<Source, Decks>) {
  const { openings, mistakes, puzzles } = decks
  const times = { openings: timesOf(openings), mistakes: timesOf(mistakes), puzzles: timesOf(puzzles) }
  try {
    localStorage.setItem(ownKey(NAME), JSON.stringify(times))
  } catch {
    // The counts are missing on the first page; the room itself reads the cards.
  }
}

function timesOf(decks: Decks): Times {
  const counts: Map<number, number> = new Map()
  for (const { keys, progress } of decks)
    for (const key of keys) {
      const minute = Math.floor((progress[key]?.due ?? 0) / MINUTE)
      counts.set(minute, (counts.get(minute) ?? 0) + 1)
    }
  return [...counts]
}
