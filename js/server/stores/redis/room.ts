// SPDX-License-Identifier: Apache-2.0
// Whether Redis has memory for new games. Without it, existing games go on: their scripts may exceed `maxmemory`, and only
// the script that creates games may not.

import { reasonOf } from '../../../core/caught.js'
import type { RedisConnection } from './connection.js'

/** Shares of `maxmemory`: from FULL on no games are created, until the use is below ROOM. */
const FULL = 0.95
const ROOM = 0.92
/** The error of a command that needs memory. */
const OUT_OF_MEMORY = /^OOM\b/

export class Room {
  #log
  /** Whether a node of Redis is short of memory. */
  isFull = false

  constructor(log: (entry: { event: 'full' | 'room'; message: string }) => void) {
    this.#log = log
  }

  /**
   * Measures the memory use of all nodes.
   * @throws {Error} of the client
   */
  async measure(connection: RedisConnection): Promise<void> {
    const shares = (await connection.nodes()).map(async send =>
      shareOf(String(await send<string>(['INFO', 'memory']))),
    )
    const most = Math.max(...(await Promise.all(shares)))
    if (this.isFull ? most < ROOM : most >= FULL) this.#set(most < ROOM, most)
  }

  /**
   * @param error the error of a command
   * @returns whether Redis lacks memory for the command
   */
  noteError(error: unknown): boolean {
    if (!OUT_OF_MEMORY.test(reasonOf(error))) return false
    if (!this.isFull) this.#set(false, 1)
    return true
  }

  #set(hasRoom: boolean, share: number) {
    this.isFull = !hasRoom
    const used = `Redis uses ${Math.round(100 * share)} % of its maxmemory`
    this.#log(
      hasRoom
        ? { event: 'room', message: `${used}: games are made again` }
        : {
            event: 'full',
            message: `${used}: no game is made until ended ones are removed; games in progress go on`,
          },
    )
  }
}

/**
 * @param info the answer to INFO memory
 * @returns the share of `maxmemory` that is used; 0 without a maxmemory
 */
function shareOf(info: string): number {
  const field = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  const most = field('maxmemory')
  return most === 0 ? 0 : (field('used_memory') - field('mem_not_counted_for_evict')) / most
}
