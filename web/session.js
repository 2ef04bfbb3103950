// SPDX-License-Identifier: Apache-2.0
// The game on the page, and how it is changed. Every change that fails leaves it as it was.

import { ChessError, chess960Fen, Game } from 'binbo'

/** @typedef {import('binbo').Move} Move */
/** @typedef {import('binbo').Square} Square */

export class Session {
  #game = new Game()
  /** @type {string[]} */
  #sans = []

  get game() {
    return this.#game
  }

  /** SANs of the moves played and, after them, of those taken back. */
  get sans() {
    return this.#sans
  }

  newClassic() {
    this.#replace(new Game())
  }

  /** @param {number} number 0 to 959 */
  newChess960(number) {
    this.#replace(new Game({ variant: 'chess960', fen: chess960Fen(number) }))
  }

  /**
   * Starts from a position; as Chess960 where only its castling rights need that.
   * @param {string} fen
   * @throws {ChessError} ERR_FEN_*
   */
  setFen(fen) {
    this.#replace(gameFrom(fen))
  }

  /**
   * @param {string} pgn
   * @throws {ChessError} ERR_PGN_*
   */
  loadPgn(pgn) {
    const game = new Game()
    try {
      game.loadPgn(pgn)
    } catch (error) {
      game.stop()
      throw error
    }
    this.#replace(game)
  }

  /**
   * The legal moves between two squares: more than one where a pawn promotes.
   * @param {Square} from
   * @param {Square} to
   * @returns {Move[]}
   */
  movesBetween(from, to) {
    return this.#game.legalMoves('move', { from }).filter(move => move.to === to)
  }

  /** @param {string} uci a legal move */
  play(uci) {
    const { ply } = this.#game
    this.#game.move(uci)
    this.#sans = [...this.#sans.slice(0, ply), /** @type {Move} */ (this.#game.lastMove).san]
  }

  /**
   * Takes moves back or plays them again.
   * @param {number} ply how many moves are to stand on the board
   */
  goTo(ply) {
    while (this.#game.ply > ply && this.#game.undo());
    while (this.#game.ply < ply && this.#game.redo());
  }

  /** @param {Game} game */
  #replace(game) {
    this.#game.stop()
    this.#game = game
    this.#sans = game.moves.map(({ san }) => san)
  }
}

/** @param {string} fen @returns {Game} */
function gameFrom(fen) {
  try {
    return new Game({ fen })
  } catch (error) {
    if (!(error instanceof ChessError) || error.code !== 'ERR_FEN_CASTLING_VARIANT') throw error
    return new Game({ fen, variant: 'chess960' })
  }
}
