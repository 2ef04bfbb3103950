// SPDX-License-Identifier: Apache-2.0
// The engines of a match: started when they are needed, kept for the next game, and quit at the end.

import type { Engine } from '../uci/engine/engine.js'
import type { CheckedPlayer } from './players.js'
import { startPlayer } from './players.js'
import type { CheckedSeat } from './referee.js'

export class MatchEngines {
  #players: ReadonlyMap<string, CheckedPlayer>
  #signal
  /** in the order in which they became idle */
  #idle: CheckedSeat[] = []
  #running: Set<Engine> = new Set()

  /** @param signal aborts starts */
  constructor(players: ReadonlyMap<string, CheckedPlayer>, signal: AbortSignal) {
    this.#players = players
    this.#signal = signal
  }

  /**
   * @returns an engine of the player that plays nowhere: one that ran before, or a new one
   * @throws {ChessError} as startPlayer()
   */
  async take(name: string): Promise<CheckedSeat> {
    const place = this.#idle.findIndex(({ player, engine }) => player.name === name && !engine.dead)
    if (place >= 0) return this.#idle.splice(place, 1)[0]
    const player = this.#players.get(name)
    if (player === undefined) throw new Error(`no player '${name}'`)
    const engine = await startPlayer(player, this.#signal)
    this.#running.add(engine)
    return { engine, player }
  }

  /** The engine is free. Of idle engines, as many are kept as there are players. */
  give(seat: CheckedSeat) {
    if (seat.engine.dead || seat.player.restart) {
      this.#quit(seat)
      return
    }
    this.#idle.push(seat)
    if (this.#idle.length > this.#players.size)
      for (const oldest of this.#idle.splice(0, 1)) this.#quit(oldest)
  }

  #quit({ engine }: CheckedSeat) {
    engine.quit().finally(() => this.#running.delete(engine))
  }

  /** @returns when all engines have ended */
  async close(): Promise<void> {
    this.#idle = []
    await Promise.all(Array.from(this.#running, engine => engine.quit()))
  }
}
