// SPDX-License-Identifier: Apache-2.0
// One game, who plays which side of it, and what is written down of it.

import { Game } from '../../game/game.js'
import { opposite, RESIGNATION } from './words.js'

/** @typedef {import('../../game/options.js').DrawMode} DrawMode */
/** @typedef {import('../../game/options.js').Variant} Variant */
/** @typedef {import('../../game/squares.js').Color} Color */

/**
 * @typedef {object} MatchOptions
 * @property {string | undefined} [fen]
 * @property {Variant} variant
 * @property {DrawMode} draws
 * @property {Color | null} engineSide null: both sides are played by hand
 */

export class Match {
  /** @type {Color | null} */
  engineSide
  /** Is there anything that was not saved? */
  unsaved = false
  #begun = new Date()

  /**
   * @param {MatchOptions} options
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

  /** @returns {boolean} whether the game goes on and the engine is to move */
  get isEngineTurn() {
    return this.game.sideToMove === this.engineSide && !this.game.status.over
  }

  /** @returns {Color} whose moves are typed; with both sides by hand the side to move */
  get userSide() {
    return this.engineSide === null ? this.game.sideToMove : opposite(this.engineSide)
  }

  /**
   * Takes moves of the user's back, and what the engine answered.
   * @param {number} count of the user's moves
   * @param {boolean} single every move is the user's, the engine's as well
   * @returns {number} how many plies were taken back; 0 when the user has not moved yet
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
      // Before the user's first move stands the engine's, which stays.
      if (!game.moves.some(({ color }) => isTheirs(color))) break
    }
    this.unsaved = game.ply > 0
    return plies
  }

  /**
   * Plays moves again that were taken back: the user's, and what the engine answered.
   * @param {number} count of the user's moves
   * @param {boolean} single every move is the user's, the engine's as well
   * @returns {number} how many plies were played
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
   * Claims a draw where the rules give the side to move one, else the players agree.
   * @throws {ChessError} ERR_GAME_OVER
   */
  draw() {
    if (this.game.claimableDraws.length > 0) this.game.claimDraw()
    else this.game.draw('agreement')
    this.unsaved = true
  }

  /**
   * The user gives the game up.
   * @throws {ChessError} ERR_GAME_OVER
   */
  resign() {
    this.game.setWinner(opposite(this.userSide), RESIGNATION)
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
