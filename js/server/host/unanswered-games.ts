// SPDX-License-Identifier: Apache-2.0
// The games of a host with unanswered commands, which are retried when the store is back.

import type { SessionStore } from '../stores/session-store.js'
import type { LiveGame } from './live-game.js'
import type { LiveGames } from './live-games.js'
import type { Machine } from './machine.js'
import type { Work } from './work.js'

/** The interval of the checks whether the store is back, in milliseconds. */
const POLL = 50

export class UnansweredGames {
  #services
  #waiting: Set<LiveGame> = new Set()
  #timer: unknown
  #isClosed = false

  constructor(services: { store: SessionStore; machine: Machine; games: LiveGames; work: Work }) {
    this.#services = services
  }

  add(game: LiveGame) {
    if (this.#isClosed) return
    this.#waiting.add(game)
    this.#timer ??= this.#services.machine.setTimeout(() => this.#look(), POLL)
  }

  #look() {
    const { store, machine } = this.#services
    this.#timer = undefined
    if (store.ready !== false) for (const game of this.#waiting) if (!game.isBusy) this.#answer(game)
    if (this.#waiting.size > 0) this.#timer = machine.setTimeout(() => this.#look(), POLL)
  }

  async #answer(game: LiveGame) {
    const { games, work } = this.#services
    const waits = await work.do(() => games.use(game, () => game.answerUnanswered()))
    if (!waits) this.#waiting.delete(game)
  }

  close() {
    this.#isClosed = true
    this.#waiting.clear()
    this.#services.machine.clearTimeout(this.#timer)
  }
}
