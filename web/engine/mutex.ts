// SPDX-License-Identifier: Apache-2.0
// Mutual exclusion: one holder at a time, in the order of the requests.

import { ChessError } from 'binbo'

export class Mutex {
  /** The first one is next. */
  #waiting: (() => void)[] = []
  #isLocked = false
  #onChange: () => void

  /** @param onChange called when it is locked or unlocked, not when one holder follows another */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get isLocked() {
    return this.#isLocked
  }

  /**
   * @param signal ends the waiting
   * @returns releases the mutex; has no effect the second time
   * @throws {ChessError} ERR_UCI_CANCELLED by the signal
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
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

  /** Resolves when the caller holds the mutex, which was not unlocked in between. */
  #wait(signal?: AbortSignal): Promise<void> {
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

  #set(isLocked: boolean) {
    if (this.#isLocked === isLocked) return
    this.#isLocked = isLocked
    this.#onChange()
  }
}

const cancelled = (signal: AbortSignal | undefined) =>
  new ChessError('ERR_UCI_CANCELLED', undefined, { cause: signal?.reason })
