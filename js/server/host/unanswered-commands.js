// SPDX-License-Identifier: Apache-2.0
// Commands of players that were answered as 'unavailable', because the store was away. They are carried out when it is
// back, as of the time at which they came: their players pay neither for the outage nor for the pause until they ask
// again, and cannot think on meanwhile. The same command that comes again, under its id, is that one.

import { COMMAND_PATIENCE } from '../../session/protocol.js'
import { seatOf } from '../../session/state.js'

/** @import { LiveGame } from './live-game.js' */
/** @import { Machine } from './machine.js' */
/** @import { SessionState } from '../../session/state.js' */

/** @typedef {{ command: any, arrival: number }} Unanswered `arrival` by the store's clock */

/** Of one player: a client sends its next command when it has an answer. */
const MOST = 4
/** Of one game, while it is not known who plays it. */
const MOST_OF_ALL = 64
/** Between two looks at whether the store is back, in milliseconds. */
const POLL = 50

/** Those of one game. */
export class UnansweredCommands {
  /** @type {Map<string, Unanswered>} */
  #commands = new Map()

  /**
   * @param {any} command
   * @param {SessionState | null} state
   * @param {boolean} isWatched
   * @returns {boolean} whether it is one of a player, as far as that is known: the store is away
   */
  static takes({ by, id }, state, isWatched) {
    if (!by || typeof id !== 'string') return false
    return state === null ? isWatched : seatOf(state, idOf(by)) !== null
  }

  get size() {
    return this.#commands.size
  }

  /**
   * @param {any} command
   * @returns {Unanswered | undefined} the same one, as it came first
   */
  find(command) {
    return this.#commands.get(keyOf(command))
  }

  /**
   * @param {Unanswered} unanswered
   * @param {number} now
   */
  add(unanswered, now) {
    const all = this.all(now)
    const key = keyOf(unanswered.command)
    const user = idOf(unanswered.command.by)
    const hasRoom =
      all.length < MOST_OF_ALL && all.filter(({ command }) => idOf(command.by) === user).length < MOST
    if (hasRoom || this.#commands.has(key)) this.#commands.set(key, unanswered)
  }

  /** @param {any} command */
  delete(command) {
    this.#commands.delete(keyOf(command))
  }

  /**
   * @param {number} now
   * @returns {Unanswered[]} in the order in which they came; those are forgotten that their clients have given up
   */
  all(now) {
    for (const [key, { arrival }] of this.#commands)
      if (now - arrival > COMMAND_PATIENCE) this.#commands.delete(key)
    return [...this.#commands.values()]
  }
}

/** Looks after the games that have such commands. */
export class UnansweredGames {
  #services
  /** @type {Set<LiveGame>} */
  #games = new Set()
  /** @type {any} */
  #timer
  #isClosed = false

  /**
   * @param {object} services
   * @param {import('../stores/session-store.js').SessionStore} services.store
   * @param {Machine} services.machine
   * @param {(game: LiveGame) => Promise<boolean>} services.answer tries them again; returns whether some still wait
   */
  constructor(services) {
    this.#services = services
  }

  /** @param {LiveGame} game */
  add(game) {
    if (this.#isClosed) return
    this.#games.add(game)
    this.#timer ??= this.#services.machine.setTimeout(() => this.#look(), POLL)
  }

  #look() {
    const { store, machine, answer } = this.#services
    this.#timer = undefined
    if (store.ready !== false) {
      for (const game of this.#games) {
        if (game.isBusy) continue
        answer(game).then(waits => {
          if (!waits) this.#games.delete(game)
        })
      }
    }
    if (this.#games.size > 0) this.#timer = machine.setTimeout(() => this.#look(), POLL)
  }

  close() {
    this.#isClosed = true
    this.#games.clear()
    this.#services.machine.clearTimeout(this.#timer)
  }
}

/** @param {any} by */
const idOf = by => (typeof by === 'string' ? by : by.id)

/** @param {any} command */
const keyOf = ({ by, id }) => JSON.stringify([by && idOf(by), id])
