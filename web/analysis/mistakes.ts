// SPDX-License-Identifier: Apache-2.0
// The logic of "Learn from the mistakes": which positions are asked, which moves solve them, and the summary.

import type { Color } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import type { Score } from 'binbo/uci'
import { say } from '../page/texts.js'
import type { Findings } from './review-run.js'

/** Whose mistakes. */
export type Side = Color | 'both'

export type Mistake = {
  /** after the bad move */
  node: PgnNode
  /** before the bad move: the user looks for a better one */
  before: PgnNode
  mover: Color
  /** the engine's line, in UCI */
  best: string[]
  /** the same in SAN */
  sans: string[]
  /** of the best move */
  score: Score
}

/** 'hinted': found after a hint. */
type Outcome = 'open' | 'found' | 'hinted' | 'shown' | 'skipped'

/** Judgements that become a task; inaccuracies teach little. */
const TASKS = new Set(['mistake', 'blunder'])
/** A move that loses less winning chance, which an inaccuracy loses, solves the task. */
const MAX_LOSS = 0.1

/** @returns the mistakes in the order of the game */
export function mistakesOf(
  { analysis: { positions }, nodes }: Pick<Findings, 'analysis' | 'nodes'>,
  side: Side,
): Mistake[] {
  return positions.flatMap(({ judgement }, index) => {
    const node = nodes[index]
    const [best] = positions[index - 1]?.lines ?? []
    if (!judgement || !TASKS.has(judgement) || !node.move || !best?.pv?.length || !best.score) return []
    const { color } = node.move
    if (side !== 'both' && side !== color) return []
    const { pv, san, score } = best
    return [{ node, before: nodes[index - 1], mover: color, best: pv, sans: san, score }]
  })
}

/**
 * @param score of the user's move
 * @returns whether that move is about as good as the best one
 */
export const isGoodEnough = (
  { score: best, mover }: Pick<Mistake, 'score' | 'mover'>,
  score: Score,
): boolean => best.pov(mover).winningChance() - score.pov(mover).winningChance() < MAX_LOSS

function foundText(found: number, all: number, hinted: number): string {
  if (hinted === 0)
    return all === 1
      ? say`You found ${found} of 1 better move.`
      : say`You found ${found} of ${all} better moves.`
  return all === 1
    ? say`You found ${found} of 1 better move, ${hinted} of them with a hint.`
    : say`You found ${found} of ${all} better moves, ${hinted} of them with a hint.`
}

/** One pass through a list of mistakes. */
export class Lesson {
  #mistakes: Mistake[]
  #outcomes: Outcome[]
  #place = 0
  #isHinted = false

  /** @param mistakes at least one */
  constructor(mistakes: Mistake[]) {
    this.#mistakes = mistakes
    this.#outcomes = mistakes.map(() => 'open')
  }

  get count() {
    return this.#mistakes.length
  }

  /** @returns the index of the current mistake, from 0; `count` at the end */
  get place(): number {
    return this.#place
  }

  /** @returns undefined at the end */
  get mistake(): Mistake | undefined {
    return this.#mistakes[this.#place]
  }

  /** @returns whether the current mistake is unsolved */
  get isOpen(): boolean {
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

  /** Goes to the next mistake, or to the end; an unsolved one counts as skipped. */
  next() {
    this.#settle('skipped')
    this.#place++
    this.#isHinted = false
  }

  /** @returns such as 'You found 3 of 5 better moves, 1 of them with a hint. 1 was shown, 1 skipped.' */
  summary(): string {
    const count = (one: Outcome) => this.#outcomes.filter(outcome => outcome === one).length
    const hinted = count('hinted')
    const [shown, skipped] = [count('shown'), count('skipped')]
    const rest = [
      shown > 0 && (shown === 1 ? say`1 was shown` : say`${shown} were shown`),
      skipped > 0 && (skipped === 1 ? say`1 was skipped` : say`${skipped} were skipped`),
    ].filter(Boolean)
    return `${foundText(count('found') + hinted, this.count, hinted)}${rest.length ? ` ${rest.join(', ')}.` : ''}`
  }

  #settle(outcome: Outcome) {
    if (this.isOpen) this.#outcomes[this.#place] = outcome
  }
}
