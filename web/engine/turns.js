// SPDX-License-Identifier: Apache-2.0
// One after the other: who has a thing for themselves, and who waits for it.

import { ChessError } from 'binbo'

/** First come, first served. */
export class Turns {
  /** @type {(() => void)[]} what begins the turns of those who wait */
  #waiting = []
  #taken = false
  #onChange

  /** @param {() => void} onChange it was taken, or is free */
  constructor(onChange) {
    this.#onChange = onChange
  }

  /** Does somebody have it? */
  get taken() {
    return this.#taken
  }

  /**
   * @param {AbortSignal} [signal] gives up waiting
   * @returns {Promise<() => void>} ends the turn; a second time it does nothing
   * @throws {ChessError} ERR_UCI_CANCELLED by the signal
   */
  async take(signal) {
    if (signal?.aborted) throw givenUp(signal)
    if (this.#taken) await this.#wait(signal)
    this.#set(true)
    let isMine = true
    return () => {
      if (!isMine) return
      isMine = false
      const next = this.#waiting.shift()
      if (next) next()
      else this.#set(false)
    }
  }

  /** @param {AbortSignal} [signal] @returns {Promise<void>} when the turn has come */
  #wait(signal) {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        this.#waiting = this.#waiting.filter(other => other !== begin)
        reject(givenUp(signal))
      }
      this.#waiting.push(begin)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** @param {boolean} taken */
  #set(taken) {
    if (this.#taken === taken) return
    this.#taken = taken
    this.#onChange()
  }
}

/** @param {AbortSignal | undefined} signal */
const givenUp = signal => new ChessError('ERR_UCI_CANCELLED', undefined, { cause: signal?.reason })
