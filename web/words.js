// SPDX-License-Identifier: Apache-2.0
// What the page says about a game, in words.

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo').Move} Move */

const DRAWS = /** @type {Record<string, string>} */ ({
  stalemate: 'The side to move is not in check and has no legal move.',
  insufficient_material: 'Neither side has the material to mate.',
  rule50: 'Fifty moves by each side without a capture or a pawn move.',
  rule75: 'Seventy-five moves by each side without a capture or a pawn move.',
  threefold_repetition: 'The same position stood on the board three times.',
  fivefold_repetition: 'The same position stood on the board five times.',
  manual: 'The players agreed on it.',
})

/** @param {string} color @returns {string} with a capital letter */
export const colorName = color => (color === 'white' ? 'White' : 'Black')

/**
 * @typedef {object} StatusWords
 * @property {string} headline
 * @property {string} detail
 * @property {'play' | 'check' | 'over'} tone
 * @property {'white' | 'black' | 'none'} side whose turn it is, or who won; none after a draw
 */

/**
 * @param {Game} game
 * @returns {StatusWords}
 */
export function describeStatus(game) {
  const { status, sideToMove } = game
  const clocks = `Move ${game.fullmoveNumber}, halfmove clock ${game.halfmoveClock}`
  if (!status.over) {
    const tone = game.isCheck ? 'check' : 'play'
    const check = game.isCheck ? ' and is in check' : ''
    return { headline: `${colorName(sideToMove)} to move${check}`, detail: clocks, tone, side: sideToMove }
  }
  if (status.type === 'checkmate') {
    const detail = `Mate on move ${lastMoveNumber(game)}.`
    return {
      headline: `Checkmate: ${colorName(status.winner)} wins`,
      detail,
      tone: 'over',
      side: status.winner,
    }
  }
  if (status.type === 'winner')
    return { headline: 'The game is decided', detail: '', tone: 'over', side: 'none' }
  const kind = status.reason
    .replace('rule50', 'fifty moves')
    .replace('rule75', '75 moves')
    .replaceAll('_', ' ')
  const headline = status.reason === 'stalemate' ? 'Draw: stalemate' : `Draw: ${kind}`
  return { headline, detail: DRAWS[status.reason], tone: 'over', side: 'none' }
}

/** @param {Game} game @returns {number} */
const lastMoveNumber = game => (game.sideToMove === 'white' ? game.fullmoveNumber - 1 : game.fullmoveNumber)

/**
 * @param {Move} move
 * @param {Game} game after it
 * @returns {string} one sentence for screen readers
 */
export function describeMove(move, game) {
  return `${colorName(move.color)} played ${move.san}. ${describeStatus(game).headline}.`
}
