// SPDX-License-Identifier: Apache-2.0
// What a score means, from White's side: as a figure, in words, and as White's share of the game. And the main line
// as a series of verdicts, with its turning points.

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('binbo').Status} Status */
/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {import('binbo/pgn').PgnNode} PgnNode */

/**
 * @typedef {object} Verdict
 * @property {number} share of White, 0 to 1
 * @property {string} text such as '+0.35', '#4', '−#3'
 * @property {string} words such as 'White is ahead by 0.35'
 */

/** Centipawns at which one side is expected to score ten times as much as the other. */
const TENFOLD = 400

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
  if (kind === 'mate') {
    const words = `${side} mates in ${size}`
    return { share: rounded > 0 ? 1 : 0, text: rounded > 0 ? `#${size}` : `−#${size}`, words }
  }
  const pawns = (size / 100).toFixed(2)
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : ''
  return {
    share: 1 / (1 + 10 ** (-rounded / TENFOLD)),
    text: `${sign}${pawns}`,
    words: rounded === 0 ? 'Even' : `${side} is ahead by ${pawns}`,
  }
}

/**
 * @param {PgnNode} node
 * @returns {Verdict | null} the evaluation in the game's annotations; null without one
 */
export function verdictAt(node) {
  if (node.san?.endsWith('#') && node.move) return MATED[node.move.color]
  return node.eval ? verdictOf(node.eval) : null
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

/** The least loss of the mover's share that makes a move a turning point. */
const MIN_LOSS = 0.1
const MAX_TURNING_POINTS = 6

/** @param {PgnGame} tree @returns {Moment[]} the start and each move of the main line */
export const momentsOf = tree =>
  [tree.root, ...tree.mainline()].map(node => ({ node, verdict: verdictAt(node) }))

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
