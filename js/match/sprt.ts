// SPDX-License-Identifier: Apache-2.0
// The sequential probability ratio test: whether an Elo difference is elo0 or elo1, as early as the games allow.
//
// It is the generalised one: each hypothesis is represented by the distribution of results that fits the counts best among
// those with its Elo. Source: M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a
// multinomial distribution" and "Comments on normalized Elo". The bounds are A. Wald's.

import { contentError } from '../core/content-error.js'
import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { checkOptions, choice } from '../core/options.js'
import { ELO_OF_ONE, scoreOfElo, sumOf } from './numbers.js'
import type { PairCounts } from './scores.js'
import { GAME_VALUES, PAIR_VALUES } from './scores.js'

/** What a test decides between. */
export type Bounds = {
  /** The Elo difference of H0. */
  elo0: number
  /** The Elo difference of H1, above elo0. */
  elo1: number
  /** The probability of H1 where H0 is true, between 0 and 1. Default 0.05. */
  alpha?: number | undefined
  /** The probability of H0 where H1 is true, between 0 and 1. Default 0.05. */
  beta?: number | undefined
  /**
   * The Elo of elo0 and elo1: 'normalized' (default), 'logistic', or 'bayesian', BayesElo with the sample's draws, which
   * counts games and no pairs.
   */
  model?: 'normalized' | 'logistic' | 'bayesian' | undefined
}

/** Counts for a test: pairs, or games if there is no whole pair. A PairScore has both. */
export type SprtCounts =
  | { wins: number; draws: number; losses: number; pairs?: PairCounts | undefined }
  | { pairs: PairCounts }

/** Where a test stands. */
export type SprtState = {
  /** The logarithm of the likelihood ratio: H1 is accepted at `upper`, H0 at `lower`. */
  llr: number
  lower: number
  upper: number
  decision: 'H0' | 'H1' | null
}

const MODELS = ['normalized', 'logistic', 'bayesian'] as const
const BOUNDS_NAMES = ['elo0', 'elo1', 'alpha', 'beta', 'model']
/** In place of a count of 0, whose logarithm there is not. */
const LEAST = 1e-3

/** @throws {ChessError} ERR_ARGUMENT */
export function checkBounds(
  bounds: unknown,
): Required<{ [Name in keyof Bounds]: NonNullable<Bounds[Name]> }> {
  const { elo0, elo1, alpha = 0.05, beta = 0.05, model } = checkOptions(bounds, BOUNDS_NAMES)
  const isElo = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
  const isShare = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 1
  for (const elo of [elo0, elo1]) if (!isElo(elo)) throw argumentError('elo0 and elo1 are numbers', elo)
  for (const share of [alpha, beta])
    if (!isShare(share)) throw argumentError('alpha and beta are between 0 and 1', share)
  if (!isElo(elo0) || !isElo(elo1) || elo0 >= elo1) throw argumentError('elo0 is below elo1')
  if (!isShare(alpha) || !isShare(beta) || alpha + beta >= 1)
    throw argumentError('alpha and beta are together below 1')
  return { elo0, elo1, alpha, beta, model: MODELS[choice('model', model, MODELS)] }
}

/**
 * Returns where a test stands after these counts. With counts of 0 alone the LLR is 0.
 * @param score a PairScore, or counts of pairs or games
 * @throws {ChessError} ERR_ARGUMENT
 */
export function sprt(score: SprtCounts, bounds: Bounds): SprtState {
  const { elo0, elo1, alpha, beta, model } = checkBounds(bounds)
  const { values, counts } = countsOf(score, model)
  const [lower, upper] = [Math.log(beta / (1 - alpha)), Math.log((1 - beta) / alpha)]
  const llr = counts.some(count => count > 0) ? ratioOf(values, counts, elo0, elo1, model) : 0
  return { llr, lower, upper, decision: llr >= upper ? 'H1' : llr <= lower ? 'H0' : null }
}

/** @throws {ChessError} ERR_ARGUMENT */
function countsOf(score: unknown, model: (typeof MODELS)[number]) {
  if (!isObject(score)) throw argumentError('A score is { pairs } or { wins, draws, losses }', score)
  const { wins, draws, losses, pairs } = score
  const isCounts = (counts: unknown[]): counts is number[] =>
    counts.every(count => Number.isSafeInteger(count) && Number(count) >= 0)
  if (pairs !== undefined) {
    if (!Array.isArray(pairs) || pairs.length !== PAIR_VALUES.length || !isCounts(pairs))
      throw contentError('pairs are five counts', pairs)
    const some = pairs.some(count => count > 0)
    if (model !== 'bayesian' && (some || wins === undefined)) return { values: PAIR_VALUES, counts: pairs }
  }
  const games = [losses, draws, wins]
  if (!isCounts(games)) throw contentError('wins, draws and losses are counts', { wins, draws, losses })
  return { values: GAME_VALUES, counts: games }
}

function ratioOf(
  values: readonly number[],
  counts: readonly number[],
  elo0: number,
  elo1: number,
  model: (typeof MODELS)[number],
): number {
  const kept = counts.map(count => Math.max(count, LEAST))
  const total = kept.reduce((sum, count) => sum + count, 0)
  const shares = kept.map(count => count / total)
  if (model === 'normalized') {
    const unit = ELO_OF_ONE / (values === PAIR_VALUES ? Math.SQRT2 : 1)
    return total * (bestOfRatio(values, shares, elo1 / unit) - bestOfRatio(values, shares, elo0 / unit))
  }
  if (model === 'logistic')
    return (
      total * (bestOfMean(values, shares, scoreOfElo(elo1)) - bestOfMean(values, shares, scoreOfElo(elo0)))
    )
  // BayesElo says nothing without a win or without a loss.
  if (counts[0] === 0 || counts[2] === 0) return 0
  const [loss, , win] = shares
  const drawElo = 200 * Math.log10(((1 - loss) / loss) * ((1 - win) / win))
  const scoreAt = (elo: number) => (1 + scoreOfElo(elo - drawElo) - scoreOfElo(-elo - drawElo)) / 2
  return total * (bestOfMean(values, shares, scoreAt(elo1)) - bestOfMean(values, shares, scoreAt(elo0)))
}

/**
 * The distribution of a mean that fits best has p / (1 + theta * (value - mean)).
 * @param shares positive, of sum 1
 * @returns its expected logarithm, less that of the shares
 */
const bestOfMean = (values: readonly number[], shares: readonly number[], mean: number): number =>
  bestOf([values.map(value => value - mean)], shares)

/**
 * The same for distributions whose mean is ½ + ratio * deviation. All means and deviations with this ratio are tried: first
 * on a grid, then between its points.
 */
function bestOfRatio(values: readonly number[], shares: readonly number[], ratio: number): number {
  const at = (deviation: number) => {
    const mean = 0.5 + ratio * deviation
    if (!isPossible(values, mean, deviation ** 2)) return Number.NEGATIVE_INFINITY
    const first = values.map(value => value - mean)
    return bestOf([first, first.map(value => value ** 2 - deviation ** 2)], shares)
  }
  const most = Math.min(0.5, 0.5 / Math.abs(ratio))
  const step = most / GRID
  const points = Array.from({ length: GRID - 1 }, (_, i) => at((i + 1) * step))
  const top = points.indexOf(Math.max(...points)) + 1
  return Math.max(points[top - 1], peakOf(at, (top - 1) * step, (top + 1) * step))
}

const GRID = 64
/** The golden section. */
const SECTION = (Math.sqrt(5) - 1) / 2

/** @returns the greatest value of a function with one peak between two places */
function peakOf(at: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  let [left, right] = [high - SECTION * (high - low), low + SECTION * (high - low)]
  let [atLeft, atRight] = [at(left), at(right)]
  for (let i = 0; i < 40; i++) {
    if (atLeft < atRight) {
      low = left
      left = right
      atLeft = atRight
      right = low + SECTION * (high - low)
      atRight = at(right)
    } else {
      high = right
      right = left
      atRight = atLeft
      left = high - SECTION * (high - low)
      atLeft = at(left)
    }
  }
  return Math.max(atLeft, atRight)
}

/** @returns whether a distribution over the values has this mean and variance, and no value has the share 0 */
function isPossible(values: readonly number[], mean: number, variance: number): boolean {
  const above = values.findIndex(value => value > mean)
  if (above < 1) return false
  const least = (mean - values[above - 1]) * (values[above] - mean)
  return variance > least && variance < mean * (1 - mean)
}

/**
 * Finds the thetas for which sum(share * log(1 + theta * constraint)) is greatest, by Newton's method: there the distribution
 * share / (1 + theta * constraint) fulfils the constraints, whose expected values are 0.
 * @param constraints one or two, a value for each outcome
 * @returns minus this sum
 */
function bestOf(constraints: readonly (readonly number[])[], shares: readonly number[]): number {
  let theta = constraints.map(() => 0)
  let factors = shares.map(() => 1)
  let best = 0
  for (let round = 0; round < 200; round++) {
    const weights = shares.map((share, i) => share / factors[i])
    const slope = constraints.map(values => sumOf(values, weights))
    const bend = constraints.map(row =>
      constraints.map(column =>
        row.reduce((sum, value, i) => sum + (value * column[i] * weights[i]) / factors[i], 0),
      ),
    )
    const step = solved(bend, slope)
    const gain = sumOf(step, slope)
    if (!(gain > 1e-13)) break
    let share = 1
    for (; share > 1e-12; share /= 2) {
      const next = theta.map((value, i) => value + share * step[i])
      const tried = shares.map((_, i) => constraints.reduce((sum, values, k) => sum + next[k] * values[i], 1))
      if (tried.some(factor => factor <= 0)) continue
      const value = sumOf(tried.map(Math.log), shares)
      if (value <= best) continue
      theta = next
      factors = tried
      best = value
      break
    }
    if (share <= 1e-12) break
  }
  return -best
}

/** Solves one or two linear equations by Cramer's rule. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  if (right.length === 1) return [right[0] / matrix[0][0]]
  const [[a, b], [c, d]] = matrix
  const determinant = a * d - b * c
  return [(right[0] * d - b * right[1]) / determinant, (a * right[1] - c * right[0]) / determinant]
}
