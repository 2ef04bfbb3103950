// SPDX-License-Identifier: Apache-2.0
// Checks continually whether the store answers: a node that has lost its store sends its players to another node.

import type { SessionStore } from '../stores/session-store.js'

type StoreWatcher = {
  /** the store no longer answers */
  onLost: () => void
  /** it has not answered for 1.5 s, once an outage after its first answer; `since`: when onLost() was called, as performance.now() counts */
  onGivenUp: (since: number) => void
  /** it answers again */
  onBack: () => void
}

/** The interval at which the store is checked, in milliseconds. */
const LOOK = 50
/** The most time that one check counts, in milliseconds: this process may itself have been suspended in between. */
const LONGEST_LOOK = 250
/** The time without an answer after which a store is given up, in milliseconds. */
const PATIENCE = 1500

export class StoreWatch {
  #store: SessionStore
  #watcher: StoreWatcher
  #timer: ReturnType<typeof setInterval> | undefined
  #lookedAt = 0
  /** Whether the store has answered once: before, nobody plays here. */
  #hasAnswered = false
  #outage: { since: number; silence: number; isGivenUp: boolean } | undefined

  constructor(store: SessionStore, watcher: StoreWatcher) {
    this.#store = store
    this.#watcher = watcher
  }

  begin() {
    this.#hasAnswered = this.#store.ready !== false
    // The timer alone does not keep the process running.
    this.#timer = setInterval(() => this.#look(), LOOK).unref()
  }

  end() {
    clearInterval(this.#timer)
  }

  #look() {
    const outage = this.#outage
    const now = performance.now()
    const passed = Math.min(LONGEST_LOOK, now - this.#lookedAt)
    this.#lookedAt = now
    if (this.#store.ready !== false) {
      this.#outage = undefined
      this.#hasAnswered = true
      if (outage !== undefined) this.#watcher.onBack()
    } else if (outage === undefined) {
      // A store notices its loss late, and knows by how much.
      this.#outage = { since: now, silence: this.#store.silence ?? 0, isGivenUp: !this.#hasAnswered }
      this.#watcher.onLost()
    } else {
      outage.silence += passed
      if (outage.isGivenUp || outage.silence < PATIENCE) return
      outage.isGivenUp = true
      this.#watcher.onGivenUp(outage.since)
    }
  }
}
