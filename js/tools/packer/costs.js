// SPDX-License-Identifier: Apache-2.0
import { Estimate } from './encoder.js'
import { codeFlag, codeLiteral, codeNumber, distances, LENGTHS, LONG } from './format.js'
import { FARTHEST, LONGEST } from './matches.js'

/** @import { Encoder } from './encoder.js' */
/** @import { Frequent, Surroundings } from './format.js' */

/**
 * How far a new cost counts against the ones so far: packing changes what things cost, and a whole step
 * after each change runs in circles.
 */
const STEP = 0.35

/** First guesses. That literals are cheap leads to better ends than that they are not. */
const FIRST = { literal: 2, noMatch: 0.3, match: 2.5 }

/**
 * What each part of a packing costs, in bits, by the last packing.
 */
export class Costs {
  /** @param {number} size how many bytes are to be packed */
  constructor(size) {
    /** Of a literal, at each place. */
    this.literal = new Float64Array(size).fill(FIRST.literal)
    /** Of a flag 0 and 1, at each place: after a literal, after a match. */
    this.flags = [0, 1].map(() => [
      new Float64Array(size).fill(FIRST.noMatch),
      new Float64Array(size).fill(FIRST.match),
    ])
    /** Of a match's length. */
    this.length = Float64Array.from({ length: LONGEST + 1 }, (_, n) => 2 * Math.log2(n + 1) + 1)
    /** Of a distance's number, by the match's length. */
    this.distance = Array.from({ length: LONG + 1 }, () =>
      Float64Array.from({ length: Math.min(size, FARTHEST) + 2 }, (_, n) => Math.log2(n + 1) + 3),
    )
  }

  /**
   * Looks at some places as the packing is there, before they are coded.
   * @param {Encoder} encoder
   * @param {Surroundings} around
   * @param {Frequent} frequent
   * @param {Uint8Array} bytes
   * @param {number} from
   * @param {number} to
   */
  lookAt(encoder, around, frequent, bytes, from, to) {
    const estimate = new Estimate(encoder.model)
    for (let at = from; at < to; at++) {
      approach(this.literal, at, codeLiteral(estimate, around, frequent, at, bytes[at]))
      for (const [after, flags] of this.flags.entries())
        for (const [bit, costs] of flags.entries())
          approach(costs, at, codeFlag(estimate, around, at, after === 1, bit))
    }
  }

  /**
   * Looks at the numbers as they are at the end of the packing.
   * @param {Encoder} encoder
   */
  lookAtNumbers(encoder) {
    const estimate = new Estimate(encoder.model)
    for (let n = 1; n < this.length.length; n++) approach(this.length, n, codeNumber(estimate, LENGTHS, n))
    for (let length = 1; length <= LONG; length++) {
      const costs = this.distance[length]
      for (let n = 1; n < costs.length; n++) approach(costs, n, codeNumber(estimate, distances(length), n))
    }
  }
}

/**
 * @param {Float64Array} costs
 * @param {number} at
 * @param {number} cost
 */
function approach(costs, at, cost) {
  costs[at] += STEP * (cost - costs[at])
}
