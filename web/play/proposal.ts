// SPDX-License-Identifier: Apache-2.0
// A move that waits for the user's confirmation, if the settings require one. The board shows it; the game does not have it
// yet.

import type { Move } from 'binbo'
import { announce } from '../page/notices.js'
import { setting } from '../page/settings.js'
import { say } from '../page/texts.js'
import { spoken } from '../study/descriptions.js'
import type { Study } from '../study/study.js'

/** The setting's name; off by default. */
const CONFIRM_MOVES = 'confirm-moves'

export class Proposal {
  /** Set by the page: called after each change. */
  changed = () => {}
  #study: Study
  #play: (uci: string) => void
  #move: Move | null = null

  /** @param play plays the move */
  constructor(study: Study, play: (uci: string) => void) {
    this.#study = study
    this.#play = play
  }

  /** @returns the waiting move */
  get move(): Move | null {
    return this.#move
  }

  /**
   * Plays a move; the next move of a game in play is proposed instead.
   * @param uci a legal move
   */
  make(uci: string) {
    const study = this.#study
    const { node, end, outcome, mode } = study
    const asks = setting(CONFIRM_MOVES, false) && mode === 'play' && node === end && outcome === null
    if (!asks) return this.#play(uci)
    const { position } = study
    const [move] = position.line([uci])
    this.#set(move)
    announce(say`${spoken(move.san, position.variant)}. Confirm or cancel the move.`)
  }

  /** Plays the proposed move. */
  confirm() {
    const { move } = this
    if (move) this.#play(move.uci)
  }

  /** Withdraws the move. Call it after each change of the study as well. */
  cancel() {
    this.#set(null)
  }

  #set(move: Move | null) {
    if (move === this.#move) return
    this.#move = move
    this.changed()
  }
}
