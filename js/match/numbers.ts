// SPDX-License-Identifier: Apache-2.0
// Mathematics of scores: the error function, Elo, and sums over distributions.

const LN_10 = Math.log(10)
/** The Elo difference of a normalised score of 1: 800 / ln 10. */
export const ELO_OF_ONE = 800 / LN_10
/** Half the width of a 95 % interval, in standard deviations. */
export const Z_95 = 1.959963984540054

/**
 * The error function.
 * @returns to 14 digits, by the series of NIST's Digital Library, 7.6.2, whose terms are all positive
 */
export function erf(x: number): number {
  if (Math.abs(x) > 6) return Math.sign(x)
  let term = x
  let sum = x
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-17; n++) {
    term *= (2 * x * x) / (2 * n + 1)
    sum += term
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum
}

/** @returns the Elo difference of a score; null for 0 and 1 and beyond */
export const eloOf = (score: number): number | null =>
  score > 0 && score < 1 ? (400 * Math.log(score / (1 - score))) / LN_10 : null

/** @param elo a difference @returns the expected score */
export const scoreOfElo = (elo: number): number => 1 / (1 + 10 ** (-elo / 400))

/** @returns of the products of both lists */
export const sumOf = (values: readonly number[], weights: readonly number[]): number =>
  values.reduce((sum, value, i) => sum + value * weights[i], 0)

/** @param counts how often each value occurs; at least one does */
export function momentsOf(values: readonly number[], counts: readonly number[]) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const mean = sumOf(values, counts) / total
  const squares = values.map(value => (value - mean) ** 2)
  return { total, mean, variance: sumOf(squares, counts) / total }
}
