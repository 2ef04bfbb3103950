// SPDX-License-Identifier: Apache-2.0
// A move that waits for its player to confirm it, if the user asked for that in the settings. It is shown on the board;
// the game does not have it yet.

import { Listeners } from '../page/listeners.js'
import { announce } from '../page/notices.js'
import { setting } from '../page/settings.js'
import { spoken } from '../study/descriptions.js'

/** @import { Move } from 'binbo' */
/** @import { Board } from '../board/board.js' */
/** @import { Study } from '../study/study.js' */

/** The setting's name; off by default. */
const CONFIRM_MOVES = 'confirm-moves'

export class Proposal {
  #study
  #play
  /** @type {Move | null} */
  #move = null
  #listeners = new Listeners()

  /** @param {Study} study @param {(uci: string) => void} play plays the move */
  constructor(study, play) {
    this.#study = study
    this.#play = play
    study.onChange(() => this.#set(null))
  }

  /** @returns {Move | null} the move that waits */
  get move() {
    return this.#move
  }

  /** @param {() => void} listener @returns {() => void} removes the listener */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /**
   * Plays a move, or proposes it: the next one of a game that is played.
   * @param {string} uci a legal one
   * @param {Pick<Board, 'show'>} board shows the proposed move
   */
  make(uci, board) {
    const study = this.#study
    const { node, end, outcome, mode } = study
    const asks = setting(CONFIRM_MOVES, false) && mode === 'play' && node === end && outcome === null
    if (!asks) return this.#play(uci)
    const { position } = study
    const [lastMove] = position.line([uci])
    board.show({ position: position.play(uci), moves: [], lastMove, arrows: [], squares: [] })
    this.#set(lastMove)
    announce(`${spoken(lastMove.san, position.variant)}. Confirm or cancel the move.`)
  }

  /** Plays the proposed move. */
  confirm() {
    const { move } = this
    if (move) this.#play(move.uci)
  }

  /** Puts the piece back. */
  cancel() {
    this.#set(null)
  }

  /** @param {Move | null} move */
  #set(move) {
    if (move === this.#move) return
    this.#move = move
    this.#listeners.emit()
  }
}
