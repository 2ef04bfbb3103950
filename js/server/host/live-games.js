// SPDX-License-Identifier: Apache-2.0
// The games that a host has in memory: all that are watched or busy there, and of the idle ones those that were used last.

import { LiveGame } from './live-game.js'

/** @import { Answer } from './answers.js' */
/** @import { HostServices } from './live-game.js' */
/** @import { SessionState } from '../../session/state.js' */

export class LiveGames {
  #services
  #mostIdle
  /** @type {Map<string, LiveGame>} */
  #all = new Map()
  /** @type {Set<LiveGame>} */
  #watched = new Set()
  /** @type {Map<string, LiveGame>} without watchers and jobs; the one used last is last */
  #idle = new Map()

  /**
   * @param {HostServices} services of the games
   * @param {number} mostIdle idle games kept
   */
  constructor(services, mostIdle) {
    this.#services = services
    this.#mostIdle = mostIdle
  }

  /** @returns {Iterable<LiveGame>} */
  get all() {
    return this.#all.values()
  }

  /** @returns {ReadonlySet<LiveGame>} */
  get watched() {
    return this.#watched
  }

  /**
   * @param {string} id
   * @returns {LiveGame | undefined} undefined: it is not in memory
   */
  find(id) {
    return this.#all.get(id)
  }

  /**
   * Callers keep() it when they have used it.
   * @param {string} id
   * @param {boolean} [isNew] whether it need not be looked for in the store: it probably does not exist
   * @returns {LiveGame}
   */
  get(id, isNew = false) {
    const known = this.#all.get(id)
    // What is used is not forgotten: the same command that comes again must find the first one in it.
    this.#idle.delete(id)
    if (known !== undefined) return known
    const game = new LiveGame(id, this.#services, isNew)
    this.#all.set(id, game)
    return game
  }

  /**
   * @param {string} id
   * @returns {SessionState | null} of a game that is watched, as its log has it: hints say what changes
   */
  current(id) {
    const game = this.#all.get(id)
    return game?.isWatched && !game.isStale ? game.state : null
  }

  /**
   * @template T
   * @param {LiveGame} game
   * @param {(game: LiveGame) => Promise<T>} job
   * @returns {Promise<T>} the job's own
   */
  async use(game, job) {
    try {
      return await job(game)
    } finally {
      this.keep(game)
    }
  }

  /**
   * Executes a command.
   * @param {LiveGame} game
   * @param {any} command
   * @param {number} arrival
   * @returns {Promise<Answer>}
   */
  run(game, command, arrival) {
    return game.isWatched
      ? game.command(command, arrival)
      : this.use(game, () => game.command(command, arrival))
  }

  /** @param {LiveGame} game that has got a watcher */
  watch(game) {
    this.#idle.delete(game.id)
    this.#watched.add(game)
  }

  /**
   * Keeps a game without watchers in memory for a while; forgets one that does not exist.
   * @param {LiveGame} game
   */
  keep(game) {
    if (game.isWatched || this.#all.get(game.id) !== game) return
    this.#watched.delete(game)
    this.#idle.delete(game.id)
    if (game.isBusy || game.hasUnanswered) return
    if (game.state === null) {
      this.#all.delete(game.id)
      return
    }
    this.#idle.set(game.id, game)
    if (this.#idle.size <= this.#mostIdle) return
    const [oldest] = this.#idle.keys()
    this.#idle.delete(oldest)
    this.#all.delete(oldest)
  }
}
