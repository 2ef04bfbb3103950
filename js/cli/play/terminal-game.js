// SPDX-License-Identifier: Apache-2.0
// One game, who plays which side, and its PGN.

import { Game } from '../../game/game.js'
import { otherColor } from '../../game/squares.js'
import { RESIGNATION } from './wording.js'

/** @import { Variant } from '../../core/generated/bindings.js' */
/** @import { DrawMode } from '../../game/options.js' */
/** @import { Color } from '../../game/squares.js' */

/**
 * @typedef {object} TerminalGameOptions
 * @property {string | undefined} [fen]
 * @property {Variant} variant
 * @property {DrawMode} draws
 * @property {Color | null} engineSide null: both sides are played by hand
 */

export class TerminalGame {
  /** @type {Color | null} */
  engineSide
  /** Are there moves or a result that were not saved? */
  unsaved = false
  #begun = new Date()

  /**
   * @param {TerminalGameOptions} options
   * @throws {ChessError} ERR_FEN_*
   */
  constructor({ fen, variant, draws, engineSide }) {
    this.variant = variant
    this.engineSide = engineSide
    this.game = new Game({ fen, variant, draws })
  }

  /**
   * @param {string} text a move in SAN or by its squares
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER
   */
  play(text) {
    const result = this.game.tryMove(text)
    if (!result.ok) throw result.error
    this.unsaved = true
  }

  /** @returns {boolean} whether the game is not over and the engine is to move */
  get isEngineTurn() {
    return this.game.sideToMove === this.engineSide && !this.game.status.over
  }

  /** @returns {Color} the side of the user; with both sides by hand the side to move */
  get userSide() {
    return this.engineSide === null ? this.game.sideToMove : otherColor(this.engineSide)
  }

  /**
   * Takes back moves of the user, and the engine's answers.
   * @param {number} count of the user's moves
   * @param {boolean} single whether every move counts as the user's
   * @returns {number} plies taken back; 0 if the user has not moved yet
   */
  takeBack(count, single) {
    const { game } = this
    const isTheirs = (/** @type {Color} */ color) => single || color !== this.engineSide
    if (!game.moves.some(({ color }) => isTheirs(color))) return 0
    let plies = 0
    for (let left = count; left > 0; ) {
      const move = game.undo()
      if (move === null) break
      plies++
      if (isTheirs(move.color)) left--
      // A move of the engine's before the user's first one stays.
      if (!game.moves.some(({ color }) => isTheirs(color))) break
    }
    this.unsaved = game.ply > 0
    return plies
  }

  /**
   * Plays again moves that were taken back: the user's, and the engine's answers.
   * @param {number} count of the user's moves
   * @param {boolean} single whether every move counts as the user's
   * @returns {number} plies played
   */
  playAgain(count, single) {
    const { game } = this
    let plies = 0
    for (let left = count; left > 0; left--) {
      do {
        if (game.redo() === null) return plies
        plies++
        this.unsaved = true
      } while (!single && game.sideToMove === this.engineSide)
    }
    return plies
  }

  /**
   * Claims a draw if the rules allow it, else the players agree on one.
   * @throws {ChessError} ERR_GAME_OVER
   */
  draw() {
    if (this.game.claimableDraws.length > 0) this.game.claimDraw()
    else this.game.draw('agreement')
    this.unsaved = true
  }

  /**
   * The user resigns.
   * @throws {ChessError} ERR_GAME_OVER
   */
  resign() {
    this.game.setWinner(otherColor(this.userSide), RESIGNATION)
    this.unsaved = true
  }

  /**
   * @param {string} user
   * @param {string | undefined} engine
   * @returns {string} PGN with names and date
   */
  pgn(user, engine) {
    const { headers } = this.game
    const nameOf = (/** @type {Color} */ color) => (color === this.engineSide ? (engine ?? '?') : user)
    const day = [this.#begun.getFullYear(), this.#begun.getMonth() + 1, this.#begun.getDate()]
    headers.set('Event', 'Casual game')
    headers.set('Date', day.map(number => String(number).padStart(2, '0')).join('.'))
    headers.set('White', nameOf('white'))
    headers.set('Black', nameOf('black'))
    return this.game.pgn()
  }
}
