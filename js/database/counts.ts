// SPDX-License-Identifier: Apache-2.0
// The moves played from a position: C counts the games of a step in a table, and the tables of all segments and threads are
// added up.

import type { Exports } from './generated/bindings.js'
import {
  COUNT_BEST,
  COUNT_FIELDS,
  COUNT_GAMES,
  COUNT_LAST_YEAR,
  COUNT_MOVE,
  COUNT_ROWS,
} from './generated/bindings.js'

/**
 * The counts that threads send: C's rows by move, with QUERY_END for games that end there, as numbers that do not overflow;
 * and the best games.
 */
export type CountedGames = { rows: Map<number, number[]>; ids: number[]; ratings: number[] }

/** Games that are counted before the least rating is known. */
const FEW = 256

export class Counts {
  rows: CountedGames['rows'] = new Map()
  /** The games with the highest ratings, highest first; of equal ones the lowest numbers. */
  ids: number[] = []
  ratings: number[] = []
  #most: number

  /** @param most how many games are among the best */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Counts games of a segment, at most DATABASE_STEP of the games that C searches. The query is one position.
   * @param from a game of the segment, after all counted ones
   * @param to the place after the last game
   * @param first the number of the segment's first game
   */
  count(wasm: Exports, segment: number, from: number, to: number, first: number) {
    // A few games give a least rating, which most of the others do not reach.
    const few = this.#least() === 0 ? Math.min(from + FEW, to) : from
    if (from < few) this.#count(wasm, segment, from, few, first)
    if (few < to) this.#count(wasm, segment, few, to, first)
  }

  #count(wasm: Exports, segment: number, from: number, to: number, first: number) {
    const at = wasm.binbo_database_count(segment, from, to, this.#least()) >>> 0
    const words = new Uint32Array(wasm.memory.buffer)
    const table = at / Uint32Array.BYTES_PER_ELEMENT
    const [rows, best] = words.subarray(table, table + 2)
    for (let row = 0; row < rows; row++) {
      const begin = table + COUNT_ROWS + row * COUNT_FIELDS
      this.#addRow(words.subarray(begin, begin + COUNT_FIELDS))
    }
    for (let i = table + COUNT_BEST; i < table + COUNT_BEST + 2 * best; i += 2)
      this.#addBest(first + words[i], words[i + 1])
  }

  /**
   * @param counted games of a segment, after all counted ones
   * @param first the number of the segment's first game
   */
  add({ rows, ids, ratings }: CountedGames, first: number) {
    for (const row of rows.values()) this.#addRow(row)
    ids.forEach((id, i) => void this.#addBest(first + id, ratings[i]))
  }

  /**
   * @param field COUNT_*
   * @returns the sum of the field in all rows
   */
  sum(field: number): number {
    return [...this.rows.values()].reduce((sum, row) => sum + row[field], 0)
  }

  /** @returns the least rating with which a game of a higher number is among the best */
  #least(): number {
    if (this.ids.length < this.#most) return 0
    return this.#most === 0 ? 0xffffffff : this.ratings[this.#most - 1] + 1
  }

  #addRow(added: ArrayLike<number>) {
    const row = this.rows.get(added[COUNT_MOVE]) ?? new Array(COUNT_FIELDS).fill(0)
    this.rows.set(added[COUNT_MOVE], row)
    for (let i = COUNT_GAMES; i < COUNT_LAST_YEAR; i++) row[i] += added[i]
    row[COUNT_MOVE] = added[COUNT_MOVE]
    row[COUNT_LAST_YEAR] = Math.max(row[COUNT_LAST_YEAR], added[COUNT_LAST_YEAR])
  }

  /** @param id higher than the ids of earlier games with the same rating */
  #addBest(id: number, rating: number) {
    const { length } = this.ids
    if (rating < this.#least()) return
    let place = length
    while (place > 0 && rating > this.ratings[place - 1]) place--
    this.ids.splice(place, 0, id)
    this.ratings.splice(place, 0, rating)
    this.ids.length = this.ratings.length = Math.min(length + 1, this.#most)
  }
}
