// SPDX-License-Identifier: Apache-2.0
// Named lists of games in memory, whose entries expire.

import { DueHeap } from './due-heap.js'
import { LONGEST_LIST } from './session-store.js'

export class GameLists {
  #now: () => number
  /** the times at which games expire, by list; no list is empty */
  #lists: Map<string, Map<string, number>> = new Map()
  /** The same times in order, so that lists without readers are dropped, too. */
  #ends = new DueHeap()

  /** @param now returns the store's time */
  constructor(now: () => number) {
    this.#now = now
  }

  /** As in SessionStore. */
  async enlist(list: string, game: string, until: number) {
    this.#expire()
    if (until <= this.#now()) return this.#drop(list, game)
    const games = this.#lists.get(list) ?? new Map()
    this.#lists.set(list, games)
    games.set(game, until)
    this.#ends.set(entryOf(list, game), until)
    if (games.size > LONGEST_LIST) this.#drop(list, firstToEnd(games))
  }

  /** As in SessionStore. */
  async listed(list: string): Promise<string[]> {
    this.#expire()
    const games = [...(this.#lists.get(list) ?? [])]
    return games.sort(([, a], [, b]) => b - a).map(([game]) => game)
  }

  clear() {
    this.#lists.clear()
    this.#ends.clear()
  }

  #expire() {
    const now = this.#now()
    while (this.#ends.first <= now) {
      const entry = this.#ends.firstKey
      const colon = entry.indexOf(':')
      const start = colon + 1 + Number(entry.slice(0, colon))
      this.#drop(entry.slice(colon + 1, start), entry.slice(start))
    }
  }

  #drop(list: string, game: string) {
    this.#ends.delete(entryOf(list, game))
    const games = this.#lists.get(list)
    if (games?.delete(game) && games.size === 0) this.#lists.delete(list)
  }
}

/** @returns a unique key of the pair */
const entryOf = (list: string, game: string): string => `${list.length}:${list}${game}`

function firstToEnd(games: Map<string, number>): string {
  let [first, least] = ['', Number.POSITIVE_INFINITY]
  for (const [game, until] of games) if (until < least) [first, least] = [game, until]
  return first
}
