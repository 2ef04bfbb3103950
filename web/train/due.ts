// SPDX-License-Identifier: Apache-2.0
// How much is due in training, for the head and the start of the page: only the times are read, not the cards.

import { html, nothing } from 'lit-html'
import { savedTexts, storedKeys } from '../page/local-storage.js'
import { language, say, sayWith } from '../page/texts.js'
import { keysOf } from '../page/unknown.js'
import { startOfDay } from './days.js'

export const NOTHING_DUE = Object.freeze({ openings: 0, mistakes: 0, puzzles: 0 })
/** What can be trained. */
export type Source = keyof typeof NOTHING_DUE

export const SOURCES: Readonly<Record<Source, string>> = Object.freeze({
  openings: say`Openings`,
  mistakes: say`Your mistakes`,
  puzzles: say`Puzzles`,
})
export const SOURCE_NAMES = keysOf(SOURCES)

/** Minutes since 1970, and the number of cards that are due then; written by note-due.ts. */
export type Times = [minute: number, count: number][]

/** The key in localStorage. */
export const NAME = 'due'
export const MINUTE = 60_000

/** @param now in milliseconds of Date.now() @returns the numbers of cards that are due then */
export function dueCounts(now = Date.now()): Record<Source, number> {
  const counts = { ...NOTHING_DUE }
  try {
    const times: Record<Source, Times> = JSON.parse(savedTexts(NAME)[0] ?? '')
    for (const source of keysOf(counts))
      for (const [minute, count] of times[source]) if (minute * MINUTE <= now) counts[source] += count
    return counts
  } catch {
    // Nothing was saved yet, or it is damaged.
    return NOTHING_DUE
  }
}

/** @returns how much more is due until the end of tomorrow */
export const dueTomorrow = (due: Record<Source, number>, now: number): number =>
  sumOf(dueCounts(startOfDay(now, 2) - 1)) - sumOf(due)

export const sumOf = ({ openings, mistakes, puzzles }: Record<Source, number>): number =>
  openings + mistakes + puzzles

/** @returns whether an earlier version of the page has saved repertoires, but not when they are due */
export const isUnnoted = (): boolean => !savedTexts(NAME)[0] && storedKeys('repertoires').length > 0

/** A text of sayWith() with one number: the words are for screen readers only. */
export const numberView = (parts: unknown[], number: number) =>
  parts.map(part =>
    part === number.toLocaleString(language) ? part : html`<span class="visually-hidden">${part}</span>`,
  )

/** A count behind a name. */
export const dueView = (count: number) =>
  count > 0 ? html` <em class="due">${numberView(sayWith`${count} due`, count)}</em>` : nothing
