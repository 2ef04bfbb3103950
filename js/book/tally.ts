// SPDX-License-Identifier: Apache-2.0
// Counts the games and points of moves, in tables of numbers: a Map would take ten times the memory.

import type { BookEntry } from './entries.js'

/** The default number of plies of each game that count. */
export const DEFAULT_PLIES = 60

/** A range of keys by their upper 32 bits: `size` values from `from` on. */
export type KeyRange = { from: number; size: number }

const ALL_KEYS: KeyRange = { from: 0, size: 2 ** 32 }
const FIRST_SIZE = 1 << 12
/** The approximate number of entries in a piece. */
const PIECE_ENTRIES = 1 << 12
/** The points of a game for each side, White first: two for a win, one for a draw. */
const POINTS: Record<string, readonly number[]> = { '1-0': [2, 0], '0-1': [0, 2], '1/2-1/2': [1, 1] }
const NO_POINTS = [0, 0]

/**
 * @param result the result of a game
 * @returns the points of White and of Black
 */
export const pointsOf = (result: string): readonly number[] => POINTS[result] ?? NO_POINTS

/** Moves of positions, with the number of their games and their points. */
export class Tally {
  #size = FIRST_SIZE
  #used = 0
  #keys = new BigUint64Array(FIRST_SIZE)
  /** 0 is a free place, since no move of a book is 0. */
  #moves = new Uint16Array(FIRST_SIZE)
  #games = new Uint32Array(FIRST_SIZE)
  #points = new Float64Array(FIRST_SIZE)

  /**
   * Counts a move that was played.
   * @param key the key of the position
   * @param move the move as in books
   * @param points the points of its side in the game
   */
  count(key: bigint, move: number, points: number) {
    const mask = this.#size - 1
    let at = (Number(key & 0xffffffffn) ^ Math.imul(move, 0x9e3779b1)) & mask
    while (this.#moves[at] !== 0 && (this.#moves[at] !== move || this.#keys[at] !== key)) at = (at + 1) & mask
    if (this.#moves[at] === 0) {
      this.#keys[at] = key
      this.#moves[at] = move
      this.#used++
    }
    this.#games[at]++
    this.#points[at] += points
    if (this.#used * 2 > this.#size) this.#grow()
  }

  /** @returns the largest weight; 0 for none */
  heaviest(): number {
    return this.#points.reduce((most, points) => Math.max(most, points), 0)
  }

  /**
   * The moves with a weight, in pieces. The keys of a piece are above those of earlier pieces; within a piece, they are
   * unsorted. Weights may have more than 16 bits.
   * @param range a range that contains all keys
   */
  *entries(
    minGames: number,
    uniform: boolean,
    range: KeyRange = ALL_KEYS,
  ): Generator<BookEntry[], void, undefined> {
    const halves = new Uint32Array(this.#keys.buffer) // the lower ones first
    const count = Math.ceil(this.#used / PIECE_ENTRIES)
    const pieceOf = (i: number) => Math.floor(((halves[2 * i + 1] - range.from) / range.size) * count)
    const isWanted = (i: number) =>
      this.#moves[i] !== 0 && this.#games[i] >= minGames && (uniform || this.#points[i] > 0)
    // A counting sort: where each piece ends, then, from the last place to the first, where it begins.
    const starts = new Uint32Array(count + 1)
    for (let i = 0; i < this.#size; i++) if (isWanted(i)) starts[pieceOf(i)]++
    for (let piece = 1; piece <= count; piece++) starts[piece] += starts[piece - 1]
    const indexes = new Uint32Array(starts[count])
    for (let i = this.#size; i-- > 0; ) if (isWanted(i)) indexes[--starts[pieceOf(i)]] = i
    for (let piece = 0; piece < count; piece++)
      yield Array.from(indexes.subarray(starts[piece], starts[piece + 1]), i => ({
        key: this.#keys[i],
        move: this.#moves[i],
        weight: uniform ? 1 : this.#points[i],
        learn: 0,
      }))
  }

  #grow() {
    const [keys, moves, games, points, size] = [
      this.#keys,
      this.#moves,
      this.#games,
      this.#points,
      this.#size,
    ]
    this.#size *= 2
    this.#keys = new BigUint64Array(this.#size)
    this.#moves = new Uint16Array(this.#size)
    this.#games = new Uint32Array(this.#size)
    this.#points = new Float64Array(this.#size)
    const mask = this.#size - 1
    for (let i = 0; i < size; i++) {
      if (moves[i] === 0) continue
      let at = (Number(keys[i] & 0xffffffffn) ^ Math.imul(moves[i], 0x9e3779b1)) & mask
      while (this.#moves[at] !== 0) at = (at + 1) & mask
      this.#keys[at] = keys[i]
      this.#moves[at] = moves[i]
      this.#games[at] = games[i]
      this.#points[at] = points[i]
    }
  }
}
