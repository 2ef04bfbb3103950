// SPDX-License-Identifier: Apache-2.0
import { LONG } from './format.js'
import { matchLength } from './matches.js'

/** @import { Costs } from './costs.js' */
/** @import { Run, Token } from './format.js' */

/**
 * What the time that a modelled bit takes to unpack is worth, in bits of size: 18 bytes for a thousand
 * of them, which take 15 µs.
 */
const BIT_TIME = 0.14

const LITERAL_TIME = 9 * BIT_TIME
const MATCH_TIME = 14 * BIT_TIME

/** Up to this length a match may end anywhere, beyond it only where it must. */
const FINE = 64

/**
 * The cheapest way, by these costs, to say all bytes in tokens: a shortest path from byte to byte. Each
 * place remembers one way to it, the cheapest, and so one last distance.
 * @param {Uint8Array} bytes
 * @param {Run} raw which is left out
 * @param {{ distance: number, length: number }[][]} matches
 * @param {Costs} costs
 * @returns {Token[]}
 */
export function cheapestTokens(bytes, raw, matches, costs) {
  const total = new Float64Array(bytes.length + 1).fill(Number.POSITIVE_INFINITY)
  const lengths = new Int32Array(bytes.length + 1)
  const tokenDistances = new Int32Array(bytes.length + 1)
  const lastDistances = new Int32Array(bytes.length + 1).fill(1)

  /** A token from `at`, if there is no cheaper way to its end. */
  const offer = (
    /** @type {number} */ at,
    /** @type {number} */ length,
    /** @type {number} */ distance,
    /** @type {number} */ cost,
  ) => {
    const to = at + length
    if (total[at] + cost >= total[to]) return
    total[to] = total[at] + cost
    lengths[to] = length
    tokenDistances[to] = distance
    lastDistances[to] = distance || lastDistances[at]
  }

  total[0] = 0
  for (let at = 0; at < bytes.length; at++) {
    if (at === raw.start && raw.size > 0) at = skip(at, raw.size)
    if (at === bytes.length) break
    const flags = costs.flags[tokenDistances[at] ? 1 : 0]
    offer(at, 1, 0, flags[0][at] + costs.literal[at] + LITERAL_TIME)

    const cost = flags[1][at] + MATCH_TIME
    const last = lastDistances[at]
    const again = last <= at ? matchLength(bytes, raw, at, last) : 0
    for (let length = 1; length <= again; length = longer(length, again))
      offer(at, length, last, cost + costs.length[length] + costs.distance[Math.min(length, LONG)][1])
    let length = 1
    for (const match of matches[at])
      for (; length <= match.length; length = longer(length, match.length))
        offer(
          at,
          length,
          match.distance,
          cost + costs.length[length] + costs.distance[Math.min(length, LONG)][match.distance + 1],
        )
  }

  /** Behind the raw bytes all is as it was before them. */
  function skip(/** @type {number} */ at, /** @type {number} */ size) {
    const to = at + size
    total[to] = total[at]
    lengths[to] = size
    tokenDistances[to] = tokenDistances[at]
    lastDistances[to] = lastDistances[at]
    return to
  }

  const tokens = []
  for (let to = bytes.length; to > 0; to -= lengths[to]) {
    const isRaw = raw.size > 0 && to === raw.start + raw.size
    if (!isRaw) tokens.push({ length: lengths[to], distance: tokenDistances[to] })
  }
  return tokens.reverse()
}

/**
 * @param {number} length
 * @param {number} longest
 */
const longer = (length, longest) => (length < FINE || length >= longest ? length + 1 : longest)
