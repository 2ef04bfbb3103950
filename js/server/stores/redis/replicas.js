// SPDX-License-Identifier: Apache-2.0
// Waiting for replicas (WAIT): what they have confirmed is not lost when one of them takes over.

import { chessError } from '../../../core/errors.js'
import { inputAlarm } from '../../../core/waiting.js'
import { MARK } from './scripts.js'

/** @import { RedisConnection } from './connection.js' */
/** @import { Shard } from './shards.js' */

export class Replicas {
  #settings
  /** @type {Map<string, Promise<number>>} of this turn of the event loop: how many have confirmed */
  #confirmations = new Map()

  /** @param {{ waitReplicas: number, deadline: number }} settings */
  constructor(settings) {
    this.#settings = settings
  }

  /**
   * Waits for replicas to confirm what was written before. All of a turn of the event loop wait together.
   * @param {RedisConnection} connection which WAIT keeps busy meanwhile
   * @param {Shard} shard
   * @param {number} began when the call began, as performance.now() counts
   * @param {boolean} others also what was written through other connections
   * @returns {Promise<void>}
   * @throws {ChessError} ERR_STORE_UNKNOWN if they have not within the deadline
   */
  async confirm(connection, shard, began, others) {
    const { waitReplicas, deadline } = this.#settings
    const group = `${connection.isCluster ? shard.tag : ''} ${others}`
    let confirmed = this.#confirmations.get(group)
    if (confirmed === undefined) {
      confirmed = new Promise((resolve, reject) => {
        setImmediate(() => {
          this.#confirmations.delete(group)
          this.#ask(connection, shard, others).then(resolve, reject)
        })
      })
      this.#confirmations.set(group, confirmed)
    }
    const left = Math.max(1, deadline - (performance.now() - began))
    let cancel = () => {}
    const late = new Promise(resolve => {
      cancel = inputAlarm(left, () => resolve(0))
    })
    const count = await Promise.race([confirmed.catch(() => 0), late])
    cancel()
    if (count < waitReplicas)
      throw chessError('ERR_STORE_UNKNOWN', `${count} of ${waitReplicas} replicas have confirmed`)
  }

  /**
   * @param {RedisConnection} connection
   * @param {Shard} shard
   * @param {boolean} others
   * @returns {Promise<number>} how many replicas have what was written before
   */
  async #ask(connection, shard, others) {
    // WAIT is about the writes of its own connection: one that comes after all others covers them.
    const mark = `${shard.tag}mark`
    if (others) await connection.run(MARK, [mark], [])
    return await connection.wait(
      shard.beat,
      this.#settings.waitReplicas,
      Math.ceil(this.#settings.deadline / 2),
    )
  }
}
