// SPDX-License-Identifier: Apache-2.0
// Whether the store is there, looked at all the time: a node that has lost it sends its players to another one.

import type { SessionStore } from '../stores/session-store.js'

type StoreWatcher = {
  /** the store does not answer any more */
  onLost: () => void
  /** it has not answered for 1.5 s, once an outage; `since`: when onLost() was called, as performance.now() counts */
  onGivenUp: (since: number) => void
  /** it answers again */
  onBack: () => void
}

/** Between two looks, in milliseconds. */
const LOOK = 50
/** What one look counts at most, in milliseconds: this process may not have run itself, and heard nothing meanwhile. */
const LONGEST_LOOK = 250
/** The time without an answer after which a store is given up, in milliseconds. */
const PATIENCE = 1500

export class StoreWatch {
  #store: SessionStore
  #watcher: StoreWatcher
  #timer: ReturnType<typeof setInterval> | undefined
  #lookedAt = 0
  #outage: { since: number; silence: number; isGivenUp: boolean } | undefined

  constructor(store: SessionStore, watcher: StoreWatcher) {
    this.#store = store
    this.#watcher = watcher
  }

  begin() {
    // What it looks at keeps the process running, or nothing does.
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
      if (outage !== undefined) this.#watcher.onBack()
    } else if (outage === undefined) {
      // A store notices its loss late, and knows by how much.
      this.#outage = { since: now, silence: this.#store.silence ?? 0, isGivenUp: false }
      this.#watcher.onLost()
    } else {
      outage.silence += passed
      if (outage.isGivenUp || outage.silence < PATIENCE) return
      outage.isGivenUp = true
      this.#watcher.onGivenUp(outage.since)
    }
  }
}
