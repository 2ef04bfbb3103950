// SPDX-License-Identifier: Apache-2.0
// Waiting for replicas (WAIT): what they have confirmed is not lost when one of them takes over.

import { chessError } from '../../../core/errors.js'
import { inputAlarm } from '../../../core/waiting.js'
import { runScript } from './connection.js'
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
    const late = new Promise(resolve => {
      cancel = inputAlarm(left, () => resolve(0))
    })
    const count = await Promise.race([confirmed.catch(() => 0), late])
    cancel()
    if (count < waitReplicas)
      throw chessError('ERR_STORE_UNKNOWN', `${count} of ${waitReplicas} replicas have confirmed`)
  }

  /**
   * @param {ReturnType<RedisConnection['serverOf']>} server
   * @param {Shard} shard
   * @param {boolean} others
   * @returns {Promise<number>} how many replicas have what was written before
   */
  async #ask(server, shard, others) {
    const send = await server
    // One write that comes after those of all connections covers them.
    if (others) await runScript(send, MARK, [`${shard.tag}mark`], [])
    return await send([
      'WAIT',
      String(this.#settings.waitReplicas),
      String(Math.ceil(this.#settings.deadline / 2)),
    ])
  }
}
