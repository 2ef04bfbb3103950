// SPDX-License-Identifier: Apache-2.0
// One game, the players of its sides, and its PGN.

import type { Variant } from '../../core/generated/bindings.js'
import { Game } from '../../game/game.js'
import type { DrawMode } from '../../game/options.js'
import type { Color } from '../../game/squares.js'
import { otherColor } from '../../game/squares.js'
import { RESIGNATION } from './wording.js'

export type TerminalGameOptions = {
  fen?: string | undefined
  variant: Variant
  draws: DrawMode
  /** null: both sides are played by hand */
  engineSide: Color | null
}

export class TerminalGame {
  engineSide: Color | null
  /** Whether there are moves or a result that were not saved. */
  unsaved = false
  #begun = new Date()

  declare variant: Variant
  declare game: Game

  /** @throws {ChessError} ERR_FEN_* */
  constructor({ fen, variant, draws, engineSide }: TerminalGameOptions) {
    this.variant = variant
    this.engineSide = engineSide
    this.game = new Game({ fen, variant, draws })
  }

  /**
   * @param text a move in SAN or by its squares
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER
   */
  play(text: string) {
    const result = this.game.tryMove(text)
    if (!result.ok) throw result.error
    this.unsaved = true
  }

  /** @returns whether the game is not over and the engine is to move */
  get isEngineTurn(): boolean {
    return this.game.sideToMove === this.engineSide && !this.game.status.over
  }

  /** @returns the side of the user; if both sides are played by hand, the side to move */
  get userSide(): Color {
    return this.engineSide === null ? this.game.sideToMove : otherColor(this.engineSide)
  }

  /**
   * Takes back moves of the user, and the engine's answers.
   * @param count the number of the user's moves
   * @param single whether every move counts as the user's
   * @returns the number of plies; 0 if the user has not moved yet
   */
  takeBack(count: number, single: boolean): number {
    const { game } = this
    const isTheirs = (color: Color) => single || color !== this.engineSide
    if (!game.moves.some(({ color }) => isTheirs(color))) return 0
    let plies = 0
    for (let left = count; left > 0; ) {
      const move = game.undo()
      if (move === null) break
      plies++
      if (isTheirs(move.color)) left--
      // The engine's move before the user's first one stays.
      if (!game.moves.some(({ color }) => isTheirs(color))) break
    }
    this.unsaved = game.ply > 0
    return plies
  }

  /**
   * Replays moves that were taken back: the user's, and the engine's answers.
   * @param count the number of the user's moves
   * @param single whether every move counts as the user's
   * @returns the number of plies
   */
  playAgain(count: number, single: boolean): number {
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
   * Claims a draw if the rules allow it; otherwise the players agree on one.
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

  /** @returns PGN with names and date */
  pgn(user: string, engine: string | undefined): string {
    const { headers } = this.game
    const nameOf = (color: Color) => (color === this.engineSide ? (engine ?? '?') : user)
    const day = [this.#begun.getFullYear(), this.#begun.getMonth() + 1, this.#begun.getDate()]
    headers.set('Event', 'Casual game')
    headers.set('Date', day.map(number => String(number).padStart(2, '0')).join('.'))
    headers.set('White', nameOf('white'))
    headers.set('Black', nameOf('black'))
    return this.game.pgn()
  }
}
