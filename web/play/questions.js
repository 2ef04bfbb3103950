// SPDX-License-Identifier: Apache-2.0
// What a player asks the engine between moves: a hint, and whether it agrees to a draw. One question at a time; it
// is dropped when the game goes on.

import { colorName, spoken } from '../game/words.js'
import { announce, notify } from '../page/notices.js'
import { ask } from './advice.js'
import { engineName } from './standing.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('binbo/uci').Info} Info */
/** @typedef {import('../app.js').App} App */

/** The engine thinks so long about a question. */
const LIMITS = { movetime: 1000 }
/** From this move on a draw is agreed to by an engine that is not clearly better. */
const LATE = 20
/** In pawns of a hundred, from the engine's side. */
const BETTER = 20
const LOST = -150

export class Questions {
  #app
  /** @type {'' | 'hint' | 'draw'} */
  #asking = ''
  #hint = ''
  #abort = new AbortController()
  /** @type {Set<() => void>} */
  #listeners = new Set()

  /** @param {App} app */
  constructor(app) {
    this.#app = app
    app.study.onChange(() => this.#forget())
  }

  /** @returns {'' | 'hint' | 'draw'} what the engine is thinking about */
  get asking() {
    return this.#asking
  }

  /** @returns {string} the hint that was given for this position, as SAN */
  get hint() {
    return this.#hint
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.add(listener)
  }

  /** Shows the best move on the board and says it. */
  async askHint() {
    const answer = await this.#ask('hint')
    if (!answer?.move) return
    const { board, study } = this.#app
    const [move] = study.game.line([answer.move])
    this.#hint = move.san
    board.showEngineArrows([{ from: move.from, to: move.to, rank: 1 }])
    announce(`Hint: ${spoken(move.san)}.`)
    this.#tell()
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
   * @returns {Promise<Awaited<ReturnType<typeof ask>> | null>} null: nobody waits for it any more, or there is no answer
   */
  async #ask(question) {
    const { room, study } = this.#app
    this.#forget()
    const { signal } = (this.#abort = new AbortController())
    this.#asking = question
    this.#tell()
    try {
      const answer = await ask(room, study.game, LIMITS, signal)
      if (signal.aborted) return null
      this.#asking = ''
      this.#tell()
      return answer
    } catch (error) {
      if (signal.aborted) return null
      this.#asking = ''
      this.#tell()
      this.#complain(question, error)
      return null
    }
  }

  /** @param {'hint' | 'draw'} question @param {unknown} error */
  #complain(question, error) {
    const { match, room } = this.#app
    const message = error instanceof Error ? error.message : String(error)
    const again = () => {
      if (room.state === 'failed') room.retry()
      if (question === 'hint') this.askHint()
      else if (match.setup) this.offerDraw(match.setup.human)
    }
    notify({
      text: room.state === 'failed' ? room.failure : `The engine did not answer: ${message}`,
      tone: 'error',
      actions: [{ label: 'Try again', run: again }],
    })
  }

  #forget() {
    if (this.#hint) this.#app.board.showEngineArrows([])
    const had = this.#hint || this.#asking
    this.#abort.abort()
    this.#asking = ''
    this.#hint = ''
    if (had) this.#tell()
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

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
