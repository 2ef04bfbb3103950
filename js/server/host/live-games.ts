// SPDX-License-Identifier: Apache-2.0
// The games in a host's memory: all that are watched or busy, and the most recently used idle ones.

import type { SessionState } from '../../session/state.js'
import type { Answer, HostCommand } from './answers.js'
import type { HostServices } from './live-game.js'
import { LiveGame } from './live-game.js'

export class LiveGames {
  #services: HostServices
  #mostIdle: number
  #all: Map<string, LiveGame> = new Map()
  #watched: Set<LiveGame> = new Set()
  /** games without watchers and jobs; the most recently used is last */
  #idle: Map<string, LiveGame> = new Map()

  /**
   * @param services of the games
   * @param mostIdle the most idle games
   */
  constructor(services: HostServices, mostIdle: number) {
    this.#services = services
    this.#mostIdle = mostIdle
  }

  get all(): Iterable<LiveGame> {
    return this.#all.values()
  }

  get watched(): ReadonlySet<LiveGame> {
    return this.#watched
  }

  /** @returns undefined if it is not in memory */
  find(id: string): LiveGame | undefined {
    return this.#all.get(id)
  }

  /**
   * Callers must call keep() after using it.
   * @param isNew whether it probably does not exist, so that it need not be read from the store
   */
  get(id: string, isNew = false): LiveGame {
    const known = this.#all.get(id)
    // A game in use stays in memory, so that a repeated command finds the first one.
    this.#idle.delete(id)
    if (known !== undefined) return known
    const game = new LiveGame(id, this.#services, isNew)
    this.#all.set(id, game)
    return game
  }

  /** @returns the state of a watched game, which hints keep current; null otherwise */
  current(id: string): SessionState | null {
    const game = this.#all.get(id)
    return game?.isWatched && !game.isStale ? game.state : null
  }

  /** @returns the job's result */
  async use<T>(game: LiveGame, job: (game: LiveGame) => Promise<T>): Promise<T> {
    try {
      return await job(game)
    } finally {
      this.keep(game)
    }
  }

  /** Executes a command. */
  run(game: LiveGame, command: HostCommand, arrival: number): Promise<Answer> {
    return game.isWatched
      ? game.command(command, arrival)
      : this.use(game, () => game.command(command, arrival))
  }

  /** @param game with a new watcher */
  watch(game: LiveGame) {
    this.#idle.delete(game.id)
    this.#watched.add(game)
  }

  /** Keeps a game without watchers in memory for a while; forgets one that does not exist. */
  keep(game: LiveGame) {
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
