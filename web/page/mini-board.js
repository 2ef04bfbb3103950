// SPDX-License-Identifier: Apache-2.0
// A small board as a picture, with the pieces that the page has loaded.

import { svg } from 'lit-html'

/**
 * @param {string} placement the first field of a FEN
 * @param {string[]} [marked] squares, such as those of the last move
 * @param {boolean} [flipped] is Black at the bottom?
 */
export function miniBoard(placement, marked = [], flipped = false) {
  const place = (/** @type {number} */ file, /** @type {number} */ rank) =>
    flipped ? [7 - file, 7 - rank] : [file, rank]
  const rows = placement.split('/').map(row => row.replace(/\d/g, count => ' '.repeat(Number(count))))
  const pieces = rows.flatMap((row, rank) =>
    Array.from(row, (piece, file) => ({ piece, at: place(file, rank) })).filter(({ piece }) => piece !== ' '),
  )
  return svg`<svg class="mini-board" viewBox="0 0 8 8" aria-hidden="true">${marked.map(square => {
    const [x, y] = place(square.charCodeAt(0) - 97, 8 - Number(square[1]))
    return svg`<rect x=${x} y=${y} width="1" height="1"></rect>`
  })}${pieces.map(
    ({ piece, at: [x, y] }) =>
      svg`<svg x=${x} y=${y} width="1" height="1" viewBox="0 0 40 40"><use href=${`#${piece < 'a' ? 'w' : 'b'}${piece.toLowerCase()}`}></use></svg>`,
  )}</svg>`
}
