// SPDX-License-Identifier: Apache-2.0
// Which signs stand on the board for a position, a piece in the hand, annotations and an engine's moves.

/** @typedef {import('binbo').Move} Move */
/** @typedef {import('binbo/pgn').Arrow} Arrow */
/** @typedef {import('binbo/pgn').SquareMark} SquareMark */
/** @typedef {import('./board.js').BoardPosition} BoardPosition */
/** @typedef {import('./overlay.js').Sign} Sign */

const MARK_WIDTH = 0.17
/** By rank. */
const ENGINE_WIDTHS = [0.19, 0.13, 0.09]

/** @param {Move | null} move @returns {Sign[]} */
export const lastMoveSigns = move =>
  (move ? [move.from, move.to] : []).map(square => ({
    shape: 'square',
    square,
    class: `last ${isLight(square) ? 'light' : 'dark'}`,
  }))

/** @param {BoardPosition} position @returns {Sign[]} for a king in check */
export function checkSigns({ fen, check }) {
  const king = check ? kingSquare(fen) : null
  return king ? [{ shape: 'ring', square: king, class: 'check' }] : []
}

/** @param {string} square @returns {Sign[]} for the piece in the hand, where it came from */
export const pickedSigns = square => [
  { shape: 'square', square, class: 'picked' },
  { shape: 'frame', square, class: 'picked' },
]

/**
 * @param {Map<string, Move[]>} targets
 * @param {string | null} hovered where the piece in the hand is
 * @param {(square: string) => string | null} pieceOn
 * @returns {Sign[]} a dot where nothing stands, a ring where something does
 */
export function targetSigns(targets, hovered, pieceOn) {
  /** @type {Sign[]} */
  const signs = Array.from(targets.keys(), square => ({
    shape: pieceOn(square) ? 'ring' : 'dot',
    square,
    class: 'target',
  }))
  if (hovered && targets.has(hovered)) signs.push({ shape: 'frame', square: hovered, class: 'hovered' })
  return signs
}

/** @param {SquareMark[]} squares @returns {Sign[]} */
export const squareMarks = squares =>
  squares.flatMap(({ square, color }) => [
    { shape: 'square', square, class: `mark ${color}` },
    { shape: 'frame', square, class: `mark ${color}` },
  ])

/** @param {Arrow[]} arrows @returns {Sign[]} */
export const markArrows = arrows =>
  arrows
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, color }) => ({ shape: 'arrow', from, to, width: MARK_WIDTH, class: `mark ${color}` }))

/**
 * @param {{ from: string, to: string, rank: number }[]} arrows
 * @returns {Sign[]} the best one above the others
 */
export const engineArrows = arrows =>
  arrows
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ from, to, rank }) => ({
      shape: 'arrow',
      from,
      to,
      width: ENGINE_WIDTHS[Math.min(rank, ENGINE_WIDTHS.length) - 1],
      class: rank === 1 ? 'engine best' : 'engine',
    }))

/** @param {string} square */
const isLight = square => (square.charCodeAt(0) + square.charCodeAt(1)) % 2 === 1

/** @param {string} fen @returns {string | null} where the king of the side to move stands */
function kingSquare(fen) {
  const [placement, side] = fen.split(' ')
  const king = side === 'w' ? 'K' : 'k'
  for (const [row, text] of placement.split('/').entries()) {
    const file = text.replace(/\d/g, digit => ' '.repeat(Number(digit))).indexOf(king)
    if (file >= 0) return 'abcdefgh'[file] + (8 - row)
  }
  return null
}
