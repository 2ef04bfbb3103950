// SPDX-License-Identifier: Apache-2.0
// Mutual exclusion: one holder at a time, the others wait in line.

import { ChessError } from 'binbo'

/** First come, first served. */
export class Mutex {
  /** @type {(() => void)[]} the first one is next */
  #waiting = []
  #isLocked = false
  #onChange

  /** @param {() => void} onChange it was locked or unlocked; not called when one holder follows another */
  constructor(onChange) {
    this.#onChange = onChange
  }

  get isLocked() {
    return this.#isLocked
  }

  /**
   * @param {AbortSignal} [signal] ends the waiting
   * @returns {Promise<() => void>} releases it; has no effect the second time
   * @throws {ChessError} ERR_UCI_CANCELLED by the signal
   */
  async acquire(signal) {
    if (signal?.aborted) throw cancelled(signal)
    if (this.#isLocked) await this.#wait(signal)
    this.#set(true)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const next = this.#waiting.shift()
      if (next) next()
      else this.#set(false)
    }
  }

  /** @param {AbortSignal} [signal] @returns {Promise<void>} it is the caller's now, and was not unlocked in between */
  #wait(signal) {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting = this.#waiting.filter(other => other !== enter)
        reject(cancelled(signal))
      }
      this.#waiting.push(enter)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** @param {boolean} isLocked */
  #set(isLocked) {
    if (this.#isLocked === isLocked) return
    this.#isLocked = isLocked
    this.#onChange()
  }
}

/** @param {AbortSignal | undefined} signal */
const cancelled = signal => new ChessError('ERR_UCI_CANCELLED', undefined, { cause: signal?.reason })
