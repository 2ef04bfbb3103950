// SPDX-License-Identifier: Apache-2.0
// The lines of a search: of what the engine reports, one consistent picture, the newest complete depth.

/** @import { Info } from './search.js' */

/** Depths whose lines are still coming; engines that mix depths mix two or three. */
const MOST_DEPTHS = 8

/** Collects the lines of one search. */
export class SearchLines {
  #count
  /** @type {ReadonlySet<string>} */
  #firstMoves
  /** @type {Map<number, Map<number, Info>>} incomplete pictures: depth → rank → line; the depth begun last stands last */
  #coming = new Map()
  /** The depth of the complete picture. */
  #depth = -1
  /** @type {readonly Info[]} */
  #complete = []

  /**
   * @param {number} count of lines that make a depth complete
   * @param {readonly string[]} firstMoves the only moves, in UCI, that a line may begin with; none: all
   */
  constructor(count, firstMoves) {
    this.#count = count
    this.#firstMoves = new Set(firstMoves)
  }

  /** @returns {Info[]} a new array, the best line first; empty before the first depth is complete */
  get complete() {
    return [...this.#complete]
  }

  /**
   * Takes an info; only a line with an exact score counts. A line that comes again after its depth was complete begins
   * a new picture of that depth: the engine may have ranked the lines anew, and the others follow.
   * @param {Info} info
   */
  offer(info) {
    const { depth = 0, multipv: rank = 1, score, pv } = info
    if (score === undefined || score.bound !== undefined || pv === undefined || pv.length === 0) return
    if (rank > this.#count || depth < this.#depth) return
    if (this.#firstMoves.size > 0 && !this.#firstMoves.has(pv[0])) return
    const lines = this.#linesOf(depth).set(rank, info)
    if (lines.size < this.#count) return
    const ranked = Array.from({ length: this.#count }, (_, i) => /** @type {Info} */ (lines.get(i + 1)))
    // Stockfish, stopped within a depth, ranks the lines of the depth before anew, and reports only some of them.
    if (new Set(ranked.map(line => line.pv?.[0])).size < ranked.length) return
    this.#complete = ranked
    this.#depth = depth
    for (const other of this.#coming.keys()) if (other <= depth) this.#coming.delete(other)
  }

  /** @param {number} depth */
  #linesOf(depth) {
    const known = this.#coming.get(depth)
    if (known !== undefined) return known
    /** @type {Map<number, Info>} */
    const lines = new Map()
    this.#coming.set(depth, lines)
    if (this.#coming.size > MOST_DEPTHS)
      this.#coming.delete(/** @type {number} */ (this.#coming.keys().next().value))
    return lines
  }
}
