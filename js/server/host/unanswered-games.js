// SPDX-License-Identifier: Apache-2.0
// The games of a host that have unanswered commands: these are tried again when the store is back.

/** @import { LiveGame } from './live-game.js' */

/** Between two looks at whether the store is back, in milliseconds. */
const POLL = 50

export class UnansweredGames {
  #services
  /** @type {Set<LiveGame>} */
  #waiting = new Set()
  /** @type {any} */
  #timer
  #isClosed = false

  /**
   * @param {object} services
   * @param {import('../stores/session-store.js').SessionStore} services.store
   * @param {import('./machine.js').Machine} services.machine
   * @param {import('./live-games.js').LiveGames} services.games
   * @param {import('./work.js').Work} services.work
   */
  constructor(services) {
    this.#services = services
  }

  /** @param {LiveGame} game */
  add(game) {
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

  /** @param {LiveGame} game */
  async #answer(game) {
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
