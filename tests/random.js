// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers for tools and tests: the same seed gives the same numbers everywhere.
// Source of the generator: G. Marsaglia, "Xorshift RNGs" (2003), the 32-bit triple 13, 17, 5.

/**
 * A sequence of random numbers in [0, 1).
 * @param {number} seed any integer but 0
 * @returns {() => number}
 */
export function randomFrom(seed) {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/**
 * A random element.
 * @template T
 * @param {() => number} random
 * @param {readonly T[]} list not empty
 * @returns {T}
 */
export function pick(random, list) {
  return list[Math.floor(random() * list.length)]
}
