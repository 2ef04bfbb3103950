// SPDX-License-Identifier: Apache-2.0
// The games that a host has in memory: all that are watched or busy there, and of the idle ones those that were used last.

import type { SessionState } from '../../session/state.js'
import type { Answer, HostCommand } from './answers.js'
import type { HostServices } from './live-game.js'
import { LiveGame } from './live-game.js'

export class LiveGames {
  #services: HostServices
  #mostIdle: number
  #all: Map<string, LiveGame> = new Map()
  #watched: Set<LiveGame> = new Set()
  /** without watchers and jobs; the one used last is last */
  #idle: Map<string, LiveGame> = new Map()

  /**
   * @param services of the games
   * @param mostIdle idle games kept
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

  /** @returns undefined: it is not in memory */
  find(id: string): LiveGame | undefined {
    return this.#all.get(id)
  }

  /**
   * Callers keep() it when they have used it.
   * @param isNew whether it need not be looked for in the store: it probably does not exist
   */
  get(id: string, isNew = false): LiveGame {
    const known = this.#all.get(id)
    // What is used is not forgotten: the same command that comes again must find the first one in it.
    this.#idle.delete(id)
    if (known !== undefined) return known
    const game = new LiveGame(id, this.#services, isNew)
    this.#all.set(id, game)
    return game
  }

  /** @returns of a game that is watched, as its log has it: hints say what changes */
  current(id: string): SessionState | null {
    const game = this.#all.get(id)
    return game?.isWatched && !game.isStale ? game.state : null
  }

  /** @returns the job's own */
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

  /** @param game that has got a watcher */
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
