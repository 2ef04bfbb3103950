// SPDX-License-Identifier: Apache-2.0
/** STUB, helper A */
/** @typedef {import('binbo').Move} Move */
/** @typedef {import('binbo/pgn').Arrow} Arrow */
/** @typedef {import('binbo/pgn').SquareMark} SquareMark */
/**
 * What there is to see.
 * @typedef {object} BoardPosition
 * @property {string} fen
 * @property {Move[]} moves that may be made, none for a board to look at
 * @property {Move | null} lastMove
 * @property {boolean} check whether the side to move is in check
 * @property {Arrow[]} arrows of the game's annotations
 * @property {SquareMark[]} squares of the game's annotations
 */
export class Board {
  flipped = false
  /** @param {HTMLElement} root @param {{ onMove: (uci: string) => void }} handlers */
  constructor(root, handlers) {
    this.root = root
    this.handlers = handlers
  }
  /** @param {BoardPosition} position */
  show(position) {
    this.root.textContent = position.fen
  }
  /** @param {{ from: import('binbo').Square, to: import('binbo').Square, rank: number }[]} arrows best moves, rank 1 is the best */
  showEngineArrows(arrows) {
    void arrows
  }
  flip() {
    this.flipped = !this.flipped
  }
  /** After a change of settings. */
  redraw() {}
}
