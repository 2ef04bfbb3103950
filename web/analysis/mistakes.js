// SPDX-License-Identifier: Apache-2.0
// The mistakes of an analysed game as exercises, without a screen: which positions, what counts as solved, the summary.

/** @import { Color } from 'binbo' */
/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Score } from 'binbo/uci' */
/** @import { Findings } from './review-run.js' */

/** Whose mistakes. @typedef {Color | 'both'} Side */

/**
 * @typedef {object} Mistake
 * @property {PgnNode} node of the bad move
 * @property {PgnNode} before the position in which a better move is to be found
 * @property {Color} mover
 * @property {string[]} best the engine's line, in UCI
 * @property {string[]} sans the same in SAN
 * @property {Score} score of the best move
 */

/** 'hinted': found after a hint. @typedef {'open' | 'found' | 'hinted' | 'shown' | 'skipped'} Outcome */

/** What counts as a mistake here; an inaccuracy teaches little. */
const TAUGHT = new Set(['mistake', 'blunder'])
/** A move that loses less winning chance than an inaccuracy is as good as the best one. */
const MOST_LOSS = 0.1

/**
 * @param {Pick<Findings, 'analysis' | 'nodes'>} findings
 * @param {Side} side
 * @returns {Mistake[]} in the order of the game
 */
export function mistakesOf({ analysis: { positions }, nodes }, side) {
  return positions.flatMap(({ judgement }, index) => {
    const node = nodes[index]
    const [best] = positions[index - 1]?.lines ?? []
    if (!judgement || !TAUGHT.has(judgement) || !node.move || !best?.pv?.length || !best.score) return []
    const { color } = node.move
    if (side !== 'both' && side !== color) return []
    const { pv, san, score } = best
    return [{ node, before: nodes[index - 1], mover: color, best: pv, sans: san, score }]
  })
}

/**
 * @param {Mistake} mistake
 * @param {Score} score of another move
 * @returns {boolean} whether that move is about as good as the best one
 */
export const isGoodEnough = ({ score: best, mover }, score) =>
  best.pov(mover).winningChance() - score.pov(mover).winningChance() < MOST_LOSS

/** The way through the mistakes. */
export class Lesson {
  #mistakes
  /** @type {Outcome[]} */
  #outcomes
  #place = 0
  #isHinted = false

  /** @param {Mistake[]} mistakes at least one */
  constructor(mistakes) {
    this.#mistakes = mistakes
    this.#outcomes = mistakes.map(() => 'open')
  }

  get count() {
    return this.#mistakes.length
  }

  /** @returns {number} of the current mistake, from 0; `count` at the end */
  get place() {
    return this.#place
  }

  /** @returns {Mistake | undefined} undefined at the end */
  get mistake() {
    return this.#mistakes[this.#place]
  }

  /** @returns {boolean} whether the current mistake is still to be solved */
  get isOpen() {
    return this.#outcomes[this.#place] === 'open'
  }

  get isHinted() {
    return this.#isHinted
  }

  hint() {
    this.#isHinted = true
  }

  found() {
    this.#settle(this.#isHinted ? 'hinted' : 'found')
  }

  show() {
    this.#settle('shown')
  }

  /** Goes to the next mistake, or to the end; one that is open counts as skipped. */
  next() {
    this.#settle('skipped')
    this.#place++
    this.#isHinted = false
  }

  /** @returns {string} such as 'You found 3 of 5 better moves, 1 of them with a hint. 1 was shown, 1 skipped.' */
  summary() {
    const count = (/** @type {Outcome} */ one) => this.#outcomes.filter(outcome => outcome === one).length
    const hinted = count('hinted')
    const withHint = hinted > 0 ? `, ${hinted} of them with a hint` : ''
    const rest = [
      ['shown', count('shown')],
      ['skipped', count('skipped')],
    ].flatMap(([what, number]) => (number ? [`${number} ${number === 1 ? 'was' : 'were'} ${what}`] : []))
    const found = count('found') + hinted
    const moves = this.count === 1 ? 'better move' : 'better moves'
    return `You found ${found} of ${this.count} ${moves}${withHint}.${rest.length ? ` ${rest.join(', ')}.` : ''}`
  }

  /** @param {Outcome} outcome */
  #settle(outcome) {
    if (this.isOpen) this.#outcomes[this.#place] = outcome
  }
}
