// SPDX-License-Identifier: Apache-2.0
// Waiting for replicas (WAIT): what they have confirmed is not lost when one of them takes over.

import { chessError } from '../../../core/errors.js'
import { inputAlarm } from '../../../core/waiting.js'
import type { RedisConnection } from './connection.js'
import { runScript } from './connection.js'
import { MARK } from './scripts.js'
import type { Shard } from './shards.js'

export class Replicas {
  #settings
  /** of this turn of the event loop: how many have confirmed */
  #confirmations: Map<string, Promise<number>> = new Map()

  constructor(settings: { waitReplicas: number; deadline: number }) {
    this.#settings = settings
  }

  /**
   * Waits for replicas to confirm what was written before. All of a turn of the event loop wait together.
   * @param connection which WAIT keeps busy meanwhile
   * @param began when the call began, as performance.now() counts
   * @param others also what was written through other connections
   * @throws {ChessError} ERR_STORE_UNKNOWN if they have not within the deadline
   */
  async confirm(connection: RedisConnection, shard: Shard, began: number, others: boolean): Promise<void> {
    const { waitReplicas, deadline } = this.#settings
    const group = `${connection.isCluster ? shard.tag : ''} ${others}`
    let confirmed = this.#confirmations.get(group)
    if (confirmed === undefined) {
      // WAIT is about the writes of its own connection: it goes to the server that has just answered, or nothing is confirmed.
      const { epoch } = connection
      const server = connection.serverOf(shard.beat)
      server.catch(() => {})
      confirmed = new Promise((resolve, reject) => {
        setImmediate(() => {
          this.#confirmations.delete(group)
          this.#ask(server, shard, others).then(
            count => resolve(connection.epoch === epoch ? count : 0),
            reject,
          )
        })
      })
      this.#confirmations.set(group, confirmed)
    }
    const left = Math.max(1, deadline - (performance.now() - began))
    let cancel = () => {}
    const late = new Promise<number>(resolve => {
      cancel = inputAlarm(left, () => resolve(0))
    })
    const count = await Promise.race([confirmed.catch(() => 0), late])
    cancel()
    if (count < waitReplicas)
      throw chessError('ERR_STORE_UNKNOWN', `${count} of ${waitReplicas} replicas have confirmed`)
  }

  /** @returns how many replicas have what was written before */
  async #ask(
    server: ReturnType<RedisConnection['serverOf']>,
    shard: Shard,
    others: boolean,
  ): Promise<number> {
    const send = await server
    // One write that comes after those of all connections covers them.
    if (others) await runScript(send, MARK, [`${shard.tag}mark`], [])
    return await send<number>([
      'WAIT',
      String(this.#settings.waitReplicas),
      String(Math.ceil(this.#settings.deadline / 2)),
    ])
  }
}
