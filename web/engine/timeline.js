// SPDX-License-Identifier: Apache-2.0
// The main line as a row of verdicts, and the moves with which the game turned.

import { verdictAt } from './verdict.js'

/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('./verdict.js').Verdict} Verdict */

/** @typedef {{ node: PgnNode, verdict: Verdict | null }} Moment */
/** @typedef {{ node: PgnNode, before: Verdict, after: Verdict, loss: number }} TurningPoint */

/** What a move must lose of the mover's share to be one. */
const LEAST_LOSS = 0.1
const MOST = 6

/** @param {PgnGame} tree @returns {Moment[]} of the start and of each move */
export const momentsOf = tree =>
  [tree.root, ...tree.mainline()].map(node => ({ node, verdict: verdictAt(node) }))

/**
 * @param {Moment[]} moments
 * @returns {TurningPoint[]} the worst moves, as they were played
 */
export function turningPoints(moments) {
  /** @type {TurningPoint[]} */
  const found = []
  for (let index = 1; index < moments.length; index++) {
    const { verdict: before } = moments[index - 1]
    const { node, verdict: after } = moments[index]
    if (!before || !after || !node.move) continue
    const loss = (before.share - after.share) * (node.move.color === 'white' ? 1 : -1)
    if (loss >= LEAST_LOSS) found.push({ node, before, after, loss })
  }
  const worst = new Set(found.toSorted((one, other) => other.loss - one.loss).slice(0, MOST))
  return found.filter(point => worst.has(point))
}
