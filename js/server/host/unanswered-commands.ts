// SPDX-License-Identifier: Apache-2.0
// Commands of one game's players that were answered as 'unavailable' because the store was away. They are executed when it
// is back, at the time of their arrival: the players lose no time by the outage or until they resend, and cannot use it to
// think. The same command with the same id counts as the first one.

import { COMMAND_PATIENCE } from '../../session/protocol.js'
import type { SessionState } from '../../session/state.js'
import { seatOf } from '../../session/state.js'
import type { HostCommand } from './answers.js'

/** `arrival` by the store's clock */
type Unanswered = { command: HostCommand; arrival: number }

/** The most of one player: a client sends its next command only after an answer. */
const MOST = 4
/** The most of one game, while its players are not known. */
const MOST_OF_ALL = 64

export class UnansweredCommands {
  #commands: Map<string, Unanswered> = new Map()

  /** @returns whether it is a player's command, as far as the players are known while the store is away */
  static takes({ by, id }: HostCommand, state: SessionState | null, isWatched: boolean): boolean {
    if (!by || typeof id !== 'string') return false
    return state === null ? isWatched : seatOf(state, idOf(by)) !== null
  }

  get size() {
    return this.#commands.size
  }

  /** @returns the same command as it first arrived */
  find(command: HostCommand): Unanswered | undefined {
    return this.#commands.get(keyOf(command))
  }

  add(unanswered: Unanswered, now: number) {
    const all = this.all(now)
    const key = keyOf(unanswered.command)
    const user = idOf(unanswered.command.by)
    const hasRoom =
      all.length < MOST_OF_ALL && all.filter(({ command }) => idOf(command.by) === user).length < MOST
    if (hasRoom || this.#commands.has(key)) this.#commands.set(key, unanswered)
  }

  delete(command: HostCommand) {
    this.#commands.delete(keyOf(command))
  }

  /** @returns the commands in the order of arrival, without those that their clients have given up */
  all(now: number): Unanswered[] {
    for (const [key, { arrival }] of this.#commands)
      if (now - arrival > COMMAND_PATIENCE) this.#commands.delete(key)
    return [...this.#commands.values()]
  }
}

const idOf = (by: HostCommand['by']) => (typeof by === 'string' ? by : by?.id)

const keyOf = ({ by, id }: HostCommand) => JSON.stringify([by && idOf(by), id])
