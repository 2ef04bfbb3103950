// SPDX-License-Identifier: Apache-2.0
// Matches each `readyok` of an engine with its `isready`.

import type { ChessError } from '../../core/errors.js'
import { inputAlarm, silenceAlarm } from '../../core/waiting.js'

/** Milliseconds that answers may lie further apart than their questions. After that the missing ones were dropped. */
const GRACE = 100
/** A question this many milliseconds before `bestmove` was read before it, however far away the engine is. */
const LONGEST_WAY = 1000

type ReadinessPorts = {
  /** sends `isready` */
  send: () => void
  /** when the engine wrote its last line, as performance.now() counts */
  heard: () => number
  /** called when no answer has arrived in that time */
  overdue: (milliseconds: number) => void
}

/** A sent or waiting `isready` without an answer. */
type Question = {
  /** that the answer may take */
  milliseconds: number
  resolve: () => void
  reject: (error: ChessError) => void
  /** ends its alarm */
  cancel: () => void
  /** when it was sent, as performance.now() counts */
  begin: number
}

/**
 * Matches each `readyok` with its `isready`. Answers have no number, and some engines (Glaurung) drop an `isready`
 * during a search: it is sent again after `bestmove`.
 */
export class Readiness {
  #ports: ReadinessPorts
  /** whether it searches, and whether another part watches the search's time */
  #search: 'idle' | 'limited' | 'endless' = 'idle'
  /** Does it answer during a search? Unknown at first. */
  #answers: boolean | undefined
  /** sent and certain to be answered, oldest first */
  #asked: Question[] = []
  /** sent during a search: answered later, or dropped */
  #doubtful: Question[] = []
  /** to be sent after the search, or when the doubtful ones are settled */
  #held: Question[] = []
  /** sent again after `bestmove`: its answer follows the answers of the doubtful ones */
  #again: Question | undefined
  /** The longest time between the answers to the doubtful ones and to `again`. */
  #grace = GRACE
  #cancelGrace = () => {}

  constructor(ports: ReadinessPorts) {
    this.#ports = ports
  }

  /**
   * Asks as soon as an answer can be expected.
   * @param milliseconds that the answer may take. During a search they count from the engine's last line, and only
   *   where no other part watches its time
   * @returns when the engine has processed everything sent before
   * @throws {ChessError} of end()
   */
  ask(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#put({ ...unanswered(milliseconds), resolve, reject })
    })
  }

  /**
   * A user sends `isready`: no question here gets the answer.
   * @param milliseconds as of ask()
   */
  askedByUser(milliseconds: number) {
    this.#currentList().push(unanswered(milliseconds))
  }

  /**
   * A search begins.
   * @param isEndless whether no time limits it
   */
  searchBegins(isEndless: boolean) {
    this.#search = isEndless ? 'endless' : 'limited'
  }

  /** `bestmove` has arrived. */
  searchEnds() {
    if (this.#search === 'idle') return
    this.#search = 'idle'
    if (this.#doubtful.length > 0) this.#askAgain()
    else this.#release()
  }

  /** `readyok` has arrived. */
  answer() {
    const asked = this.#asked.shift()
    if (asked !== undefined) return settle(asked)
    const doubtful = this.#doubtful.shift()
    if (this.#again !== undefined) {
      this.#again.cancel()
      if (doubtful === undefined) return this.#finish()
      settle(doubtful)
      this.#cancelGrace()
      this.#cancelGrace = inputAlarm(this.#grace, () => {
        this.#answers = false
        this.#finish()
      })
    } else if (doubtful !== undefined) {
      this.#answers = true
      this.#asked = this.#doubtful.splice(0)
      settle(doubtful)
    }
  }

  /** @param error with which all questions reject */
  end(error: ChessError) {
    this.#cancelGrace()
    this.#again?.cancel()
    for (const question of [...this.#asked, ...this.#doubtful, ...this.#held]) {
      question.cancel()
      question.reject(error)
    }
    this.#asked = []
    this.#doubtful = []
    this.#held = []
    this.#again = undefined
  }

  #put(question: Question) {
    const isDropped = this.#search !== 'idle' && this.#answers === false
    if (isDropped || this.#again !== undefined) {
      this.#held.push(question)
      return
    }
    const list = this.#currentList()
    list.push(question)
    if (list === this.#asked) this.#expect(question)
    else if (this.#search === 'endless') this.#expectAfterSilence(question)
    this.#ports.send()
  }

  /** @returns where a question belongs that is sent now */
  #currentList(): Question[] {
    const isCertain = this.#search === 'idle' || this.#answers === true
    return isCertain && this.#again === undefined ? this.#asked : this.#doubtful
  }

  #expect(question: Question) {
    const { milliseconds } = question
    question.cancel = inputAlarm(milliseconds, () => this.#ports.overdue(milliseconds))
  }

  #expectAfterSilence(question: Question) {
    const { milliseconds } = question
    const { heard, overdue } = this.#ports
    question.cancel = silenceAlarm(milliseconds, heard, () => overdue(milliseconds))
  }

  #askAgain() {
    for (const { cancel } of this.#doubtful) cancel()
    const age = performance.now() - this.#doubtful[0].begin
    this.#grace = age < LONGEST_WAY ? GRACE + age : GRACE
    const milliseconds = Math.max(
      ...[...this.#doubtful, ...this.#held].map(question => question.milliseconds),
    )
    this.#again = unanswered(milliseconds)
    this.#expect(this.#again)
    this.#ports.send()
  }

  /** The doubtful questions will get no more answers: the engine has read all of them. */
  #finish() {
    this.#cancelGrace()
    this.#again = undefined
    for (const question of this.#doubtful.splice(0)) settle(question)
    this.#release()
  }

  #release() {
    for (const question of this.#held.splice(0)) this.#put(question)
  }
}

function settle({ cancel, resolve }: Question) {
  cancel()
  resolve()
}

/** @returns a question without a waiter */
const unanswered = (milliseconds: number): Question => ({
  milliseconds,
  resolve: () => {},
  reject: () => {},
  cancel: () => {},
  begin: performance.now(),
})
