// SPDX-License-Identifier: Apache-2.0

/** @import { Run } from './format.js' */

/** Longer matches are taken in parts. */
export const LONGEST = 1024

/** Its number is one more, and 65535 at most. */
export const FARTHEST = 65_534

/** How many earlier places are tried for each byte. */
const TRIES = 4096

/**
 * How many bytes at `at` are those at an earlier place, up to the raw bytes or the end.
 * @param {Uint8Array} bytes
 * @param {Run} raw
 * @param {number} at
 * @param {number} distance
 * @returns {number} at most LONGEST
 */
export function matchLength(bytes, raw, at, distance) {
  const end = Math.min(at < raw.start ? raw.start : bytes.length, at + LONGEST)
  let to = at
  while (to < end && bytes[to] === bytes[to - distance]) to++
  return to - at
}

/**
 * The matches that a byte can begin, those of at least two bytes: for each length the nearest one.
 * @param {Uint8Array} bytes
 * @param {Run} raw
 * @returns {{ distance: number, length: number }[][]} for each byte, ascending in both
 */
export function findMatches(bytes, raw) {
  /** @type {Map<number, number[]>} places by the two bytes there */
  const places = new Map()
  return Array.from(bytes, (byte, at) => {
    const pair = (byte << 8) | bytes[at + 1]
    const earlier = places.get(pair) ?? []
    const found = []
    let longest = 1
    for (let i = earlier.length - 1; i >= Math.max(0, earlier.length - TRIES) && longest < LONGEST; i--) {
      const distance = at - earlier[i]
      if (distance > FARTHEST) break
      if (bytes[at + longest] !== bytes[at + longest - distance]) continue
      const length = matchLength(bytes, raw, at, distance)
      if (length <= longest) continue
      longest = length
      found.push({ distance, length })
    }
    earlier.push(at)
    places.set(pair, earlier)
    return found
  })
}
