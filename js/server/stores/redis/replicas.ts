// SPDX-License-Identifier: Apache-2.0
// Waits for replicas (WAIT): what they have confirmed is not lost when one of them becomes the primary.

import { inputAlarm } from '../../../core/waiting.js'
import { sessionError } from '../../../session/errors.js'
import type { RedisConnection } from './connection.js'
import { runScript } from './connection.js'
import { MARK } from './scripts.js'
import type { Shard } from './shards.js'

export class Replicas {
  #settings
  /** how many replicas confirm the writes of this turn of the event loop */
  #confirmations: Map<string, Promise<number>> = new Map()

  constructor(settings: { waitReplicas: number; deadline: number }) {
    this.#settings = settings
  }

  /**
   * Waits for replicas to confirm earlier writes. All calls of a turn of the event loop share one WAIT.
   * @param connection the connection that has written; WAIT blocks it
   * @param began when the call began, as performance.now() counts
   * @param others whether writes of other connections must be confirmed, too
   * @throws {ChessError} ERR_STORE_UNKNOWN if that takes longer than the deadline
   */
  async confirm(connection: RedisConnection, shard: Shard, began: number, others: boolean): Promise<void> {
    const { waitReplicas, deadline } = this.#settings
    const group = `${connection.isCluster ? shard.tag : ''} ${others}`
    let confirmed = this.#confirmations.get(group)
    if (confirmed === undefined) {
      // WAIT covers only writes of its own connection, so it must go to the server that has just answered.
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
      throw sessionError('ERR_STORE_UNKNOWN', `${count} of ${waitReplicas} replicas have confirmed`)
  }

  /** @returns how many replicas have the earlier writes */
  async #ask(
    server: ReturnType<RedisConnection['serverOf']>,
    shard: Shard,
    others: boolean,
  ): Promise<number> {
    const send = await server
    // A later write covers the earlier ones of all connections.
    if (others) await runScript(send, MARK, [`${shard.tag}mark`], [])
    return await send<number>([
      'WAIT',
      String(this.#settings.waitReplicas),
      String(Math.ceil(this.#settings.deadline / 2)),
    ])
  }
}
