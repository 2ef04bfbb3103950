// SPDX-License-Identifier: Apache-2.0
// What the server adds to a command that creates a game: an id, a random color, a random Chess960 position.

import { TRAIT_ANY_START } from '../../core/generated/bindings.js'
import { chess960Fen } from '../../game/fen.js'
import { hasTrait } from '../../game/traits.js'
import type { HostCommand, User } from './answers.js'
import type { Machine } from './machine.js'
import { newId } from './machine.js'

/** The value of `color` for a random one. */
const RANDOM = 'random'
const START_POSITIONS = 960

export class Creations {
  #machine: Machine
  #most: number
  /** ids of games by the command that has created them; the latest ones */
  #made: Map<string, string> = new Map()

  /** @param most number of ids that are kept */
  constructor(machine: Machine, most: number) {
    this.#machine = machine
    this.#most = most
  }

  /**
   * @param game its id; undefined: a random one, the same for the same command
   * @returns the command for the reducer
   */
  complete(
    game: string | undefined,
    user: User | string,
    command: Record<string, unknown>,
  ): HostCommand & { game: string } {
    const { random } = this.#machine
    const signed: Record<string, unknown> & { game: string; by: User | string } = {
      ...command,
      game: game ?? this.#idFor(user, command),
      by: user,
      id: command.id ?? newId(random),
    }
    if (signed.color === RANDOM) signed.color = random() < 0.5 ? 'white' : 'black'
    if (hasTrait(signed.variant, TRAIT_ANY_START) && (signed.fen === undefined || signed.fen === null))
      signed.fen = chess960Fen(Math.floor(random() * START_POSITIONS))
    return signed
  }

  /**
   * @param command that creates a game
   * @returns the game's id: the same for the same command, so that a repeated command creates no second game
   */
  #idFor(user: User | string, { id: command }: Record<string, unknown>): string {
    if (typeof command !== 'string') return newId(this.#machine.random)
    const name = typeof user === 'string' ? user : String(user.id)
    const id = this.#machine.gameId?.(name, command)
    if (id !== undefined) return id
    const key = JSON.stringify([name, command])
    const made = this.#made.get(key) ?? newId(this.#machine.random)
    this.#made.set(key, made)
    if (this.#made.size > this.#most) this.#made.delete(this.#made.keys().next().value ?? '')
    return made
  }
}
