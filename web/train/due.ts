// SPDX-License-Identifier: Apache-2.0
// How much is due in training, for the head and the start of the page: only the times are read, not the cards.

import { html, nothing } from 'lit-html'
import { exactly } from '../page/figures.js'
import { ownKey, savedTexts } from '../page/local-storage.js'
import { fieldsOf, keysOf } from '../page/unknown.js'
import type { Progress } from './boxes.js'

/** What can be trained. */
export const SOURCES = Object.freeze({
  openings: 'Openings',
  mistakes: 'Your mistakes',
  puzzles: 'Puzzles',
})
export type Source = keyof typeof SOURCES
export const SOURCE_NAMES = keysOf(SOURCES)

/** Minutes since 1970, and the number of cards that are due then. */
type Times = [minute: number, count: number][]

const NAME = 'due'
const MINUTE = 60_000

export const NOTHING_DUE: Record<Source, number> = Object.freeze({ openings: 0, mistakes: 0, puzzles: 0 })

/** The text that `times` was read from. */
let text = ''
let times: Record<Source, Times> = { openings: [], mistakes: [], puzzles: [] }

/** @returns the numbers of cards that are due now */
export function dueCounts(now = Date.now()): Record<Source, number> {
  read()
  const count = (source: Source) =>
    times[source].reduce((sum, [minute, cards]) => (minute * MINUTE <= now ? sum + cards : sum), 0)
  return { openings: count('openings'), mistakes: count('mistakes'), puzzles: count('puzzles') }
}

/** A count behind a name. */
export const dueView = (count: number) =>
  count > 0 ? html` <em class="due">${exactly(count)}<span class="visually-hidden"> due</span></em>` : nothing

/** Writes down when the cards of a source are due. @param keys those that have no place in `progress` are due at once */
export function noteDue(source: Source, decks: readonly { keys: readonly string[]; progress: Progress }[]) {
  const counts: Map<number, number> = new Map()
  for (const { keys, progress } of decks)
    for (const key of keys) {
      const minute = Math.floor((progress[key]?.due ?? 0) / MINUTE)
      counts.set(minute, (counts.get(minute) ?? 0) + 1)
    }
  read()
  const next = { ...times, [source]: [...counts] }
  try {
    localStorage.setItem(ownKey(NAME), JSON.stringify(next))
  } catch {
    // The counts are missing on the first page; the room itself reads the cards.
  }
}

function read() {
  const saved = savedTexts(NAME).at(-1) ?? ''
  if (saved === text) return
  text = saved
  const fields = fieldsOf(parsed(saved))
  times = {
    openings: timesIn(fields.openings),
    mistakes: timesIn(fields.mistakes),
    puzzles: timesIn(fields.puzzles),
  }
}

const timesIn = (saved: unknown): Times =>
  Array.isArray(saved)
    ? saved.flatMap(pair =>
        Array.isArray(pair) && typeof pair[0] === 'number' && typeof pair[1] === 'number'
          ? [[pair[0], pair[1]]]
          : [],
      )
    : []

function parsed(saved: string): unknown {
  try {
    return JSON.parse(saved)
  } catch {
    return null
  }
}
