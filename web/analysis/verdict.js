// SPDX-License-Identifier: Apache-2.0
// What a score means, from White's side: as a figure, in words, and as White's share of the game. And the main line
// as a series of verdicts, with its turning points.

import { Score } from 'binbo/uci'

/** @import { Color, Status } from 'binbo' */
/** @import { Evaluation, PgnGame, PgnNode } from 'binbo/pgn' */

/**
 * @typedef {object} Verdict
 * @property {number} share of White, 0 to 1
 * @property {string} text such as '+0.35', '#4', '−#3'
 * @property {string} words such as 'White is ahead by 0.35'
 */

/** Centipawns; games from files have any number. */
const LARGEST = 100_000

/** @type {Verdict} */
const DRAW = { share: 0.5, text: '½–½', words: 'Draw' }
const MATED = /** @type {Record<Color, Verdict>} */ ({
  white: { share: 1, text: '1–0', words: 'White has mated' },
  black: { share: 0, text: '0–1', words: 'Black has mated' },
})

/**
 * @param {{ kind: 'cp' | 'mate', value: number }} score seen by White
 * @returns {Verdict}
 */
export function verdictOf({ kind, value }) {
  const rounded = Math.round(value)
  const size = Math.abs(rounded)
  const side = rounded > 0 ? 'White' : 'Black'
  const text = scoreText({ kind, value })
  if (kind === 'mate') return { share: rounded > 0 ? 1 : 0, text, words: `${side} mates in ${size}` }
  return {
    share: (1 + chanceOf(rounded)) / 2,
    text,
    words: rounded === 0 ? 'Even' : `${side} is ahead by ${inPawns(size)}`,
  }
}

/** @param {number} centipawns @returns {string} such as '0.35' */
const inPawns = centipawns => (centipawns / 100).toFixed(2)

/**
 * @param {{ kind: 'cp' | 'mate', value: number }} score seen by White
 * @returns {string} such as '+0.35' or '−#3'
 */
export function scoreText({ kind, value }) {
  const rounded = Math.round(value)
  const size = Math.abs(rounded)
  if (kind === 'mate') return rounded > 0 ? `#${size}` : `−#${size}`
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${inPawns(size)}`
}

/** @param {number} centipawns @returns {number} White's winning chance, -1 to 1 */
function chanceOf(centipawns) {
  const value = Math.min(Math.max(centipawns, -LARGEST), LARGEST)
  return new Score({ kind: 'cp', value }, 'white').winningChance()
}

/**
 * @param {PgnNode} node
 * @param {Evaluation | undefined} [found] an evaluation that takes precedence over the one in the game's annotations
 * @returns {Verdict | null} null without an evaluation
 */
export function verdictAt(node, found) {
  if (node.san?.endsWith('#') && node.move) return MATED[node.move.color]
  const evaluation = found ?? node.eval
  return evaluation ? verdictOf(evaluation) : null
}

/**
 * @param {Status} status
 * @returns {Verdict | null} null while the game goes on
 */
export function verdictOfEnd(status) {
  if (!status.over) return null
  return status.type === 'checkmate' ? MATED[status.winner] : DRAW
}

/** @typedef {{ node: PgnNode, verdict: Verdict | null }} Moment */
/** @typedef {{ node: PgnNode, before: Verdict, after: Verdict, loss: number }} TurningPoint */

/** The least loss of the mover's share that makes a move a turning point: that of a mistake. */
const MIN_LOSS = 0.1
const MAX_TURNING_POINTS = 6

/**
 * @param {PgnGame} tree
 * @param {(node: PgnNode) => Evaluation | undefined} found evaluations that are not in the tree
 * @returns {Moment[]} the start and each move of the main line
 */
export const momentsOf = (tree, found) =>
  [tree.root, ...tree.mainline()].map(node => ({ node, verdict: verdictAt(node, found(node)) }))

/**
 * @param {Moment[]} moments
 * @returns {TurningPoint[]} the worst moves, in the order of the game
 */
export function turningPoints(moments) {
  /** @type {TurningPoint[]} */
  const found = []
  for (let index = 1; index < moments.length; index++) {
    const { verdict: before } = moments[index - 1]
    const { node, verdict: after } = moments[index]
    if (!before || !after || !node.move) continue
    const loss = (before.share - after.share) * (node.move.color === 'white' ? 1 : -1)
    if (loss >= MIN_LOSS) found.push({ node, before, after, loss })
  }
  const worst = new Set(found.toSorted((one, other) => other.loss - one.loss).slice(0, MAX_TURNING_POINTS))
  return found.filter(point => worst.has(point))
}
