// SPDX-License-Identifier: Apache-2.0
// A game that tells its companion of every change.

import { Game } from '../game/game.js'
import { peekRecord } from '../game/game-life.js'

/** @typedef {import('../game/move.js').Move} Move */
/** @typedef {import('../game/move.js').MoveSquares} MoveSquares */
/** @typedef {import('../game/squares.js').Promotion} Promotion */
/** @typedef {import('../game/status.js').Json} Json */
/** @typedef {import('../game/status.js').Status} Status */

/** A game that says when it was changed, by whichever method; a call that fails, or does nothing, is no change. */
export class WatchedGame extends Game {
  /**
   * @override
   * @param {string} [fen]
   */
  newGame(fen) {
    return changed(this, super.newGame(fen), true)
  }

  /**
   * @override
   * @param {string | MoveSquares} move
   */
  move(move) {
    return changed(this, super.move(move))
  }

  /**
   * @override
   * @param {string} san
   */
  sanMove(san) {
    return changed(this, super.sanMove(san))
  }

  /**
   * @override
   * @param {number} from
   * @param {number} to
   * @param {Promotion} [promotion]
   */
  indexMove(from, to, promotion) {
    return changed(this, super.indexMove(from, to, promotion))
  }

  /**
   * @override
   * @param {Iterable<string>} moves
   */
  playMoves(moves) {
    const { ply } = this
    const status = super.playMoves(moves)
    return this.ply === ply ? status : changed(this, status)
  }

  /** @override */
  undo() {
    const move = super.undo()
    return move === null ? move : changed(this, move)
  }

  /** @override */
  redo() {
    const move = super.redo()
    return move === null ? move : changed(this, move)
  }

  /**
   * @override
   * @param {Json} [detail]
   */
  draw(detail) {
    super.draw(detail)
    changed(this)
  }

  /**
   * @override
   * @param {Json} winner
   * @param {Json} [detail]
   */
  setWinner(winner, detail) {
    super.setWinner(winner, detail)
    changed(this)
  }

  /** @override */
  claimDraw() {
    return changed(this, super.claimDraw())
  }

  /**
   * @override
   * @param {Uint8Array} bytes
   */
  setState(bytes) {
    return changed(this, super.setState(bytes), true)
  }

  /**
   * @override
   * @param {string | Uint8Array} pgn
   */
  loadPgn(pgn) {
    return changed(this, super.loadPgn(pgn), true)
  }
}

/**
 * @template [T=undefined]
 * @param {WatchedGame} game
 * @param {T} [result] of the change
 * @param {boolean} [isNewGame] whether it has nothing to do with the game before
 * @returns {T}
 */
function changed(game, result, isNewGame = false) {
  peekRecord(game)?.companion?.changed(game, isNewGame)
  return /** @type {T} */ (result)
}
