// SPDX-License-Identifier: Apache-2.0
// What a player asks the engine between moves: a hint, and whether it agrees to a draw. One question at a time; it
// is dropped when the game goes on, or another position is looked at.

import { askEngine } from '../engine/ask-engine.js'
import { colorName, spoken } from '../game/descriptions.js'
import { Listeners } from '../page/listeners.js'
import { announce, notify } from '../page/notices.js'
import { engineName } from './standing.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('../app.js').App} App */

/** The engine thinks so long about a question. */
const LIMITS = { movetime: 1000 }

export class Questions {
  #app
  /** @type {'' | 'hint' | 'draw'} */
  #asking = ''
  #hint = ''
  #abort = new AbortController()
  #listeners = new Listeners()

  /** @param {App} app */
  constructor(app) {
    this.#app = app
    const { study } = app
    let { node, end, outcome } = study
    study.onChange(change => {
      const before = { node, end, outcome }
      ;({ node, end, outcome } = study)
      const isSame = node === before.node && end === before.end && outcome?.result === before.outcome?.result
      if (change === 'game' || !isSame) this.#forget()
    })
  }

  /** @returns {'' | 'hint' | 'draw'} what the engine is thinking about */
  get asking() {
    return this.#asking
  }

  /** @returns {string} the hint that was given for this position, as SAN */
  get hint() {
    return this.#hint
  }

  /**
   * @param {() => void} listener
   * @returns {() => void} listens no more
   */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /** Shows the best move on the board and says it. */
  async askHint() {
    const answer = await this.#ask('hint')
    if (!answer?.move) return
    const { board, study } = this.#app
    const [move] = study.game.line([answer.move])
    this.#hint = move.san
    board.showHint(move)
    announce(`Hint: ${spoken(move.san)}.`)
    this.#listeners.emit()
  }

  /**
   * Offers the engine a draw.
   * @param {Color} human
   */
  async offerDraw(human) {
    const { match, room, study } = this.#app
    const { fullmoveNumber } = study.game
    const answer = await this.#ask('draw')
    if (!answer || match.setup?.human !== human) return
    const name = engineName(room)
    if (agreesToDraw(answer.info, human, fullmoveNumber)) {
      study.finish('1/2-1/2', `${colorName(human)} offered a draw and ${name} agreed`)
    } else {
      notify({ text: `${name} declines the draw and plays on.` })
    }
  }

  /**
   * @param {'hint' | 'draw'} question
   * @returns {Promise<Awaited<ReturnType<typeof askEngine>> | null>} null: nobody waits for it any more, or there is no answer
   */
  async #ask(question) {
    const { room, study } = this.#app
    this.#forget()
    const { signal } = (this.#abort = new AbortController())
    this.#asking = question
    this.#listeners.emit()
    try {
      const answer = await askEngine(room, study.game, LIMITS, signal)
      if (signal.aborted) return null
      this.#asking = ''
      this.#listeners.emit()
      return answer
    } catch (error) {
      if (signal.aborted) return null
      this.#asking = ''
      this.#listeners.emit()
      this.#complain(question, error)
      return null
    }
  }

  /** @param {'hint' | 'draw'} question @param {unknown} error */
  #complain(question, error) {
    const { match, room } = this.#app
    const again = () => {
      room.mend()
      if (question === 'hint') this.askHint()
      else if (match.setup) this.offerDraw(match.setup.human)
    }
    notify({
      text: room.explain(error),
      tone: 'error',
      actions: [{ label: 'Try again', run: again }],
    })
  }

  #forget() {
    if (this.#hint) this.#app.board.showHint(null)
    const had = this.#hint || this.#asking
    this.#abort.abort()
    this.#asking = ''
    this.#hint = ''
    if (had) this.#listeners.emit()
  }
}

/** @typedef {import('binbo/uci').Info} Info */

/** From this move on a draw is agreed to by an engine that is not clearly better. */
const LATE = 20
/** In pawns of a hundred, from the engine's side. */
const BETTER = 20
const LOST = -150

/**
 * An engine agrees when it is lost, and from move 20 on when it is not clearly better.
 * @param {Info | null} info what it thinks of the position
 * @param {Color} human
 * @param {number} moveNumber
 * @returns {boolean}
 */
export function agreesToDraw(info, human, moveNumber) {
  if (!info?.score) return false
  const own = info.score.pov(human === 'white' ? 'black' : 'white').valueOf()
  return own <= LOST || (moveNumber >= LATE && own <= BETTER)
}
