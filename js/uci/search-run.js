// SPDX-License-Identifier: Apache-2.0
// One search at the engine, from `go` to `bestmove`.

import { chessError } from '../core/errors.js'
import { inputAlarm } from '../core/waiting.js'
import { SearchClock } from './search-clock.js'
import { goCommand } from './text/commands.js'
import { moveWord } from './text/move-word.js'

/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./search.js').BestMove} BestMove */
/** @typedef {import('./search.js').SearchHandler} SearchHandler */
/** @typedef {import('./search.js').SearchTask} SearchTask */
/** @typedef {import('./text/parse-info.js').InfoFields} InfoFields */
/** @typedef {import('./text/parse-line.js').BestMoveMessage} BestMoveMessage */

/** @implements {SearchHandler} */
export class SearchRun {
  #task
  #connection
  #stopTimeout
  #clock
  #cancelAlarm = () => {}

  /**
   * @param {SearchTask} task
   * @param {Connection} connection
   * @param {import('./search-clock.js').Patience} patience
   */
  constructor(task, connection, patience) {
    this.#task = task
    this.#connection = connection
    this.#stopTimeout = patience.stopTimeout
    const { limits, root } = task.request
    this.#clock = new SearchClock(limits, root.turn, patience, () => this.stop())
  }

  /** The engine has said something. */
  heard() {
    this.#clock.heard()
  }

  /** @param {InfoFields} info */
  offer(info) {
    if (!this.#task.settled) this.#task.offer(info)
  }

  /** There is nothing to stop any more: `bestmove` has come, or never will. */
  end() {
    this.#clock.end()
    this.#cancelAlarm()
  }

  /**
   * @param {boolean} isHurried something waits for its end
   * @returns {Promise<BestMove>}
   * @throws {ChessError} ERR_UCI_MOVE, ERR_UCI_ENGINE_DEAD
   */
  async go(isHurried) {
    const { root, limits, searchMoves } = this.#task.request
    const ponder = this.#task.pondering
    const answer = this.#connection.next('bestmove')
    this.#connection.send(root.command)
    this.#connection.send(goCommand(limits, { searchMoves, ponder }))
    if (!ponder) this.#clock.start()
    if (isHurried || this.#task.stopRequested) this.stop()
    const message = /** @type {BestMoveMessage} */ (await answer)
    return this.#read(message)
  }

  stop() {
    if (this.#clock.over) return
    this.#clock.end()
    const milliseconds = this.#stopTimeout
    this.#cancelAlarm = inputAlarm(milliseconds, () =>
      this.#connection.die({ message: `no 'bestmove' within ${milliseconds} ms after 'stop'` }),
    )
    this.#connection.send('stop')
  }

  ponderHit() {
    if (this.#clock.over) return
    this.#clock.start()
    this.#connection.send('ponderhit')
  }

  /**
   * @param {BestMoveMessage} message
   * @returns {BestMove}
   */
  #read({ move: word, ponder: reply }) {
    const { root } = this.#task.request
    const [move, ponder = null] = root.legalLine([moveWord(word ?? '') ?? '', reply ?? ''])
    if (move !== undefined) return { move, ponder }
    throw chessError('ERR_UCI_MOVE', this.#task.remark, { input: word ?? '(none)' })
  }
}
