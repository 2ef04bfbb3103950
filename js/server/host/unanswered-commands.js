// SPDX-License-Identifier: Apache-2.0
// Commands of one game's players that were answered as 'unavailable', because the store was away. They are carried out when it is
// back, as of the time at which they came: their players pay neither for the outage nor for the pause until they ask
// again, and cannot think on meanwhile. The same command that comes again, under its id, is that one.

import { COMMAND_PATIENCE } from '../../session/protocol.js'
import { seatOf } from '../../session/state.js'

/** @import { SessionState } from '../../session/state.js' */

/** @typedef {{ command: any, arrival: number }} Unanswered `arrival` by the store's clock */

/** Of one player: a client sends its next command when it has an answer. */
const MOST = 4
/** Of one game, while it is not known who plays it. */
const MOST_OF_ALL = 64

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

/** @param {any} by */
const idOf = by => (typeof by === 'string' ? by : by.id)

/** @param {any} command */
const keyOf = ({ by, id }) => JSON.stringify([by && idOf(by), id])
