// SPDX-License-Identifier: Apache-2.0

/**
 * A small seeded generator (the mulberry32 recipe, public domain), so that every run asks the same questions.
 * @param {number} seed
 * @returns {(limit: number) => number} whole numbers from 0 to limit − 1
 */
export const seededRandom = seed => {
  let state = seed >>> 0
  return limit => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit)
  }
}
